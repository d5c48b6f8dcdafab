/**
 * @file
 * @brief cub::BlockReduce, in the order of CUB's algorithms, so that sums of floats are the same.
 */
#ifndef SIMT_CUB_BLOCK_REDUCE
#define SIMT_CUB_BLOCK_REDUCE

#include "../thread/thread_reduce.cuh"
#include "../warp/warp_reduce.cuh"
#include "block_storage.cuh"

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
};

template <class T, int X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockReduce {
    enum {
        THREADS = X * Y * Z,
        WARP = THREADS < 32 ? THREADS : 32,
        WARPS = (THREADS + 31) / 32,
        SEGMENT = (THREADS + WARP - 1) / WARP, /* items that a raking thread adds up */
        RAKING = (THREADS + SEGMENT - 1) / SEGMENT,
        SHARING = THREADS > 32 && THREADS % 32 == 0 ? THREADS - 32 : 0, /* threads that hand theirs on */
    };

  public:
    typedef block_storage<T, THREADS> TempStorage;
    BlockReduce() : partials_(private_storage<TempStorage>()) {}
    explicit BlockReduce(TempStorage &storage) : partials_(storage) {}

    /** Thread 0 gets the values of all threads together, or of the first `valid` ones. */
    template <class Op> SIMT_INLINE T Reduce(T input, Op op, SIMT_SITE_HERE) {
        return reduce(input, op, THREADS, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE T Reduce(T input, Op op, int valid, SIMT_SITE_HERE) {
        return reduce(input, op, valid, SIMT_SITE);
    }
    template <int N, class Op> SIMT_INLINE T Reduce(T (&inputs)[N], Op op, SIMT_SITE_HERE) {
        return reduce(ThreadReduce(inputs, op), op, THREADS, SIMT_SITE);
    }
    SIMT_INLINE T Sum(T input, SIMT_SITE_HERE) {
        return reduce(input, cub::Sum(), THREADS, SIMT_SITE);
    }
    SIMT_INLINE T Sum(T input, int valid, SIMT_SITE_HERE) {
        return reduce(input, cub::Sum(), valid, SIMT_SITE);
    }
    template <int N> SIMT_INLINE T Sum(T (&inputs)[N], SIMT_SITE_HERE) {
        return reduce(ThreadReduce(inputs, cub::Sum()), cub::Sum(), THREADS, SIMT_SITE);
    }

  private:
    TempStorage &partials_;

    template <class Op> SIMT_INLINE T reduce(T input, Op op, int valid, SIMT_SITE_PARAMETERS) {
        bool commutes = ALGORITHM == BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY && SHARING > 0 && valid >= THREADS;
        if (ALGORITHM == BLOCK_REDUCE_WARP_REDUCTIONS) return by_warps(input, op, valid, SIMT_SITE);
        return commutes ? by_first_warp(input, op, SIMT_SITE) : by_raking(input, op, valid, SIMT_SITE);
    }

    template <class Op> SIMT_INLINE static T in_warp(T input, Op op, int valid, SIMT_SITE_PARAMETERS) {
        typename WarpReduce<T, WARP>::TempStorage none;
        return WarpReduce<T, WARP>(none).Reduce(input, op, valid < WARP ? valid : (int)WARP, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE T by_warps(T input, Op op, int valid, SIMT_SITE_PARAMETERS) {
        int warp = block_tid() / 32, mine = (valid < THREADS ? valid : (int)THREADS) - warp * 32;
        input = in_warp(input, op, mine, SIMT_SITE);
        if (block_tid() % 32 == 0) partials_[warp] = input;
        __syncthreads(SIMT_SITE);
        if (block_tid() != 0) return input;
        for (int w = 1; w < WARPS && w * 32 < valid; w++) input = op(input, partials_[w]);
        return input;
    }
    template <class Op> SIMT_INLINE T by_raking(T input, Op op, int valid, SIMT_SITE_PARAMETERS) {
        int tid = block_tid(), first = tid * SEGMENT;
        if (SEGMENT == 1) return in_warp(input, op, valid, SIMT_SITE);
        if (tid < valid) partials_[tid] = input;
        __syncthreads(SIMT_SITE);
        if (tid >= RAKING) return input;
        if (first < valid) input = partials_[first];
        for (int i = first + 1; i < first + SEGMENT && i < valid && i < THREADS; i++) input = op(input, partials_[i]);
        typename WarpReduce<T, RAKING>::TempStorage none;
        int lanes = (valid + SEGMENT - 1) / SEGMENT;
        return WarpReduce<T, RAKING>(none).Reduce(input, op, lanes < RAKING ? lanes : (int)RAKING, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE T by_first_warp(T input, Op op, SIMT_SITE_PARAMETERS) {
        int tid = block_tid();
        if (tid >= 32) partials_[tid - 32] = input;
        __syncthreads(SIMT_SITE);
        if (tid >= 32) return input;
        for (int i = 0; i < SHARING / 32; i++) input = op(input, partials_[tid * (SHARING / 32) + i]);
        return in_warp(input, op, 32, SIMT_SITE);
    }
};

} // namespace cub

#endif
