/**
 * @file
 * @brief Bitonic sort of a whole array in global memory, a launch a step, checked against std::sort.
 */
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

struct Less {
    __host__ __device__ bool operator()(float a, float b) const { return a < b; }
};

__device__ __forceinline__ void exchange(float &a, float &b) {
    float c = a;
    a = b;
    b = c;
}

template <class Compare> __global__ void step(float *keys, int j, int k, Compare less) {
    int i = threadIdx.x + blockDim.x * blockIdx.x, partner = i ^ j;
    if (partner > i && ((i & k) == 0) == less(keys[partner], keys[i])) exchange(keys[i], keys[partner]);
}

int main() {
    const int n = 1 << 14;
    std::vector<float> keys(n);
    std::mt19937 random(5);
    for (float &key : keys) key = std::uniform_real_distribution<float>(-1, 1)(random);
    float *d_keys;
    cudaMalloc((void **)&d_keys, n * sizeof(float));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) step<<<n / 256, 256>>>(d_keys, j, k, Less());
    std::vector<float> sorted(n);
    cudaMemcpy(sorted.data(), d_keys, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    bool right = sorted == keys && cudaDeviceSynchronize() == cudaSuccess;
    printf("%s\n", right ? "PASS" : "FAIL");
    return !right;
}
