/**
 * @file
 * @brief Lab 02, the contract: every thread radix-sorts the strided list that it owns.
 *
 * Lists and tiles are those of common/tile.h. Keys ascend as unsigned numbers. n is any number of
 * keys and may be 0. A pointer called d_... is device memory of n words, any other is host memory.
 * Two arrays of one call never overlap. From step 2 on, a function queues its device work in
 * `stream` and returns at once. It allocates no memory on the host or the device and keeps no
 * state, so two calls may run at the same time in two streams. A CUDA call that fails stops the
 * program (common/cu.h).
 */
#ifndef SORTLAB_STRIDED_BUCKETS_H
#define SORTLAB_STRIDED_BUCKETS_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. Copies the keys to the device, where each thread adds its number to the keys of its list.
 * Copies them back to the host, waits until they are there, and frees all memory that it took.
 * Threads are numbered from 0 over all blocks. Host code makes at most one load or store for every
 * two keys. Copies to and from the device do not count.
 * @param[out] out n keys: out[i] is keys[i] plus the number of the thread that owns index i
 */
void add_owners(const uint32_t *keys, uint32_t *out, size_t n);

/**
 * Step 2. Sorts, in place, the lists of every tile. The keys never leave global memory.
 * @param d_ones space for n keys, with any content; undefined afterwards
 */
void sort_lists_global(uint32_t *d_keys, uint32_t *d_ones, size_t n, cudaStream_t stream);

/** Step 3. The same in shared memory. */
void sort_lists_shared(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 4. The same in local memory: in arrays that only this thread has. */
void sort_lists_local(uint32_t *d_keys, size_t n, cudaStream_t stream);

/** Step 5. The same in shared memory, with no branch on a key. The complete program calls it. */
void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * to the device and back:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.5 loads and stores of host code per key
 * sorted lists, in global memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at least 0.8 global load requests per key
 * sorted lists, in shared memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.05 global load requests per key
 *     at most 0.05 bank conflicts per shared load request
 *     at least 0.9 shared load requests per key
 * sorted lists, in local memory:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.05 global load requests per key
 *     at most 0.05 shared load requests per key
 * sorted lists, no branch on a key:
 *     at least 150 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.05 global load requests per key
 *     at most 0.05 bank conflicts per shared load request
 *     at most 0.1 diverging branches per key
 */

#ifdef __cplusplus
}
#endif
#endif
