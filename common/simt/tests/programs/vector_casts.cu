/**
 * @file
 * @brief Sixteen bytes at a time, by casts of pointers: C++ forbids them, nvcc takes them, and so much CUDA is written.
 */
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>

constexpr unsigned N = 1 << 12;

__device__ float to_float(float x) {
    return x;
}
__device__ float to_float(half x) {
    return __half2float(x);
}
__device__ void from_float(float &to, float x) {
    to = x;
}
__device__ void from_float(half &to, float x) {
    to = __float2half(x);
}

/* A pack is loaded and stored as a uint4, and holds other types in between. */
template <typename T> __global__ void blend(T *out, const T *a, const T *b, float share) {
    constexpr unsigned pack = 16 / sizeof(T);
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / pack) return;
    uint4 from_a = reinterpret_cast<const uint4 *>(a)[i],
          from_b = reinterpret_cast<const uint4 *>(b)[i], mixed;
#pragma unroll
    for (unsigned k = 0; k < pack; k++)
        from_float(reinterpret_cast<T *>(&mixed)[k],
                   to_float(reinterpret_cast<const T *>(&from_a)[k]) * share +
                       to_float(reinterpret_cast<const T *>(&from_b)[k]));
    reinterpret_cast<uint4 *>(out)[i] = mixed;
}

/* The exponent of a float, by its bits; the fraction of a double, by its halves. */
__global__ void take_apart(int *exponents, uint32_t *halves, const float *x) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i] * 2.0f;
    uint32_t bits = *(uint32_t *)&value;
    *(uint32_t *)&value = bits & 0x807fffffu | 0x3f800000u;
    exponents[i] = (int)(bits >> 23 & 255) - 127 + 1000 * (value >= 1.0f && value < 2.0f);
    double wide = value;
    ((uint32_t *)&wide)[0] = i;
    halves[2 * i] = *(uint64_t *)&wide >> 32;
    halves[2 * i + 1] = (uint32_t) * (uint64_t *)&wide;
}

/* A tile that is written by words and read by floats, one thread each. */
__global__ void through_shared(float *out, const float *x) {
    __shared__ uint4 tile[32];
    const int t = threadIdx.x;
    float *mine = (float *)&tile[t];
    tile[t] = make_uint4(0, 0, 0, 0);
    for (int k = 0; k < 4; k++) mine[k] += x[4 * t + k];
    const uint4 all = tile[t];
    for (int k = 0; k < 4; k++) out[4 * t + k] = ((const float *)&all)[k] + 1.0f;
}

template <typename T> static bool blends(float (*back)(T), T (*there)(float)) {
    T *memory;
    cudaMallocManaged(&memory, 3 * N * sizeof(T));
    for (unsigned i = 0; i < N; i++) {
        memory[i] = there(0.5f * (i % 64));
        memory[N + i] = there(1.0f * (i % 32));
    }
    blend<T><<<N / 256, 256>>>(memory + 2 * N, memory, memory + N, 0.5f);
    bool right = cudaDeviceSynchronize() == cudaSuccess;
    for (unsigned i = 0; i < N; i++)
        right = right && back(memory[2 * N + i]) == 0.25f * (i % 64) + i % 32;
    cudaFree(memory);
    return right;
}

int main() {
    bool right = blends<float>([](float x) { return x; }, [](float x) { return x; }) &&
                 blends<half>([](half x) { return __half2float(x); },
                              [](float x) { return __float2half(x); });
    float *x, *out;
    int *exponents;
    uint32_t *halves;
    cudaMallocManaged(&x, 128 * sizeof *x);
    cudaMallocManaged(&out, 128 * sizeof *out);
    cudaMallocManaged(&exponents, 128 * sizeof *exponents);
    cudaMallocManaged(&halves, 256 * sizeof *halves);
    for (int i = 0; i < 128; i++) x[i] = (float)(1 << i % 24);
    take_apart<<<1, 128>>>(exponents, halves, x);
    through_shared<<<1, 32>>>(out, x);
    right = right && cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < 128; i++)
        right = right && exponents[i] == 1001 + i % 24 && halves[2 * i] == 0x3ff00000u &&
                halves[2 * i + 1] == (uint32_t)i && out[i] == x[i] + 1.0f;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
