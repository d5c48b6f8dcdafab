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
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t j = i ^ mask;
    if (j > i && j < n) {
        order_pair(&d_keys[i], &d_keys[j]);
    }
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
    for (uint32_t stride = count / 2; stride >= 1; stride = stride / 2) {
        __syncthreads();
        for (uint32_t p = threadIdx.x; p < count / 2; p += PAIRS) {
            uint32_t low = place_of(p, stride);
            order_pair(&s_keys[low], &s_keys[low + stride]);
        }
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
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS) {
        s_keys[i] = d_keys[start + i];
    }
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS) {
        uint32_t at = TILE_ITEMS + i;
        s_keys[2 * TILE_ITEMS - 1 - i] = at < m ? d_keys[start + at] : UINT32_MAX;
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
    uint32_t tiles = tile_count(n);
    for (uint32_t i = 0; i < tiles; i++) {
        merge_neighbours(d_keys, n, i & 1, stream);
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
    for (uint32_t size = 2; size <= TILE_ITEMS; size *= 2) {
        for (uint32_t stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            uint32_t i = place_of(threadIdx.x, stride);
            if (i & size) {
                order_pair(&s_keys[i + stride], &s_keys[i]);
            } else {
                order_pair(&s_keys[i], &s_keys[i + stride]);
            }
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
    for (size_t size = TILE_ITEMS; size < n; size *= 2) {
        compare_partners(d_keys, n, 2 * size - 1, stream);
        size_t stride = size / 2;
        while (stride >= TILE_ITEMS) {
            compare_partners(d_keys, n, stride, stream);
            stride /= 2;
        }
        clean_tiles_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n);
        CU_LAUNCHED();
    }
}
