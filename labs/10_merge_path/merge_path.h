/**
 * @file
 * @brief Lab 10, the contract: merges by ranks and by merge path, and a merge sort.
 *
 * n keys form runs of `run` keys; the last run may be shorter. Runs 0 and 1 are a pair, runs 2 and 3
 * are the next pair, and so on. A merge makes one run of each pair, at the same indices of d_out. A
 * run without a partner is copied. Merges are stable: among equal keys, the first run comes first.
 * A key is any word, UINT32_MAX included. Without a type, keys are compared as unsigned numbers.
 *
 * d_in and d_out do not overlap, and d_in stays unchanged. n is any number, 0 included. A function
 * puts all its work into `stream` and returns at once. It takes no memory of the host or the device,
 * and keeps no state: two calls may run at the same time in two streams. If a CUDA call fails, the
 * program stops (common/cu.h).
 */
#ifndef SORTLAB_MERGE_PATH_H
#define SORTLAB_MERGE_PATH_H

#include <cuda_runtime.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A thread makes MERGE_ITEMS keys, its share, and a block makes a tile. Odd shares avoid bank conflicts. */
enum {
    MERGE_THREADS = 256,
    MERGE_ITEMS = 17,
    MERGE_TILE = MERGE_THREADS * MERGE_ITEMS, /**< 4,352 */
    MERGE_BLOCKS = 8, /**< blocks that an SM holds, so a thread may use at most 32 registers */
};

/** The number of tiles of n keys, which is the number of blocks; 0 for n = 0. */
static inline uint32_t merge_tile_count(size_t n) {
    return (uint32_t)((n + MERGE_TILE - 1) / MERGE_TILE);
}

/** The smaller of two indices. */
KEYS_EVERYWHERE static inline size_t merge_least(size_t a, size_t b) {
    return a < b ? a : b;
}

/** A pair: one run from index start to middle, one run from middle to end. Either may be empty. */
struct merge_pair {
    size_t start, middle, end;
};

/** The pair that begins at index start. */
KEYS_EVERYWHERE static inline struct merge_pair merge_pair_at(size_t start, size_t n, size_t run) {
    struct merge_pair p;
    p.start = start;
    p.middle = merge_least(start + run, n);
    p.end = merge_least(p.middle + run, n);
    return p;
}

/** The pair of a tile of d_out, if runs are whole tiles. It avoids slow 64-bit remainders. */
KEYS_EVERYWHERE static inline struct merge_pair merge_pair_of_tile(uint32_t tile, size_t n,
                                                                   size_t run) {
    uint32_t tiles = (uint32_t)(2 * run / MERGE_TILE);
    size_t first = tile - tile % tiles;
    return merge_pair_at(first * MERGE_TILE, n, run);
}

/** Step 1. Each key finds its index by a search in the other run. `run` is above 0. */
void merge_by_ranks(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run,
                    cudaStream_t stream);

/**
 * Step 2. Finds the cut of each tile of d_out, so that one block can make one tile.
 * @param run    a multiple of MERGE_TILE, so that no tile has keys of two pairs
 * @param d_cuts merge_tile_count(n) indices of d_in, each in the first run of the tile's pair. The
 *               keys of that run before d_cuts[tile] come before the tile. The others do not.
 */
void cut_path(const uint32_t *d_in, size_t n, size_t run, size_t *d_cuts, cudaStream_t stream);

/** Step 3. Merges: a block makes a tile, and writes its keys decoded (common/keys.h).
 *  @param d_cuts the result of cut_path for the same run */
void merge_tiles(const uint32_t *d_in, uint32_t *d_out, size_t n, size_t run, const size_t *d_cuts,
                 enum key_type type, cudaStream_t stream);

/** Bytes of temporary device memory that merge_sort needs: for n keys and the cuts. */
static inline size_t merge_sort_bytes(size_t n) {
    return (n + n % 2) * sizeof(uint32_t) + merge_tile_count(n) * sizeof(size_t);
}

/**
 * Steps 4 (at most one tile) and 5. Sorts keys of a type, stably.
 * @param d_temp     memory from cudaMalloc, or with the same alignment
 * @param temp_bytes at least merge_sort_bytes(n); with less the program stops with a message
 */
void merge_sort(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type, void *d_temp,
                size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * a merge by ranks:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.5 global load requests per key
 * the cuts of all tiles:
 *     at least 32 threads at work at a time
 *     at most 0.0015 global load requests per key
 * tiles merged:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.25 sectors loaded from global memory per key
 *     at most 0.25 sectors stored to global memory per key
 * a tile sorted:
 *     at least 64 threads at work at a time
 *     at most 0.25 sectors loaded from global memory per key
 *     at most 0.25 sectors stored to global memory per key
 * the whole sort:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.65 sectors loaded from global memory per key
 *     at most 0.58 sectors stored to global memory per key
 */

#ifdef __cplusplus
}
#endif
#endif
