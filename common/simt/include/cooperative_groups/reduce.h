/**
 * @file
 * @brief Reduction over a tile or a coalesced group, in the order of a GPU, so that floats agree.
 */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "../simt/quiet.h"

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

/** The same without an operator: the sum. */
template <class Group, class T> inline auto reduce(const Group &group, T &&value, SIMT_SITE_HERE) {
    return reduce(group, value, plus<std::decay_t<T>>(), SIMT_SITE);
}

/** What rank 0 does to a cuda::atomic or cuda::atomic_ref with the result. */
#define SIMT_UPDATE(op, fetch)                                                                     \
    template <class Atomic, class T> inline void simt_update(Atomic &to, T value, const op<T> &) { \
        to.fetch(value);                                                                           \
    }
SIMT_UPDATE(plus, fetch_add)
SIMT_UPDATE(less, fetch_min)
SIMT_UPDATE(greater, fetch_max)
SIMT_UPDATE(bit_and, fetch_and)
SIMT_UPDATE(bit_or, fetch_or)
SIMT_UPDATE(bit_xor, fetch_xor)
#undef SIMT_UPDATE
template <class Group, class Atomic, class T, class Op>
inline void reduce_update_async(const Group &group, Atomic &to, T &&value, Op &&op, SIMT_SITE_HERE) {
    auto result = reduce(group, value, op, SIMT_SITE);
    if (group.thread_rank() == 0) simt_update(to, result, op);
}
template <class Group, class Atomic, class T, class Op>
inline void reduce_store_async(const Group &group, Atomic &to, T &&value, Op &&op, SIMT_SITE_HERE) {
    auto result = reduce(group, value, op, SIMT_SITE);
    if constexpr (std::is_pointer<Atomic>::value) {
        if (group.thread_rank() == 0) *to = result;
    } else {
        if (group.thread_rank() == 0) to.store(result);
    }
}

} // namespace cooperative_groups

#include "../simt/loud.h"
#endif
