/**
 * @file
 * @brief Keys of 32 bits that lie evenly, by buckets of their top bits; all others, by sweeps. The device sees which.
 *
 * One count of all keys serves all ways. If each bucket fits a block, two partitions by those bits and the finish
 * sort the keys: each moves them once, and a sweep does so four times. If keys lie smoothly, the partitions go by
 * tables (smooth.h). Else these kernels leave at once.
 */
#ifndef SORTLAB_DEVICE_EVEN_H
#define SORTLAB_DEVICE_EVEN_H

#include "common/sort/device/items.h"
#include "common/sort/device/reference.h"
#include "common/sort/device/smooth.h"

/** Of fewer keys sweeps are as fast. Tests have a lower bound. */
#ifndef EVEN_FROM
#define EVEN_FROM (1 << 22)
#endif

enum {
    MOST_EVEN_BUCKET = 8250, /**< keys on the average: the largest of 2^13 has BUCKET_ITEMS yet */
    LOW_BYTES = 3,           /**< whose digits are counted; the top one's are buckets together */
    BYTE_COPIES = 16,        /**< of these digits' bins, if a block has memory for as many */
    MOST_COPIES = 26,        /**< of a value, on the average: buckets of more are not finished */
    LEAST_NEAR = 14,         /**< sampled keys that meet in a cell: fewer are chance */
    SMOOTH_TIMES = 6,        /**< as many meet in a wider cell if keys lie smoothly, or more */
};

/** Where keys that may lie evenly are sorted. */
struct even_sort {
    struct tables t;
    struct smooth by;     /**< if they lie smoothly */
    struct histogram all; /**< how keys become words; RADIX bins for each byte, as of a sweep */
    uint32_t
        *d_goes; /**< not 0 if sweeps sort the keys: by the plan, or as buckets were not finished */
};

#ifdef __CUDACC__

/** So many copies of all bins, powers of two: bin b of copy l is b * copies + l. Lanes take copies by turns. */
struct even_copies {
    uint32_t bytes, tops;
};

static_assert((int)COUNT_THREADS == (int)HISTOGRAM_THREADS, "a block counts batches (histogram.h)");
static_assert((int)PLAN_THREADS == (int)SPIKE_KEYS, "a thread has a key of a sample (spike.h)");

/** Counts a thread's keys, in its copies; those of bytes are a constant. */
static __device__ __forceinline__ void count_words(const struct batch *a, const struct even_sort *e,
                                                   struct even_copies c, uint32_t *s_bytes,
                                                   uint32_t *s_tops) {
    const uint32_t shift = 32 - e->by.bits;
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const uint32_t word = sweep_encode(a->x[k], e->all.map, false).low;
#pragma unroll
        for (uint32_t b = 0; b < LOW_BYTES; b++)
            atomicAdd(&s_bytes[(b * RADIX + __byte_perm(word, 0, 0x4440 + b)) * c.bytes], 1);
        atomicAdd(&s_tops[(word >> shift) * c.tops], 1);
    }
}

/** Counts all keys by their lowest bytes, and by the top bits that buckets have. */
static __device__ __forceinline__ void count_even(const struct even_sort *e, struct even_copies c,
                                                  uint32_t *s_bins) {
    const uint32_t bytes = LOW_BYTES * RADIX, tops = 1u << e->by.bits;
    uint32_t *s_tops = s_bins + bytes * c.bytes;
    struct batch next = load_batch(e->all.items, first_batch(), e->t.n, false);
    for (size_t at = first_batch(); at < e->t.n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(e->all.items, at + batch_step(), e->t.n, false);
        count_words(&now, e, c, s_bins + threadIdx.x % c.bytes, s_tops + threadIdx.x % c.tops);
    }
    __syncthreads(); // all keys are counted
    add_copies(s_bins, bytes, c.bytes, e->all.d_bins);
    add_copies(s_tops, tops, c.tops, e->t.bins);
}

