/**
 * @file
 * @brief Lab 10, the contract: merges by ranks and by merge path, and a merge sort.
 *
 * n keys lie in runs of `run` keys, the last one shorter; runs 0 and 1 are a pair, 2 and 3 are the
 * next one, and so on. A merge makes one run of each pair, in the same places of d_out; a run that
 * is left alone at the end is copied. Merges are stable: of equal keys those of the first run come
 * first. Keys are any words, UINT32_MAX included, and ascend as unsigned numbers where no type is
 * told. d_in and d_out do not overlap, and d_in is left as it was. n is any number, 0 included.
 * Work on the device is put into `stream`, and nobody waits for it. A call takes no memory, of the
 * host or the device, and keeps nothing: two calls may be on their way at once, in two streams. A
 * CUDA call that fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_MERGE_PATH_H
#define SORTLAB_MERGE_PATH_H

#include <cuda_runtime.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The geometry: a thread's share of a merge, and a block's. An odd share has no bank conflicts. */
enum {
    MERGE_THREADS = 256,
    MERGE_ITEMS = 17,
    MERGE_TILE = MERGE_THREADS * MERGE_ITEMS, /**< 4,352 */
    MERGE_BLOCKS = 8, /**< of an SM at once: so no thread may have more than 32 registers */
};

/** Tiles of n keys, and so blocks; 0 for none. */
static inline uint32_t merge_tile_count(size_t n) {
    return (uint32_t)((n + MERGE_TILE - 1) / MERGE_TILE);
}

/** The lesser of two places. */
KEYS_EVERYWHERE static inline size_t merge_least(size_t a, size_t b) {
    return a < b ? a : b;
}

/** A pair: one run from place start to middle, one from middle to end. Either may be empty. */
struct merge_pair {
    size_t start, middle, end;
};

/** The pair that begins at a place. */
KEYS_EVERYWHERE static inline struct merge_pair merge_pair_at(size_t start, size_t n, size_t run) {
    struct merge_pair p;
    p.start = start;
    p.middle = merge_least(start + run, n);
    p.end = merge_least(p.middle + run, n);
    return p;
}

/** The pair to which a tile of d_out belongs, if runs are whole tiles: 64-bit remainders are dear. */
KEYS_EVERYWHERE static inline struct merge_pair merge_pair_of_tile(uint32_t tile, size_t n,
                                                                   size_t run) {
    uint32_t tiles = (uint32_t)(2 * run / MERGE_TILE);
    size_t first = tile - tile % tiles;
    return merge_pair_at(first * MERGE_TILE, n, run);
}

/** Step 1. Each key finds its place by itself. `run` is above 0. */
void merge_by_ranks(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                    cudaStream_t stream);

/**
 * Step 2. Where is each merge to be cut, so that a block can make each tile of d_out?
 * @param run    a multiple of MERGE_TILE, so that no tile has keys of two pairs
 * @param d_cuts merge_tile_count(n) places in the first run of the tile's pair: the keys of that run
 *               before d_cuts[tile] come before the tile, all others in it or behind it
 */
void cut_path(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts, cudaStream_t stream);

/** Step 3. The merge itself: a block makes a tile, and writes it decoded (common/keys.h).
 *  @param d_cuts what cut_path found for the same run */
void merge_tiles(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run, const size_t *d_cuts,
                 enum key_type type, cudaStream_t stream);

/** Bytes of device memory that merge_sort needs beside its arrays: n keys, and the cuts. */
static inline size_t merge_sort_bytes(size_t n) {
    return (n + n % 2) * sizeof(uint32_t) + merge_tile_count(n) * sizeof(size_t);
}

/**
 * Steps 4 (one tile at most) and 5. Sorts keys of a type, stably.
 * @param d_temp     from cudaMalloc, or aligned like that
 * @param temp_bytes merge_sort_bytes(n) at least, or the program stops and says so
 */
void merge_sort(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type, void *d_temp,
                size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * every key finds its place:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.5 requests of a warp that load from global memory, a key
 * where the tiles are cut:
 *     at least 32 threads at work at a time
 *     at most 0.0015 requests of a warp that load from global memory, a key
 * tiles merged:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.25 sectors loaded from global memory, a key
 *     at most 0.25 sectors stored to global memory, a key
 * a tile sorted:
 *     at least 64 threads at work at a time
 *     at most 0.25 sectors loaded from global memory, a key
 *     at most 0.25 sectors stored to global memory, a key
 * the whole sort:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.65 sectors loaded from global memory, a key
 *     at most 0.58 sectors stored to global memory, a key
 */

#ifdef __cplusplus
}
#endif
#endif
