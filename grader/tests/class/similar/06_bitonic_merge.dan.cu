/**
 * @file
 * @brief Lab 06: bitonic networks merge runs, sort tiles, and sort the whole array.
 */
#include "bitonic_merge.h"

#include "common/cu.h"

/** Of keys that are compared in one level of a tile, and threads of a block. */
enum { PAIRS = TILE_ITEMS / 2 };

/** Leaves the lesser key in *low and the greater one in *high, whatever they were: no branch. */
static __device__ void order_pair(uint32_t *low, uint32_t *high) {
    uint32_t a = *low, b = *high;
    *low = min(a, b);
    *high = max(a, b);
}

/** @launch a thread a key, in blocks of PAIRS threads
 *  @shared none
 *  @cost   8 bytes a key moved, by one of the two threads of a pair; no barrier
 *  @source K. Batcher 1968 */
static __global__ void compare_partners_kernel(uint32_t *d_keys, size_t n, size_t mask) {
    const size_t index = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= n) return;
    const size_t partner = index ^ mask;
    if (partner < n && index < partner) order_pair(d_keys + index, d_keys + partner);
}

void compare_partners(uint32_t *d_keys, size_t n, size_t mask, cudaStream_t stream) {
    uint32_t blocks = (uint32_t)((n + PAIRS - 1) / PAIRS);
    if (n > 0) compare_partners_kernel<<<blocks, PAIRS, 0, stream>>>(d_keys, n, mask);
    CU_LAUNCHED();
}

/** Keys from place `start` of the array on, but no more than `most`. */
static __device__ uint32_t keys_from(size_t start, size_t n, uint32_t most) {
    return n - start < most ? (uint32_t)(n - start) : most;
}

/** Brings the m keys of a tile into shared memory and fills it up with the greatest key. */
static __device__ void load_tile(const uint32_t *d_tile, uint32_t m, uint32_t *s_keys) {
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS)
        s_keys[i] = i < m ? d_tile[i] : UINT32_MAX;
}

/** Takes the first m keys back, when all threads have come here. */
static __device__ void store_keys(const uint32_t *s_keys, uint32_t m, uint32_t *d_keys) {
    __syncthreads(); // the last level is done
    for (uint32_t i = threadIdx.x; i < m; i += PAIRS) d_keys[i] = s_keys[i];
}

/** The lesser place of the p-th pair at a stride: p with a 0 put in where the stride has its 1. */
static __device__ uint32_t place_of(uint32_t p, uint32_t stride) {
    return 2 * p - (p & (stride - 1));
}

/** Makes a run of a bitonic sequence in shared memory; count is a power of two. */
static __device__ void clean(uint32_t *s_keys, uint32_t count) {
    __syncthreads();
    for (uint32_t stride = count / 2; stride > 0; stride >>= 1) {
        for (uint32_t pair = threadIdx.x; pair < count / 2; pair += PAIRS) {
            const uint32_t index = place_of(pair, stride);
            const uint32_t partner = index + stride;
            order_pair(s_keys + index, s_keys + partner);
        }
        __syncthreads();
    }
}

/** @launch a block for every two tiles, PAIRS threads
 *  @shared 16 KB: the keys of two tiles
 *  @cost   8 bytes a key moved; 13 barriers and 12 levels of TILE_ITEMS comparisons
 *  @source K. Batcher 1968; G. Baudet and D. Stevenson 1978 */
static __global__ void merge_neighbours_kernel(uint32_t *d_keys, size_t n, uint32_t first) {
    __shared__ uint32_t s_keys[2 * TILE_ITEMS];
    size_t start = ((size_t)blockIdx.x * 2 + first) * TILE_ITEMS;
    uint32_t m = keys_from(start, n, 2 * TILE_ITEMS);
    for (uint32_t i = threadIdx.x; i < 2 * TILE_ITEMS; i += PAIRS) {
        uint32_t source = i;
        if (i >= TILE_ITEMS) source = 2 * TILE_ITEMS - 1 - (i - TILE_ITEMS);
        if (source < m)
            s_keys[i] = d_keys[start + source];
        else
            s_keys[i] = UINT32_MAX;
    }
    clean(s_keys, 2 * TILE_ITEMS);
    store_keys(s_keys, m, d_keys + start);
}

void merge_neighbours(uint32_t *d_keys, size_t n, uint32_t first, cudaStream_t stream) {
    uint32_t tiles = tile_count(n), blocks = tiles > first ? (tiles - first) / 2 : 0;
    if (blocks > 0) merge_neighbours_kernel<<<blocks, PAIRS, 0, stream>>>(d_keys, n, first);
    CU_LAUNCHED();
}

void merge_runs_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    const uint32_t rounds = tile_count(n);
    for (uint32_t round = 0; round < rounds; ++round) {
        if (round % 2 == 0)
            merge_neighbours(d_keys, n, 0, stream);
        else
            merge_neighbours(d_keys, n, 1, stream);
    }
}

/** @launch a block a tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; 67 barriers and 66 levels of PAIRS comparisons
 *  @source K. Batcher 1968 */
static __global__ void sort_tiles_bitonic_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = keys_from(start, n, TILE_ITEMS);
    load_tile(d_keys + start, m, s_keys);
    __syncthreads();
    for (uint32_t size = 2; size <= TILE_ITEMS; size <<= 1) {
        for (uint32_t stride = size >> 1; stride > 0; stride >>= 1) {
            const uint32_t index = place_of(threadIdx.x, stride);
            const uint32_t partner = index ^ stride;
            const bool ascending = (index & size) == 0;
            uint32_t *low = ascending ? &s_keys[index] : &s_keys[partner];
            uint32_t *high = ascending ? &s_keys[partner] : &s_keys[index];
            order_pair(low, high);
            __syncthreads();
        }
    }
    store_keys(s_keys, m, d_keys + start);
}

void sort_tiles_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_tiles_bitonic_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch a block a tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; 12 barriers and 11 levels of PAIRS comparisons
 *  @source K. Batcher 1968 */
static __global__ void clean_tiles_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = keys_from(start, n, TILE_ITEMS);
    load_tile(d_keys + start, m, s_keys);
    clean(s_keys, TILE_ITEMS);
    store_keys(s_keys, m, d_keys + start);
}

void sort_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    sort_tiles_bitonic(d_keys, n, stream);
    const uint32_t tiles = tile_count(n);
    for (size_t size = 2 * TILE_ITEMS; size / 2 < n; size *= 2) {
        for (size_t stride = size / 2; stride >= TILE_ITEMS; stride /= 2) {
            const size_t mask = stride == size / 2 ? size - 1 : stride;
            compare_partners(d_keys, n, mask, stream);
        }
        clean_tiles_kernel<<<tiles, PAIRS, 0, stream>>>(d_keys, n);
        CU_LAUNCHED();
    }
}
