/**
 * @file
 * @brief Lab 06, the contract: bitonic networks merge runs and sort tiles and whole arrays.
 *
 * common/tile.h defines runs and tiles. Keys are any 32-bit words, UINT32_MAX included, and ascend
 * as unsigned numbers. All functions work in place on d_keys, n keys of device memory, and use no
 * other global memory. n is any number: it may be 0, and it need not be a power of two. A function
 * queues its device work in `stream` and returns at once. It allocates no memory on the host or the
 * device and keeps no state, so two calls may run at the same time in two streams. A CUDA call that
 * fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_BITONIC_MERGE_H
#define SORTLAB_BITONIC_MERGE_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. Runs one level of a network over the whole array, in global memory. It compares index i with
 * its partner i ^ mask, and the smaller key goes to the smaller index.
 * A key whose partner would be at n or beyond stays where it is.
 * @param mask above 0. If it is a power of two, it is the stride of a level of half-cleaners
 */
void compare_partners(uint32_t *d_keys, size_t n, size_t mask, cudaStream_t stream);

/**
 * Step 2. Runs one round. It merges tile `first` with the next tile, then the two tiles behind
 * them, and so on. Each pair becomes one run of up to 2 TILE_ITEMS keys. A tile without a neighbour
 * to merge with does not change.
 * @param d_keys every tile is a run
 * @param first  0 or 1
 */
void merge_neighbours(uint32_t *d_keys, size_t n, uint32_t first, cudaStream_t stream);

/**
 * Step 3. Sorts the array by rounds of step 2.
 * @param d_keys every tile is a run
 */
void merge_runs_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 4. Sorts every tile: the keys may be in any order and become runs. */
void sort_tiles_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 5. Sorts the array: up to 2^31 keys in any order. */
void sort_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * one level over the array:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 * two runs into one:
 *     at least 200 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.06 global load requests per key
 * all runs into one:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.27 global load requests per key
 * tiles into runs:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.05 global load requests per key
 *     at most 0.8 bank conflicts per shared load request
 * the whole array:
 *     at least 200 threads at work at a time
 *     at least 8 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 1.1 global load requests per key
 */

#ifdef __cplusplus
}
#endif
#endif