/** Counts all keys by all bytes, where it is known already that sweeps sort them. */
static __device__ __forceinline__ void count_bytes_of(const struct even_sort *e, uint32_t copies,
                                                      uint32_t *s_bins) {
    const struct counted all = {sizeof(uint32_t), RADIX - 1};
    if (are_narrow(&e->all))
        count_narrow(&e->all, all, copies, false, s_bins);
    else
        count_all(&e->all, all, copies, false, s_bins);
    __syncthreads(); // all keys are counted
    add_copies(s_bins, all.bytes * RADIX, copies, e->all.d_bins);
}

/** s_before[b] becomes the keys before bin b, and that of the last one's end all, with a block of PLAN_THREADS. */
static __device__ void sum_bins(const struct even_sort *e, uint32_t *s_before) {
    enum { MOST = (1 << EVEN_BITS) / PLAN_THREADS };
    __shared__ uint32_t s_sums[WARP_THREADS];
    const uint32_t bins = 1u << e->by.bits, each = bins / PLAN_THREADS;
    uint32_t before[MOST], sum = 0, total; // the warp's keys
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        before[i] = i < each ? (uint32_t)e->t.bins[bin_of(each, i)] : 0;
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++) {
        const uint32_t up_to = sum + warp_scan(before[i]);
        before[i] = up_to - before[i], sum = __shfl_sync(ALL_LANES, up_to, WARP_THREADS - 1);
    }
    const bool one = threadIdx.x % WARP_THREADS == 0;
    const uint32_t others =
        __shfl_sync(ALL_LANES, block_scan(one ? sum : 0, s_sums, &total), 0); // warps before
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        if (i < each) s_before[bin_of(each, i)] = others + before[i];
    if (threadIdx.x == 0) s_before[bins] = total;
    __syncthreads(); // all sums are there
}

/** Keys of the i-th of 2^bits buckets. */
static __device__ __forceinline__ uint32_t bucket_keys(const struct even_sort *e,
                                                       const uint32_t *s_before, uint32_t i,
                                                       uint32_t bits) {
    const uint32_t bins = e->by.bits - bits;
    return s_before[(i + 1) << bins] - s_before[i << bins];
}

/**
 * Whether the samples say to a warp that sweeps are faster: values have many copies, or keys lie in lumps. A cell that
 * is 2^WIDER_BITS times as wide has about as many times as many keys that meet, if they lie smoothly. Few more means
 * that the cells with keys are far from each other.
 */
static __device__ bool meet_often(const struct even_sort *e) {
    const uint32_t blocks = repeat_blocks(e->t.n), mask = (1u << MET_BITS) - 1;
    const place_t pairs = (place_t)blocks * REPEAT_KEYS * REPEAT_KEYS / 2; // of the samples
    place_t met = 0;
    for (uint32_t b = threadIdx.x % WARP_THREADS; b < blocks; b += WARP_THREADS)
        met += e->all.d_spike->met[b];
    for (uint32_t d = WARP_THREADS / 2; d > 0; d /= 2) met += __shfl_xor_sync(ALL_LANES, met, d);
    const uint32_t again = met & mask, near = met >> MET_BITS & mask,
                   wide = (uint32_t)(met >> 2 * MET_BITS);
    return again * e->t.n > MOST_COPIES * pairs ||
           (near >= again + LEAST_NEAR && wide <= blocks * (REPEAT_KEYS / 2) &&
            wide - min(again, wide) < SMOOTH_TIMES * (near - again));
}

/** Whether sweeps sort the keys, for all threads: there is a spike, keys meet often, or low digits come too often. */
static __device__ bool prefer_passes(const struct even_sort *e, bool often) {
    often |= are_spiked(&e->all);
    for (uint32_t b = threadIdx.x; b < LOW_BYTES * RADIX; b += PLAN_THREADS) {
        const place_t most = b < RADIX ? e->t.n - 1 : e->t.n / (RADIX / 2);
        often |= e->all.d_bins[b] > most; // a byte that all have in common makes a sweep faster
    }
    return __syncthreads_or(often);
}

/**
 * Whether a value may have more copies than a block finishes, for all threads: then a digit of each low byte has as
 * many keys more than on the average.
 */
static __device__ bool may_stand_out(const struct even_sort *e) {
    const place_t most = e->t.n / RADIX + BUCKET_ITEMS / 4 * 3; // others share its bin
    bool all = true;
    for (uint32_t b = 0; b < LOW_BYTES; b++)
        all &=
            __syncthreads_or(threadIdx.x < RADIX && e->all.d_bins[b * RADIX + threadIdx.x] > most);
    return all;
}

