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
    struct counted count;          /**< once an item is mapped */
    place_t *d_bins;               /**< RADIX for each byte; 0 at first, */
    place_t *d_values;             /**< and so are MOST_FEW for few values, */
    uint32_t *d_counted;           /**< and so is the number of blocks that have counted */
    place_t *d_starts;             /**< RADIX for each pass: how many keys have a lesser digit */
    unsigned char *d_moves;        /**< of each pass, whether not all keys have the same digit */
    const uint32_t *d_goes;        /**< as of a pass */
    volatile place_t *d_published; /**< which has to be 0 before the first pass: so many words */
    size_t words;
    struct spike *d_spike;    /**< as of a pass, */
    struct few_values *d_few; /**< and so are these */
    uint32_t *d_kept;         /**< where the keys go that are not its value */
};

#ifdef __CUDACC__

enum {
    HISTOGRAM_THREADS = 1024,
    HISTOGRAM_ITEMS = 8,
    BATCH_ITEMS = HISTOGRAM_THREADS * HISTOGRAM_ITEMS,
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

/** Whether all keys of a sample have few values. */
static __device__ __forceinline__ bool are_few(const struct histogram *h) {
    return h->d_few && h->d_few->n > 0;
}

/** Whether keys of a sample lie in a narrow range. */
static __device__ __forceinline__ bool are_narrow(const struct histogram *h) {
    return h->d_few && h->d_few->narrow && !are_few(h);
}

/** Whether keys have a spike, which is left out: few values are all counted, and a narrow range takes fewer passes. */
static __device__ __forceinline__ bool are_spiked(const struct histogram *h) {
    return h->d_spike && h->d_spike->there && !are_few(h) && !are_narrow(h);
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
    return (c.bytes * RADIX + FEW_COUNTERS) * sizeof(uint32_t) + sizeof(struct few_slots) +
           sizeof(struct met_strangers);
}

/** Counts a thread's items by their values. Of a stranger the bytes are counted; it widens *e, and may be listed. */
static __device__ __forceinline__ void
count_few_batch(const struct batch *a, const struct histogram *h, bool wide, uint32_t *s_bins,
                uint32_t *s_values, uint32_t copies, const struct few_slots *s_slots,
                struct met_strangers *s_met, struct ends *e) {
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k >= a->n) break;
        const struct item x = sweep_encode(a->x[k], h->map, wide);
        const uint32_t number = value_number(x, wide, s_slots);
        const place_t bits = key_word(x) & compared_bits(h->count);
        if (number != NO_VALUE) {
            atomicAdd(&s_values[number * copies], 1);
            continue;
        }
        e->least = min(e->least, bits), e->greatest = max(e->greatest, bits);
        if (!wide) meet_stranger(x.low, s_met);
        for (uint32_t b = 0; b < h->count.bytes; b++)
            atomicAdd(&s_bins[b * RADIX + (bits >> b * 8 & (RADIX - 1))], 1);
    }
}

/** Counts all items by their values, of which there are few. s_bins are 0. */
static __device__ void count_few(const struct histogram *h, bool wide, uint32_t *s_bins) {
    const uint32_t bins = h->count.bytes * RADIX, copies = few_copies(h->d_few->n);
    uint32_t *s_values = s_bins + bins;
    struct few_slots *s_slots = (struct few_slots *)(s_values + FEW_COUNTERS);
    struct met_strangers *s_met = (struct met_strangers *)(s_slots + 1);
    if (threadIdx.x == 0) s_met->n = 0;
    load_values(h->d_few, s_slots);
    struct ends e = h->d_few->sampled;
    struct batch next = load_batch(h->items, first_batch(), h->n, wide);
    for (size_t at = first_batch(); at < h->n; at += batch_step()) {
        const struct batch now = next;
        next = load_batch(h->items, at + batch_step(), h->n, wide);
        count_few_batch(&now, h, wide, s_bins, s_values + threadIdx.x % copies, copies, s_slots,
                        s_met, &e);
    }
    note_ends(e, &h->d_few->met); // and all keys are counted
    add_copies(s_bins, bins, 1, h->d_bins);
    add_copies(s_values, FEW_COUNTERS / copies, copies, h->d_values);
    if (!wide && h->d_spike) list_strangers(s_met, h->d_few);
}

