/**
 * @file
 * @brief Loads and stores of global memory: strides, gathers, wide and narrow types.
 */
#include "golden.h"

#define HERE (blockIdx.x * blockDim.x + threadIdx.x)

struct three {
    float x, y, z;
};
struct pair {
    float key;
    int value;
};

__global__ void copy_words(const int *a, int *b) {
    b[HERE] = a[HERE] + 1;
}
__global__ void load_stride_32(const int *a, int *b) {
    b[HERE] = a[HERE * 32] + 1;
}
__global__ void load_stride_2(const int *a, int *b) {
    b[HERE] = a[HERE * 2];
}
__global__ void load_stride_3(const int *a, int *b) {
    b[HERE] = a[HERE * 3];
}
__global__ void load_stride_8(const int *a, int *b) {
    b[HERE] = a[HERE * 8];
}
__global__ void store_stride_5(const int *a, int *b) {
    b[HERE * 5] = a[HERE];
}
__global__ void sum_of_8(const int *a, int *b) {
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += a[8 * HERE + k];
    b[HERE] = sum;
}
__global__ void load_next(const int *a, int *b) {
    b[HERE] = a[HERE + 1];
}
__global__ void load_backwards(const int *a, int *b) {
    b[HERE] = a[255 - threadIdx.x];
}
__global__ void load_one(const int *a, int *b) {
    b[HERE] = a[blockIdx.x];
}
__global__ void load_pairs_of_lanes(const int *a, int *b) {
    b[HERE] = a[HERE / 2];
}
__global__ void odd_threads(const int *a, int *b) {
    if (threadIdx.x & 1) b[HERE] = a[HERE];
}
__global__ void few_threads(const int *a, int *b) {
    if ((threadIdx.x & 31) < 5) b[HERE] = a[HERE];
}
__global__ void gather_words(const int *a, int *b, const int *i) {
    b[HERE] = a[i[HERE]];
}
__global__ void gather_near(const int *a, int *b, const int *i) {
    b[HERE] = a[i[HERE] & 127];
}
__global__ void scatter_words(const int *a, int *b, const int *i) {
    b[i[HERE]] = a[HERE];
}
__global__ void copy_bytes(const char *a, char *b) {
    b[HERE] = a[HERE];
}
__global__ void gather_bytes(const char *a, char *b, const int *i) {
    b[HERE] = a[i[HERE]];
}
__global__ void copy_shorts(const short *a, short *b) {
    b[HERE] = (short)(a[HERE * 2] + 1);
}
__global__ void copy_longs(const long long *a, long long *b) {
    b[HERE] = a[HERE] + 1;
}
__global__ void gather_longs(const long long *a, long long *b, const int *i) {
    b[HERE] = a[i[HERE]];
}
__global__ void longs_one(const long long *a, long long *b) {
    b[HERE] = a[blockIdx.x];
}
__global__ void copy_float4(const float4 *a, float4 *b) {
    b[HERE] = a[HERE];
}
__global__ void gather_float4(const float4 *a, float4 *b, const int *i) {
    b[HERE] = a[i[HERE]];
}
__global__ void float4_one(const float4 *a, float4 *b) {
    b[HERE] = a[blockIdx.x];
}
__global__ void float4_stride_2(const float4 *a, float4 *b) {
    b[HERE] = a[2 * HERE];
}
__global__ void scale_float4(const float4 *a, float4 *b) {
    float4 v = a[HERE];
    v.x *= 2;
    v.y += v.z;
    v.w = v.x;
    b[HERE] = v;
}
__global__ void float2_sums(const float2 *a, float *b) {
    float2 v = a[HERE];
    b[HERE] = v.x + v.y;
}
__global__ void copy_three(const three *a, three *b) {
    b[HERE] = a[HERE];
}
__global__ void swap_pairs(const pair *a, pair *b) {
    pair p = a[HERE];
    b[HERE ^ 1] = p;
}
__global__ void keys_of_pairs(const pair *a, float *b) {
    b[HERE] = a[HERE].key;
}

void run_access(golden g) {
    RUN(64, THREADS, copy_words, g.a, g.b);
    RUN(64, THREADS, load_stride_32, g.a, g.b);
    RUN(64, THREADS, load_stride_2, g.a, g.b);
    RUN(64, THREADS, load_stride_3, g.a, g.b);
    RUN(64, THREADS, load_stride_8, g.a, g.b);
    RUN(64, THREADS, store_stride_5, g.a, g.b);
    RUN(64, THREADS, sum_of_8, g.a, g.b);
    RUN(1, THREADS, load_next, g.a, g.b);
    RUN(2, THREADS, load_backwards, g.a, g.b);
    RUN(2, THREADS, load_one, g.a, g.b);
    RUN(2, THREADS, load_pairs_of_lanes, g.a, g.b);
    RUN(1, THREADS, odd_threads, g.a, g.b);
    RUN(2, THREADS, few_threads, g.a, g.b);
    RUN(4, THREADS, gather_words, g.a, g.b, g.i);
    RUN(4, THREADS, gather_near, g.a, g.b, g.i);
    RUN(4, THREADS, scatter_words, g.a, g.b, g.i);
    RUN(2, THREADS, copy_bytes, (char *)g.a, (char *)g.b);
    RUN(2, THREADS, gather_bytes, (char *)g.a, (char *)g.b, g.i);
    RUN(2, THREADS, copy_shorts, (short *)g.a, (short *)g.b);
    RUN(2, THREADS, copy_longs, (long long *)g.a, (long long *)g.b);
    RUN(4, THREADS, gather_longs, (long long *)g.a, (long long *)g.b, g.i);
    RUN(2, THREADS, longs_one, (long long *)g.a, (long long *)g.b);
    RUN(1, THREADS, copy_float4, (float4 *)g.a, (float4 *)g.b);
    RUN(4, THREADS, gather_float4, (float4 *)g.a, (float4 *)g.b, g.i);
    RUN(2, THREADS, float4_one, (float4 *)g.a, (float4 *)g.b);
    RUN(2, THREADS, float4_stride_2, (float4 *)g.a, (float4 *)g.b);
    RUN(2, THREADS, scale_float4, (float4 *)g.a, (float4 *)g.b);
    RUN(2, THREADS, float2_sums, (float2 *)g.a, (float *)g.b);
    RUN(1, THREADS, copy_three, (three *)g.a, (three *)g.b);
    RUN(2, THREADS, swap_pairs, (pair *)g.a, (pair *)g.b);
    RUN(2, THREADS, keys_of_pairs, (pair *)g.a, (float *)g.b);
}
