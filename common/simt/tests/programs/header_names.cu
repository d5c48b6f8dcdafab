// Headers that are parts of others: editors of Windows include some, and old programs name others.
#include <crt/host_defines.h>
#include <crt/device_functions.h>
#include <crt/math_functions.h>
#include <device_types.h>
#include <driver_functions.h>
#include <cublas_api.h>
#include <cstdio>

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
