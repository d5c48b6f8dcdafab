/**
 * @file
 * @brief Loads and stores of shared memory: banks, broadcasts, wide types, transposes.
 */
#include "golden.h"

/* Each stores a word a thread, in order, and loads one from `from`, of a type. */
#define LOAD_FROM(name, type, items, from)                                                         \
    __global__ void name(const type *a, type *b, const int *i) {                                   \
        __shared__ type s[items];                                                                  \
        int t = threadIdx.x;                                                                       \
        s[t] = a[t];                                                                               \
        __syncthreads();                                                                           \
        b[t] = s[from];                                                                            \
    }
LOAD_FROM(words_reversed, int, 256, 255 - t)
LOAD_FROM(words_one, int, 256, t / 32)
LOAD_FROM(words_two_of_a_bank, int, 256, (t & 1) * 32)
LOAD_FROM(words_gathered, int, 256, i[t] & 255)
LOAD_FROM(words_gathered_64, int, 256, i[t] & 63)
LOAD_FROM(bytes_reversed, char, 256, 255 - t)
LOAD_FROM(bytes_gathered, char, 256, i[t] & 255)
LOAD_FROM(doubles_reversed, double, 256, 255 - t)
LOAD_FROM(doubles_one, double, 256, t / 32)
LOAD_FROM(doubles_halves, double, 256, t / 2)
LOAD_FROM(doubles_two, double, 256, t & 1)
LOAD_FROM(doubles_two_of_a_bank, double, 256, (t & 1) * 16)
LOAD_FROM(doubles_16_apart, double, 256, (t & 15) * 16)
LOAD_FROM(doubles_same_in_halves, double, 256, t & 15)
LOAD_FROM(doubles_halves_apart, double, 256, (t & 15) + (t & 16) * 8)
LOAD_FROM(doubles_gathered, double, 256, i[t] & 255)
LOAD_FROM(doubles_gathered_16, double, 256, i[t] & 15)
LOAD_FROM(float4_reversed, float4, 256, 255 - t)
LOAD_FROM(float4_one_a_warp, float4, 256, t / 32)
LOAD_FROM(float4_two, float4, 256, t & 1)
LOAD_FROM(float4_quarters, float4, 256, t & 7)
LOAD_FROM(float4_fours, float4, 256, t / 4)
LOAD_FROM(float4_eight_apart, float4, 256, (t & 7) * 8)
LOAD_FROM(float4_gathered, float4, 256, i[t] & 255)

/* The same with a part of the lanes alone. */
#define LOAD_PART(name, type, which)                                                               \
    __global__ void name(const type *a, type *b) {                                                 \
        __shared__ type s[256];                                                                    \
        int t = threadIdx.x, lane = t & 31;                                                        \
        s[t] = a[t];                                                                               \
        __syncthreads();                                                                           \
        if (which) b[t] = s[255 - t];                                                              \
    }
LOAD_PART(words_of_few, int, lane < 3)
LOAD_PART(doubles_first_half, double, lane < 16)
LOAD_PART(doubles_odd, double, lane & 1)
LOAD_PART(doubles_ends, double, lane == 0 || lane == 31)
LOAD_PART(float4_first_quarter, float4, lane < 8)
LOAD_PART(float4_every_fourth, float4, (lane & 3) == 0)
LOAD_PART(float4_two_of_each_quarter, float4, (lane & 7) < 2)

