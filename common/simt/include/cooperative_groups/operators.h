/**
 * @file
 * @brief The operators of reductions and scans, and what both are built on.
 */
#ifndef COOPERATIVE_GROUPS_OPERATORS_H
#define COOPERATIVE_GROUPS_OPERATORS_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define SIMT_OPERATOR(name, expression)                                                            \
    template <class T> struct name {                                                               \
        T operator()(T a, T b) const {                                                             \
            return expression;                                                                     \
        }                                                                                          \
    };
SIMT_OPERATOR(plus, a + b)
SIMT_OPERATOR(less, b < a ? b : a)    /* the smaller */
SIMT_OPERATOR(greater, a < b ? b : a) /* the greater */
SIMT_OPERATOR(bit_and, a &b)
SIMT_OPERATOR(bit_or, a | b)
SIMT_OPERATOR(bit_xor, a ^ b)
#undef SIMT_OPERATOR

/** Each rank's result over the ranks up to its own, in log2(size) steps of doubled reach. */
template <class T, class Op>
inline T simt_inclusive(const lane_group &group, T value, Op &op, SIMT_SITE_PARAMETERS) {
    for (unsigned int reach = 1; reach < group.num_threads(); reach *= 2) {
        T lower = group.shfl_up(value, reach, SIMT_SITE);
        if (reach <= group.thread_rank()) value = op(value, lower);
    }
    return value;
}

/** How many warps a group spans. */
template <class Group> constexpr unsigned int simt_warps = 1;
template <unsigned int N, class Parent>
constexpr unsigned int simt_warps<thread_block_tile<N, Parent>> = N > 32 ? N / 32 : 1;

template <class Group> constexpr void simt_check_group() {
    static_assert(std::is_base_of<lane_group, Group>::value || (simt_warps<Group>) > 1,
                  "only tiles and coalesced groups reduce and scan");
}

} // namespace cooperative_groups

#endif
