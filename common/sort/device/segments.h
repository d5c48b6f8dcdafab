/**
 * @file
 * @brief Many arrays that are sorted at once, each by itself: those that fit in a block.
 *
 * A tile has all segments that begin in a window of the array, but for the last one if that is large. Where all of a
 * tile's segments are small, each item counts those of its segment that come before it. Other tiles are put on a list,
 * and sorted by digits of the key and of the segment's number in the tile. A large segment is put on a list by itself,
 * if it fits in a block; else sweeps sort it (long_segments.h).
 */
#ifndef SORTLAB_DEVICE_SEGMENTS_H
#define SORTLAB_DEVICE_SEGMENTS_H

#include "common/sort/device/heads.h"

#ifdef __CUDACC__

enum {
    BLOCK_PAIR_ROWS = 24, /**< most of a segment that a block sorts with its values */
    LONG_PASSES = 4,      /**< most of a sweep over long segments */
};

/** What kernels leave for those behind them; zeros at first. */
struct segment_notes {
    unsigned long long moves; /**< as d_moves of a pass */
    uint32_t tiles, blocks;   /**< on the lists */
    uint32_t longs, long_tiles;
    unsigned int tickets[LONG_PASSES];
};

/** A segment that sweeps sort. */
struct long_segment {
    place_t first, n;
};

/** What the kernels get. */
struct segment_sort {
    struct pass pass; /**< what all passes have in common */
    struct sweep_bytes by;
    const place_t *d_starts;
    size_t segments;
    bool by_segments;   /**< a block each, and not one for each window */
    uint32_t free_bits; /**< of a key that do not count */
    uint32_t window;    /**< items */
    uint32_t part,
        tile;      /**< most items of a segment in a tile that has others, too, and of a tile */
    uint32_t most; /**< items of a segment that a block sorts */
    uint32_t long_items; /**< of a tile of those that sweeps sort */
    struct segment_notes *d_notes;
    struct span *d_tiles, *d_blocks; /**< lists; without the first one, all are one tile */
    struct long_segment *d_longs;
    struct long_tile *d_long_tiles;
    place_t *d_bins; /**< LONG_PASSES * RADIX for each long segment */
};

/** What the threads of a block share that ranks the items of a tile; behind it lie their keys. */
struct rank_shared {
    struct heads heads;
    place_t ends[2];
    uint32_t slot, tile;
};

/** The segments that begin in the block's window, or in that of its segment, if this is the first one there. */
static __device__ __forceinline__ struct span find_span(const struct segment_sort *a,
                                                        place_t *s_ends) {
    const uint32_t warp = threadIdx.x / WARP_THREADS;
    const size_t low = a->by_segments ? blockIdx.x : 0;
    size_t window = blockIdx.x;
    struct span span = {0, 0};
    if (a->by_segments) {
        window = a->d_starts[low] / a->window;
        if (low > 0 && a->d_starts[low - 1] / a->window == window) return span;
    }
    if (warp < 2) {
        const size_t x = (window + warp) * a->window;
        const size_t end = find_segment(a->d_starts, low, a->segments, min(x, a->pass.n));
        if (threadIdx.x % WARP_THREADS == 0) s_ends[warp] = end;
    }
    __syncthreads(); // both ends are there
    span.low = s_ends[0], span.high = s_ends[1];
    return span;
}

/** Puts segments on a list. */
static __device__ __forceinline__ void list_span(struct span *d_list, uint32_t *d_n, place_t low,
                                                 place_t high) {
    const struct span span = {low, high};
    if (threadIdx.x == 0) d_list[atomicAdd(d_n, 1)] = span;
}

/** Puts a segment on the list of those that sweeps sort, and its tiles on theirs. */
static __device__ __forceinline__ void list_long(const struct segment_sort *a, place_t first,
                                                 place_t n, struct rank_shared *s) {
    const uint32_t items = a->long_items, tiles = (uint32_t)((n + items - 1) / items);
    if (threadIdx.x == 0) {
        s->slot = atomicAdd(&a->d_notes->longs, 1);
        s->tile = atomicAdd(&a->d_notes->long_tiles, tiles);
    }
    __syncthreads(); // its places are known
    const struct long_segment segment = {first, n};
    if (threadIdx.x == 0) a->d_longs[s->slot] = segment;
    for (uint32_t t = threadIdx.x; t < tiles; t += GRID_THREADS) {
        const place_t at = (place_t)t * items;
        const struct long_tile tile = {first + at, (uint32_t)min(n - at, (place_t)items), s->slot,
                                       s->tile};
        a->d_long_tiles[s->tile + t] = tile;
    }
    for (uint32_t i = threadIdx.x; i < LONG_PASSES * RADIX; i += GRID_THREADS)
        a->d_bins[(size_t)s->slot * LONG_PASSES * RADIX + i] = 0;
}

