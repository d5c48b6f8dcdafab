/**
 * @file
 * @brief cub::BlockScan, in the order of CUB's algorithms, so that sums of floats are the same.
 */
#ifndef SIMT_CUB_BLOCK_SCAN
#define SIMT_CUB_BLOCK_SCAN

#include "../thread/thread_reduce.cuh"
#include "../warp/warp_scan.cuh"
#include "block_storage.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int ARCH = 0>
class BlockScan {
    enum {
        THREADS = X * Y * Z,
        WARP = THREADS < 32 ? THREADS : 32,
        WARPS = (THREADS + 31) / 32,
        SEGMENT = (THREADS + WARP - 1) / WARP,
        RAKING = (THREADS + SEGMENT - 1) / SEGMENT,
        BY_WARPS = ALGORITHM == BLOCK_SCAN_WARP_SCANS && THREADS % 32 == 0,
    };

  public:
    typedef block_storage<T, THREADS + 2> TempStorage;
    BlockScan() : grid_(private_storage<TempStorage>()) {}
    explicit BlockScan(TempStorage &storage) : grid_(storage) {}

    /*
     * Exclusive, one item a thread or N. A first value comes before all; without one, thread 0's result means
     * nothing. `aggregate` becomes the values of all threads together, without the first value.
     */
    template <class Op> SIMT_INLINE void ExclusiveScan(T in, T &out, T initial, Op op, SIMT_SITE_HERE) {
        T aggregate;
        ExclusiveScan(in, out, initial, op, aggregate, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void ExclusiveScan(T in, T &out, T initial, Op op, T &aggregate, SIMT_SITE_HERE) {
        T before = scan(in, op, aggregate, SIMT_SITE);
        out = behind(initial, before, op);
    }
    template <class Op> SIMT_INLINE void ExclusiveScan(T in, T &out, Op op, SIMT_SITE_HERE) {
        T aggregate;
        out = scan(in, op, aggregate, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void ExclusiveScan(T in, T &out, Op op, T &aggregate, SIMT_SITE_HERE) {
        out = scan(in, op, aggregate, SIMT_SITE);
    }
    template <int N, class Op>
    SIMT_INLINE void ExclusiveScan(T (&in)[N], T (&out)[N], T initial, Op op, SIMT_SITE_HERE) {
        T aggregate;
        ExclusiveScan(in, out, initial, op, aggregate, SIMT_SITE);
    }
    template <int N, class Op>
    SIMT_INLINE void ExclusiveScan(T (&in)[N], T (&out)[N], T initial, Op op, T &aggregate, SIMT_SITE_HERE) {
        T before = scan(ThreadReduce(in, op), op, aggregate, SIMT_SITE);
        ThreadScanExclusive(in, out, op, behind(initial, before, op));
    }
    template <int N, class Op> SIMT_INLINE void ExclusiveScan(T (&in)[N], T (&out)[N], Op op, SIMT_SITE_HERE) {
        T aggregate;
        ExclusiveScan(in, out, op, aggregate, SIMT_SITE);
    }
    template <int N, class Op>
    SIMT_INLINE void ExclusiveScan(T (&in)[N], T (&out)[N], Op op, T &aggregate, SIMT_SITE_HERE) {
        T before = scan(ThreadReduce(in, op), op, aggregate, SIMT_SITE);
        ThreadScanExclusive(in, out, op, before, block_tid() != 0);
    }
    SIMT_INLINE void ExclusiveSum(T in, T &out, SIMT_SITE_HERE) {
        ExclusiveScan(in, out, T(), cub::Sum(), SIMT_SITE);
    }
    SIMT_INLINE void ExclusiveSum(T in, T &out, T &aggregate, SIMT_SITE_HERE) {
        ExclusiveScan(in, out, T(), cub::Sum(), aggregate, SIMT_SITE);
    }
    template <int N> SIMT_INLINE void ExclusiveSum(T (&in)[N], T (&out)[N], SIMT_SITE_HERE) {
        ExclusiveScan(in, out, T(), cub::Sum(), SIMT_SITE);
    }
    template <int N> SIMT_INLINE void ExclusiveSum(T (&in)[N], T (&out)[N], T &aggregate, SIMT_SITE_HERE) {
        ExclusiveScan(in, out, T(), cub::Sum(), aggregate, SIMT_SITE);
    }

    /*
     * Inclusive.
     */
    template <class Op> SIMT_INLINE void InclusiveScan(T in, T &out, Op op, SIMT_SITE_HERE) {
        T aggregate;
        InclusiveScan(in, out, op, aggregate, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void InclusiveScan(T in, T &out, Op op, T &aggregate, SIMT_SITE_HERE) {
        T before = scan(in, op, aggregate, SIMT_SITE);
        out = block_tid() == 0 ? in : (T)op(before, in);
    }
    template <int N, class Op> SIMT_INLINE void InclusiveScan(T (&in)[N], T (&out)[N], Op op, SIMT_SITE_HERE) {
        T aggregate;
        InclusiveScan(in, out, op, aggregate, SIMT_SITE);
    }
    template <int N, class Op>
    SIMT_INLINE void InclusiveScan(T (&in)[N], T (&out)[N], Op op, T &aggregate, SIMT_SITE_HERE) {
        T before = scan(ThreadReduce(in, op), op, aggregate, SIMT_SITE);
        ThreadScanInclusive(in, out, op, before, block_tid() != 0);
    }
    SIMT_INLINE void InclusiveSum(T in, T &out, SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), SIMT_SITE);
    }
    SIMT_INLINE void InclusiveSum(T in, T &out, T &aggregate, SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), aggregate, SIMT_SITE);
    }
    template <int N> SIMT_INLINE void InclusiveSum(T (&in)[N], T (&out)[N], SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), SIMT_SITE);
    }
    template <int N> SIMT_INLINE void InclusiveSum(T (&in)[N], T (&out)[N], T &aggregate, SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), aggregate, SIMT_SITE);
    }

    /*
     * With a function object that the first warp calls with the values of the block together: what it gives to
     * lane 0 comes before all.
     */
    template <class Op, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void ExclusiveScan(T in, T &out, Op op, Prefix &prefix, SIMT_SITE_HERE) {
        T aggregate, before = scan(in, op, aggregate, SIMT_SITE);
        out = behind(ask(prefix, aggregate, SIMT_SITE), before, op);
    }
    template <int N, class Op, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void ExclusiveScan(T (&in)[N], T (&out)[N], Op op, Prefix &prefix, SIMT_SITE_HERE) {
        T aggregate, before = scan(ThreadReduce(in, op), op, aggregate, SIMT_SITE);
        ThreadScanExclusive(in, out, op, behind(ask(prefix, aggregate, SIMT_SITE), before, op));
    }
    template <class Op, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void InclusiveScan(T in, T &out, Op op, Prefix &prefix, SIMT_SITE_HERE) {
        T aggregate, before = scan(in, op, aggregate, SIMT_SITE);
        out = op(behind(ask(prefix, aggregate, SIMT_SITE), before, op), in);
    }
    template <int N, class Op, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void InclusiveScan(T (&in)[N], T (&out)[N], Op op, Prefix &prefix, SIMT_SITE_HERE) {
        T aggregate, before = scan(ThreadReduce(in, op), op, aggregate, SIMT_SITE);
        ThreadScanInclusive(in, out, op, behind(ask(prefix, aggregate, SIMT_SITE), before, op));
    }
    template <class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void ExclusiveSum(T in, T &out, Prefix &prefix, SIMT_SITE_HERE) {
        ExclusiveScan(in, out, cub::Sum(), prefix, SIMT_SITE);
    }
    template <int N, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void ExclusiveSum(T (&in)[N], T (&out)[N], Prefix &prefix, SIMT_SITE_HERE) {
        ExclusiveScan(in, out, cub::Sum(), prefix, SIMT_SITE);
    }
    template <class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void InclusiveSum(T in, T &out, Prefix &prefix, SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), prefix, SIMT_SITE);
    }
    template <int N, class Prefix, class = decltype(std::declval<Prefix &>()(std::declval<T>()))>
    SIMT_INLINE void InclusiveSum(T (&in)[N], T (&out)[N], Prefix &prefix, SIMT_SITE_HERE) {
        InclusiveScan(in, out, cub::Sum(), prefix, SIMT_SITE);
    }

  private:
    TempStorage &grid_;

    template <class Op> SIMT_INLINE static T behind(T first, T before, Op op) {
        return block_tid() == 0 ? first : (T)op(first, before);
    }
    template <class Prefix> SIMT_INLINE T ask(Prefix &prefix, T aggregate, SIMT_SITE_PARAMETERS) {
        if (block_tid() < 32) {
            T first = prefix(aggregate);
            if (block_tid() == 0) grid_[THREADS + 1] = first;
        }
        __syncthreads(SIMT_SITE);
        return grid_[THREADS + 1];
    }

    /** The values of the threads before this one together; thread 0 gets anything. */
    template <class Op> SIMT_INLINE T scan(T in, Op op, T &aggregate, SIMT_SITE_PARAMETERS) {
        if (THREADS <= 32) return in_one_warp<WARP>(in, op, aggregate, SIMT_SITE);
        T before = BY_WARPS ? by_warps(in, op, SIMT_SITE) : by_raking(in, op, SIMT_SITE);
        aggregate = grid_[THREADS];
        return before;
    }
    template <int W, class Op> SIMT_INLINE static T in_one_warp(T in, Op op, T &aggregate, SIMT_SITE_PARAMETERS) {
        typename WarpScan<T, W>::TempStorage none;
        T inclusive, before;
        WarpScan<T, W> warp(none);
        warp.Scan(in, inclusive, before, op, SIMT_SITE);
        aggregate = warp.Broadcast(inclusive, W - 1, SIMT_SITE);
        return before;
    }
    template <class Op> SIMT_INLINE T by_warps(T in, Op op, SIMT_SITE_PARAMETERS) {
        T of_warp, before = in_one_warp<WARP>(in, op, of_warp, SIMT_SITE);
        int tid = block_tid(), warp = tid / 32;
        if (tid % 32 == 31) grid_[warp] = of_warp;
        __syncthreads(SIMT_SITE);
        T first = grid_[0], sum = first;
        for (int w = 1; w < WARPS; w++) {
            if (w == warp) first = sum;
            sum = op(sum, grid_[w]);
        }
        if (tid == 0) grid_[THREADS] = sum;
        __syncthreads(SIMT_SITE);
        if (warp == 0) return before;
        return tid % 32 == 0 ? first : (T)op(first, before);
    }
    template <class Op> SIMT_INLINE T by_raking(T in, Op op, SIMT_SITE_PARAMETERS) {
        int tid = block_tid(), first = tid * SEGMENT, end = first + SEGMENT < THREADS ? first + SEGMENT : (int)THREADS;
        grid_[tid] = in;
        __syncthreads(SIMT_SITE);
        if (tid < RAKING) {
            T sum = grid_[first], aggregate;
            for (int i = first + 1; i < end; i++) sum = op(sum, grid_[i]);
            T before = in_one_warp<RAKING>(sum, op, aggregate, SIMT_SITE);
            for (int i = first; i < end; i++) {
                T item = grid_[i];
                if (i > 0) grid_[i] = before;
                before = i == 0 ? item : (T)op(before, item);
            }
            if (tid == 0) grid_[THREADS] = aggregate;
        }
        __syncthreads(SIMT_SITE);
        return grid_[tid];
    }
};

} // namespace cub

#endif
