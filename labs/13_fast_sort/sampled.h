/**
 * @file
 * @brief Lab 13, given: the sampled form counts one key of 16, and gives each bucket more room than it seems to need.
 *
 * Places are known in advance only from a count of all keys, which takes a tenth of the whole sort. A sample
 * says where a bucket's keys will have room; where they belong is known once all lie in their rooms. If some
 * room turns out too small the keys, which are all still in the input, are split from the first bit on.
 */
#ifndef SORTLAB_FAST_SAMPLED_H
#define SORTLAB_FAST_SAMPLED_H

#include <math.h>

#include "count.h"
#include "guards.h"

enum {
    SAMPLE_EVERY = 16,
    SAMPLE_BITS = 2 * RADIX_BITS, /**< most top bits of a sample; see count_mine */
    PIECE_AHEAD = 8,              /**< pieces of WARP_THREADS keys that a warp has on their way */
    STRETCH = SAMPLE_EVERY * WARP_THREADS, /**< neighbours, of which the first piece is met */
};

#ifdef __CUDACC__

/**
 * The room of a bucket of which `met` keys are in the sample: so many keys that fewer would have been met only
 * 6 standard deviations below the mean, once in 10^9 buckets, if keys come in any order.
 */
static __device__ __forceinline__ place_t room_of(place_t met) {
    place_t keys = SAMPLE_EVERY * (met + 18 + (place_t)(6 * sqrtf((float)met + 9)) + 1);
    return (keys + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS; // whole lines
}

/** What the rooms of so many buckets of n keys have in all, at most: when all are alike. */
static inline size_t room_in_all(size_t n, size_t buckets) {
    double met = (double)n / SAMPLE_EVERY + 9 * (double)buckets;
    return n + (SAMPLE_EVERY * 19 + WARP_THREADS) * buckets +
           (size_t)(SAMPLE_EVERY * 6 * sqrt(met * (double)buckets)) + WARP_THREADS;
}

/** Of more bins than a block has room for it counts a part: keys whose first `more` bits are `mine`. */
static __device__ __forceinline__ void count_mine(uint32_t *s_bins, uint32_t key, uint32_t bits,
                                                  uint32_t more, uint32_t mine,
                                                  enum key_type type) {
    uint32_t word = key_encode(key, type);
    if (word >> (32 - more) == mine) count_key(s_bins, word << more, 32 - bits + more, KEY_U32);
}

/** @launch a block of COUNT_THREADS threads a multiprocessor; warps take pieces by turns, each for its part of
 *          the bins, which has its first `more` bits: as many blocks see to each part
 *  @shared 4 bytes a bin of the part
 *  @cost   a quarter of a byte a key read for each part; an atomic a key that is met, one a bin and block in
 *          global memory
 *  @source Sanders 2004 */
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    sample_kernel(const uint32_t *d_in, size_t n, enum key_type type, uint32_t bits, uint32_t more,
                  place_t *d_bins) {
    extern __shared__ uint32_t s_bins[];
    await_kernel_before();
    uint32_t bins = 1u << (bits - more), block = blockIdx.x >> more,
             mine = blockIdx.x & ((1u << more) - 1);
    size_t warps = (size_t)(gridDim.x >> more) * (COUNT_THREADS / WARP_THREADS);
    size_t warp = (block * COUNT_THREADS + threadIdx.x) / WARP_THREADS, pieces = n / STRETCH;
    const uint32_t *d_lane = d_in + threadIdx.x % WARP_THREADS;
    for (uint32_t b = threadIdx.x; b < bins; b += COUNT_THREADS) s_bins[b] = 0;
    __syncthreads(); // all bins are empty
    for (size_t first = warp; first < pieces; first += PIECE_AHEAD * warps) {
        uint32_t key[PIECE_AHEAD];
        for (uint32_t i = 0; i < PIECE_AHEAD; i++)
            if (first + i * warps < pieces) key[i] = d_lane[(first + i * warps) * STRETCH];
        for (uint32_t i = 0; i < PIECE_AHEAD && first + i * warps < pieces; i++)
            if (more == 0)
                count_key(s_bins, key[i], 32 - bits, type);
            else
                count_mine(s_bins, key[i], bits, more, mine, type);
    }
    __syncthreads(); // the sample is counted
    add_counts(s_bins, bins, d_bins + (size_t)mine * bins);
}

/** The rooms of the first partition's buckets, one behind the other; a warp adds up the bins of a bucket. */
static __device__ void plan_coarse_rooms(const struct tables *t, place_t *s_met, place_t *s_sums) {
    uint32_t lane = threadIdx.x % WARP_THREADS, buckets = 1u << t->bits_1, b;
    for (b = threadIdx.x / WARP_THREADS; b < buckets; b += PLAN_THREADS / WARP_THREADS) {
        place_t met = 0;
        for (uint32_t i = lane; i < 1u << t->bits_2; i += WARP_THREADS)
            met += t->bins[(b << t->bits_2) + i];
        for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2)
            met += __shfl_xor_sync(ALL_LANES, met, step);
        if (lane == 0) s_met[b] = met;
    }
    __syncthreads(); // it is known how many keys of each bucket were met
    b = threadIdx.x;
    place_t room = b < buckets ? room_of(s_met[b]) : 0, total;
    place_t begin = block_scan_places(room, s_sums, &total);
    if (b < buckets) t->rooms_1[b] = t->next_1[b] = begin;
    if (b == 0) t->rooms_1[buckets] = total;
}

