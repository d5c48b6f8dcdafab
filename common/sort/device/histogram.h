/**
 * @file
 * @brief What a sweep counts before its first pass: the digits of all passes. Items are read once.
 */
#ifndef SORTLAB_DEVICE_HISTOGRAM_H
#define SORTLAB_DEVICE_HISTOGRAM_H

#include "common/size_min.h"
#include "common/sort/device/spike.h"
#include "common/sort/device/sweep.h"

/** What is counted. */
struct histogram {
    struct lies items;
    size_t n;
    struct sweep_map map;
    struct counted count; /**< once an item is mapped */
    place_t *d_bins;      /**< RADIX for each byte; 0 at first, */
    place_t *d_values;    /**< and so are MOST_FEW for few values, and for others less than each, */
    uint32_t *d_counted;  /**< and so is the number of blocks that have counted */
    place_t *d_starts;    /**< RADIX for each pass: how many keys have a lesser digit */
    unsigned char *d_moves;        /**< of each pass, whether not all keys have the same digit */
    const uint32_t *d_goes;        /**< as of a pass */
    volatile place_t *d_published; /**< which has to be 0 before the first pass: so many words */
    size_t words;
    struct spike *d_spike;    /**< as of a pass, */
    struct few_values *d_few; /**< and so are these */
    uint32_t *d_kept;         /**< where the keys go that are not its value, or not of few, */
    uint32_t *d_aside;        /**< and where they go then if they are few */
};

#ifdef __CUDACC__

enum {
    HISTOGRAM_THREADS = 1024,
    HISTOGRAM_ITEMS = 8,
    BATCH_ITEMS = HISTOGRAM_THREADS * HISTOGRAM_ITEMS,
    KEPT_ITEMS = 4, /**< that a block of 64 KB has space for, of each thread's */
};

/** A thread's items of a block's, all on their way at once. */
struct batch {
    uint32_t n;
    struct item x[HISTOGRAM_ITEMS];
};

/** This thread's items of those from index `at` to n, or to the end of the batch. */
static __device__ __forceinline__ struct batch load_batch(struct lies items, size_t at, size_t n,
                                                          bool wide) {
    const uint32_t m = at < n ? (uint32_t)min(n - at, (size_t)BATCH_ITEMS) : 0;
    struct batch b;
    b.n = (m + HISTOGRAM_THREADS - 1 - threadIdx.x) / HISTOGRAM_THREADS;
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
        if (k < b.n) b.x[k] = load_item(items, at + threadIdx.x, k * HISTOGRAM_THREADS, wide);
    return b;
}

/** Where a block's first batch begins, and how far behind it the next one does. */
static __device__ __forceinline__ size_t first_batch(void) {
    return (size_t)blockIdx.x * BATCH_ITEMS;
}

static __device__ __forceinline__ size_t batch_step(void) {
    return (size_t)gridDim.x * BATCH_ITEMS;
}

/**
 * Counts bytes of a thread's items. Lanes have bins of their own, or some share these, so that they seldom
 * meet in a bank. Bin d of byte b of copy l is word (b * RADIX + d) * copies + l.
 */
static __device__ __forceinline__ void count_batch(const struct batch *a, struct sweep_map map,
                                                   struct counted c, uint32_t copies, bool wide,
                                                   uint32_t *s_bins) {
    const place_t bits = compared_bits(c);
    s_bins += threadIdx.x % copies;
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const struct item x = sweep_encode(a->x[k], map, wide);
        const uint32_t low = x.low & (uint32_t)bits, high = x.high & (uint32_t)(bits >> 32);
#pragma unroll
        for (uint32_t b = 0; b < (wide ? 8 : 4); b++) {
            if (b >= c.bytes) break;
            const uint32_t digit = __byte_perm(b < 4 ? low : high, 0, 0x4440 + b % 4);
            atomicAdd(&s_bins[b * RADIX * copies + digit * copies], 1);
        }
    }
}

/** Counts bytes of the block's batches, from index `at` on, each `step` behind the last; all end at n. */
static __device__ __forceinline__ void count_bytes(struct lies items, struct sweep_map map,
                                                   struct counted c, size_t at, size_t step,
                                                   size_t n, uint32_t copies, bool wide,
                                                   uint32_t *s_bins) {
    struct batch next = load_batch(items, at, n, wide);
    for (; at < n; at += step) {
        const struct batch now = next;
        next = load_batch(items, at + step, n, wide); // while this one is counted
        count_batch(&now, map, c, copies, wide, s_bins);
    }
}

