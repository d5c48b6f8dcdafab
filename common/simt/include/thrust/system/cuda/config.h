/**
 * @file
 * @brief What Thrust's CUDA system is built from: here the runtime, and no CUB.
 */
#ifndef SIMT_THRUST_CONFIG_H
#define SIMT_THRUST_CONFIG_H

#include <thrust/detail/config.h>
#include <thrust/version.h>

#if THRUST_VERSION / 100 != 1017
#error "The CPU runtime takes Thrust 1.17, and another release is installed. Install the libthrust-dev of Debian 12."
#endif

#define __THRUST_HAS_CUDART__   1
#define THRUST_RUNTIME_FUNCTION __host__ __device__ inline
#define THRUST_DEVICE_FUNCTION  __device__ inline
#define THRUST_HOST_FUNCTION    __host__ inline
#define THRUST_FUNCTION         __host__ __device__ inline

#endif
