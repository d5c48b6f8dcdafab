/**
 * @file
 * @brief Lab 13, given: the finish of buckets whose keys repeat, or of middle size, level by level.
 *
 * A block keeps a bucket's keys in registers. A level counts them by some bits. Keys of small bins are
 * placed, and warps rank bins of middle size. A bin of many keys is a crowd: if all of them are the same, as
 * the values of some tell, they are written anew; the others, all crowds at once, go through the next level,
 * by the bits below.
 */
#ifndef SORTLAB_FAST_WIDE_H
#define SORTLAB_FAST_WIDE_H

#include "crowded.h"
#include "values.h"

enum {
    WIDE_THREADS = 1024,
    WIDE_ROOM = WIDE_THREADS / WARP_THREADS * CORE + 2 * HALO + 4,
    FEW_ITEMS = WARP_THREADS, /**< keys of a bin that a warp ranks; more are a crowd */
    WIDE_FEWS = WIDE_ITEMS / (BUCKET_REPEATS + 1) + 1, /**< most bins that warps rank */
    WIDE_CROWDS = WIDE_ITEMS / (FEW_ITEMS + 1) + 1,    /**< most of a level, and most values */
    MOST_VALUES =
        512, /**< that are written without any key's having a place, where bins are values */
    MOST_NAMES = 128,    /**< and where each bin has to be asked whether it is one */
    CROWD_ONE = 1 << 16, /**< more than the keys of all crowds */
    NO_CROWD = CROWD_ONE - 1,
    ELECTORS = 4,              /**< of each thread's keys so many may give their crowd its value */
    VOTERS = FINISH_ITEMS / 2, /**< and their bin its own */
};

/** Keys that are all the same, and where they belong. */
struct value {
    uint32_t key;
    uint16_t begin, n;
};

/** Keys that agree in all bits which were counted, and are too many for a warp. */
struct crowd {
    uint32_t prefix; /**< those bits, and the ones in which all keys of the bucket agree */
    uint32_t value;  /**< the least of some of its keys */
    uint32_t same;   /**< keys that are equal to it */
    uint16_t begin, n;
    uint32_t next; /**< on the list of the next level; or, on that, begin less the keys before it */
};

/** What the threads of a block share; with half the threads it has half the keys. */
struct wide_shared {
    union {
        uint32_t
            bins[FINISH_BINS]; /**< keys of each; then where the next one belongs, or its crowd */
        uint4 bin_vectors[FINISH_BINS / 4];
    };
    uint32_t crowded[FINISH_BINS / 32]; /**< a bit a bin: a crowd was found there */
    uint32_t sums[WARP_THREADS];
    uint32_t all_set, any_set;  /**< bits that all keys have, and that some have */
    uint32_t n_crowds, n_found; /**< CROWD_ONE times how many crowds, and their keys */
    uint32_t n_values, n_few;
    struct crowd crowds[WIDE_CROWDS], found[WIDE_CROWDS]; /**< of a level; in its bins */
    struct value values[WIDE_CROWDS];
    uint32_t few[WIDE_FEWS]; /**< bins for warps: CROWD_ONE times where it begins, and its keys */
    union {
        uint32_t keys[WIDE_ROOM];
        uint4 vectors[WIDE_ROOM / 4]; /**< so that keys lie at a multiple of 16 bytes */
    };
};

/** A thread's keys, at places threadIdx.x, blockDim.x further, ...; and the crowd of each, two a word. */
struct wide_keys {
    uint32_t key[FINISH_ITEMS], crowds[FINISH_ITEMS / 2], n;
};

/** A level: n crowds are counted by `bits` bits above the lowest `shift`. */
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

/** The i-th key's crowd: NO_CROWD where the key has been placed. */
static __device__ __forceinline__ uint32_t crowd_of(const struct wide_keys *k, uint32_t i) {
    return k->crowds[i / 2] >> i % 2 * 16 & 0xffff;
}

