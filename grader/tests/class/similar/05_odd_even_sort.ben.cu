/**
 * @file
 * @brief Lab 05: a block sorts its tile; in each phase its threads compare pairs of neighbours.
 */
#include "odd_even_sort.h"

#include "common/cu.h"

/** Of neighbours in a tile, and threads of a block: each has one pair in a phase. */
enum { PAIRS = TILE_ITEMS / 2 };

/** Puts keys[i] and keys[i + 1] in order; says whether it had to swap them. */
static __device__ bool order_pair(uint32_t *keys, size_t i) {
    if (keys[i] > keys[i + 1]) {
        uint32_t tmp = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = tmp;
        return true;
    }
    return false;
}

/** @launch half a thread a key, in blocks of PAIRS threads
 *  @shared none
 *  @cost   4 bytes a key read, and written where they swap; no barrier
 *  @source N. Habermann 1972; write-ups of student GPU sorts */
static __global__ void compare_neighbours_kernel(uint32_t *d_keys, size_t n, uint32_t phase) {
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = t * 2 + (phase & 1);
    if (i + 1 >= n) return;
    order_pair(d_keys, i);
}

void compare_neighbours(uint32_t *d_keys, size_t n, uint32_t phase, cudaStream_t stream) {
    if (n > 0) compare_neighbours_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n, phase);
    CU_LAUNCHED();
}

/** Keys of this block's tile: TILE_ITEMS, or in the last tile fewer. */
static __device__ uint32_t tile_length(size_t n) {
    size_t left = n - (size_t)blockIdx.x * TILE_ITEMS;
    return left < TILE_ITEMS ? (uint32_t)left : TILE_ITEMS;
}

/** Brings the m keys of a tile into shared memory, where there is room for TILE_ITEMS. */
static __device__ void load_tile(const uint32_t *d_tile, uint32_t m, uint32_t *s_keys) {
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS) {
        if (i >= m) s_keys[i] = UINT32_MAX;
        if (i < m) s_keys[i] = d_tile[i];
    }
}

/** Takes the first m keys back. What stands behind them is padding, or equal to it. */
static __device__ void store_tile(const uint32_t *s_keys, uint32_t m, uint32_t *d_tile) {
    for (uint32_t i = threadIdx.x; i < m; i += PAIRS) d_tile[i] = s_keys[i];
}

/** @launch a block a tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; a tile takes TILE_ITEMS + 1 barriers and TILE_ITEMS * PAIRS
 *          comparisons, but for one in each odd phase
 *  @source N. Habermann 1972; J. Kornerup 1996; write-ups of student GPU sorts */
static __global__ void sort_tiles_phases_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    uint32_t *d_tile = d_keys + (size_t)blockIdx.x * TILE_ITEMS, m = tile_length(n);
    load_tile(d_tile, m, s_keys);
    __syncthreads();
    for (int phase = 0; phase < TILE_ITEMS; phase++) {
        uint32_t i = threadIdx.x * 2 + (phase & 1);
        if (i + 1 < TILE_ITEMS) order_pair(s_keys, i);
        __syncthreads();
    }
    store_tile(s_keys, m, d_tile);
}

void sort_tiles_phases(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_tiles_phases_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** Sorts the tile in shared memory; says in how many passes. All threads of the block call it. */
static __device__ uint32_t sort_by_passes(uint32_t *s_keys) {
    uint32_t passes = 0;
    bool swapped;
    __syncthreads();
    do {
        swapped = false;
        if (order_pair(s_keys, threadIdx.x * 2)) swapped = true;
        __syncthreads();
        if (threadIdx.x < PAIRS - 1) {
            if (order_pair(s_keys, threadIdx.x * 2 + 1)) swapped = true;
        }
        passes++;
    } while (__syncthreads_or(swapped));
    return passes;
}

/** @launch a block a tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; 2 barriers a pass and 1, for 1 to PAIRS + 1 passes a tile
 *  @source N. Habermann 1972; J. Kornerup 1996; write-ups of student GPU sorts */
static __global__ void sort_tiles_oddeven_kernel(uint32_t *d_keys, uint32_t *d_passes, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    uint32_t *d_tile = d_keys + (size_t)blockIdx.x * TILE_ITEMS, m = tile_length(n);
    load_tile(d_tile, m, s_keys);
    uint32_t passes = sort_by_passes(s_keys);
    store_tile(s_keys, m, d_tile);
    if (d_passes && threadIdx.x == 0) d_passes[blockIdx.x] = passes;
}

void count_passes(uint32_t *d_keys, uint32_t *d_passes, size_t n, cudaStream_t stream) {
    if (n > 0) sort_tiles_oddeven_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, d_passes, n);
    CU_LAUNCHED();
}

void sort_tiles_oddeven(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    count_passes(d_keys, NULL, n, stream);
}