/** The same of all items. */
static __device__ __forceinline__ void count_all(const struct histogram *h, struct counted c,
                                                 uint32_t copies, bool wide, uint32_t *s_bins) {
    count_bytes(h->items, h->map, c, first_batch(), batch_step(), h->n, copies, wide, s_bins);
}

/** The sum of all copies of bin b. Lanes take copies by turns, so that they meet in no bank. */
static __device__ __forceinline__ uint32_t sum_copies(const uint32_t *s_bins, uint32_t b,
                                                      uint32_t copies) {
    uint32_t sum = 0;
    for (uint32_t l = 0; l < copies; l++)
        sum += s_bins[b * copies + ((l + b * copies / WARP_THREADS) & (copies - 1))];
    return sum;
}

/** Adds a block's bins, of all copies, to those in global memory. */
static __device__ __forceinline__ void add_copies(const uint32_t *s_bins, uint32_t bins,
                                                  uint32_t copies, place_t *d_bins) {
    for (uint32_t b = threadIdx.x; b < bins; b += HISTOGRAM_THREADS) {
        const uint32_t sum = sum_copies(s_bins, b, copies);
        if (sum > 0) atomicAdd(&d_bins[b], (place_t)sum);
    }
}

/** Where a block keeps the keys that a spike leaves, until many can leave it at once: words of each warp; and bins. */
struct kept_room {
    uint32_t words, copies;
    uint32_t few; /**< words of each warp where few values leave them */
};

/** Takes a warp's n kept keys to those of all. */
static __device__ __forceinline__ void take_kept(const struct histogram *h, uint32_t n,
                                                 const uint32_t *s_kept) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    place_t base = lane == 0 ? atomicAdd(&h->d_spike->kept, (place_t)n) : 0;
    base = __shfl_sync(ALL_LANES, base, 0);
    __syncwarp(); // all keys are there
    for (uint32_t i = lane; i < n; i += WARP_THREADS) h->d_kept[base + i] = s_kept[i];
    __syncwarp(); // others may come
}

/** As count_batch, of words but for those that are the spike. The others go behind the warp's *n kept keys. */
static __device__ __forceinline__ void strip_batch(const struct batch *a, struct sweep_map map,
                                                   uint32_t spike, uint32_t copies,
                                                   uint32_t *s_bins, uint32_t *s_kept, uint32_t *n,
                                                   uint32_t *less) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        const uint32_t word = k < a->n ? sweep_encode(a->x[k], map, false).low : spike;
        const uint32_t lanes = __ballot_sync(ALL_LANES, word != spike);
        *less += word < spike;
        if (word != spike) {
            s_kept[*n + __popc(lanes & ((1u << lane) - 1))] = word;
            for (uint32_t b = 0; b < 4; b++)
                atomicAdd(&s_bins[(b * RADIX + (word >> b * 8 & (RADIX - 1))) * copies], 1);
        }
        *n += __popc(lanes);
    }
}

/** Counts the bytes of all keys but the spike's; the others move to d_kept, mapped. */
static __device__ __forceinline__ void strip_all(const struct histogram *h, struct kept_room room,
                                                 uint32_t *s_bins) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    uint32_t *s_kept = s_bins + 4 * RADIX * room.copies + threadIdx.x / WARP_THREADS * room.words;
    const uint32_t spike = h->d_spike->word;
    uint32_t n = 0, less = 0;
    struct batch next = load_batch(h->items, first_batch(), h->n, false);
    for (size_t at = first_batch(); at < h->n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(h->items, at + batch_step(), h->n, false);
        strip_batch(&now, h->map, spike, room.copies, s_bins + lane % room.copies, s_kept, &n,
                    &less);
        if (n + HISTOGRAM_ITEMS * WARP_THREADS <= room.words) continue;
        take_kept(h, n, s_kept);
        n = 0;
    }
    take_kept(h, n, s_kept);
    less = warp_scan(less);
    if (lane == WARP_THREADS - 1) atomicAdd(&h->d_spike->less, (place_t)less);
    __syncthreads(); // all are counted
    add_copies(s_bins, 4 * RADIX, room.copies, h->d_bins);
}

/** What a sample says of keys: they have few values, or lie in a narrow range, or have a spike; or nothing. */
struct said {
    bool few, narrow, spiked;
};

