/**
 * @file
 * @brief Tensor cores with factors of very different sizes: the sums have the bits of an H100.
 */
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <type_traits>

using namespace nvcuda;

__device__ unsigned scattered(unsigned i) {
    unsigned x = i * 2654435761u + 12345;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    x *= 3266489917u;
    return x ^ x >> 16;
}
/* A number between 2^-e and 2^(e+1), of any sign. */
__device__ float number(unsigned i, int e) {
    const unsigned x = scattered(i);
    const float m = 1.0f + (scattered(i + 77777) & 0x7fffff) / 8388608.0f;
    return ldexpf(x >> 31 ? -m : m, (int)(x % (2 * e + 1)) - e);
}

template <class T, class A, int K, int M = 16> __device__ void multiply(A *out) {
    __shared__ T s_a[16 * 16], s_b[16 * 16];
    __shared__ A s_c[16 * 16];
    for (unsigned i = threadIdx.x; i < M * K; i += 32) {
        s_a[i] = T(number(1 + i, 6));
        s_b[i] = T(number(1001 + i, 6));
    }
    for (unsigned i = threadIdx.x; i < M * M; i += 32)
        s_c[i] = A(number(2001 + i, sizeof(A) == 2 ? 4 : 8));
    __syncwarp();
    typedef typename std::conditional<K == 8, wmma::precision::tf32, T>::type P;
    wmma::fragment<wmma::matrix_a, M, M, K, P, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, M, M, K, P, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, M, M, K, A> c;
    wmma::load_matrix_sync(a, s_a, K);
    wmma::load_matrix_sync(b, s_b, K);
    wmma::load_matrix_sync(c, s_c, M, wmma::mem_row_major);
    if (K == 8)
        for (int i = 0; i < a.num_elements; i++) {
            a.x[i] = wmma::__float_to_tf32(a.x[i]);
            b.x[i] = wmma::__float_to_tf32(b.x[i]);
        }
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, M, wmma::mem_row_major);
}

__global__ void all(float *halves, float *bf16, float *tf32, half *sums, double *doubles) {
    multiply<half, float, 16>(halves);
    multiply<__nv_bfloat16, float, 16>(bf16);
    multiply<float, float, 8>(tf32);
    multiply<half, half, 16>(sums);
    multiply<double, double, 4, 8>(doubles);
}

/* Denormal halves, a zero next to the largest half, and sums far below the products. */
__global__ void tiny(float *out) {
    __shared__ half s_a[256], s_b[256];
    __shared__ float s_c[256];
    for (unsigned i = threadIdx.x; i < 512; i += 32) {
        unsigned word = (i * 40503u >> 3 & 0x83ff) | (i % 5 ? 0 : 0x3c00);
        if (i < 16) word = i == 0 ? 0x7bff : i == 1 ? 3 : 0;
        if (i == 256 || i == 257) word = i == 256 ? 0 : 0x0401;
        half *s = i < 256 ? s_a : s_b;
        s[i % 256] = __ushort_as_half((unsigned short)word);
    }
    for (unsigned i = threadIdx.x; i < 256; i += 32) s_c[i] = i % 3 * 1e-9f;
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, s_a, 16);
    wmma::load_matrix_sync(b, s_b, 16);
    wmma::load_matrix_sync(c, s_c, 16, wmma::mem_row_major);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

/* From which word on, and what an H100 gives. */
static const struct {
    int from;
    unsigned want[10];
} measured[] = {
    {0,
     {0x439355cf, 0x445371f9, 0xc5dc880a, 0xc25ac208, 0x42b40a30, 0xc5ff5af0, 0x447d2e77,
      0x45ffd622, 0x459b7495, 0xc63b62e5}},
    {260,
     {0x42b1e1e0, 0xc5ff1f3a, 0x447d31ab, 0x45ff2899, 0x459b5e8a, 0xc63adf13, 0xc4bd54b0,
      0xc61157c8, 0x46314907, 0xc5b10d88}},
    {512,
     {0x442a1a7d, 0xc4d2db1e, 0x41d524f5, 0xc538d3ba, 0xc48c8993, 0x440e3cc1, 0xc53d2865,
      0x456b9146, 0x4392c406, 0xc54b3e6c}},
    {768,
     {0x61005cca, 0xd2d6eee4, 0xeffa5d2c, 0x6ff863d7, 0xf1c46cdb, 0xf08de5e9, 0xed8b718b,
      0x692cda06, 0xdaeed489, 0x60e3617b}},
    {910,
     {0xbc5ff616, 0xc040d727, 0xb61288d4, 0xc080457a, 0xeea7d074, 0x4083bb96, 0xa347a200,
      0xc062ee98, 0xa66d22f8, 0xc08af471}},
    {1024,
     {0x2d403000, 0x40536590, 0x406ee220, 0x3e27eaec, 0xc792eda0, 0xbf82efa0, 0x3fb9e8c0,
      0x3ff0e1e0, 0xc013ed81, 0xc7d7a508}},
    {1041,
     {0x391558b5, 0x39b6759e, 0x39102a22, 0xb98d63e2, 0x4034b6b0, 0x39adcbd5, 0xb8e54a07,
      0xb92103e2, 0xb94f62dc, 0x3ee91980}},
};

int main() {
    unsigned *words;
    bool right = true;
    cudaMallocManaged(&words, 1280 * sizeof(*words));
    float *f = (float *)words;
    all<<<1, 32>>>(f, f + 256, f + 512, (half *)(f + 768), (double *)(f + 896));
    tiny<<<1, 32>>>(f + 1024);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (const auto &m : measured)
        for (int i = 0; i < 10; i++)
            if (words[m.from + i] != m.want[i]) {
                printf("word %d is 0x%08x\n", m.from + i, words[m.from + i]);
                right = false;
            }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