/** Whether sampled keys lie in clumps, of which each thread has one; for all threads. */
static __device__ bool lie_in_clumps(const struct even_sort *e, struct sampled_keys keys,
                                     const uint32_t *s_before) {
    const uint32_t shift = 32 - e->by.bits;
    const bool clumped =
        in_clump(apart_of(keys), bin_keys_of(s_before, keys.word >> shift), (place_t)1 << shift);
    return __syncthreads_count(clumped) > MOST_CLUMPED;
}

/** Whether sampled keys lie in runs of seven equal ones or more, of which each thread has one; for all threads. */
static __device__ bool lie_in_runs(struct sampled_keys keys) {
    return __syncthreads_count(keys.next == keys.word) > MOST_CLUMPED;
}

/** Whether each bucket of top bits fits a block, for all threads. */
static __device__ bool fit_blocks(const struct even_sort *e, const uint32_t *s_before) {
    const uint32_t bits = e->t.bits_1 + e->t.bits_2;
    bool large = false;
    for (uint32_t b = threadIdx.x; b < 1u << bits; b += PLAN_THREADS)
        large |= bucket_keys(e, s_before, b, bits) > BUCKET_ITEMS;
    return !__syncthreads_or(large);
}

/** As start_digits: the top byte's counts are those of the top bits, unless all bytes were counted. */
static __device__ void start_passes(const struct even_sort *e, bool often,
                                    const uint32_t *s_before) {
    if (threadIdx.x < RADIX && !often && !are_spiked(&e->all) && !are_few(&e->all))
        e->all.d_bins[LOW_BYTES * RADIX + threadIdx.x] =
            bucket_keys(e, s_before, threadIdx.x, RADIX_BITS);
    __syncthreads(); // all counts are there
    start_digits(&e->all);
}

/** Sets where each bucket of top bits begins, and where the keys of either partition go. */
static __device__ void start_buckets(const struct even_sort *e, const uint32_t *s_before) {
    const uint32_t bits_2 = e->t.bits_2, bits = e->t.bits_1 + bits_2;
    for (uint32_t b = threadIdx.x; b <= 1u << bits; b += PLAN_THREADS) {
        const uint32_t start = s_before[b << (e->by.bits - bits)];
        e->t.starts[b] = start;
        if (b >> bits > 0) continue;
        e->t.next_2[b] = start;
        if (b % (1u << bits_2) == 0) e->t.next_1[b >> bits_2] = start;
    }
}

/** Chooses how the keys are sorted, and plans that. If they meet often, all bytes were counted. */
static __device__ void plan_even(const struct even_sort *e, bool often, struct groups_shared *s) {
    enum even_way way = WAY_PASSES;
    const struct sampled_keys keys =
        sample_keys(e->all.items.d_low, e->t.n, threadIdx.x, e->all.map);
    sum_bins(e, s->before);
    if (!are_few(&e->all) && !prefer_passes(e, often) && !lie_in_clumps(e, keys, s->before)) {
        if (fit_blocks(e, s->before))
            way = WAY_BITS;
        else if (!may_stand_out(e) && !lie_in_runs(keys) &&
                 plan_groups(&e->by, (uint32_t)e->t.n, e->t.next_1, s))
            way = WAY_TABLES;
    }
    if (threadIdx.x == 0) *e->d_goes = way == WAY_PASSES;
    if (threadIdx.x == 0) e->by.notes->way = way;
    if (way == WAY_BITS)
        start_buckets(e, s->before);
    else
        start_passes(e, often, s->before);
}

