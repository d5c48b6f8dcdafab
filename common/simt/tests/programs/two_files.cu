/**
 * @file
 * @brief Separate compilation: a variable of the device that another file defines, and a kernel of its own.
 */
#include "two_files.h"

extern __device__ int d_factor;
__device__ int times(int a, int b);

static __global__ void scale_kernel(int *numbers, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] = times(numbers[i], d_factor);
}

cudaError_t scale(int *d_numbers, int n) {
    scale_kernel<<<(n + 63) / 64, 64>>>(d_numbers, n);
    return cudaGetLastError();
}
