/**
 * @file
 * @brief A sum in the manner of the web: a template over type and block size, dynamic shared memory,
 *        shuffles for the last warp, std::vector on the host.
 */
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " << cudaGetErrorString(error) << "\n"; \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

template <typename T, int BLOCK> __global__ void reduce(const T *in, T *out, size_t n) {
    extern __shared__ __align__(sizeof(T)) unsigned char raw[];
    T *shared = reinterpret_cast<T *>(raw);
    T sum = 0;
    for (size_t i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += (size_t)BLOCK * gridDim.x) sum += in[i];
    shared[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int half = BLOCK / 2; half >= 32; half /= 2) {
        if ((int)threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x < 32) {
        sum = shared[threadIdx.x];
        for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

template <typename T, int BLOCK> bool sums(size_t n) {
    std::vector<T> keys(n), parts(16);
    std::generate(keys.begin(), keys.end(), [] { return (T)(std::rand() % 100); });
    T *d_keys, *d_parts, got = 0, want = 0;
    CHECK(cudaMalloc(&d_keys, n * sizeof(T) + 1));
    CHECK(cudaMalloc(&d_parts, parts.size() * sizeof(T)));
    CHECK(cudaMemcpy(d_keys, keys.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    reduce<T, BLOCK><<<(unsigned)parts.size(), BLOCK, BLOCK * sizeof(T)>>>(d_keys, d_parts, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(parts.data(), d_parts, parts.size() * sizeof(T), cudaMemcpyDeviceToHost));
    for (T part : parts) got += part;
    for (T key : keys) want += key;
    CHECK(cudaFree(d_keys));
    CHECK(cudaFree(d_parts));
    return got == want;
}

int main() {
    bool right = sums<int, 64>(1000) && sums<int, 512>(100001) && sums<double, 256>(65536) && sums<long long, 128>(0);
    std::cout << (right ? "PASS" : "FAIL") << std::endl;
    return !right;
}
