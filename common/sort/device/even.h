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
#include "common/sort/device/spilled.h"

/** Of fewer keys sweeps are as fast. Tests have a lower bound. */
#ifndef EVEN_FROM
#define EVEN_FROM (1 << 22)
#endif

enum {
    MOST_EVEN_BUCKET = 8250, /**< keys on the average: the largest of 2^13 has BUCKET_ITEMS yet */
    LOW_BYTES = 3,           /**< whose digits are counted; the top one's are buckets together */
    BYTE_COPIES = 16,        /**< of these digits' bins, if a block has memory for as many */
    MOST_COPIES = 34,        /**< of a value, on the average: buckets of more are not finished */
    LEAST_NEAR = 14,         /**< sampled keys that meet in a cell: fewer are chance */
    SMOOTH_TIMES = 8,        /**< as many meet in a wider cell if keys lie smoothly, or more */
    LOOK_KEYS = 256,         /**< of the planner's sample: they come while bins are summed */
};

/** Where keys that may lie evenly are sorted. */
struct even_sort {
    struct tables t;
    struct smooth by;     /**< if they lie smoothly */
    struct histogram all; /**< how keys become words; RADIX bins for each byte, as of a sweep */
    uint32_t *d_tops;     /**< keys of each bin of top bits; 0 at first */
    uint32_t
        *d_goes; /**< not 0 if sweeps sort the keys: by the plan, or as buckets were not finished */
};

#ifdef __CUDACC__

/** So many copies of all bins, powers of two: bin b of copy l is b * copies + l. Lanes take copies by turns. */
struct even_copies {
    uint32_t bytes, tops;
};

/** What speaks against buckets. */
enum look {
    LOOK_COMMON = 1,       /**< a low digit has too many keys */
    LOOK_LARGE = 2,        /**< a bucket of top bits has too many */
    LOOK_LARGE_DIGIT = 4,  /**< a digit of the lowest byte has as many as a value may not have, */
    LOOK_LARGE_DIGITS = 28 /**< and in the next bits, of the other low bytes */
};

static_assert((int)COUNT_THREADS == (int)HISTOGRAM_THREADS, "a block counts batches (histogram.h)");

/**
 * Counts a thread's keys, in its copies; those of bytes are a constant. If bins have a `part` of all words, the keys of
 * the first and the last bin are counted by their top byte, too.
 */
static __device__ __forceinline__ void count_words(const struct batch *a, const struct even_sort *e,
                                                   struct even_copies c, struct bin_words w,
                                                   bool part, uint32_t *s_bytes, uint32_t *s_tops) {
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const uint32_t word = sweep_encode(a->x[k], e->all.map, false).low;
#pragma unroll
        for (uint32_t b = 0; b < LOW_BYTES; b++)
            atomicAdd(&s_bytes[(b * RADIX + __byte_perm(word, 0, 0x4440 + b)) * c.bytes], 1);
        const uint32_t last = w.n - 1, number = word >> w.shift;
        uint32_t bin = part ? number - w.first : number;
        if (part && bin - 1 >= last - 1) {
            bin = number > w.first ? last : 0;
            atomicAdd(&s_bytes[(LOW_BYTES * RADIX + (word >> 24)) * c.bytes], 1);
        }
        atomicAdd(&s_tops[bin * c.tops], 1);
    }
}

/** As add_copies; blocks would wait for their atomics if these had 64 bits. */
static __device__ __forceinline__ void add_tops(const uint32_t *s_tops, uint32_t tops,
                                                uint32_t copies, uint32_t *d_tops) {
    for (uint32_t b = threadIdx.x; b < tops; b += COUNT_THREADS) {
        const uint32_t sum = sum_copies(s_tops, b, copies);
        if (sum > 0) atomicAdd(&d_tops[b], sum);
    }
}

/** Counts all keys by their lowest bytes, and by bins of these words; the block's first batch is `next`. */
static __device__ __forceinline__ void count_even(const struct even_sort *e, struct even_copies c,
                                                  struct bin_words w, bool part, struct batch next,
                                                  uint32_t *s_bins) {
    const uint32_t bytes = (LOW_BYTES + part) * RADIX, tops = 1u << e->by.bits;
    uint32_t *s_tops = s_bins + bytes * c.bytes;
    for (size_t at = first_batch(); at < e->t.n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(e->all.items, at + batch_step(), e->t.n, false);
        count_words(&now, e, c, w, part, s_bins + threadIdx.x % c.bytes,
                    s_tops + threadIdx.x % c.tops);
    }
    __syncthreads(); // all keys are counted
    add_copies(s_bins, bytes, c.bytes, e->all.d_bins);
    add_tops(s_tops, tops, c.tops, e->d_tops);
}

