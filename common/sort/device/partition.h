/**
 * @file
 * @brief A block brings a tile's keys into their buckets.
 */
#ifndef SORTLAB_DEVICE_PARTITION_H
#define SORTLAB_DEVICE_PARTITION_H

#include "common/sort/device/digits.h"
#include "common/sort/device/steps.h"

/** Keys of a tile that did not fit into their bucket's space. */
struct spilled_run {
    uint32_t bucket, n;
    place_t at; /**< in the spill */
};

/** Where such keys go: so many, and so many runs of them. Counts are 0 at first. */
struct spill {
    uint32_t *d_keys;
    struct spilled_run *d_runs;
    uint32_t *d_n_runs;
    place_t *d_n_keys;
    uint32_t most_runs, most_keys;
};

/** Where the keys of each digit go. The next four are NULL if all spaces are known to suffice. */
struct part_target {
    uint32_t *d_out;
    place_t *d_next;       /**< where the next key of each digit belongs in d_out */
    const place_t *d_ends; /**< where each digit's space ends */
    uint32_t *d_overflow;  /**< becomes 1 where one does not; then nothing of the tile is written */
    const struct digit_keys
        *d_keys;               /**< of each digit: keys of one value are counted, and not written */
    const struct spill *spill; /**< or NULL: there is none */
    uint32_t bucket;           /**< of digit 0, in the spill's runs */
    uint32_t spared;           /**< words at the end of each space that are not to be used */
    uint32_t apart;            /**< a shift: how far apart d_next's words are */
};

/** A table of digits, which is loaded while a tile's keys are on their way. */
struct table_copy {
    const uint4 *d_from;
    uint4 *s_to;
    uint32_t fours;                  /**< of words */
    const struct digit_rule *s_rule; /**< which one thread has written */
};

#ifdef __CUDACC__

/** Begins to load a table. */
static __device__ __forceinline__ void begin_table(const struct table_copy *copy) {
    for (uint32_t i = threadIdx.x; i < copy->fours; i += PART_THREADS)
        __pipeline_memcpy_async(&copy->s_to[i], &copy->d_from[i], sizeof(uint4));
    __pipeline_commit();
}

/** Begins to load the keys of a tile of m. */
static __device__ __forceinline__ void load_keys(struct part_keys *k, const uint32_t *d_tile) {
    k->first = threadIdx.x / WARP_THREADS * PART_WARP + threadIdx.x % WARP_THREADS;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        k->key[i] = part_there(k, i) ? d_tile[k->first + i * WARP_THREADS] : 0;
}

static __device__ __forceinline__ void map_keys(struct part_keys *k, key_order order) {
    if (order == ORDER_NONE) return;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) k->key[i] = order_encode(k->key[i], order);
}

/**
 * Finds the digits of a tile's keys, and asks whether all of a warp have one, as where keys lie in order.
 * @param packed they are kept, even if they are bits of the keys; known when it is compiled, as `kind` is
 */
static __device__ __forceinline__ void find_digits(struct part_keys *k, enum digit_kind kind,
                                                   bool packed, const struct digit_rule *rule) {
    uint32_t lane = threadIdx.x % WARP_THREADS, differ = 0;
    bool whole = k->first - lane + PART_WARP <= k->m;
    k->bits = kind == DIGIT_BITS && !packed;
    if (k->bits) {
        uint32_t first = __shfl_sync(ALL_LANES, k->key[0], 0);
        k->shift = rule->shift, k->mask = rule->n - 1;
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS; i++) differ |= k->key[i] ^ first;
        differ = warp_or(differ) >> k->shift & k->mask;
        k->common = whole && differ == 0 ? first >> k->shift & k->mask : NO_DIGIT;
    } else {
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS; i++) {
            uint32_t digit = find_digit(k->key[i], kind, rule) << 8 * (i % 4);
            k->digits[i / 4] = i % 4 == 0 ? digit : k->digits[i / 4] | digit;
        }
        uint32_t first = __shfl_sync(ALL_LANES, k->digits[0] & 0xff, 0);
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS / 4; i++) differ |= k->digits[i] ^ first * 0x01010101;
        k->common = whole && warp_or(differ) == 0 ? first : NO_DIGIT;
    }
}

