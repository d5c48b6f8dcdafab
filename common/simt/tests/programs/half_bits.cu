/**
 * @file
 * @brief half and bfloat16 arithmetic, over all numbers: the bits are those of an H100.
 */
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { OPS = 12 };

__device__ unsigned bits(__half x) {
    return __half_as_ushort(x);
}
__device__ unsigned bits(__nv_bfloat16 x) {
    return __bfloat16_as_ushort(x);
}
__device__ unsigned bits(__half2 x) {
    return bits(__low2half(x)) * 31 + bits(__high2half(x));
}
__device__ unsigned bits(__nv_bfloat162 x) {
    return bits(__low2bfloat16(x)) * 31 + bits(__high2bfloat16(x));
}

/* Adds up what each operation gives, weighted by the number that it is given. */
template <class T, class T2> __device__ void all(T a, T b, T c, unsigned t, unsigned *sums) {
    const T2 p(a, b), q(b, c), r(c, a);
    const unsigned got[OPS] = {
        bits(__hadd_rn(a, b)), bits(__hsub(a, b)),     bits(__hmul_rn(a, b)),
        bits(__hfma(a, b, c)), bits(__hfma2(p, q, r)), bits(__hadd2_sat(p, q)),
        bits(__hmax2(p, q)),   bits(__hmin(b, c)),     (unsigned)__hlt(a, b) + 2 * __hgeu(b, c),
        bits(__hge2(p, r)),    bits(hsqrt(a)),         __hne2_mask(p, q) + __hisnan(c)};
    for (int i = 0; i < OPS; i++) atomicAdd(&sums[i], got[i] * (t * 2 + 1));
}

__global__ void sum_half(unsigned *sums) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x, u = t * 40503u + 977,
                   v = t * 31u + t / 7;
    all<__half, __half2>(__ushort_as_half(t), __ushort_as_half(u), __ushort_as_half(v), t, sums);
}
__global__ void sum_bfloat16(unsigned *sums) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned u = (t * 40503u & 0x81ff) + 0x3f10, v = t * 31u + t / 7;
    all<__nv_bfloat16, __nv_bfloat162>(__ushort_as_bfloat16(t), __ushort_as_bfloat16(u),
                                       __ushort_as_bfloat16(v), t, sums);
}

/* Measured on an H100. */
const unsigned want[2][OPS] = {
    {0x53437ecc, 0x8ce5ea50, 0xd067795e, 0x24d560e2, 0xd97d784d, 0xfb4d34a9, 0xea2ddb66, 0x936c62c7,
     0xa599ecc4, 0xbd01c800, 0xb5441bfb, 0x33d5db35},
    {0x13d25b10, 0x921e17f0, 0x27dac222, 0x6e81f51a, 0x5da22f4f, 0xf614a78c, 0xe0cf954e, 0x6b296a1f,
     0xa20f6784, 0xf03f6d00, 0x188e29fb, 0x614fd01b}};

int main() {
    unsigned *sums, wrong = 0;
    cudaMallocManaged(&sums, 2 * OPS * sizeof(*sums));
    for (int i = 0; i < 2 * OPS; i++) sums[i] = 0;
    sum_half<<<256, 256>>>(sums);
    sum_bfloat16<<<256, 256>>>(sums + OPS);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < 2 * OPS; i++)
        if (sums[i] != want[i / OPS][i % OPS]) {
            printf("type %d, operation %d: 0x%08x\n", i / OPS, i % OPS, sums[i]);
            wrong++;
        }
    // Of the other type, by an explicit constructor.
    wrong += (float)static_cast<__half>(__nv_bfloat16(2.5f)) != 2.5f;
    wrong += (float)static_cast<__nv_bfloat16>(__half(257.0f)) != 256.0f;
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