/** The same of all blocks. A spike that is the only value is left out: that is faster. */
static __device__ __forceinline__ struct said what_sample_says(const struct histogram *h) {
    const uint32_t values = h->d_few ? h->d_few->n : 0, narrow = h->d_few ? h->d_few->narrow : 0,
                   there = h->d_spike ? h->d_spike->there : 0; // all loads at once
    struct said s;
    s.few = (values > 1) | ((values == 1) & !there);
    s.narrow = !s.few & (narrow != 0);
    s.spiked = !s.few & !s.narrow & (there != 0);
    return s;
}

/** Whether keys of few values are written anew, and others are sorted by themselves: they are words without values. */
static __device__ __forceinline__ bool keeps_strangers(const struct histogram *h) {
    return h->d_spike != NULL;
}

/** Widens *e by a thread's keys. */
static __device__ __forceinline__ void meet_ends(const struct batch *a, const struct histogram *h,
                                                 bool wide, struct ends *e) {
    const place_t bits = compared_bits(h->count);
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const place_t key = key_word(sweep_encode(a->x[k], h->map, wide)) & bits;
        if (!wide) { // the fewest instructions
            e->least = min((uint32_t)e->least, (uint32_t)key);
            e->greatest = max((uint32_t)e->greatest, (uint32_t)key);
        } else if (key - e->least > e->greatest - e->least) { // seldom: a sample met nearly all
            e->least = min(e->least, key), e->greatest = max(e->greatest, key);
        }
    }
}

/** As count_all, of items whose sample lies in a narrow range: notes the ends of all. */
static __device__ __forceinline__ void count_narrow(const struct histogram *h, struct counted c,
                                                    uint32_t copies, bool wide, uint32_t *s_bins) {
    struct ends e = h->d_few->sampled;
    struct batch next = load_batch(h->items, first_batch(), h->n, wide);
    for (size_t at = first_batch(); at < h->n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(h->items, at + batch_step(), h->n, wide);
        count_batch(&now, h->map, c, copies, wide, s_bins);
        meet_ends(&now, h, wide, &e);
    }
    note_ends(e, &h->d_few->met);
}

/** The few values' slots and counters lie behind the bins of bytes. */
static __host__ __device__ inline size_t few_bytes(struct counted c) {
    return (c.bytes * RADIX + FEW_COUNTERS) * sizeof(uint32_t) + sizeof(struct few_slots);
}

/** Where a block counts few values. */
struct few_count {
    uint32_t *bins, *values, copies; /**< of the values' counters */
    struct few_slots *slots;
    struct few_gaps *gaps;
    uint32_t *kept, room; /**< a warp's strangers */
};

/** Counts an item's bytes. */
static __device__ __forceinline__ void count_stranger(const struct histogram *h, place_t bits,
                                                      uint32_t *s_bins) {
    for (uint32_t b = 0; b < h->count.bytes; b++)
        atomicAdd(&s_bins[b * RADIX + (bits >> b * 8 & (RADIX - 1))], 1);
}

/** Counts a warp's n strangers, which are words, and takes them to those of all. */
static __device__ __forceinline__ void take_strangers(const struct histogram *h, uint32_t n,
                                                      const struct few_count *s) {
    __syncwarp(); // all are there
    for (uint32_t i = threadIdx.x % WARP_THREADS; i < n; i += WARP_THREADS) {
        const uint32_t less = lesser_values(s->gaps->low, h->d_few->n, s->kept[i]);
        if (less < h->d_few->n) atomicAdd(&s->gaps->strangers[less], 1);
        count_stranger(h, s->kept[i], s->bins);
    }
    take_kept(h, n, s->kept);
}

/** Counts a thread's items by their values. The strangers have bits in the result. */
static __device__ __forceinline__ uint32_t count_few_batch(const struct batch *a,
                                                           const struct histogram *h, bool wide,
                                                           const struct few_count *s) {
    uint32_t *s_values = s->values + threadIdx.x % s->copies, strange = 0;
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const uint32_t number = value_number(sweep_encode(a->x[k], h->map, wide), wide, s->slots);
        if (number == NO_VALUE)
            strange |= 1u << k;
        else
            atomicAdd(&s_values[number * s->copies], 1);
    }
    return strange;
}

