/**
 * @file
 * @brief The wide finish, its data: keys in registers, the level they are at, and what the block shares.
 */
#ifndef SORTLAB_DEVICE_WIDE_KEYS_H
#define SORTLAB_DEVICE_WIDE_KEYS_H

#include "common/sort/device/overfull.h"
#include "common/sort/device/values.h"

enum {
    WIDE_THREADS = 1024,
    WIDE_BUFFER = WIDE_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
    FEW_ITEMS = WARP_THREADS, /**< keys of a bin that a warp ranks; a bin of more is overfull */
    WIDE_FEWS = WIDE_ITEMS / (BUCKET_REPEATS + 1) + 1, /**< most bins that warps rank */
    WIDE_OVERFULL = WIDE_ITEMS / (FEW_ITEMS + 1) + 1,  /**< most of a level, and most values */
    NO_BIN = UINT16_MAX, /**< the overfull bin of a key that has been placed */
};

/** Keys that are all the same, and where they belong. */
struct value {
    uint32_t key;
    uint16_t begin, n;
};

/** Keys that agree in all bits which were counted, and are too many for a warp. */
struct overfull_bin {
    uint32_t prefix; /**< those bits, and the ones in which all keys of the bucket agree */
    uint32_t value;  /**< the least of some of its keys */
    uint32_t same;   /**< keys that are equal to it */
    uint16_t begin, n;
    uint32_t next; /**< on the list of the next level; or, on that, begin less the keys before it */
};

/** What the threads of a block share; with half the threads it has half the keys. */
struct wide_shared {
    union {
        uint32_t bins
            [FINISH_BINS]; /**< keys of each; then where the next one belongs, or which of `found` it is */
        uint4 bin_vectors[FINISH_BINS / 4];
    };
    uint32_t is_overfull[FINISH_BINS / 32]; /**< a bit a bin of the level */
    uint32_t sums[WARP_THREADS];
    uint32_t all_set, any_set; /**< bits that all keys have, and that some have */
    uint32_t n_left,
        n_found; /**< two_counts of bins and their keys: left for the next level, found in this one */
    uint32_t n_values, n_few;
    struct overfull_bin overfull[WIDE_OVERFULL]; /**< those that the level counts the keys of */
    struct overfull_bin found[WIDE_OVERFULL];    /**< those among its own bins */
    struct value values[WIDE_OVERFULL];
    uint32_t few[WIDE_FEWS]; /**< bins for warps: two_counts of where one begins, and its keys */
    union {
        uint32_t keys[WIDE_BUFFER];
        uint4 vectors[WIDE_BUFFER / 4]; /**< so that keys lie at a multiple of 16 bytes */
    };
};

/** A thread's keys, at places threadIdx.x, blockDim.x further, ...; and the bin of each, two a word. */
struct wide_keys {
    uint32_t key[FINISH_ITEMS], bins[FINISH_ITEMS / 2], n;
};

/** A level: n overfull bins are counted by `bits` bits above the lowest `shift`. */
struct wide_level {
    uint32_t n, shift, bits;
    bool exact; /**< all keys of a bin are the same: no bits are left in which they differ */
};

#ifdef __CUDACC__

/** Whether some threads have an i-th key: a small bucket has few rows. */
static __device__ __forceinline__ bool wide_row(const struct wide_keys *k, uint32_t i) {
    return i < FINISH_ITEMS && i * blockDim.x < k->n;
}

static __device__ __forceinline__ bool wide_there(const struct wide_keys *k, uint32_t i) {
    return i * blockDim.x + threadIdx.x < k->n;
}

static __device__ __forceinline__ uint32_t wide_key(const struct wide_keys *k, uint32_t i) {
    return k->key[i];
}

/** The overfull bin of the i-th key, its number on the level's list; NO_BIN where the key has been placed. */
static __device__ __forceinline__ uint32_t overfull_of(const struct wide_keys *k, uint32_t i) {
    return k->bins[i / 2] >> i % 2 * 16 & 0xffff;
}

static __device__ __forceinline__ void set_overfull(struct wide_keys *k, uint32_t i, uint32_t bin) {
    k->bins[i / 2] = (k->bins[i / 2] & 0xffffu << (i + 1) % 2 * 16) | bin << i % 2 * 16;
}

static __device__ __forceinline__ uint32_t wide_bin(const struct wide_keys *k, uint32_t i,
                                                    const struct wide_level *l) {
    return overfull_of(k, i) << l->bits | digit_of(k->key[i], l->shift, l->bits);
}

/** Where a bin lies in shared memory: those of a thread, and of its warp, in different banks. */
static __device__ __forceinline__ uint32_t *wide_place(struct wide_shared *s, uint32_t bin) {
    return &s->bins[bin ^ (bin >> 5 & 31)];
}

/** The level below: its overfull bins share so many counters, and `low` bits are in all keys the same. */
static __device__ void next_level(struct wide_level *l, uint32_t bins, uint32_t low) {
    l->bits = min(31 - (uint32_t)__clz((int)(bins / l->n)), l->shift - low);
    l->shift -= l->bits;
    l->exact = l->shift == low;
}

/** Loads a bucket, all of it one overfull bin; the bits in which keys differ. */
static __device__ uint32_t load_wide(struct wide_keys *k, const uint32_t *d_in, key_order order,
                                     struct wide_shared *s) {
    uint32_t all = UINT32_MAX, any = 0;
    if (threadIdx.x == 0) s->all_set = UINT32_MAX, s->any_set = s->n_values = s->n_few = 0;
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t bin = wide_there(k, i) ? 0 : NO_BIN;
        k->key[i] = wide_there(k, i) ? d_in[i * blockDim.x + threadIdx.x] : 0;
        k->bins[i / 2] = i % 2 == 0 ? bin : k->bins[i / 2] | bin << 16;
    }
    __syncthreads(); // before any warp's bits
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        if (!wide_there(k, i)) continue;
        k->key[i] = order_encode(k->key[i], order);
        all &= k->key[i];
        any |= k->key[i];
    }
    all = ~warp_or(~all);
    any = warp_or(any);
    if (threadIdx.x % WARP_THREADS == 0) {
        atomicAnd(&s->all_set, all);
        atomicOr(&s->any_set, any);
    }
    __syncthreads(); // all bits are there
    const struct overfull_bin whole = {s->all_set, 0, 0, 0, (uint16_t)k->n, 0};
    if (threadIdx.x == 0) s->overfull[0] = whole;
    return s->any_set ^ s->all_set;
}

#endif
#endif
