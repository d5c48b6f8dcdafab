// Kernels whose threads step through an array together. They run as loops, with the bits of their threads.
#include <vector>

#include "print.h"

__global__ void copy_bytes(unsigned char *to, const unsigned char *from, int n) {
    const int first = blockDim.x * blockIdx.x + threadIdx.x;
    const int step = blockDim.x * gridDim.x;
    for (int i = first; i < n; i += step) {
        to[i] = from[i];
    }
}
__global__ void saxpy(int n, float a, const float *x, float *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}
__global__ void wide_index(size_t n, long long *y) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        long long sum = (long long)i;
        for (int k = 0; k < 3; k++) sum = sum * 31 + k;
        y[i] = sum;
    }
}
__global__ void from_below(int low, int high, int *y) {
    for (int i = low + (int)threadIdx.x; i <= high; i += 7 * blockDim.x) y[i - low] += i;
}
__global__ void own_sum(int n, const float *x, float *y) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
    y[threadIdx.x] = sum;
}
__global__ void not_at_end(int n, const int *x, int *y) {
    for (int i = threadIdx.x; i != n; i += blockDim.x) y[i] = 2 * x[i];
}
__global__ void leaves(int n, const int *x, int *y) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (x[i] % 1000 == 999) break;
        y[i] = x[i];
    }
}
__global__ void reversed(int n, const float *x, float *y) {
    __shared__ float tile[100];
    for (int i = threadIdx.x; i < 100; i += blockDim.x) tile[i] = i < n ? x[i] : -1;
    __syncthreads();
    for (int i = threadIdx.x; i < 100; i += blockDim.x) y[i] = tile[99 - i];
}

int main() {
    const int N = 10007;
    std::vector<float> x(N);
    std::vector<int> k(N);
    for (int i = 0; i < N; i++) x[i] = 0.1f * (float)(i % 301), k[i] = i;
    float *d_x, *d_y;
    int *d_k, *d_i;
    long long *d_l;
    cudaMalloc(&d_x, N * 4), cudaMalloc(&d_y, N * 4), cudaMalloc(&d_k, N * 4),
        cudaMalloc(&d_i, N * 4);
    cudaMalloc(&d_l, N * 8);
    cudaMemcpy(d_x, x.data(), N * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, x.data(), N * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_k, k.data(), N * 4, cudaMemcpyHostToDevice);
    cudaMemset(d_i, 0, N * 4);
    saxpy<<<5, 96>>>(N, 2.5f, d_x, d_y);
    print("saxpy", d_y, N);
    wide_index<<<3, 64>>>(N, d_l);
    print("wide_index", d_l, N);
    from_below<<<1, 33>>>(-500, 499, d_i);
    print("from_below", d_i, N);
    copy_bytes<<<4, 128>>>((unsigned char *)d_i, (const unsigned char *)d_x, 4 * N - 3);
    print("copy_bytes", d_i, N);
    own_sum<<<1, 100>>>(N, d_x, d_y);
    print("own_sum", d_y, N);
    not_at_end<<<1, 1>>>(N, d_k, d_i);
    print("not_at_end", d_i, N);
    leaves<<<1, 256>>>(N, d_k, d_i);
    print("leaves", d_i, N);
    reversed<<<1, 32>>>(70, d_x, d_y);
    print("reversed", d_y, N);
    return cudaDeviceSynchronize();
}