/** Puts the strangers of a warp's batch, which are words, behind its *n. */
static __device__ __forceinline__ void keep_strangers(const struct batch *a, uint32_t strange,
                                                      const struct histogram *h,
                                                      const struct few_count *s, uint32_t *n) {
#pragma unroll
    for (uint32_t first = 0; first < HISTOGRAM_ITEMS; first += KEPT_ITEMS) {
        const uint32_t mine = strange >> first & ((1u << KEPT_ITEMS) - 1);
        const uint32_t up_to = warp_scan(__popc(mine));
        const uint32_t all = __shfl_sync(ALL_LANES, up_to, WARP_THREADS - 1);
        if (*n + all > s->room) take_strangers(h, *n, s), *n = 0;
        uint32_t *own = s->kept + *n + up_to - __popc(mine);
#pragma unroll
        for (uint32_t k = 0; k < KEPT_ITEMS; k++)
            if (mine >> k & 1) *own++ = sweep_encode(a->x[first + k], h->map, false).low;
        *n += all;
    }
}

/** Counts the bytes of a thread's strangers, which widen *e. */
static __device__ __forceinline__ void count_strangers(const struct batch *a, uint32_t strange,
                                                       const struct histogram *h, bool wide,
                                                       uint32_t *s_bins, struct ends *e) {
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (!(strange >> k & 1)) continue;
        const place_t bits =
            key_word(sweep_encode(a->x[k], h->map, wide)) & compared_bits(h->count);
        e->least = min(e->least, bits), e->greatest = max(e->greatest, bits);
        count_stranger(h, bits, s_bins);
    }
}

/** Counts all items by their values, of which there are few. s_bins are 0. */
static __device__ void count_few(const struct histogram *h, bool wide, struct kept_room room,
                                 uint32_t *s_bins) {
    const uint32_t bins = h->count.bytes * RADIX, copies = few_copies(h->d_few->n);
    struct few_count s = {s_bins, s_bins + bins, copies};
    s.slots = (struct few_slots *)(s.values + FEW_COUNTERS);
    s.gaps = &s.slots->gaps, s.room = room.few;
    s.kept = (uint32_t *)(s.slots + 1) + threadIdx.x / WARP_THREADS * room.few;
    for (uint32_t v = threadIdx.x; v < h->d_few->n && keeps_strangers(h); v += blockDim.x)
        s.gaps->low[v] = h->d_few->low[v], s.gaps->strangers[v] = 0;
    load_values(h->d_few, wide, s.slots);
    struct ends e = h->d_few->sampled;
    uint32_t n = 0;
    struct batch next = load_batch(h->items, first_batch(), h->n, wide);
    for (size_t at = first_batch(); at < h->n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(h->items, at + batch_step(), h->n, wide);
        const uint32_t strange = count_few_batch(&now, h, wide, &s);
        if (!__any_sync(ALL_LANES, strange != 0)) continue;
        if (!wide && keeps_strangers(h))
            keep_strangers(&now, strange, h, &s, &n);
        else
            count_strangers(&now, strange, h, wide, s_bins, &e);
    }
    if (n > 0) take_strangers(h, n, &s);
    note_ends(e, &h->d_few->met); // and all keys are counted
    add_copies(s_bins, bins, 1, h->d_bins);
    add_copies(s.values, FEW_COUNTERS / copies, copies, h->d_values);
    if (!wide && keeps_strangers(h))
        add_copies(s.gaps->strangers, h->d_few->n, 1, h->d_values + MOST_FEW);
}

/**
 * Adds the keys of few values to the counts of bytes, or finds where they are written anew, with all threads of a
 * block. By which passes keys are sorted, a bit for each: by all if there are strangers.
 */
static __device__ uint32_t sum_values(const struct histogram *h) {
    __shared__ place_t s_sums[WARP_THREADS];
    struct few_values *f = h->d_few;
    const uint32_t v = threadIdx.x, last = f->n - 1;
    const place_t count = v <= last ? h->d_values[v] : 0;
    const place_t between = v <= last && keeps_strangers(h) ? h->d_values[MOST_FEW + v] : 0;
    place_t all, some;
    const place_t before = block_scan_places(count, s_sums, &all);
    const place_t less = block_scan_places(between, s_sums, &some) + between;
    if (keeps_strangers(h)) {
        if (v <= last) f->before[v] = before, f->less[v] = less;
        if (v == last) f->before[v + 1] = all;
        return UINT32_MAX;
    }
    const struct item x = {count > 0 ? f->low[v] : 0, count > 0 ? f->high[v] : 0};
    const place_t bits = key_word(x) & compared_bits(h->count);
    for (uint32_t b = 0; count > 0 && b < h->count.bytes; b++)
        atomicAdd(&h->d_bins[b * RADIX + (bits >> b * 8 & (RADIX - 1))], count);
    __syncthreads(); // the bytes of all keys are counted
    return all == h->n ? f->bytes : UINT32_MAX;
}

