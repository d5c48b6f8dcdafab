// Kernels in which a pointer leads to a thread's own variable. Nobody names the variable again, but it has to live as
// long as the pointer. They run as loops, with the bits of their threads.
#include "print.h"

enum { THREADS = 64 };

struct list {
    int n, items[3];
};
__device__ int *place(int &x) {
    return &x;
}
__device__ int sum(const int *items) {
    return items[0] + items[1];
}

__global__ void by_address(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, x = t;
    int *p = &x;
    s[t] = t;
    __syncthreads();
    *p += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = *p;
}
__global__ void by_reference(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, x = t;
    int *p = place(x);
    s[t] = t;
    __syncthreads();
    *p += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = *p;
}
__global__ void by_parameter(int *to, int *p) {
    __shared__ int s[THREADS];
    int t = threadIdx.x, x = t;
    p = &x;
    s[t] = t;
    __syncthreads();
    *p += s[THREADS - 1 - t] * 2;
    __syncthreads();
    to[t] = *p;
}
__global__ void in_turns(int *to, int n) {
    int t = threadIdx.x, x = t;
    int *p = &x;
    for (int k = 0; k < n; k++) *p += k * t;
    to[t] = *p;
}
__global__ void to_member(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    int4 v = make_int4(t, 1, 2, 3);
    int *p = &(v.y), *q = &v.z;
    s[t] = t;
    __syncthreads();
    *p += s[THREADS - 1 - t] * 2;
    *q += *p;
    __syncthreads();
    to[t] = *p + *q;
}
__global__ void to_member_array(int *to) {
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    list l = {t, {1, 2, t}};
    int *p = l.items;
    s[t] = t;
    __syncthreads();
    p[1] += s[THREADS - 1 - t];
    __syncthreads();
    to[t] = p[1] + p[2];
}
/* These pointers are used at once. */
__global__ void handed_over(float *to) {
    __shared__ float s[THREADS];
    int t = threadIdx.x, both[2] = {t, 7};
    float x, y;
    sincosf(t * 0.5f, &x, &y);
    s[t] = x * y + sum(both);
    __syncthreads();
    to[t] = s[THREADS - 1 - t];
}

int main() {
    int *d_to;
    cudaMalloc(&d_to, sizeof(int[THREADS]));
    by_address<<<2, THREADS>>>(d_to);
    print("by_address", d_to, THREADS);
    by_reference<<<2, THREADS>>>(d_to);
    print("by_reference", d_to, THREADS);
    by_parameter<<<2, THREADS>>>(d_to, d_to);
    print("by_parameter", d_to, THREADS);
    in_turns<<<2, THREADS>>>(d_to, 5);
    print("in_turns", d_to, THREADS);
    to_member<<<2, THREADS>>>(d_to);
    print("to_member", d_to, THREADS);
    to_member_array<<<2, THREADS>>>(d_to);
    print("to_member_array", d_to, THREADS);
    handed_over<<<2, THREADS>>>((float *)d_to);
    print("handed_over", d_to, THREADS);
    return 0;
}
