/**
 * @file
 * @brief The sizes that the labs share. They share the form of the data, and no code.
 *
 * An array of n keys is cut into tiles of TILE_ITEMS keys, one for each block. Only the last tile
 * may be short. In a tile of m keys, place p is the p-th key, from 0:
 *
 *   list t  the keys at places t, t + BLOCK_THREADS, t + 2 BLOCK_THREADS, ... below m: what thread
 *           t owns. Lists differ in length by one at most, and those with t >= m are empty. "Sorted
 *           lists" means that each ascends from place to place.
 *   run     all m keys, when they ascend from place to place.
 */
#ifndef SORTLAB_TILE_H
#define SORTLAB_TILE_H

#include <stddef.h>
#include <stdint.h>

enum {
    WARP_THREADS = 32,
    BLOCK_THREADS = 128,   /**< threads of a block: lists of a tile */
    ITEMS_PER_THREAD = 16, /**< keys of a list, in a tile that is not short */
    TILE_ITEMS = BLOCK_THREADS * ITEMS_PER_THREAD,
};

/** Tiles, and so blocks, for n keys; 0 for none. */
static inline uint32_t tile_count(size_t n) {
    return (uint32_t)((n + TILE_ITEMS - 1) / TILE_ITEMS);
}

#endif
