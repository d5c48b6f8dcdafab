// Numbers of four, six and eight bits, signed averages in parts of a word, pairs of floats, and named barriers. The
// hashes are those that NVIDIA's headers give on the host.
#include <cstdio>
#include <cstring>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

int failed = 0;
#define EXPECT(what) if (!(what)) printf("line %d: %s\n", __LINE__, #what), failed = 1

static unsigned long long hash = 1469598103934665603ull;
static void put(unsigned x) {
    for (int i = 0; i < 4; i++) hash = (hash ^ (x >> 8 * i & 255)) * 1099511628211ull;
}
static unsigned long long taken() {
    unsigned long long h = hash;
    hash = 1469598103934665603ull;
    return h;
}

static void conversions() {
    for (int zero = 0; zero < 2; zero++) {
        cudaRoundMode how = zero ? cudaRoundZero : cudaRoundNearest, up = zero ? cudaRoundZero : cudaRoundPosInf;
        for (int i = 0; i < 65536; i++) {
            __half_raw a;
            __nv_bfloat16_raw b;
            a.x = b.x = (unsigned short)i;
            put(__nv_cvt_halfraw_to_fp4(a, __NV_E2M1, how));
            put(__nv_cvt_halfraw_to_fp6(a, __NV_E2M3, how));
            put(__nv_cvt_halfraw_to_fp6(a, __NV_E3M2, how));
            put(__nv_cvt_bfloat16raw_to_fp4(b, __NV_E2M1, how));
            put(__nv_cvt_bfloat16raw_to_fp6(b, __NV_E2M3, how));
            put(__nv_cvt_bfloat16raw_to_fp6(b, __NV_E3M2, how));
        }
        EXPECT(taken() == (zero ? 0x89feb30fbac82403ull : 0x68c41b9c7a76bf83ull));
        for (int i = 0; i < 65536; i++) {
            __nv_bfloat16_raw b;
            __nv_bfloat162_raw c;
            b.x = c.x = (unsigned short)i;
            c.y = (unsigned short)(i * 3);
            put(__nv_cvt_bfloat16raw_to_e8m0(b, __NV_SATFINITE, up));
            put(__nv_cvt_bfloat162raw_to_e8m0x2(c, __NV_SATFINITE, up));
        }
        EXPECT(taken() == (zero ? 0x82745d855bde20c3ull : 0x622f69f08f9a2003ull));
    }
    EXPECT((float)__nv_fp4_e2m1(2.4f) == 2 && (float)__nv_fp4_e2m1(-100) == -6 && (int)__nv_fp6_e2m3(7.4f) == 7);
    EXPECT((float)__nv_fp6_e3m2(1000.0) == 28 && (float)__nv_fp8_e8m0(5.0f) == 8);
}

__global__ void types(float4 *out) {
    const float4 x = {0.3f * threadIdx.x, -1, 2.6f, 40};
    out[4 * threadIdx.x] = (float4)__nv_fp4x4_e2m1(x);
    out[4 * threadIdx.x + 1] = (float4)__nv_fp6x4_e2m3(x);
    out[4 * threadIdx.x + 2] = (float4)__nv_fp6x4_e3m2(x);
    const float2 pair = (float2)__nv_fp4x2_e2m1(make_float2(0.2f, 3.6f));
    out[4 * threadIdx.x + 3] = make_float4(pair.x, pair.y, 0, 0);
}

// The average as the instructions of a GPU without vavrg compute it.
__host__ __device__ unsigned averages(unsigned a, unsigned b, unsigned low, unsigned high, int bits) {
    unsigned odd = (a ^ b) & low, sign = (a ^ b) & high;
    unsigned r = ((a & ~low) >> 1) + ((b & ~low) >> 1) + (a & b & low);
    r ^= sign;
    return r + (~(r >> (bits - 1)) & odd);
}
__global__ void average(unsigned *differ) {
    unsigned x = 123456789 + threadIdx.x;
    for (int i = 0; i < 1000; i++) {
        x = x * 1664525 + 1013904223;
        const unsigned y = x * 22695477 + 1;
        if (__vavgs2(x, y) != averages(x, y, 0x00010001, 0x80008000, 16)) atomicAdd(differ, 1);
        if (__vavgs4(x, y) != averages(x, y, 0x01010101, 0x80808080, 8)) atomicAdd(differ, 1);
    }
}

// Two halves of a block, each with a barrier of its own, sum up their numbers in turn.
__global__ void halves(int *out) {
    __shared__ int sum[2];
    const int half = threadIdx.x / 64;
    if (threadIdx.x % 64 == 0) sum[half] = 0;
    __barrier_sync_count(1 + half, 64);
    atomicAdd(&sum[half], threadIdx.x);
    __barrier_sync_count(1 + half, 64);
    if (threadIdx.x % 64 == 1) out[half] = sum[half];
    __barrier_sync(3);
    if (threadIdx.x == 0) out[2] = sum[0] + sum[1] + (int)__isCtaShared(sum);
    __threadfence_cluster();
}

int main() {
    conversions();
    float4 *d_floats, floats[32];
    cudaMalloc(&d_floats, sizeof floats);
    types<<<1, 8>>>(d_floats);
    cudaMemcpy(floats, d_floats, sizeof floats, cudaMemcpyDeviceToHost);
    EXPECT(floats[0].y == -1 && floats[0].z == 3 && floats[0].w == 6 && floats[4].x == 0.5f);
    EXPECT(floats[1].z == 2.5f && floats[1].w == 7.5f && floats[5].x == 0.25f && floats[29].x == 2);
    EXPECT(floats[2].z == 2.5f && floats[2].w == 28 && floats[6].x == 0.3125f && floats[3].x == 0 && floats[3].y == 4);
    unsigned *d_differ, differ = 9;
    cudaMalloc(&d_differ, sizeof differ);
    cudaMemset(d_differ, 0, sizeof differ);
    average<<<1, 64>>>(d_differ);
    cudaMemcpy(&differ, d_differ, sizeof differ, cudaMemcpyDeviceToHost);
    EXPECT(differ == 0);
    int *d_sums, sums[3] = {0};
    cudaMalloc(&d_sums, sizeof sums);
    halves<<<1, 128>>>(d_sums);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    EXPECT(sums[0] == 63 * 32 && sums[1] == 127 * 64 - 63 * 32 && sums[2] == 127 * 64 + 1);
    cudaFree(d_floats);
    cudaFree(d_differ);
    cudaFree(d_sums);
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
