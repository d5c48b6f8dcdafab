/**
 * @file
 * @brief Both partitions of the sampled form by bits of the keys, if a sample shows that no bucket becomes too large.
 *
 * Bits are the fastest digits, and one sample by all of them plans both levels. It counts the keys by the top bits.
 */
#ifndef SORTLAB_DEVICE_BY_BITS_H
#define SORTLAB_DEVICE_BY_BITS_H

#include "common/sort/device/count.h"
#include "common/sort/device/plan_levels.h"

enum {
    MOST_EVEN_ITEMS =
        8250, /**< keys of a bucket: the largest of 2^16 still has less than BUCKET_ITEMS */
    SAMPLE_EVERY = 32,
    STRETCH = SAMPLE_EVERY * WARP_THREADS, /**< neighbours, of which two pieces are met */
    MOST_MET = BUCKET_ITEMS / SAMPLE_EVERY +
               33, /**< by chance of a bucket for the fast finish: 2 sigmas */
    MOST_WIDE = 6, /**< how much further groups of 8 buckets may lie apart than by chance */
    FULL_MET = BUCKET_ITEMS / SAMPLE_EVERY + 4, /**< of one that may well be too large: */
    FULL_PART = 4,   /**< by table, if one key of so many lies in such buckets */
    LARGE_PART = 32, /**< by table, if a bucket that is too large has one key of so many */
};

#ifdef __CUDACC__

/** Of more bins than fit in a block it counts a part: keys whose first `more` bits are `mine`. */
static __device__ __forceinline__ void count_mine(uint32_t *s_bins, uint32_t key, uint32_t bits,
                                                  uint32_t more, uint32_t mine, key_order order) {
    uint32_t word = order_encode(key, order);
    if (word >> (32 - more) == mine) count_key(s_bins, word << more, 32 - bits + more, ORDER_NONE);
}

/** Whether bits need not be tried. */
static __device__ __forceinline__ bool no_bits(const struct sample_notes *notes) {
    const volatile struct sample_notes *now = notes;
    return now->elsewhere | now->uneven;
}

/** Counts a part of the sample: pieces `first`, first + warps, ... before `end`, by as many `bits`. */
static __device__ __forceinline__ void count_pieces(const uint32_t *d_in, key_order order,
                                                    uint32_t bits, uint32_t more, uint32_t mine,
                                                    uint32_t first, uint32_t warps, uint32_t end,
                                                    uint32_t *s_bins) {
    const uint32_t half = threadIdx.x / PIECE_ITEMS % 2;
    for (; first < end; first += PIECE_AHEAD * warps) {
        uint32_t key[PIECE_AHEAD];
        for (uint32_t i = 0; i < PIECE_AHEAD; i++)
            if (first + i * warps < end)
                key[i] = d_in[sampled_place(2 * (first + i * warps) + half, SAMPLE_EVERY, false,
                                            threadIdx.x)];
        for (uint32_t i = 0; i < PIECE_AHEAD && first + i * warps < end; i++)
            if (more == 0)
                count_key(s_bins, key[i], 32 - bits, order);
            else
                count_mine(s_bins, key[i], bits, more, mine, order);
    }
}

/** @launch a block of COUNT_THREADS threads a multiprocessor; warps take pieces by turns, each for its part of
 *          the bins, which has its first `more` bits: as many blocks see to each part. It may run `beside` the kernel
 *          that chooses a way, and asks twice what that has chosen
 *  @shared 4 bytes a bin of the part
 *  @cost   an eighth of a byte a key read for each part; an atomic a key that is met, one a bin and block in
 *          global memory
 *  @source Sanders 2004 */
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    sample_kernel(const uint32_t *d_in, size_t n, key_order order, uint32_t bits, uint32_t more,
                  bool beside, uint32_t *d_bins, const struct sample_notes *notes) {
    extern __shared__ uint32_t s_bins[];
    if (!beside) await_kernel_before();
    const uint32_t bins = 1u << (bits - more), block = blockIdx.x >> more,
                   mine = blockIdx.x & ((1u << more) - 1);
    const uint32_t warps = (gridDim.x >> more) * (COUNT_THREADS / WARP_THREADS),
                   warp = (block * COUNT_THREADS + threadIdx.x) / WARP_THREADS;
    const uint32_t pieces = (uint32_t)(n / STRETCH), half = pieces / 2 / warps * warps;
    for (uint32_t b = threadIdx.x; b < bins; b += COUNT_THREADS) s_bins[b] = 0;
    for (uint32_t from = 0; from < pieces; from = from < half ? half : pieces) {
        if (__syncthreads_or(threadIdx.x == 0 && no_bits(notes))) break; // all bins are empty
        count_pieces(d_in, order, bits, more, mine, from + warp, warps, from < half ? half : pieces,
                     s_bins);
    }
    __syncthreads(); // the sample is counted
    if (beside) await_kernel_before();
    if (no_bits(notes)) return;
    for (uint32_t i = threadIdx.x; i < bins; i += COUNT_THREADS) {
        const uint32_t met = s_bins[bin_place(i)];
        if (met) atomicAdd(d_bins + (size_t)mine * bins + i, met);
    }
}

