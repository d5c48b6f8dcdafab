/**
 * @file
 * @brief Kernels whose threads have to run one by one, for test_loops.sh: prints a hash of what each computes.
 */
#include "print.h"

enum { THREADS = 64, WORDS = 256 };

/* The lanes of a warp meet in memory. */
__global__ void count(int *words) {
    int *mine = words + threadIdx.x % 4;
    int old = atomicAdd(mine, 1);
    words[8 + threadIdx.x] = old >= 0;
}

__global__ void hand_on(volatile int *words) {
    int t = threadIdx.x;
    while (t > 0 && words[t - 1] == 0) {
    }
    words[t] = t == 0 ? 1 : words[t - 1] + 1;
}

__global__ void shuffle(int *words) {
    int sum = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    words[threadIdx.x] = sum;
}

__device__ int depth(int n) {
    return n ? depth(n / 2) + 1 : 0;
}
__global__ void recursion(int *words) {
    words[threadIdx.x] = depth(threadIdx.x);
}

__global__ void print(int *words) {
    words[threadIdx.x] = 1;
    if (threadIdx.x == 7) printf("thread 7\n");
}

/* Half of the block is at one barrier, and half at another. */
__global__ void two_barriers(int *words) {
    if (threadIdx.x < 16) {
        words[threadIdx.x] = 3;
        __syncthreads();
    } else {
        __syncthreads();
        words[threadIdx.x] = words[threadIdx.x % 16];
    }
}

/* A parameter of nearly the largest size that CUDA has. */
struct table {
    int entries[8000];
};
__global__ void large(int *words, const table t) {
    int sum = 0;
    for (int i = threadIdx.x; i < 8000; i += blockDim.x) sum += t.entries[i];
    words[threadIdx.x] = sum;
}

struct number {
    int value;
};
__device__ number operator+(number a, number b) {
    number sum = {a.value + b.value};
    atomicAdd(&sum.value, 1);
    return sum;
}
__global__ void add(number *numbers) {
    numbers[threadIdx.x] = numbers[threadIdx.x] + numbers[threadIdx.x + THREADS];
}

template <class Word> __global__ void twice(Word *words) {
    words[threadIdx.x] = 5;
    words[threadIdx.x] += words[threadIdx.x];
}

__device__ int counter;
__global__ void leave(int *words) {
    for (int i = 0; i < 100; i++) {
        if (atomicAdd(&counter, 1) > 1000) return;
        words[threadIdx.x] = i > 3;
    }
}

static int *d_words;

static void tell(const char *name) {
    print(name, d_words, WORDS);
    cudaMemset(d_words, 0, WORDS * sizeof(int));
}

int main() {
    cudaMalloc(&d_words, WORDS * sizeof(int));
    cudaMemset(d_words, 0, WORDS * sizeof(int));
    count<<<1, THREADS>>>(d_words);
    tell("count");
    hand_on<<<1, THREADS>>>(d_words);
    tell("hand_on");
    shuffle<<<1, THREADS>>>(d_words);
    tell("shuffle");
    recursion<<<1, THREADS>>>(d_words);
    tell("recursion");
    print<<<1, THREADS>>>(d_words);
    tell("print");
    two_barriers<<<1, 32>>>(d_words);
    tell("two_barriers");
    static table t;
    for (int i = 0; i < 8000; i++) t.entries[i] = i * i;
    large<<<1, THREADS>>>(d_words, t);
    tell("large");
    add<<<1, THREADS>>>((number *)d_words);
    tell("add");
    twice<<<1, THREADS>>>((volatile int *)d_words);
    tell("twice");
    leave<<<1, THREADS>>>(d_words);
    tell("leave");
    return 0;
}
