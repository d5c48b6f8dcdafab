/**
 * @file
 * @brief Lab 13, given: pairs where a block has no room for a tile of them, as on a T4: stable passes by digits.
 *
 * A pass counts each tile by a digit, turns the counts into places, and brings every tile's pairs there. It moves twice
 * as much as buckets do, and needs half the shared memory.
 */
#ifndef SORTLAB_FAST_PASSES_H
#define SORTLAB_FAST_PASSES_H

#include "guards.h"
#include "pair_tables.h"

/** One pass: from where to where, and by which digit. */
struct digit_pass {
    struct pair_side from, to;
    size_t n;
    enum key_type in_type, type; /**< what the keys are, and are to be */
    uint32_t shift, tiles;
    place_t
        *d_places; /**< of each digit and tile: how many keys, then how many of the digit before */
    place_t *d_counts; /**< of each digit: keys of all tiles */
};

/** What the threads of a block share while they bring a tile to its places. */
struct pass_shared {
    place_t to[RADIX]; /**< where a digit's keys go, but for their places in the tile */
    place_t sums[WARP_THREADS];
    struct stable_shared tile; /**< without room for values, which come when the keys have left */
};

#ifdef __CUDACC__

/** The tile of this block: its pairs. */
static __device__ __forceinline__ struct pair_bucket tile_of_pass(const struct digit_pass *p) {
    size_t first = (size_t)blockIdx.x * STABLE_TILE;
    const struct pair_bucket tile = {p->from.d_keys + first,
                                     p->from.d_values + first,
                                     p->to.d_keys,
                                     p->to.d_values,
                                     (uint32_t)min((size_t)STABLE_TILE, p->n - first),
                                     0,
                                     p->in_type,
                                     p->type};
    return tile;
}

/** @launch a block of STABLE_THREADS threads a tile
 *  @shared 1 KB: a count of each digit
 *  @cost   4 bytes a pair read; an atomic a pair in shared memory; 2 barriers
 *  @source Seward 1954 */
static __global__ void __launch_bounds__(STABLE_THREADS) count_pass_kernel(struct digit_pass p) {
    __shared__ uint32_t s_bins[RADIX];
    const struct pair_bucket tile = tile_of_pass(&p);
    if (threadIdx.x < RADIX) s_bins[threadIdx.x] = 0;
    __syncthreads(); // all bins are empty
    for (uint32_t i = threadIdx.x; i < tile.n; i += STABLE_THREADS)
        atomicAdd(&s_bins[digit_of(key_encode(tile.d_keys[i], p.in_type), p.shift, RADIX_BITS)], 1);
    __syncthreads(); // the tile is counted
    if (threadIdx.x < RADIX)
        p.d_places[(size_t)threadIdx.x * p.tiles + blockIdx.x] = s_bins[threadIdx.x];
}

/** @launch a block of PLAN_THREADS threads a digit
 *  @shared 256 bytes: a sum of each warp
 *  @cost   16 bytes a tile moved; 2 barriers for each PLAN_THREADS tiles
 *  @source Blelloch 1990 (scan) */
static __global__ void __launch_bounds__(PLAN_THREADS) plan_pass_kernel(struct digit_pass p) {
    __shared__ place_t s_sums[WARP_THREADS];
    place_t *d_row = p.d_places + (size_t)blockIdx.x * p.tiles, before = 0, total;
    for (uint32_t first = 0; first < p.tiles; first += PLAN_THREADS, before += total) {
        uint32_t tile = first + threadIdx.x;
        place_t count = tile < p.tiles ? d_row[tile] : 0;
        place_t place = before + block_scan_places(count, s_sums, &total);
        if (tile < p.tiles) d_row[tile] = place;
    }
    if (threadIdx.x == 0) p.d_counts[blockIdx.x] = before;
}

/** Brings each key's word to the key's place in the tile. */
static __device__ __forceinline__ void place_words(const struct stable_keys *k,
                                                   const uint32_t *words, uint32_t *s_words,
                                                   const struct stable_shared *s) {
#pragma unroll
    for (uint32_t i = 0; i < STABLE_ITEMS; i++)
        if (stable_there(k, i)) s_words[stable_place(k, i, s)] = words[i];
}

/** Tells where each digit of a tile goes: behind all lower digits, and behind its own of the tiles before. */
static __device__ __forceinline__ void find_places(const struct digit_pass *p,
                                                   struct pass_shared *s) {
    uint32_t digit = threadIdx.x;
    place_t total, count = digit < RADIX ? p->d_counts[digit] : 0;
    place_t begin = block_scan_places(count, s->sums, &total);
    if (digit < RADIX) // the first warp's keys of a digit begin where the tile's do
        s->to[digit] =
            begin + p->d_places[(size_t)digit * p->tiles + blockIdx.x] - s->tile.bins[digit];
    __syncthreads(); // all places are known
}