/**
 * Adds the keys of few values to the counts of bytes, with all threads of a block. By which passes the keys are sorted,
 * a bit for each: if there are strangers, by all; and by none if keys are written anew, as they are if
 * strangers are few.
 */
static __device__ uint32_t sum_values(const struct histogram *h, struct joined_values *s) {
    __shared__ place_t s_sums[WARP_THREADS];
    struct few_values *f = h->d_few;
    const uint32_t v = threadIdx.x;
    const place_t count = v < f->n ? h->d_values[v] : 0;
    const struct item x = {count > 0 ? f->low[v] : 0, count > 0 ? f->high[v] : 0};
    const place_t bits = key_word(x) & compared_bits(h->count);
    place_t all;
    const place_t start = block_scan_places(count, s_sums, &all);
    for (uint32_t b = 0; count > 0 && b < h->count.bytes; b++)
        atomicAdd(&h->d_bins[b * RADIX + (bits >> b * 8 & (RADIX - 1))], count);
    if (v < f->n) f->starts[v] = start;
    const bool joins = all < h->n && h->d_spike && f->strangers <= MOST_STRANGERS,
               few = all == h->n || joins;
    if (joins) join_strangers(f, start, all, s);
    if (v == 0) f->all = few;
    if (v == 0 && few && h->d_spike) h->d_moves[SPIKE_MARK] = 1, h->d_spike->kept = 0;
    __syncthreads(); // the bytes of all keys are counted
    if (!few) return UINT32_MAX;
    return h->d_spike ? 0 : f->bytes;
}

/** Turns the counts of bytes into starts, a thread for each digit of several passes; shared memory may be used. */
static __device__ void start_digits(const struct histogram *h, struct joined_values *s) {
    __shared__ place_t s_sums[WARP_THREADS];
    const uint32_t at_once = blockDim.x / RADIX;
    const bool spiked = are_spiked(h);
    const place_t n = spiked ? h->d_spike->kept : h->n;
    struct narrow range = {h->count.bytes, 0};
    uint32_t by = are_few(h) ? sum_values(h, s) : UINT32_MAX;
    if (h->d_few && h->d_few->narrow) {
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
            h->d_moves[pass] = pass < range.bytes && (spiked || count < n) && (by >> pass & 1);
    }
    if (threadIdx.x == 0 && spiked) h->d_moves[SPIKE_MARK] = 1;
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
    const bool few = are_few(h), spiked = are_spiked(h), narrow = are_narrow(h);
    const bool whole = h->count.bytes == all.bytes && h->count.last == all.last;
    if (few)
        count_few(h, wide, s_bins);
    else if (spiked)
        strip_all(h, room, s_bins);
    else if (narrow && whole)
        count_narrow(h, all, copies, wide, s_bins);
    else if (narrow)
        count_narrow(h, h->count, copies, wide, s_bins);
    else if (whole)
        count_all(h, all, copies, wide, s_bins);
    else
        count_all(h, h->count, copies, wide, s_bins);
    __syncthreads(); // all keys are counted
    if (!few && !spiked) add_copies(s_bins, bins, copies, h->d_bins);
    if (is_last_block(h->d_counted)) start_digits(h, (struct joined_values *)s_bins);
}

/**
 * A kernel that counts bytes of items of one or two words.
 *
 *  @launch a block a multiprocessor, HISTOGRAM_THREADS threads
 *  @shared 1 KB a byte and copy: RADIX bins; or 55 KB: the slots and counters of few values, and strangers
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

/** Bytes of shared memory. */
static inline size_t kept_bytes(struct kept_room room) {
    return sizeof(uint32_t) *
           (HISTOGRAM_THREADS / WARP_THREADS * room.words + 4 * RADIX * room.copies);
}

/** What a block has room for. */
static inline struct kept_room room_for_kept(void) {
    struct kept_room room = {1024, 8};
    while (kept_bytes(room) > size_min(200 << 10, block_bytes() - 1024))
        room.words /= 2, room.copies /= 2;
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
