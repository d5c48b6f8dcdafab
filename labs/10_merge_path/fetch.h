/**
 * @file
 * @brief Lab 10, given: a tile's way to shared memory and back.
 *
 * A thread fetches all its keys before it puts down the first one, so that many are on their way at
 * once; neighbouring lanes fetch neighbours.
 */
#ifndef SORTLAB_MERGE_PATH_FETCH_H
#define SORTLAB_MERGE_PATH_FETCH_H

#include "merge_path.h"

#ifdef __CUDACC__

/**
 * Puts a_n keys of a and behind them keys of b into s_keys, m in all, and UINT32_MAX behind these, up
 * to and at MERGE_TILE; encoded. All threads may read them then.
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

/** Takes the first m keys to d_tile, decoded. */
static __device__ __forceinline__ void tile_store(const uint32_t *s_keys, uint32_t m,
                                                  uint32_t *d_tile, enum key_type type) {
    d_tile += threadIdx.x; // the other places are constants then
    s_keys += threadIdx.x;
    int count = (int)(m - threadIdx.x + MERGE_THREADS - 1) / MERGE_THREADS;
    for (int r = 0; r < MERGE_ITEMS && type == KEY_U32; r++)
        if (r < count) d_tile[r * MERGE_THREADS] = s_keys[r * MERGE_THREADS];
    for (int r = 0; r < MERGE_ITEMS && type != KEY_U32; r++)
        if (r < count) d_tile[r * MERGE_THREADS] = key_decode(s_keys[r * MERGE_THREADS], type);
}

#endif
#endif