/**
 * Counts all keys, by their lowest bytes and by the top bits that buckets have; if they have a spike, only the others,
 * by all bytes. The last block to be done makes the plan.
 *
 *  @launch a block a multiprocessor, COUNT_THREADS threads
 *  @shared 3 KB for each copy of the bytes' bins, and 4 bytes a bin of top bits for each of theirs; or as of
 *          count_words_kernel; and at least 55 KB for the plan
 *  @cost   4 bytes a key read, 4 atomics a key in shared memory; 8 bytes a bucket read and written
 *  @source Adinets 2022; Stehle 2017; Blelloch 1990 (scan)
 */
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    count_even_kernel(const __grid_constant__ struct even_sort e, struct even_copies copies,
                      struct kept_room room, uint32_t words) {
    extern __shared__ uint32_t s_bins[];
    for (uint32_t i = threadIdx.x; i < words; i += COUNT_THREADS) s_bins[i] = 0;
    await_kernel_before();
    for (size_t i = (size_t)blockIdx.x * COUNT_THREADS + threadIdx.x; i < e.all.words;
         i += (size_t)gridDim.x * COUNT_THREADS)
        e.all.d_published[i] = 0;
    const bool often =
        __syncthreads_or(are_narrow(&e.all) ||
                         (threadIdx.x < WARP_THREADS && meet_often(&e))); // and all bins are empty
    if (are_few(&e.all))
        count_few(&e.all, false, s_bins);
    else if (are_spiked(&e.all))
        strip_all(&e.all, room, s_bins);
    else if (often && copies.bytes == BYTE_COPIES)
        count_bytes_of(&e, BYTE_COPIES, s_bins);
    else if (often)
        count_bytes_of(&e, FEWER_COPIES, s_bins);
    else if (copies.bytes == BYTE_COPIES)
        count_even(&e, {BYTE_COPIES, copies.tops}, s_bins);
    else
        count_even(&e, {FEWER_COPIES, copies.tops}, s_bins);
    if (is_last_block(e.all.d_counted)) plan_even(&e, often, (struct groups_shared *)s_bins);
}

/** A tile of a partition by tables. All threads of a block call it. */
static __device__ __forceinline__ void partition_smooth(const struct even_sort *e, struct level l,
                                                        uint32_t tile, struct smooth_shared *s) {
    place_t start;
    uint32_t group = MOST_GROUPS, all;
    const bool second = l.d_starts != NULL;
    l.buckets = MOST_GROUPS, l.stride = 1;
    if (second) l.d_starts = e->by.group_starts;
    const uint32_t m = find_level_tile(&l, tile, &start, second ? &group : &all);
    if (m > 0) partition_group(&e->by, &e->t, group, l.d_in + start, m, l.order, s);
}

/**
 * A partition by top bits or by tables. The first blocks of the first one plan the tables of the second one.
 *
 *  @launch a block of PART_THREADS threads a tile, and a few more; MOST_GROUPS before the first partition's
 *  @shared 61 KB: a tile by digit, where each digit goes, and the table
 *  @cost   8 bytes a key moved; 2 atomics a key in shared memory, RADIX a tile in global; 8 barriers
 *  @source Stehle 2017; Frazer 1970 (samplesort)
 */
static __global__ void __launch_bounds__(PART_THREADS, 2)
    partition_even_kernel(const __grid_constant__ struct level l,
                          const __grid_constant__ struct even_sort e) {
    extern __shared__ struct smooth_shared s_smooth[];
    await_kernel_before();
    const uint32_t way = e.by.notes->way, ahead = l.d_starts ? 0 : MOST_GROUPS;
    const uint32_t tile = blockIdx.x - ahead;
    if (blockIdx.x < ahead) {
        if (way == WAY_TABLES && blockIdx.x < e.by.notes->groups)
            plan_buckets(&e.by, blockIdx.x, (struct table_shared *)s_smooth);
    } else if (way == WAY_BITS) {
        place_t start;
        uint32_t bucket, m = find_level_tile(&l, tile, &start, &bucket);
        const size_t skip = (size_t)bucket << l.by.bits; // the digits of the buckets before
        const struct part_target to = {l.d_out, l.d_next + skip, NULL, NULL, NULL};
        if (m > 0)
            partition_tile(l.d_in + start, m, to, digit_bits(l.by), l.order, &s_smooth->part);
    } else if (way == WAY_TABLES) {
        partition_smooth(&e, l, tile, s_smooth);
    }
}

/* Lists of what is not finished: all is read anew, for no thread has registers to keep it. */
static __device__ __forceinline__ void list_bits(const struct even_sort *e, uint32_t x) {
    const place_t start = e->t.starts[x];
    list_bucket(e->t.repeats, start, start, (uint32_t)(e->t.starts[x + 1] - start), 32, SIDE_TEMP);
}

