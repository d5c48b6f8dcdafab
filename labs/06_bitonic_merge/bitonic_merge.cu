/**
 * @file
 * @brief Lab 06: bitonic networks merge runs, sort tiles, and sort the whole array.
 */
#include "bitonic_merge.h"

#include "common/cu.h"

/** Pairs of keys in one level of a tile, and threads of a block. */
enum { PAIRS = TILE_ITEMS / 2 };

/** Leaves the smaller key in *low and the greater key in *high, without a branch. */
static __device__ void order_pair(uint32_t *low, uint32_t *high) {
    uint32_t a = *low, b = *high;
    *low = min(a, b);
    *high = max(a, b);
}

/** @launch one thread for each key, in blocks of PAIRS threads
 *  @shared none
 *  @cost   8 bytes a key moved, by one of the two threads of a pair; no barrier
 *  @source K. Batcher 1968 */
static __global__ void compare_partners_kernel(uint32_t *d_keys, size_t n, size_t mask) {
    // TODO 1: compare the key at this thread's index i with the key at i ^ mask. Both indexes have a
    // thread: which of the two threads does the work? And when is there no work to do?
}

void compare_partners(uint32_t *d_keys, size_t n, size_t mask, cudaStream_t stream) {
    uint32_t blocks = (uint32_t)((n + PAIRS - 1) / PAIRS);
    if (n > 0) compare_partners_kernel<<<blocks, PAIRS, 0, stream>>>(d_keys, n, mask);
    CU_LAUNCHED();
}

/** The number of keys from index `start` of the array on, but at most `most`. */
static __device__ uint32_t keys_from(size_t start, size_t n, uint32_t most) {
    return n - start < most ? (uint32_t)(n - start) : most;
}

/** Copies the m keys of a tile into shared memory and fills the rest with the greatest key. */
static __device__ void load_tile(const uint32_t *d_tile, uint32_t m, uint32_t *s_keys) {
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS)
        s_keys[i] = i < m ? d_tile[i] : UINT32_MAX;
}

/** Copies the first m keys back after all threads have come here. */
static __device__ void store_keys(const uint32_t *s_keys, uint32_t m, uint32_t *d_keys) {
    __syncthreads(); // the last level is done
    for (uint32_t i = threadIdx.x; i < m; i += PAIRS) d_keys[i] = s_keys[i];
}

/** The smaller index of pair p: the bits of p, with a 0 put in where the stride has its 1. */
static __device__ uint32_t place_of(uint32_t p, uint32_t stride) {
    return 2 * p - (p & (stride - 1));
}

/** Turns a bitonic sequence in shared memory into a run. count is a power of two. */
static __device__ void clean(uint32_t *s_keys, uint32_t count) {
    // TODO 2: run half-cleaners with strides count / 2, count / 4, ... 1. The threads share the
    // count / 2 pairs of each level. When must all threads wait?
}

/** @launch a block for every two tiles, PAIRS threads
 *  @shared 16 KB: the keys of two tiles
 *  @cost   8 bytes a key moved; 13 barriers and 12 levels of TILE_ITEMS comparisons
 *  @source K. Batcher 1968; G. Baudet and D. Stevenson 1978 */
static __global__ void merge_neighbours_kernel(uint32_t *d_keys, size_t n, uint32_t first) {
    __shared__ uint32_t s_keys[2 * TILE_ITEMS];
    size_t start = ((size_t)blockIdx.x * 2 + first) * TILE_ITEMS;
    uint32_t m = keys_from(start, n, 2 * TILE_ITEMS);
    // TODO 2, continued: copy both runs into s_keys, the second run reversed, so that the keys rise
    // and then fall. The second run may be short: which padding do you write, and at which indexes?
    // Then merge and store.
}

void merge_neighbours(uint32_t *d_keys, size_t n, uint32_t first, cudaStream_t stream) {
    uint32_t tiles = tile_count(n), blocks = tiles > first ? (tiles - first) / 2 : 0;
    if (blocks > 0) merge_neighbours_kernel<<<blocks, PAIRS, 0, stream>>>(d_keys, n, first);
    CU_LAUNCHED();
}

void merge_runs_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    // TODO 3: merge neighbours in rounds that begin at tile 0 and at tile 1 in turn. How many rounds?
}

/** @launch one block for each tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; 67 barriers and 66 levels of PAIRS comparisons
 *  @source K. Batcher 1968 */
static __global__ void sort_tiles_bitonic_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = keys_from(start, n, TILE_ITEMS);
    load_tile(d_keys + start, m, s_keys);
    // TODO 4: for sizes 2, 4, ... TILE_ITEMS run half-cleaners with strides size / 2, ... 1. If
    // i & size is not 0, sort the pair downwards. Then a run that rises and a run that falls make
    // the bitonic sequence of the next size.
    store_keys(s_keys, m, d_keys + start);
}

void sort_tiles_bitonic(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_tiles_bitonic_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch one block for each tile, PAIRS threads
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
    // TODO 5: make runs of TILE_ITEMS keys. Then merge pairs of runs of `size` keys until one run is
    // left. The first level compares i with i ^ (2 * size - 1), so it reads the second run backwards.
    // Half-cleaners follow. clean_tiles_kernel runs all strides below TILE_ITEMS.
}
