// Kernels that become loops because calls of functions with barriers are written out in them. Their threads give the
// same bits one by one.
#include <cooperative_groups.h>
#include <vector>

#include "print.h"

namespace cg = cooperative_groups;

enum { N = 1000, THREADS = 64, BLOCKS = 4 };

__device__ unsigned inclusive(unsigned own, volatile unsigned *s_data, unsigned size,
                              cg::thread_block block) {
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
    s_data[pos] = 0;
    pos += size;
    s_data[pos] = own;
    for (unsigned offset = 1; offset < size; offset <<= 1) {
        cg::sync(block);
        unsigned t = s_data[pos] + s_data[pos - offset];
        cg::sync(block);
        s_data[pos] = t;
    }
    return s_data[pos];
}
__device__ unsigned exclusive(unsigned own, volatile unsigned *s_data, unsigned size,
                              cg::thread_block block) {
    return inclusive(own, s_data, size, block) - own;
}
__device__ uint4 exclusive_of_four(uint4 a, volatile unsigned *s_data, unsigned size,
                                   cg::thread_block block) {
    uint4 sums = a;
    sums.y += sums.x;
    sums.z += sums.y;
    sums.w += sums.z;
    unsigned before = exclusive(sums.w, s_data, size / 4, block);
    sums.x += before - a.x;
    sums.y += before - a.y;
    sums.z += before - a.z;
    sums.w += before - a.w;
    return sums;
}
__global__ void scans(uint4 *to, const uint4 *from, unsigned size) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ unsigned s_data[2 * THREADS];
    unsigned pos = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 own = from[pos];
    uint4 sums = exclusive_of_four(own, s_data, size, block);
    to[pos] = sums;
}

__device__ void wait_for_all() {
    __syncthreads();
}
__device__ void meet() {
    wait_for_all();
}
__global__ void turns(float *to, const float *from) {
    __shared__ float part[THREADS];
    int t = threadIdx.x, base = blockIdx.x * THREADS;
    part[t] = from[base + t];
    meet();
    to[base + t] = part[THREADS - 1 - t];
}

/* What stands for the caller's variable, and a name that the kernel has too. */
__device__ void widest(float &low, float &high, float *part) {
    int own = threadIdx.x;
    part[own] = high - low;
    __syncthreads();
    float most = 0;
    for (int i = 0; i < THREADS; i++) most = fmaxf(most, part[i]);
    __syncthreads();
    low -= most;
    high += most;
}
__global__ void widths(float *to, const float *from) {
    __shared__ float s_part[THREADS];
    int own = blockIdx.x * THREADS + threadIdx.x;
    float low = from[own], high = 2 * from[own] + 1;
    widest(low, high, s_part);
    if (own % 3 == 0) low = high;
    widest(high, low, s_part);
    to[own] = low * 3 + high;
}

__device__ float sum_of(float own, float *part, int n) {
    part[threadIdx.x] = own;
    __syncthreads();
    for (int d = n / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
        __syncthreads();
    }
    return part[0];
}
__global__ void means(float *to, const float *from, int rounds) {
    extern __shared__ float dynamic[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float own = from[i];
    for (int k = 0; k < rounds; k++) {
        float sum;
        sum = sum_of(own, dynamic, THREADS);
        own -= sum / THREADS;
        __syncthreads();
        own = sum_of(own * own, dynamic, THREADS);
        __syncthreads();
    }
    to[i] = own;
}

__device__ void meet_in(cg::thread_block block) {
    block.sync();
}
__global__ void hands_on(float *to, const float *from) {
    auto block = cg::this_thread_block();
    int i = blockIdx.x * THREADS + threadIdx.x;
    to[i] = from[i];
    if (blockDim.x > 7) meet_in(block);
    to[BLOCKS * THREADS + i] = to[i ^ 1];
}

/* One value for a block. */
__global__ void adds(float *to, const float *from) {
    __shared__ float first;
    if (threadIdx.x == 0) first = from[blockIdx.x];
    __syncthreads();
    int i = blockIdx.x * THREADS + threadIdx.x;
    to[i] = from[i] + first;
}

int main() {
    enum { WORDS = BLOCKS * THREADS * 4 };
    std::vector<unsigned> words(WORDS);
    std::vector<float> floats(WORDS);
    for (int i = 0; i < WORDS; i++)
        words[i] = i * 2654435761u, floats[i] = (float)(i * 37 % 101) / 7;
    unsigned *d_words, *d_sums;
    float *d_floats, *d_results;
    cudaMalloc(&d_words, WORDS * 4);
    cudaMalloc(&d_sums, WORDS * 4);
    cudaMalloc(&d_floats, WORDS * 4);
    cudaMalloc(&d_results, WORDS * 4);
    cudaMemcpy(d_words, words.data(), WORDS * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_floats, floats.data(), WORDS * 4, cudaMemcpyHostToDevice);
    for (unsigned size = 4; size <= 4 * THREADS; size *= 2) {
        scans<<<BLOCKS, THREADS>>>((uint4 *)d_sums, (const uint4 *)d_words, size);
        print("scans", d_sums, WORDS);
    }
    turns<<<BLOCKS, THREADS>>>(d_results, d_floats);
    print("turns", d_results, BLOCKS * THREADS);
    widths<<<BLOCKS, THREADS>>>(d_results, d_floats);
    print("widths", d_results, BLOCKS * THREADS);
    means<<<BLOCKS, THREADS, THREADS * 4>>>(d_results, d_floats, 3);
    print("means", d_results, BLOCKS * THREADS);
    hands_on<<<BLOCKS, THREADS>>>(d_results, d_floats);
    print("hands_on", d_results, 2 * BLOCKS * THREADS);
    adds<<<BLOCKS, THREADS>>>(d_results, d_floats);
    print("adds", d_results, BLOCKS * THREADS);
    return 0;
}