/** A key's bits that count, as the upper ones of a word whose other bits are 0. */
static __device__ __forceinline__ uint32_t rank_word(const struct segment_sort *a,
                                                     struct item key) {
    return sweep_encode(key, a->pass.from, false).low << a->free_bits;
}

/**
 * Brings m items from the index `first` on to where so many of their segment come before them. Equal keys are compared
 * by their indices.
 */
static __device__ __forceinline__ void rank_items(const struct segment_sort *a, size_t first,
                                                  uint32_t m, bool carries, const struct heads *h,
                                                  uint32_t *s_keys) {
    const struct way items = a->pass.items, carried = a->pass.carried;
    for (uint32_t i = threadIdx.x; i < m; i += GRID_THREADS)
        s_keys[i] = rank_word(a, load_item(items.first, first + i, 0, false));
    __syncthreads(); // all keys are there
    for (uint32_t i = threadIdx.x; i < m; i += GRID_THREADS) {
        const place_t key = (place_t)s_keys[i] << 32 | i;
        const uint32_t begin = begin_of(h, i), end = end_of(h, i);
        const uint32_t word = load_word(items.first, first + i, 0);
        const uint32_t value = carries ? load_word(carried.first, first + i, 0) : 0;
        uint32_t rank = begin;
#pragma unroll 4
        for (uint32_t j = begin; j < end; j++) rank += ((place_t)s_keys[j] << 32 | j) < key;
        items.land.d_low[first + rank] = word;
        if (carries) carried.land.d_low[first + rank] = value;
    }
}

/** Sorts the tile of the block's window, if its segments are small, or puts it on a list. */
static __device__ __forceinline__ void rank_tile_of(const struct segment_sort *a, bool carries,
                                                    struct rank_shared *s) {
    struct span span = find_span(a, s->ends);
    if (span.low >= span.high) return;
    const place_t first = a->d_starts[span.low], last = a->d_starts[span.high - 1];
    place_t end = a->d_starts[span.high];
    if (end - last > a->part) {
        span.high--;
        if (end - last > a->most)
            list_long(a, last, end - last, s);
        else if (carries && end - last <= a->tile)
            list_span(a->d_tiles, &a->d_notes->tiles, span.high, span.high + 1);
        else
            list_span(a->d_blocks, &a->d_notes->blocks, span.high, span.high + 1);
        end = last;
    }
    const uint32_t m = (uint32_t)(end - first);
    if (m == 0) return;
    set_heads(&s->heads, a->d_starts, span, first, m);
    if (are_small(&s->heads, m))
        rank_items(a, first, m, carries, &s->heads, (uint32_t *)(s + 1));
    else
        list_span(a->d_tiles, &a->d_notes->tiles, span.low, span.high);
}

/**
 * A kernel that sorts the tiles whose segments are small, and lists all others.
 *
 *  @launch a block for each window, or each segment, GRID_THREADS threads
 *  @shared 2 KB: a bit an item and its segment; and two windows of keys
 *  @cost   8 bytes a word moved; a read in shared memory for each item of an item's segment; 7 barriers
 *  @source Blelloch 1990
 */
#define RANK_SEGMENTS(name, carries)                                                               \
    static __global__ void __launch_bounds__(GRID_THREADS, 4)                                      \
        name(const __grid_constant__ struct segment_sort a) {                                      \
        extern __shared__ struct rank_shared s_rank[];                                             \
        await_kernel_before();                                                                     \
        rank_tile_of(&a, carries, s_rank);                                                         \
    }

RANK_SEGMENTS(rank_keys_kernel, false)
RANK_SEGMENTS(rank_pairs_kernel, true)

/** What the threads of a block share that sorts a tile; behind it lie items by digit. */
struct tile_shared {
    struct heads heads;
    struct grid_shared grid;
};

/** Loads a tile's keys: above each its segment's number in the tile, and the item's index there. */
static __device__ __forceinline__ void load_tile(const struct pass *p, size_t first, uint32_t m,
                                                 uint32_t used, const struct heads *h,
                                                 struct item *rows) {
    const uint32_t at = first_index(used);
    load_rows(p, whole_step(p), first, m, GRID_ROWS, used, false, rows);
#pragma unroll
    for (uint32_t r = 0; r < GRID_ROWS; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used) break;
        if (i < m) rows[r].high = i << 16 | number_of(h, i);
    }
}

