/**
 * @file
 * @brief What stands before and behind the passes of a sweep: keys of 64 bits in words, numbers of segments, and values
 * by their indices.
 */
#ifndef SORTLAB_DEVICE_WORDS_H
#define SORTLAB_DEVICE_WORDS_H

#include "common/sort/device/buckets.h"
#include "common/sort/device/key_order.h"

#ifdef __CUDACC__

enum { WORDS_THREADS = 256, NUMBER_ITEMS = 8 * WORDS_THREADS };

/** What a key of 64 bits is in unsigned order, which is that of its upper word, turned to the right by so many bits. */
static __device__ __forceinline__ unsigned long long encode_64(unsigned long long key,
                                                               key_order order, uint32_t turn) {
    const unsigned long long sign = 1ull << 63;
    if (order_type(order) == KEY_F32) key = key & sign ? ~key : key ^ sign;
    if (order_type(order) == KEY_I32) key ^= sign;
    if (order_flips(order)) key = ~key;
    return key >> turn | key << (64 - turn) % 64;
}

/** The way back. */
static __device__ __forceinline__ unsigned long long decode_64(unsigned long long key,
                                                               key_order order, uint32_t turn) {
    const unsigned long long sign = 1ull << 63;
    key = key << turn | key >> (64 - turn) % 64;
    if (order_flips(order)) key = ~key;
    if (order_type(order) == KEY_F32) return key & sign ? key ^ sign : ~key;
    return order_type(order) == KEY_I32 ? key ^ sign : key;
}

/**
 * Cuts keys into words, upper and lower, mapped to unsigned order.
 *
 * @param order what the upper word is in: KEY_I32 of an int64_t, KEY_F32 of a double
 *  @launch a thread a key, WORDS_THREADS a block
 *  @shared none
 *  @cost   16 bytes a key moved
 *  @source Seward 1954
 */
static __global__ void cut_words_kernel(const unsigned long long *d_in, size_t n, key_order order,
                                        uint32_t turn, uint32_t *d_lower, uint32_t *d_upper) {
    const size_t i = (size_t)blockIdx.x * WORDS_THREADS + threadIdx.x;
    if (i >= n) return;
    const unsigned long long key = encode_64(d_in[i], order, turn);
    d_lower[i] = (uint32_t)key;
    d_upper[i] = (uint32_t)(key >> 32);
}

/** The way back.
 *  @launch as of cut_words_kernel
 *  @shared none
 *  @cost   16 bytes a key moved
 *  @source Seward 1954 */
static __global__ void join_words_kernel(const uint32_t *d_lower, const uint32_t *d_upper, size_t n,
                                         key_order order, uint32_t turn,
                                         unsigned long long *d_out) {
    const size_t i = (size_t)blockIdx.x * WORDS_THREADS + threadIdx.x;
    if (i < n) d_out[i] = decode_64((unsigned long long)d_upper[i] << 32 | d_lower[i], order, turn);
}

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

static inline void cut_words(const void *d_in, size_t n, key_order order, uint32_t turn,
                             uint32_t *d_lower, uint32_t *d_upper, cudaStream_t stream) {
    cut_words_kernel<<<words_blocks(n), WORDS_THREADS, 0, stream>>>(
        (const unsigned long long *)d_in, n, order, turn, d_lower, d_upper);
    CU_LAUNCHED();
}

static inline void join_words(const uint32_t *d_lower, const uint32_t *d_upper, size_t n,
                              key_order order, uint32_t turn, void *d_out, cudaStream_t stream) {
    join_words_kernel<<<words_blocks(n), WORDS_THREADS, 0, stream>>>(
        d_lower, d_upper, n, order, turn, (unsigned long long *)d_out);
    CU_LAUNCHED();
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
