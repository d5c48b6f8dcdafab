/**
 * @file
 * @brief Lab 10, given: copies a tile to shared memory and back.
 *
 * A thread loads all its keys before it stores the first one, so that many loads run at the same
 * time. Neighbouring lanes load neighbouring keys.
 */
#ifndef SORTLAB_MERGE_PATH_FETCH_H
#define SORTLAB_MERGE_PATH_FETCH_H

#include "merge_path.h"

#ifdef __CUDACC__

/**
 * Copies m keys to s_keys, encoded: a_n keys of a, then keys of b. The words after them, up to and
 * including index MERGE_TILE, become UINT32_MAX. All threads may read s_keys afterwards.
 */
static __device__ __forceinline__ void tile_fetch(uint32_t *s_keys, const uint32_t *a, uint32_t a_n,
                                                  const uint32_t *b, uint32_t m,
                                                  enum key_type type) {
    uint32_t keys[MERGE_ITEMS];
    b -= a_n;
#pragma unroll
    for (int r = 0; r < MERGE_ITEMS; r++) {
        uint32_t i = r * MERGE_THREADS + threadIdx.x;
        keys[r] = i < m ? (i < a_n ? a : b)[i] : UINT32_MAX;
        if (type != KEY_U32 && i < m) keys[r] = key_encode(keys[r], type);
    }
#pragma unroll
    for (int r = 0; r < MERGE_ITEMS; r++) s_keys[r * MERGE_THREADS + threadIdx.x] = keys[r];
    if (threadIdx.x == 0) s_keys[MERGE_TILE] = UINT32_MAX;
    __syncthreads(); // all keys are there
}

/** Writes the first m keys to d_tile, decoded. */
static __device__ __forceinline__ void tile_store(const uint32_t *s_keys, uint32_t m,
                                                  uint32_t *d_tile, enum key_type type) {
    d_tile += threadIdx.x; // so that the other offsets are constants
    s_keys += threadIdx.x;
    int count = (int)(m - threadIdx.x + MERGE_THREADS - 1) / MERGE_THREADS;
    for (int r = 0; r < MERGE_ITEMS && type == KEY_U32; r++)
        if (r < count) d_tile[r * MERGE_THREADS] = s_keys[r * MERGE_THREADS];
    for (int r = 0; r < MERGE_ITEMS && type != KEY_U32; r++)
        if (r < count) d_tile[r * MERGE_THREADS] = key_decode(s_keys[r * MERGE_THREADS], type);
}

#endif
#endif
