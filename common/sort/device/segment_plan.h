/**
 * @file
 * @brief A sort of many arrays at once: where everything lies in temporary memory, and the launches.
 *
 * The host does not know how large the segments are. So all ways are launched, and kernels without work leave at once.
 */
#ifndef SORTLAB_DEVICE_SEGMENT_PLAN_H
#define SORTLAB_DEVICE_SEGMENT_PLAN_H

#include "common/sort/device/items.h"
#include "common/sort/device/long_segments.h"

#ifdef __CUDACC__

enum {
    PART_OF = 32, /**< so many parts of a tile, */
    PART = 9,     /**< of which a segment has that many at most, if it is with others */
    LEAST_PART = 8 * GRID_THREADS / PART_OF * PART, /**< where a block has 64 KB of shared memory */
    LEAST_LONG_KEYS =
        20 * GRID_THREADS, /**< keys, alone and with values, that a block sorts there */
    LEAST_LONG_PAIRS = 8 * GRID_THREADS,
};

/** What is launched. */
struct segment_plan {
    struct segment_sort sort;
    uint32_t *d_indices; /**< where the items' indices end, if values are gathered by them */
    size_t temp_bytes;
};

/** Rows of a tile, so many words each, that fit in a block behind what else it shares. */
static inline uint32_t rows_that_fit(size_t other_bytes, uint32_t words, uint32_t most) {
    const size_t batch = item_place(ROW_BATCH * GRID_THREADS) * sizeof(uint32_t) * words;
    const size_t rows = (block_bytes() - other_bytes) / batch * ROW_BATCH;
    return (uint32_t)size_min(rows, most);
}

/** Bytes of shared memory of a block that sorts a tile of segments. */
static inline size_t tile_bytes(uint32_t rows) {
    return sizeof(struct tile_shared) + 2 * item_place(rows * GRID_THREADS) * sizeof(uint32_t);
}

/** Where lists and tables of segments lie. */
static inline void lay_out_lists(struct segment_sort *a, size_t n, struct pieces *p) {
    const size_t least = a->pass.carries ? LEAST_LONG_PAIRS : LEAST_LONG_KEYS;
    const size_t spans = 2 * (n / LEAST_PART + 1), longs = n / least + 1;
    const size_t tiles = n / (LONG_ROWS * SWEEP_THREADS) + longs;
    a->d_notes = (struct segment_notes *)take(p, sizeof(struct segment_notes));
    a->d_tiles = (struct span *)take(p, spans * sizeof(struct span));
    a->d_blocks = (struct span *)take(p, spans * sizeof(struct span));
    a->d_longs = (struct long_segment *)take(p, longs * sizeof(struct long_segment));
    a->d_long_tiles = (struct long_tile *)take(p, tiles * sizeof(struct long_tile));
    a->d_bins = (place_t *)take(p, longs * LONG_PASSES * RADIX * sizeof(place_t));
    a->pass.d_published = (place_t *)take(p, tiles * RADIX * sizeof(place_t));
}

/** Where everything lies in d_temp, which may be NULL where only sizes are asked for. */
static inline struct segment_plan lay_out_segments(const struct items *x, void *d_temp) {
    struct sweep s = plan_passes(x, most_carried(x));
    struct segment_plan plan = {};
    struct segment_sort *a = &plan.sort;
    struct pieces p = {(char *)d_temp, 0};
    lay_out_words(&s, x, &p);
    if (s.pass.carries) lay_out_carried(&s, x, &p);
    a->pass = s.pass, a->by = s.by, a->free_bits = 32 - x->bits;
    a->d_starts = x->d_starts, a->segments = x->segments;
    lay_out_lists(a, x->n, &p);
    a->pass.slot_starts = LONG_PASSES * RADIX;
    a->pass.d_tiles = a->d_long_tiles;
    a->pass.d_n_tiles = d_temp ? &a->d_notes->long_tiles : NULL;
    a->pass.d_moves = d_temp ? &a->d_notes->moves : NULL;
    plan.d_indices = s.d_indices;
    plan.temp_bytes = p.bytes;
    return plan;
}

/** Launches the kernel for keys or the one for pairs. */
static inline void launch_segments(const struct segment_sort *a, const void *keys,
                                   const void *pairs, size_t blocks, uint32_t threads, size_t bytes,
                                   cudaStream_t stream) {
    void *arguments[] = {(void *)a};
    launch_early(a->pass.carries ? pairs : keys, (uint32_t)blocks, threads, bytes, stream,
                 arguments);
}

/** Launches those that sort tiles: the ones on the list, or all items as one. */
static inline void launch_tiles(const struct segment_sort *a, uint32_t rows, size_t blocks,
                                cudaStream_t stream) {
    launch_segments(a, (const void *)sort_key_tiles_kernel, (const void *)sort_pair_tiles_kernel,
                    blocks, GRID_THREADS, tile_bytes(rows), stream);
}

