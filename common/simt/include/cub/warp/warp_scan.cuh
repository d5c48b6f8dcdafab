/**
 * @file
 * @brief cub::WarpScan: prefix sums of a logical warp of W threads, by shuffles in CUB's order.
 */
#ifndef SIMT_CUB_WARP_SCAN
#define SIMT_CUB_WARP_SCAN

#include "../util_ptx.cuh"

namespace cub {

template <class T, int W = 32, int ARCH = 0> class WarpScan {
  public:
    struct TempStorage {
        char unused;
    };
    explicit WarpScan(TempStorage &) {}

    template <class Op> SIMT_INLINE void InclusiveScan(T input, T &inclusive, Op op, SIMT_SITE_HERE) {
        inclusive = scan(input, op, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void InclusiveScan(T input, T &inclusive, Op op, T &aggregate, SIMT_SITE_HERE) {
        inclusive = scan(input, op, SIMT_SITE);
        aggregate = last(inclusive, SIMT_SITE);
    }
    SIMT_INLINE void InclusiveSum(T input, T &inclusive, SIMT_SITE_HERE) {
        InclusiveScan(input, inclusive, cub::Sum(), SIMT_SITE);
    }
    SIMT_INLINE void InclusiveSum(T input, T &inclusive, T &aggregate, SIMT_SITE_HERE) {
        InclusiveScan(input, inclusive, cub::Sum(), aggregate, SIMT_SITE);
    }
    /** Without a first value, that of lane 0 means nothing. */
    template <class Op> SIMT_INLINE void ExclusiveScan(T input, T &exclusive, Op op, SIMT_SITE_HERE) {
        exclusive = before(scan(input, op, SIMT_SITE), SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void ExclusiveScan(T input, T &exclusive, T initial, Op op, SIMT_SITE_HERE) {
        T inclusive;
        Scan(input, inclusive, exclusive, initial, op, SIMT_SITE);
    }
    template <class Op>
    SIMT_INLINE void ExclusiveScan(T input, T &exclusive, T initial, Op op, T &aggregate, SIMT_SITE_HERE) {
        T inclusive = scan(input, op, SIMT_SITE);
        aggregate = last(inclusive, SIMT_SITE);
        exclusive = behind(initial, before(inclusive, SIMT_SITE), op);
    }
    SIMT_INLINE void ExclusiveSum(T input, T &exclusive, SIMT_SITE_HERE) {
        ExclusiveScan(input, exclusive, T(), cub::Sum(), SIMT_SITE);
    }
    SIMT_INLINE void ExclusiveSum(T input, T &exclusive, T &aggregate, SIMT_SITE_HERE) {
        ExclusiveScan(input, exclusive, T(), cub::Sum(), aggregate, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void Scan(T input, T &inclusive, T &exclusive, Op op, SIMT_SITE_HERE) {
        inclusive = scan(input, op, SIMT_SITE);
        exclusive = before(inclusive, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE void Scan(T input, T &inclusive, T &exclusive, T initial, Op op, SIMT_SITE_HERE) {
        inclusive = scan(input, op, SIMT_SITE);
        exclusive = behind(initial, before(inclusive, SIMT_SITE), op);
        inclusive = op(initial, inclusive);
    }
    SIMT_INLINE void Sum(T input, T &inclusive, T &exclusive, SIMT_SITE_HERE) {
        Scan(input, inclusive, exclusive, T(), cub::Sum(), SIMT_SITE);
    }
    SIMT_INLINE T Broadcast(T input, unsigned lane, SIMT_SITE_HERE) {
        return shuffle_any(mask_of_logical_warp<W>(), input, simt_lane() / W * W + lane, SIMT_SITE);
    }

  private:
    SIMT_INLINE static int lane() {
        return (int)(simt_lane() % W);
    }
    template <class Op> SIMT_INLINE static T scan(T input, Op op, SIMT_SITE_PARAMETERS) {
        for (int by = 1; by < W; by *= 2) {
            unsigned from = simt_lane() - (unsigned)(lane() >= by ? by : 0);
            T other = shuffle_any(mask_of_logical_warp<W>(), input, from, SIMT_SITE);
            if (lane() >= by) input = op(other, input);
        }
        return input;
    }
    SIMT_INLINE static T before(T inclusive, SIMT_SITE_PARAMETERS) {
        return shuffle_any(mask_of_logical_warp<W>(), inclusive, simt_lane() - (lane() ? 1u : 0u), SIMT_SITE);
    }
    SIMT_INLINE static T last(T inclusive, SIMT_SITE_PARAMETERS) {
        return shuffle_any(mask_of_logical_warp<W>(), inclusive, simt_lane() / W * W + W - 1, SIMT_SITE);
    }
    template <class Op> SIMT_INLINE static T behind(T initial, T exclusive, Op op) {
        return lane() ? (T)op(initial, exclusive) : initial;
    }
};

} // namespace cub

#endif
