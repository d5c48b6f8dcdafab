/**
 * @file
 * @brief Keys of 32 bits that lie evenly, by buckets of their top bits; all others, by sweeps. The device sees which.
 *
 * One count of all keys serves both ways. If each bucket fits a block, two partitions by those bits and the finish
 * sort the keys: each moves them once, and a sweep does so four times. Else these kernels leave at once.
 */
#ifndef SORTLAB_DEVICE_EVEN_H
#define SORTLAB_DEVICE_EVEN_H

#include "common/sort/device/items.h"
#include "common/sort/device/reference.h"

/** Of fewer keys sweeps are as fast. Tests have a lower bound. */
#ifndef EVEN_FROM
#define EVEN_FROM (1 << 22)
#endif

enum {
    MOST_EVEN_BUCKET = 8250, /**< keys on the average: the largest of 2^13 has BUCKET_ITEMS yet */
    EVEN_BITS = 13,          /**< most bits of buckets */
    LOW_BYTES = 3,           /**< whose digits are counted; the top one's are buckets together */
    COUNT_AHEAD = 8,         /**< keys that a thread has on their way */
    MOST_COPIES = 26,        /**< of a value, on the average: buckets of more are not finished */
};

/** Where keys that may lie evenly are sorted. */
struct even_sort {
    struct tables t;
    struct histogram all; /**< how keys become words; RADIX bins for each byte, as of a sweep */
    uint32_t
        *d_goes; /**< not 0 if sweeps sort the keys: by the plan, or as buckets were not finished */
};

#ifdef __CUDACC__

/** So many copies of all bins, powers of two: bin b of copy l is b * copies + l. Lanes take copies by turns. */
struct even_copies {
    uint32_t bytes, tops;
};

/** Counts m keys from index `at` on, in the thread's copies. */
static __device__ __forceinline__ void count_words(const struct even_sort *e, size_t at, uint32_t m,
                                                   struct even_copies c, uint32_t *s_bytes,
                                                   uint32_t *s_tops) {
    const uint32_t shift = 32 - e->t.bits_1 - e->t.bits_2, *d_in = e->t.side[SIDE_IN] + at;
    uint32_t key[COUNT_AHEAD];
#pragma unroll
    for (uint32_t k = 0; k < COUNT_AHEAD; k++)
        if (k * COUNT_THREADS + threadIdx.x < m) key[k] = d_in[k * COUNT_THREADS + threadIdx.x];
#pragma unroll
    for (uint32_t k = 0; k < COUNT_AHEAD; k++) {
        if (k * COUNT_THREADS + threadIdx.x >= m) break;
        const struct item x = {key[k], 0};
        const uint32_t word = sweep_encode(x, e->all.map, false).low;
#pragma unroll
        for (uint32_t b = 0; b < LOW_BYTES; b++)
            atomicAdd(&s_bytes[(b * RADIX + (word >> b * RADIX_BITS & (RADIX - 1))) * c.bytes], 1);
        atomicAdd(&s_tops[(word >> shift) * c.tops], 1);
    }
}

/** Counts all keys by their lowest bytes, and by the top bits that buckets have. */
static __device__ __forceinline__ void count_even(const struct even_sort *e, struct even_copies c,
                                                  uint32_t *s_bins) {
    const uint32_t bytes = LOW_BYTES * RADIX, tops = 1u << (e->t.bits_1 + e->t.bits_2);
    const size_t items = COUNT_THREADS * COUNT_AHEAD, n = e->t.n;
    uint32_t *s_tops = s_bins + bytes * c.bytes;
    for (size_t at = blockIdx.x * items; at < n; at += gridDim.x * items)
        count_words(e, at, (uint32_t)min(n - at, items), c, s_bins + (threadIdx.x & (c.bytes - 1)),
                    s_tops + (threadIdx.x & (c.tops - 1)));
    __syncthreads(); // all keys are counted
    add_copies(s_bins, bytes, c.bytes, e->all.d_bins);
    add_copies(s_tops, tops, c.tops, e->t.bins);
}

/** Whether sweeps sort the keys, for all threads: there is a spike, values have many copies, a bucket is too large, or
 * low digits come too often. */
static __device__ bool prefer_passes(const struct even_sort *e) {
    const struct spike *d_spike = e->all.d_spike;
    const uint32_t blocks = repeat_blocks(e->t.n);
    const place_t pairs = (place_t)blocks * REPEAT_KEYS * REPEAT_KEYS / 2; // of the samples
    uint32_t repeats = 0;
    for (uint32_t b = threadIdx.x; threadIdx.x < WARP_THREADS && b < blocks; b += WARP_THREADS)
        repeats += d_spike->repeats[b];
    repeats = warp_scan(repeats); // of the first warp, whose last lane has all
    bool large = d_spike->there || repeats * e->t.n > MOST_COPIES * pairs;
    for (uint32_t b = threadIdx.x; b < 1u << (e->t.bits_1 + e->t.bits_2); b += PLAN_THREADS)
        large |= e->t.bins[b] > BUCKET_ITEMS;
    for (uint32_t b = threadIdx.x; b < LOW_BYTES * RADIX; b += PLAN_THREADS) {
        const place_t most = b < RADIX ? e->t.n - 1 : e->t.n / (RADIX / 2);
        large |= e->all.d_bins[b] > most; // a byte that all have in common makes a sweep faster
    }
    return __syncthreads_or(large);
}

