/**
 * @file
 * @brief How deep kernels may launch kernels, how many launches may wait, and that each thread has its own error.
 */
#include <cstdio>

enum { DEPTH = 40 }; // more than the 24 of CUDA 11

__device__ int deepest, begun, refused, other_errors;

__device__ void count_error() {
    cudaError_t error = cudaGetLastError();
    if (error == cudaErrorLaunchPendingCountExceeded)
        atomicAdd(&refused, 1);
    else if (error)
        atomicAdd(&other_errors, 1);
}

__global__ void deeper(int depth) {
    atomicMax(&deepest, depth);
    if (depth < DEPTH) deeper<<<1, 1>>>(depth + 1);
    count_error();
}

__global__ void begin() {
    atomicAdd(&begun, 1);
}
__global__ void many(int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        begin<<<1, 1>>>();
        count_error();
    }
}

__global__ void own_error(int *wrong) {
    if (threadIdx.x % 2) begin<<<0, 1>>>();
    bool failed = cudaPeekAtLastError() != cudaSuccess;
    if (failed != (threadIdx.x % 2 == 1)) atomicAdd(wrong, 1);
}

int main() {
    int depth = 0, n_refused = 0, others = 0, n = 0, wrong = 0, *d_wrong;
    size_t pending = 0;
    deeper<<<1, 1>>>(0);
    cudaMemcpyFromSymbol(&depth, deepest, sizeof depth);
    cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount);
    bool right = depth == DEPTH && pending == 2048;
    many<<<2, 64>>>(1500); // how many may wait when others have begun goes by time
    cudaMemcpyFromSymbol(&n, begun, sizeof n);
    cudaMemcpyFromSymbol(&n_refused, refused, sizeof n_refused);
    right &= n >= 2048 && n + n_refused == 3000;
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
    many<<<2, 64>>>(1500);
    cudaMemcpyFromSymbol(&n, begun, sizeof n);
    cudaMemcpyFromSymbol(&others, other_errors, sizeof others);
    right &= n + n_refused == 6000 && others == 0;
    cudaMalloc(&d_wrong, sizeof wrong);
    cudaMemset(d_wrong, 0, sizeof wrong);
    own_error<<<1, 64>>>(d_wrong);
    cudaMemcpy(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost);
    right &= wrong == 0 && cudaDeviceSynchronize() == cudaSuccess;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