/** The square of how far two numbers of met keys lie apart, in standard deviations: 1 on the average by chance. */
static __device__ __forceinline__ float apart(uint32_t one, uint32_t other) {
    const float differ = (float)one - (float)other;
    return __fdividef(differ * differ, (float)(one + other + 1));
}

/** Whether the squares of all threads add up to no more than `most` a pair, and 8 sigmas; for all threads. */
static __device__ __forceinline__ bool near_enough(float squares, float most, float pairs,
                                                   place_t *s_sums) {
    place_t all;
    block_scan_places((place_t)(squares * FAR_PART), s_sums, &all);
    return (float)all / FAR_PART <= most * pairs + 8 * sqrtf(2 * pairs);
}

/** The sampled keys of a bucket, if they are more than so many. */
static __device__ __forceinline__ uint32_t keys_above(uint32_t met, uint32_t most) {
    return met > most ? met : 0;
}

/**
 * Whether bits do, for all threads: few keys lie in buckets that are too large, or may well be, and neighbouring
 * buckets differ in their samples as by chance, as do neighbouring groups of 8. If they differ by more, then keys of a
 * piece are alike, or lie in a few buckets side by side, and it tells of few others.
 */
static __device__ bool bits_suffice(const struct sampled *q, place_t *s_sums) {
    enum { AHEAD = 8 }; // pairs on their way
    const uint32_t pairs = 1u << (q->t.bits_1 + q->t.bits_2 - 1);
    const uint2 none = {0, 0}, *d_met = (const uint2 *)q->met;
    place_t large = 0, full = 0, all;
    float far = 0, wide = 0;
    for (uint32_t first = 0; first < pairs; first += AHEAD * PLAN_THREADS) {
        const uint32_t p = first + threadIdx.x;
        uint2 met[AHEAD];
#pragma unroll
        for (uint32_t a = 0; a < AHEAD; a++)
            met[a] = p + a * PLAN_THREADS < pairs ? d_met[p + a * PLAN_THREADS] : none;
#pragma unroll
        for (uint32_t a = 0; a < AHEAD; a++) {
            const uint32_t one = met[a].x, other = met[a].y;
            uint32_t group = one + other; // of 4 lanes
            large += keys_above(one, MOST_MET) + keys_above(other, MOST_MET);
            full += keys_above(one, FULL_MET) + keys_above(other, FULL_MET);
            far += apart(one, other);
            group += __shfl_xor_sync(ALL_LANES, group, 1);
            group += __shfl_xor_sync(ALL_LANES, group, 2);
            wide += apart(group, __shfl_xor_sync(ALL_LANES, group, 4));
        }
    }
    block_scan_places(large, s_sums, &all);
    bool few = all <= q->t.n / SAMPLE_EVERY / LARGE_PART;
    block_scan_places(full, s_sums, &all);
    few &= all <= q->t.n / SAMPLE_EVERY / FULL_PART;
    few &= near_enough(far, MOST_FAR, (float)pairs, s_sums);
    const float groups = (float)pairs / 8; // pairs of them; 8 lanes have the same one
    return near_enough(groups < 1 ? 0 : wide / 8, MOST_WIDE, groups, s_sums) && few;
}

/** The spaces of the first partition's buckets, one behind the other; a warp adds up the bins of a bucket. */
static __device__ void plan_coarse_bits(const struct sampled *q, place_t *s_met, place_t *s_sums) {
    uint32_t lane = threadIdx.x % WARP_THREADS, buckets = 1u << q->t.bits_1, b;
    for (b = threadIdx.x / WARP_THREADS; b < buckets; b += PLAN_THREADS / WARP_THREADS) {
        uint32_t met = 0;
#pragma unroll
        for (uint32_t i = lane; i < RADIX; i += WARP_THREADS)
            met += i < 1u << q->t.bits_2 ? q->met[(b << q->t.bits_2) + i] : 0;
        for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2)
            met += __shfl_xor_sync(ALL_LANES, met, step);
        if (lane == 0) s_met[b] = met;
    }
    __syncthreads(); // it is known how many keys of each bucket were met
    b = threadIdx.x;
    place_t need = 0;
    if (b < buckets)
        need = space_for((uint32_t)s_met[b], SAMPLE_EVERY, FIRST_SIGMAS) +
               rest_space(tiles_of(q->t.n), q->chunk);
    place_t total, begin = block_scan_places(need, s_sums, &total);
    const struct digit first = {32 - q->t.bits_1, q->t.bits_1};
    const struct digit_keys some = {0, 0, 0, 0, 0};
    if (b < DIGITS) {
        q->begins_1[b] = q->t.next_1[b << NEXT_APART] = begin;
        q->rests_1[b] = 0;
        q->keys_1[b] = some;
    }
    if (b == 0) {
        q->begins_1[DIGITS] = total;
        *q->rule_1 = digit_bits(first);
        q->notes->by_bits = 1;
        if (total > q->space) atomicExch(&q->notes->misled[BY_FIRST_PLAN], 1);
    }
}

