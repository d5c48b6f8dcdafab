/**
 * @file
 * @brief The sampled form counts one key of 16, and gives each bucket more space than it seems to need.
 *
 * A count of all keys says where each bucket begins, and takes a tenth of the whole sort. A sample is cheaper. It
 * estimates how much space a bucket needs. Where its keys belong is known once all keys lie in their spaces. If a
 * space turns out too small, the keys are split from the first bit on: all of them are still in the input.
 */
#ifndef SORTLAB_DEVICE_SAMPLED_H
#define SORTLAB_DEVICE_SAMPLED_H

#include <math.h>

#include "common/sort/device/count.h"
#include "common/sort/device/launches.h"

enum {
    SAMPLE_EVERY = 16,
    SAMPLE_BITS = 2 * RADIX_BITS, /**< most top bits of a sample; see count_mine */
    PIECE_AHEAD = 8,              /**< pieces of WARP_THREADS keys that a warp has on their way */
    STRETCH = SAMPLE_EVERY * WARP_THREADS, /**< neighbours, of which the first piece is met */
};

#ifdef __CUDACC__

/**
 * The space for a bucket with `met` keys in the sample. A bucket overflows only if its sample lies 6 standard
 * deviations below the mean. If keys come in any order, that happens once in 10^9 buckets.
 */
static __device__ __forceinline__ place_t space_for(place_t met) {
    place_t keys = SAMPLE_EVERY * (met + 18 + (place_t)(6 * sqrtf((float)met + 9)) + 1);
    return (keys + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS; // whole lines
}

/** Keys that the spaces of so many buckets of n keys hold together, at most: when all buckets are alike. */
static inline size_t space_in_all(size_t n, size_t buckets) {
    double met = (double)n / SAMPLE_EVERY + 9 * (double)buckets;
    return n + (SAMPLE_EVERY * 19 + WARP_THREADS) * buckets +
           (size_t)(SAMPLE_EVERY * 6 * sqrt(met * (double)buckets)) + WARP_THREADS;
}

/** Of more bins than fit in a block it counts a part: keys whose first `more` bits are `mine`. */
static __device__ __forceinline__ void count_mine(uint32_t *s_bins, uint32_t key, uint32_t bits,
                                                  uint32_t more, uint32_t mine, key_order order) {
    uint32_t word = order_encode(key, order);
    if (word >> (32 - more) == mine) count_key(s_bins, word << more, 32 - bits + more, ORDER_NONE);
}

/** @launch a block of COUNT_THREADS threads a multiprocessor; warps take pieces by turns, each for its part of
 *          the bins, which has its first `more` bits: as many blocks see to each part
 *  @shared 4 bytes a bin of the part
 *  @cost   a quarter of a byte a key read for each part; an atomic a key that is met, one a bin and block in
 *          global memory
 *  @source Sanders 2004 */
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    sample_kernel(const uint32_t *d_in, size_t n, key_order order, uint32_t bits, uint32_t more,
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
                count_key(s_bins, key[i], 32 - bits, order);
            else
                count_mine(s_bins, key[i], bits, more, mine, order);
    }
    __syncthreads(); // the sample is counted
    add_counts(s_bins, bins, d_bins + (size_t)mine * bins);
}

/** The spaces of the first partition's buckets, one behind the other; a warp adds up the bins of a bucket. */
static __device__ void plan_coarse_spaces(const struct tables *t, place_t *s_met, place_t *s_sums) {
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
    place_t space = b < buckets ? space_for(s_met[b]) : 0, total;
    place_t begin = block_scan_places(space, s_sums, &total);
    if (b < buckets) t->spaces_1[b] = t->next_1[b] = begin;
    if (b == 0) t->spaces_1[buckets] = total;
}

