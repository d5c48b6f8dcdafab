/**
 * @file
 * @brief Keys of few values: up to 256, all of which a sample meets. Most passes are needless, and keys are not moved.
 *
 * Each key is counted by its value, which takes one atomic instead of one for each byte. If no key has another value,
 * then it is known which bytes tell the values apart: passes by the others are left out. Without values that are sorted
 * along, the keys are written anew, each value as a run. A key of another value, a stranger, is counted by its bytes.
 */
#ifndef SORTLAB_DEVICE_FEW_VALUES_H
#define SORTLAB_DEVICE_FEW_VALUES_H

#include "common/sort/device/fill.h"
#include "common/sort/device/pass.h"
#include "common/sort/device/sample.h"

enum {
    SLOT_BITS = 11,
    FEW_SLOTS = 1 << SLOT_BITS, /**< of a hash table of the values */
    FEW_THREADS = 1024,         /**< that sample, a key each, */
    FEW_ROUNDS = 8,             /**< so many times, if the first time says that values may be few */
    FEW_COPIES = 16,            /**< of a value's counter: lanes seldom meet in one */
    NO_VALUE = MOST_FEW,        /**< where a slot is free */
    FILL_ROWS = 32,             /**< of WARP_THREADS keys that a warp writes of one value */
};

/** The same slots, for counting; behind a block's bins. */
struct few_slots {
    uint32_t low[FEW_SLOTS], high[FEW_SLOTS];
    uint32_t number[FEW_SLOTS]; /**< of the value, or NO_VALUE */
};

#ifdef __CUDACC__

/** A key as one word, zeros above if it has 32 bits. */
static __device__ __forceinline__ place_t key_word(struct item x) {
    return (place_t)x.high << 32 | x.low;
}

/** Where the search for a value begins: by Fibonacci hashing, which parts what lies evenly. */
static __device__ __forceinline__ uint32_t slot_of(struct item x) {
    return (x.low * 0x9e3779b9u ^ x.high * 0x85ebca6bu) >> (32 - SLOT_BITS);
}

/** The bits of a key that are compared. */
static __device__ __forceinline__ place_t compared_bits(struct counted c) {
    return ((place_t)c.last << (c.bytes - 1) * RADIX_BITS) |
           (((place_t)1 << (c.bytes - 1) * RADIX_BITS) - 1);
}

/** What the block shares that looks for values. */
struct few_sample {
    place_t key[FEW_SLOTS];    /**< 0: free. Keys that are 0 are counted by themselves */
    uint32_t times[FEW_SLOTS]; /**< that it was met */
    place_t value[MOST_FEW];
    uint32_t zeros, values;
};

/** Meets a key. */
static __device__ __forceinline__ void meet_value(struct item x, struct few_sample *s) {
    const place_t key = key_word(x);
    if (key == 0) {
        if (atomicAdd(&s->zeros, 1) == 0) atomicAdd(&s->values, 1);
        return;
    }
    for (uint32_t at = slot_of(x);; at = (at + 1) % FEW_SLOTS) {
        const place_t there = atomicCAS(&s->key[at], 0, key);
        if (there == 0) atomicAdd(&s->values, 1);
        if (there != 0 && there != key) continue;
        atomicAdd(&s->times[at], 1);
        return;
    }
}

/** Puts the values that were met in order: by the bits that count, and no two are equal. */
static __device__ void order_values(struct counted c, struct few_sample *s, struct few_values *f) {
    const place_t compared = compared_bits(c);
    const uint32_t n = s->values;
    __syncthreads(); // all know how many there are
    if (threadIdx.x == 0) s->values = 0;
    __syncthreads(); // the list is empty
    if (threadIdx.x == 0 && s->zeros > 0) s->value[atomicAdd(&s->values, 1)] = 0;
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS)
        if (s->key[at] != 0) s->value[atomicAdd(&s->values, 1)] = s->key[at];
    __syncthreads(); // the list is complete
    if (threadIdx.x < n) {
        const place_t key = s->value[threadIdx.x];
        uint32_t lesser = 0;
        for (uint32_t i = 0; i < n; i++) {
            const place_t other = s->value[i];
            lesser += (other & compared) < (key & compared) ||
                      ((other & compared) == (key & compared) && i < threadIdx.x);
        }
        f->low[lesser] = (uint32_t)key, f->high[lesser] = (uint32_t)(key >> 32);
    }
    if (threadIdx.x == 0) f->n = n;
}

/**
 * Looks for the values of n keys in a sample, with all FEW_THREADS threads of a block. f->n becomes 0 if they are too
 * many, or one was met just once: then there are others that were not.
 */
