/**
 * @file
 * @brief Lab 13, given: buckets of pairs that are too large are split further, until none is left.
 *
 * As split.h does it for keys alone. But pairs cannot be written anew: where no bits are left they are copied.
 */
#ifndef SORTLAB_FAST_SPLIT_PAIRS_H
#define SORTLAB_FAST_SPLIT_PAIRS_H

#include "pair_tables.h"

/** What the threads of a block share while they plan a segment's children. */
struct pairs_plan {
    place_t starts[RADIX + 1];
    place_t sums[WARP_THREADS];
    uint32_t begins[RADIX / WARP_THREADS]; /**< a bit a child: a bucket begins with it */
};

/** What they share while they split: first the one, then the other. */
union split_pairs_shared {
    struct pairs_plan plan;
    struct part_pairs_shared pairs;
};

#ifdef __CUDACC__

/** Whether the plan has found a bucket that is too large. */
static __device__ __forceinline__ bool any_large(const struct notes *d_notes) {
    return d_notes->n_medium > 0 || d_notes->segments[0] > 0;
}

/** How many segments a round has, and their tiles; the plan's own notes are those of segments[0]. */
static __device__ __forceinline__ place_t *noted(const struct pair_tables *p, uint32_t round) {
    return &p->t.notes->segments[round + 1];
}

/** Puts pairs that are too many for a block on the list of a round. */
static __device__ void add_segment(const struct pair_tables *p, uint32_t round, place_t start,
                                   place_t n, uint32_t left, uint32_t side) {
    place_t tiles = (n + PART_TILE - 1) / PART_TILE;
    place_t before = atomicAdd(noted(p, round), ((place_t)1 << SEGMENT_SHIFT) + tiles);
    const struct segment segment = {start,          start,          n, (uint32_t)before, 0, 0,
                                    (uint16_t)left, (uint16_t)side, 0};
    p->segments[round % 2][before >> SEGMENT_SHIFT] = segment;
}

/** The first round: all buckets of the plan that are too large. */
static __device__ void add_buckets(const struct pair_tables *p) {
    uint32_t bits = p->t.bits_1 + p->t.bits_2, b = blockIdx.x * PART_THREADS + threadIdx.x;
    uint32_t side = p->t.notes->fine_buckets ? SIDE_TEMP : SIDE_IN; // one bucket alone: none moved
    for (; b < 1u << bits; b += gridDim.x * PART_THREADS) {
        place_t n = p->t.starts[b + 1] - p->t.starts[b];
        if (n > BUCKET_ITEMS) add_segment(p, 0, p->t.starts[b], n, 32 - bits, side);
    }
}

/** The next digit of a segment: RADIX_BITS bits, or all that are left. */
static __device__ __forceinline__ uint32_t digit_bits(const struct segment *g) {
    return min(g->left, RADIX_BITS);
}

/** Counts a tile of m pairs by the segment's next digit. */
static __device__ void count_pairs(const struct pair_tables *p, place_t start, uint32_t m,
                                   const struct segment *g, place_t *d_counts,
                                   struct part_shared *s) {
    struct part_keys k;
    k.m = m, k.full = m == PART_TILE, k.bits = digit_bits(g), k.shift = g->left - k.bits;
    if (threadIdx.x < RADIX) s->bins[threadIdx.x] = 0;
    load_keys(&k, p->t.side[g->side] + start, g->side == SIDE_IN ? p->t.type : KEY_U32);
    __syncthreads(); // all bins are empty
    count_digits(&k, s);
    __syncthreads(); // the tile is counted
    uint32_t count = threadIdx.x < RADIX ? s->bins[threadIdx.x] : 0;
    if (count > 0) atomicAdd(&d_counts[threadIdx.x], (place_t)count);
    __syncthreads(); // the bins may be used again
}

/** Says who sees to the bucket that child d begins; it is moved to `side`. */
static __device__ void list_pairs(const struct pair_tables *p, const struct segment *g,
                                  const struct pairs_plan *s, uint32_t d, uint32_t round,
                                  uint32_t side) {
    uint32_t end = bucket_end(s->begins, d);
    uint32_t left = min(g->left - digit_bits(g) + differing_digits(d, end), (uint32_t)g->left);
    place_t start = s->starts[d], n = s->starts[end] - start;
    if (n > BUCKET_ITEMS)
        add_segment(p, round + 1, start, n, left, side);
    else if (n > 0)
        list_bucket(p->small, start, start, (uint32_t)n, max(left, 1), side); // 1 bit is the least
}

