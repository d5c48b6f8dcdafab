/**
 * @file
 * @brief Prefix scans over a tile or a coalesced group.
 */
#ifndef COOPERATIVE_GROUPS_SCAN_H
#define COOPERATIVE_GROUPS_SCAN_H

#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
inline auto inclusive_scan(const Group &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    simt_check_lanes<Group>();
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
    result = group.shfl_up(result, 1, SIMT_SITE);
    return group.thread_rank() == 0 ? std::decay_t<T>{} : result;
}
template <class Group, class T>
inline std::decay_t<T> exclusive_scan(const Group &group, T &&value, SIMT_SITE_HERE) {
    return exclusive_scan(group, value, plus<std::decay_t<T>>(), SIMT_SITE);
}

} // namespace cooperative_groups

#endif
