/**
 * @file
 * @brief Runs all kernels of this folder, each once.
 */
#include "golden.h"

void golden::fill() {
    static int *words, *indices;
    if (!words) {
        unsigned state = 1;
        words = (int *)malloc(BUFFER_BYTES);
        indices = (int *)malloc(BUFFER_BYTES);
        for (int k = 0; k < BUFFER_WORDS; k++) words[k] = (int)golden_random(&state);
        for (int k = 0; k < BUFFER_WORDS; k++) indices[k] = (int)(golden_random(&state) % INDICES);
    }
    cudaMemcpy(a, words, BUFFER_BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(i, indices, BUFFER_BYTES, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, BUFFER_BYTES);
    cudaMemset(c, 0, BUFFER_BYTES);
}

int main() {
    golden g;
    cudaMalloc(&g.a, BUFFER_BYTES);
    cudaMalloc(&g.b, BUFFER_BYTES);
    cudaMalloc(&g.c, BUFFER_BYTES);
    cudaMalloc(&g.i, BUFFER_BYTES);
    run_access(g);
    run_shared(g);
    run_atomics(g);
    run_paths(g);
    run_classics(g);
    cudaFree(g.a);
    cudaFree(g.b);
    cudaFree(g.c);
    cudaFree(g.i);
    return 0;
}
