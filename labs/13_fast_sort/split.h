/**
 * @file
 * @brief Lab 13, given: buckets that are too large are split further, until none is left.
 */
#ifndef SORTLAB_FAST_SPLIT_H
#define SORTLAB_FAST_SPLIT_H

#include "partition.h"

#ifdef __CUDACC__

#include <cooperative_groups.h>

enum {
    ALONE_ITEMS = 1024, /**< a child of more keys is a bucket of its own, smaller ones share one */
    GROUP_ITEMS = BUCKET_ITEMS - ALONE_ITEMS,
};

/** What the threads of a block share while they count and plan; a tile's are partition's. */
struct split_shared {
    place_t starts[VALUES + 1];
    place_t sums[WARP_THREADS];
    uint32_t found[VALUES];
    uint32_t whole; /**< one bin has all keys of the segment */
    struct part_shared part;
};

/** The next digit of a segment: RADIX_BITS bits, or all that are left. */
static __device__ uint32_t next_bits(const struct segment *s) {
    return s->left <= FINAL_BITS ? s->left : RADIX_BITS;
}

/** Moves *at on to the segment that a tile belongs to; its first key, and in *m how many it has. */
static __device__ place_t find_tile(const struct segment *segments, uint32_t n, uint32_t tile,
                                    uint32_t *at, uint32_t *m) {
    uint32_t before, i;
    do { // every thread asks one of the next segments whether it begins before
        i = *at + threadIdx.x;
        before = (uint32_t)__syncthreads_count(i < n && segments[i].first_tile <= tile);
        *at += before - 1;
    } while (before == PART_THREADS);
    place_t skip = (place_t)(tile - segments[*at].first_tile) * PART_TILE;
    *m = (uint32_t)min(segments[*at].n - skip, (place_t)PART_TILE);
    return segments[*at].start + skip;
}

/** Counts a tile by the segment's next digit. */
static __device__ void count_tile(const uint32_t *d_tile, uint32_t m, enum key_type type,
                                  const struct segment *g, place_t *d_counts,
                                  struct split_shared *s) {
    struct part_keys k;
    k.m = m, k.full = m == PART_TILE, k.bits = next_bits(g), k.shift = g->left - k.bits;
    for (uint32_t b = threadIdx.x; b < VALUES; b += PART_THREADS) s->found[b] = 0;
    load_keys(&k, d_tile, type);
    bool common = k.common != NO_DIGIT;
    __syncthreads(); // all bins are empty
    if (common && threadIdx.x % WARP_THREADS == 0) atomicAdd(&s->found[k.common], PART_WARP);
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        if (!common && part_there(&k, i)) atomicAdd(&s->found[part_digit(&k, i)], 1);
    __syncthreads(); // the tile is counted
    for (uint32_t b = threadIdx.x; b < 1u << k.bits; b += PART_THREADS)
        if (s->found[b] > 0) atomicAdd(&d_counts[b], (place_t)s->found[b]);
    __syncthreads(); // the bins may be used again
}

/** Whether child d, of the places in s->starts, is a bucket of its own. */
static __device__ bool alone(const struct split_shared *s, uint32_t d) {
    return s->starts[d + 1] - s->starts[d] > ALONE_ITEMS;
}

/** Which of the stretches of GROUP_ITEMS places child d begins in. */
static __device__ place_t group_of(const struct split_shared *s, uint32_t d) {
    return (s->starts[d] - s->starts[0]) / GROUP_ITEMS;
}

/** Says who finishes child d, which has been moved to `side`, alone or with its neighbours. */
static __device__ void list_child(const struct tables *t, const struct split_shared *s, uint32_t d,
                                  uint32_t round, uint32_t left, uint32_t side) {
    uint32_t end = d + 1;
    if (alone(s, d)) {
        place_t n = s->starts[d + 1] - s->starts[d];
        if (n <= BUCKET_ITEMS) // where few bits are left values repeat, and are counted
            list_bucket(left - RADIX_BITS <= FINAL_BITS ? t->repeats : t->small, s->starts[d],
                        (uint32_t)n, left - RADIX_BITS, side);
        else
            hand_on(t, round + 1, s->starts[d], n, left - RADIX_BITS, side);
        return;
    }
    if (d > 0 && !alone(s, d - 1) && group_of(s, d - 1) == group_of(s, d)) return; // not the first
    while (end < 1u << RADIX_BITS && !alone(s, end) && group_of(s, end) == group_of(s, d)) end++;
    uint32_t n = (uint32_t)(s->starts[end] - s->starts[d]);
    if (n > 0) list_bucket(t->small, s->starts[d], n, left, side);
}

