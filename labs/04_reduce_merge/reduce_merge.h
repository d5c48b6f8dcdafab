/**
 * @file
 * @brief Lab 04, the contract: a block merges its sorted lists into one run by reduction.
 *
 * Lists, runs and tiles are those of common/tile.h. Keys are any words, UINT32_MAX included. The
 * head of a list is its first key that is not merged yet. Steps 1 to 3 find the smallest head among
 * any number of lists. d_heads[t] is the index of the head of list t in d_tile, an array of m keys.
 * If this index is m or more, the list is exhausted: it has no key left. A pointer called d_... is
 * device memory, and two arrays of one call never overlap. A function queues its device work in
 * `stream` and returns at once. It allocates no memory on the host or the device and keeps no
 * state, so two calls may run at the same time in two streams. A CUDA call that fails stops the
 * program (common/cu.h).
 */
#ifndef SORTLAB_REDUCE_MERGE_H
#define SORTLAB_REDUCE_MERGE_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_LISTS = 1024 }; /**< most lists in steps 1 to 3: a block has at most 1,024 threads */

/**
 * Step 1. Finds the smallest key of all heads, by a tree whose first level pairs neighbours: (0,1)
 * (2,3) ...
 * @param lists         number of heads, one for each thread: 1 to MOST_LISTS
 * @param[out] d_choice two words. Word 0 is the smallest key of all heads. From step 3 on, word 1
 *                      is the first list with this head. If all lists are exhausted: UINT32_MAX
 *                      twice.
 */
void least_head_neighbours(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads,
                           uint32_t lists, uint32_t *d_choice, cudaStream_t stream);

/** Steps 2 and 3. The same by a tree whose levels pair the halves: for 8 lists (0,4) (1,5) ... */
void least_head_halves(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t lists,
                       uint32_t *d_choice, cudaStream_t stream);

/**
 * Step 4. Merges the sorted lists of every tile into a run, by the tree of steps 2 and 3.
 * @param d_lists n keys, n may be 0: tiles of sorted lists
 * @param d_runs  space for n keys: the runs, tile by tile
 */
void merge_lists_tree(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream);

/** Step 5. The same by shuffles in each warp. The complete sorting program calls this function. */
void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * the least head, neighbours paired:
 *     at least 8 threads at work at a time
 *     at least 28 shared load wavefronts per key
 * the least head, halves folded:
 *     at least 8 threads at work at a time
 *     at most 0.01 bank conflicts per shared load request
 * the first list among equals:
 *     at least 8 threads at work at a time
 * runs, merged by the tree:
 *     at least 8 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0 atomics of a warp per key
 *     at most 0.01 bank conflicts per shared load request
 *     at least 7 shared store requests per key
 * runs, merged by shuffles:
 *     at least 5 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0 atomics of a warp per key
 *     at most 2.5 barriers of a block per key
 */

#ifdef __cplusplus
}
#endif
#endif
