/**
 * @file
 * @brief Reduction over a tile or a coalesced group, in the order of a GPU, so that floats agree.
 */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "operators.h"

namespace cooperative_groups {

/** Every lane gets the result. */
template <class Group, class T, class Op>
inline auto reduce(const Group &group, T &&value, Op &&op, SIMT_SITE_HERE) {
    simt_check_lanes<Group>();
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
