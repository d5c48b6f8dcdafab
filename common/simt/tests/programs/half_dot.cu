/**
 * @file
 * @brief A dot product of half2, a half atomicAdd, shuffles of halves, and fp8 numbers.
 */
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void dot(const half2 *a, const half2 *b, float *sum, size_t n) {
    __shared__ half2 s_part[256];
    const unsigned t = threadIdx.x;
    half2 part = __float2half2_rn(0.f);
    for (size_t i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        part = __hfma2(__ldg(&a[i]), b[i], part);
    s_part[t] = part;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d >= 32; d /= 2) {
        if (t < d) s_part[t] += s_part[t + d];
        __syncthreads();
    }
    if (t >= 32) return;
    part = s_part[t];
    for (int d = 16; d > 0; d /= 2) part = __hadd2(part, __shfl_down_sync(0xffffffff, part, d));
    if (t == 0) atomicAdd(sum, __low2float(part) + __high2float(part));
}

__global__ void count(half *h, half2 *pair, __nv_bfloat16 *b) {
    atomicAdd(h, __float2half(1.f));
    atomicAdd(pair, __halves2half2(1.f, 0.5f));
    atomicAdd(b, __float2bfloat16(1.f));
}

__global__ void narrow(const float *in, float *e4m3, float *e5m2, float *half_way, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    e4m3[i] = float(__nv_fp8_e4m3(in[i]));
    e5m2[i] = float(__nv_fp8_e5m2(in[i]));
    half_way[i] = __half2float(__float2half_rz(in[i])) + __half2int_rd(half(in[i]));
}

static bool near(float a, float b) {
    return a == b || fabsf(a - b) < 1e-6f * fabsf(b);
}

int main() {
    const size_t n = 4096;
    half2 *a, *b, *pair;
    half *h;
    __nv_bfloat16 *bf;
    float *out, sum = 0;
    cudaMallocManaged(&a, n * sizeof(*a));
    cudaMallocManaged(&b, n * sizeof(*b));
    cudaMallocManaged(&out, 64 * sizeof(*out));
    cudaMallocManaged(&pair, sizeof(*pair));
    cudaMallocManaged(&h, sizeof(*h));
    cudaMallocManaged(&bf, sizeof(*bf));
    *h = 0.f, *pair = half2(0.f, 0.f), *bf = 0.f, out[0] = 0;
    for (size_t i = 0; i < n; i++) {
        a[i] = __floats2half2_rn(i % 4, 1);
        b[i] = half2(i % 3, half(float(i % 2)));
        sum += (i % 4) * (i % 3) + i % 2;
    }
    dot<<<8, 256>>>(a, b, out, n);
    count<<<4, 100>>>(h, pair, bf);
    bool right = cudaDeviceSynchronize() == cudaSuccess && out[0] == sum;
    right &= float(*h) == 400 && __low2float(*pair) == 400 && __high2float(*pair) == 200;
    right &= float(*bf) == 256; /* 257 has no bfloat16 */

    const float in[8] = {0.1f, -17.f, 449.f, 1e6f, -3e-3f, 1.0625f, 0.f, 65519.f};
    const float e4m3[8] = {0.1015625f, -16, 448, 448, -0.00390625f, 1, 0, 448};
    const float e5m2[8] = {0.09375f, -16, 448, 57344, -0.0029296875f, 1, 0, 57344};
    const float wide[8] = {0.0999755859375f, -34,     898, 65504.f + 2147483647,
                           -1.00299835f,     2.0625f, 0,   131008};
    for (int i = 0; i < 8; i++) out[i] = in[i];
    narrow<<<1, 32>>>(out, out + 8, out + 16, out + 24, 8);
    right &= cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 8; i++)
        if (!near(out[8 + i], e4m3[i]) || !near(out[16 + i], e5m2[i]) ||
            !near(out[24 + i], wide[i])) {
            printf("%g: %.10g %.10g %.10g\n", in[i], out[8 + i], out[16 + i], out[24 + i]);
            right = false;
        }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
