/**
 * @file
 * @brief A thread's share of a tile: keys that it keeps in registers.
 *
 * The callers give the number of keys as a constant, so loops unroll and the compiler knows every index. An array with
 * other indices would lie in local memory. An odd number has no bank conflicts.
 */
#ifndef SORTLAB_SHARE_H
#define SORTLAB_SHARE_H

#include <stddef.h>
#include <stdint.h>

#include "common/keys.h"

#ifdef __CUDACC__

/** Fetches this thread's share of the tile in shared memory. */
static __device__ __forceinline__ void share_load(uint32_t *share, int items,
                                                  const uint32_t *s_keys) {
#pragma unroll
    for (int r = 0; r < items; r++) share[r] = s_keys[threadIdx.x * items + r];
}

/** Puts it back, when no thread reads what stands there any more; all may read it then. */
static __device__ __forceinline__ void share_store(const uint32_t *share, int items,
                                                   uint32_t *s_keys) {
    __syncthreads(); // all have read
#pragma unroll
    for (int r = 0; r < items; r++) s_keys[threadIdx.x * items + r] = share[r];
    __syncthreads(); // all have written
}

/**
 * Fetches another share: of the items * threads keys from `start` on, those at thread t, t + threads,
 * ...: neighbouring lanes read neighbouring keys. They come encoded; beyond n there is UINT32_MAX.
 * @return so many keys are below n
 */
static __device__ __forceinline__ int share_fetch(uint32_t *share, int items, int threads,
                                                  const uint32_t *d_keys, size_t start, size_t n,
                                                  enum key_type type) {
    size_t i = start + threadIdx.x, left = i < n ? (n - i + threads - 1) / threads : 0;
    int count = left < (size_t)items ? (int)left : items;
#pragma unroll
    for (int r = 0; r < items; r++)
        share[r] = r < count ? key_encode(d_keys[i + r * threads], type) : UINT32_MAX;
    return count;
}

/**
 * Sorts the share of each thread, which lies in shared memory. Each thread sorts in registers by the phases of odd-even
 * sort (lab 05), without a branch or an index that depends on a key.
 */
static __device__ __forceinline__ void shares_sort(uint32_t *share, int items, uint32_t *s_keys) {
    share_load(share, items, s_keys);
#pragma unroll
    for (int phase = 0; phase < items; phase++)
#pragma unroll
        for (int r = phase % 2; r + 1 < items; r += 2) {
            uint32_t low = min(share[r], share[r + 1]), high = max(share[r], share[r + 1]);
            share[r] = low;
            share[r + 1] = high;
        }
    share_store(share, items, s_keys);
}

#endif
#endif
