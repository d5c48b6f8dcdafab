/**
 * @file
 * @brief On the device: merges the pieces of a slice.
 *
 * A slice has a piece of each run, of any length. Pairs of neighbouring pieces become one, then pairs of
 * these, as in lab 10, whose runs are whole tiles; here a tile is cut wherever its pair has it.
 */
#include "common/cu.h"
#include "common/share.h"
#include "grader/sort/device/device_parts.h"
#include "labs/10_merge_path/fetch.h"

/** How many keys of a are among the first `diagonal` keys of the merge of a and b. */
static __device__ size_t cut_pair(const uint32_t *a, size_t a_n, const uint32_t *b, size_t b_n,
                                  size_t diagonal) {
    size_t low = diagonal > b_n ? diagonal - b_n : 0, high = diagonal < a_n ? diagonal : a_n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        bool more = a[middle] <= b[diagonal - 1 - middle];
        low = more ? middle + 1 : low;
        high = more ? high : middle;
    }
    return low;
}

/** The first tile of a pair, where each may have one that is not whole. */
static __device__ size_t first_tile(const size_t *d_offsets, uint32_t step, uint32_t pair) {
    return d_offsets[2 * step * pair] / MERGE_TILE + pair;
}

/** @launch a thread a tile, in blocks of MERGE_THREADS
 *  @shared none
 *  @cost   40 bytes a tile written; 2 log2(piece) comparisons, of two keys read, a tile
 *  @source Green 2012 */
static __global__ void cut_tiles_kernel(const uint32_t *d_in, const size_t *d_from,
                                        const size_t *d_offsets, uint32_t k, uint32_t step,
                                        uint32_t tiles, struct device_tile *d_tiles) {
    uint32_t t = blockIdx.x * MERGE_THREADS + threadIdx.x;
    uint32_t low = 0, high = (k - 1) / (2 * step);
    struct device_tile tile = {0, 0, 0, 0, 0};
    if (t >= tiles) return;
    while (low < high) { // the last pair that begins at this tile or before it
        uint32_t middle = (low + high + 1) / 2;
        bool here = first_tile(d_offsets, step, middle) <= t;
        low = here ? middle : low;
        high = here ? high : middle - 1;
    }
    uint32_t first = 2 * step * low, second = min(first + step, k), end = min(second + step, k);
    size_t a_n = d_offsets[second] - d_offsets[first], b_n = d_offsets[end] - d_offsets[second];
    size_t from = (t - first_tile(d_offsets, step, low)) * MERGE_TILE;
    if (from < a_n + b_n) {
        size_t to = from + MERGE_TILE < a_n + b_n ? from + MERGE_TILE : a_n + b_n;
        size_t a = d_from[first], b = second < k ? d_from[second] : 0;
        size_t i = cut_pair(d_in + a, a_n, d_in + b, b_n, from);
        tile.a = a + i;
        tile.b = b + (from - i);
        tile.to = d_offsets[first] + from;
        tile.a_n = (uint32_t)(cut_pair(d_in + a, a_n, d_in + b, b_n, to) - i);
        tile.m = (uint32_t)(to - from);
    }
    d_tiles[t] = tile;
}

/** A thread's items of the merge of s_keys[0 .. a_n) and s_keys[a_n .. m); s_keys[m] may be read. */
static __device__ __forceinline__ void merge_items(const uint32_t *s_keys, uint32_t a_n, uint32_t m,
                                                   uint32_t *items) {
    uint32_t diagonal = min(threadIdx.x * MERGE_ITEMS, m), b_n = m - a_n;
    uint32_t low = diagonal > b_n ? diagonal - b_n : 0, high = min(diagonal, a_n);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        bool more = s_keys[middle] <= s_keys[a_n + diagonal - 1 - middle];
        low = more ? middle + 1 : low;
        high = more ? high : middle;
    }
    uint32_t i = low, j = a_n + diagonal - low, head_i = s_keys[i], head_j = s_keys[j];
#pragma unroll
    for (int r = 0; r < MERGE_ITEMS; r++) {
        bool first = j >= m || (i < a_n && head_i <= head_j);
        items[r] = first ? head_i : head_j;
        uint32_t next = s_keys[first ? ++i : ++j];
        head_i = first ? next : head_i;
        head_j = first ? head_j : next;
    }
}

/** @launch a block a tile, MERGE_THREADS threads
 *  @shared 17 KB: the keys of a tile, and a word behind them
 *  @cost   8 bytes a key moved; 3 barriers; log2(MERGE_TILE) + MERGE_ITEMS comparisons a thread
 *  @source Green 2012 */
static __global__ void __launch_bounds__(MERGE_THREADS, MERGE_BLOCKS)
    merge_kernel(const uint32_t *d_in, uint32_t *d_out, const struct device_tile *d_tiles,
                 enum key_type type) {
    __shared__ uint32_t s_keys[MERGE_TILE + 1];
    const struct device_tile *tile = &d_tiles[blockIdx.x];
    uint32_t m = tile->m, items[MERGE_ITEMS];
    if (m == 0) return;
    tile_fetch(s_keys, d_in + tile->a, tile->a_n, d_in + tile->b, m, KEY_U32);
    merge_items(s_keys, tile->a_n, m, items);
    share_store(items, MERGE_ITEMS, s_keys);
    tile_store(s_keys, m, d_out + tile->to, type);
}

size_t device_tiles(size_t n, size_t k) {
    return n / MERGE_TILE + (k + 1) / 2;
}

void device_merge_slice(const struct slice_pieces *p, const struct merge_buffers *buffers,
                        enum key_type type, cudaStream_t stream) {
    const uint32_t *d_in = p->d_in;
    const size_t *d_from = p->d_from;
    for (uint32_t step = 1, last = 0; !last; step *= 2) {
        uint32_t pairs = (uint32_t)((p->k + 2 * step - 1) / (2 * step));
        uint32_t tiles = (uint32_t)(p->n / MERGE_TILE) + pairs;
        last = pairs == 1;
        uint32_t *d_out = last                   ? buffers->d_out
                          : d_in == buffers->d_x ? buffers->d_y
                                                 : buffers->d_x;
        cut_tiles_kernel<<<tiles / MERGE_THREADS + 1, MERGE_THREADS, 0, stream>>>(
            d_in, d_from, p->d_offsets, (uint32_t)p->k, step, tiles, buffers->d_tiles);
        CU_LAUNCHED();
        merge_kernel<<<tiles, MERGE_THREADS, 0, stream>>>(d_in, d_out, buffers->d_tiles,
                                                          last ? type : KEY_U32);
        CU_LAUNCHED();
        d_in = d_out;
        d_from = p->d_offsets;
    }
}
