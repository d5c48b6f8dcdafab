/**
 * @file
 * @brief Lab 06, the contract: bitonic networks merge runs and sort tiles and whole arrays.
 *
 * Runs and tiles are those of common/tile.h; keys ascend as unsigned numbers and are any words,
 * UINT32_MAX included. All functions work in place on d_keys, n keys of device memory, and need no
 * other global memory. n is any number, 0 included, no power of two needed. Work on the device is
 * put into `stream`, and nobody waits for it. A call takes no memory, of the host or the device,
 * and keeps nothing: two calls may be on their way at once, in two streams. A CUDA call that fails
 * stops the program (common/cu.h).
 */
#ifndef SORTLAB_BITONIC_MERGE_H
#define SORTLAB_BITONIC_MERGE_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. One level of a network over the whole array, in global memory: place i and its partner
 * i ^ mask are compared, and the lesser key goes to the lesser place. A key whose partner would be
 * at n or beyond stays.
 * @param mask above 0; where it is a power of two, the stride, the level is a half-cleaner
 */
void compare_partners(uint32_t *d_keys, size_t n, size_t mask, cudaStream_t stream);

/**
 * Step 2. One round: merges tiles first and first + 1, first + 2 and first + 3, ..., each pair into
 * one run of up to 2 TILE_ITEMS keys. A tile that is left alone stays as it is.
 * @param d_keys every tile a run
 * @param first  0 or 1
 */
void merge_neighbours(uint32_t *d_keys, size_t n, uint32_t first, cudaStream_t stream);

/**
 * Step 3. Sorts the array by rounds of step 2.
 * @param d_keys every tile a run
 */
void merge_runs_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 4. Sorts every tile: keys in any order become runs. */
void sort_tiles_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 5. Sorts the array: keys in any order; up to 2^31 of them. */
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
 *     at most 0.06 requests of a warp that load from global memory, a key
 * all runs into one:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.27 requests of a warp that load from global memory, a key
 * tiles into runs:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.05 requests of a warp that load from global memory, a key
 *     at most 0.8 bank conflicts for each request that loads from shared memory
 * the whole array:
 *     at least 200 threads at work at a time
 *     at least 8 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 1.1 requests of a warp that load from global memory, a key
 */

#ifdef __cplusplus
}
#endif
#endif
