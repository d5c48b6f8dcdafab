/**
 * @file
 * @brief thrust::copy between host and device. Within the device it is one of algorithms.h.
 */
#ifndef SIMT_THRUST_COPY_H
#define SIMT_THRUST_COPY_H

#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/util.h>

#include <vector>

#include <thrust/advance.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/temporary_array.h>
#include <thrust/distance.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/** n objects in memory of the host, without constructors. */
template <class T> class host_bits {
  public:
    explicit host_bits(size_t n) : items_(n) {}
    T *data() {
        return reinterpret_cast<T *>(items_.data());
    }

  private:
    struct alignas(T) item {
        char bytes[sizeof(T)];
    };
    std::vector<item> items_;
};

/** Where both sides are contiguous, and of one type: the bytes alone. */
template <class From, class To>
constexpr bool is_copy_of_bytes = is_indirectly_trivially_relocatable_to<From, To>::value;

template <class H, class D, class From, class Size, class To>
To copy_across(thrust::cpp::execution_policy<H> &, thrust::cuda_cub::execution_policy<D> &device, From first, Size n,
               To result) {
    typedef typename thrust::iterator_value<From>::type T;
    cudaError_t error = cudaSuccess;
    if (n <= 0) return result;
    if constexpr (is_copy_of_bytes<From, To>) {
        T *d_to = reinterpret_cast<T *>(thrust::raw_pointer_cast(&*result));
        error = trivial_copy_to_device(d_to, reinterpret_cast<const T *>(thrust::raw_pointer_cast(&*first)), (size_t)n,
                                       stream(device));
    } else {
        host_bits<T> items((size_t)n);
        T *to = items.data();
        for (Size i = 0; i < n; ++i, ++first) ::new ((void *)(to + i)) T(*first);
        thrust::detail::temporary_array<T, D> d_items(device, n);
        error = trivial_copy_to_device(d_items.data().get(), items.data(), (size_t)n, stream(device));
        throw_on_error(error, "copy");
        copy_n(device, d_items.data(), n, result);
    }
    throw_on_error(error, "copy");
    return result + n;
}

template <class D, class H, class From, class Size, class To>
To copy_across(thrust::cuda_cub::execution_policy<D> &device, thrust::cpp::execution_policy<H> &, From first, Size n,
               To result) {
    typedef typename thrust::iterator_value<From>::type T;
    cudaError_t error = cudaSuccess;
    if (n <= 0) return result;
    if constexpr (is_copy_of_bytes<From, To>) {
        T *to = reinterpret_cast<T *>(thrust::raw_pointer_cast(&*result));
        error = trivial_copy_from_device(to, reinterpret_cast<const T *>(thrust::raw_pointer_cast(&*first)), (size_t)n,
                                         stream(device));
        throw_on_error(error, "copy");
        return result + n;
    } else {
        thrust::detail::temporary_array<T, D> d_items(device, n);
        copy_n(device, first, n, d_items.data());
        host_bits<T> items((size_t)n);
        error = trivial_copy_from_device(items.data(), d_items.data().get(), (size_t)n, stream(device));
        throw_on_error(error, "copy");
        for (Size i = 0; i < n; ++i, ++result) *result = items.data()[i];
        return result;
    }
}

template <class System1, class System2, class From, class Size, class To>
To copy_n(cross_system<System1, System2> systems, From first, Size n, To result) {
    return copy_across(derived_cast(systems.sys1), derived_cast(systems.sys2), first, n, result);
}
template <class System1, class System2, class From, class To>
To copy(cross_system<System1, System2> systems, From first, From last, To result) {
    return copy_n(systems, first, thrust::distance(first, last), result);
}

} // namespace cuda_cub
THRUST_NAMESPACE_END

#endif
