/**
 * @file
 * @brief Lab 10, given: the kernel that sorts a tile.
 */
#ifndef SORTLAB_MERGE_PATH_TILE_H
#define SORTLAB_MERGE_PATH_TILE_H

#include "common/share.h"
#include "fetch.h"

#ifdef __CUDACC__

/** Step 4, in your file. `share` is an array in registers for the thread's share. */
static __device__ void merge_rounds(uint32_t *s_keys, uint32_t *share);

/** @launch a block a tile, MERGE_THREADS threads
 *  @shared 17 KB: the keys of a tile, and a word behind them
 *  @cost   8 bytes a key moved; a share sorted in registers; 8 merges of 2 barriers
 *  @source Green 2012; Habermann 1972 */
static __global__ void __launch_bounds__(MERGE_THREADS, MERGE_BLOCKS)
    sort_tiles_kernel(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type from_type,
                      enum key_type to_type) {
    __shared__ uint32_t s_keys[MERGE_TILE + 1];
    uint32_t share[MERGE_ITEMS];
    size_t first = (size_t)blockIdx.x * MERGE_TILE;
    uint32_t m = (uint32_t)merge_least(n - first, MERGE_TILE);
    tile_fetch(s_keys, d_in + first, m, d_in, m, from_type);
    shares_sort(share, MERGE_ITEMS, s_keys);
    merge_rounds(s_keys, share);
    tile_store(s_keys, m, d_out + first, to_type);
}

#endif
#endif
