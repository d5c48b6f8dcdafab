/**
 * @file
 * @brief Launches of many short blocks, for test_loops.sh: a worker takes more than one at a time. The last launch has
 * a fault in one of them.
 */
#include <stdio.h>

enum { X = 50, Y = 40, Z = 20, BLOCKS = X * Y * Z, THREADS = 40, FAR = 33333 };

__global__ void index(unsigned *words) {
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    words[block * THREADS + threadIdx.x] += block * 1000003 + threadIdx.x + blockDim.x;
}
/* In every third block other threads than a box have something to do. */
__global__ void parted(unsigned *words) {
    extern __shared__ unsigned part[];
    unsigned t = threadIdx.x, block = blockIdx.x;
    part[t] = block * 31 + t;
    __syncthreads();
    unsigned sum = part[THREADS - 1 - t];
    if ((t + block) % 3 == 0 || block % 3) sum += part[t / 2];
    words[block * THREADS + t] = sum;
}
__global__ void fault(unsigned *words, size_t far) {
    if (threadIdx.x < 7) words[blockIdx.x == FAR && threadIdx.x == 5 ? far : blockIdx.x] = 1;
}

static void print(const char *name, unsigned *words, size_t n) {
    unsigned hash = 0;
    cudaError_t error = cudaDeviceSynchronize();
    for (size_t i = 0; i < n && !error; i++) hash = hash * 31 + words[i];
    printf("%s %08x %s\n", name, hash, cudaGetErrorName(error));
}

int main() {
    unsigned *words;
    cudaMallocManaged(&words, BLOCKS * THREADS * sizeof(*words));
    cudaMemset(words, 0, BLOCKS * THREADS * sizeof(*words));
    for (int i = 0; i < 3; i++) index<<<dim3(X, Y, Z), THREADS>>>(words);
    print("index", words, BLOCKS * THREADS);
    parted<<<BLOCKS, THREADS, THREADS * sizeof(*words)>>>(words);
    print("parted", words, BLOCKS * THREADS);
    fault<<<BLOCKS, THREADS>>>(words, (size_t)1 << 44);
    print("fault", words, 0);
    return 0;
}
