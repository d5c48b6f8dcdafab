/**
 * @file
 * @brief In a .cu file __host__ and __device__ are words of the rewriter. Thrust would define them as nothing.
 */
#ifndef __CUDACC__
#include_next <thrust/detail/config/host_device.h>
#endif
