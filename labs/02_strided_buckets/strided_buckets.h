/**
 * @file
 * @brief Lab 02, the contract: every thread radix-sorts the strided list that it owns.
 *
 * Lists and tiles are those of common/tile.h; keys ascend as unsigned numbers. n is any number of
 * keys, 0 included. Pointers called d_... are device memory of n words, the others host memory; two
 * arrays of one call never overlap. Work on the device is put into `stream`, and nobody waits for
 * it. From step 2 on a call takes no memory, of the host or the device, and keeps nothing: two
 * calls may be on their way at once, in two streams. A CUDA call that fails stops the program
 * (common/cu.h).
 */
#ifndef SORTLAB_STRIDED_BUCKETS_H
#define SORTLAB_STRIDED_BUCKETS_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. Sends keys to the device, where each thread adds its number to the keys of its list, and
 * fetches them back. It gives back all memory that it takes. Threads are numbered from 0 over all
 * blocks. Host code makes at most half a load or store for each key: copies to the device and back are
 * none.
 * @param[out] out n keys, each at its old place, plus the number of the thread that owns the place
 */
void add_owners(const uint32_t *keys, uint32_t *out, size_t n);

/**
 * Step 2. Sorts, in place, the lists of every tile; the keys never leave global memory.
 * @param d_ones room for keys, of any content; undefined afterwards
 */
void sort_lists_global(uint32_t *d_keys, uint32_t *d_ones, size_t n, cudaStream_t stream);

/** Step 3. The same in shared memory. */
void sort_lists_shared(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 4. The same in local memory: arrays of the thread's own. */
void sort_lists_local(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 5. The same in shared memory, with no branch on a key. The form that the pipeline uses. */
void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * to the device and back:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.5 loads and stores of host code, a key
 * sorted lists, in global memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at least 0.8 requests of a warp that load from global memory, a key
 * sorted lists, in shared memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.05 requests of a warp that load from global memory, a key
 *     at most 0.05 bank conflicts for each request that loads from shared memory
 *     at least 0.9 requests of a warp that load from shared memory, a key
 * sorted lists, in local memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.05 requests of a warp that load from global memory, a key
 *     at most 0.05 requests of a warp that load from shared memory, a key
 * sorted lists, no branch on a key:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.05 requests of a warp that load from global memory, a key
 *     at most 0.05 bank conflicts for each request that loads from shared memory
 *     at most 0.1 branches at which the lanes of a warp part, a key
 */

#ifdef __cplusplus
}
#endif
#endif
