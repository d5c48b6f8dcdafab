/**
 * @file
 * @brief A drop-in for CUDA's header of the same name: runs kernels on the CPU.
 *
 * A .cu file, compiled by simtcc, gets all of CUDA C++ that the runtime knows; a .c or .cpp file gets
 * the host API alone.
 */
#ifndef SIMT_CUDA_RUNTIME_H
#define SIMT_CUDA_RUNTIME_H

/** Set wherever this runtime stands in for a GPU. */
#define __SIMT__ 1

/** Programs tell by these whether CUDA's functions are known. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__
#ifdef __CUDACC__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __MATH_FUNCTIONS_H__
#endif

#define __align__(bytes) __attribute__((aligned(bytes)))

#include "simt/quiet.h"
#include "simt/api.h"
#include "simt/core.h"
#include "simt/vector.h"

#ifdef __cplusplus
#include "simt/launch.h"
#include "simt/texture.h"
#endif

#if defined(__CUDACC__) && defined(SIMT_TOOL)
/* The tool that runs when the environment names no other. */
extern "C" {
__attribute__((weak, visibility("default"))) char simt_tool[] = SIMT_TOOL;
}
#endif

#ifdef __CUDACC__
/* As the compiler has named this file, so its folder's headers are known in what the debug information says. */
extern "C" {
extern const char simt_header[] __attribute__((weak, visibility("default")));
const char simt_header[] = __FILE__;
}

/* nvcc includes these for every .cu file. */
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "simt/atomic.h"
#include "simt/atomic_orders.h"
#include "simt/device.h"
#include "simt/heap.h"
#include "simt/loops.h"
#include "simt/math.h"
#include "simt/pairs.h"
#include "simt/ptx.h"
#include "simt/look.h"
#include "simt/shift.h"
#include "simt/step.h"

/* From here on nothing says whether the program is watched: it is to be the same program. */
#undef SIMT_TOOL
#undef SIMT_CHECKED
#undef __SANITIZE_THREAD__
#else
/* Left standing for the compile driver in a .cu file, meaningless elsewhere. */
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#endif

#include "simt/loud.h"
#endif
