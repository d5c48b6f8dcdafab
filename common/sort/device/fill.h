/**
 * @file
 * @brief Keys of few bits are not moved: their values were counted, and are written anew.
 */
#ifndef SORTLAB_DEVICE_FILL_H
#define SORTLAB_DEVICE_FILL_H

#include "common/sort/device/steps.h"
#include "common/sort/device/tables.h"

#ifdef __CUDACC__

/** The last of the values from `low` to `high` that begins at a place or before it. */
static __device__ uint32_t value_at(const place_t *s_starts, place_t place, uint32_t low,
                                    uint32_t high) {
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (s_starts[middle] <= place)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/** Writes a tile's keys anew: where each value begins is known, and so what belongs at a place. */
static __device__ void fill_tile(uint32_t *d_out, key_order order, place_t start, uint32_t m,
                                 const struct segment *g, const place_t *d_starts,
                                 place_t *s_starts) {
    uint32_t values = 1u << g->left, lane = threadIdx.x % WARP_THREADS;
    uint32_t prefix = g->first >> g->left << g->left;
    uint32_t row = threadIdx.x / WARP_THREADS * PART_WARP, end = min(row + PART_WARP, m);
    for (uint32_t v = threadIdx.x; v < values; v += PART_THREADS) s_starts[v] = d_starts[v];
    __syncthreads(); // all starts are there
    for (; row < end; row += WARP_THREADS * WARP_THREADS) {
        uint32_t stop = min(row + WARP_THREADS * WARP_THREADS, end);
        uint32_t mine = value_at(s_starts, start + row + lane * WARP_THREADS, 0, values - 1);
        uint32_t last =
            value_at(s_starts, start + stop, 0, values - 1); // lane l: of the l-th row's first key
        for (uint32_t r = 0, i = row; i < stop; r++, i += WARP_THREADS) {
            uint32_t low = __shfl_sync(ALL_LANES, mine, r);
            uint32_t high = __shfl_sync(ALL_LANES, mine, r + 1);
            if (i + WARP_THREADS >= stop) high = last;
            uint32_t value = value_at(s_starts, start + i + lane, low, high);
            if (i + lane < stop) d_out[start + i + lane] = order_decode(prefix | value, order);
        }
    }
    __syncthreads(); // the starts may be used again
}

#endif
#endif