/** Whether neighbouring lanes mostly have one digit, as one of the thread's keys shows. */
static __device__ __forceinline__ bool neighbours_alike(const struct part_keys *k) {
    uint32_t digit = part_digit(k, PART_ITEMS / 2);
    bool same = digit == __shfl_up_sync(ALL_LANES, digit, 1);
    return __popc(__ballot_sync(ALL_LANES, same)) >= WARP_THREADS - 4;
}

/**
 * The same as place_digits if more than a quarter of the keys have the digit `hot`, or if neighbours are alike. Lanes
 * with that digit, or with the first lane's, would wait for each other at one word, so one of them asks for all.
 * `alike` is known when it is compiled.
 */
static __device__ __forceinline__ void place_hot(const struct part_keys *k, uint32_t hot,
                                                 bool alike, struct part_shared *s) {
    enum { BATCH = 4 }; // atomics on their way
    uint32_t lane = threadIdx.x % WARP_THREADS, place[BATCH], lanes[BATCH];
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i += BATCH) {
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t digit = part_digit(k, i + j);
            bool is_hot = digit == (alike ? __shfl_sync(ALL_LANES, digit, 0) : hot);
            lanes[j] = __ballot_sync(ALL_LANES, part_there(k, i + j) && is_hot);
            bool asks = !is_hot || lane + 1 == (uint32_t)__ffs((int)lanes[j]);
            place[j] = 0;
            if (part_there(k, i + j) && asks)
                place[j] = atomicAdd(&s->bins[digit], is_hot ? __popc(lanes[j]) : 1);
        }
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t base = __shfl_sync(ALL_LANES, place[j], (uint32_t)__ffs((int)lanes[j]) - 1);
            if (lanes[j] >> lane & 1) place[j] = base + __popc(lanes[j] & ~(~0u << lane));
            if (part_there(k, i + j)) s->keys[place[j]] = k->key[i + j];
        }
    }
}

/** Where a run of n keys goes that does not fit into its bucket's space; NULL: nowhere. */
static __device__ __noinline__ uint32_t *spill_run(const struct spill *spill, uint32_t bucket,
                                                   uint32_t n) {
    const uint32_t i = atomicAdd(spill->d_n_runs, 1);
    const place_t at = atomicAdd(spill->d_n_keys, (place_t)n);
    if (i >= spill->most_runs || at + n > spill->most_keys) return NULL;
    const struct spilled_run run = {bucket, n, at};
    spill->d_runs[i] = run;
    return spill->d_keys + at;
}

/** Stores a tile that lies by digit: neighbours of one digit go to neighbouring places. */
static __device__ __forceinline__ void store_tile(bool full, uint32_t m, enum digit_kind kind,
                                                  const struct digit_rule *rule,
                                                  const struct part_shared *s) {
#pragma unroll 8
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        uint32_t at = i * PART_THREADS + threadIdx.x;
        if (!full && at >= m) continue;
        uint32_t key = s->keys[at], *d_to = s->to[find_digit(key, kind, rule)];
        if (kind != DIGIT_VALUES || d_to) d_to[at] = key;
    }
}

/**
 * Brings a tile's keys, whose digits are found, into order by digit in shared memory, and reserves their places in the
 * array. False, for all threads: some have no space there. k->full is known when it is compiled: whole tiles ask for no
 * key.
 */
