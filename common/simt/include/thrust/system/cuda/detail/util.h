/**
 * @file
 * @brief The stream of an execution policy, waiting for it, and errors as exceptions, by Thrust's names.
 */
#ifndef SIMT_THRUST_UTIL_H
#define SIMT_THRUST_UTIL_H

#include <cfloat> // programs rely on it: CUDA's own includes it

#include <thrust/detail/config.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/config.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

inline __host__ __device__ cudaStream_t default_stream() {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    return cudaStreamPerThread;
#else
    return cudaStreamLegacy;
#endif
}
/** The stream of a policy that names none. */
template <class Derived> __host__ __device__ cudaStream_t get_stream(execution_policy<Derived> &) {
    return default_stream();
}
/** The stream that an algorithm's work goes into. */
template <class Derived> __host__ __device__ cudaStream_t stream(execution_policy<Derived> &policy) {
    return get_stream(derived_cast(policy));
}
template <class Derived>
__host__ __device__ bool must_perform_optional_stream_synchronization(execution_policy<Derived> &) {
    return true;
}

/** Throws thrust::system_error where a call of CUDA has failed. */
inline __host__ __device__ void throw_on_error(cudaError_t error, const char *what = "") {
    if (error == cudaSuccess) return;
    cudaGetLastError();
    throw thrust::system_error(error, thrust::cuda_category(), what);
}
/** Sorts and others take memory in their kernel. Where the program has not set a limit of its own, there is enough. */
inline void open_heap() {
    static bool open = false;
    enum { USUAL = 8 << 20 };
    size_t limit = 0;
    if (open) return;
    open = true;
    if (cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == USUAL)
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)4 << 30);
    cudaGetLastError(); // a kernel may have the heap already
}

/** Waits for the policy's stream. Returns the error of its work, which no later call returns. */
template <class Derived> __host__ __device__ cudaError_t synchronize(execution_policy<Derived> &policy) {
    cudaError_t error = cudaStreamSynchronize(stream(policy));
    if (error != cudaSuccess) cudaGetLastError();
    return error;
}
template <class Derived> __host__ __device__ cudaError_t synchronize_optional(execution_policy<Derived> &policy) {
    return synchronize(policy);
}

/** Copies between host and device, in the order of a stream, and waits. */
template <class T> cudaError_t trivial_copy_from_device(T *to, const T *d_from, size_t n, cudaStream_t stream) {
    if (n == 0) return cudaSuccess;
    cudaError_t error = cudaMemcpyAsync((void *)to, d_from, n * sizeof(T), cudaMemcpyDeviceToHost, stream);
    return error != cudaSuccess ? error : cudaStreamSynchronize(stream);
}
template <class T> cudaError_t trivial_copy_to_device(T *d_to, const T *from, size_t n, cudaStream_t stream) {
    if (n == 0) return cudaSuccess;
    cudaError_t error = cudaMemcpyAsync((void *)d_to, from, n * sizeof(T), cudaMemcpyHostToDevice, stream);
    return error != cudaSuccess ? error : cudaStreamSynchronize(stream);
}

} // namespace cuda_cub
THRUST_NAMESPACE_END

#include "algorithms.h"

#endif
