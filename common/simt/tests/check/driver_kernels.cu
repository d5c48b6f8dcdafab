/**
 * @file
 * @brief A module for driver_host.cpp: a right kernel, and some with a mistake each.
 */
__device__ int counts[8];
__shared__ int s_outside[64];

extern "C" __global__ void right(int *x, int n) {
    __shared__ int s_x[64];
    extern __shared__ int s_more[];
    s_x[threadIdx.x] = x[threadIdx.x];
    s_outside[threadIdx.x] = 1;
    s_more[threadIdx.x] = 2;
    __syncthreads();
    atomicAdd(&counts[threadIdx.x % 8], s_x[(threadIdx.x + 1) % n]);
    int other = n - 1 - threadIdx.x;
    x[threadIdx.x] = s_outside[other] + s_more[other] + s_x[other];
}

extern "C" __global__ void race(int *x, int n) {
    __shared__ int s_x[64];
    s_x[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = s_x[n - 1 - threadIdx.x]; /* line 23: no barrier */
}

extern "C" __global__ void beyond(int *x, int n) {
    x[threadIdx.x + n] = 1; /* line 27 */
}

extern "C" __global__ void behind_shared(int *x, int n) {
    __shared__ int s_x[64];
    s_x[threadIdx.x] = 0;
    __syncthreads();
    x[threadIdx.x] = s_x[threadIdx.x + n]; /* line 34 */
}

extern "C" __global__ void unwritten(int *x, int n) {
    __shared__ int s_x[64];
    if (threadIdx.x > 0) s_x[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] = s_x[n - 1 - threadIdx.x]; /* line 41 */
}

extern "C" __global__ void apart(int *x, int n) {
    if ((int)threadIdx.x < n / 2)
        __syncthreads(); /* line 46 */
    else
        __syncthreads();
    x[threadIdx.x] = n;
}

namespace rooms {
template <class T> __global__ void fill(T *x, T value) {
    x[threadIdx.x] = value;
}
template __global__ void fill<int>(int *x, int value);
} // namespace rooms

__global__ void twice(int *x, int n) {
    x[threadIdx.x] = 2 * n;
}
__global__ void twice(float *x, int n) {
    x[threadIdx.x] = 2.0f * n;
}
