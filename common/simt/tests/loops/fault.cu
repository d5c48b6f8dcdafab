/**
 * @file
 * @brief One thread of many stores out of bounds, for test_loops.sh: the message names it.
 */
#include <stdio.h>

__global__ void store(int *words, size_t far) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1000) words[i == 333 ? far : i] = i;
}

int main() {
    int *d_words;
    cudaMalloc(&d_words, 1000 * sizeof(int));
    store<<<8, 128>>>(d_words, (size_t)1 << 44);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
