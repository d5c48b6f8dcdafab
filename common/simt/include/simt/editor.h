/**
 * @file
 * @brief For clangd, which reads a .cu as it stands: what the compile driver's rewriter (compile/) knows of CUDA.
 *
 * Included before a .cu with clang's own CUDA mode, which parses launches and tells host from device. The runtime's
 * functions are ordinary ones, so clang is told that all of them are of both sides. It may therefore be silent where
 * simtcc is not, as where host code calls a barrier.
 */
#ifndef SIMT_EDITOR_H
#define SIMT_EDITOR_H

/* What nvcc says of itself: its release is the runtime's. Of options that allow more all are on. */
#define __CUDACC_VER_MAJOR__         (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__         (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__         88
#define __CUDA_API_VER_MAJOR__       __CUDACC_VER_MAJOR__
#define __CUDA_API_VER_MINOR__       __CUDACC_VER_MINOR__
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define __CUDA_ARCH_LIST__           900
#define __CUDACC_RDC__               1
#define __CUDACC_EXTENDED_LAMBDA__   1

#define __CUDACC__             1
#define __NVCC__               1
#define __global__             __attribute__((global))
#define __device__             __attribute__((device))
#define __host__               __attribute__((host))
#define __constant__           __attribute__((constant))
#define __shared__             __attribute__((shared))
#define __managed__            __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __maxnreg__(registers)
#define __grid_constant__
#define __noinline__    __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))

/* Of C's library kernels may call some, so all is of both sides. <cmath> would bring in half of C++'s, which is not. */
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <new>
#include <tuple>
#include <type_traits>

/* All that kernels call is read ahead, whatever the file includes. Only half and half2 come with their header. */
#pragma clang force_cuda_host_device begin
#define SIMT_READ_AHEAD
#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "cuComplex.h"
#include "cuda/barrier"
#include "cuda/functional"
#include "cuda/latch"
#include "cuda/pipeline"
#include "cuda/ptx"
#include "cuda/semaphore"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp4.h"
#include "cuda_fp6.h"
#include "cuda_fp8.h"
#include "cuda_pipeline.h"
#include "cuda_runtime.h"
#include "curand_kernel.h"
#include "mma.h"
#undef SIMT_READ_AHEAD
#pragma clang force_cuda_host_device end

/* clang takes no alignas behind __shared__, and nvcc does. The argument is a type or a number. */
template <class T> constexpr size_t simt_alignment() {
    return alignof(T);
}
template <size_t n> constexpr size_t simt_alignment() {
    return n;
}
#define alignas(...) __attribute__((aligned(simt_alignment<__VA_ARGS__>())))

/* What cuda::std has for kernels and is not constexpr. */
namespace std {
template <class T> __device__ void swap(T &a, T &b);
}

/* What clang calls for <<<>>>, by the names of CUDA's releases before 9.2 and since. */
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);

#endif