static __device__ __forceinline__ void list_smooth(const struct even_sort *e, uint32_t x,
                                                   const uint32_t *d_out) {
    const place_t from = e->by.spaces[x];
    list_bucket(e->t.repeats, (place_t)(d_out - e->t.side[SIDE_OUT]), from,
                (uint32_t)(e->by.next[x] - from), 32, SIDE_TEMP);
}

/** Lists the parts of bucket x, which has n keys and has spilled; or hands all keys on to sweeps. */
static __device__ __noinline__ void finish_spilled(const struct even_sort *e, uint32_t x,
                                                   uint32_t n, struct spill_shared *s) {
    const struct smooth_bucket b = e->by.buckets[x];
    uint32_t *d_out = e->t.side[SIDE_OUT] + bucket_start(&e->by, b, x);
    const struct spilled_bucket spilled = {
        e->t.side[SIDE_TEMP] + e->by.spaces[x], d_out, x, n, b.low, b.shift + FINISH_BITS - 8};
    const bool split = split_spilled(&e->by, spilled, s);
    if (threadIdx.x > 0) return;
    const place_t start = (place_t)(d_out - e->t.side[SIDE_OUT]);
    if (!split) atomicAdd(e->d_goes, 1);
    for (uint32_t part = 0, at = 0; split && part < s->parts; at = s->ends[part++])
        if (s->ends[part] > at)
            list_bucket(e->t.repeats, start + at, start + at, s->ends[part] - at, 32, SIDE_OUT);
}

/**
 * @launch a block of FINISH_THREADS threads a bucket
 * @shared 52 KB: bins, and the keys of a bucket
 * @cost   8 bytes a key moved; two atomics a key in shared memory; 6 barriers. A bucket that has spilled: 12 bytes a
 *         key, and a look at the list of runs
 * @source Stehle 2017; Habermann 1972
 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3)
    finish_even_kernel(const __grid_constant__ struct even_sort e) {
    extern __shared__ struct finish_shared s_finish[];
    await_kernel_before();
    const uint32_t way = e.by.notes->way, x = blockIdx.x, bits = e.t.bits_1 + e.t.bits_2;
    struct tables t = e.t;
    t.n = 0; // any number of large bins is worth it
    if (way == WAY_BITS && x >> bits == 0) {
        const place_t start = e.t.starts[x];
        const uint32_t n = (uint32_t)(e.t.starts[x + 1] - start);
        if (n == 0 || finish_bucket(e.t.side[SIDE_TEMP] + start, n, 0, finish_shift(32 - bits),
                                    e.t.side[SIDE_OUT] + start, &t, s_finish))
            return;
        if (threadIdx.x == 0) list_bits(&e, blockIdx.x);
    } else if (way == WAY_TABLES && x < e.by.notes->buckets && !e.by.notes->overflow) {
        const struct smooth_bucket b = e.by.buckets[x];
        const place_t from = e.by.spaces[x];
        const uint32_t n = (uint32_t)(e.by.next[x] - from);
        if (from + n > e.by.spaces[x + 1])
            finish_spilled(&e, x, n, (struct spill_shared *)s_finish);
        if (n == 0 || from + n > e.by.spaces[x + 1] ||
            finish_bucket(e.t.side[SIDE_TEMP] + from, n, b.low, b.shift,
                          e.t.side[SIDE_OUT] + bucket_start(&e.by, b, x), &t, s_finish))
            return;
        if (threadIdx.x == 0) list_smooth(&e, blockIdx.x, s_finish->d_out);
    } else if (way == WAY_TABLES && x == 0 && threadIdx.x == 0) {
        *e.d_goes = e.by.notes->overflow;
    }
}

/** The top bits for buckets of n keys, a byte at least. */
static inline uint32_t even_bits(size_t n) {
    uint32_t bits = RADIX_BITS;
    while (n >> bits > MOST_EVEN_BUCKET) bits++;
    return bits;
}

/** Whether n keys are few enough for this, and many. */
static inline bool may_be_even(size_t n) {
    return n >= EVEN_FROM && even_bits(n) <= EVEN_BITS;
}

