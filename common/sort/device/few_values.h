/**
 * @file
 * @brief Keys of few values: up to 512, all of which a sample meets. Most passes are needless, and keys are not moved.
 *
 * Each key is counted by its value, which takes one atomic instead of one for each byte. If no key has another value,
 * then it is known which bytes tell the values apart: passes by the others are left out. Without values that are sorted
 * along, the keys are written anew, each value as a run. A key of another value, a stranger, is counted by its bytes.
 * If strangers are few, the last block puts them among the values.
 */
#ifndef SORTLAB_DEVICE_FEW_VALUES_H
#define SORTLAB_DEVICE_FEW_VALUES_H

#include "common/sort/device/fill.h"
#include "common/sort/device/narrow.h"
#include "common/sort/device/overfull.h"
#include "common/sort/device/pass.h"
#include "common/sort/device/sample.h"

enum {
    SLOT_BITS = 11,             /**< of a slot's number */
    FEW_SLOTS = 1 << SLOT_BITS, /**< of a hash table of the values */
    FEW_THREADS = 1024,         /**< that sample, a key each, */
    FEW_ROUNDS = 8,             /**< so many times, if values may be few: */
    LESS_ROUNDS = 4,            /**< or so many, if they are no more than half of MOST_FEW */
    FEW_COUNTERS =
        4096, /**< of a block: copies of each value's, so that lanes seldom meet in one */
    NO_VALUE = MOST_FEW, /**< where a slot is free */
    FILL_ROWS = 32,      /**< of WARP_THREADS keys that a warp writes of one value */
};

/** The same slots, for counting; behind a block's bins. */
struct few_slots {
    uint32_t low[FEW_SLOTS], high[FEW_SLOTS];
    uint32_t number[FEW_SLOTS]; /**< of the value, or NO_VALUE */
};

/** Keys of other values that a block has met, behind its slots. */
struct met_strangers {
    uint32_t n, base, low[MOST_STRANGERS]; /**< n: as many, or more than there is space for */
};

/** What the block shares that puts strangers among values. */
struct joined_values {
    uint32_t stranger[MOST_STRANGERS], low[MOST_FEW];
    place_t starts[MOST_FEW + 1];
};

#ifdef __CUDACC__

/** Where the search for a value begins. Values often lie evenly: of a product alone, many would begin at one slot. */
static __device__ __forceinline__ uint32_t slot_of(struct item x) {
    return random_of(x.low ^ x.high * 0x9e3779b9u) >> (32 - SLOT_BITS);
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
        place_t there = *(volatile place_t *)&s->key[at]; // lanes would wait for each other
        if (there == 0) there = atomicCAS(&s->key[at], 0, key);
        if (there == 0) atomicAdd(&s->values, 1);
        if (there != 0 && there != key) continue;
        atomicAdd(&s->times[at], 1);
        return;
    }
}

/** Makes a list of the values that were met. */
static __device__ void list_values(struct few_sample *s) {
    __syncthreads(); // all know how many there are
    if (threadIdx.x == 0) s->values = 0;
    __syncthreads(); // the list is empty
    if (threadIdx.x == 0 && s->zeros > 0) s->value[atomicAdd(&s->values, 1)] = 0;
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS)
        if (s->key[at] != 0) s->value[atomicAdd(&s->values, 1)] = s->key[at];
    __syncthreads(); // the list is complete
}

/** Puts the list in order, in s->key: by the bits that count; no two values are equal. A value has four threads. */
static __device__ void order_values(struct counted c, struct few_sample *s, struct few_values *f) {
    const uint32_t n = s->values, v = threadIdx.x % MOST_FEW, step = FEW_THREADS / MOST_FEW;
    const place_t compared = compared_bits(c), key = v < n ? s->value[v] : 0;
    uint32_t lesser = 0;
    if (threadIdx.x < MOST_FEW) s->times[threadIdx.x] = 0;
    __syncthreads(); // no value has a place
    for (uint32_t i = threadIdx.x / MOST_FEW; i < n; i += step) {
        const place_t other = s->value[i] & compared;
        lesser += other < (key & compared) || (other == (key & compared) && i < v);
    }
    if (v < n) atomicAdd(&s->times[v], lesser);
    __syncthreads(); // each value's place is known
    if (threadIdx.x >= n) return;
    lesser = s->times[v];
    s->key[lesser] = key, f->low[lesser] = (uint32_t)key, f->high[lesser] = (uint32_t)(key >> 32);
}

