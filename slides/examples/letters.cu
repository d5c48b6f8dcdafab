/**
 * @file
 * @brief Counts the letters of a text, a thread a letter: with a race, and by atomics.
 *
 *     common/simt/simtcc -O2 -g -o build/letters slides/examples/letters.cu && build/letters
 *     build/letters race        the first kernel in place of the second
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 26, THREADS = 32 };

/* Threads that find the same letter may load the same count. Then all updates but one are lost. */
__global__ void count_race(const char *d_text, int n, int *d_count) {
    int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= n || d_text[item] == ' ') return;
    int letter = d_text[item] - 'a';
    d_count[letter] = d_count[letter] + 1;
}

__global__ void count_atomic(const char *d_text, int n, int *d_count) {
    int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= n || d_text[item] == ' ') return;
    int letter = d_text[item] - 'a';
    atomicAdd(&d_count[letter], 1);
}

int main(int argc, char **argv) {
    const char text[] = "many threads may need the same memory";
    int n = (int)strlen(text), blocks = (n + THREADS - 1) / THREADS, count[LETTERS], *d_count;
    char *d_text;
    cudaMalloc(&d_text, n);
    cudaMalloc(&d_count, sizeof(count));
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(count));
    if (argc > 1 && strcmp(argv[1], "race") == 0)
        count_race<<<blocks, THREADS>>>(d_text, n, d_count);
    else
        count_atomic<<<blocks, THREADS>>>(d_text, n, d_count);
    cudaMemcpy(count, d_count, sizeof(count), cudaMemcpyDeviceToHost);
    printf("a %d, e %d, m %d\n", count[0], count['e' - 'a'], count['m' - 'a']);
    cudaFree(d_text);
    cudaFree(d_count);
    return cudaGetLastError() != cudaSuccess;
}
