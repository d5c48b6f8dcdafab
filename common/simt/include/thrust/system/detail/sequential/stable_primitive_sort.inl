/**
 * @file
 * @brief How Thrust sorts numbers: by the runtime's radix sort, whose counts take little of a thread's stack.
 */
#ifndef SIMT_THRUST_PRIMITIVE_SORT_H
#define SIMT_THRUST_PRIMITIVE_SORT_H

#include <thrust/functional.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/stable_primitive_sort.h>

#include "../../../../simt/radix.h"

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
namespace sequential {

/** Sorts numbers, ascending. */
template <class Derived, class Keys>
void stable_primitive_sort(sequential::execution_policy<Derived> &, Keys first, Keys last) {
    typedef typename thrust::iterator_value<Keys>::type K;
    size_t n = (size_t)(last - first);
    uint32_t *order = simt::radix_order<K>(first, n);
    simt::put_in_order<K>(first, n, order);
    ::free(order);
}

/** Sorts numbers, ascending, and puts the values into the same order. */
template <class Derived, class Keys, class Values>
void stable_primitive_sort_by_key(sequential::execution_policy<Derived> &, Keys first, Keys last, Values values) {
    typedef typename thrust::iterator_value<Keys>::type K;
    typedef typename thrust::iterator_value<Values>::type V;
    size_t n = (size_t)(last - first);
    uint32_t *order = simt::radix_order<K>(first, n);
    simt::put_in_order<K>(first, n, order);
    simt::put_in_order<V>(values, n, order);
    ::free(order);
}

} // namespace sequential
} // namespace detail
} // namespace system
THRUST_NAMESPACE_END

#endif