/** Where the children of a segment begin, from their counts; and who sees to them. */
static __device__ void plan_pairs(const struct pair_tables *p, struct segment *g, place_t *d_counts,
                                  uint32_t round, struct pairs_plan *s) {
    uint32_t d = threadIdx.x, side = g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP;
    place_t count = d < RADIX ? d_counts[d] : 0, total;
    place_t start = g->start + block_scan_places(count, s->sums, &total);
    if (d < RADIX) s->starts[d] = d_counts[d] = start;
    if (d == 0) s->starts[RADIX] = g->start + g->n;
    bool whole = __syncthreads_or(count == g->n); // all starts are there
    bool begins = begins_bucket(s->starts, s->begins);
    if (whole && d == 0) { // all pairs have one digit: they stay where they are
        g->stays = 1;
        add_segment(p, round + 1, g->start, g->n, g->left - digit_bits(g), g->side);
    }
    if (!whole && begins) list_pairs(p, g, s, d, round, side);
    __syncthreads(); // the next segment may come
}

/** Brings pairs whose keys are all the same to where they belong. */
static __device__ void copy_pairs(const struct pair_tables *p, const struct segment *g,
                                  place_t start, uint32_t m) {
    enum key_type type = g->side == SIDE_IN ? p->t.type : KEY_U32;
    for (uint32_t i = threadIdx.x; i < m; i += PART_THREADS) {
        uint32_t key = key_encode(p->t.side[g->side][start + i], type);
        p->t.side[SIDE_OUT][start + i] = key_decode(key, p->t.type);
        p->values[SIDE_OUT][start + i] = p->values[g->side][start + i];
    }
}

/** The tiles of a round's segments, by turns: all are counted, or all are moved. */
static __device__ void split_tiles(const struct pair_tables *p, uint32_t round, bool move,
                                   union split_pairs_shared *s) {
    struct segment *list = p->segments[round % 2];
    uint32_t n = (uint32_t)(*noted(p, round) >> SEGMENT_SHIFT), tiles = (uint32_t)*noted(p, round);
    for (uint32_t tile = blockIdx.x, at = 0, m; tile < tiles; tile += gridDim.x) {
        place_t skip = find_tile(list, n, tile, &at, &m), start = list[at].start + skip;
        const struct segment *g = list + at;
        place_t *d_digits = p->digits + (size_t)at * RADIX;
        if (!move && g->left > 0) count_pairs(p, start, m, g, d_digits, &s->pairs.part);
        if (!move || g->stays) continue;
        if (g->left > 0)
            partition_pairs(p, g->side, g->side == SIDE_TEMP ? SIDE_OUT : SIDE_TEMP, start, m,
                            d_digits, g->left - digit_bits(g), digit_bits(g), &s->pairs);
        else
            copy_pairs(p, g, start, m);
    }
}

/** @launch as many blocks of PART_THREADS threads as fit at once: they wait for each other
 *  @shared 99 KB: a tile of pairs by digit; or the places of RADIX children
 *  @cost   of pairs in buckets that are too large 20 bytes moved a round, 4 if all have one digit, up to 3
 *          rounds, and 16 where all keys are the same; without such buckets nothing
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(PART_THREADS, 2) split_pairs_kernel(struct pair_tables p) {
    extern __shared__ union split_pairs_shared s_split_pairs[];
    if (!any_large(p.t.notes)) return;
    add_buckets(&p);
    cooperative_groups::this_grid().sync(); // all are on the list
    for (uint32_t round = 0; *noted(&p, round) > 0; round++) {
        struct segment *list = p.segments[round % 2];
        size_t n = *noted(&p, round) >> SEGMENT_SHIFT;
        for (size_t i = blockIdx.x * PART_THREADS + threadIdx.x; i < n * RADIX;
             i += gridDim.x * PART_THREADS)
            p.digits[i] = 0;
        cooperative_groups::this_grid().sync(); // all counts are 0
        split_tiles(&p, round, false, s_split_pairs);
        cooperative_groups::this_grid().sync(); // all pairs are counted
        for (uint32_t i = blockIdx.x; i < n; i += gridDim.x)
            if (list[i].left > 0)
                plan_pairs(&p, list + i, p.digits + (size_t)i * RADIX, round, &s_split_pairs->plan);
        cooperative_groups::this_grid().sync(); // it is known where each child begins
        split_tiles(&p, round, true, s_split_pairs);
        cooperative_groups::this_grid().sync(); // the round is over
    }
}

#endif
#endif
