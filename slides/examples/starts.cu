/**
 * @file
 * @brief Each thread counts the letters of a word; behind a barrier it finds where its word starts.
 *
 *     common/simt/simtcc -O2 -g -o build/starts slides/examples/starts.cu && build/starts
 *     build/starts early        the kernel without its barrier
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROOM = 8 };

__device__ int length_of(const char *word) {
    int length = 0;
    while (word[length]) length++;
    return length;
}

/* No thread reads a length before all have written theirs: that is what the barrier is for. */
__global__ void starts(const char *d_words, int *d_starts) {
    __shared__ int s_length[THREADS];
    int t = threadIdx.x, start = 0;
    s_length[t] = length_of(d_words + t * ROOM);
    __syncthreads();
    for (int before = 0; before < t; before++) start += s_length[before];
    d_starts[t] = start;
}

/* The fault: a thread may read lengths that are not written yet. */
__global__ void starts_early(const char *d_words, int *d_starts) {
    __shared__ int s_length[THREADS];
    int t = threadIdx.x, start = 0;
    s_length[t] = length_of(d_words + t * ROOM);
    for (int before = 0; before < t; before++) start += s_length[before];
    d_starts[t] = start;
}

int main(int argc, char **argv) {
    const char words[THREADS][ROOM] = {"threads", "wait", "for", "others"};
    int start[THREADS], *d_starts;
    char *d_words;
    cudaMalloc(&d_words, sizeof(words));
    cudaMalloc(&d_starts, sizeof(start));
    cudaMemcpy(d_words, words, sizeof(words), cudaMemcpyHostToDevice);
    if (argc > 1 && strcmp(argv[1], "early") == 0)
        starts_early<<<1, THREADS>>>(d_words, d_starts);
    else
        starts<<<1, THREADS>>>(d_words, d_starts);
    cudaMemcpy(start, d_starts, sizeof(start), cudaMemcpyDeviceToHost);
    for (int t = 0; t < THREADS; t++) printf("%s starts at %d\n", words[t], start[t]);
    cudaFree(d_words);
    cudaFree(d_starts);
    return cudaGetLastError() != cudaSuccess;
}
