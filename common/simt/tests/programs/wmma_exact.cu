/**
 * @file
 * @brief Tensor cores with numbers that floats add up without loss, as most tests have them.
 *
 * The sums have the same bits as by the rule that was measured on GPUs (wmma_rule.h). The sums so far are whole,
 * fractions, large, and -0.
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <type_traits>

#include "wmma_rule.h"

using namespace nvcuda;

enum { ROUNDS = 60, WARPS = 3, TIMES = 3, MOST = 512, SUMS = 256 };

/* Small whole numbers, quarters, powers of two of both sorts, zeros with a sign, and few others. */
static float random_number(int kind) {
    const unsigned x = random_word();
    const float sign = x & 1 ? -1 : 1;
    if (kind == 0) return (float)((x >> 8) % 3);
    if (kind == 1) return sign * (x >> 8 & 15) / 4;
    if (kind == 2) return sign * std::ldexp(1.0f, (int)(x >> 8) % 9 - 4);
    if (kind == 3) return sign * 0.0f;
    return (x >> 8) % 5 ? sign * 0.0f : sign * (float)(x >> 12 & 127);
}
static float random_sum(int kind) {
    const unsigned x = random_word();
    const float sign = x & 1 ? -1 : 1;
    if (x % 5 == 0) return sign * 0.0f;
    if (kind == 0) return sign * (float)(x >> 20);
    if (kind == 1) return sign * 1.2f / 1.1f * (x >> 28);
    if (kind == 2) return sign * (x >> 8) * std::ldexp(1.0f, (int)(random_word() % 40) - 24);
    return sign * std::ldexp(1.0f + (x >> 9) / 8388608.0f, (int)(random_word() % 70) - 35);
}

/* Each warp its own matrices, again and again with the same factors. */
template <class T, class P, int M, int N, int K>
__global__ void multiply(const T *a, const T *b, float *c) {
    const unsigned warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, M, N, K, P, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, M, N, K, P, wmma::row_major> of_b;
    wmma::fragment<wmma::accumulator, M, N, K, float> of_c;
    wmma::load_matrix_sync(of_a, a + warp * MOST, K);
    wmma::load_matrix_sync(of_b, b + warp * MOST, N);
    wmma::load_matrix_sync(of_c, c + warp * SUMS, N, wmma::mem_row_major);
    for (int i = 0; i < TIMES; i++) wmma::mma_sync(of_c, of_a, of_b, of_c);
    wmma::store_matrix_sync(c + warp * SUMS, of_c, N, wmma::mem_row_major);
}

static bool is_right(const char *name, int round, int i, float got, float want) {
    uint32_t x, y;
    memcpy(&x, &got, sizeof(x));
    memcpy(&y, &want, sizeof(y));
    if (x != y) printf("%s, round %d: sum %d is %a, not %a\n", name, round, i, got, want);
    return x == y;
}

template <class T, class P, int M, int N, int K> static bool sums_are_right(const char *name) {
    T *a, *b;
    float *c, x[WARPS * MOST], y[WARPS * MOST], want[WARPS * SUMS];
    bool right = true;
    cudaMallocManaged(&a, WARPS * MOST * sizeof(T));
    cudaMallocManaged(&b, WARPS * MOST * sizeof(T));
    cudaMallocManaged(&c, WARPS * SUMS * sizeof(*c));
    const bool is_half = std::is_same<T, half>::value, is_tf32 = std::is_same<T, float>::value;
    for (int round = 0; round < ROUNDS && right; round++) {
        for (int i = 0; i < WARPS * MOST; i++) a[i] = T(x[i] = random_number(round % 5));
        for (int i = 0; i < WARPS * MOST; i++) b[i] = T(y[i] = random_number(round / 5 % 5));
        for (int i = 0; i < WARPS * SUMS; i++) {
            const int warp = i / SUMS, at = i % SUMS;
            want[i] = c[i] = random_sum(round % 4);
            for (int t = 0; t < TIMES; t++)
                want[i] = rule(x + warp * MOST + at / N * K, y + warp * MOST + at % N, N, K,
                               is_tf32 ? 4 : 16, is_half ? -14 : -126, want[i]);
        }
        multiply<T, P, M, N, K><<<1, 32 * WARPS>>>(a, b, c);
        if (cudaDeviceSynchronize() != cudaSuccess) return false;
        for (int i = 0; i < WARPS * SUMS && right; i++)
            right = is_right(name, round, i, c[i], want[i]);
    }
    return right;
}

int main() {
    bool right = true;
    right &= sums_are_right<half, half, 16, 16, 16>("half, 16 x 16");
    right &= sums_are_right<half, half, 32, 8, 16>("half, 32 x 8");
    right &= sums_are_right<__nv_bfloat16, __nv_bfloat16, 16, 16, 16>("bfloat16, 16 x 16");
    right &= sums_are_right<__nv_bfloat16, __nv_bfloat16, 8, 32, 16>("bfloat16, 8 x 32");
    right &= sums_are_right<float, wmma::precision::tf32, 16, 16, 8>("tf32");
    puts(right ? "PASS" : "FAIL");
    return !right;
}
