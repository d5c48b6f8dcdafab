/**
 * @file
 * @brief Lab 03, the contract: a block merges its sorted lists into one run by atomicMin.
 *
 * Lists, runs and tiles are those of common/tile.h. Keys are any words, UINT32_MAX included. Steps
 * 1 to 3 work on one tile of m keys in sorted lists, and on BLOCK_THREADS heads. The head of a list
 * is its first key that is not merged yet. d_heads[t] is the index of the head of list t in the
 * tile. If this index is m or more, the list is exhausted: it has no key left. A pointer called
 * d_... is device memory, and two arrays of one call never overlap. A function queues its device
 * work in `stream` and returns at once. It allocates no memory on the host or the device and keeps
 * no state, so two calls may run at the same time in two streams. A CUDA call that fails stops the
 * program (common/cu.h).
 */
#ifndef SORTLAB_ATOMIC_MERGE_H
#define SORTLAB_ATOMIC_MERGE_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Steps 1 and 2. Chooses the next key of the run.
 * @param[out] d_choice two words. Word 0 is the smallest key of all heads. From step 2 on, word 1
 *                      is the first list with this head. If all lists are exhausted: UINT32_MAX
 *                      and BLOCK_THREADS.
 */
void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice,
                 cudaStream_t stream);

/**
 * Step 3. Merges from the heads on, until `rounds` keys are merged or all lists are exhausted.
 * @param[in,out] d_heads the heads before the first round, and afterwards those after the last
 * @param[out]    d_run   space for `rounds` keys
 */
void merge_rounds(const uint32_t *d_tile, uint32_t m, uint32_t *d_heads, uint32_t *d_run,
                  uint32_t rounds, cudaStream_t stream);

/**
 * Steps 4 and 5. Merges the sorted lists of every tile into a run. Step 4: there is one tile.
 * @param d_lists n keys, n may be 0: tiles of sorted lists
 * @param d_runs  space for n keys: the runs, tile by tile
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
 * rounds of the merge:
 *     at least 2 threads at work at a time
 *     at least 33 atomics of a warp
 * one tile into one run:
 *     at least 2 threads at work at a time
 *     at least 0.9 and at most 10 atomics of a warp per key
 *     at most 4.5 barriers of a block per key
 * every tile into its run:
 *     at least 4 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at least 0.9 and at most 10 atomics of a warp per key
 */

#ifdef __cplusplus
}
#endif
#endif
