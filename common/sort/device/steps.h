/**
 * @file
 * @brief The inner steps of the three main kernels: what they are given, and their names.
 *
 * Whoever includes kernels.h writes the seven functions that are declared here: reference.h has the library's
 * own, and lab 13 lets a student write them. All are called by every thread of a block.
 */
#ifndef SORTLAB_DEVICE_STEPS_H
#define SORTLAB_DEVICE_STEPS_H

#include <stdbool.h>

#include "common/sort/device/block_sums.h"
#include "common/sort/device/key_order.h"

enum {
    COUNT_THREADS = 1024,

    PART_THREADS = 384,
    PART_ITEMS = PART_TILE / PART_THREADS, /**< keys of a thread, in registers */
    PART_WARP = PART_ITEMS * WARP_THREADS, /**< neighbouring keys of a tile that a warp takes */
    NO_DIGIT = RADIX,

    FINISH_THREADS = 512,
    FINISH_ITEMS = 18, /**< keys of a thread */
    FINISH_BITS = 13,  /**< that a bucket's keys are counted by */
    FINISH_BINS = 1 << FINISH_BITS,
    WINDOW = WARP_THREADS * FINISH_ITEMS, /**< neighbouring keys that a warp puts in order */
    HALO = 16,                            /**< of them at each end for others to store */
    CORE = WINDOW - 2 * HALO,
    FINISH_BUFFER = FINISH_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
};

/** What the threads of a block share before any key of their tile has an index. */
struct part_sums {
    uint32_t warps[WARP_THREADS];
    uint32_t hot;   /**< the commonest digit, and RADIX times how many keys have it */
    uint32_t alike; /**< warps whose neighbours mostly have one digit */
};

/** What the threads of a block share while they partition a tile. */
struct part_shared {
    uint32_t *to[RADIX];  /**< where a key goes in the array, but for its index in `keys` */
    uint32_t bins[RADIX]; /**< keys of each digit; then the index in `keys` of the next one */
    union {
        struct part_sums sums;    /**< until it is known where each digit begins */
        uint32_t keys[PART_TILE]; /**< by digit */
    };
};

/** A thread's keys: those at the indices first, first + 32, ... of a tile of m keys. */
struct part_keys {
    uint32_t key[PART_ITEMS], first, m;
    uint32_t digits[PART_ITEMS / 4]; /**< of each key: a byte each, unless they are bits of it */
    uint32_t shift, mask;            /**< key >> shift & mask is the digit, if it is bits */
    bool bits;
    bool full; /**< m is PART_TILE: all keys are there */
    uint32_t
        common; /**< the digit that all keys of the warp have, and all are there; or NO_DIGIT */
};

/** What the threads of a block share while they finish a bucket. */
struct finish_shared {
    union {
        uint16_t
            bins[FINISH_BINS]; /**< keys of each bin; then the index in `keys` of the next one */
        uint32_t words[FINISH_BINS / 2]; /**< two bins each, the first one in the low half */
        uint4 vectors[FINISH_BINS / 8];
    };
    uint32_t keys[FINISH_BUFFER]; /**< of the bucket, from HALO and a few words on */
    uint32_t sums[WARP_THREADS];
    uint32_t n, shift; /**< as in finish_keys. They are here to leave threads more registers, */
    uint32_t low;      /**< and so is the bucket's least key, or less: keys are kept less that; */
    uint32_t *d_out;   /**< and where it goes */
    uint32_t range[2]; /**< UINT32_MAX less the least key, and the greatest one */
    uint32_t n_overfull;
    uint16_t overfull[FINISH_BUFFER / HALO]; /**< bins of more keys than fit in the halo */
};

/** A thread's keys of a bucket of n, less the bucket's least one: those at threadIdx.x, FINISH_THREADS further, ... */
struct finish_keys {
    uint32_t key[FINISH_ITEMS];
    uint32_t n, shift; /**< a key's bin: FINISH_BITS bits of it, above the lowest `shift` */
};

#ifdef __CUDACC__

/** Where a bin lies in shared memory: bins whose numbers end in zeros lie in different banks. */
static __device__ __forceinline__ uint32_t bin_place(uint32_t bin) {
    return bin ^ (bin >> 7 & 31);
}

/** The digit of the i-th key. */
static __device__ __forceinline__ uint32_t part_digit(const struct part_keys *k, uint32_t i) {
    return k->bits ? k->key[i] >> k->shift & k->mask : (uint8_t)(k->digits[i / 4] >> 8 * (i % 4));
}

/** Whether the thread has an i-th key. */
static __device__ __forceinline__ bool part_there(const struct part_keys *k, uint32_t i) {
    return k->full || k->first + i * WARP_THREADS < k->m;
}

/** The bin of the i-th key. */
static __device__ __forceinline__ uint32_t finish_bin(const struct finish_keys *k, uint32_t i) {
    return k->key[i] >> k->shift & (FINISH_BINS - 1);
}

/** Whether the thread has an i-th key. */
static __device__ __forceinline__ bool finish_there(const struct finish_keys *k, uint32_t i) {
    return (int32_t)(i * FINISH_THREADS) <
           (int32_t)(k->n - threadIdx.x); // one difference for all i
}

/** Counts a key in the bin of its top bits, those above the lowest `shift`. Bin b is s_bins[bin_place(b)]. */
static __device__ __forceinline__ void count_key(uint32_t *s_bins, uint32_t key, uint32_t shift,
                                                 key_order order);

/** Adds a block's counts to those of the array, d_bins; COUNT_THREADS threads share the bins. */
static __device__ __forceinline__ void add_counts(const uint32_t *s_bins, uint32_t bins,
                                                  place_t *d_bins);

/** Counts a thread's keys in the bins of their digits, s->bins. */
static __device__ __forceinline__ void count_digits(const struct part_keys *k,
                                                    struct part_shared *s);

/** Reserves `count` neighbouring places of the array for keys of a digit; the first of them. */
static __device__ __forceinline__ place_t reserve(place_t *d_next, uint32_t digit, uint32_t count);

/** Puts a thread's keys into s->keys by digit: s->bins has the index of the next key of each. */
static __device__ __forceinline__ void place_digits(const struct part_keys *k,
                                                    struct part_shared *s);

/** Counts a thread's keys in their bins, s->bins. */
static __device__ __forceinline__ void count_bins(const struct finish_keys *k,
                                                  struct finish_shared *s);

/** Puts a thread's keys into their bins in s_keys: s->bins has the index of the next key of each. */
static __device__ __forceinline__ void place_keys(const struct finish_keys *k, uint32_t *s_keys,
                                                  struct finish_shared *s);

#endif
#endif
