/**
 * @file
 * @brief Short ways of running a lab's functions on an array of the host.
 */
#ifndef SORTLAB_DEVICE_H
#define SORTLAB_DEVICE_H

#include <cuda_runtime.h>
#include <stdlib.h>

/** A copy on the device; the program ends where there is none. */
static inline uint32_t *to_device(const uint32_t *words, size_t n) {
    uint32_t *d_words;
    if (cudaMalloc((void **)&d_words, (n + 1) * sizeof(*words)) != cudaSuccess) abort();
    if (cudaMemcpy(d_words, words, n * sizeof(*words), cudaMemcpyHostToDevice) != cudaSuccess)
        abort();
    return d_words;
}

/** Back from there, when all that works on it is done. */
static inline void from_device(uint32_t *words, uint32_t *d_words, size_t n) {
    if (cudaMemcpy(words, d_words, n * sizeof(*words), cudaMemcpyDeviceToHost) != cudaSuccess)
        abort();
    cudaFree(d_words);
}

#endif
