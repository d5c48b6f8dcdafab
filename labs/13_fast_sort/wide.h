/**
 * @file
 * @brief Lab 13, given: the finish of buckets whose keys repeat, or of middle size, level by level.
 *
 * A block keeps a bucket's keys in registers. A level counts them by some bits. Bins of a few keys are
 * placed; those of crowded bins, of all of them at once, go through the next level, by the bits below. When
 * no bits are left all keys of a bin are the same, so none is placed: they are written anew.
 */
#ifndef SORTLAB_FAST_WIDE_H
#define SORTLAB_FAST_WIDE_H

#include "crowded.h"

enum {
    WIDE_THREADS = 1024,
    WIDE_ROOM = WIDE_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
    WIDE_CROWDS = WIDE_ITEMS / (BUCKET_REPEATS + 1) + 1, /**< most of one level */
    CROWD_ONE = 1 << 16,                                 /**< more than the keys of all crowds */
    NO_CROWD = CROWD_ONE - 1,
};

/** Keys that agree in all bits which were counted, and are too many for a window's halo. */
struct crowd {
    uint32_t prefix; /**< those bits, and the ones in which all keys of the bucket agree */
    uint16_t begin, n;
    uint32_t skip; /**< begin, less the keys of the crowds before it on the list */
};

/** What the threads of a block share; with half the threads it has half the keys. */
struct wide_shared {
    uint32_t bins[FINISH_BINS]; /**< keys of each; then where the next one belongs, or its crowd */
    uint32_t crowded[FINISH_BINS / 32]; /**< a bit a bin: a crowd of the next level */
    uint32_t sums[WARP_THREADS];
    uint32_t all_set, any_set; /**< bits that all keys have, and that some have */
    uint32_t listed[2];        /**< of each list: CROWD_ONE times how many crowds, and their keys */
    struct crowd crowds[2][WIDE_CROWDS];
    uint32_t keys[WIDE_ROOM]; /**< at a multiple of 16 bytes */
};

/** A thread's keys, at places threadIdx.x, blockDim.x further, ...; and the crowd of each, two a word. */
struct wide_keys {
    uint32_t key[FINISH_ITEMS], crowds[FINISH_ITEMS / 2], n;
};

/** A level: crowds of list `turn` are counted by `bits` bits above the lowest `shift`. */
struct wide_level {
    uint32_t turn, n, shift, bits;
};

#ifdef __CUDACC__

static __device__ __forceinline__ bool wide_there(const struct wide_keys *k, uint32_t i) {
    return i * blockDim.x + threadIdx.x < k->n;
}

static __device__ __forceinline__ uint32_t wide_key(const struct wide_keys *k, uint32_t i) {
    return k->key[i];
}

/** The i-th key's crowd: NO_CROWD where the key has been placed. */
static __device__ __forceinline__ uint32_t crowd_of(const struct wide_keys *k, uint32_t i) {
    return k->crowds[i / 2] >> i % 2 * 16 & 0xffff;
}

static __device__ __forceinline__ uint32_t wide_bin(const struct wide_keys *k, uint32_t i,
                                                    const struct wide_level *l) {
    return crowd_of(k, i) << l->bits | digit_of(k->key[i], l->shift, l->bits);
}

/** Where a bin lies in shared memory: those of a thread, and of its warp, in different banks. */
static __device__ __forceinline__ uint32_t *wide_place(struct wide_shared *s, uint32_t bin) {
    return &s->bins[bin ^ (bin >> 5 & 31)];
}

/** Loads a bucket, all of it one crowd; the bits in which keys differ. */
static __device__ uint32_t load_wide(struct wide_keys *k, const uint32_t *d_in, enum key_type type,
                                     struct wide_shared *s) {
    uint32_t all = UINT32_MAX, any = 0;
    if (threadIdx.x == 0) s->all_set = UINT32_MAX, s->any_set = 0;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t crowd = wide_there(k, i) ? 0 : NO_CROWD;
        k->key[i] = wide_there(k, i) ? d_in[i * blockDim.x + threadIdx.x] : 0;
        k->crowds[i / 2] = i % 2 == 0 ? crowd : k->crowds[i / 2] | crowd << 16;
    }
    __syncthreads(); // before any warp's bits
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
    const struct crowd whole = {s->all_set, 0, (uint16_t)k->n, 0};
    if (threadIdx.x == 0) s->crowds[0][0] = whole;
    return s->any_set ^ s->all_set;
}

/** Counts the keys of the level's crowds. Nobody asks for a result, so that equal lanes are one atomic. */
static __device__ void count_level(const struct wide_keys *k, const struct wide_level *l,
                                   struct wide_shared *s) {
    if (threadIdx.x == 0) s->listed[!l->turn] = 0;
    for (uint32_t b = threadIdx.x; b < FINISH_BINS / 32; b += blockDim.x) s->crowded[b] = 0;
    for (uint32_t b = threadIdx.x; b < l->n << l->bits; b += blockDim.x) *wide_place(s, b) = 0;
    __syncthreads(); // all bins are empty
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        if (crowd_of(k, i) != NO_CROWD) atomicAdd(wide_place(s, wide_bin(k, i, l)), 1);
    __syncthreads(); // all keys are counted
}

