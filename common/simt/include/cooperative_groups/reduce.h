/**
 * @file
 * @brief Reduction over a tile or a coalesced group, in the order of a GPU, so that floats agree.
 */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
inline T simt_reduce_lanes(const Group &group, T value, Op &op, SIMT_SITE_PARAMETERS) {
    unsigned int threads = group.num_threads();
    if (threads == 32 || !std::is_same<Group, coalesced_group>::value) {
        for (unsigned int partner = threads / 2; partner; partner /= 2)
            value =
                op(value, group_access::read_lane(group, value, simt_lane() ^ partner, SIMT_SITE));
        return value;
    }
    value = simt_inclusive(group, value, op, SIMT_SITE);
    return group.shfl(value, (int)threads - 1, SIMT_SITE);
}

/** First within the warps, then over them. */
template <class Group, class T, class Op>
inline T simt_reduce_warps(const Group &group, T value, Op &op, SIMT_SITE_PARAMETERS) {
    auto warp = tiled_partition<32>(group);
    T values[simt_warps<Group>];
    group.gather(simt_reduce_lanes<decltype(warp), T>(warp, value, op, SIMT_SITE), values);
    for (unsigned int half = simt_warps<Group> / 2; half; half /= 2)
        for (unsigned int w = 0; w < half; w++) values[w] = op(values[w], values[w + half]);
    return values[0];
}

/** Every thread gets the result. */
template <class Group, class T, class Op>
inline auto reduce(const Group &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    simt_check_group<Group>();
    if constexpr (simt_warps < Group >> 1)
        return simt_reduce_warps<Group, std::decay_t<T>>(group, value, op, SIMT_SITE);
    else
        return simt_reduce_lanes<Group, std::decay_t<T>>(group, value, op, SIMT_SITE);
}

} // namespace cooperative_groups

#endif