/** Buckets of groups that there is memory for, besides those of far keys. */
static inline size_t most_smooth(size_t n) {
    return n / SMOOTH_ITEMS + n / SMOOTH_ITEMS / SPARE_PART + SPARE_BUCKETS;
}

/** The same, and those of far keys. */
static inline size_t all_smooth(size_t n) {
    return most_smooth(n) + 2 * MOST_GROUPS;
}

/** Words of their spaces. */
static inline size_t smooth_words(size_t n) {
    return most_smooth(n) * BUCKET_SPACE + 2 * MOST_GROUPS * FAR_SPACE;
}

/** Where the tables of groups lie. */
static inline struct smooth lay_out_smooth(size_t n, struct pieces *p) {
    const size_t buckets = all_smooth(n);
    struct smooth m = {};
    m.bits = (uint32_t)size_min(size_max(even_bits(n) + 1, SMOOTH_BITS), EVEN_BITS);
    m.most = (uint32_t)most_smooth(n);
    m.parts = (uint32_t)(sqrt((double)buckets) * 4294967296.0 / (double)n);
    m.before = (uint32_t *)take(p, (((size_t)1 << m.bits) + 1) * sizeof(uint32_t));
    m.group_starts = (place_t *)take(p, (MOST_GROUPS + 1) * sizeof(place_t));
    m.tables = (uint8_t *)take(p, (size_t)MOST_GROUPS * SMOOTH_ENTRIES + ((size_t)1 << m.bits));
    m.groups = (struct group *)take(p, (MOST_GROUPS + 1) * sizeof(*m.groups));
    m.buckets = (struct smooth_bucket *)take(p, buckets * sizeof(*m.buckets));
    m.spaces = (place_t *)take(p, (buckets + 1) * sizeof(place_t));
    m.next = (place_t *)take(p, buckets * sizeof(place_t));
    m.spill.d_runs = (struct spilled_run *)take(p, MOST_RUNS * sizeof(struct spilled_run));
    m.spill.most_runs = MOST_RUNS, m.spill.most_keys = (uint32_t)(n / SPILL_PART);
    return m;
}

/** Where the tables lie; what has to be 0 comes last, and *zeros bytes before the end. */
static inline struct even_sort lay_out_even(size_t n, struct pieces *p, size_t *zeros) {
    const uint32_t bits = even_bits(n);
    const size_t buckets = (size_t)1 << bits;
    struct even_sort e = {};
    e.t.large_bin = LARGEST_BIN;
    e.t.n = n, e.t.bits_1 = bits / 2, e.t.bits_2 = bits - bits / 2;
    e.t.next_1 = (place_t *)take(p, RADIX * sizeof(place_t));
    e.t.next_2 = (place_t *)take(p, buckets * sizeof(place_t));
    e.t.starts = (place_t *)take(p, (buckets + 1) * sizeof(place_t));
    e.by = lay_out_smooth(n, p);
    const size_t spilled = n / SPILL_PART / (BUCKET_ITEMS / 2) +
                           3 * size_min(MOST_RUNS, all_smooth(n)); // parts of those buckets
    const size_t most = size_max(buckets, all_smooth(n)) + spilled;
    e.t.repeats.d_buckets = (struct bucket *)take(p, most * sizeof(struct bucket));
    *zeros = p->bytes;
    e.t.notes = (struct notes *)take(p, sizeof(struct notes));
    e.by.notes = (struct smooth_notes *)take(p, sizeof(struct smooth_notes));
    e.by.spill.d_n_runs = &e.by.notes->runs, e.by.spill.d_n_keys = &e.by.notes->spilled;
    e.t.bins = (place_t *)take(p, sizeof(place_t) << e.by.bits);
    *zeros = p->bytes - *zeros;
    e.t.repeats.d_n = &e.t.notes->n_repeats;
    e.d_goes = &e.by.notes->goes;
    return e;
}