/** The tiles of sweeps over segments. */
static inline struct tile_shape long_shape(bool large, bool carries) {
    const struct tile_shape small = {LONG_ROWS, SWEEP_THREADS}, words = {WORD_ROWS, SWEEP_THREADS},
                            pairs = {PAIR_ROWS, LARGE_THREADS};
    return !large ? small : carries ? pairs : words;
}

/** Launches the sweeps over the segments that fit in no block. */
static inline void sweep_long_segments(const struct segment_sort *a, cudaStream_t stream) {
    const size_t tiles = a->pass.n / a->long_items + a->pass.n / a->most + 1;
    const bool large = a->long_items > LONG_ROWS * SWEEP_THREADS;
    const struct tile_shape shape = long_shape(large, a->pass.carries);
    const void *kernels[2][2] = {
        {(const void *)move_long_words_small_kernel, (const void *)move_long_words_kernel},
        {(const void *)move_long_pairs_small_kernel, (const void *)move_long_pairs_kernel}};
    const bool loop = blocks_loop(shape.rows, false, a->pass.carries);
    const size_t blocks = size_min(tiles, 2 * multiprocessors());
    launch_segments(a, (const void *)count_long_kernel, (const void *)count_long_kernel, blocks,
                    HISTOGRAM_THREADS, 0, stream);
    launch_segments(a, (const void *)start_long_kernel, (const void *)start_long_kernel, blocks,
                    RADIX, 0, stream);
    for (uint32_t k = 0; k < a->pass.passes; k++) {
        struct pass p = a->pass;
        p.number = k, p.byte = a->by.byte[k], p.mask = a->by.mask[k];
        p.d_starts = a->d_bins + k * RADIX, p.d_tickets = a->d_notes->tickets + k;
        void *arguments[] = {&p};
        launch_early(kernels[p.carries][large],
                     (uint32_t)(loop ? size_min(tiles, 3 * multiprocessors()) : tiles),
                     shape.threads, move_bytes(shape, false, p.carries), stream, arguments);
    }
}

/** Launches all ways. Segments of all sizes may be there. */
static inline void launch_ways(const struct segment_sort *a, uint32_t tile_rows,
                               cudaStream_t stream) {
    const uint32_t block_rows = a->most / GRID_THREADS;
    const size_t windows = (a->pass.n + a->window - 1) / a->window, n = multiprocessors();
    const size_t ranked = sizeof(struct rank_shared) + a->tile * sizeof(uint32_t);
    CU(cudaMemsetAsync(a->d_notes, 0, sizeof(*a->d_notes), stream));
    launch_segments(a, (const void *)rank_keys_kernel, (const void *)rank_pairs_kernel,
                    size_min(windows, a->segments), GRID_THREADS, ranked, stream);
    launch_tiles(a, tile_rows, size_min(windows, 2 * n), stream);
    launch_segments(a, (const void *)sort_key_blocks_kernel, (const void *)sort_pair_blocks_kernel,
                    size_min(windows, 2 * n), GRID_THREADS,
                    grid_bytes(block_rows, false, a->pass.carries), stream);
    if (a->pass.n > a->most) sweep_long_segments(a, stream);
}

/** Sorts the items of each segment, n > 0 in all. It is stable. */
static inline void sort_segments(const struct items *x, void *d_temp, cudaStream_t stream) {
    struct segment_plan plan = lay_out_segments(x, d_temp);
    struct segment_sort *a = &plan.sort;
    const uint32_t rows = rows_that_fit(sizeof(struct tile_shared), 2, GRID_ROWS);
    const bool carries = a->pass.carries;
    a->tile = rows * GRID_THREADS;
    a->part = a->tile / PART_OF * PART;
    a->window = a->tile - a->part;
    const struct tile_shape shape =
        long_shape(x->bits % RADIX_BITS == 0 && block_bytes() >= 200 << 10, carries);
    a->long_items = shape.rows * shape.threads;
    a->by_segments = x->segments < (x->n + a->window - 1) / a->window;
    a->most = GRID_THREADS *
              rows_that_fit(sizeof(struct grid_shared), carries ? 2 : 1,
                            carries ? (uint32_t)BLOCK_PAIR_ROWS : (uint32_t)GRID_WORD_ROWS);
    if (x->n <= a->tile) {
        a->d_tiles = NULL;
        launch_tiles(a, rows, 1, stream);
    } else {
        launch_ways(a, rows, stream);
    }
    if (plan.d_indices)
        gather_values(x->d_values, plan.d_indices, x->n, x->value_bytes, x->d_values_out, stream);
}

#endif
#endif