/** Stores a tile that is in order. */
static __device__ __forceinline__ void store_tile(const struct pass *p, size_t first, uint32_t m,
                                                  uint32_t used, bool carries,
                                                  const struct item *rows, uint32_t *s_words) {
    const uint32_t at = first_index(used);
#pragma unroll
    for (uint32_t r = 0; r < GRID_ROWS; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used || i >= m) break;
        p->items.land.d_low[first + i] = sweep_decode(rows[r], p->to, false).low;
    }
    if (!carries) return;
    __syncthreads(); // nobody needs the items there any more
    for (uint32_t i = threadIdx.x; i < m; i += GRID_THREADS)
        s_words[i] = load_word(p->carried.first, first + i, 0);
    __syncthreads(); // the values are there
#pragma unroll
    for (uint32_t r = 0; r < GRID_ROWS; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used || i >= m) break;
        p->carried.land.d_low[first + i] = s_words[rows[r].high >> 16];
    }
}

/** Rows that m items need. */
static __device__ __forceinline__ uint32_t rows_of(uint32_t m) {
    return (m + ROW_BATCH * GRID_THREADS - 1) / (ROW_BATCH * GRID_THREADS) * ROW_BATCH;
}

/** Sorts a tile of several segments: by its keys, then by the numbers of their segments. */
static __device__ __forceinline__ void sort_span(const struct segment_sort *a, struct span span,
                                                 bool carries, struct tile_shared *s) {
    const size_t first = a->d_starts[span.low];
    const uint32_t m = (uint32_t)(a->d_starts[span.high] - first), used = rows_of(m);
    struct pass p = a->pass;
    struct item rows[GRID_ROWS];
    set_heads(&s->heads, a->d_starts, span, first, m);
    count_heads(&s->heads, s->grid.sums);
    load_tile(&p, first, m, used, &s->heads, rows);
    const uint32_t last = number_of(&s->heads, m - 1);
    const uint32_t passes = p.passes + (last > 0) + (last >= RADIX);
    for (uint32_t k = 0; k < passes; k++) {
        p.byte = k < p.passes ? a->by.byte[k] : (uint32_t)sizeof(uint32_t) + k - p.passes;
        p.mask = k < p.passes ? a->by.mask[k] : RADIX - 1;
        pass_in_tile(&p, GRID_ROWS, used, true, false, rows, NULL, &s->grid);
    }
    store_tile(&p, first, m, used, carries, rows, (uint32_t *)(s + 1));
}

/**
 * A kernel that sorts the tiles on the list, or all items as one.
 *
 *  @launch some blocks, GRID_THREADS threads
 *  @shared 20 KB: as of a tile of grid.h, and where segments begin. And the items, of two words
 *  @cost   8 bytes a word moved; 4 to 6 passes in shared memory
 *  @source Merrill 2016
 */
#define SORT_TILES(name, carries)                                                                  \
    static __global__ void __launch_bounds__(GRID_THREADS, 2)                                      \
        name(const __grid_constant__ struct segment_sort a) {                                      \
        extern __shared__ struct tile_shared s_tile[];                                             \
        await_kernel_before();                                                                     \
        const uint32_t n = a.d_tiles ? a.d_notes->tiles : 1;                                       \
        const struct span all = {0, a.segments};                                                   \
        for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {                                     \
            sort_span(&a, a.d_tiles ? a.d_tiles[i] : all, carries, s_tile);                        \
            __syncthreads(); /* shared memory may be used again */                                 \
        }                                                                                          \
    }

SORT_TILES(sort_key_tiles_kernel, false)
SORT_TILES(sort_pair_tiles_kernel, true)

/**
 * A kernel that sorts the segments on the list, each in a block.
 *
 *  @launch some blocks, GRID_THREADS threads
 *  @shared as of grid.h
 *  @cost   8 bytes a word moved; a pass in shared memory for each byte of the key
 *  @source Merrill 2016
 */
#define SORT_BLOCKS(name, n_rows, carries, at_once)                                                \
    static __global__ void __launch_bounds__(GRID_THREADS, at_once)                                \
        name(const __grid_constant__ struct segment_sort a) {                                      \
        extern __shared__ struct grid_shared s_grid[];                                             \
        await_kernel_before();                                                                     \
        for (uint32_t i = blockIdx.x; i < a.d_notes->blocks; i += gridDim.x) {                     \
            const place_t first = a.d_starts[a.d_blocks[i].low];                                   \
            const uint32_t m = (uint32_t)(a.d_starts[a.d_blocks[i].high] - first);                 \
            sort_tile(a.pass, &a.by, first, m, n_rows, rows_of(m), false, carries, s_grid);        \
            __syncthreads(); /* shared memory may be used again */                                 \
        }                                                                                          \
    }

SORT_BLOCKS(sort_key_blocks_kernel, GRID_WORD_ROWS, false, 2)
SORT_BLOCKS(sort_pair_blocks_kernel, BLOCK_PAIR_ROWS, true, 1)

#endif
#endif