/** Bytes of temporary memory. The spaces of buckets begin where the sweeps' last array does; the spill comes last. */
static inline size_t even_bytes(const struct items *x) {
    struct pieces p = {NULL, 0}, array = {NULL, 0}, spaces = {NULL, 0};
    size_t zeros, words = smooth_words(x->n) + x->n / SPILL_PART;
    lay_out_even(x->n, &p, &zeros);
    take(&array, x->n * sizeof(uint32_t));
    take(&spaces, size_max(words, x->n) * sizeof(uint32_t));
    return p.bytes + items_bytes(x) + spaces.bytes - array.bytes;
}

/** Launches the count, with as many copies of bins as a block has memory for. */
static inline void launch_count_even(const struct even_sort *e, cudaStream_t stream) {
    const size_t byte_bins = LOW_BYTES * RADIX, tops = (size_t)1 << e->by.bits;
    const size_t most = size_min(200 << 10, block_bytes() - 1024) / sizeof(uint32_t);
    struct even_copies copies = {BYTE_COPIES, WARP_THREADS};
    struct kept_room room = room_for_kept();
    if (most < 32 << 10) copies.bytes = FEWER_COPIES;
    while (byte_bins * copies.bytes + tops * copies.tops > most) copies.tops /= 2;
    uint32_t words = (uint32_t)size_max(byte_bins * copies.bytes + tops * copies.tops,
                                        kept_bytes(room) / sizeof(uint32_t));
    words = (uint32_t)size_max(words, sizeof(struct groups_shared) / sizeof(uint32_t));
    void *arguments[] = {(void *)e, &copies, &room, &words};
    launch_early((const void *)count_even_kernel,
                 (uint32_t)size_min(e->t.n / BATCH_ITEMS + 1, multiprocessors()), COUNT_THREADS,
                 words * sizeof(uint32_t), stream, arguments);
}

/** Launches a partition. */
static inline void launch_even(struct level l, const struct even_sort *e, cudaStream_t stream) {
    const uint32_t ahead = l.d_starts ? 0 : MOST_GROUPS;
    const uint32_t tiles = (uint32_t)(l.n / PART_TILE + size_max(l.buckets, MOST_GROUPS));
    const size_t entries = size_max(SMOOTH_ENTRIES, (size_t)1 << e->by.bits);
    void *arguments[] = {&l, (void *)e};
    launch_early((const void *)partition_even_kernel, ahead + tiles, PART_THREADS,
                 sizeof(struct smooth_shared) - ENTRIES_1 + entries, stream, arguments);
}

/** Launches the finish, and that of buckets whose keys repeat. */
static inline void launch_finish_even(const struct even_sort *e, cudaStream_t stream) {
    const size_t buckets = size_max((size_t)1 << (e->t.bits_1 + e->t.bits_2), all_smooth(e->t.n));
    void *all[] = {(void *)e}, *repeats[] = {(void *)&e->t};
    launch_early((const void *)finish_even_kernel, (uint32_t)buckets, FINISH_THREADS,
                 sizeof(struct finish_shared), stream, all);
    launch_early((const void *)repeats_kernel, 2 * multiprocessors(), FINISH_THREADS,
                 sizeof(struct finish_shared), stream, repeats);
}

/** Sorts keys of 32 bits of which all bits count, if may_be_even(x->n). */
static inline void sort_even(struct items *x, void *d_temp, cudaStream_t stream) {
    struct pieces p = {(char *)d_temp, 0};
    size_t zeros;
    struct even_sort e = lay_out_even(x->n, &p, &zeros);
    x->d_goes = e.d_goes;
    const struct sweep s = lay_out_items(x, 0, (char *)d_temp + p.bytes);
    e.t.side[SIDE_IN] = s.pass.items.first.d_low, e.t.side[SIDE_OUT] = s.pass.items.land.d_low;
    e.t.side[SIDE_TEMP] = s.pass.items.other.d_low;
    e.by.spill.d_keys = e.t.side[SIDE_TEMP] + smooth_words(x->n);
    e.t.order = x->order, e.all = histogram_of(&s);
    launch_begin(&s.pass, e.all.count, false, repeat_blocks(x->n), (char *)d_temp + p.bytes - zeros,
                 zeros + s.zeros, stream);
    launch_count_even(&e, stream);
    launch_even(first_level(&e.t), &e, stream);
    launch_even(second_level(&e.t), &e, stream);
    launch_finish_even(&e, stream);
    launch_passes(&s, stream);
}

#endif
#endif
