/**
 * @file
 * @brief thrust::universal_vector also from a list of values, or in pinned memory, as newer Thrust has it.
 */
#ifndef SIMT_THRUST_UNIVERSAL_VECTOR_H
#define SIMT_THRUST_UNIVERSAL_VECTOR_H

#include <initializer_list>
#include <thrust/detail/vector_base.h>
#include <thrust/universal_allocator.h>

THRUST_NAMESPACE_BEGIN
/** Thrust's own vector in memory of both sides, and what takes a list. */
template <class T, class Alloc = thrust::universal_allocator<T>>
class universal_vector : public detail::vector_base<T, Alloc> {
    using unlisted = detail::vector_base<T, Alloc>;

  public:
    using unlisted::unlisted;
    using unlisted::operator=;
    universal_vector() = default;
    universal_vector(std::initializer_list<T> list) : unlisted(list.begin(), list.end()) {}
    universal_vector(std::initializer_list<T> list, const Alloc &alloc) : unlisted(list.begin(), list.end(), alloc) {}
    universal_vector &operator=(std::initializer_list<T> list) {
        this->assign(list.begin(), list.end());
        return *this;
    }
};
template <class T>
using universal_host_pinned_allocator =
    thrust::mr::stateless_resource_allocator<T, thrust::system::cuda::universal_host_pinned_memory_resource>;
template <class T> using universal_host_pinned_vector = universal_vector<T, universal_host_pinned_allocator<T>>;
THRUST_NAMESPACE_END

#endif
