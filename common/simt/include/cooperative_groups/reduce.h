/**
 * @file
 * @brief Reduction over a tile or a coalesced group, in the order of a GPU, so that floats agree.
 */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "operators.h"

namespace cooperative_groups {

/** Of the values of N / 32 warps, in the order of a warp's lanes. */
template <unsigned int N, class T, class Op>
inline T simt_reduce_warps(const warps_tile<N> &group, const T &mine, Op &op) {
    T values[N / 32];
    group.gather(mine, values);
    for (unsigned int half = N / 64; half; half /= 2)
        for (unsigned int w = 0; w < half; w++) values[w] = op(values[w], values[w + half]);
    return values[0];
}

/** Every thread gets the result. */
template <unsigned int N, class Parent, class T, class Op, std::enable_if_t<(N > 32), int> = 0>
inline auto reduce(const thread_block_tile<N, Parent> &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    std::decay_t<T> mine = reduce(tiled_partition<32>(group), value, op, SIMT_SITE);
    return simt_reduce_warps<N>(group, mine, op);
}
template <class Group, class T, class Op>
inline std::enable_if_t<simt_is_lanes<Group>, std::decay_t<T>> reduce(const Group &group, T &&value,
                                                                      Op &&op, SIMT_SITE_HERE) {
    std::decay_t<T> result = value;
    unsigned int threads = group.num_threads();
    if (threads == 32 || !std::is_same<Group, coalesced_group>::value) {
        for (unsigned int partner = threads / 2; partner; partner /= 2)
            result = op(result, group_access::read_lane(group, result, simt_lane() ^ partner,
                                                        SIMT_SITE));
        return result;
    }
    result = simt_inclusive(group, result, op, SIMT_SITE);
    return group.shfl(result, (int)threads - 1, SIMT_SITE);
}

} // namespace cooperative_groups

#endif
