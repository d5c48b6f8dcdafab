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

enum { HISTOGRAM_THREADS = 1024, HISTOGRAM_ITEMS = 8 };

/** Which bits of byte b of a key are counted. */
static __device__ __forceinline__ uint32_t counted_mask(struct counted c, uint32_t b) {
    return b + 1 == c.bytes ? c.last : RADIX - 1;
}

/**
 * Counts bytes of m items from index `at` on. Lanes have bins of their own, or some share these, so that they seldom
 * meet in a bank. Bin d of byte b of copy l is word (b * RADIX + d) * copies + l.
 */
static __device__ __forceinline__ void count_some(struct lies items, struct sweep_map map,
                                                  struct counted c, size_t at, uint32_t m,
                                                  uint32_t copies, bool wide, uint32_t *s_bins) {
    const uint32_t lane = threadIdx.x % copies;
    struct item x[HISTOGRAM_ITEMS]; // all on their way at once
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
        if (k * HISTOGRAM_THREADS + threadIdx.x < m)
            x[k] = load_item(items, at + threadIdx.x, k * HISTOGRAM_THREADS, wide);
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k * HISTOGRAM_THREADS + threadIdx.x >= m) break;
        x[k] = sweep_encode(x[k], map, wide);
#pragma unroll
        for (uint32_t b = 0; b < (wide ? 8 : 4); b++) {
            if (b >= c.bytes) break;
            const uint32_t word = b < 4 ? x[k].low : x[k].high;
            const uint32_t digit = word >> b % 4 * 8 & counted_mask(c, b);
            atomicAdd(&s_bins[(b * RADIX + digit) * copies + lane], 1);
        }
    }
}