/** A spike's run, as of the only value. One thread calls it. */
static __device__ void note_spike(const struct histogram *h) {
    struct few_values *f = h->d_few;
    f->n = 1, f->low[0] = h->d_spike->word, f->less[0] = h->d_spike->less;
    f->before[0] = 0, f->before[1] = h->n - h->d_spike->kept;
}

/** Takes few kept keys to where the last pass finds them, and fills up the last four, with all threads of a block. */
static __device__ void set_aside(const struct histogram *h) {
    const uint32_t n = (uint32_t)h->d_spike->kept;
    for (uint32_t i = threadIdx.x; i < (n + 3) / 4 * 4; i += blockDim.x)
        h->d_aside[i] = i < n ? h->d_kept[i] : UINT32_MAX;
    if (threadIdx.x == 0) h->d_few->aside = 1;
}

/** Turns the counts of bytes into starts, a thread for each digit of several passes. */
static __device__ void start_digits(const struct histogram *h) {
    __shared__ place_t s_sums[WARP_THREADS];
    const uint32_t at_once = blockDim.x / RADIX;
    const struct said says = what_sample_says(h);
    const bool strips = says.spiked || (says.few && keeps_strangers(h));
    const place_t n = strips ? h->d_spike->kept : h->n;
    struct narrow range = {h->count.bytes, 0};
    uint32_t by = says.few ? sum_values(h) : UINT32_MAX;
    if (strips && n <= MOST_STRANGERS) set_aside(h), by = 0;
    if (h->d_few && h->d_few->narrow && !strips) {
        const struct narrow all = range_around(h->d_few->met, h->count.bytes);
        if (all.bytes < (uint32_t)__popc(by)) range = all, by = UINT32_MAX;
    }
    for (uint32_t first = 0; first < h->count.bytes; first += at_once) {
        const uint32_t pass = first + threadIdx.x / RADIX;
        const place_t begin = pass + 1 == range.bytes ? range.low >> pass * RADIX_BITS : 0;
        const uint32_t digit = (uint32_t)(threadIdx.x + begin) % RADIX;
        const place_t count = pass < h->count.bytes ? h->d_bins[pass * RADIX + digit] : 0;
        place_t total;
        const place_t start = block_scan_places(count, s_sums, &total) - (pass - first) * n;
        if (pass >= h->count.bytes) continue;
        h->d_starts[pass * RADIX + digit] = start;
        if (start == 0 && count > 0) // of the least digit
            h->d_moves[pass] = pass < range.bytes && (strips || count < n) && (by >> pass & 1);
    }
    if (threadIdx.x == 0 && strips) h->d_moves[SPIKE_MARK] = 1;
    if (threadIdx.x == 0 && says.spiked) note_spike(h);
}

/** Words of shared memory that are 0 at first: the bins, of all copies, or the counters of few values. */
static __host__ __device__ __forceinline__ uint32_t zero_words(const struct histogram *h,
                                                               uint32_t copies,
                                                               struct kept_room room) {
    const uint32_t bins = h->count.bytes * RADIX;
    uint32_t words = bins * copies;
    if (h->d_spike && words < bins * room.copies) words = bins * room.copies;
    if (h->d_few && words < bins + FEW_COUNTERS) words = bins + FEW_COUNTERS;
    return words;
}

/** Counts bytes; the last block to be done finds where each digit starts. `wide` and copies are constants. */
static __device__ __forceinline__ void count_digits(const struct histogram *h, bool wide,
                                                    uint32_t copies, struct kept_room room,
                                                    uint32_t *s_bins) {
    const uint32_t bins = h->count.bytes * RADIX;
    const struct counted all = {wide ? 8u : 4u, RADIX - 1}; // which the compiler knows
    for (uint32_t i = threadIdx.x; i < zero_words(h, copies, room); i += HISTOGRAM_THREADS)
        s_bins[i] = 0;
    await_kernel_before();
    if (!passes_run(h->d_goes)) return;
    for (size_t i = (size_t)blockIdx.x * HISTOGRAM_THREADS + threadIdx.x; i < h->words;
         i += (size_t)gridDim.x * HISTOGRAM_THREADS)
        h->d_published[i] = 0;
    __syncthreads(); // all bins are empty
    const struct said says = what_sample_says(h);
    const bool whole = h->count.bytes == all.bytes && h->count.last == all.last;
    if (says.few)
        count_few(h, wide, room, s_bins);
    else if (says.spiked)
        strip_all(h, room, s_bins);
    else if (says.narrow && whole)
        count_narrow(h, all, copies, wide, s_bins);
    else if (says.narrow)
        count_narrow(h, h->count, copies, wide, s_bins);
    else if (whole)
        count_all(h, all, copies, wide, s_bins);
    else
        count_all(h, h->count, copies, wide, s_bins);
    __syncthreads(); // all keys are counted
    if (!says.few && !says.spiked) add_copies(s_bins, bins, copies, h->d_bins);
    if (is_last_block(h->d_counted)) start_digits(h);
}

