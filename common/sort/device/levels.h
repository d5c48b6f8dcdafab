/**
 * @file
 * @brief A level of a sort: one partition of the whole array, or of each bucket of the level before.
 */
#ifndef SORTLAB_DEVICE_LEVELS_H
#define SORTLAB_DEVICE_LEVELS_H

#include "common/sort/device/partition.h"
#include "common/sort/device/plan.h"

/** What one partition is told. Pointers may be NULL where that is said. */
struct level {
    const uint32_t *d_in;
    uint32_t *d_out;
    size_t n;
    key_order order;
    struct digit by;

    /* Which buckets are partitioned: bucket b from d_starts[b * stride] on. */
    uint32_t buckets, stride;
    const place_t *d_starts; /**< NULL: one bucket, of all keys */

    place_t *d_next; /**< where their keys go: 2^bits places for each bucket, as of part_target */
    const uint32_t *d_moves; /**< if 0 there is nothing to do; or NULL */

    /* Where the keys are if the level before had nothing to do. */
    const uint32_t *d_first; /**< not 0 if it had; or NULL */
    const uint32_t *d_before;
    key_order before;
};

#ifdef __CUDACC__

/** One partition of a whole array by its top bits. */
static inline struct level one_level(const uint32_t *d_in, uint32_t *d_out, size_t n,
                                     key_order order, uint32_t bits, place_t *d_next) {
    struct level l = {d_in, d_out, n, order, {32 - bits, bits}, 1};
    l.d_next = d_next;
    return l;
}

/** The first partition of a whole sort: so that the keys lie in SIDE_TEMP after the last one. */
static inline struct level first_level(const struct tables *t) {
    uint32_t *d_to = t->side[t->bits_2 > 0 ? SIDE_OUT : SIDE_TEMP];
    struct level l = one_level(t->side[SIDE_IN], d_to, t->n, t->order, t->bits_1, t->next_1);
    l.d_moves = t->bits_2 > 0 ? &t->notes->coarse_buckets : &t->notes->fine_buckets;
    return l;
}

/** The second one, of each of the first one's buckets. */
static inline struct level second_level(const struct tables *t) {
    const struct digit by = {32 - t->bits_1 - t->bits_2, t->bits_2};
    struct level l = {t->side[SIDE_OUT], t->side[SIDE_TEMP], t->n, ORDER_NONE, by};
    l.buckets = 1u << t->bits_1, l.stride = 1u << t->bits_2;
    l.d_starts = t->starts;
    l.d_next = t->next_2;
    l.d_moves = &t->notes->fine_buckets;
    l.d_first = &t->notes->coarse_buckets;
    l.d_before = t->side[SIDE_IN], l.before = t->order;
    return l;
}

/** Where a tile begins, and in which bucket; how many keys it has, 0 for none. All threads of a block call it. */
static __device__ __forceinline__ uint32_t find_level_tile(const struct level *l, uint32_t tile,
                                                           place_t *start, uint32_t *bucket) {
    place_t end = l->n;
    *start = 0, *bucket = 0;
    if (l->d_starts) { // bucket b has the tiles from start / PART_TILE + b on, and always enough
        uint32_t b = threadIdx.x;
        bool before = b < l->buckets && l->d_starts[b * l->stride] / PART_TILE + b <= tile;
        *bucket = (uint32_t)__syncthreads_count(before) - 1;
        *start = l->d_starts[*bucket * l->stride];
        end = l->d_starts[(*bucket + 1) * l->stride];
        tile -= (uint32_t)(*start / PART_TILE) + *bucket;
    }
    *start += (place_t)tile * PART_TILE;
    return *start < end ? (uint32_t)min(end - *start, (place_t)PART_TILE) : 0;
}

/** @launch a block of PART_THREADS threads a tile; where there are several buckets, a few more
 *  @shared 52 KB: a tile by digit, and where each digit goes
 *  @cost   8 bytes a key moved; 2 atomics a key in shared memory, RADIX a tile in global; 6 barriers
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2) partition_kernel(struct level l) {
    extern __shared__ struct part_shared s_part[];
    await_kernel_before();
    place_t start;
    uint32_t bucket;
    if (l.d_moves && !*l.d_moves) return;
    if (l.d_first && !*l.d_first) l.d_in = l.d_before, l.order = l.before;
    uint32_t m = find_level_tile(&l, blockIdx.x, &start, &bucket);
    size_t skip = (size_t)bucket << l.by.bits; // the digits of the buckets before
    const struct part_target to = {l.d_out, l.d_next + skip, NULL, NULL, NULL};
    if (m > 0) partition_tile(l.d_in + start, m, to, digit_bits(l.by), l.order, s_part);
}

static void launch_partition(struct level l, cudaStream_t stream) {
    uint32_t tiles = (uint32_t)(l.n / PART_TILE) + l.buckets;
    void *arguments[] = {&l};
    launch_early((const void *)partition_kernel, tiles, PART_THREADS, sizeof(struct part_shared),
                 stream, arguments);
}

#endif
#endif