/** @launch a thread a bin, in blocks of PLAN_THREADS; one more block sees to the coarse buckets
 *  @shared 2.3 KB: keys of each coarse bucket that were met; a sum of each warp
 *  @cost   8 bytes a bin written twice, and read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_spaces_kernel(struct tables t) {
    await_kernel_before();
    __shared__ place_t s_sums[WARP_THREADS], s_met[RADIX];
    uint32_t bins = 1u << (t.bits_1 + t.bits_2), first = blockIdx.x * PLAN_THREADS;
    if (first >= bins) {
        plan_coarse_spaces(&t, s_met, s_sums);
        return;
    }
    uint32_t b = first + threadIdx.x;
    place_t met = b < bins ? t.bins[b] : 0, space = b < bins ? space_for(met) : 0;
    place_t sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first; i += PLAN_THREADS) sum += space_for(t.bins[i]);
    block_scan_places(sum, s_sums, &before);
    place_t begin = before + block_scan_places(space, s_sums, &total);
    if (b >= bins) return;
    t.spaces_2[b] = t.next_2[b] = begin;
    if (b == bins - 1) t.spaces_2[bins] = begin + space;
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
    place_t mine = b < bins && !misled ? t.next_2[b] - t.spaces_2[b] : 0, sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first && !misled; i += PLAN_THREADS)
        sum += t.next_2[i] - t.spaces_2[i];
    block_scan_places(sum, s_sums, &before);
    place_t start = before + block_scan_places(mine, s_sums, &total);
    if (b >= bins) return;
    t.starts[b] = start; // misled: all buckets are empty
    if (b == bins - 1) t.starts[bins] = start + mine;
    if (mine > BUCKET_ITEMS) hand_on(&t, 0, start, t.spaces_2[b], mine, 32 - bits, SIDE_SPACES);
    if (misled && b == 0) hand_on(&t, 0, 0, 0, t.n, 32, SIDE_IN);
}

/** The partitions into spaces: into temporary memory both. Where a space overflows the sample has misled. */
static inline struct level first_into_spaces(const struct tables *t) {
    struct level l =
        one_level(t->side[SIDE_IN], t->side[SIDE_TEMP], t->n, t->order, t->bits_1, t->next_1);
    l.d_ends = t->spaces_1 + 1, l.d_overflow = &t->notes->misled[1];
    l.d_misled = &t->notes->misled[0];
    return l;
}

static inline struct level second_into_spaces(const struct tables *t) {
    const struct digit by = {32 - t->bits_1 - t->bits_2, t->bits_2};
    size_t n = space_in_all(t->n, 1u << t->bits_1);
    struct level l = {t->side[SIDE_TEMP], t->side[SIDE_SPACES], n, ORDER_NONE, by};
    l.d_starts = t->spaces_1, l.d_stops = t->next_1;
    l.buckets = 1u << t->bits_1, l.stride = 1;
    l.d_next = t->next_2;
    l.d_ends = t->spaces_2 + 1, l.d_overflow = &t->notes->misled[2];
    l.d_misled = &t->notes->misled[1];
    return l;
}

/** The tables in temporary memory, and the spaces of buckets of so many bits. */
static inline struct tables lay_out_sampled(size_t n, uint32_t bits_1, uint32_t bits_2,
                                            struct pieces *p) {
    size_t coarse = (size_t)1 << bits_1, fine = coarse << bits_2;
    struct tables t = lay_out(n, space_in_all(n, coarse), bits_1 + bits_2, p);
    t.side[SIDE_SPACES] = (uint32_t *)take(p, space_in_all(n, fine) * sizeof(uint32_t));
    t.spaces_1 = (place_t *)take(p, (coarse + 1) * sizeof(place_t));
    t.spaces_2 = (place_t *)take(p, (fine + 1) * sizeof(place_t));
    return t;
}

/** Sorts FAST_SAMPLED_ITEMS keys or more by two partitions into spaces; a sample says how large those are. */
static void sort_sampled(const uint32_t *d_in, uint32_t *d_out, size_t n, key_order order,
                         uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                         cudaStream_t queue) {
    struct pieces p = {(char *)d_temp, 0};
    struct tables r = lay_out_sampled(n, bits_1, bits_2, &p);
    r = fill_in(r, d_in, d_out, n, order, bits_1, bits_2, p.bytes, temp_bytes);
    uint32_t bits = bits_1 + bits_2, plans = ((1u << bits) + PLAN_THREADS - 1) / PLAN_THREADS;
    uint32_t more = bits > count_bits() ? bits - count_bits() : 0;
    uint32_t parts = 1u << more, each = (multiprocessors() + parts - 1) / parts;
    uint32_t blocks = parts * (uint32_t)size_min(r.n / (STRETCH * COUNT_THREADS) + 1, each);
    void *sample[] = {&r.side[SIDE_IN], &r.n, &r.order, &bits, &more, &r.bins}, *plan[] = {&r};
    empty_notes(r, queue);
    launch_early((const void *)sample_kernel, blocks, COUNT_THREADS,
                 sizeof(uint32_t) << (bits - more), queue, sample);
    launch_early((const void *)plan_spaces_kernel, plans + 1, PLAN_THREADS, 0, queue, plan);
    launch_partition(first_into_spaces(&r), queue);
    launch_partition(second_into_spaces(&r), queue);
    launch_early((const void *)plan_filled_kernel, plans, PLAN_THREADS, 0, queue, plan);
    launch_split(r, queue);
    launch_finish(r, queue);
    launch_lists(r, queue);
}

#endif
#endif