static __device__ __forceinline__ void set_crowd(struct wide_keys *k, uint32_t i, uint32_t crowd) {
    k->crowds[i / 2] = (k->crowds[i / 2] & 0xffffu << (i + 1) % 2 * 16) | crowd << i % 2 * 16;
}

static __device__ __forceinline__ uint32_t wide_bin(const struct wide_keys *k, uint32_t i,
                                                    const struct wide_level *l) {
    return crowd_of(k, i) << l->bits | digit_of(k->key[i], l->shift, l->bits);
}

/** Where a bin lies in shared memory: those of a thread, and of its warp, in different banks. */
static __device__ __forceinline__ uint32_t *wide_place(struct wide_shared *s, uint32_t bin) {
    return &s->bins[bin ^ (bin >> 5 & 31)];
}

/** The level below: crowds share so many bins, and `low` bits are in all keys the same. */
static __device__ void next_level(struct wide_level *l, uint32_t bins, uint32_t low) {
    l->bits = min(31 - (uint32_t)__clz((int)(bins / l->n)), l->shift - low);
    l->shift -= l->bits;
    l->exact = l->shift == low;
}

/** Loads a bucket, all of it one crowd; the bits in which keys differ. */
static __device__ uint32_t load_wide(struct wide_keys *k, const uint32_t *d_in, enum key_type type,
                                     struct wide_shared *s) {
    uint32_t all = UINT32_MAX, any = 0;
    if (threadIdx.x == 0) s->all_set = UINT32_MAX, s->any_set = s->n_values = s->n_few = 0;
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t crowd = wide_there(k, i) ? 0 : NO_CROWD;
        k->key[i] = wide_there(k, i) ? d_in[i * blockDim.x + threadIdx.x] : 0;
        k->crowds[i / 2] = i % 2 == 0 ? crowd : k->crowds[i / 2] | crowd << 16;
    }
    __syncthreads(); // before any warp's bits
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        if (!wide_there(k, i)) continue;
        k->key[i] = key_encode(k->key[i], type);
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
    const struct crowd whole = {s->all_set, 0, 0, 0, (uint16_t)k->n, 0};
    if (threadIdx.x == 0) s->crowds[0] = whole;
    return s->any_set ^ s->all_set;
}

/** Counts the keys of the level's crowds. Nobody asks for a result, so that equal lanes are one atomic. */
static __device__ void count_level(const struct wide_keys *k, const struct wide_level *l,
                                   struct wide_shared *s) {
    if (threadIdx.x == 0) s->n_found = 0;
    for (uint32_t b = threadIdx.x; b < FINISH_BINS / 32; b += blockDim.x) s->crowded[b] = 0;
    uint32_t bins =
        (l->n << l->bits) + WARP_THREADS - 1; // whole rows, in which wide_place mixes them
    for (uint32_t b = threadIdx.x; b < bins / WARP_THREADS * (WARP_THREADS / 4); b += blockDim.x)
        s->bin_vectors[b] = make_uint4(0, 0, 0, 0);
    __syncthreads(); // all bins are empty
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (crowd_of(k, i) != NO_CROWD) atomicAdd(wide_place(s, wide_bin(k, i, l)), 1);
    __syncthreads(); // all keys are counted
}

/** Gives each bin the least key of half of those in it, or UINT32_MAX; whether all keys are their bin's. */
static __device__ bool name_bins(const struct wide_keys *k, const struct wide_level *l,
                                 uint32_t *s_names, struct wide_shared *s) {
    bool named = true;
    for (uint32_t b = threadIdx.x; b < 1u << l->bits; b += blockDim.x) s_names[b] = UINT32_MAX;
    __syncthreads(); // no bin has a name
#pragma unroll
    for (uint32_t i = 0; i < VOTERS && wide_row(k, i); i++)
        if (wide_there(k, i))
            atomicMin(s_names + (wide_place(s, wide_bin(k, i, l)) - s->bins), k->key[i]);
    __syncthreads(); // all bins have theirs
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (wide_there(k, i))
            named &= s_names[wide_place(s, wide_bin(k, i, l)) - s->bins] == k->key[i];
    return __syncthreads_and(named);
}

