/**
 * @file
 * @brief How deep kernels may launch kernels, how many launches may wait, and that each thread has its own error.
 */
#include <cstdio>

__device__ int deepest, too_deep, begun;

__global__ void deeper(int depth) {
    atomicMax(&deepest, depth);
    deeper<<<1, 1>>>(depth + 1);
    if (cudaGetLastError() == cudaErrorLaunchMaxDepthExceeded) atomicAdd(&too_deep, 1);
}

__global__ void begin() {
    atomicAdd(&begun, 1);
}
__global__ void many(int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) begin<<<1, 1>>>();
}

__global__ void own_error(int *wrong) {
    if (threadIdx.x % 2) begin<<<0, 1>>>();
    bool failed = cudaPeekAtLastError() != cudaSuccess;
    if (failed != (threadIdx.x % 2 == 1)) atomicAdd(wrong, 1);
}

int main() {
    int depth = 0, refused = 0, n = 0, wrong = 0, *d_wrong;
    size_t pending = 0;
    deeper<<<1, 1>>>(0);
    cudaMemcpyFromSymbol(&depth, deepest, sizeof depth);
    cudaMemcpyFromSymbol(&refused, too_deep, sizeof refused);
    cudaDeviceGetLimit(&pending, cudaLimitDevRuntimePendingLaunchCount);
    bool right = depth == 24 && refused == 1 && pending == 2048;
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096);
    many<<<2, 64>>>(1500);
    cudaMemcpyFromSymbol(&n, begun, sizeof n);
    right &= n == 3000;
    cudaMalloc(&d_wrong, sizeof wrong);
    cudaMemset(d_wrong, 0, sizeof wrong);
    own_error<<<1, 64>>>(d_wrong);
    cudaMemcpy(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost);
    right &= wrong == 0 && cudaDeviceSynchronize() == cudaSuccess;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
