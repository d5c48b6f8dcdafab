/**
 * @file
 * @brief Thrust's algorithms on device memory: each runs in a kernel of the runtime.
 *
 * Debian's Thrust brings the interface, and a sequential form of each algorithm. An algorithm on elements
 * that are independent (for_each, and by it transform, tabulate, gather and others) is a kernel of up to
 * 1024 threads, so that racecheck sees a functor that races. Any other algorithm runs its sequential form
 * in a kernel of one thread. In device code the caller's own thread runs the sequential form.
 * As in CUDA's Thrust each algorithm goes into the stream of its policy and waits for it.
 */
#ifndef SIMT_THRUST_ALGORITHMS_H
#define SIMT_THRUST_ALGORITHMS_H

#include <new>
#include <utility>

#include "../../../../simt/closure.h"

#include <thrust/detail/function.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/** Runs f by `threads` threads in the policy's stream and waits. One thread's result comes back. */
template <class Derived, class F>
auto run_kernel(execution_policy<Derived> &policy, const char *name, size_t threads, F f) -> decltype(f()) {
    typedef decltype(f()) R;
    open_heap();
    if constexpr (std::is_void<R>::value) {
        throw_on_error(simt::launch_closure(name, threads, stream(policy), f), name);
        throw_on_error(synchronize(policy), name);
    } else {
        alignas(R) char bits[sizeof(R)];
        void *to = bits;
        auto given = [f, to]() mutable { simt::give_to_host(to, f()); };
        throw_on_error(simt::launch_closure(name, threads, stream(policy), given), name);
        throw_on_error(synchronize(policy), name);
        return *reinterpret_cast<R *>(bits);
    }
}

/** The policy that the sequential forms get. */
typedef thrust::detail::seq_t sequential_t;

/*
 * Each algorithm: in host code one kernel, in device code a call.
 */
#define SIMT_ALGORITHM(name)                                                                                           \
    struct run_##name {                                                                                                \
        template <class... A> __host__ __device__ auto operator()(A... a) const {                                      \
            sequential_t sequential;                                                                                   \
            return name(sequential, a...);                                                                             \
        }                                                                                                              \
    };                                                                                                                 \
    template <class Derived, class... A> __host__ __device__ auto name(execution_policy<Derived> &policy, A... a) {    \
        if (simt_on_device()) return run_##name{}(a...);                                                               \
        return run_kernel(policy, "thrust::" #name, 1, [=] { return run_##name{}(a...); });                            \
    }

SIMT_ALGORITHM(adjacent_difference)
SIMT_ALGORITHM(all_of)
SIMT_ALGORITHM(any_of)
SIMT_ALGORITHM(none_of)
SIMT_ALGORITHM(lower_bound)
SIMT_ALGORITHM(upper_bound)
SIMT_ALGORITHM(binary_search)
SIMT_ALGORITHM(equal_range)
SIMT_ALGORITHM(copy_if)
SIMT_ALGORITHM(count)
SIMT_ALGORITHM(count_if)
SIMT_ALGORITHM(equal)
SIMT_ALGORITHM(mismatch)
SIMT_ALGORITHM(min_element)
SIMT_ALGORITHM(max_element)
SIMT_ALGORITHM(minmax_element)
SIMT_ALGORITHM(find)
SIMT_ALGORITHM(find_if)
SIMT_ALGORITHM(find_if_not)
SIMT_ALGORITHM(merge)
SIMT_ALGORITHM(merge_by_key)
SIMT_ALGORITHM(partition)
SIMT_ALGORITHM(partition_copy)
SIMT_ALGORITHM(stable_partition)
SIMT_ALGORITHM(stable_partition_copy)
SIMT_ALGORITHM(partition_point)
SIMT_ALGORITHM(is_partitioned)
SIMT_ALGORITHM(reduce_by_key)
SIMT_ALGORITHM(remove)
SIMT_ALGORITHM(remove_if)
SIMT_ALGORITHM(remove_copy)
SIMT_ALGORITHM(remove_copy_if)
SIMT_ALGORITHM(inclusive_scan)
SIMT_ALGORITHM(exclusive_scan)
SIMT_ALGORITHM(inclusive_scan_by_key)
SIMT_ALGORITHM(exclusive_scan_by_key)
SIMT_ALGORITHM(transform_inclusive_scan)
SIMT_ALGORITHM(transform_exclusive_scan)
SIMT_ALGORITHM(set_difference)
SIMT_ALGORITHM(set_difference_by_key)
SIMT_ALGORITHM(set_intersection)
SIMT_ALGORITHM(set_intersection_by_key)
SIMT_ALGORITHM(set_symmetric_difference)
SIMT_ALGORITHM(set_symmetric_difference_by_key)
SIMT_ALGORITHM(set_union)
SIMT_ALGORITHM(set_union_by_key)
SIMT_ALGORITHM(sort)
SIMT_ALGORITHM(sort_by_key)
SIMT_ALGORITHM(stable_sort)
SIMT_ALGORITHM(stable_sort_by_key)
SIMT_ALGORITHM(is_sorted)
SIMT_ALGORITHM(is_sorted_until)
SIMT_ALGORITHM(unique)
SIMT_ALGORITHM(unique_copy)
SIMT_ALGORITHM(unique_count)
SIMT_ALGORITHM(unique_by_key)
SIMT_ALGORITHM(unique_by_key_copy)
SIMT_ALGORITHM(reverse)
SIMT_ALGORITHM(reverse_copy)
#undef SIMT_ALGORITHM

/** The reduction that the others are made of. */
template <class Derived, class Iterator, class T, class Op>
__host__ __device__ T reduce(execution_policy<Derived> &policy, Iterator first, Iterator last, T init, Op op) {
    size_t n = (size_t)thrust::distance(first, last);
    auto sum = [=]() mutable { return op(init, simt::reduce_in_pairs<T>(first, n, op)); };
    if (n == 0) return init;
    return simt_on_device() ? sum() : run_kernel(policy, "thrust::reduce", 1, sum);
}

/*
 * Independent elements.
 */
/** Each of the threads takes every `threads`-th element. */
template <class Iterator, class Size, class F> struct for_each_in_kernel {
    Iterator first;
    Size n;
    F f;
    __device__ void operator()() {
        Size threads = (Size)(simt_grid_dim.x * simt_block_dim.x);
        Size i = (Size)(simt_block_idx.x * simt_block_dim.x + simt_self.thread_idx.x);
        thrust::detail::wrapped_function<F, void> wrapped(f);
        for (; i < n; i += threads) wrapped(*(first + i));
    }
};

template <class Derived, class Iterator, class Size, class F>
__host__ __device__ Iterator for_each_n(execution_policy<Derived> &policy, Iterator first, Size n, F f) {
    if (simt_on_device()) {
        sequential_t sequential;
        return for_each_n(sequential, first, n, f);
    }
    size_t threads = n < 1024 ? (size_t)n : 1024;
    if (n <= 0) return first;
    run_kernel(policy, "thrust::for_each", threads, for_each_in_kernel<Iterator, Size, F>{first, n, f});
    return first + n;
}
template <class Derived, class Iterator, class F>
__host__ __device__ Iterator for_each(execution_policy<Derived> &policy, Iterator first, Iterator last, F f) {
    return cuda_cub::for_each_n(policy, first, thrust::distance(first, last), f);
}

/** What copy does with an element. */
template <class From, class To> struct copy_element {
    From from;
    To to;
    template <class I> __host__ __device__ void operator()(I i) {
        *(to + i) = thrust::raw_reference_cast(*(from + i));
    }
};

} // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/iterator/counting_iterator.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