/**
 * Lists all keys as values, if those are few and no two of them are in a bin: then no key needs a place.
 * The first level has been counted.
 */
static __device__ bool list_values(const struct wide_keys *k, const struct wide_level *l,
                                   struct wide_shared *s) {
    uint32_t bins = 1u << l->bits, each = (bins + blockDim.x - 1) / blockDim.x;
    uint32_t first = threadIdx.x * each, end = min(first + each, bins), sum = 0, total;
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b);
        sum += n > 0 ? CROWD_ONE + n : 0;
    }
    uint32_t before = block_scan(sum, s->sums, &total); // bins with keys, and those keys
    __syncthreads();                                    // s->sums may be used again
    if (total / CROWD_ONE > (l->exact ? MOST_VALUES : MOST_NAMES)) return false;
    if (!l->exact && !name_bins(k, l, s->keys, s)) return false;
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b), name = s->crowds[0].prefix | b << l->shift;
        if (n == 0) continue;
        if (!l->exact) name = s->keys[wide_place(s, b) - s->bins];
        const struct value value = {name, (uint16_t)(before % CROWD_ONE), (uint16_t)n};
        s->values[before / CROWD_ONE] = value;
        before += CROWD_ONE + n;
    }
    if (threadIdx.x == 0) s->n_values = total / CROWD_ONE;
    __syncthreads(); // all values are listed, and the bins may be used again
    return true;
}

/** Notes that a bin is a crowd; its number. */
static __device__ uint32_t find_crowd(const struct wide_level *l, uint32_t bin, uint32_t begin,
                                      uint32_t n, struct wide_shared *s) {
    uint32_t at = atomicAdd(&s->n_found, CROWD_ONE + n) / CROWD_ONE;
    uint32_t prefix = s->crowds[bin >> l->bits].prefix | digit_of(bin, 0, l->bits) << l->shift;
    const struct crowd found = {prefix, UINT32_MAX, 0, (uint16_t)begin, (uint16_t)n, 0};
    s->found[at] = found;
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
        uint32_t n = *wide_place(s, b), begin = before + s->crowds[b >> l->bits].next;
        *wide_place(s, b) = n > FEW_ITEMS ? find_crowd(l, b, begin, n, s) : begin;
        if (n > BUCKET_REPEATS && n <= FEW_ITEMS && !l->exact)
            s->few[atomicAdd(&s->n_few, 1)] = begin * CROWD_ONE + n;
        before += n;
    }
    __syncthreads(); // it is known where each bin begins
}

/** Places the keys of bins with a few keys, and tells the others their crowds. */
static __device__ void place_level(struct wide_keys *k, const struct wide_level *l,
                                   uint32_t *s_keys, struct wide_shared *s) {
    bool crowds = s->n_found > 0;
    if (threadIdx.x == 0) s->n_crowds = 0;
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t bin = wide_bin(k, i, l), crowd = NO_CROWD;
        if (crowd_of(k, i) == NO_CROWD) continue;
        if (crowds && s->crowded[bin / 32] >> bin % 32 & 1) {
            crowd = *wide_place(s, bin);
            if (i < ELECTORS) atomicMin(&s->found[crowd].value, wide_key(k, i));
        } else {
            s_keys[atomicAdd(wide_place(s, bin), 1)] = wide_key(k, i);
        }
        set_crowd(k, i, crowd);
    }
    __syncthreads(); // all crowds have their values
}

/** Counts for each crowd that was found the keys that are equal to its value. */
static __device__ void compare_level(const struct wide_keys *k, struct wide_shared *s) {
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++) {
        uint32_t crowd = crowd_of(k, i);
        if (crowd != NO_CROWD && s->found[crowd].value == wide_key(k, i))
            atomicAdd(&s->found[crowd].same, 1);
    }
    __syncthreads(); // all keys are compared
}