static __device__ void find_values(struct lies items, size_t n, struct sweep_map map, bool wide,
                                   struct counted c, struct few_values *f) {
    __shared__ struct few_sample s;
    const place_t part = n / (FEW_THREADS * FEW_ROUNDS);
    uint32_t values = part > 0 ? 0 : MOST_FEW + 1, once = 0;
    struct item x[FEW_ROUNDS]; // all on their way at once
    for (uint32_t r = 0; r < FEW_ROUNDS; r++) {
        const uint32_t i = threadIdx.x * FEW_ROUNDS + r;
        x[r] = load_item(items, i * part + (random_of(i) * part >> 32), 0, wide);
    }
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS) s.key[at] = s.times[at] = 0;
    if (threadIdx.x == 0) s.zeros = s.values = f->all = f->n = 0;
    __syncthreads(); // all slots are free
#pragma unroll
    for (uint32_t r = 0; r < FEW_ROUNDS; r++) {
        if (values > MOST_FEW) return;
        meet_value(sweep_encode(x[r], map, wide), &s);
        __syncthreads(); // all keys were met
        values = s.values;
        __syncthreads(); // all know how many values were
    }
    if (values > MOST_FEW) return;
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS) once |= s.times[at] == 1;
    if (!__syncthreads_or(once || s.zeros == 1)) order_values(c, &s, f);
}

/** Loads the values into slots, and all counters are 0, with all threads of a block. */
static __device__ void load_values(const struct few_values *f, struct few_slots *s) {
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += blockDim.x) s->number[at] = NO_VALUE;
    __syncthreads(); // all slots are free
    for (uint32_t v = threadIdx.x; v < f->n; v += blockDim.x) {
        const struct item x = {f->low[v], f->high[v]};
        uint32_t at = slot_of(x);
        while (atomicCAS(&s->number[at], NO_VALUE, v) != NO_VALUE) at = (at + 1) % FEW_SLOTS;
        s->low[at] = x.low, s->high[at] = x.high;
    }
    __syncthreads(); // all values have slots
}

/** The number of a key's value, or NO_VALUE. */
static __device__ __forceinline__ uint32_t value_number(struct item x, bool wide,
                                                        const struct few_slots *s) {
    for (uint32_t at = slot_of(x);; at = (at + 1) % FEW_SLOTS) {
        const uint32_t number = s->number[at];
        if (number == NO_VALUE || (s->low[at] == x.low && (!wide || s->high[at] == x.high)))
            return number;
    }
}

/** Bytes that tell n values in order apart, as few as can be: a bit for each; for all threads of a block. */
static __device__ uint32_t telling_bytes(const struct few_values *f, struct counted c) {
    __shared__ uint32_t s_best;
    const place_t compared = compared_bits(c);
    if (threadIdx.x == 0) s_best = UINT32_MAX;
    __syncthreads(); // nothing is known
    for (uint32_t bytes = threadIdx.x; bytes < 1u << c.bytes; bytes += blockDim.x) {
        place_t mask = 0, before = 0, lesser = 0;
        bool tells = true;
        for (uint32_t b = 0; b < c.bytes; b++)
            mask |= bytes >> b & 1 ? (place_t)(RADIX - 1) << b * RADIX_BITS : 0;
        for (uint32_t v = 0; v < f->n; v++) {
            const place_t key = ((place_t)f->high[v] << 32 | f->low[v]) & compared;
            tells &= v == 0 || key == before || (key & mask) > lesser;
            before = key, lesser = key & mask;
        }
        if (tells) atomicMin(&s_best, (uint32_t)__popc(bytes) << 8 | bytes);
    }
    __syncthreads(); // the fewest are known
    return s_best & 0xff;
}

/** Writes all keys anew: where each value begins is known. */
static __device__ __forceinline__ void write_values(const struct pass *p, place_t *s_starts) {
    const struct few_values *f = p->d_few;
    const uint32_t lane = threadIdx.x % WARP_THREADS, warps = blockDim.x / WARP_THREADS,
                   last = f->n - 1;
    const place_t keys = FILL_ROWS * WARP_THREADS, n = p->n;
    for (uint32_t v = threadIdx.x; v <= last; v += blockDim.x) s_starts[v] = f->starts[v];
    __syncthreads(); // all starts are there
    for (place_t at = (blockIdx.x * warps + threadIdx.x / WARP_THREADS) * keys; at < n;
         at += gridDim.x * warps * keys) {
        const place_t end = min(at + keys, n);
        const uint32_t low = value_at(s_starts, at, 0, last),
                       high = value_at(s_starts, end - 1, low, last);
        for (place_t i = at + lane; i < end; i += WARP_THREADS) {
            const uint32_t v = low < high ? value_at(s_starts, i, low, high) : low;
            const struct item x = {f->low[v], 0};
            p->items.land.d_low[i] = sweep_decode(x, p->to, false).low;
        }
    }
}

#endif
#endif