/** Adds a block's bins, of all copies, to those in global memory. */
static __device__ __forceinline__ void add_copies(const uint32_t *s_bins, uint32_t bins,
                                                  uint32_t copies, place_t *d_bins) {
    for (uint32_t b = threadIdx.x; b < bins; b += HISTOGRAM_THREADS) {
        place_t sum = 0;
        for (uint32_t l = 0; l < copies; l++) sum += s_bins[b * copies + ((l + b) & (copies - 1))];
        if (sum > 0) atomicAdd(&d_bins[b], sum);
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

/** As count_some, of words but for those that are the spike. The others go behind the warp's *n kept keys. */
static __device__ __forceinline__ void strip_some(const struct histogram *h, size_t at, uint32_t m,
                                                  uint32_t spike, uint32_t copies, uint32_t *s_bins,
                                                  uint32_t *s_kept, uint32_t *n, uint32_t *less) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    struct item x[HISTOGRAM_ITEMS]; // all on their way at once
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
        if (k * HISTOGRAM_THREADS + threadIdx.x < m)
            x[k] = load_item(h->items, at + threadIdx.x, k * HISTOGRAM_THREADS, false);
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        const bool there = k * HISTOGRAM_THREADS + threadIdx.x < m;
        const uint32_t word = there ? sweep_encode(x[k], h->map, false).low : spike;
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
    const uint32_t items = HISTOGRAM_THREADS * HISTOGRAM_ITEMS, lane = threadIdx.x % WARP_THREADS;
    uint32_t *s_kept = s_bins + 4 * RADIX * room.copies + threadIdx.x / WARP_THREADS * room.words;
    const uint32_t spike = h->d_spike->word;
    uint32_t n = 0, less = 0;
    for (size_t at = (size_t)blockIdx.x * items; at < h->n; at += (size_t)gridDim.x * items) {
        strip_some(h, at, (uint32_t)min(h->n - at, (size_t)items), spike, room.copies,
                   s_bins + lane % room.copies, s_kept, &n, &less);
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

/** Counts bytes of all items. */
static __device__ __forceinline__ void count_bytes(const struct histogram *h, struct counted c,
                                                   uint32_t copies, bool wide, uint32_t *s_bins) {
    const uint32_t items = HISTOGRAM_THREADS * HISTOGRAM_ITEMS;
    const struct sweep_map map = h->map;
    for (size_t at = (size_t)blockIdx.x * items; at < h->n; at += (size_t)gridDim.x * items)
        count_some(h->items, map, c, at, (uint32_t)min(h->n - at, (size_t)items), copies, wide,
                   s_bins);
}

/** Whether all keys of a sample have few values. */
static __device__ __forceinline__ bool are_few(const struct histogram *h) {
    return h->d_few && h->d_few->n > 0;
}

/** Whether keys have a spike, which is left out: few values are all counted. */
static __device__ __forceinline__ bool are_spiked(const struct histogram *h) {
    return h->d_spike && h->d_spike->there && !are_few(h);
}

/** The few values' slots and counters lie behind the bins of bytes. */
static __host__ __device__ inline size_t few_bytes(struct counted c) {
    return (c.bytes * RADIX + MOST_FEW * FEW_COPIES) * sizeof(uint32_t) +
           sizeof(struct few_slots);
}

/** Counts m items from index `at` on by their values. Of a stranger the bytes are counted. */
static __device__ __forceinline__ void count_few_some(const struct histogram *h, size_t at,
                                                      uint32_t m, bool wide, uint32_t *s_bins,
                                                      uint32_t *s_values,
                                                      const struct few_slots *s_slots) {
    struct item x[HISTOGRAM_ITEMS]; // all on their way at once
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
        if (k * HISTOGRAM_THREADS + threadIdx.x < m)
            x[k] = load_item(h->items, at + threadIdx.x, k * HISTOGRAM_THREADS, wide);
#pragma unroll
    for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
        if (k * HISTOGRAM_THREADS + threadIdx.x >= m) break;
        x[k] = sweep_encode(x[k], h->map, wide);
        const uint32_t number = value_number(x[k], wide, s_slots);
        if (number != NO_VALUE) atomicAdd(&s_values[number * FEW_COPIES], 1);
        for (uint32_t b = 0; number == NO_VALUE && b < h->count.bytes; b++)
            atomicAdd(&s_bins[b * RADIX + (key_word(x[k]) >> b * 8 & counted_mask(h->count, b))],
                      1);
    }
}

/** Counts all items by their values, of which there are few. s_bins are 0. */
static __device__ void count_few(const struct histogram *h, bool wide, uint32_t *s_bins) {
    const uint32_t items = HISTOGRAM_THREADS * HISTOGRAM_ITEMS, bins = h->count.bytes * RADIX;
    uint32_t *s_values = s_bins + bins;
    struct few_slots *s_slots = (struct few_slots *)(s_values + MOST_FEW * FEW_COPIES);
    load_values(h->d_few, s_slots);
    for (size_t at = (size_t)blockIdx.x * items; at < h->n; at += (size_t)gridDim.x * items)
        count_few_some(h, at, (uint32_t)min(h->n - at, (size_t)items), wide, s_bins,
                       s_values + threadIdx.x % FEW_COPIES, s_slots);
    __syncthreads(); // all keys are counted
    add_copies(s_bins, bins, 1, h->d_bins);
    add_copies(s_values, MOST_FEW, FEW_COPIES, h->d_values);
}

/**
 * Adds the keys of few values to the counts of bytes, with all threads of a block. By which passes the keys are sorted,
 * a bit for each: if there are strangers, by all; and by none if keys are written anew.
 */
static __device__ uint32_t sum_values(const struct histogram *h) {
    __shared__ place_t s_sums[WARP_THREADS];
    struct few_values *f = h->d_few;
    const uint32_t v = threadIdx.x;
    const place_t count = v < f->n ? h->d_values[v] : 0;
    const struct item x = {count > 0 ? f->low[v] : 0, count > 0 ? f->high[v] : 0};
    place_t all;
    const place_t start = block_scan_places(count, s_sums, &all);
    for (uint32_t b = 0; count > 0 && b < h->count.bytes; b++)
        atomicAdd(&h->d_bins[b * RADIX + (key_word(x) >> b * 8 & counted_mask(h->count, b))],
                  count);
    if (v < f->n) f->starts[v] = start;
    if (v == 0) f->all = all == h->n;
    if (v == 0 && all == h->n && h->d_spike) h->d_moves[SPIKE_MARK] = 1, h->d_spike->kept = 0;
    __syncthreads(); // the bytes of all keys are counted
    if (all < h->n) return UINT32_MAX;
    return h->d_spike ? 0 : f->bytes;
}

/** Turns the counts of bytes into starts, a thread for each digit of four passes. */
static __device__ void start_digits(const struct histogram *h) {
    __shared__ place_t s_sums[WARP_THREADS];
    const uint32_t at_once = HISTOGRAM_THREADS / RADIX, digit = threadIdx.x % RADIX;
    const bool spiked = are_spiked(h);
    const uint32_t by = are_few(h) ? sum_values(h) : UINT32_MAX;
    const place_t n = spiked ? h->d_spike->kept : h->n;
    for (uint32_t first = 0; first < h->count.bytes; first += at_once) {
        const uint32_t pass = first + threadIdx.x / RADIX;
        const place_t count = pass < h->count.bytes ? h->d_bins[pass * RADIX + digit] : 0;
        place_t total;
        const place_t start = block_scan_places(count, s_sums, &total) - (pass - first) * n;
        if (pass >= h->count.bytes) continue;
        h->d_starts[pass * RADIX + digit] = start;
        if (start == 0 && count > 0) // of the least digit
            h->d_moves[pass] = (spiked || count < n) && (by >> pass & 1);
    }
    if (threadIdx.x == 0 && spiked) h->d_moves[SPIKE_MARK] = 1;
}

/**
 * Counts bytes; the last block to be done finds where each digit starts.
 *
 * @param copies a power of two, up to 32
 *  @launch a block a multiprocessor, HISTOGRAM_THREADS threads
 *  @shared 1 KB a byte and copy: RADIX bins; or 48 KB: the slots and counters of few values
 *  @cost   4 bytes a word moved, an atomic a byte in shared memory; 4 barriers
 *  @source Adinets 2022; Blelloch 1990 (scan)
 */
static __global__ void __launch_bounds__(HISTOGRAM_THREADS)
    histogram_kernel(const __grid_constant__ struct histogram h, bool wide, uint32_t copies,
                     struct kept_room room) {
    extern __shared__ uint32_t s_bins[];
    const uint32_t bins = h.count.bytes * RADIX;
    const struct counted words = {sizeof(uint32_t), RADIX - 1};
    for (uint32_t i = threadIdx.x; i < bins * max(copies, room.copies); i += HISTOGRAM_THREADS)
        s_bins[i] = 0;
    await_kernel_before();
    if (h.d_goes && !*h.d_goes) return;
    for (size_t i = (size_t)blockIdx.x * HISTOGRAM_THREADS + threadIdx.x; i < h.words;
         i += (size_t)gridDim.x * HISTOGRAM_THREADS)
        h.d_published[i] = 0;
    __syncthreads(); // all bins are empty
    const bool few = are_few(&h), spiked = are_spiked(&h);
    if (few)
        count_few(&h, wide, s_bins);
    else if (spiked)
        strip_all(&h, room, s_bins);
    else if (wide)
        count_bytes(&h, h.count, copies, true, s_bins);
    else if (h.count.bytes == words.bytes && h.count.last == words.last) // the compiler knows them
        count_bytes(&h, words, copies, false, s_bins);
    else
        count_bytes(&h, h.count, copies, false, s_bins);
    __syncthreads(); // all keys are counted
    if (!few && !spiked) add_copies(s_bins, bins, copies, h.d_bins);
    if (is_last_block(h.d_counted)) start_digits(&h);
}

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
    bool wide = h.items.d_high != NULL;
    const size_t most = h.n / (HISTOGRAM_THREADS * HISTOGRAM_ITEMS) + 1;
    const uint32_t blocks = (uint32_t)(most < multiprocessors() ? most : multiprocessors());
    const size_t bins = h.count.bytes * RADIX * sizeof(uint32_t);
    uint32_t copies = WARP_THREADS;
    while (bins * copies > size_min(128 << 10, block_bytes())) copies /= 2;
    struct kept_room room = room_for_kept();
    size_t bytes = size_max(bins * copies, h.d_spike ? kept_bytes(room) : 0);
    if (h.d_few) bytes = size_max(bytes, few_bytes(h.count));
    void *arguments[] = {&h, &wide, &copies, &room};
    launch_early((const void *)histogram_kernel, blocks, HISTOGRAM_THREADS, bytes, stream,
                 arguments);
}

#endif
#endif
