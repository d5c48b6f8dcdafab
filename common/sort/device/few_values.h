/**
 * @file
 * @brief Keys of few values: up to 512, which a sample meets. Most passes are needless, and keys are not moved.
 *
 * Each key is counted by its value, which takes one atomic instead of one for each byte. If no key has another value,
 * then it is known which bytes tell the values apart: passes by the others are left out. Words without values that are
 * sorted along are written anew, each value as a run. Keys of other values, the strangers, move to the front of the
 * array that they will be in. The passes sort these, and the last one leaves gaps for the runs.
 */
#ifndef SORTLAB_DEVICE_FEW_VALUES_H
#define SORTLAB_DEVICE_FEW_VALUES_H

#include "common/sort/device/fill.h"
#include "common/sort/device/narrow.h"
#include "common/sort/device/pass.h"
#include "common/sort/device/sample.h"

enum {
    SLOT_BITS = 11,             /**< of a slot's number */
    FEW_SLOTS = 1 << SLOT_BITS, /**< of a hash table of the values */
    FEW_THREADS = 1024,         /**< that sample, a key each, */
    FEW_ROUNDS = 8,             /**< so many times, if values may be few: */
    LESS_ROUNDS = 4,            /**< or so many, if they are no more than half of MOST_FEW */
    STRANGERS_FROM = 4 << 20, /**< of fewer keys, more strangers than MOST_STRANGERS take longer, */
    MANY_FROM = 5 << 20,      /**< and of fewer than so many, */
    MANY_STRANGERS = 32,      /**< one of so many keys, or more */
    FEW_COUNTERS =
        4096, /**< of a block: copies of each value's, so that lanes seldom meet in one */
    NO_VALUE = MOST_FEW, /**< where a slot is free */
    FILL_ROWS = 32,      /**< of WARP_THREADS keys that a warp writes of one value */
};

/** Where strangers are kept: the values in order, and how many strangers lie between each and the one before. */
struct few_gaps {
    uint32_t low[MOST_FEW], strangers[MOST_FEW];
};

/** The same slots, for counting; behind a block's bins. Strangers are kept of words. */
struct few_slots {
    uint32_t low[FEW_SLOTS];
    uint32_t number[FEW_SLOTS]; /**< of the value, or NO_VALUE */
    union {
        uint32_t high[FEW_SLOTS];
        struct few_gaps gaps;
    };
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

/** Makes a list of the values that were met so often. */
static __device__ void list_values(struct few_sample *s, uint32_t often) {
    __syncthreads(); // all know how many there are
    if (threadIdx.x == 0) s->values = 0;
    __syncthreads(); // the list is empty
    if (threadIdx.x == 0 && s->zeros >= often) s->value[atomicAdd(&s->values, 1)] = 0;
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS)
        if (s->times[at] >= often) s->value[atomicAdd(&s->values, 1)] = s->key[at];
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

/** Whether a sort takes longer if so many of n keys are strangers and move. Measured on an H200. */
static __device__ bool take_longer(place_t strangers, size_t n) {
    if (n < STRANGERS_FROM) return strangers > MOST_STRANGERS;
    return n < MANY_FROM && strangers > n / MANY_STRANGERS;
}

/**
 * Looks for the values of n keys in a sample, with all FEW_THREADS threads of a block. f->n becomes 0 if they are too
 * many. If one was met just once, there are others that were not: `alone`, keys are words without values, and keys of
 * those are strangers. Else f->n becomes 0 then, and if no pass can be left out.
 */
static __device__ void find_values(struct lies items, size_t n, struct sweep_map map, bool wide,
                                   bool alone, struct counted c, struct few_values *f) {
    __shared__ struct few_sample s;
    uint32_t values = n / FEW_ROUNDS >= FEW_THREADS ? 0 : MOST_FEW + 1, once = 0;
    const uint32_t first = threadIdx.x * FEW_ROUNDS;
    struct item x[LESS_ROUNDS];
    x[0] = sampled_item(items, n, first, wide);
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += FEW_THREADS) s.key[at] = s.times[at] = 0;
    if (threadIdx.x == 0) s.zeros = s.values = f->aside = f->n = f->bytes = 0;
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
    if (__syncthreads_or(once || s.zeros == 1) && !alone) return;
    list_values(&s, alone ? 2 : 1);
    if (alone && take_longer((values - s.values) * (n / (FEW_THREADS * LESS_ROUNDS)), n)) return;
    order_values(c, &s, f);
    const bool leaves = find_bytes(c, &s, f) || alone; // else all passes are needed
    if (threadIdx.x > 0) return;
    f->n = leaves ? s.values : 0;
    if (alone) return;
    const struct ends all = {s.key[0] & compared_bits(c), s.key[s.values - 1] & compared_bits(c)};
    f->sampled = all, f->narrow = is_narrow(all, c.bytes);
}