/** As start_digits: the top byte's counts are those of the top bits, unless they are of all bytes. */
static __device__ void start_passes(const struct even_sort *e) {
    const uint32_t parts = 1u << (e->t.bits_1 + e->t.bits_2 - RADIX_BITS);
    if (threadIdx.x < RADIX && !e->all.d_spike->there) {
        place_t count = 0;
        for (uint32_t i = 0; i < parts; i++) count += e->t.bins[threadIdx.x * parts + i];
        e->all.d_bins[LOW_BYTES * RADIX + threadIdx.x] = count;
    }
    __syncthreads(); // all counts are there
    start_digits(&e->all);
}

/** Sets where each bucket begins, and where the keys of either partition go. */
static __device__ void start_buckets(const struct even_sort *e, uint32_t *s_sums) {
    const uint32_t bits_2 = e->t.bits_2, bins = 1u << (e->t.bits_1 + bits_2);
    const uint32_t each = max(bins / PLAN_THREADS, 1), first = threadIdx.x * each;
    uint32_t sum = 0, total;
    for (uint32_t b = first; b < first + each && b < bins; b++) sum += (uint32_t)e->t.bins[b];
    uint32_t start = block_scan(sum, s_sums, &total);
    for (uint32_t b = first; b < first + each && b < bins; b++) {
        e->t.starts[b] = e->t.next_2[b] = start;
        if (b % (1u << bits_2) == 0) e->t.next_1[b >> bits_2] = start;
        start += (uint32_t)e->t.bins[b];
    }
    if (threadIdx.x > 0) return;
    e->t.starts[bins] = e->t.n;
    e->t.notes->fine_buckets = e->t.notes->coarse_buckets = 1; // both partitions move keys
}

/** Chooses how the keys are sorted, and plans that. */
static __device__ void plan_even(const struct even_sort *e) {
    __shared__ uint32_t s_sums[WARP_THREADS];
    const bool sweeps = prefer_passes(e);
    if (threadIdx.x == 0) *e->d_goes = sweeps;
    start_passes(e);
    if (!sweeps) start_buckets(e, s_sums);
}

/**
 * Counts all keys, by their lowest bytes and by the top bits that buckets have; if they have a spike, only the others,
 * by all bytes. The last block to be done makes the plan.
 *
 *  @launch a block a multiprocessor, COUNT_THREADS threads
 *  @shared 3 KB for each copy of the bytes' bins, and 4 bytes a bucket for each of theirs; or as of histogram_kernel
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
    __syncthreads(); // all bins are empty
    if (e.all.d_spike->there)
        strip_all(&e.all, room, s_bins);
    else
        count_even(&e, copies, s_bins);
    if (is_last_block(e.all.d_counted)) plan_even(&e);
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

/** Where the tables lie; what has to be 0 comes last, and *zeros bytes before the end. */
static inline struct even_sort lay_out_even(size_t n, struct pieces *p, size_t *zeros) {
    const uint32_t bits = even_bits(n);
    const size_t bins = (size_t)1 << bits;
    struct even_sort e = {};
    e.t.n = n, e.t.bits_1 = bits / 2, e.t.bits_2 = bits - bits / 2;
    e.t.next_1 = (place_t *)take(p, RADIX * sizeof(place_t));
    e.t.next_2 = (place_t *)take(p, bins * sizeof(place_t));
    e.t.repeats.d_buckets = (struct bucket *)take(p, (bins + 1) * sizeof(struct bucket));
    *zeros = p->bytes;
    e.t.notes = (struct notes *)take(p, sizeof(struct notes));
    e.t.bins = (place_t *)take(p, bins * sizeof(place_t));
    e.t.starts = (place_t *)take(p, (bins + 1) * sizeof(place_t));
    *zeros = p->bytes - *zeros;
    e.t.repeats.d_n = e.d_goes = &e.t.notes->n_repeats; // what is not finished goes by sweeps
    return e;
}

/** Bytes of temporary memory. */
static inline size_t even_bytes(const struct items *x) {
    struct pieces p = {NULL, 0};
    size_t zeros;
    lay_out_even(x->n, &p, &zeros);
    return p.bytes + items_bytes(x);
}

/** Launches the count, with as many copies of bins as a block has memory for. */
static inline void launch_count_even(const struct even_sort *e, cudaStream_t stream) {
    const uint32_t bits = e->t.bits_1 + e->t.bits_2, threads = COUNT_THREADS * COUNT_AHEAD;
    const size_t byte_bins = LOW_BYTES * RADIX, tops = (size_t)1 << bits;
    const size_t most = size_min(200 << 10, block_bytes() - 1024) / sizeof(uint32_t);
    struct even_copies copies = {WARP_THREADS, WARP_THREADS};
    struct kept_room room = room_for_kept();
    while (byte_bins * copies.bytes + tops * copies.tops > most)
        if (tops * copies.tops > byte_bins * copies.bytes && copies.tops > 1)
            copies.tops /= 2;
        else
            copies.bytes /= 2;
    uint32_t words = (uint32_t)size_max(byte_bins * copies.bytes + tops * copies.tops,
                                        kept_bytes(room) / sizeof(uint32_t));
    void *arguments[] = {(void *)e, &copies, &room, &words};
    launch_early((const void *)count_even_kernel,
                 (uint32_t)size_min(e->t.n / threads + 1, multiprocessors()), COUNT_THREADS,
                 words * sizeof(uint32_t), stream, arguments);
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
    e.t.order = x->order, e.all = histogram_of(&s);
    launch_begin(&s.pass, repeat_blocks(x->n), (char *)d_temp + p.bytes - zeros, zeros + s.zeros,
                 stream);
    launch_count_even(&e, stream);
    launch_partition(first_level(&e.t), stream);
    launch_partition(second_level(&e.t), stream);
    launch_finish(e.t, stream);
    launch_passes(&s, stream);
}

#endif
#endif
