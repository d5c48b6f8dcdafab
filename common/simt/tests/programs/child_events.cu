/**
 * @file
 * @brief A small pipeline in device code: fills and copies in streams of a block, which events order, and errors.
 */
#include <cstdio>

const int N = 96;

template <class T> __global__ void add(T *to, const T *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

struct Scale {
    int by;
    __host__ __device__ Scale(int by) : by(by) {}
    __device__ int operator()(int x) const {
        return x * by;
    }
};
template <class F> __global__ void map(int *data, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = f(data[i]);
}

__global__ void pipeline(int *a, int *b, int *c, int *errors) {
    __shared__ int before;
    if (threadIdx.x == 0) before = 5;
    __syncthreads();
    if (threadIdx.x) return;
    cudaStream_t left, right;
    cudaEvent_t ready;
    *errors = 0;
    *errors += cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking) != cudaSuccess;
    *errors += cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking) != cudaSuccess;
    *errors += cudaEventCreateWithFlags(&ready, cudaEventDisableTiming) != cudaSuccess;
    cudaMemsetAsync(a, 0, N * sizeof *a, left);
    cudaMemsetAsync(b, 0, N * sizeof *b, right);
    map<<<3, 32, 0, left>>>(a, N, [] __device__(int x) { return x + 3; });
    map<<<3, 32, 0, right>>>(b, N, [] __device__(int x) { return x + 4; });
    map<<<3, 32, 0, left>>>(a, N, Scale(before));
    cudaEventRecord(ready, left);
    cudaStreamWaitEvent(right, ready, 0);
    add<int><<<N / 32, 32, 0, right>>>(b, a, N);
    cudaMemcpyAsync(c, b, N * sizeof *c, cudaMemcpyDeviceToDevice, right);
    *errors += cudaGetLastError() != cudaSuccess;
    add<int><<<1, 2000, 0, right>>>(c, a, N); // too many threads
    *errors += cudaPeekAtLastError() == cudaSuccess;
    *errors += cudaGetLastError() == cudaSuccess;
    *errors += cudaGetLastError() != cudaSuccess;
    cudaEventDestroy(ready);
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
    int device = -1, threads = 0;
    *errors += cudaGetDevice(&device) != cudaSuccess || device != 0;
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device);
    *errors += threads != 1024;
}

int main() {
    int *d_a, *d_b, *d_c, *d_errors, c[N], errors;
    cudaMalloc(&d_a, sizeof c);
    cudaMalloc(&d_b, sizeof c);
    cudaMalloc(&d_c, sizeof c);
    cudaMalloc(&d_errors, sizeof errors);
    pipeline<<<1, 32>>>(d_a, d_b, d_c, d_errors);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
    cudaMemcpy(&errors, d_errors, sizeof errors, cudaMemcpyDeviceToHost);
    bool right = errors == 0 && cudaGetLastError() == cudaSuccess;
    for (int x : c) right &= x == 19;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
