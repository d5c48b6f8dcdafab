/**
 * @file
 * @brief An exercise: six threads turn a word round in place, and the first kernel has a fault.
 *
 *     common/simt/simtcc -O2 -g -o build/turn slides/examples/turn.cu && build/turn
 *     build/turn right          the kernel without the fault
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { N = 6 };

__global__ void turn(char *d_word) {
    int t = threadIdx.x;
    char letter = d_word[N - 1 - t];
    d_word[t] = letter;
}

__global__ void turn_right(char *d_word) {
    int t = threadIdx.x;
    char letter = d_word[N - 1 - t];
    __syncthreads(); // all letters are read
    d_word[t] = letter;
}

int main(int argc, char **argv) {
    char word[N + 1] = "stream", *d_word;
    cudaMalloc(&d_word, N);
    cudaMemcpy(d_word, word, N, cudaMemcpyHostToDevice);
    if (argc > 1 && strcmp(argv[1], "right") == 0)
        turn_right<<<1, N>>>(d_word);
    else
        turn<<<1, N>>>(d_word);
    cudaMemcpy(word, d_word, N, cudaMemcpyDeviceToHost);
    printf("%s\n", word);
    cudaFree(d_word);
    return cudaGetLastError() != cudaSuccess;
}