/** Where the children of a segment begin, from their counts; and who sees to them. */
static __device__ void plan_segment(const struct tables *t, struct segment *g, place_t *d_counts,
                                    uint32_t round, struct split_shared *s) {
    uint32_t a = 2 * threadIdx.x, left = g->left, final = left <= FINAL_BITS;
    place_t counts[2] = {0, 0}, total;
    if (threadIdx.x == 0) s->whole = 0;
    if (a < VALUES) counts[0] = d_counts[a], counts[1] = d_counts[a + 1];
    place_t start = g->start + block_scan_places(counts[0] + counts[1], s->sums, &total);
    if (a < VALUES) {
        s->starts[a] = d_counts[a] = start;
        s->starts[a + 1] = d_counts[a + 1] = start + counts[0];
        if (counts[0] == g->n || counts[1] == g->n) s->whole = 1;
    }
    if (threadIdx.x == 0) {
        uint32_t key = t->side[g->side][g->start];
        s->starts[VALUES] = g->start + g->n;
        g->prefix = key_encode(key, g->side == SIDE_IN ? t->type : KEY_U32) >> left << left;
    }
    __syncthreads(); // all starts are there
    if (!final && s->whole) {
        if (threadIdx.x == 0) {
            g->stays = 1;
            hand_on(t, round + 1, g->start, g->n, left - RADIX_BITS, g->side);
        }
    } else if (!final && threadIdx.x < 1u << RADIX_BITS) {
        list_child(t, s, threadIdx.x, round, left, g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP);
    }
    __syncthreads(); // the next segment may come
}

/** The last of the values from `low` to `high` that begins at a place or before it. */
static __device__ uint32_t value_at(const struct split_shared *s, place_t place, uint32_t low,
                                    uint32_t high) {
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (s->starts[middle] <= place)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/** Writes a tile's keys anew: where each value begins is known, and so what belongs at a place. */
static __device__ void fill_tile(uint32_t *d_out, enum key_type type, place_t start, uint32_t m,
                                 const struct segment *g, const place_t *d_starts,
                                 struct split_shared *s) {
    uint32_t values = 1u << g->left, lane = threadIdx.x % WARP_THREADS;
    uint32_t row = threadIdx.x / WARP_THREADS * PART_WARP, end = min(row + PART_WARP, m);
    for (uint32_t v = threadIdx.x; v < values; v += PART_THREADS) s->starts[v] = d_starts[v];
    __syncthreads(); // all starts are there
    for (; row < end; row += WARP_THREADS * WARP_THREADS) {
        uint32_t stop = min(row + WARP_THREADS * WARP_THREADS, end);
        uint32_t mine = value_at(s, start + row + lane * WARP_THREADS, 0, values - 1);
        uint32_t last =
            value_at(s, start + stop, 0, values - 1); // lane l: of the l-th row's first key
        for (uint32_t r = 0, i = row; i < stop; r++, i += WARP_THREADS) {
            uint32_t low = __shfl_sync(ALL_LANES, mine, r);
            uint32_t high = __shfl_sync(ALL_LANES, mine, r + 1);
            if (i + WARP_THREADS >= stop) high = last;
            uint32_t value = value_at(s, start + i + lane, low, high);
            if (i + lane < stop) d_out[start + i + lane] = key_decode(g->prefix | value, type);
        }
    }
    __syncthreads(); // the starts may be used again
}

/** Where the keys of a segment go: to the other one of out and temp. */
static __device__ void move_tile(const struct tables *t, const struct segment *g, place_t start,
                                 uint32_t m, place_t *d_starts, struct split_shared *s) {
    enum key_type type = g->side == SIDE_IN ? t->type : KEY_U32;
    if (g->stays) return;
    if (g->left <= FINAL_BITS)
        fill_tile(t->side[SIDE_OUT], t->type, start, m, g, d_starts, s);
    else
        partition_tile(t->side[g->side] + start, m,
                       t->side[g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP], d_starts,
                       g->left - RADIX_BITS, RADIX_BITS, type, &s->part);
}

/** @launch as many blocks of PART_THREADS threads as fit at once: they wait for each other
 *  @shared 60 KB: a tile by digit, and the places of up to VALUES children
 *  @cost   of keys in buckets that are too large 12 bytes moved a round, up to 4 rounds of RADIX_BITS bits
 *          or fewer; without such buckets nothing
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2) split_kernel(struct tables t) {
    extern __shared__ struct split_shared s_split[];
    uint32_t m;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        place_t segments = t.notes->segments[round];
        struct segment *list = t.segments[round % 2];
        uint32_t n = (uint32_t)(segments >> SEGMENT_SHIFT), tiles = (uint32_t)segments;
        size_t values = (size_t)n * VALUES;
        if (n == 0) return; // all blocks see the same, so all leave
        for (size_t i = blockIdx.x * PART_THREADS + threadIdx.x; i < values;
             i += gridDim.x * PART_THREADS)
            t.values[i] = 0;
        cooperative_groups::this_grid().sync(); // all counts are 0
        for (uint32_t tile = blockIdx.x, at = 0; tile < tiles; tile += gridDim.x) {
            place_t start = find_tile(list, n, tile, &at, &m);
            count_tile(t.side[list[at].side] + start, m,
                       list[at].side == SIDE_IN ? t.type : KEY_U32, list + at,
                       t.values + (size_t)at * VALUES, s_split);
        }
        cooperative_groups::this_grid().sync(); // all keys are counted
        for (uint32_t i = blockIdx.x; i < n; i += gridDim.x)
            plan_segment(&t, list + i, t.values + (size_t)i * VALUES, round, s_split);
        cooperative_groups::this_grid().sync(); // it is known where each child begins
        for (uint32_t tile = blockIdx.x, at = 0; tile < tiles; tile += gridDim.x) {
            place_t start = find_tile(list, n, tile, &at, &m);
            move_tile(&t, list + at, start, m, t.values + (size_t)at * VALUES, s_split);
        }
        cooperative_groups::this_grid().sync(); // the round is over
    }
}

#endif
#endif
