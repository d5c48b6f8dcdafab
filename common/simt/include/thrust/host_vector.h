/**
 * @file
 * @brief thrust::host_vector also from a list of values, as newer versions of Thrust have it.
 */
#ifndef SIMT_THRUST_HOST_VECTOR_H
#define SIMT_THRUST_HOST_VECTOR_H

#include <initializer_list>

#define host_vector unlisted_host_vector
#include_next <thrust/host_vector.h>
#undef host_vector

THRUST_NAMESPACE_BEGIN
/** Thrust's own vector, and what takes a list. */
template <class T, class Alloc = std::allocator<T>>
class host_vector : public unlisted_host_vector<T, Alloc> {
    using unlisted = unlisted_host_vector<T, Alloc>;

  public:
    using unlisted::unlisted;
    using unlisted::operator=;
    host_vector() = default;
    host_vector(std::initializer_list<T> list) : unlisted(list.begin(), list.end()) {}
    host_vector(std::initializer_list<T> list, const Alloc &alloc)
        : unlisted(list.begin(), list.end(), alloc) {}
    host_vector &operator=(std::initializer_list<T> list) {
        this->assign(list.begin(), list.end());
        return *this;
    }
};
THRUST_NAMESPACE_END

#endif