/** Counts all keys by all bytes, where it is known already that sweeps sort them. */
static __device__ __forceinline__ void count_bytes_of(const struct even_sort *e, uint32_t copies,
                                                      uint32_t *s_bins) {
    const struct counted all = {sizeof(uint32_t), RADIX - 1};
    if (what_sample_says(&e->all).narrow)
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
    for (uint32_t i = 0; i < MOST; i++) before[i] = i < each ? e->d_tops[bin_of(each, i)] : 0;
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

/** What the planner looks at before all threads decide: loads that are on their way while bins are summed. */
struct plan_loads {
    struct sampled_keys keys; /**< of LOOK_KEYS threads; the others' speak for buckets */
    uint32_t beside;          /**< a key among a warp's neighbours, mapped */
    uint32_t low;             /**< keys of a digit of the low bytes, one a thread */
};

/** Begins these loads. */
static __device__ __forceinline__ struct plan_loads load_looks(const struct even_sort *e) {
    const size_t apart = (e->t.n - WARP_THREADS) / (PLAN_THREADS / WARP_THREADS);
    const struct item x = load_item(e->all.items, threadIdx.x / WARP_THREADS * apart,
                                    threadIdx.x % WARP_THREADS, false);
    struct plan_loads loads = {{0, 1, 0}, 0, 0};
    if (threadIdx.x < LOOK_KEYS)
        loads.keys = sample_keys(e->all.items.d_low, e->t.n, threadIdx.x, LOOK_KEYS, e->all.map);
    if (threadIdx.x < LOW_BYTES * RADIX) loads.low = (uint32_t)e->all.d_bins[threadIdx.x];
    loads.beside = sweep_encode(x, e->all.map, false).low;
    return loads;
}

/**
 * What speaks against buckets: bits, as of enum look.
 *
 * A byte that all keys have in common makes a sweep faster. A value may have more copies than a block finishes only if
 * a digit of each low byte has as many keys more than on the average. Keys of a sample may lie in clumps, or in runs of
 * seven equal ones or more. Neighbours of a warp may have digits that lie in few banks.
 */
static __device__ __forceinline__ void look_at(const struct even_sort *e, struct plan_loads l,
                                               struct bin_words w, struct groups_shared *s) {
    const uint32_t n = (uint32_t)e->t.n, byte = threadIdx.x / RADIX,
                   bin = bin_of_word(l.keys.word, w), bits = e->t.bits_1 + e->t.bits_2;
    uint32_t looks = 0;
    if (l.low > (byte == 0 ? n - 1 : n / (RADIX / 2))) looks |= LOOK_COMMON;
    if (l.low > n / RADIX + BUCKET_ITEMS / 4 * 3)
        looks |= LOOK_LARGE_DIGIT << byte; // others share its bin
    for (uint32_t b = threadIdx.x; b < 1u << bits; b += PLAN_THREADS)
        if (bucket_keys(e, s->before, b, bits) > BUCKET_ITEMS) looks |= LOOK_LARGE;
    looks = warp_or(looks);
    const uint32_t clumped = __ballot_sync(ALL_LANES,
                                           in_clump(apart_of(l.keys), bin_keys_of(s->before, bin),
                                                    (place_t)1 << w.shift)),
                   runs = __ballot_sync(ALL_LANES, l.keys.next == l.keys.word);
    const bool waits = wait_for_banks(bin_of_word(l.beside, w) << (32 - e->by.bits));
    if (threadIdx.x % WARP_THREADS > 0) return;
    if (looks > 0) atomicOr(&s->looks, looks);
    atomicAdd(&s->clumped, __popc(clumped)), atomicAdd(&s->runs, __popc(runs));
    if (waits) atomicAdd(&s->waits, 1);
}

/** Keys with a top byte, as the bins say: if these have a part of all words, without those of the bins at the ends. */
static __device__ __forceinline__ uint32_t top_byte_keys(const struct even_sort *e,
                                                         struct bin_words w,
                                                         const uint32_t *s_before, uint32_t byte) {
    const uint32_t ends = is_part(w, e->by.bits),
                   bytes = 32 - RADIX_BITS - w.shift; // shift of a bin's number
    const uint32_t first = w.first + ends, end = w.first + w.n - ends;
    const uint32_t low = min(max(byte << bytes, first), end),
                   high = min(max((byte + 1) << bytes, first), end);
    return s_before[high - w.first] - s_before[low - w.first];
}

/** Adds the keys of bins to the counts of the top byte. */
static __device__ __forceinline__ void count_top_byte(const struct even_sort *e, struct bin_words w,
                                                      const uint32_t *s_before) {
    if (threadIdx.x < RADIX)
        atomicAdd(&e->all.d_bins[LOW_BYTES * RADIX + threadIdx.x],
                  (place_t)top_byte_keys(e, w, s_before, threadIdx.x));
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

/** Whether too many keys lie beyond bins of a part of words. */
static __device__ __forceinline__ bool lie_beyond(struct bin_words w, const uint32_t *s_before) {
    return (w.first > 0 && bin_keys_of(s_before, 0) > BEYOND_KEYS) ||
           (bin_word(w, w.n) >> 32 == 0 && bin_keys_of(s_before, w.n - 1) > BEYOND_KEYS);
}

/** How the keys are sorted, for all threads. If they meet `often`, it is known that passes are faster. */
static __device__ enum even_way choose_way(const struct even_sort *e, bool often,
                                           struct bin_words w, struct groups_shared *s) {
    const bool part = is_part(w, e->by.bits), waits = s->waits > PLAN_THREADS / WARP_THREADS / 2;
    if (often || s->looks & LOOK_COMMON || s->clumped > LOOK_KEYS / 5 * 2) return WAY_PASSES;
    if (!part && !(s->looks & LOOK_LARGE)) return WAY_BITS;
    if (lie_beyond(w, s->before) || s->runs > LOOK_KEYS / 5 * 2 ||
        (s->looks & LOOK_LARGE_DIGITS) == LOOK_LARGE_DIGITS)
        return WAY_PASSES;
    return plan_groups(&e->by, (uint32_t)e->t.n, waits, e->t.next_1, s) ? WAY_TABLES : WAY_PASSES;
}

/** Chooses how the keys are sorted, and plans that. If `counted`, all bytes were counted. */
static __device__ void plan_even(const struct even_sort *e, bool counted, struct bin_words w,
                                 struct groups_shared *s) {
    const struct plan_loads loads = load_looks(e);
    if (threadIdx.x == 0)
        s->words = w, s->looks = s->clumped = s->runs = s->waits = s->rough = s->bends = 0;
    sum_bins(e, s->before);
    if (!counted) count_top_byte(e, w, s->before);
    look_at(e, loads, w, s);
    __syncthreads(); // all have looked
    const enum even_way way = choose_way(e, counted, w, s);
    if (threadIdx.x == 0) *e->d_goes = way == WAY_PASSES;
    if (threadIdx.x == 0) e->by.notes->way = way;
    if (way == WAY_BITS) start_buckets(e, s->before);
}

/**
 * Counts all keys, by their lowest bytes and by the top bits that buckets have; if they have a spike, only the others,
 * by all bytes. The last block to be done makes the plan.
 *
 *  @launch a block a multiprocessor, COUNT_THREADS threads
 *  @shared 4 KB for each copy of the bytes' bins, and 4 bytes a bin of top bits for each of theirs; or as of
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
    const struct batch first = load_batch(e.all.items, first_batch(), e.t.n, false); // on its way
    const struct said says = what_sample_says(&e.all);
    const struct bin_words w = bins_around(e.all.d_few->sampled, e.by.bits);
    const bool part = is_part(w, e.by.bits);
    const bool often = __syncthreads_or(
        says.narrow || (threadIdx.x < WARP_THREADS && meet_often(&e))); // and all bins are empty
    if (says.few)
        count_few(&e.all, false, room, s_bins);
    else if (says.spiked)
        strip_all(&e.all, room, s_bins);
    else if (often && copies.bytes == BYTE_COPIES)
        count_bytes_of(&e, BYTE_COPIES, s_bins);
    else if (often)
        count_bytes_of(&e, FEWER_COPIES, s_bins);
    else if (copies.bytes == BYTE_COPIES && part)
        count_even(&e, {BYTE_COPIES, copies.tops}, w, true, first, s_bins);
    else if (copies.bytes == BYTE_COPIES)
        count_even(&e, {BYTE_COPIES, copies.tops}, w, false, first, s_bins);
    else
        count_even(&e, {FEWER_COPIES, copies.tops}, w, part, first, s_bins);
    if (is_last_block(e.all.d_counted))
        plan_even(&e, often || says.few || says.spiked, w, (struct groups_shared *)s_bins);
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
 * Sorts buckets. While others do so, the last block finds where the digits of sweeps begin: those may go on.
 *
 * @launch a block of FINISH_THREADS threads a bucket, and one more
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
    if (way != WAY_BITS && x + 1 == gridDim.x) start_digits(&e.all);
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
    const double groups = fmin(sqrt((double)buckets), MANY_GROUPS),
                 tiles = fmax(1, floor((double)n / (groups * PART_TILE) + .5));
    m.parts = (uint32_t)(4294967296.0 / (tiles * PART_TILE * 63 / 64)); // bins end before tiles do
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
    e.d_tops = (uint32_t *)take(p, sizeof(uint32_t) << e.by.bits);
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
    const size_t byte_bins = sizeof(uint32_t) * RADIX, tops = (size_t)1 << e->by.bits;
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
    launch_early((const void *)finish_even_kernel, (uint32_t)buckets + 1, FINISH_THREADS,
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