/**
 * Finds the fewest bytes that tell the values in s->key apart and put them in order: f->bytes has a bit for each.
 * False, for all threads of a block: those are all bytes in which values differ.
 */
static __device__ bool find_bytes(struct counted c, struct few_sample *s, struct few_values *f) {
    __shared__ uint32_t s_best, s_differ;
    const place_t compared = compared_bits(c);
    const uint32_t sets = 1u << c.bytes, set = threadIdx.x % sets;
    place_t mask = 0;
    for (uint32_t b = 0; b < c.bytes; b++)
        mask |= set >> b & 1 ? (place_t)(RADIX - 1) << b * RADIX_BITS : 0;
    if (threadIdx.x < sets) s->times[threadIdx.x] = 0;
    if (threadIdx.x == 0) s_best = UINT32_MAX, s_differ = 0;
    __syncthreads(); // the values are in order, and nothing is known of bytes
    for (uint32_t v = 1 + threadIdx.x / sets; v < s->values; v += FEW_THREADS / sets) {
        const place_t before = s->key[v - 1] & compared, key = s->key[v] & compared;
        if (key != before && (key & mask) <= (before & mask)) s->times[set] = 1; // it does not tell
        if (__popc(set) == 1 && ((key ^ before) & mask) != 0) atomicOr(&s_differ, set);
    }
    __syncthreads(); // each set is known
    if (threadIdx.x < sets && !s->times[set]) atomicMin(&s_best, (uint32_t)__popc(set) << 8 | set);
    __syncthreads(); // the fewest bytes are known
    if (threadIdx.x == 0) f->bytes = s_best & 0xff;
    return s_best >> 8 < (uint32_t)__popc(s_differ);
}

/** Item i of a sample of n items, one in each of FEW_THREADS * FEW_ROUNDS parts. */
static __device__ __forceinline__ struct item sampled_item(struct lies items, place_t n, uint32_t i,
                                                           bool wide) {
    const place_t at = i * n + (random_of(i) * n >> 32);
    return load_item(items, at / (FEW_THREADS * FEW_ROUNDS), 0, wide);
}

/**
 * Looks for the values of n keys in a sample, with all FEW_THREADS threads of a block. f->n becomes 0 if they are too
 * many, or one was met just once: then there are others that were not. So it does if keys have values that are sorted
 * along, and no pass can be left out; `alone`: they have none.
 */
static __device__ void find_values(struct lies items, size_t n, struct sweep_map map, bool wide,
                                   bool alone, struct counted c, struct few_values *f) {
    __shared__ struct few_sample s;
    uint32_t values = n / FEW_ROUNDS >= FEW_THREADS ? 0 : MOST_FEW + 1, once = 0;
    const uint32_t first = threadIdx.x * FEW_ROUNDS;
    struct item x[LESS_ROUNDS];
    x[0] = sampled_item(items, n, first, wide);
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS) s.key[at] = s.times[at] = 0;
    if (threadIdx.x == 0) s.zeros = s.values = f->all = f->n = f->bytes = f->strangers = 0;
    if (threadIdx.x == 0) f->sampled = f->met = no_ends();
    const place_t key = key_word(sweep_encode(x[0], map, wide)) & compared_bits(c);
    const struct ends own = {key, key};
    note_ends(own, &f->sampled);
    if (threadIdx.x == 0) f->narrow = is_narrow(f->sampled, c.bytes);
    __syncthreads(); // all slots are free