/** @launch a block of STABLE_THREADS threads a tile
 *  @shared 56 KB: a tile by digit, the warps' bins, and where each digit goes
 *  @cost   16 bytes a pair moved; 9 votes a pair, 10 barriers a tile
 *  @source Seward 1954 */
static __global__ void __launch_bounds__(STABLE_THREADS, 1) move_pass_kernel(struct digit_pass p) {
    extern __shared__ struct pass_shared s_pass[];
    const struct pair_bucket tile = tile_of_pass(&p);
    struct stable_keys k;
    uint32_t values[STABLE_ITEMS];
    place_t to[STABLE_ITEMS];
    load_pairs(&k, values, &tile, true);
    k.shift = p.shift, k.bits = RADIX_BITS;
    rank_tile(&k, &s_pass->tile);
    find_places(&p, s_pass);
    place_words(&k, k.key, s_pass->tile.keys, &s_pass->tile);
    __syncthreads(); // the keys lie by digit
#pragma unroll
    for (uint32_t i = 0; i < STABLE_ITEMS; i++) {
        uint32_t at = i * STABLE_THREADS + threadIdx.x;
        if (at >= tile.n) break;
        uint32_t key = s_pass->tile.keys[at];
        to[i] = s_pass->to[digit_of(key, p.shift, RADIX_BITS)] + at;
        p.to.d_keys[to[i]] = key_decode(key, p.type);
    }
    __syncthreads();                                           // all keys have left
    place_words(&k, values, s_pass->tile.keys, &s_pass->tile); // over them
    __syncthreads();                                           // the values lie by digit
#pragma unroll
    for (uint32_t i = 0; i < STABLE_ITEMS; i++) {
        uint32_t at = i * STABLE_THREADS + threadIdx.x;
        if (at >= tile.n) break;
        p.to.d_values[to[i]] = s_pass->tile.keys[at];
    }
}

/** Whether pairs are sorted by passes: a block has no room for a tile of them. */
static inline bool needs_passes(void) {
    return sizeof(struct part_pairs_shared) > block_bytes();
}

static inline void launch_pass(struct digit_pass p, cudaStream_t stream) {
    const size_t shared = offsetof(struct pass_shared, tile.values);
    allow_shared((const void *)move_pass_kernel, shared);
    count_pass_kernel<<<p.tiles, STABLE_THREADS, 0, stream>>>(p);
    CU_LAUNCHED();
    plan_pass_kernel<<<RADIX, PLAN_THREADS, 0, stream>>>(p);
    CU_LAUNCHED();
    move_pass_kernel<<<p.tiles, STABLE_THREADS, shared, stream>>>(p);
    CU_LAUNCHED();
}

/** Temporary memory for passes; bytes of all. */
static inline size_t lay_out_passes(size_t n, void *d_temp, struct digit_pass *pass,
                                    struct pair_side *temp) {
    struct pieces pieces = {(char *)d_temp, 0};
    pass->tiles = (uint32_t)((n + STABLE_TILE - 1) / STABLE_TILE);
    temp->d_keys = (uint32_t *)take(&pieces, n * sizeof(uint32_t));
    temp->d_values = (uint32_t *)take(&pieces, n * sizeof(uint32_t));
    pass->d_counts = (place_t *)take(&pieces, RADIX * sizeof(place_t));
    pass->d_places = (place_t *)take(&pieces, (size_t)pass->tiles * RADIX * sizeof(place_t));
    return pieces.bytes;
}

/** Sorts n pairs by four digits, to temporary memory and back, twice. */
static inline void sort_by_passes(struct pair_side in, struct pair_side out, size_t n,
                                  enum key_type type, void *d_temp, cudaStream_t stream) {
    struct digit_pass pass;
    struct pair_side temp;
    lay_out_passes(n, d_temp, &pass, &temp);
    pass.n = n;
    for (pass.shift = 0; pass.shift < 32; pass.shift += RADIX_BITS) {
        bool to_temp = pass.shift / RADIX_BITS % 2 == 0;
        pass.from = pass.shift == 0 ? in : to_temp ? out : temp;
        pass.to = to_temp ? temp : out;
        pass.in_type = pass.shift == 0 ? type : KEY_U32;
        pass.type = pass.shift + RADIX_BITS == 32 ? type : KEY_U32;
        launch_pass(pass, stream);
    }
}

#endif
#endif
