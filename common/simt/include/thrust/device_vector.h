/**
 * @file
 * @brief thrust::device_vector also from a list of values, as newer versions of Thrust have it. Older versions include
 *        the two headers below.
 */
#ifndef SIMT_THRUST_DEVICE_VECTOR_H
#define SIMT_THRUST_DEVICE_VECTOR_H

#include <initializer_list>

#define device_vector unlisted_device_vector
#include_next <thrust/device_vector.h>
#undef device_vector

#include <thrust/host_vector.h>
#include <thrust/transform_reduce.h>

THRUST_NAMESPACE_BEGIN
/** Thrust's own vector, and what takes a list. */
template <class T, class Alloc = thrust::device_allocator<T>>
class device_vector : public unlisted_device_vector<T, Alloc> {
    using unlisted = unlisted_device_vector<T, Alloc>;

  public:
    using unlisted::unlisted;
    using unlisted::operator=;
    device_vector() = default;
    device_vector(std::initializer_list<T> list) : unlisted(list.begin(), list.end()) {}
    device_vector(std::initializer_list<T> list, const Alloc &alloc)
        : unlisted(list.begin(), list.end(), alloc) {}
    device_vector &operator=(std::initializer_list<T> list) {
        this->assign(list.begin(), list.end());
        return *this;
    }
};
THRUST_NAMESPACE_END

#endif