static __device__ __forceinline__ bool order_tile(struct part_keys *k, const struct part_target *to,
                                                  enum digit_kind kind, struct part_shared *s) {
    bool overflow = false;
    uint32_t digit = threadIdx.x, total;
    __syncthreads(); // all bins are empty
    bool alike = k->full && kind != DIGIT_EVEN && neighbours_alike(k);
    if (alike && digit % WARP_THREADS == 0) atomicAdd(&s->sums.alike, 1);
    count_digits(k, s);
    __syncthreads(); // all keys are counted
    uint32_t count = digit < RADIX ? s->bins[digit] : 0;
    // What is asked for now is needed later.
    place_t start = count > 0 ? reserve(to->d_next, digit << to->apart, count) : 0;
    uint32_t most = warp_max(count * RADIX + digit % RADIX);
    if (digit < RADIX && digit % WARP_THREADS == 0) atomicMax(&s->sums.hot, most);
    uint32_t before = block_scan(count, s->sums.warps, &total), hot = s->sums.hot;
    alike = s->sums.alike > PART_THREADS / WARP_THREADS / 2;
    if (digit < RADIX) s->bins[digit] = before;
    __syncthreads(); // it is known where each digit begins
    if (kind != DIGIT_EVEN && hot / RADIX > k->m / 4 && k->common == NO_DIGIT)
        place_hot(k, hot % RADIX, false, s);
    else if (kind != DIGIT_EVEN && alike && k->common == NO_DIGIT)
        place_hot(k, NO_DIGIT, true, s);
    else
        place_digits(k, s);
    bool one = kind == DIGIT_VALUES && count > 0 && to->d_keys[digit].one;
    uint32_t *d_run = one ? NULL : to->d_out + start; // the answer has come by now
    if (to->d_ends && count > 0 && !one && start + count + to->spared > to->d_ends[digit])
        d_run = to->spill ? spill_run(to->spill, to->bucket + digit, count) : NULL,
        overflow = !d_run;
    if (digit < RADIX) s->to[digit] = d_run ? d_run - before : NULL;
    return !__syncthreads_or(overflow); // the tile lies by digit
}

/** Empties what the threads of a block count a tile in. */
static __device__ __forceinline__ void empty_bins(struct part_shared *s) {
    if (threadIdx.x < RADIX) s->bins[threadIdx.x] = 0;
    if (threadIdx.x == 0) s->sums.hot = s->sums.alike = 0;
}

/**
 * As partition_tile. `full` and `kind` are known when it is compiled.
 * @param table what is still to be loaded, and has the rule; or NULL
 */
static __device__ __forceinline__ void
partition_keys_of(const uint32_t *d_tile, uint32_t m, bool full, const struct part_target *to,
                  enum digit_kind kind, const struct digit_rule *rule, key_order order,
                  const struct table_copy *table, struct part_shared *s) {
    struct part_keys k;
    struct digit_rule loaded;
    k.m = m, k.full = full, k.shift = k.mask = 0;
    empty_bins(s);
    if (table) begin_table(table);
    load_keys(&k, d_tile);
    map_keys(&k, order);
    if (table) {
        __pipeline_wait_prior(0);
        __syncthreads(); // the table and the rule are there
        loaded = *table->s_rule, loaded.s_table = (const uint8_t *)table->s_to;
        rule = &loaded;
    }
    find_digits(&k, kind, false, rule);
    if (order_tile(&k, to, kind, s))
        store_tile(full, m, kind, rule, s);
    else if (threadIdx.x == 0)
        atomicExch(to->d_overflow, 1);
    __syncthreads(); // the next tile may come
}

/** Brings a tile's m keys into the buckets of their top bits, or of those that a rule's bits say. */
static __device__ __forceinline__ void partition_tile(const uint32_t *d_tile, uint32_t m,
                                                      struct part_target to, struct digit_rule rule,
                                                      key_order order, struct part_shared *s) {
    if (m == PART_TILE)
        partition_keys_of(d_tile, m, true, &to, DIGIT_BITS, &rule, order, NULL, s);
    else
        partition_keys_of(d_tile, m, false, &to, DIGIT_BITS, &rule, order, NULL, s);
}

#endif
#endif
