// Headers that are parts of others: editors of Windows include some, and old programs name others. Programs ask by the
// names of guards which headers are there.
#include <crt/host_defines.h>
#include <crt/device_functions.h>
#include <crt/math_functions.h>
#include <device_types.h>
#include <driver_functions.h>
#include <cublas_api.h>
#include <cublas_v2.h>
#include <cuComplex.h>
#include <curand_kernel.h>
#include <library_types.h>
#include <math_constants.h>
#include <cstdio>

#if !defined(__VECTOR_TYPES_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "headers of each .cu file"
#endif
#if !defined(CUBLAS_V2_H_) || !defined(CU_COMPLEX_H_) || !defined(CURAND_KERNEL_H_)
#error "headers of libraries"
#endif
#if !defined(__LIBRARY_TYPES_H__) || !defined(__MATH_CONSTANTS_H__)
#error "headers of types and constants"
#endif

__global__ void k(int *p) {
    p[threadIdx.x] = __popc(threadIdx.x) + (int)rsqrtf(0.25f);
}

int main() {
    cudaExtent extent = make_cudaExtent(4, 1, 1);
    cudaRoundMode mode = cudaRoundNearest;
    cublasOperation_t operation = CUBLAS_OP_T;
    int *p;
    cudaMallocManaged(&p, extent.width * sizeof *p);
    k<<<1, (unsigned)extent.width>>>(p);
    bool right = cudaDeviceSynchronize() == cudaSuccess && p[3] == 4 && p[0] == 2 && mode == 0 && operation == 1;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