/** Puts a crowd on the list of values if all its keys are the same, or on that of the next level. */
static __device__ void settle_crowd(struct crowd *crowd, const struct wide_level *l,
                                    struct wide_shared *s) {
    struct crowd c = *crowd;
    if (l->exact || c.same == c.n) {
        const struct value value = {l->exact ? c.prefix : c.value, c.begin, c.n};
        crowd->next = NO_CROWD;
        s->values[atomicAdd(&s->n_values, 1)] = value;
    } else {
        uint32_t before = atomicAdd(&s->n_crowds, CROWD_ONE + c.n);
        crowd->next = before / CROWD_ONE;
        c.next = c.begin - before % CROWD_ONE;
        s->crowds[crowd->next] = c;
    }
}

/** Settles what becomes of the crowds that were found, and tells the keys. */
static __device__ void settle_level(struct wide_keys *k, struct wide_level *l,
                                    struct wide_shared *s) {
    uint32_t n = s->n_found / CROWD_ONE;
    if (!l->exact) compare_level(k, s);
    for (uint32_t c = threadIdx.x; c < n; c += blockDim.x) settle_crowd(&s->found[c], l, s);
    __syncthreads(); // all crowds are on a list
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (crowd_of(k, i) != NO_CROWD) set_crowd(k, i, s->found[crowd_of(k, i)].next);
    l->n = s->n_crowds / CROWD_ONE;
    __syncthreads(); // the bins may be used again
}

/** Writes the keys that are known by their values alone; where there are few values, warps share one. */
static __device__ void write_values(uint32_t *to, enum key_type type, const struct wide_shared *s) {
    uint32_t warp = threadIdx.x / WARP_THREADS, warps = blockDim.x / WARP_THREADS;
    uint32_t n = s->n_values, share = max(warps / max(n, 1), 1);
    uint32_t first = warp % share * WARP_THREADS + threadIdx.x % WARP_THREADS;
    for (uint32_t v = warp / share; v < n; v += warps / share) {
        uint32_t key = key_decode(s->values[v].key, type);
        for (uint32_t i = first; i < s->values[v].n; i += share * WARP_THREADS)
            to[s->values[v].begin + i] = key;
    }
}

/** Writes n keys whose values are listed in order. */
static __device__ void write_listed(uint32_t *d_out, uint32_t n, enum key_type type,
                                    struct wide_shared *s) {
    uint32_t *s_begins = s->bins, *s_before = s->bins + VALUE_ROWS;
    if (s->n_values * LONG_RUN <= n) return write_values(d_out, type, s);
    empty_rows(s_begins, n);
    __syncthreads(); // all bits are 0
    for (uint32_t v = threadIdx.x; v < s->n_values; v += blockDim.x)
        begin_value(s_begins, s->values[v].begin);
    __syncthreads(); // all bits are set
    count_begins(s_begins, s_before, n, s->sums);
    for (uint32_t at = threadIdx.x; at < n; at += blockDim.x)
        d_out[at] = key_decode(s->values[value_of(s_begins, s_before, at)].key, type);
}

/** A warp sorts up to WARP_THREADS keys, unless they are all the same. */
static __device__ void rank_row(uint32_t *keys, uint32_t n) {
    uint32_t lane = threadIdx.x % WARP_THREADS, key = keys[min(lane, n - 1)], rank = 0;
    if (__all_sync(ALL_LANES, key == __shfl_sync(ALL_LANES, key, 0))) return;
#pragma unroll 4
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = __shfl_sync(ALL_LANES, key, i);
        rank += other < key || (other == key && i < lane);
    }
    __syncwarp(); // all lanes have their keys
    if (lane < n) keys[rank] = key;
}