template <class Derived, class From, class Size, class To>
__host__ __device__ To copy_n(execution_policy<Derived> &policy, From first, Size n, To result) {
    typedef thrust::counting_iterator<Size> counting;
    cuda_cub::for_each_n(policy, counting(0), n, copy_element<From, To>{first, result});
    return result + (n > 0 ? n : 0);
}
template <class Derived, class From, class To>
__host__ __device__ To copy(execution_policy<Derived> &policy, From first, From last, To result) {
    return cuda_cub::copy_n(policy, first, thrust::distance(first, last), result);
}

/*
 * Single elements of device memory, which host code sees through a device_reference.
 */
/** Reads the element. Its bits are copied to the host. */
template <class Derived, class Pointer>
__host__ __device__ typename thrust::iterator_value<Pointer>::type get_value(execution_policy<Derived> &,
                                                                             Pointer pointer) {
    typedef typename thrust::iterator_value<Pointer>::type T;
    if (simt_on_device()) return *thrust::raw_pointer_cast(pointer);
    alignas(T) char bits[sizeof(T)];
    throw_on_error(
        cudaMemcpy(bits, (const void *)thrust::raw_pointer_cast(pointer), sizeof bits, cudaMemcpyDeviceToHost),
        "a read of one element");
    return *reinterpret_cast<T *>(bits);
}

/** Writes an element whose value the host has. */
template <class Pointer, class V> __host__ __device__ void put_value(Pointer pointer, const V &value) {
    typename thrust::iterator_value<Pointer>::type converted(value);
    throw_on_error(cudaMemcpy((void *)thrust::raw_pointer_cast(pointer), (const void *)&converted, sizeof converted,
                              cudaMemcpyHostToDevice),
                   "a write of one element");
}

template <class Derived, class To, class From>
__host__ __device__ void assign_value(execution_policy<Derived> &policy, To to, From from) {
    if (simt_on_device())
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    else
        put_value(to, get_value(policy, from));
}
/** Between a device and the host: the first system is that of the destination. */
template <class System1, class System2, class To, class From>
__host__ __device__ void assign_value(cross_system<System1, System2> &, To to, From from) {
    if (simt_on_device())
        *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
    else
        put_value(to, *thrust::raw_pointer_cast(from));
}

template <class Derived, class A, class B>
__host__ __device__ void iter_swap(execution_policy<Derived> &policy, A a, B b) {
    typedef typename thrust::iterator_value<A>::type T;
    if (simt_on_device()) {
        T value = *thrust::raw_pointer_cast(a);
        *thrust::raw_pointer_cast(a) = *thrust::raw_pointer_cast(b);
        *thrust::raw_pointer_cast(b) = value;
        return;
    }
    T value = get_value(policy, a);
    put_value(a, get_value(policy, b));
    put_value(b, value);
}

} // namespace cuda_cub
THRUST_NAMESPACE_END

/* With nvcc, <thrust/sort.h> alone brings these, and programs name thrust::host without asking for more. */
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>

#endif
