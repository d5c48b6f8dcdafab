/**
 * @file
 * @brief Prefix scans over a tile or a coalesced group.
 */
#ifndef COOPERATIVE_GROUPS_SCAN_H
#define COOPERATIVE_GROUPS_SCAN_H

#include "../simt/quiet.h"

#include "operators.h"

namespace cooperative_groups {

/** First within the warps; then each adds what the warps before it have. */
template <class Group, class T, class Op>
inline T simt_scan_warps(const Group &group, T value, Op &op, SIMT_SITE_PARAMETERS) {
    auto warp = tiled_partition<32>(group);
    T values[simt_warps<Group>];
    value = simt_inclusive(warp, value, op, SIMT_SITE);
    group.gather(warp.shfl(value, 31, SIMT_SITE), values);
    for (unsigned int w = warp.meta_group_rank(); w--;) value = op(values[w], value);
    return value;
}

template <class Group, class T, class Op>
inline auto inclusive_scan(const Group &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    simt_check_group<Group>();
    if constexpr (simt_warps < Group >> 1)
        return simt_scan_warps<Group, std::decay_t<T>>(group, value, op, SIMT_SITE);
    else
        return simt_inclusive<std::decay_t<T>>(group, value, op, SIMT_SITE);
}
template <class Group, class T>
inline std::decay_t<T> inclusive_scan(const Group &group, T &&value, SIMT_SITE_HERE) {
    return inclusive_scan(group, value, plus<std::decay_t<T>>(), SIMT_SITE);
}

/** Rank 0 gets T{}, whatever the operator. */
template <class Group, class T, class Op>
inline auto exclusive_scan(const Group &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    std::decay_t<T> result = inclusive_scan(group, value, op, SIMT_SITE);
    unsigned int rank = group.thread_rank();
    result = group.shfl(result, rank ? rank - 1 : 0, SIMT_SITE);
    return rank == 0 ? std::decay_t<T>{} : result;
}
template <class Group, class T>
inline std::decay_t<T> exclusive_scan(const Group &group, T &&value, SIMT_SITE_HERE) {
    return exclusive_scan(group, value, plus<std::decay_t<T>>(), SIMT_SITE);
}

} // namespace cooperative_groups

#include "../simt/loud.h"
#endif