/** Ranks the keys of bins that are too large for a window's halo and too small for a crowd. */
static __device__ void rank_bins(uint32_t *s_keys, const struct wide_shared *s) {
    for (uint32_t f = threadIdx.x / WARP_THREADS; f < s->n_few; f += blockDim.x / WARP_THREADS)
        rank_row(s_keys + s->few[f] / CROWD_ONE, s->few[f] % CROWD_ONE);
}

/** Puts all keys in their bins, but those whose values are known; whether there are any. One level is counted. */
static __device__ bool place_wide(struct wide_keys *k, struct wide_level l, uint32_t low,
                                  uint32_t *s_keys, struct wide_shared *s) {
    uint32_t keys = k->n;
    bool placed = false;
    for (;;) {
        plan_level(&l, s);
        place_level(k, &l, s_keys, s);
        placed |= s->n_found % CROWD_ONE < keys;
        if (s->n_found == 0) break;
        settle_level(k, &l, s);
        keys = s->n_crowds % CROWD_ONE;
        if (l.n == 0) break;
        next_level(&l, FINISH_BINS, low);
        count_level(k, &l, s);
    }
    return placed;
}

/**
 * Sorts a bucket of up to WIDE_ITEMS keys, whatever they are; with half the threads BUCKET_ITEMS. WIDE_CROWDS
 * crowds leave a level 3 bits, so that there are 1 + 7 levels at most.
 */
static __device__ void finish_wide(const uint32_t *d_in, enum key_type in_type, uint32_t n,
                                   uint32_t *d_out, enum key_type type, struct wide_shared *s) {
    struct wide_keys k;
    k.n = n;
    uint32_t differ = load_wide(&k, d_in, in_type, s), *s_keys = s->keys + HALO + words_off(d_out);
    uint32_t low = differ > 0 ? (uint32_t)__ffs((int)differ) - 1 : 0; // below all are the same
    struct wide_level l = {1, 32 - (uint32_t)__clz((int)differ), 0, false};
    next_level(&l, min(FINISH_BINS, 1u << (32 - __clz((int)(n - 1)))), low);
    count_level(&k, &l, s);
    if (list_values(&k, &l, s)) {
        write_listed(d_out, n, type, s);
    } else if (place_wide(&k, l, low, s_keys, s)) {
        write_values(s_keys, KEY_U32, s);
        rank_bins(s_keys, s);
        pad_bucket(s->keys, blockDim.x / WARP_THREADS * CORE + 2 * HALO + 4, n, words_off(d_out));
        __syncthreads(); // all keys lie in their bins
        order_and_store(s->keys, n, d_out, type);
    } else { // all keys are written anew
        write_values(d_out, type, s);
    }
}

/** @launch WIDE_THREADS threads a block, or half of them; blocks share the list
 *  @shared 133 KB: bins, crowds, and the keys of a bucket; with half the threads 99 KB
 *  @cost   8 bytes a key moved; a level: 2 atomics a key in shared memory and 4 barriers; 8 levels at most
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1)
    wide_kernel(struct tables t, struct bucket_list list, uint32_t *d_taken) {
    extern __shared__ struct wide_shared s_wide[];
    __shared__ uint32_t s_next;
    await_kernel_before();
    uint32_t n = *list.d_n;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, d_taken, &s_next)) {
        const struct bucket b = list.d_buckets[i];
        finish_wide(t.side[b.side] + b.from, b.side == SIDE_IN ? t.type : KEY_U32, b.n,
                    t.side[SIDE_OUT] + b.start, t.type, s_wide);
    }
}

/** @launch one block of WIDE_THREADS threads, or half of them, for an array that is a bucket itself
 *  @shared as of wide_kernel
 *  @cost   as of wide_kernel
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1) small_kernel(struct tables t) {
    extern __shared__ struct wide_shared s_wide[];
    await_kernel_before();
    finish_wide(t.side[SIDE_IN], t.type, (uint32_t)t.n, t.side[SIDE_OUT], t.type, s_wide);
}

#endif
#endif
