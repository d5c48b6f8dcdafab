/**
 * @file
 * @brief Sums of tensor cores in all shapes, for numbers of many sizes: each is compared with the rule, step by step.
 *
 * The rule is in wmma_rule.h. A 0 is +0, in half too.
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

enum { ROUNDS = 40, MOST = 512, SUMS = 256 };

/* How the numbers of a round are made: small integers, a few bits, all sizes of the short way, and sizes beyond it. */
static float random_number(int kind) {
    const unsigned x = random_word();
    const float sign = x & 1 ? -1 : 1, m = 1 + (x >> 9) / 8388608.0f;
    if (x % 11 == 0) return x & 64 ? -0.0f : 0.0f;
    if (kind == 0) return sign * (x >> 8) / (1 << 22);
    if (kind == 1) return (float)((int)(x >> 8) % 9 - 4);
    if (kind == 2) return sign * m * std::ldexp(1.0f, (int)(random_word() % 28) - 14);
    return sign * m * std::ldexp(1.0f, (int)(random_word() % 5) * (kind == 3 ? 3 : 1) - 7);
}
static float random_sum(int kind) {
    const int e = kind == 0 ? (int)(random_word() % 200) - 100 : (int)(random_word() % 40) - 20;
    return random_word() % 7 == 0 ? 0 : random_number(3) * std::ldexp(1.0f, e);
}

template <class T, class P, class S, int M, int N, int K>
__global__ void multiply(const T *a, const T *b, S *c) {
    wmma::fragment<wmma::matrix_a, M, N, K, P, wmma::row_major> of_a;
    wmma::fragment<wmma::matrix_b, M, N, K, P, wmma::row_major> of_b;
    wmma::fragment<wmma::accumulator, M, N, K, S> of_c;
    wmma::load_matrix_sync(of_a, a, K);
    wmma::load_matrix_sync(of_b, b, N);
    wmma::load_matrix_sync(of_c, c, N, wmma::mem_row_major);
    wmma::mma_sync(of_c, of_a, of_b, of_c);
    wmma::store_matrix_sync(c, of_c, N, wmma::mem_row_major);
}

static float as_float(float x) {
    return x;
}
static float as_float(half x) {
    return __half2float(x);
}
static float as_float(__nv_bfloat16 x) {
    return __bfloat162float(x);
}

/** The nearest number with 10 bits behind the point; of two as near the greater one by magnitude. */
static float as_tf32(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    bits = (bits + (1u << 12)) & ~0u << 13;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

template <class T, class P, class S, int M, int N, int K>
static bool sums_are_right(const char *name) {
    T *a, *b;
    S *c;
    float x[MOST], y[MOST], want[SUMS];
    bool right = true;
    cudaMallocManaged(&a, MOST * sizeof(T));
    cudaMallocManaged(&b, MOST * sizeof(T));
    cudaMallocManaged(&c, SUMS * sizeof(S));
    const bool is_half = std::is_same<T, half>::value, is_tf32 = std::is_same<T, float>::value;
    for (int round = 0; round < ROUNDS && right; round++) {
        const int kind = round % 5;
        for (int i = 0; i < M * K; i++) a[i] = T(random_number(kind)), x[i] = as_float(a[i]);
        for (int i = 0; i < N * K; i++) b[i] = T(random_number(kind)), y[i] = as_float(b[i]);
        for (int i = 0; i < M * K && is_tf32; i++) a[i] = x[i] = as_tf32(x[i]);
        for (int i = 0; i < N * K && is_tf32; i++) b[i] = y[i] = as_tf32(y[i]);
        for (int i = 0; i < SUMS; i++) {
            c[i] = S(random_sum(sizeof(S) == 2 ? 1 : round % 4));
            if (std::isinf(as_float(c[i]))) c[i] = S(1.0f);
            want[i] = as_float(S(rule(x + i / N * K, y + i % N, N, K, is_tf32 ? 4 : 16,
                                      is_half ? -14 : -126, as_float(c[i]))));
        }
        multiply<T, P, S, M, N, K><<<1, 32>>>(a, b, c);
        if (cudaDeviceSynchronize() != cudaSuccess) return false;
        for (int i = 0; i < SUMS && right; i++) {
            right = as_float(c[i]) == want[i] && !std::signbit(as_float(c[i])) == !(want[i] < 0);
            if (!right)
                printf("%s, round %d: sum %d is %a, not %a\n", name, round, i, as_float(c[i]),
                       want[i]);
        }
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return right;
}

template <class T, int M, int N> static bool integers_are_right(const char *name) {
    T *a, *b;
    int *c, want[SUMS];
    bool right = true;
    cudaMallocManaged(&a, MOST * sizeof(T));
    cudaMallocManaged(&b, MOST * sizeof(T));
    cudaMallocManaged(&c, SUMS * sizeof(int));
    for (int round = 0; round < ROUNDS && right; round++) {
        for (int i = 0; i < MOST; i++)
            a[i] = (T)(random_word() >> 8), b[i] = (T)(random_word() >> 8);
        for (int i = 0; i < SUMS; i++) {
            unsigned sum = random_word() >> (round % 2 * 12);
            c[i] = (int)sum;
            for (int k = 0; k < 16; k++) sum += (unsigned)(a[i / N * 16 + k] * b[k * N + i % N]);
            want[i] = (int)sum;
        }
        multiply<T, T, int, M, N, 16><<<1, 32>>>(a, b, c);
        if (cudaDeviceSynchronize() != cudaSuccess) return false;
        for (int i = 0; i < SUMS && right; i++) {
            right = c[i] == want[i];
            if (!right)
                printf("%s, round %d: sum %d is %d, not %d\n", name, round, i, c[i], want[i]);
        }
    }
    return right;
}

int main() {
    bool right = true;
    right &= sums_are_right<half, half, float, 16, 16, 16>("half, 16 x 16");
    right &= sums_are_right<half, half, float, 32, 8, 16>("half, 32 x 8");
    right &= sums_are_right<half, half, float, 8, 32, 16>("half, 8 x 32");
    right &= sums_are_right<half, half, half, 16, 16, 16>("half in half");
    right &= sums_are_right<__nv_bfloat16, __nv_bfloat16, float, 16, 16, 16>("bfloat16, 16 x 16");
    right &= sums_are_right<__nv_bfloat16, __nv_bfloat16, float, 32, 8, 16>("bfloat16, 32 x 8");
    right &= sums_are_right<float, wmma::precision::tf32, float, 16, 16, 8>("tf32");
    right &= integers_are_right<signed char, 16, 16>("signed bytes, 16 x 16");
    right &= integers_are_right<unsigned char, 32, 8>("bytes, 32 x 8");
    right &= integers_are_right<signed char, 8, 32>("signed bytes, 8 x 32");
    puts(right ? "PASS" : "FAIL");
    return !right;
}
