/**
 * @file
 * @brief Lab 03, the contract: a block merges its sorted lists into one run by atomicMin.
 *
 * Lists, runs and tiles are those of common/tile.h; keys are any words, UINT32_MAX included. Steps
 * 1 to 3 work on one tile of m keys in sorted lists, and on BLOCK_THREADS heads: d_heads[t] is the
 * place in the tile where the head of list t stands, the first of its keys that is not merged yet.
 * A head at m or beyond says that the list is exhausted. Pointers called d_... are device memory,
 * and two arrays of one call never overlap. Work on the device is put into `stream`, and nobody
 * waits for it. A call takes no memory, of the host or the device, and keeps nothing: two calls may
 * be on their way at once, in two streams. A CUDA call that fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_ATOMIC_MERGE_H
#define SORTLAB_ATOMIC_MERGE_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Steps 1 and 2. The head that the next key of the run is.
 * @param[out] d_choice two words. Step 1: the least key at a head. Step 2: the list whose head it
 *                      is, and where several have it, the first of them. When all lists are
 *                      exhausted: UINT32_MAX and BLOCK_THREADS.
 */
void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice,
                 cudaStream_t stream);

/**
 * Step 3. Merges on from the heads, for `rounds` keys or until all lists are exhausted.
 * @param[in,out] d_heads moved to where they stand after that
 * @param[out]    d_run   room for `rounds` keys
 */
void merge_rounds(const uint32_t *d_tile, uint32_t m, uint32_t *d_heads, uint32_t *d_run,
                  uint32_t rounds, cudaStream_t stream);

/**
 * Steps 4 and 5. Merges the sorted lists of every tile into a run. Step 4: of one tile alone.
 * @param d_lists n keys, 0 included: tiles of sorted lists
 * @param d_runs  room for n keys: the runs, tile by tile
 */
void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * the least head:
 *     at least 2 threads at work at a time
 *     at least 2 atomics of a warp
 * the first list among equals:
 *     at least 2 threads at work at a time
 *     at least 2 atomics of a warp
 * some rounds:
 *     at least 2 threads at work at a time
 *     at least 33 atomics of a warp
 * one tile into one run:
 *     at least 2 threads at work at a time
 *     at least 0.9 and at most 10 atomics of a warp, a key
 *     at most 4.5 barriers of a block, a key
 * every tile into its run:
 *     at least 4 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at least 0.9 and at most 10 atomics of a warp, a key
 */

#ifdef __cplusplus
}
#endif
#endif
