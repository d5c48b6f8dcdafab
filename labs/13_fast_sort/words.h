/**
 * @file
 * @brief Lab 13, given: the finish of pairs. A block sorts a bucket as words, of a key and of its place.
 *
 * In their top bits all keys of a bucket agree. A word has the other bits of a key, and below them its place
 * among the keys of the bucket: so it is sorted as a key alone is, and tells then which value goes with it.
 */
#ifndef SORTLAB_FAST_WORDS_H
#define SORTLAB_FAST_WORDS_H

#include "finish.h"
#include "stable.h"

enum {
    BUCKET_BITS = 14, /**< BUCKET_ITEMS is less than two to the power of this */
};

/** What the threads of a block share while they finish a bucket: values lie over the bins, too, later. */
struct words_shared {
    uint32_t values[BUCKET_ITEMS - FINISH_BINS / 2];
    struct finish_shared finish;
};

#ifdef __CUDACC__

/** Bits of a word that tell the place. */
static __device__ __forceinline__ uint32_t place_bits(const struct pair_bucket *b) {
    return min(b->bits, BUCKET_BITS);
}

/** Loads a bucket's keys as words; places lie right below the keys' bits, so that keys that repeat spread. */
static __device__ __forceinline__ void load_words(struct finish_keys *k,
                                                  const struct pair_bucket *b) {
    uint32_t shift = b->bits - place_bits(b);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t place = i * FINISH_THREADS + threadIdx.x;
        k->key[i] = finish_there(k, i) ? b->d_keys[place] << b->bits | place << shift : 0;
    }
}

/** Stores a bucket whose words are in order: keys from words, and values from where the words tell. */
static __device__ __forceinline__ void store_words(const struct pair_bucket *b, uint32_t prefix,
                                                   const uint32_t *s_words,
                                                   const uint32_t *s_values) {
    uint32_t bits = place_bits(b), shift = b->bits - bits;
#pragma unroll 6
    for (uint32_t i = threadIdx.x; i < b->n; i += FINISH_THREADS) {
        b->d_out[i] = key_decode(prefix | s_words[i] >> b->bits, b->type);
        b->d_values_out[i] = s_values[digit_of(s_words[i], shift, bits)];
    }
}

/** As finish_bucket, of pairs; false, too, if a word has no room for a place in the bucket. */
static __device__ __forceinline__ bool finish_words(const struct pair_bucket *b,
                                                    struct words_shared *s) {
    struct finish_keys k = {{0}, {0}, b->n, 32 - FINISH_BITS};
    uint32_t *s_values = s->values, left = 32 - b->bits;
    if (b->n > 1u << place_bits(b)) return false;
    uint32_t prefix = b->d_keys[0] >> left << left; // asked for now, needed at the end
    s->finish.vectors[threadIdx.x] = make_uint4(0, 0, 0, 0);
    load_words(&k, b);
    bool alike = finish_there(&k, 1) && finish_bin(&k, 0) == finish_bin(&k, 1);
    if (!bin_keys(&k, alike, 0, NULL, &s->finish)) return false;
    for (uint32_t i = threadIdx.x; i < b->n; i += FINISH_THREADS) // nobody needs the bins any more
        send_word(&s_values[i], &b->d_values[i]);
    order_window(s->finish.keys, HALO + threadIdx.x / WARP_THREADS * CORE, HALO + b->n, KEY_U32);
    words_come();
    __syncthreads(); // all values are there, and all words in order
    store_words(b, prefix, s->finish.keys + HALO, s_values);
    return true;
}

#endif
#endif
