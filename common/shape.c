/**
 * @file
 * @brief Keys in shape (see shape.h).
 */
#include "common/shape.h"

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

void shape_lists(uint32_t *keys, size_t n, size_t tile, size_t threads) {
    for (size_t start = 0; start < n; start += tile) {
        size_t count = n - start < tile ? n - start : tile;
        for (size_t t = 0; t < threads && t < count; t++)
            sort_list(keys + start + t, count - t, threads);
    }
}