/** Lists a bin of more keys than a window's halo has room for; its number on the list. */
static __device__ uint32_t list_crowd(const struct wide_level *l, uint32_t bin, uint32_t begin,
                                      uint32_t n, struct wide_shared *s) {
    uint32_t before = atomicAdd(&s->listed[!l->turn], CROWD_ONE + n), at = before / CROWD_ONE;
    struct crowd *c = &s->crowds[!l->turn][at];
    uint32_t parent = s->crowds[l->turn][bin >> l->bits].prefix;
    c->prefix = parent | digit_of(bin, 0, l->bits) << l->shift;
    c->begin = (uint16_t)begin;
    c->n = (uint16_t)n;
    c->skip = begin - before % CROWD_ONE;
    atomicOr(&s->crowded[bin / 32], 1u << bin % 32);
    return at;
}

/** Writes over the counts where each bin begins, or which crowd it is. */
static __device__ void plan_level(const struct wide_level *l, struct wide_shared *s) {
    uint32_t bins = l->n << l->bits, each = (bins + blockDim.x - 1) / blockDim.x;
    uint32_t first = threadIdx.x * each, end = min(first + each, bins), sum = 0, total;
    for (uint32_t b = first; b < end; b++) sum += *wide_place(s, b);
    uint32_t before = block_scan(sum, s->sums, &total); // in the crowds, one behind the other
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b), begin = before + s->crowds[l->turn][b >> l->bits].skip;
        *wide_place(s, b) = n > BUCKET_REPEATS ? list_crowd(l, b, begin, n, s) : begin;
        before += n;
    }
    __syncthreads(); // it is known where each bin begins
}

/** Places the keys of bins with a few keys, and tells the others their crowds. */
static __device__ void place_level(struct wide_keys *k, const struct wide_level *l,
                                   uint32_t *s_keys, struct wide_shared *s) {
    bool crowds = s->listed[!l->turn] > 0;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t bin = wide_bin(k, i, l), crowd = NO_CROWD;
        if (crowd_of(k, i) == NO_CROWD) continue;
        if (crowds && s->crowded[bin / 32] >> bin % 32 & 1)
            crowd = *wide_place(s, bin);
        else
            s_keys[atomicAdd(wide_place(s, bin), 1)] = wide_key(k, i);
        k->crowds[i / 2] = (k->crowds[i / 2] & 0xffffu << (i + 1) % 2 * 16) | crowd << i % 2 * 16;
    }
}

/** Writes the keys of crowds in which they are all the same, each crowd by a warp. */
static __device__ void write_crowds(const struct crowd *crowds, uint32_t n, uint32_t *s_keys) {
    uint32_t warp = threadIdx.x / WARP_THREADS, warps = blockDim.x / WARP_THREADS;
    for (uint32_t c = warp; c < n; c += warps)
        for (uint32_t i = threadIdx.x % WARP_THREADS; i < crowds[c].n; i += WARP_THREADS)
            s_keys[crowds[c].begin + i] = crowds[c].prefix;
}

/**
 * Sorts a bucket of up to WIDE_ITEMS keys, whatever they are; with half the threads BUCKET_ITEMS. WIDE_CROWDS
 * crowds leave a level 2 bits, so that it has at most 13 + 19 / 2 and in all 11 levels.
 */
static __device__ void finish_wide(const uint32_t *d_in, enum key_type in_type, uint32_t n,
                                   uint32_t *d_out, enum key_type type, struct wide_shared *s) {
    struct wide_keys k;
    k.n = n;
    uint32_t differ = load_wide(&k, d_in, in_type, s), *s_keys = s->keys + HALO + words_off(d_out);
    uint32_t low = differ > 0 ? (uint32_t)__ffs((int)differ) - 1 : 0; // below all are the same
    struct wide_level l = {0, 1, 32 - (uint32_t)__clz((int)differ), 0};
    do {
        l.bits = min(31 - (uint32_t)__clz((int)(FINISH_BINS / l.n)), l.shift - low);
        l.shift -= l.bits;
        count_level(&k, &l, s);
        plan_level(&l, s);
        place_level(&k, &l, s_keys, s);
        l.turn = !l.turn;
        l.n = s->listed[l.turn] / CROWD_ONE;
        __syncthreads(); // the bins may be used again
    } while (l.n > 0 && l.shift > low);
    write_crowds(s->crowds[l.turn], l.n, s_keys);
    pad_bucket(s->keys, blockDim.x / WARP_THREADS * CORE + 2 * HALO + 4, n, words_off(d_out));
    __syncthreads(); // all keys lie in their bins
    order_and_store(s->keys, n, d_out, type);
    __syncthreads(); // the next bucket may come
}

/** @launch WIDE_THREADS threads a block, or half of them; blocks share the list, or one has the small array
 *  @shared 127 KB: bins, crowds, and the keys of a bucket; with half the threads 93 KB
 *  @cost   8 bytes a key moved; a level: 2 atomics a key in shared memory and 4 barriers; 11 levels at most
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1)
    wide_kernel(struct tables t, struct bucket_list list) {
    extern __shared__ struct wide_shared s_wide[];
    bool small = t.n <= WIDE_ITEMS; // it is a bucket itself, and there are no lists
    uint32_t n = small ? 1 : *list.d_n;
    for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {
        struct bucket b = {0, (uint32_t)t.n, 32, SIDE_IN};
        if (!small) b = list.d_buckets[i];
        finish_wide(t.side[b.side] + b.start, b.side == SIDE_IN ? t.type : KEY_U32, b.n,
                    t.side[SIDE_OUT] + b.start, t.type, s_wide);
    }
}

#endif
#endif
