/**
 * @file
 * @brief Where the segments of a tile begin: a bit for each item, set where one does. For kernels.
 */
#ifndef SORTLAB_DEVICE_HEADS_H
#define SORTLAB_DEVICE_HEADS_H

#include "common/sort/device/grid.h"

#ifdef __CUDACC__

enum {
    HEAD_ITEMS = GRID_ROWS * GRID_THREADS, /**< most of a tile */
    HEAD_WORDS = HEAD_ITEMS / WARP_THREADS,
    CLEAR_WORDS = 2,   /**< so many words without a head are in a segment that is not small */
    MANY_SEGMENTS = 4, /**< if there are so many for an item, most are empty */
};

/** What the threads of a block share. */
struct heads {
    uint32_t bits[HEAD_WORDS + 4]; /**< of the tile's items, and of the one behind them */
    uint32_t before[HEAD_WORDS];   /**< heads in the words before */
};

/** Segments from number `low` on, and before `high`. */
struct span {
    place_t low, high;
};

/** The first of the segments from low on that begins at x or behind it, or `high`. By a warp. */
static __device__ size_t find_segment(const place_t *d_starts, size_t low, size_t high, place_t x) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    while (low < high) {
        const size_t step = (high - low) / (WARP_THREADS + 1) + 1;
        const size_t at = low + (lane + 1) * step - 1;
        const bool before = at < high && d_starts[at] < x;
        const size_t begin = low + __popc(__ballot_sync(ALL_LANES, before)) * step;
        high = min(high, begin + step - 1);
        low = begin;
    }
    return low;
}

/** The last of the segments from low to high that begins at index i or before it. */
static __device__ __forceinline__ size_t segment_of(const place_t *d_starts, size_t low,
                                                    size_t high, size_t i) {
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (d_starts[middle] <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static __device__ __forceinline__ void set_head(struct heads *h, uint32_t i) {
    atomicOr(&h->bits[i / WARP_THREADS], 1u << i % WARP_THREADS);
}

/** Sets the heads of m items from the index `first` on, those of these segments, and one behind them. */
static __device__ __forceinline__ void set_heads(struct heads *h, const place_t *d_starts,
                                                 struct span span, size_t first, uint32_t m) {
    for (uint32_t w = threadIdx.x; w < HEAD_WORDS + 4; w += GRID_THREADS) h->bits[w] = 0;
    __syncthreads(); // all bits are 0
    if (threadIdx.x == 0) set_head(h, m);
    if (span.high - span.low > (place_t)MANY_SEGMENTS * m) { // each item looks for its own
        for (uint32_t i = threadIdx.x; i < m; i += GRID_THREADS)
            if (d_starts[segment_of(d_starts, span.low, span.high - 1, first + i)] == first + i)
                set_head(h, i);
    } else {
        for (place_t j = span.low + threadIdx.x; j < span.high; j += GRID_THREADS)
            set_head(h, (uint32_t)(d_starts[j] - first));
    }
    __syncthreads(); // all heads are set
}

/** Whether all of m items are in small segments, of up to 95 items: all are, if they have up to 64. */
static __device__ __forceinline__ bool are_small(const struct heads *h, uint32_t m) {
    const uint32_t w = threadIdx.x;
    uint32_t heads = w > m / WARP_THREADS; // the word of item m has one
#pragma unroll
    for (uint32_t k = 0; k < CLEAR_WORDS && w < HEAD_WORDS; k++) heads |= h->bits[w + k];
    return !__syncthreads_or(heads == 0);
}

/** Where the segment of item i begins. */
static __device__ __forceinline__ uint32_t begin_of(const struct heads *h, uint32_t i) {
    uint32_t w = i / WARP_THREADS, bits = h->bits[w] & ((2u << i % WARP_THREADS) - 1);
    while (bits == 0) bits = h->bits[--w];
    return w * WARP_THREADS + 31 - __clz(bits);
}

/** Where it ends. */
static __device__ __forceinline__ uint32_t end_of(const struct heads *h, uint32_t i) {
    uint32_t w = i / WARP_THREADS, bits = h->bits[w] & (~1u << i % WARP_THREADS);
    while (bits == 0) bits = h->bits[++w];
    return w * WARP_THREADS + __ffs(bits) - 1;
}

/** Counts the heads before each word. */
static __device__ __forceinline__ void count_heads(struct heads *h, uint32_t *s_sums) {
    const uint32_t w = threadIdx.x, heads = w < HEAD_WORDS ? __popc(h->bits[w]) : 0;
    const uint32_t before = sum_before(heads, s_sums);
    if (w < HEAD_WORDS) h->before[w] = before;
    __syncthreads(); // all counts are there
}

/** The number of item i's segment, from 0 on; empty ones have none. */
static __device__ __forceinline__ uint32_t number_of(const struct heads *h, uint32_t i) {
    const uint32_t w = i / WARP_THREADS, up_to = (2u << i % WARP_THREADS) - 1;
    return h->before[w] + __popc(h->bits[w] & up_to) - 1;
}

#endif
#endif
