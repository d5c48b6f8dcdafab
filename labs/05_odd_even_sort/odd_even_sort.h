/**
 * @file
 * @brief Lab 05, the contract: a block sorts its tile by comparing neighbours.
 *
 * common/tile.h defines runs and tiles. Keys are any 32-bit words, UINT32_MAX included, and ascend
 * as unsigned numbers. A phase compares pairs of neighbours and swaps the pairs that are in the wrong
 * order: in an even phase indexes (0,1) (2,3) ..., in an odd phase (1,2) (3,4) ... A pass is an even
 * phase and then an odd phase. Pointers called d_... are device memory. Two arrays of one call never
 * overlap. A function queues its device work in `stream` and returns at once. It allocates no
 * memory on the host or the device and keeps no state, so two calls may run at the same time in two
 * streams. A CUDA call that fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_ODD_EVEN_SORT_H
#define SORTLAB_ODD_EVEN_SORT_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. Runs one phase over the whole array, in place, in global memory. Tiles do not matter here:
 * in an odd phase the last key of a tile and the first key of the next tile are a pair too.
 * @param d_keys n keys, n may be 0. A key without a neighbour to pair with stays where it is
 * @param phase  any number: only even or odd matters
 */
void compare_neighbours(uint32_t *d_keys, size_t n, uint32_t phase, cudaStream_t stream);

/**
 * Steps 2 and 3. Sorts every tile, in place, in TILE_ITEMS phases, which are always enough.
 * @param d_keys n keys, n may be 0: whole tiles in step 2, any number in step 3
 */
void sort_tiles_phases(uint32_t *d_keys, size_t n, cudaStream_t stream);

/**
 * Step 4. Sorts every tile, in place. A block stops after the first pass that swaps nothing.
 * @param d_keys        n keys, n may be 0
 * @param[out] d_passes one word for each tile: its passes, including the last one that swaps nothing
 */
void count_passes(uint32_t *d_keys, uint32_t *d_passes, size_t n, cudaStream_t stream);

/** Step 4, without the count. The complete sorting program calls this function. */
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
 *     at least 0.2 barriers of a block per key
 * stop after the first pass without a swap:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.1 global load requests per key
 *     at most 0.015 barriers of a block per key
 */

#ifdef __cplusplus
}
#endif
#endif
