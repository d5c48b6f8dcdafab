/**
 * @file
 * @brief What stands before and behind the passes of a sweep: the numbers of segments, and values by their indices.
 */
#ifndef SORTLAB_DEVICE_WORDS_H
#define SORTLAB_DEVICE_WORDS_H

#include "common/sort/device/buckets.h"

#ifdef __CUDACC__

enum { WORDS_THREADS = 256, NUMBER_ITEMS = 8 * WORDS_THREADS };

/** The last of the segments from low to high that begins at index i or before it. */
static __device__ __forceinline__ size_t segment_of(const place_t *d_starts, size_t low,
                                                    size_t high, size_t i) {
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (d_starts[middle] <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/**
 * Writes the number of its segment for each of n items.
 *
 *  @launch a block for NUMBER_ITEMS items, WORDS_THREADS threads
 *  @shared 16 bytes: the segments of the block's first and last item
 *  @cost   4 bytes an item moved; a search among the segments of the block for each item
 *  @source Blelloch 1990
 */
static __global__ void number_segments_kernel(const place_t *d_starts, size_t segments, size_t n,
                                              uint32_t *d_numbers) {
    __shared__ size_t s_ends[2];
    const size_t first = (size_t)blockIdx.x * NUMBER_ITEMS;
    const size_t last = first + NUMBER_ITEMS < n ? first + NUMBER_ITEMS - 1 : n - 1;
    if (threadIdx.x < 2)
        s_ends[threadIdx.x] = segment_of(d_starts, 0, segments - 1, threadIdx.x ? last : first);
    __syncthreads(); // both are there
    for (size_t i = first + threadIdx.x; i <= last; i += WORDS_THREADS)
        d_numbers[i] = (uint32_t)segment_of(d_starts, s_ends[0], s_ends[1], i);
}

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

static inline void number_segments(const place_t *d_starts, size_t segments, size_t n,
                                   uint32_t *d_numbers, cudaStream_t stream) {
    const uint32_t blocks = (uint32_t)((n + NUMBER_ITEMS - 1) / NUMBER_ITEMS);
    number_segments_kernel<<<blocks, WORDS_THREADS, 0, stream>>>(d_starts, segments, n, d_numbers);
    CU_LAUNCHED();
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
