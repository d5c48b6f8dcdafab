/**
 * @file
 * @brief The geometry of pictures: tiles of 16 keys, in place of common/tile.h.
 *
 * What pictures show is run by the solutions themselves, which are built a second time with this header.
 */
#ifndef SORTLAB_TILE_H
#define SORTLAB_TILE_H

#include <stddef.h>
#include <stdint.h>

enum {
    WARP_THREADS = 4,
    BLOCK_THREADS = 4,
    ITEMS_PER_THREAD = 4,
    TILE_ITEMS = BLOCK_THREADS * ITEMS_PER_THREAD,
};

/** Tiles, and so blocks, for n keys; 0 for none. */
static inline uint32_t tile_count(size_t n) {
    return (uint32_t)((n + TILE_ITEMS - 1) / TILE_ITEMS);
}

#endif
