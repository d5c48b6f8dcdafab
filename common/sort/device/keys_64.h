/**
 * @file
 * @brief Keys of 64 bits, sorted as pairs of two words: by the lower word, then by the upper one, which is stable.
 */
#ifndef SORTLAB_DEVICE_KEYS_64_H
#define SORTLAB_DEVICE_KEYS_64_H

#include "common/sort/device/pairs.h"

#ifdef __CUDACC__

enum { WORDS_THREADS = 256 };

/**
 * Cuts keys into words, upper and lower, and maps them so that both are in unsigned order.
 * @param order what the upper word is in: KEY_I32 of an int64_t, KEY_F32 of a double
 *  @launch a thread a key, WORDS_THREADS a block
 *  @shared none
 *  @cost   16 bytes a key moved
 *  @source Seward 1954
 */
static __global__ void cut_words_kernel(const uint2 *d_in, size_t n, key_order order,
                                        uint32_t *d_lower, uint32_t *d_upper) {
    size_t i = (size_t)blockIdx.x * WORDS_THREADS + threadIdx.x;
    if (i >= n) return;
    uint2 key = d_in[i];
    bool flipped = order == KEY_F32 && key.y & KEY_SIGN_BIT; // a negative double: all its bits
    d_lower[i] = flipped ? ~key.x : key.x;
    d_upper[i] = order_encode(key.y, order);
}

/** The way back.
 *  @launch as of cut_words_kernel
 *  @shared none
 *  @cost   16 bytes a key moved
 *  @source Seward 1954 */
static __global__ void join_words_kernel(const uint32_t *d_lower, const uint32_t *d_upper, size_t n,
                                         key_order order, uint2 *d_out) {
    size_t i = (size_t)blockIdx.x * WORDS_THREADS + threadIdx.x;
    if (i >= n) return;
    uint32_t upper = order_decode(d_upper[i], order);
    bool flipped = order == KEY_F32 && upper & KEY_SIGN_BIT;
    d_out[i] = make_uint2(flipped ? ~d_lower[i] : d_lower[i], upper);
}

/** Bytes of an array of n words, up to where the next one may begin. */
static inline size_t word_bytes(size_t n) {
    return (n * sizeof(uint32_t) + 255) / 256 * 256;
}

static inline size_t keys_64_bytes(size_t n) {
    return 2 * word_bytes(n) + lay_out_pairs(NULL, n).bytes;
}

/** Sorts n > 0 keys of 64 bits: words to temporary memory, by the lower one to the output, by the upper one back. */
static inline void sort_keys_64(const void *d_in, void *d_out, size_t n, key_order order,
                                void *d_temp, cudaStream_t stream) {
    uint32_t *d_lower = (uint32_t *)d_temp, *d_upper = d_lower + word_bytes(n) / sizeof(*d_lower);
    void *d_rest = (char *)d_temp + 2 * word_bytes(n);
    uint32_t *d_lower_out = (uint32_t *)d_out, *d_upper_out = d_lower_out + n;
    uint32_t blocks = (uint32_t)((n + WORDS_THREADS - 1) / WORDS_THREADS);
    cut_words_kernel<<<blocks, WORDS_THREADS, 0, stream>>>((const uint2 *)d_in, n, order, d_lower,
                                                           d_upper);
    CU_LAUNCHED();
    const struct pairs by_lower = {d_lower, d_upper}, lower_out = {d_lower_out, d_upper_out};
    const struct pairs by_upper = {d_upper_out, d_lower_out}, upper_out = {d_upper, d_lower};
    sort_pairs_of(by_lower, lower_out, n, ORDER_NONE, d_rest, stream);
    sort_pairs_of(by_upper, upper_out, n, ORDER_NONE, d_rest, stream);
    join_words_kernel<<<blocks, WORDS_THREADS, 0, stream>>>(d_lower, d_upper, n, order,
                                                            (uint2 *)d_out);
    CU_LAUNCHED();
}

#endif
#endif
