/**
 * @file
 * @brief Lab 13, given: the finish of buckets whose keys repeat, or of middle size, by wider counters.
 */
#ifndef SORTLAB_FAST_WIDE_H
#define SORTLAB_FAST_WIDE_H

#include "finish.h"

enum {
    WIDE_THREADS = 1024,
    WIDE_ROOM = WIDE_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
    WIDE_CROWDED = 1096, /**< at most WIDE_ITEMS / (BUCKET_REPEATS + 1) bins are crowded */
};

/** What the threads of a block share; with half the threads it has half the keys. */
struct wide_shared {
    union {
        uint32_t words[FINISH_BINS / 2]; /**< two counts of 16 bits each */
        uint16_t starts[FINISH_BINS];    /**< over them, later */
        uint4 vectors[FINISH_BINS / 8];
    };
    uint32_t sums[WARP_THREADS];
    uint32_t all_set, any_set; /**< bits that all keys have, and that some have */
    uint32_t n_crowded, unused;
    uint16_t crowded[WIDE_CROWDED];
    uint32_t keys[WIDE_ROOM]; /**< at a multiple of 16 bytes */
};

#ifdef __CUDACC__

/** A thread's keys, at places threadIdx.x, blockDim.x further, ...; and their ranks, two a word. */
struct wide_keys {
    uint32_t key[FINISH_ITEMS], ranks[FINISH_ITEMS / 2], n;
};

static __device__ __forceinline__ bool wide_there(const struct wide_keys *k, uint32_t i) {
    return i * blockDim.x + threadIdx.x < k->n;
}

/** Loads a bucket and empties the bins; the bits in which keys differ. */
static __device__ uint32_t load_wide(struct wide_keys *k, const uint32_t *d_in, enum key_type type,
                                     struct wide_shared *s) {
    uint32_t all = UINT32_MAX, any = 0;
    if (threadIdx.x == 0) s->all_set = UINT32_MAX, s->any_set = 0;
    for (uint32_t i = threadIdx.x; i < FINISH_BINS / 8; i += blockDim.x)
        s->vectors[i] = make_uint4(0, 0, 0, 0);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k->key[i] = wide_there(k, i) ? d_in[i * blockDim.x + threadIdx.x] : 0;
    __syncthreads(); // before any warp's bits; all bins are empty
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        if (!wide_there(k, i)) continue;
        k->key[i] = key_encode(k->key[i], type);
        all &= k->key[i];
        any |= k->key[i];
    }
    all = __reduce_and_sync(ALL_LANES, all);
    any = __reduce_or_sync(ALL_LANES, any);
    if (threadIdx.x % WARP_THREADS == 0) {
        atomicAnd(&s->all_set, all);
        atomicOr(&s->any_set, any);
    }
    __syncthreads(); // all bits are there
    return s->any_set ^ s->all_set;
}

/** Counts and ranks a thread's keys; the greatest rank. */
static __device__ uint32_t rank_wide(struct wide_keys *k, uint32_t shift, struct wide_shared *s) {
    uint32_t greatest = 0;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t bin = digit_of(k->key[i], shift, FINISH_BITS), half = bin % 2 * 16;
        if (i % 2 == 0) k->ranks[i / 2] = 0;
        if (!wide_there(k, i)) continue;
        uint32_t *both = &s->words[bin / 2], rank = atomicAdd(both, 1u << half) >> half & 0xffff;
        k->ranks[i / 2] |= rank << i % 2 * 16;
        greatest = max(greatest, rank);
    }
    return greatest;
}

/** Writes where each bin begins over the counts. */
static __device__ void start_wide(struct wide_shared *s) {
    uint32_t each = FINISH_BINS / 2 / blockDim.x, *words = s->words + threadIdx.x * each;
    uint32_t sum = 0, total;
    for (uint32_t i = 0; i < each; i++) sum += (words[i] & 0xffff) + (words[i] >> 16);
    uint32_t start = block_scan(sum, s->sums, &total);
    for (uint32_t i = 0; i < each; i++) {
        uint32_t counts = words[i], second = start + (counts & 0xffff);
        words[i] = start | second << 16;
        start = second + (counts >> 16);
    }
}

/** Sorts a bucket of up to WIDE_ITEMS keys, whatever they are; with half the threads BUCKET_ITEMS. */
static __device__ void finish_wide(const uint32_t *d_in, enum key_type in_type, uint32_t n,
                                   uint32_t *d_out, enum key_type type, struct wide_shared *s) {
    struct wide_keys k;
    k.n = n;
    uint32_t differ = load_wide(&k, d_in, in_type, s), top = 32 - __clz((int)differ);
    uint32_t shift =
        top > FINISH_BITS ? top - FINISH_BITS : 0; // bits that never differ are dropped
    uint32_t *s_keys = s->keys + HALO + words_off(d_out);
    bool crowded = rank_wide(&k, shift, s) >= BUCKET_REPEATS;
    crowded = __syncthreads_or(crowded); // all keys are ranked
    start_wide(s);
    __syncthreads(); // it is known where each bin begins
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t rank = k.ranks[i / 2] >> i % 2 * 16 & 0xffff;
        if (wide_there(&k, i))
            s_keys[s->starts[digit_of(k.key[i], shift, FINISH_BITS)] + rank] = k.key[i];
    }
    pad_bucket(s->keys, blockDim.x / WARP_THREADS * CORE + 2 * HALO + 4, n, words_off(d_out));
    if (crowded && shift > 0) order_crowded(s->starts, n, s_keys, s->crowded, &s->n_crowded);
    __syncthreads(); // all keys lie in their bins
    order_and_store(s->keys, n, d_out, type);
    __syncthreads(); // the next bucket may come
}

/** @launch WIDE_THREADS threads a block, or half of them; blocks share the list, or one has the small array
 *  @shared 88 KB: two bins a word, and the keys of a bucket; with half the threads 54 KB
 *  @cost   8 bytes a key moved; an atomic a key in shared memory; 8 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1)
    wide_kernel(struct tables t, struct bucket_list list) {
    extern __shared__ struct wide_shared s_wide[];
    if (t.n <= WIDE_ITEMS) {
        finish_wide(t.side[SIDE_IN], t.type, (uint32_t)t.n, t.side[SIDE_OUT], t.type, s_wide);
        return;
    }
    uint32_t n = *list.d_n;
    for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {
        struct bucket b = list.d_buckets[i];
        finish_wide(t.side[b.side] + b.start, b.side == SIDE_IN ? t.type : KEY_U32, b.n,
                    t.side[SIDE_OUT] + b.start, t.type, s_wide);
    }
}

#endif
#endif
