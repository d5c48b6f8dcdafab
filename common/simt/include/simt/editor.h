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

#define __CUDACC__             1
#define __NVCC__               1
#define __global__             __attribute__((global))
#define __device__             __attribute__((device))
#define __host__               __attribute__((host))
#define __constant__           __attribute__((constant))
#define __shared__             __attribute__((shared))
#define __managed__            __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
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

#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <tuple>
#include <type_traits>
#include <utility>

#pragma clang force_cuda_host_device begin
#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/reduce.h"
#include "cooperative_groups/scan.h"
#include "cuda_runtime.h"
#pragma clang force_cuda_host_device end

/* What clang calls for <<<>>>, by the names of CUDA's releases before 9.2 and since. */
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
extern "C" int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);

#endif