/** @launch a thread a bin, in blocks of PLAN_THREADS; one more block sees to the coarse buckets
 *  @shared 2.3 KB: keys of each coarse bucket that were met; a sum of each warp
 *  @cost   8 bytes a bin written twice, and read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_rooms_kernel(struct tables t) {
    await_kernel_before();
    __shared__ place_t s_sums[WARP_THREADS], s_met[RADIX];
    uint32_t bins = 1u << (t.bits_1 + t.bits_2), first = blockIdx.x * PLAN_THREADS;
    if (first >= bins) {
        plan_coarse_rooms(&t, s_met, s_sums);
        return;
    }
    uint32_t b = first + threadIdx.x;
    place_t met = b < bins ? t.bins[b] : 0, room = b < bins ? room_of(met) : 0;
    place_t sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first; i += PLAN_THREADS) sum += room_of(t.bins[i]);
    block_scan_places(sum, s_sums, &before);
    place_t begin = before + block_scan_places(room, s_sums, &total);
    if (b >= bins) return;
    t.rooms_2[b] = t.next_2[b] = begin;
    if (b == bins - 1) t.rooms_2[bins] = begin + room;
    if (met == t.n / STRETCH * WARP_THREADS)
        t.notes->misled[0] = t.notes->misled[1] = 1; // skip its bits
}

/** @launch a thread a bin, in blocks of PLAN_THREADS
 *  @shared 256 bytes: a sum of each warp
 *  @cost   8 bytes a bin written, and 16 read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_filled_kernel(struct tables t) {
    await_kernel_before();
    __shared__ place_t s_sums[WARP_THREADS];
    uint32_t bits = t.bits_1 + t.bits_2, bins = 1u << bits, first = blockIdx.x * PLAN_THREADS;
    uint32_t b = first + threadIdx.x, misled = t.notes->misled[1] | t.notes->misled[2];
    place_t mine = b < bins && !misled ? t.next_2[b] - t.rooms_2[b] : 0, sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first && !misled; i += PLAN_THREADS)
        sum += t.next_2[i] - t.rooms_2[i];
    block_scan_places(sum, s_sums, &before);
    place_t start = before + block_scan_places(mine, s_sums, &total);
    if (b >= bins) return;
    t.starts[b] = start; // misled: all buckets are empty
    if (b == bins - 1) t.starts[bins] = start + mine;
    if (mine > BUCKET_ITEMS) hand_on(&t, 0, start, t.rooms_2[b], mine, 32 - bits, SIDE_ROOMS);
    if (misled && b == 0) hand_on(&t, 0, 0, 0, t.n, 32, SIDE_IN);
}

/** The partitions into rooms: as those into places that are known, into temporary memory both. */
static inline struct level first_rooms(const struct tables *t) {
    struct level l = {t->side[SIDE_IN], t->side[SIDE_TEMP], t->n, t->type};
    l.buckets = 1;
    l.d_next = t->next_1;
    l.shift = 32 - t->bits_1, l.bits = t->bits_1;
    l.rooms.d_ends = t->rooms_1 + 1, l.rooms.d_full = &t->notes->misled[1];
    l.d_misled = &t->notes->misled[0];
    return l;
}

static inline struct level second_rooms(const struct tables *t) {
    struct level l = {t->side[SIDE_TEMP], t->side[SIDE_ROOMS], room_in_all(t->n, 1u << t->bits_1),
                      KEY_U32};
    l.d_starts = t->rooms_1, l.d_stops = t->next_1;
    l.buckets = 1u << t->bits_1, l.stride = 1;
    l.d_next = t->next_2;
    l.shift = 32 - t->bits_1 - t->bits_2, l.bits = t->bits_2;
    l.rooms.d_ends = t->rooms_2 + 1, l.rooms.d_full = &t->notes->misled[2];
    l.d_misled = &t->notes->misled[1];
    return l;
}

