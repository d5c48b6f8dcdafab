// Kernels whose threads wait for each other, in functions or around stores: they have to run one by one.
#include <cooperative_groups.h>

#include "print.h"

enum { THREADS = 64, WORDS = 256 };

__device__ int add_one(int *word) {
    return atomicAdd(word, 1);
}
__global__ void calls_atomic(int *words) {
    words[1 + threadIdx.x] = add_one(words) >= 0;
}
__device__ int own_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void calls_index(int *words) {
    words[own_index()] = own_index();
}
__device__ void wait_for(volatile int *word) {
    while (*word == 0) {
    }
}
__global__ void calls_wait(int *words) {
    if (threadIdx.x > 0) wait_for(words + threadIdx.x - 1);
    words[threadIdx.x] = threadIdx.x + 1;
}
__device__ int depth(int n) {
    return n ? depth(n / 2) + 1 : 0;
}
__global__ void calls_itself(int *words) {
    words[threadIdx.x] = depth(threadIdx.x);
}
__device__ int later(int x);
__global__ void calls_pointer(int *words) {
    int (*function)(int) = later;
    words[threadIdx.x] = function(threadIdx.x);
}
__device__ int later(int x) {
    return __shfl_sync(0xffffffff, x, 3);
}
__global__ void calls_later(int *words) {
    words[threadIdx.x] = later(threadIdx.x);
}

/* The lanes of a warp load before they store. */
__global__ void in_step(int *words) {
    __shared__ volatile int v[THREADS];
    int t = threadIdx.x;
    v[t] = t;
    __syncthreads();
    if (t < 32) {
        v[t] += v[(t + 1) % 32];
        v[t] += v[(t + 2) % 32];
    }
    words[t] = v[t];
}
__global__ void asks_block(int *words) {
    auto block = cooperative_groups::this_thread_block();
    words[block.thread_rank()] = block.thread_rank();
    block.sync();
}

static void run(const char *name, void (*kernel)(int *)) {
    int *d_words;
    cudaMalloc(&d_words, WORDS * sizeof(int));
    cudaMemset(d_words, 0, WORDS * sizeof(int));
    kernel<<<1, THREADS>>>(d_words);
    print(name, d_words, WORDS);
    cudaFree(d_words);
}

int main() {
    run("calls_atomic", calls_atomic);
    run("calls_index", calls_index);
    run("calls_wait", calls_wait);
    run("calls_itself", calls_itself);
    run("calls_pointer", calls_pointer);
    run("calls_later", calls_later);
    run("in_step", in_step);
    run("asks_block", asks_block);
    return 0;
}
