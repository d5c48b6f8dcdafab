/**
 * @file
 * @brief Keys in shape (see shape.h).
 */
#include "common/stage/make_inputs.h"

#include <stdbool.h>
#include <stdlib.h>

enum { FEW_KEYS = 1000 };

/** Shell's sort of the keys at keys[0], keys[stride], ... below keys[end]: in place, no memory. */
static void sort_list(uint32_t *keys, size_t end, size_t stride) {
    size_t gap = stride;
    while (gap < end / 3) gap = gap * 3 + stride; // 1, 4, 13, 40, ... strides
    for (; gap >= stride; gap = gap / stride / 3 * stride)
        for (size_t i = gap; i < end; i += stride) {
            uint32_t key = keys[i];
            size_t hole = i;
            for (; hole >= gap && keys[hole - gap] > key; hole -= gap)
                keys[hole] = keys[hole - gap];
            keys[hole] = key;
        }
}

/** Neighbours by their bytes, the lowest first: a judge sorts millions. False: no memory, and as they were. */
static bool sort_bytes(uint32_t *keys, size_t n) {
    uint32_t *from = keys, *spare = malloc(n * sizeof(*spare)), *to = spare;
    if (!spare) return false;
    for (int shift = 0; shift < 32; shift += 8) {
        size_t start[257] = {0};
        for (size_t i = 0; i < n; i++) start[(from[i] >> shift & 255) + 1]++;
        for (int d = 0; d < 256; d++) start[d + 1] += start[d];
        for (size_t i = 0; i < n; i++) to[start[from[i] >> shift & 255]++] = from[i];
        uint32_t *last = from;
        from = to;
        to = last;
    }
    free(spare);
    return true;
}

void shape_lists(uint32_t *keys, size_t n, size_t tile, size_t threads) {
    for (size_t start = 0; start < n; start += tile) {
        size_t count = n - start < tile ? n - start : tile;
        for (size_t t = 0; t < threads && t < count; t++)
            if (threads > 1 || count < FEW_KEYS || !sort_bytes(keys + start, count))
                sort_list(keys + start + t, count - t, threads);
    }
}
