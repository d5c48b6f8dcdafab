// Kernels that call functions with barriers which cannot be written out in them. Their threads run one by one.
#include <cooperative_groups.h>

#include "print.h"

namespace cg = cooperative_groups;

enum { THREADS = 64, WORDS = 256 };

__device__ int level = 3;

__device__ int two_ways(int x) {
    __syncthreads();
    if (x > 7) return x;
    return 2 * x;
}
__global__ void returns_twice(int *words) {
    words[threadIdx.x] = two_ways(threadIdx.x);
}

__device__ int neighbour(int x) {
    __shared__ int part[THREADS];
    __syncthreads();
    part[threadIdx.x] = x;
    __syncthreads();
    return part[threadIdx.x ^ 1];
}
__global__ void shares_array(int *words) {
    int a = neighbour(threadIdx.x);
    int b = neighbour(a * a);
    words[threadIdx.x] = a + 10 * b;
}

__device__ int next(int *part, int x) {
    int t = threadIdx.x;
    __syncthreads();
    part[t] += x;
    __syncthreads();
    return part[(t + 1) % THREADS];
}
__global__ void looks_before(int *words) {
    __shared__ int part[THREADS];
    int t = threadIdx.x, sum;
    part[t] = t;
    __syncthreads();
    sum = part[t] * 1000 + next(part, 7);
    words[t] = sum;
}
__global__ void calls_twice(int *words) {
    __shared__ int part[THREADS];
    part[threadIdx.x] = 1;
    words[threadIdx.x] = next(part, 2) + 3 * next(part, 5);
}

__device__ int of_level(int x) {
    __syncthreads();
    return level * x;
}
__global__ void has_level(int *words) {
    int level = 100 + threadIdx.x;
    int x = of_level(2);
    words[threadIdx.x] = x + level;
}
template <int level> __global__ void of_template(int *words) {
    int x = of_level(2);
    words[threadIdx.x] = x + level;
}

namespace far {
__device__ int level = 11;
__device__ int of_far(int x) {
    __syncthreads();
    return level * x;
}
} // namespace far
using far::of_far;
__global__ void calls_far(int *words) {
    int x = of_far(2);
    words[threadIdx.x] = x;
}

__device__ void store_in_step(volatile int *v, int x) {
    v[threadIdx.x] = x;
    __syncthreads();
}
__global__ void knows_both(int *words) {
    __shared__ int v[THREADS + 1];
    int t = threadIdx.x;
    v[t + 1] = t;
    v[t] = 2 * t;
    store_in_step(v, 3 * t);
    words[t] = v[t] + v[t + 1];
}

__global__ void moves_on(int *words) {
    __shared__ int part[THREADS];
    int t = threadIdx.x;
    part[t] = t;
    __syncthreads();
    int at = t;
    for (int i = 0; i < 2; i++) {
        __syncthreads();
        part[at] = i + t;
    }
    at = (at + 1) % THREADS;
    words[t] = part[at];
}

__device__ void waits_in_head(int *word) {
    __syncthreads();
    atomicAdd(word, 1);
}
__device__ int counted(int *word) {
    waits_in_head(word);
    __syncthreads();
    return *(volatile int *)word;
}
__global__ void in_head(int *words) {
    for (int i = 0; i < counted(words + WORDS - 1) && i < 5; i++) words[threadIdx.x] += i;
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
    run("returns_twice", returns_twice);
    run("shares_array", shares_array);
    run("looks_before", looks_before);
    run("calls_twice", calls_twice);
    run("has_level", has_level);
    run("of_template", of_template<8>);
    run("calls_far", calls_far);
    run("knows_both", knows_both);
    run("moves_on", moves_on);
    run("in_head", in_head);
    return 0;
}
