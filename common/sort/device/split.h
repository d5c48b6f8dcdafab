/**
 * @file
 * @brief The split: buckets that are too large are partitioned further, until none is left.
 */
#ifndef SORTLAB_DEVICE_SPLIT_H
#define SORTLAB_DEVICE_SPLIT_H

#include "common/sort/device/fill.h"
#include "common/sort/device/levels.h"

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
    uint32_t begins[RADIX / WARP_THREADS]; /**< a bit a child: a bucket begins with it */
    uint32_t whole;                        /**< one bin has all keys of the segment */
    uint32_t differ; /**< bits in which the tile's keys differ from the segment's first */
    struct part_shared part;
};

/** The next digit of a segment: RADIX_BITS bits, or all that are left. */
static __device__ uint32_t next_bits(const struct segment *s) {
    return s->left <= FINAL_BITS ? s->left : RADIX_BITS;
}

/** Moves *at on to the segment that a tile belongs to; how many keys come before it there, and in *m its own. */
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
    return skip;
}

/** The bits in which some of a warp's keys differ from the segment's first one; and in which all do, in *all. */
static __device__ __forceinline__ uint32_t differing(const struct part_keys *k, uint32_t first,
                                                     uint32_t *all) {
    uint32_t some = 0, none = 0; // none: the bits in which some key does not differ
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        uint32_t differ = k->key[i] ^ first;
        some |= part_there(k, i) ? differ : 0;
        none |= ~differ;
    }
    *all = ~warp_or(none);
    return warp_or(some);
}

/** Counts a tile of m keys, `skip` behind the segment's first, by its next digit, and notes which bits differ. */
static __device__ void count_tile(const struct tables *t, place_t skip, uint32_t m,
                                  struct segment *g, place_t *d_counts, struct split_shared *s) {
    const uint32_t *d_keys = t->side[g->side] + g->from;
    key_order order = g->side == SIDE_IN ? t->order : ORDER_NONE;
    struct part_keys k;
    uint32_t bits = next_bits(g), shift = g->left - bits, lane = threadIdx.x % WARP_THREADS;
    if (bits == 0) return; // all are one value
    k.m = m, k.full = m == PART_TILE;
    for (uint32_t b = threadIdx.x; b < VALUES; b += PART_THREADS) s->found[b] = 0;
    if (threadIdx.x == 0) s->differ = 0;
    load_keys(&k, d_keys + skip);
    map_keys(&k, order);
    uint32_t all, differ = differing(&k, order_encode(d_keys[0], order), &all);
    bool common = k.first - lane + PART_WARP <= m && digit_of(differ ^ all, shift, bits) == 0;
    __syncthreads(); // all bins are empty
    if (lane == 0) atomicOr(&s->differ, differ);
    if (common && lane == 0) atomicAdd(&s->found[digit_of(k.key[0], shift, bits)], PART_WARP);
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        if (!common && part_there(&k, i)) atomicAdd(&s->found[digit_of(k.key[i], shift, bits)], 1);
    __syncthreads(); // the tile is counted
    for (uint32_t b = threadIdx.x; b < 1u << bits; b += PART_THREADS)
        if (s->found[b] > 0) atomicAdd(&d_counts[b], (place_t)s->found[b]);
    if (threadIdx.x == 0) atomicOr(&g->differ, s->differ);
    __syncthreads(); // the bins may be used again
}

/** Whether child d is a bucket of its own; s_starts has where each child begins, and where the last one ends. */
static __device__ bool alone(const place_t *s_starts, uint32_t d) {
    return s_starts[d + 1] - s_starts[d] > ALONE_ITEMS;
}

/** Which of the stretches of GROUP_ITEMS places child d begins in. */
static __device__ place_t group_of(const place_t *s_starts, uint32_t d) {
    return (s_starts[d] - s_starts[0]) / GROUP_ITEMS;
}

/**
 * Whether a bucket begins with child threadIdx.x, of RADIX: large ones are alone, a few small neighbours
 * share one. In s_begins each has a bit, RADIX of them, when all threads have come here.
 */
static __device__ bool begins_bucket(const place_t *s_starts, uint32_t *s_begins) {
    uint32_t d = threadIdx.x;
    bool begins = d < RADIX && (d == 0 || alone(s_starts, d - 1) || alone(s_starts, d) ||
                                group_of(s_starts, d - 1) != group_of(s_starts, d));
    uint32_t lanes = __ballot_sync(ALL_LANES, begins);
    if (d < RADIX && d % WARP_THREADS == 0) s_begins[d / WARP_THREADS] = lanes;
    __syncthreads(); // it is known where buckets begin
    return begins;
}

/** The child behind the bucket that child d begins. */
static __device__ uint32_t bucket_end(const uint32_t *s_begins, uint32_t d) {
    uint32_t word = (d + 1) / WARP_THREADS, later = ~0u << (d + 1) % WARP_THREADS;
    for (; word < RADIX / WARP_THREADS; word++, later = ~0u)
        if (s_begins[word] & later)
            return word * WARP_THREADS + (uint32_t)__ffs((int)(s_begins[word] & later)) - 1;
    return RADIX;
}

