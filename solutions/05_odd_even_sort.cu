/**
 * @file
 * @brief Lab 05: a block sorts its tile; in each phase its threads compare pairs of neighbours.
 */
#include "odd_even_sort.h"

#include "common/cu.h"

/** Pairs of neighbours in a tile, and threads of a block: each thread has one pair in a phase. */
enum { PAIRS = TILE_ITEMS / 2 };

/** Puts keys[i] and keys[i + 1] in order. Returns whether it swapped them. */
static __device__ bool order_pair(uint32_t *keys, size_t i) {
    //> TODO 1: compare the two keys and swap them if they are in the wrong order. What about equal keys?
    uint32_t left = keys[i], right = keys[i + 1];
    if (left <= right) return false;
    keys[i] = right;
    keys[i + 1] = left;
    return true;
    //| return false;
    //<
}

/** @launch one thread for two keys, in blocks of PAIRS threads
 *  @shared none
 *  @cost   4 bytes a key read, and written where they swap; no barrier
 *  @source N. Habermann 1972; write-ups of student GPU sorts */
static __global__ void compare_neighbours_kernel(uint32_t *d_keys, size_t n, uint32_t phase) {
    //> TODO 1, continued: find this thread's pair in the whole array. It may have none.
    size_t i = 2 * ((size_t)blockIdx.x * PAIRS + threadIdx.x) + phase % 2;
    if (i + 1 < n) order_pair(d_keys, i);
    //<
}

void compare_neighbours(uint32_t *d_keys, size_t n, uint32_t phase, cudaStream_t stream) {
    if (n > 0) compare_neighbours_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n, phase);
    CU_LAUNCHED();
}

/** The number of keys in this block's tile: TILE_ITEMS, or fewer in the last tile. */
static __device__ uint32_t tile_length(size_t n) {
    size_t left = n - (size_t)blockIdx.x * TILE_ITEMS;
    return left < TILE_ITEMS ? (uint32_t)left : TILE_ITEMS;
}

/** Copies the m keys of a tile into shared memory, which has space for TILE_ITEMS keys. */
static __device__ void load_tile(const uint32_t *d_tile, uint32_t m, uint32_t *s_keys) {
    for (uint32_t i = threadIdx.x; i < TILE_ITEMS; i += PAIRS) {
        //> TODO 3: a short tile has no keys from index m on. Fill these indexes with padding that never
        //> moves in front of a real key.
        s_keys[i] = i < m ? d_tile[i] : UINT32_MAX; // a real UINT32_MAX is the same word
        //| if (i < m) s_keys[i] = d_tile[i];
        //<
    }
}

/** Copies the first m keys back. The rest is padding, or keys equal to the padding. */
static __device__ void store_tile(const uint32_t *s_keys, uint32_t m, uint32_t *d_tile) {
    for (uint32_t i = threadIdx.x; i < m; i += PAIRS) d_tile[i] = s_keys[i];
}

/** @launch one block for each tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; a tile takes TILE_ITEMS + 1 barriers and TILE_ITEMS * PAIRS
 *          comparisons, minus one for each odd phase
 *  @source N. Habermann 1972; J. Kornerup 1996; write-ups of student GPU sorts */
static __global__ void sort_tiles_phases_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_keys[TILE_ITEMS];
    uint32_t *d_tile = d_keys + (size_t)blockIdx.x * TILE_ITEMS, m = tile_length(n);
    load_tile(d_tile, m, s_keys);
    //> TODO 2: run TILE_ITEMS phases in shared memory with order_pair, even and odd in turn. Which
    //> thread has no pair in an odd phase? When must all threads wait?
    for (uint32_t phase = 0; phase < TILE_ITEMS; phase++) {
        uint32_t i = 2 * threadIdx.x + phase % 2;
        __syncthreads(); // the load or the phase before has written the keys compared now
        if (i + 1 < TILE_ITEMS) order_pair(s_keys, i);
    }
    __syncthreads(); // all pairs are in order: other threads copy them back
    //<
    store_tile(s_keys, m, d_tile);
}

void sort_tiles_phases(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_tiles_phases_kernel<<<tile_count(n), PAIRS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** Sorts the tile in shared memory. Returns the number of passes. All threads of the block call it. */
static __device__ uint32_t sort_by_passes(uint32_t *s_keys) {
    uint32_t passes = 0;
    //> TODO 4: repeat passes, an even phase and then an odd phase, until a pass in which no thread swaps
    //> anything. __syncthreads_or is a barrier. It returns to every thread whether any thread swapped.
    uint32_t i = 2 * threadIdx.x;
    bool swapped;
    __syncthreads(); // the tile is loaded
    do {
        swapped = order_pair(s_keys, i);
        __syncthreads(); // the even phase is over
        if (i + 2 < TILE_ITEMS) swapped |= order_pair(s_keys, i + 1);
        passes++; // one phase alone may swap nothing in a tile that is not sorted yet
    } while (__syncthreads_or(swapped)); // the odd phase is over: all threads stay or all leave
    //<
    return passes;
}

/** @launch one block for each tile, PAIRS threads
 *  @shared 8 KB: the keys of a tile
 *  @cost   8 bytes a key moved; 1 barrier, and 2 more for each of 1 to PAIRS + 1 passes
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
