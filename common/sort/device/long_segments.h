/**
 * @file
 * @brief What sweeps over long segments need before their first pass: the digits of each segment are counted.
 */
#ifndef SORTLAB_DEVICE_LONG_SEGMENTS_H
#define SORTLAB_DEVICE_LONG_SEGMENTS_H

#include "common/sort/device/segments.h"

#ifdef __CUDACC__

enum { LONG_COPIES = 8 /**< of bins */ };

/** Adds a block's bins to those of a segment, and empties them. */
static __device__ __forceinline__ void add_bins(const struct segment_sort *a, uint32_t slot,
                                                uint32_t *s_bins) {
    place_t *d_bins = a->d_bins + (size_t)slot * LONG_PASSES * RADIX;
    __syncthreads(); // all keys are counted
    for (uint32_t i = threadIdx.x; i < LONG_PASSES * RADIX; i += HISTOGRAM_THREADS) {
        uint32_t sum = 0;
        for (uint32_t l = 0; l < LONG_COPIES; l++) {
            uint32_t *s_bin = &s_bins[i * LONG_COPIES + (l + i) % LONG_COPIES];
            sum += *s_bin;
            *s_bin = 0;
        }
        const uint32_t k = i / RADIX, bin = k * RADIX + (i & a->by.mask[k]);
        if (sum > 0 && k < a->pass.passes) atomicAdd(&d_bins[bin], sum);
    }
    __syncthreads(); // all bins are empty
}

/**
 * Counts the digits of long segments: a block does so for neighbouring tiles.
 *
 *  @launch a block a multiprocessor or two, HISTOGRAM_THREADS threads
 *  @shared 32 KB: LONG_COPIES times RADIX bins for each byte
 *  @cost   4 bytes a key moved, 4 atomics a key in shared memory; 1,024 atomics a block and segment
 *  @source Adinets 2022
 */
static __global__ void __launch_bounds__(HISTOGRAM_THREADS)
    count_long_kernel(const __grid_constant__ struct segment_sort a) {
    __shared__ uint32_t s_bins[LONG_PASSES * RADIX * LONG_COPIES];
    await_kernel_before();
    const struct counted all_bytes = {LONG_PASSES, RADIX - 1};
    const uint32_t tiles = a.d_notes->long_tiles, each = (tiles + gridDim.x - 1) / gridDim.x;
    const uint32_t from = min(blockIdx.x * each, tiles), to = min(from + each, tiles);
    if (from == to) return;
    for (uint32_t i = threadIdx.x; i < LONG_PASSES * RADIX * LONG_COPIES; i += HISTOGRAM_THREADS)
        s_bins[i] = 0;
    for (size_t i = (size_t)from * RADIX + threadIdx.x; i < (size_t)to * RADIX;
         i += HISTOGRAM_THREADS)
        a.pass.d_published[i] = 0;
    __syncthreads(); // all bins are empty
    for (uint32_t tile = from; tile < to;) {
        const struct long_tile x = a.d_long_tiles[tile];
        const struct long_segment all = a.d_longs[x.slot];
        const uint32_t next = (uint32_t)min(
            (place_t)to, x.begin + (all.n + a.long_items - 1) / a.long_items); // of another segment
        const place_t end = min(all.first + all.n, x.first + (place_t)(next - tile) * a.long_items);
        count_bytes(a.pass.items.first, a.pass.from, all_bytes, x.first, BATCH_ITEMS, end,
                    LONG_COPIES, false, s_bins);
        add_bins(&a, x.slot, s_bins);
        tile = next;
    }
}

/**
 * Turns the counts of long segments into starts, and says which passes move keys of any of them.
 *
 *  @launch some blocks, RADIX threads
 *  @shared 72 bytes: the sums of warps
 *  @cost   16 bytes a bin
 *  @source Blelloch 1990
 */
static __global__ void start_long_kernel(const __grid_constant__ struct segment_sort a) {
    __shared__ place_t s_sums[SWEEP_WARPS];
    await_kernel_before();
    for (uint32_t slot = blockIdx.x; slot < a.d_notes->longs; slot += gridDim.x) {
        const struct long_segment all = a.d_longs[slot];
        for (uint32_t k = 0; k < a.pass.passes; k++) {
            place_t *d_bin = &a.d_bins[(slot * (size_t)LONG_PASSES + k) * RADIX + threadIdx.x];
            place_t total;
            const place_t keys = *d_bin, before = block_scan_places(keys, s_sums, &total);
            *d_bin = all.first + before;
            if (!__syncthreads_or(keys > 0 && keys < all.n)) continue;
            if (threadIdx.x == 0) atomicOr(&a.d_notes->moves, 1ull << RADIX_BITS * k);
        }
    }
}

#endif
#endif
