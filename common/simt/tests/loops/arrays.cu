// Kernels in which a pointer leads to a thread's own array, beyond a barrier, or inner loops use one. Their threads run
// one by one.
#include "print.h"

enum { THREADS = 64 };

__device__ int *first(int *items) {
    return items;
}

__global__ void by_name(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, v[2] = {t, 7};
    int *p = v;
    s[t] = t;
    __syncthreads();
    p[1] += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = p[0] + p[1];
}
__global__ void by_row(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, v[2][2] = {{t, 7}, {1, t}};
    int *p = v[1];
    s[t] = t;
    __syncthreads();
    p[1] += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = p[0] + p[1];
}
__global__ void by_item(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, v[2] = {t, 7};
    int *p = &v[1];
    s[t] = t;
    __syncthreads();
    *p += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = *p;
}
__global__ void by_function(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, v[2] = {t, 7};
    int *p = first(v);
    s[t] = t;
    __syncthreads();
    p[1] += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = p[0] + p[1];
}

__global__ void in_inner_loops(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, v[3][3] = {{t}};
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) v[i][j] += s[(t + i * j) % THREADS];
    __syncthreads();
    to[t] = v[0][0] + v[1][2] * v[2][1];
}

int main() {
    int *d_to;
    cudaMalloc(&d_to, sizeof(int[THREADS]));
    by_name<<<2, THREADS>>>(d_to);
    print("by_name", d_to, THREADS);
    by_row<<<2, THREADS>>>(d_to);
    print("by_row", d_to, THREADS);
    by_item<<<2, THREADS>>>(d_to);
    print("by_item", d_to, THREADS);
    by_function<<<2, THREADS>>>(d_to);
    print("by_function", d_to, THREADS);
    in_inner_loops<<<2, THREADS>>>(d_to);
    print("in_inner_loops", d_to, THREADS);
    return 0;
}
