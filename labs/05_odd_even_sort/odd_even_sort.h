/**
 * @file
 * @brief Lab 05, the contract: a block sorts its tile by comparing neighbours.
 *
 * Runs and tiles are those of common/tile.h; keys ascend as unsigned numbers and are any words,
 * UINT32_MAX included. A phase compares pairs of neighbours and swaps those that are in the wrong
 * order: in an even phase places (0,1) (2,3) ..., in an odd one (1,2) (3,4) ... A pass is an even
 * phase and then an odd one. Pointers called d_... are device memory, and two arrays of one call
 * never overlap. Work on the device is put into `stream`, and nobody waits for it. A call takes no
 * memory, of the host or the device, and keeps nothing: two calls may be on their way at once, in
 * two streams. A CUDA call that fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_ODD_EVEN_SORT_H
#define SORTLAB_ODD_EVEN_SORT_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. One phase over the whole array, in place, in global memory. It knows no tiles: in an odd
 * phase the last key of a tile and the first one of the next are a pair too.
 * @param d_keys n keys, 0 included; one that has no neighbour to pair with stays
 * @param phase  any number: even or odd counts
 */
void compare_neighbours(uint32_t *d_keys, size_t n, uint32_t phase, cudaStream_t stream);

/**
 * Steps 2 and 3. Sorts every tile, in place, in as many phases as always suffice: TILE_ITEMS.
 * @param d_keys n keys, 0 included: in step 2 whole tiles, in step 3 any number
 */
void sort_tiles_phases(uint32_t *d_keys, size_t n, cudaStream_t stream);

/**
 * Step 4. Sorts every tile, in place; a block leaves off after the first pass that swaps nothing.
 * @param d_keys        n keys, 0 included
 * @param[out] d_passes a word for each tile: its passes, the one that swapped nothing included
 */
void count_passes(uint32_t *d_keys, uint32_t *d_passes, size_t n, cudaStream_t stream);

/** Step 4, without the count. The form that the pipeline uses. */
void sort_tiles_oddeven(uint32_t *d_keys, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * one phase over the array:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 * whole tiles into runs:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at least 0.2 barriers of a block, a key
 * no pass too many, none too few:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.1 requests of a warp that load from global memory, a key
 *     at most 0.015 barriers of a block, a key
 */

#ifdef __cplusplus
}
#endif
#endif
