/**
 * @file
 * @brief What stands behind the passes of a sweep: values by their indices.
 */
#ifndef SORTLAB_DEVICE_WORDS_H
#define SORTLAB_DEVICE_WORDS_H

#include "common/sort/device/buckets.h"

#ifdef __CUDACC__

enum { WORDS_THREADS = 256 };

/**
 * Value i is the one that stood at index i: so many words each.
 *
 *  @launch a thread a word, WORDS_THREADS a block
 *  @shared none
 *  @cost   8 bytes a word and 4 an item moved; values are read in any order, by sectors of 32 bytes
 *  @source Seward 1954
 */
static __global__ void gather_kernel(const uint32_t *d_values, const uint32_t *d_indices, size_t n,
                                     uint32_t words, uint32_t *d_out) {
    const size_t at = (size_t)blockIdx.x * WORDS_THREADS + threadIdx.x, i = at / words;
    if (i < n) d_out[at] = d_values[d_indices[i] * (size_t)words + at % words];
}

/** Blocks for so many threads. */
static inline uint32_t words_blocks(size_t threads) {
    return (uint32_t)((threads + WORDS_THREADS - 1) / WORDS_THREADS);
}

/** Brings values of so many bytes, a multiple of 4, into the order of their indices. */
static inline void gather_values(const void *d_values, const uint32_t *d_indices, size_t n,
                                 size_t bytes, void *d_out, cudaStream_t stream) {
    const uint32_t words = (uint32_t)(bytes / sizeof(uint32_t));
    gather_kernel<<<words_blocks(n * words), WORDS_THREADS, 0, stream>>>(
        (const uint32_t *)d_values, d_indices, n, words, (uint32_t *)d_out);
    CU_LAUNCHED();
}

#endif
#endif
