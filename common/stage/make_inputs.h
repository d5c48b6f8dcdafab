/**
 * @file
 * @brief Brings keys into the shape that a lab starts from, on the host and without any cleverness.
 */
#ifndef SORTLAB_SHAPE_H
#define SORTLAB_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sorts every strided list, in the geometry of check_lists: tiles of `tile` keys, the last one
 * shorter, with `threads` lists each. One list a tile makes runs.
 */
void shape_lists(uint32_t *keys, size_t n, size_t tile, size_t threads);

#ifdef __cplusplus
}
#endif
#endif