/** Bits in which the digits of children d to end - 1 may differ: the lowest so many. */
static __device__ uint32_t differing_digits(uint32_t d, uint32_t end) {
    return 32 - (uint32_t)__clz((int)(d ^ (end - 1)));
}

/** Says who finishes the bucket that child d begins; it has been moved to `side`. */
static __device__ void list_children(const struct tables *t, const struct split_shared *s,
                                     uint32_t d, uint32_t round, uint32_t left, uint32_t side) {
    uint32_t end = bucket_end(s->begins, d);
    place_t n = s->starts[end] - s->starts[d];
    left = left - RADIX_BITS + differing_digits(d, end);
    if (n > BUCKET_ITEMS)
        hand_on(t, round + 1, s->starts[d], s->starts[d], n, left, side);
    else if (n > 0)
        list_bucket(left <= FINAL_BITS ? t->valued : t->small, s->starts[d], s->starts[d],
                    (uint32_t)n, left, side);
}

/**
 * For a segment whose keys all have the same next digit. The keys stay, and are split from the first bit on in which
 * they differ. If they do not differ, the segment's one value is written now.
 */
static __device__ void skip_digit(const struct tables *t, struct segment *g, uint32_t round) {
    uint32_t left = 32 - (uint32_t)__clz((int)g->differ);
    g->stays = left > 0;
    if (left > 0)
        hand_on(t, round + 1, g->start, g->from, g->n, left, g->side);
    else
        g->left = 0;
}

/** Where the children of a segment begin, from their counts; and who sees to them. */
static __device__ void plan_segment(const struct tables *t, struct segment *g, place_t *d_counts,
                                    uint32_t round, struct split_shared *s) {
    uint32_t a = 2 * threadIdx.x, left = g->left, final = left <= FINAL_BITS;
    place_t counts[2] = {0, 0}, total;
    if (left == 0) return; // a value, which is known
    if (threadIdx.x == 0) s->whole = 0;
    if (a < VALUES) counts[0] = d_counts[a], counts[1] = d_counts[a + 1];
    place_t start = g->start + block_scan_places(counts[0] + counts[1], s->sums, &total);
    if (a < VALUES) {
        s->starts[a] = d_counts[a] = start;
        s->starts[a + 1] = d_counts[a + 1] = start + counts[0];
        if (counts[0] == g->n || counts[1] == g->n) s->whole = 1;
    }
    if (threadIdx.x == 0) {
        uint32_t key = t->side[g->side][g->from];
        s->starts[VALUES] = g->start + g->n;
        g->first = order_encode(key, g->side == SIDE_IN ? t->order : ORDER_NONE);
    }
    __syncthreads(); // all starts are there
    uint32_t d = threadIdx.x, side = g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP;
    bool begins = begins_bucket(s->starts, s->begins);
    if (!final && s->whole) {
        if (d == 0) skip_digit(t, g, round);
    } else if (!final && begins) {
        list_children(t, s, d, round, left, side);
    }
    __syncthreads(); // the next segment may come
}

/** Where the keys of a segment go: to the other one of out and temp. */
static __device__ void move_tile(const struct tables *t, const struct segment *g, place_t skip,
                                 uint32_t m, place_t *d_starts, struct split_shared *s) {
    key_order order = g->side == SIDE_IN ? t->order : ORDER_NONE;
    if (g->stays) return;
    if (g->left <= FINAL_BITS) {
        fill_tile(t->side[SIDE_OUT], t->order, g->start + skip, m, g, d_starts, s->starts);
        return;
    }
    const struct digit by = {(uint32_t)(g->left - RADIX_BITS), RADIX_BITS};
    const struct part_target to = {t->side[g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP], d_starts,
                                   NULL, NULL, NULL};
    partition_tile(t->side[g->side] + g->from + skip, m, to, digit_bits(by), order, &s->part);
}

/** @launch as many blocks of PART_THREADS threads as fit at once: they wait for each other
 *  @shared 59 KB: a tile by digit, and the places of up to VALUES children
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
            place_t skip = find_tile(list, n, tile, &at, &m);
            count_tile(&t, skip, m, list + at, t.values + (size_t)at * VALUES, s_split);
        }
        cooperative_groups::this_grid().sync(); // all keys are counted
        for (uint32_t i = blockIdx.x; i < n; i += gridDim.x)
            plan_segment(&t, list + i, t.values + (size_t)i * VALUES, round, s_split);
        cooperative_groups::this_grid().sync(); // it is known where each child begins
        for (uint32_t tile = blockIdx.x, at = 0; tile < tiles; tile += gridDim.x) {
            place_t skip = find_tile(list, n, tile, &at, &m);
            move_tile(&t, list + at, skip, m, t.values + (size_t)at * VALUES, s_split);
        }
        cooperative_groups::this_grid().sync(); // the round is over
    }
}

#endif
#endif
