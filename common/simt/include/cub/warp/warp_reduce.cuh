/**
 * @file
 * @brief cub::WarpReduce: reductions of a logical warp of W threads, by shuffles in CUB's order.
 */
#ifndef SIMT_CUB_WARP_REDUCE
#define SIMT_CUB_WARP_REDUCE

#include "../util_ptx.cuh"

namespace cub {

template <class T, int W = 32, int ARCH = 0> class WarpReduce {
  public:
    struct TempStorage {
        char unused;
    };
    explicit WarpReduce(TempStorage &) {}

    /** Lane 0 gets all values together. */
    template <class Op> SIMT_INLINE T Reduce(T input, Op op, SIMT_SITE_HERE) {
        return up_to(input, op, W - 1, SIMT_SITE);
    }
    /** Of the first `valid` lanes. */
    template <class Op> SIMT_INLINE T Reduce(T input, Op op, int valid, SIMT_SITE_HERE) {
        return up_to(input, op, valid - 1, SIMT_SITE);
    }
    SIMT_INLINE T Sum(T input, SIMT_SITE_HERE) {
        return up_to(input, cub::Sum(), W - 1, SIMT_SITE);
    }
    SIMT_INLINE T Sum(T input, int valid, SIMT_SITE_HERE) {
        return up_to(input, cub::Sum(), valid - 1, SIMT_SITE);
    }
    /** The first lane of each segment gets that segment's: a flag marks a segment's first or last lane. */
    template <class Op, class Flag> SIMT_INLINE T HeadSegmentedReduce(T input, Flag head, Op op, SIMT_SITE_HERE) {
        return segmented(input, (bool)head, true, op, SIMT_SITE);
    }
    template <class Op, class Flag> SIMT_INLINE T TailSegmentedReduce(T input, Flag tail, Op op, SIMT_SITE_HERE) {
        return segmented(input, (bool)tail, false, op, SIMT_SITE);
    }
    template <class Flag> SIMT_INLINE T HeadSegmentedSum(T input, Flag head, SIMT_SITE_HERE) {
        return segmented(input, (bool)head, true, cub::Sum(), SIMT_SITE);
    }
    template <class Flag> SIMT_INLINE T TailSegmentedSum(T input, Flag tail, SIMT_SITE_HERE) {
        return segmented(input, (bool)tail, false, cub::Sum(), SIMT_SITE);
    }

  private:
    template <class Op> SIMT_INLINE static T up_to(T input, Op op, int last, SIMT_SITE_PARAMETERS) {
        int lane = (int)(simt_lane() % W);
        unsigned mask = mask_of_logical_warp<W>();
        for (int by = 1; by < W; by *= 2) {
            T other = shuffle_any(mask, input, simt_lane() + (unsigned)(lane + by < W ? by : 0), SIMT_SITE);
            if (lane + by <= last) input = op(input, other);
        }
        return input;
    }
    template <class Op> SIMT_INLINE static T segmented(T input, bool flag, bool heads, Op op, SIMT_SITE_PARAMETERS) {
        unsigned first = simt_lane() / W * W, mask = mask_of_logical_warp<W>();
        unsigned flags = __ballot_sync(mask, flag, SIMT_SITE) & mask;
        if (heads) flags >>= 1;
        flags = (flags & LaneMaskGe()) | 1u << (first + W - 1);
        return up_to(input, op, __builtin_ctz(flags) - (int)first, SIMT_SITE);
    }
};

} // namespace cub

#endif