/** The tables in temporary memory, and the rooms of buckets of so many bits. */
static inline struct tables lay_out_rooms(size_t n, uint32_t bits_1, uint32_t bits_2,
                                          struct pieces *p) {
    size_t coarse = (size_t)1 << bits_1, fine = coarse << bits_2;
    struct tables t = lay_out(n, room_in_all(n, coarse), bits_1 + bits_2, p);
    t.side[SIDE_ROOMS] = (uint32_t *)take(p, room_in_all(n, fine) * sizeof(uint32_t));
    t.rooms_1 = (place_t *)take(p, (coarse + 1) * sizeof(place_t));
    t.rooms_2 = (place_t *)take(p, (fine + 1) * sizeof(place_t));
    return t;
}

/** As fast_sort_levels, of FAST_SAMPLED_ITEMS keys or more, by two partitions into rooms. */
static void sort_sampled(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                         uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                         cudaStream_t queue) {
    struct pieces p = {(char *)d_temp, 0};
    struct tables r = lay_out_rooms(n, bits_1, bits_2, &p);
    r = fill_in(r, d_in, d_out, n, type, bits_1, bits_2, p.bytes, temp_bytes);
    uint32_t bits = bits_1 + bits_2, plans = ((1u << bits) + PLAN_THREADS - 1) / PLAN_THREADS;
    uint32_t more = bits > count_bits() ? bits - count_bits() : 0;
    uint32_t parts = 1u << more, each = (multiprocessors() + parts - 1) / parts;
    uint32_t blocks = parts * (uint32_t)size_min(r.n / (STRETCH * COUNT_THREADS) + 1, each);
    void *sample[] = {&r.side[SIDE_IN], &r.n, &r.type, &bits, &more, &r.bins}, *plan[] = {&r};
    empty_notes(r, queue);
    launch_early((const void *)sample_kernel, blocks, COUNT_THREADS,
                 sizeof(uint32_t) << (bits - more), queue, sample);
    launch_early((const void *)plan_rooms_kernel, plans + 1, PLAN_THREADS, 0, queue, plan);
    launch_partition(first_rooms(&r), queue);
    launch_partition(second_rooms(&r), queue);
    launch_early((const void *)plan_filled_kernel, plans, PLAN_THREADS, 0, queue, plan);
    launch_split(r, queue);
    launch_finish(r, queue);
    launch_lists(r, queue);
}

/** The bits of both partitions: buckets of 8,192 keys, as long as bits are left, `most` of them; one partition does for
 *  2^21 keys. Where buckets would be too large even for the wide finish all of them are split: by so few bits before that
 *  8,192 keys are left. Where all are counted, by COUNT_BITS, that is slower as soon as keys crowd. */
static inline void bits_of_keys(size_t n, uint32_t most, uint32_t *bits_1, uint32_t *bits_2) {
    size_t large = most < COUNT_BITS ? BUCKET_ITEMS : 16384;
    uint32_t bits = RADIX_BITS;
    while (bits < most && n >> bits > 8192) bits++;
    if (bits > RADIX_BITS && bits < 10) bits = 10;
    if (most != COUNT_BITS && n >> bits > large) bits = bits_before_split(n);
    *bits_2 = bits > RADIX_BITS ? bits - bits / 2 : 0;
    *bits_1 = bits - *bits_2;
}

size_t fast_sort_bytes(size_t n, enum fast_form form) {
    struct pieces p = {NULL, 0};
    uint32_t bits_1, bits_2;
    bits_of_keys(n, SAMPLE_BITS, &bits_1, &bits_2);
    if (form == FAST_SAMPLED && n >= FAST_SAMPLED_ITEMS)
        lay_out_rooms(n, bits_1, bits_2, &p);
    else
        lay_out(n, n, COUNT_BITS, &p);
    return p.bytes;
}

void fast_sort_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    uint32_t bits_1, bits_2;
    bool sampled = n >= FAST_SAMPLED_ITEMS && temp_bytes >= fast_sort_bytes(n, FAST_SAMPLED);
    bits_of_keys(n, sampled ? (uint32_t)SAMPLE_BITS : count_bits(), &bits_1, &bits_2);
    (sampled ? sort_sampled : fast_sort_levels)(d_in, d_out, n, type, bits_1, bits_2, d_temp,
                                                temp_bytes, stream);
}

#endif
#endif
