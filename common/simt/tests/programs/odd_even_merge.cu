/**
 * @file
 * @brief Batcher's odd-even merge sort of keys with values: blocks in shared memory, then one launch a step.
 */
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iostream>
#include <vector>

typedef unsigned int uint;
#define TILE 512U

__device__ inline void compare(uint &key_a, uint &value_a, uint &key_b, uint &value_b, uint up) {
    if ((key_a > key_b) != up) return;
    uint t = key_a;
    key_a = key_b, key_b = t;
    t = value_a;
    value_a = value_b, value_b = t;
}

__global__ void sort_tiles(uint *keys, uint *values, uint up) {
    __shared__ uint s_key[TILE], s_value[TILE];
    const uint first = __umul24(blockIdx.x, TILE), t = threadIdx.x;
    keys += first, values += first;
    for (uint i = t; i < TILE; i += blockDim.x) s_key[i] = keys[i], s_value[i] = values[i];
    for (uint size = 2; size <= TILE; size <<= 1) {
        const uint offset = t & (size / 2 - 1);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            const uint at = 2 * t - (t & (stride - 1));
            if (stride == size / 2)
                compare(s_key[at], s_value[at], s_key[at + stride], s_value[at + stride], up);
            else if (offset >= stride)
                compare(s_key[at - stride], s_value[at - stride], s_key[at], s_value[at], up);
        }
    }
    __syncthreads();
    for (uint i = t; i < TILE; i += blockDim.x) keys[i] = s_key[i], values[i] = s_value[i];
}

__global__ void merge_step(uint *keys, uint *values, uint size, uint stride, uint up) {
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    uint a = 2 * i - (i & (stride - 1)), b = a + stride;
    if (stride < size / 2) {
        if ((i & (size / 2 - 1)) < stride) return;
        b = a, a -= stride;
    }
    compare(keys[a], values[a], keys[b], values[b], up);
}

static void sort_pairs(uint *d_keys, uint *d_values, uint n, bool up) {
    assert(n % TILE == 0 && (n & (n - 1)) == 0);
    sort_tiles<<<n / TILE, TILE / 2>>>(d_keys, d_values, up);
    for (uint size = 2 * TILE; size <= n; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1)
            merge_step<<<n / 256, 128>>>(d_keys, d_values, size, stride, up);
}

int main(int argc, char **argv) {
    const uint n = argc > 1 ? std::atoi(argv[1]) : 1u << 13;
    std::vector<uint> keys(n), sorted(n), values(n);
    for (uint i = 0; i < n; i++) keys[i] = std::rand() % 5000, values[i] = i;
    uint *d_keys = NULL, *d_values = NULL;
    cudaMalloc((void **)&d_keys, n * sizeof(uint));
    cudaMalloc((void **)&d_values, n * sizeof(uint));
    bool right = true;
    for (int up = 0; up < 2; up++) {
        cudaMemcpy(d_keys, &keys[0], n * sizeof(uint), cudaMemcpyHostToDevice);
        cudaMemcpy(d_values, &values[0], n * sizeof(uint), cudaMemcpyHostToDevice);
        sort_pairs(d_keys, d_values, n, up != 0);
        cudaMemcpy(&sorted[0], d_keys, n * sizeof(uint), cudaMemcpyDeviceToHost);
        cudaMemcpy(&values[0], d_values, n * sizeof(uint), cudaMemcpyDeviceToHost);
        for (uint i = 0; i < n; i++) right = right && keys[values[i]] == sorted[i];
        right = right && (up ? std::is_sorted(sorted.begin(), sorted.end())
                             : std::is_sorted(sorted.rbegin(), sorted.rend()));
        for (uint i = 0; i < n; i++) values[i] = i;
    }
    right = right && cudaDeviceSynchronize() == cudaSuccess;
    std::cout << (right ? "PASS" : "FAIL") << std::endl;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