__global__ void words_stride(int *b, int k) {
    __shared__ int s[256 * 32];
    int t = threadIdx.x;
    s[t * k] = t;
    __syncthreads();
    b[blockIdx.x * 256 + t] = s[(t ^ 1) * k];
}
__global__ void words_stride_2(int *b, int k) {
    __shared__ int s[256 * 32];
    int t = threadIdx.x;
    s[t * k] = t;
    __syncthreads();
    b[blockIdx.x * 256 + t] = s[(t ^ 1) * k];
}
__global__ void words_stride_32(int *b, int k) {
    __shared__ int s[256 * 32];
    int t = threadIdx.x;
    s[t * k] = t;
    __syncthreads();
    b[blockIdx.x * 256 + t] = s[(t ^ 1) * k];
}
__global__ void doubles_stride_2(const double *a, double *b) {
    __shared__ double s[512];
    int t = threadIdx.x;
    s[2 * t] = a[t];
    __syncthreads();
    b[t] = s[2 * (t ^ 1)];
}
__global__ void words_scattered(const int *a, int *b, const int *i) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[i[t] & 255] = a[t];
    __syncthreads();
    b[t] = s[t];
}
__global__ void doubles_scattered(const double *a, double *b, const int *i) {
    __shared__ double s[256];
    int t = threadIdx.x;
    s[i[t] & 255] = a[t];
    __syncthreads();
    b[t] = s[t];
}
__global__ void neighbours_of_two(const int *a, int *b) {
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = a[t];
    s[t + 256] = a[t + 256];
    __syncthreads();
    b[t] = s[2 * t] + s[2 * t + 1];
}
__global__ void neighbours_dynamic(const int *a, int *b) {
    extern __shared__ int s_all[];
    int t = threadIdx.x;
    s_all[t] = a[t];
    s_all[t + 256] = a[t + 256];
    __syncthreads();
    b[t] = s_all[2 * t] + s_all[2 * t + 1];
}
__global__ void transpose_32(const int *a, int *b) {
    __shared__ int s[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = a[y * 32 + x];
    __syncthreads();
    b[y * 32 + x] = s[x][y];
}
__global__ void transpose_33(const int *a, int *b) {
    __shared__ int s[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = a[y * 32 + x];
    __syncthreads();
    b[y * 32 + x] = s[x][y];
}
__global__ void transpose_global(const int *a, int *b) {
    int x = threadIdx.x, y = threadIdx.y;
    b[x * 32 + y] = a[y * 32 + x];
}
__global__ void transpose_columns(const int *a, int *b) {
    __shared__ int s[32][33];
    int x = threadIdx.x, y = threadIdx.y; // 32 x 8
    for (int row = y; row < 32; row += 8) s[row][x] = a[row * 32 + x];
    __syncthreads();
    for (int row = y; row < 32; row += 8) b[row * 32 + x] = s[x][row];
}

#define RUN_AS(type, kernel)   RUN(1, THREADS, kernel, (type *)g.a, (type *)g.b, g.i)
#define RUN_PART(type, kernel) RUN(1, THREADS, kernel, (type *)g.a, (type *)g.b)

static void run_loads(golden g) {
    RUN_AS(int, words_reversed);
    RUN_AS(int, words_one);
    RUN_AS(int, words_two_of_a_bank);
    RUN_AS(int, words_gathered);
    RUN_AS(int, words_gathered_64);
    RUN_AS(char, bytes_reversed);
    RUN_AS(char, bytes_gathered);
    RUN_AS(double, doubles_reversed);
    RUN_AS(double, doubles_one);
    RUN_AS(double, doubles_halves);
    RUN_AS(double, doubles_two);
    RUN_AS(double, doubles_two_of_a_bank);
    RUN_AS(double, doubles_16_apart);
    RUN_AS(double, doubles_same_in_halves);
    RUN_AS(double, doubles_halves_apart);
    RUN_AS(double, doubles_gathered);
    RUN_AS(double, doubles_gathered_16);
    RUN_AS(float4, float4_reversed);
    RUN_AS(float4, float4_one_a_warp);
    RUN_AS(float4, float4_two);
    RUN_AS(float4, float4_quarters);
    RUN_AS(float4, float4_fours);
    RUN_AS(float4, float4_eight_apart);
    RUN_AS(float4, float4_gathered);
}

void run_shared(golden g) {
    run_loads(g);
    RUN_PART(int, words_of_few);
    RUN_PART(double, doubles_first_half);
    RUN_PART(double, doubles_odd);
    RUN_PART(double, doubles_ends);
    RUN_PART(float4, float4_first_quarter);
    RUN_PART(float4, float4_every_fourth);
    RUN_PART(float4, float4_two_of_each_quarter);
    RUN(8, THREADS, words_stride, g.b, 1);
    RUN(8, THREADS, words_stride_2, g.b, 2);
    RUN(8, THREADS, words_stride_32, g.b, 32);
    RUN_PART(double, doubles_stride_2);
    RUN_AS(int, words_scattered);
    RUN_AS(double, doubles_scattered);
    RUN_PART(int, neighbours_of_two);
    g.fill();
    neighbours_dynamic<<<1, THREADS, 512 * sizeof(int)>>>(g.a, g.b);
    RUN(1, dim3(32, 32), transpose_32, g.a, g.b);
    RUN(1, dim3(32, 32), transpose_33, g.a, g.b);
    RUN(1, dim3(32, 32), transpose_global, g.a, g.b);
    RUN(1, dim3(32, 8), transpose_columns, g.a, g.b);
}