#pragma unroll
    for (uint32_t r = 0; r < FEW_ROUNDS; r++) {
        if (values > MOST_FEW) return;
        if (r == LESS_ROUNDS && values <= MOST_FEW / 2) break;
        const uint32_t end = r == 1 || r == LESS_ROUNDS ? (r / LESS_ROUNDS + 1) * LESS_ROUNDS : r;
#pragma unroll
        for (uint32_t k = r; k < end; k++) // these are on their way at once
            x[k % LESS_ROUNDS] = sampled_item(items, n, first + k, wide);
        meet_value(sweep_encode(x[r % LESS_ROUNDS], map, wide), &s);
        __syncthreads(); // all keys were met
        values = s.values;
        __syncthreads(); // all know how many values were
    }
    if (values > MOST_FEW) return;
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS) once |= s.times[at] == 1;
    if (__syncthreads_or(once || s.zeros == 1)) return;
    list_values(&s);
    order_values(c, &s, f);
    const bool leaves = find_bytes(c, &s, f) || alone; // else all passes are needed
    if (threadIdx.x > 0) return;
    const struct ends all = {s.key[0] & compared_bits(c), s.key[s.values - 1] & compared_bits(c)};
    f->n = leaves ? s.values : 0;
    f->sampled = all, f->narrow = is_narrow(all, c.bytes);
}

/** Copies of the counter of each of n values: a power of two. */
static __device__ __forceinline__ uint32_t few_copies(uint32_t n) {
    return n > MOST_FEW / 2 ? FEW_COUNTERS / MOST_FEW : 2 * FEW_COUNTERS / MOST_FEW;
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

/** Notes a stranger in the block's list, if there is space. */
static __device__ __forceinline__ void meet_stranger(uint32_t low, struct met_strangers *s) {
    if (*(volatile uint32_t *)&s->n > MOST_STRANGERS) return; // they would wait in vain
    const uint32_t at = atomicAdd(&s->n, 1);
    if (at < MOST_STRANGERS) s->low[at] = low;
}

/** Adds the block's strangers to those of all blocks, with all threads; the block has met all its keys. */
static __device__ void list_strangers(struct met_strangers *s, struct few_values *f) {
    if (threadIdx.x == 0 && s->n > 0) s->base = atomicAdd(&f->strangers, s->n);
    __syncthreads(); // it is known where the block's list goes
    for (uint32_t i = threadIdx.x; i < s->n && s->base + i < MOST_STRANGERS; i += blockDim.x)
        f->stranger[s->base + i] = s->low[i];
}

/** How many of n keys, which ascend, are less. */
static __device__ __forceinline__ uint32_t lesser_keys(const uint32_t *keys, uint32_t n,
                                                       uint32_t key) {
    uint32_t low = 0;
    for (uint32_t high = n; low < high;) {
        const uint32_t middle = (low + high) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/**
 * Puts the strangers among the values, each as a run of one key, with all threads of a block of MOST_FEW or more.
 * @param start keys of the values before the thread's own
 * @param all   keys of all values
 */
static __device__ void join_strangers(struct few_values *f, place_t start, place_t all,
                                      struct joined_values *s) {
    const uint32_t n = f->n, m = f->strangers, v = threadIdx.x;
    for (uint32_t i = v; i < m; i += blockDim.x) s->stranger[i] = f->stranger[i];
    if (v < n) s->low[v] = f->low[v], s->starts[v] = start;
    if (v == 0) s->starts[n] = all;
    __syncthreads(); // strangers and values are there
    order_network(s->stranger, m, true);
    if (v < n) {
        const uint32_t less = lesser_keys(s->stranger, m, s->low[v]);
        f->low[v + less] = s->low[v], f->starts[v + less] = start + less;
    }
    for (uint32_t i = v; i < m; i += blockDim.x) {
        const uint32_t less = lesser_keys(s->low, n, s->stranger[i]);
        f->low[i + less] = s->stranger[i], f->starts[i + less] = s->starts[less] + i;
    }
    if (v == 0) f->n = n + m;
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