/**
 * A kernel that counts bytes of items of one or two words.
 *
 *  @launch a block a multiprocessor, HISTOGRAM_THREADS threads
 *  @shared 1 KB a byte and copy: RADIX bins; or 112 KB at most: few values' slots, counters and strangers
 *  @cost   4 bytes a word moved, an atomic a byte in shared memory; 4 barriers, and one more if few values or
 *          a narrow range are suspected
 *  @source Adinets 2022; Blelloch 1990 (scan)
 */
#define COUNT_DIGITS(name, wide, copies)                                                           \
    static __global__ void __launch_bounds__(HISTOGRAM_THREADS)                                    \
        name(const __grid_constant__ struct histogram h, struct kept_room room) {                  \
        extern __shared__ uint32_t s_bins[];                                                       \
        count_digits(&h, wide, copies, room, s_bins);                                              \
    }

/* So many copies that lanes seldom wait for each other; and as many as fit a block of 64 KB. */
enum { WORD_COPIES = 32, WIDE_COPIES = 16, FEWER_COPIES = 4 };

COUNT_DIGITS(count_words_kernel, false, WORD_COPIES)
COUNT_DIGITS(count_wide_kernel, true, WIDE_COPIES)
COUNT_DIGITS(count_words_small_kernel, false, 2 * FEWER_COPIES)
COUNT_DIGITS(count_wide_small_kernel, true, FEWER_COPIES)

/** Bytes of shared memory where words have a spike, */
static inline size_t spike_bytes(struct kept_room room) {
    return sizeof(uint32_t) *
           (HISTOGRAM_THREADS / WARP_THREADS * room.words + 4 * RADIX * room.copies);
}

/** where they have few values, */
static inline size_t strangers_bytes(struct kept_room room) {
    const struct counted all = {4, RADIX - 1};
    return few_bytes(all) + HISTOGRAM_THREADS / WARP_THREADS * room.few * sizeof(uint32_t);
}

/** and where they may have either. */
static inline size_t kept_bytes(struct kept_room room) {
    return size_max(spike_bytes(room), strangers_bytes(room));
}

/** What a block has room for. */
static inline struct kept_room room_for_kept(void) {
    struct kept_room room = {1024, 8, 512};
    const size_t most = size_min(200 << 10, block_bytes() - 1024);
    while (spike_bytes(room) > most) room.words /= 2, room.copies /= 2;
    while (strangers_bytes(room) > most) room.few /= 2;
    return room;
}

/** Counts bytes of words, or of items of two words; adds to the bins. */
static inline void launch_histogram(struct histogram h, cudaStream_t stream) {
    const bool wide = h.items.d_high != NULL, small = block_bytes() < 144 << 10;
    const void *kernels[2][2] = {
        {(const void *)count_words_kernel, (const void *)count_words_small_kernel},
        {(const void *)count_wide_kernel, (const void *)count_wide_small_kernel}};
    const uint32_t copies[2][2] = {{WORD_COPIES, 2 * FEWER_COPIES}, {WIDE_COPIES, FEWER_COPIES}};
    const size_t blocks = size_min(h.n / BATCH_ITEMS + 1, multiprocessors());
    struct kept_room room = room_for_kept();
    size_t bytes = zero_words(&h, copies[wide][small], room) * sizeof(uint32_t);
    if (h.d_spike) bytes = size_max(bytes, kept_bytes(room));
    if (h.d_few) bytes = size_max(bytes, few_bytes(h.count));
    void *arguments[] = {&h, &room};
    launch_early(kernels[wide][small], (uint32_t)blocks, HISTOGRAM_THREADS, bytes, stream,
                 arguments);
}

#endif
#endif
