/**
 * @file
 * @brief The plan: counts become the places where buckets begin; and the lists of what is yet to be done.
 */
#ifndef SORTLAB_DEVICE_PLAN_H
#define SORTLAB_DEVICE_PLAN_H

#include <stdbool.h>

#include "common/sort/device/block_sums.h"
#include "common/sort/device/device.h"
#include "common/sort/device/tables.h"

#ifdef __CUDACC__

/** Puts a bucket on a list. */
static __device__ void list_bucket(struct bucket_list list, place_t start, place_t from, uint32_t n,
                                   uint32_t left, uint32_t side) {
    const struct bucket bucket = {start, from, n, (uint16_t)left, (uint16_t)side};
    list.d_buckets[atomicAdd(list.d_n, 1)] = bucket;
}

/**
 * The bucket of a list that a block goes on with behind bucket i: the next that nobody has, since not all take
 * as long. BY_TURNS is for tests, where blocks run one after the other, and the first one would take all.
 */
static __device__ __forceinline__ uint32_t take_bucket(uint32_t i, uint32_t *d_taken,
                                                       uint32_t *s_next) {
#ifdef BY_TURNS
    if (threadIdx.x == 0) *s_next = i + gridDim.x;
#else
    if (threadIdx.x == 0) *s_next = gridDim.x + atomicAdd(d_taken, 1);
#endif
    __syncthreads(); // the bucket is known, and shared memory may be used again
    return *s_next;
}

/**
 * Puts keys that are too many for a block on the list of a round; all but the lowest `left` bits of
 * `first` are theirs.
 */
static __device__ void list_segment(const struct tables *t, uint32_t round, place_t start,
                                    place_t from, place_t n, uint32_t left, uint32_t side,
                                    uint32_t first) {
    place_t tiles = (n + PART_TILE - 1) / PART_TILE;
    place_t before = atomicAdd(&t->notes->segments[round], ((place_t)1 << SEGMENT_SHIFT) + tiles);
    struct segment *s = t->segments[round % 2] + (before >> SEGMENT_SHIFT);
    s->n = n;
    s->start = start;
    s->from = from;
    s->first_tile = (uint32_t)before; // tiles are fewer than 2^32
    s->first = first;
    s->left = (uint16_t)left;
    s->side = (uint16_t)side;
    s->stays = 0;
    s->differ = 0;
}

/** Puts keys that are too many for the fast finish on a list: of the wide one, or of a round. */
static __device__ void hand_on(const struct tables *t, uint32_t round, place_t start, place_t from,
                               place_t n, uint32_t left, uint32_t side) {
    if (n <= t->most)
        list_bucket(left <= FINAL_BITS ? t->valued : t->medium, start, from, (uint32_t)n, left,
                    side);
    else
        list_segment(t, round, start, from, n, left, side, 0);
}

/**
 * Sets where the bins from number `first` on begin, one for each thread, and where the keys of either partition go;
 * the thread's bin has *keys of them. All threads of a block of PLAN_THREADS call it.
 */
static __device__ __forceinline__ place_t start_bin(const struct tables *t, uint32_t first,
                                                    place_t *keys, place_t *s_sums) {
    const uint32_t bins = 1u << (t->bits_1 + t->bits_2), b = first + threadIdx.x;
    place_t mine = b < bins ? t->bins[b] : 0, sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first; i += PLAN_THREADS) sum += t->bins[i];
    block_scan_places(sum, s_sums, &before);
    place_t start = before + block_scan_places(mine, s_sums, &total);
    *keys = mine;
    if (b >= bins) return start;
    t->starts[b] = start;
    if (b == bins - 1) t->starts[bins] = t->n;
    bool coarse = b % (1u << t->bits_2) == 0; // a bucket of the first partition begins here
    if (coarse) t->next_1[b >> t->bits_2] = start;
    if (t->bits_2 > 0) t->next_2[b] = start;
    if (start > 0 && start < t->n) { // two buckets meet here
        t->notes->fine_buckets = 1;
        if (coarse) t->notes->coarse_buckets = 1;
    }
    return start;
}

/** @launch a thread a bin, in blocks of PLAN_THREADS
 *  @shared 256 bytes: a sum of each warp
 *  @cost   8 bytes a bin written three times, and read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_kernel(struct tables t) {
    await_kernel_before();
    __shared__ place_t s_sums[WARP_THREADS];
    place_t keys, start = start_bin(&t, blockIdx.x * PLAN_THREADS, &keys, s_sums);
    if (keys > BUCKET_ITEMS)
        hand_on(&t, 0, start, start, keys, 32 - t.bits_1 - t.bits_2,
                keys == t.n ? SIDE_IN : SIDE_TEMP);
}

#endif
#endif