/** Space at the end of each fine bucket's, if a coarse one has its share of all keys. */
static __host__ __device__ __forceinline__ uint32_t fine_rest(const struct sampled *q) {
    return rest_space(tiles_of(q->t.n >> q->t.bits_1) + 1, q->chunk);
}

/** The space of fine bucket x. */
static __device__ __forceinline__ place_t fine_space(const struct sampled *q, uint32_t x) {
    return space_for((uint32_t)q->met[x], SAMPLE_EVERY, SECOND_SIGMAS) + fine_rest(q);
}

/** Sets where the space of digit d of bucket b begins, and what is known of its keys. */
static __device__ void set_fine(const struct sampled *q, uint32_t b, uint32_t d, place_t begin) {
    uint32_t left = 32 - q->t.bits_1 - q->t.bits_2;
    const struct digit_keys keys = {((b << q->t.bits_2) + d) << left, (uint8_t)finish_shift(left),
                                    (uint8_t)left, 0, 0};
    size_t at = (size_t)b * DIGITS + d;
    q->begins_2[at + b] = begin;
    if (d < DIGITS) q->t.next_2[at] = begin, q->keys_2[at] = keys, q->rests_2[at] = 0;
}

/** @launch a thread a bin, in blocks of PLAN_THREADS; one more block sees to the coarse buckets
 *  @shared 2.3 KB: keys of each coarse bucket that were met, or where spaces begin; a sum of each warp
 *  @cost   4 bytes a bin read by all blocks, 32 written; 11 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_bits_kernel(struct sampled q) {
    __shared__ place_t s_sums[WARP_THREADS], s_met[RADIX];
    await_kernel_before();
    uint32_t bins = 1u << (q.t.bits_1 + q.t.bits_2), first = blockIdx.x * PLAN_THREADS;
    if (no_bits(q.notes) || !bits_suffice(&q, s_sums)) return;
    if (first >= bins) {
        plan_coarse_bits(&q, s_met, s_sums);
        return;
    }
    uint32_t x = first + threadIdx.x, digits = 1u << q.t.bits_2, b = x / digits, d = x % digits;
    place_t total, need = x < bins ? fine_space(&q, x) : 0;
    const place_t before = block_scan_places(need, s_sums, &total);
    if (threadIdx.x == 0) s_met[0] = atomicAdd(&q.notes->spaces, total);
    __syncthreads(); // it is known where the spaces of the block's buckets begin
    const place_t begin = s_met[0] + before;
    if (x >= bins) return;
    if (begin + need > q.spaces) atomicExch(&q.notes->misled[BY_FIRST_PLAN], 1);
    set_fine(&q, b, d, begin);
    if (d + 1 == digits) set_fine(&q, b, digits, begin + need);
    for (uint32_t other = d + digits; other <= DIGITS; other += digits) // digits without keys
        if (other > digits) set_fine(&q, b, other, 0);
}

/** The top bits for buckets of up to MOST_EVEN_ITEMS of n keys; 0: too few or too many for two partitions. */
static inline uint32_t bits_of_sample(size_t n) {
    uint32_t bits = 0;
    while (n >> bits > MOST_EVEN_ITEMS) bits++;
    return bits < 2 || bits > 2 * RADIX_BITS ? 0 : bits;
}

/** Samples the keys by their first bits; if a way is chosen for q, right behind the kernel that does so. */
static inline void launch_sample(struct sampled q, cudaStream_t stream) {
    uint32_t bits = q.t.bits_1 + q.t.bits_2, more = bits > count_bits() ? bits - count_bits() : 0;
    uint32_t parts = 1u << more, each = (multiprocessors() + parts - 1) / parts;
    uint32_t blocks = parts * (uint32_t)size_min(q.t.n / (STRETCH * COUNT_THREADS) + 1, each);
    void *sample[] = {&q.t.side[SIDE_IN], &q.t.n, &q.t.order, &bits, &more,
                      &q.chosen,          &q.met, &q.notes};
    if (bits == 0) return;
    launch_early((const void *)sample_kernel, blocks, COUNT_THREADS,
                 sizeof(uint32_t) << (bits - more), stream, sample);
}

/** Plans both levels, if bits suffice. */
static inline void launch_plan_bits(struct sampled q, cudaStream_t stream) {
    const uint32_t bits = q.t.bits_1 + q.t.bits_2;
    void *plan[] = {&q};
    if (bits == 0) return;
    launch_early((const void *)plan_bits_kernel,
                 ((1u << bits) + PLAN_THREADS - 1) / PLAN_THREADS + 1, PLAN_THREADS, 0, stream,
                 plan);
}

#endif
#endif