/** Copies of the counter of each of n values: a power of two. */
static __device__ __forceinline__ uint32_t few_copies(uint32_t n) {
    return n > MOST_FEW / 2 ? FEW_COUNTERS / MOST_FEW : 2 * FEW_COUNTERS / MOST_FEW;
}

/** Loads the values into slots, and all counters are 0, with all threads of a block. */
static __device__ void load_values(const struct few_values *f, bool wide, struct few_slots *s) {
    for (uint32_t at = threadIdx.x; at < FEW_SLOTS; at += blockDim.x) s->number[at] = NO_VALUE;
    __syncthreads(); // all slots are free
    for (uint32_t v = threadIdx.x; v < f->n; v += blockDim.x) {
        const struct item x = {f->low[v], f->high[v]};
        uint32_t at = slot_of(x);
        while (atomicCAS(&s->number[at], NO_VALUE, v) != NO_VALUE) at = (at + 1) % FEW_SLOTS;
        s->low[at] = x.low;
        if (wide) s->high[at] = x.high;
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

/** How many of n values, which ascend, are less. */
static __device__ __forceinline__ uint32_t lesser_values(const uint32_t *low, uint32_t n,
                                                         uint32_t key) {
    uint32_t least = 0;
    for (uint32_t most = n; least < most;) {
        const uint32_t middle = (least + most) / 2;
        if (low[middle] < key)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

/** The runs of values among the keys that a block moves around them. */
struct shared_runs {
    uint32_t n, low[MOST_FEW];
    place_t before[MOST_FEW + 1];
};

/** Loads the runs, with all threads of a block. */
static __device__ __forceinline__ void load_runs(const struct few_values *f,
                                                 struct shared_runs *s) {
    for (uint32_t v = threadIdx.x; v <= f->n; v += blockDim.x) {
        s->before[v] = f->before[v];
        if (v < f->n) s->low[v] = f->low[v];
    }
    if (threadIdx.x == 0) s->n = f->n;
    __syncthreads(); // all runs are there
}

/** Writes the blocks' parts of all runs. */
static __device__ __forceinline__ void write_runs(const struct pass *p,
                                                  const struct shared_runs *s) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, warps = blockDim.x / WARP_THREADS;
    const place_t keys = FILL_ROWS * WARP_THREADS, n = s->before[s->n];
    for (place_t at = (blockIdx.x * warps + threadIdx.x / WARP_THREADS) * keys; at < n;
         at += gridDim.x * warps * keys) {
        const place_t end = min(at + keys, n);
        place_t i = at + lane;
        for (uint32_t v = value_at(s->before, at, 0, s->n - 1); i < end; v++) {
            const struct item x = {s->low[v], 0};
            const uint32_t key = sweep_decode(x, p->to, false).low;
            uint32_t *d_run = p->items.land.d_low + p->d_few->less[v];
            for (const place_t stop = min(end, s->before[v + 1]); i < stop; i += WARP_THREADS)
                d_run[i] = key;
        }
    }
}

/** Where a stranger goes, the i-th of all in order. If there is one value, `spike`, its run has so many keys. */
static __device__ __forceinline__ place_t place_around(uint32_t word, place_t i, uint32_t spike,
                                                       place_t run, const struct shared_runs *s) {
    if (run > 0) return word < spike ? i : i + run;
    return i + s->before[lesser_values(s->low, s->n, word)];
}

/** How many of the words before number i are word i or less, and how many behind it are less: a lane's part. */
static __device__ __forceinline__ uint32_t words_before(const uint32_t *d_words, uint32_t n,
                                                        uint32_t i) {
    const uint4 *d_fours = (const uint4 *)d_words;
    const uint32_t lane = threadIdx.x % WARP_THREADS, word = d_words[i], own = i / 4;
    uint32_t before = lane < i % 4 && d_words[own * 4 + lane] == word; // others are counted below
#pragma unroll 4
    for (uint32_t k = lane; k < (n + 3) / 4; k += WARP_THREADS) {
        const uint4 x = d_fours[k];
        if (k < own)
            before += (x.x <= word) + (x.y <= word) + (x.z <= word) + (x.w <= word);
        else
            before += (x.x < word) + (x.y < word) + (x.z < word) + (x.w < word);
    }
    return before;
}

/** Writes the blocks' parts of few strangers, which lie in `other`: a warp counts those that come before one. */
static __device__ __forceinline__ void write_strangers(const struct pass *p,
                                                       const struct shared_runs *s) {
    const uint32_t n = (uint32_t)p->d_spike->kept, warps = blockDim.x / WARP_THREADS;
    for (uint32_t i = blockIdx.x * warps + threadIdx.x / WARP_THREADS; i < n;
         i += gridDim.x * warps) {
        const struct item x = {p->items.other.d_low[i], 0};
        const uint32_t before = warp_scan(words_before(p->items.other.d_low, n, i));
        if (threadIdx.x % WARP_THREADS == WARP_THREADS - 1)
            p->items.land.d_low[place_around(x.low, before, 0, 0, s)] =
                sweep_decode(x, p->to, false).low;
    }
}

#endif
#endif
