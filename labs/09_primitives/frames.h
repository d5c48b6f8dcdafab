/**
 * @file
 * @brief Lab 09, given: the kernels, which call what you write.
 */
#ifndef SORTLAB_PRIMITIVES_FRAMES_H
#define SORTLAB_PRIMITIVES_FRAMES_H

#include "common/cu.h"
#include "primitives.h"

enum {
    WARPS = BLOCK_THREADS / WARP_THREADS,
    PADDED_ITEMS =
        TILE_ITEMS + TILE_ITEMS / WARP_THREADS, /**< a tile, with the words that padded() skips */
};

#ifdef __CUDACC__

/** How many keys there are from index `start` on, at most `most`. */
static __device__ uint32_t items_from(size_t start, size_t n, uint32_t most) {
    return n - start < most ? (uint32_t)(n - start) : most;
}

static __device__ uint32_t digit_of(uint32_t key, uint32_t shift) {
    return key >> shift & (DIGIT_BINS - 1);
}

/* What you write; primitives.cu says what each one does. */
static __device__ uint32_t block_sum(uint32_t value);
static __device__ uint32_t padded(uint32_t i);
static __device__ void up_sweep(uint32_t *s_sums);
static __device__ void down_sweep(uint32_t *s_sums, uint32_t before);
static __device__ void keep_keys(const uint32_t *d_keys, const uint32_t *d_ranks, uint32_t m,
                                 uint32_t bound, uint32_t *d_out);
static __device__ void count_global(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                    uint32_t *d_bins);
static __device__ void count_block(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                   uint32_t *s_bins);
static __device__ void count_warp(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                  uint32_t *s_bins);

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 16 bytes
 *  @cost   4 bytes an item moved; 5 shuffles a warp and 1 barrier a tile, no atomics
 *  @source M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void sum_tiles_kernel(const uint32_t *d_in, size_t n, uint32_t *d_sums) {
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = items_from(start, n, TILE_ITEMS), sum = 0;
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS) sum += d_in[start + i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) d_sums[blockIdx.x] = sum;
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 8 KB and 256 bytes: the words of a tile, padded
 *  @cost   8 bytes an item moved; 23 barriers and 4,094 additions a tile, hardly a bank conflict
 *  @source G. E. Blelloch 1990; M. Harris, S. Sengupta, J. Owens, Parallel prefix sum (scan) with CUDA */
static __global__ void scan_tiles_kernel(const uint32_t *d_in, const uint32_t *d_before,
                                         uint32_t *d_out, size_t n) {
    __shared__ uint32_t s_sums[PADDED_ITEMS];
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = items_from(start, n, TILE_ITEMS);
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += BLOCK_THREADS)
        s_sums[padded(i)] = i < m ? d_in[start + i] : 0;
    up_sweep(s_sums);
    down_sweep(s_sums, d_before ? d_before[blockIdx.x] : 0);
    __syncthreads(); // the last level is done
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS) d_out[start + i] = s_sums[padded(i)];
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved; no barrier
 *  @source G. E. Blelloch 1990 */
static __global__ void flag_kernel(const uint32_t *d_keys, size_t n, uint32_t bound,
                                   uint32_t *d_flags) {
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = items_from(start, n, TILE_ITEMS);
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS)
        d_flags[start + i] = d_keys[start + i] >= bound;
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved, and 4 more for each that is kept; no barrier
 *  @source G. E. Blelloch 1990 */
static __global__ void keep_kernel(const uint32_t *d_keys, const uint32_t *d_ranks, size_t n,
                                   uint32_t bound, uint32_t *d_out, uint32_t *d_count) {
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    keep_keys(d_keys + start, d_ranks + start, items_from(start, n, TILE_ITEMS), bound, d_out);
    if (blockIdx.x == 0 && threadIdx.x == 0) *d_count = d_ranks[n - 1] + (d_keys[n - 1] >= bound);
}

/** @launch a block for SHARE_ITEMS keys, BLOCK_THREADS threads
 *  @shared none
 *  @cost   4 bytes a key moved; an atomic in global memory a key
 *  @source CUDA C++ Programming Guide */
static __global__ void count_global_kernel(const uint32_t *d_keys, size_t n, uint32_t shift,
                                           uint32_t *d_bins) {
    size_t start = (size_t)blockIdx.x * SHARE_ITEMS;
    count_global(d_keys + start, items_from(start, n, SHARE_ITEMS), shift, d_bins);
}

/** Adds this block's sets of bins to the bins in global memory. */
static __device__ void add_bins(const uint32_t *s_bins, int sets, uint32_t *d_bins) {
    __syncthreads(); // all keys are counted
    for (uint32_t b = threadIdx.x; b < DIGIT_BINS; b += BLOCK_THREADS) {
        uint32_t sum = 0;
        for (int set = 0; set < sets; set++) sum += s_bins[set * DIGIT_BINS + b];
        if (sum > 0) atomicAdd(&d_bins[b], sum);
    }
}

/** @launch a block for SHARE_ITEMS keys, BLOCK_THREADS threads
 *  @shared 1 KB: DIGIT_BINS bins
 *  @cost   4 bytes a key moved; an atomic in shared memory a key, DIGIT_BINS in global memory a block
 *  @source CUDA C++ Programming Guide */
static __global__ void count_block_kernel(const uint32_t *d_keys, size_t n, uint32_t shift,
                                          uint32_t *d_bins) {
    __shared__ uint32_t s_bins[DIGIT_BINS];
    size_t start = (size_t)blockIdx.x * SHARE_ITEMS;
    count_block(d_keys + start, items_from(start, n, SHARE_ITEMS), shift, s_bins);
    add_bins(s_bins, 1, d_bins);
}

/** @launch a block for SHARE_ITEMS keys, BLOCK_THREADS threads
 *  @shared 4 KB: DIGIT_BINS bins a warp
 *  @cost   4 bytes a key moved; DIGIT_BINS atomics in global memory a block, none in shared memory
 *  @source CUDA C++ Programming Guide */
static __global__ void count_warps_kernel(const uint32_t *d_keys, size_t n, uint32_t shift,
                                          uint32_t *d_bins) {
    __shared__ uint32_t s_bins[WARPS * DIGIT_BINS];
    size_t start = (size_t)blockIdx.x * SHARE_ITEMS;
    uint32_t *s_own = s_bins + threadIdx.x / WARP_THREADS * DIGIT_BINS;
    count_warp(d_keys + start, items_from(start, n, SHARE_ITEMS), shift, s_own);
    add_bins(s_bins, WARPS, d_bins);
}

#endif
#endif
