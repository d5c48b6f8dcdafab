/**
 * @file
 * @brief A stable sort by bytes, a pass over the items for each: the algorithm of lab 12. For one .cu file.
 *
 * A pass moves every item to the index that a byte of its key says, by tiles. In a tile a warp has rows of 32
 * neighbouring items, and lane l number l of each. A tile publishes in global memory how many keys of each digit it
 * has; the tiles behind it look back at these counts and add them up.
 *
 * Long segments of an array are sorted in the same passes, each by itself: they have tiles and counts of their own, and
 * look back no further than to their first tile.
 */
#ifndef SORTLAB_DEVICE_SWEEP_H
#define SORTLAB_DEVICE_SWEEP_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/few_values.h"
#include "common/sort/device/key_order.h"
#include "common/sort/device/rank.h"

#ifdef __CUDACC__

/*
 * A tile publishes a word for each digit. The upper five bits hold the pass and the kind: a count, or the sum of the
 * count and all counts before. Words of earlier passes are less than all words of this pass, so no kernel clears them.
 */
enum { COUNT_PUBLISHED = 1, SUM_PUBLISHED = 2, PUBLISHED_SHIFT = 59 };

/** The least word that publishes this. */
static __device__ place_t published(const struct pass *p, place_t what) {
    return (2 * p->number + what) << PUBLISHED_SHIFT;
}

static __device__ void publish(const struct pass *p, size_t tile, place_t what, place_t sum) {
    p->d_published[tile * RADIX + threadIdx.x] = published(p, what) + sum;
}

/** How many keys of digit threadIdx.x there are in the tiles from number `begin` to this one: asks so many at once, the
 * nearest first. */
static __device__ __forceinline__ place_t look_back(const struct pass *p, uint32_t begin,
                                                    uint32_t tile) {
    place_t before = 0, words[LOOK_BACK];
    while (tile > begin) {
#pragma unroll
        for (uint32_t w = 0; w < LOOK_BACK; w++)
            words[w] = p->d_published[(size_t)(tile > begin + w ? tile - 1 - w : begin) * RADIX +
                                      threadIdx.x];
#pragma unroll
        for (uint32_t w = 0; w < LOOK_BACK && tile > begin; w++, tile--) {
            if (words[w] >= published(p, SUM_PUBLISHED))
                return before + words[w] - published(p, SUM_PUBLISHED);
            if (words[w] < published(p, COUNT_PUBLISHED)) break; // nothing yet: asked again
            before += words[w] - published(p, COUNT_PUBLISHED);
        }
    }
    return before;
}

/** The sum of the values of the threads before this one in the block. Only that of the first RADIX is right. */
static __device__ uint32_t sum_before(uint32_t value, uint32_t *s_sums) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t sum = warp_scan(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    for (uint32_t w = 0; w < SWEEP_WARPS; w++)
        if (w < warp) sum += s_sums[w];
    return sum - value;
}

/** The index in its tile of this thread's item in row 0; in each row it is WARP_THREADS further. */
static __device__ __forceinline__ uint32_t first_index(uint32_t n_rows) {
    return threadIdx.x / WARP_THREADS * (WARP_THREADS * n_rows) + threadIdx.x % WARP_THREADS;
}

/**
 * Brings the m items of a tile into registers; the first pass maps their keys to words in unsigned order. Where items
 * are missing stands the greatest: it comes behind all m of the tile.
 */
static __device__ __forceinline__ void load_rows(const struct pass *p, struct step t, size_t first,
                                                 uint32_t m, uint32_t n_rows, uint32_t used,
                                                 bool wide, struct item *rows) {
    const uint32_t at = first_index(used);
    const struct lies from = from_of(p->items, t);
    const struct item greatest = {UINT32_MAX, UINT32_MAX};
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used) break;
        rows[r] = i < m ? load_item(from, first + at, r * WARP_THREADS, wide) : greatest;
    }
    if (!t.maps) return;
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++)
        if (r < used && at + r * WARP_THREADS < m) rows[r] = sweep_encode(rows[r], p->from, wide);
}

/** Copies m items from the index `first` on, where nothing moves. */
static __device__ __forceinline__ void copy_items(const struct pass *p, struct step t, size_t first,
                                                  uint32_t m, uint32_t threads, bool wide) {
    const struct lies from = from_of(p->items, t), to = goal_of(p, t);
    for (uint32_t at = threadIdx.x; at < m; at += COPY_BATCH * threads) {
        struct item x[COPY_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) x[k] = load_item(from, first + at, k * threads, wide);
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++) {
            if (at + k * threads >= m) break;
            if (t.maps) x[k] = sweep_encode(x[k], p->from, wide);
            if (t.maps_back) x[k] = sweep_decode(x[k], p->to, wide);
            store_item(to, first + at + k * threads, wide, x[k]);
        }
    }
}

/** The same of what is carried with them, so many words each. */
static __device__ __forceinline__ void copy_carried(const struct pass *p, struct step t,
                                                    size_t first, uint32_t m, uint32_t threads,
                                                    uint32_t words) {
    const struct lies from = from_of(p->carried, t), to = to_of(p->carried, t);
    for (uint32_t at = threadIdx.x; at < m; at += COPY_BATCH * threads) {
        struct cargo x[COPY_BATCH];
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) x[k] = load_cargo(from, first + at, k * threads, words);
#pragma unroll
        for (uint32_t k = 0; k < COPY_BATCH; k++)
            if (at + k * threads < m) store_cargo(to.d_low, first + at + k * threads, words, x[k]);
    }
}

/**
 * Takes the m items that lie in s_words by digit to the array.
 *
 * @param s_digits gets the digits of those that this thread has taken, four in a word
 */
static __device__ __forceinline__ void write_items(const struct pass *p, struct step t, uint32_t m,
                                                   uint32_t n_rows, uint32_t used, uint32_t threads,
                                                   bool wide, bool carries, const uint32_t *s_words,
                                                   const place_t *s_to, uint32_t *s_digits) {
    const struct lies to = goal_of(p, t);
    uint32_t digits = 0;
#pragma unroll
    for (uint32_t k = 0; k < n_rows; k++) {
        const uint32_t i = threadIdx.x + k * threads, at = own_place(k, threads);
        if (k >= used) break;
        struct item x = {wide ? s_words[2 * at] : s_words[at], wide ? s_words[2 * at + 1] : 0};
        const uint32_t digit = pass_digit(p, x, n_rows, wide);
        digits = digits >> 8 | digit << 24;
        if (carries && (k % 4 == 3 || k + 1 == n_rows))
            s_digits[k / 4 * threads + threadIdx.x] = digits;
        if (t.maps_back) x = sweep_decode(x, p->to, wide);
        if (i < m) store_item(to, s_to[digit] + i, wide, x);
    }
}

/** The runs that a block moves keys around. */
static __device__ struct shared_runs *runs_of_block(void) {
    __shared__ struct shared_runs s_runs;
    return &s_runs;
}

/** The same of words that leave gaps for the runs of values. */
static __device__ __forceinline__ void write_around(const struct pass *p, uint32_t m,
                                                    uint32_t n_rows, uint32_t threads,
                                                    const uint32_t *s_words, const place_t *s_to) {
    const struct shared_runs *s = runs_of_block();
    const uint32_t spike = s->low[0];
    const place_t run = s->n == 1 ? s->before[1] : 0;
    for (uint32_t i = threadIdx.x; i < m; i += threads) {
        const struct item x = {s_words[item_place(i)], 0};
        const place_t at = s_to[pass_digit(p, x, n_rows, false)] + i;
        p->items.land.d_low[place_around(x.low, at, spike, run, s)] =
            sweep_decode(x, p->to, false).low;
    }
}

/** Brings what is carried with m items, so many words each, to their places in s_words. */
static __device__ __forceinline__ void place_carried(struct lies from, size_t first, uint32_t m,
                                                     uint32_t n_rows, uint32_t used, uint32_t words,
                                                     const uint32_t *places, uint32_t *s_words) {
    const uint32_t at = first_index(used), most = words > 1 ? WORD_BATCH / words : WORD_BATCH;
    const struct cargo none = {{0, 0, 0, 0}};
#pragma unroll
    for (uint32_t begin = 0; begin < n_rows; begin += most) {
        struct cargo batch[WORD_BATCH]; // on their way at once
#pragma unroll
        for (uint32_t k = 0, r = begin; k < most && r < n_rows && r < used; k++, r++)
            batch[k] = at + r * WARP_THREADS < m
                           ? load_cargo(from, first + at, r * WARP_THREADS, words)
                           : none;
#pragma unroll
        for (uint32_t k = 0; k < most && begin + k < n_rows && begin + k < used; k++)
            store_cargo(s_words, places[begin + k], words, batch[k]);
    }
}

/** Takes what is carried with m items and lies in s_words to where these went. */
static __device__ __forceinline__ void write_carried(struct lies to, uint32_t m, uint32_t n_rows,
                                                     uint32_t used, uint32_t threads,
                                                     uint32_t words, const uint32_t *s_words,
                                                     const place_t *s_to,
                                                     const uint32_t *s_digits) {
    uint32_t digits = 0;
#pragma unroll
    for (uint32_t k = 0; k < n_rows; k++) {
        const uint32_t i = threadIdx.x + k * threads;
        if (k >= used) break;
        const uint32_t in_word = n_rows - k / 4 * 4 < 4 ? n_rows % 4 : 4; // so many digits
        if (k % 4 == 0) digits = s_digits[k / 4 * threads + threadIdx.x];
        const uint32_t digit = digits >> (4 - in_word + k % 4) * 8 & (RADIX - 1);
        const struct lies all = {(uint32_t *)s_words, NULL};
        const struct cargo x = load_cargo(all, own_place(k, threads), 0, words);
        if (i < m) store_cargo(to.d_low, s_to[digit] + i, words, x);
    }
}

/** Where a tile lies: of all items, or of the segments. */
static __device__ __forceinline__ struct long_tile
find_tile(const struct pass *p, struct step t, uint32_t tile, uint32_t items, bool segments) {
    if (segments) return p->d_tiles[tile];
    const size_t first = (size_t)tile * items;
    const struct long_tile all = {first, (uint32_t)min(items_moved(p, t) - first, (size_t)items), 0,
                                  0};
    return all;
}

/**
 * Tells the tiles behind how many keys of each digit the tile has. Counts of warps become indices of their next keys.
 * How many keys of the tile have a lesser digit than threadIdx.x.
 */
static __device__ __forceinline__ uint32_t start_indices(const struct pass *p, uint32_t tile,
                                                         uint32_t count, uint32_t threads,
                                                         const uint32_t *warps, uint32_t *s_next,
                                                         struct sweep_shared *s) {
    const uint32_t d = threadIdx.x;
    if (has_digit(threads)) publish(p, tile, COUNT_PUBLISHED, count);
    const uint32_t lesser = sum_before(count, s->sums);
    uint32_t next = lesser;
#pragma unroll
    for (uint32_t w = 0; w < threads / WARP_THREADS && has_digit(threads); w++) {
        s_next[w * RADIX + digit_word(d)] = next;
        next += warps[w];
    }
    return lesser;
}

/** Moves tile number `tile`. All arguments but p, t, tile and s_next are constants. */
static __device__ __forceinline__ void move_tile(const struct pass *p, struct step t, uint32_t tile,
                                                 uint32_t n_rows, uint32_t threads, bool wide,
                                                 uint32_t carries, bool segments, bool around,
                                                 uint32_t *s_next) {
    const uint32_t d = threadIdx.x, own = d / WARP_THREADS * RADIX; // the warp's words
    const struct long_tile lies = find_tile(p, t, tile, n_rows * threads, segments);
    struct item rows[MOST_ROWS];
    uint32_t places[MOST_ROWS], warps[MOST_WARPS];
    struct sweep_shared *s = (struct sweep_shared *)(s_next + 2 * warp_words(threads));
    uint32_t *s_words = (uint32_t *)(s + 1), *s_digits = s_next; // which nobody needs by then
    const size_t first = lies.first;
    const uint32_t m = lies.m;
    if (!t.moves) {
        copy_items(p, t, first, m, threads, wide);
        if (carries) copy_carried(p, t, first, m, threads, carries);
        return;
    }
    load_rows(p, t, first, m, n_rows, n_rows, wide, rows);
    const uint32_t count = count_rows(p, rows, n_rows, threads, wide, s_next, warps);
    const uint32_t lesser = start_indices(p, tile, count, threads, warps, s_next, s);
    __syncthreads(); // all words are indices in the tile
    rank_rows(p, n_rows, wide, rows, places, s_words, s_next + own,
              s_next + warp_words(threads) + own);
    if (has_digit(threads)) {
        const place_t start = p->d_starts[(size_t)lies.slot * p->slot_starts + d];
        const place_t before = look_back(p, lies.begin, tile);
        publish(p, tile, SUM_PUBLISHED, before + count);
        s->to[d] = start + before - lesser;
    }
    if (d == 0) s->items = lies.m;
    __syncthreads(); // items and starts are there; no index is taken any more
    if (around)
        write_around(p, m, n_rows, threads, s_words, s->to);
    else
        write_items(p, t, m, n_rows, n_rows, threads, wide, carries, s_words, s->to, s_digits);
    if (!carries) return;
    __syncthreads(); // the items have left
    place_carried(from_of(p->carried, t), first, s->items, n_rows, n_rows, carries, places,
                  s_words);
    __syncthreads(); // the words are there
    write_carried(to_of(p->carried, t), s->items, n_rows, n_rows, threads, carries, s_words, s->to,
                  s_digits);
}

/** Whether blocks move tiles as long as there are any: faster, where it does not take too many registers. */
static __host__ __device__ __forceinline__ bool blocks_loop(uint32_t n_rows, bool wide,
                                                            uint32_t carries) {
    return !wide && !carries && n_rows >= LONG_ROWS;
}

/** Moves the block's next tile, or tiles as long as there are any; around the runs of values, which it writes, if there
 * are any. */
static __device__ __forceinline__ void move_tiles(const struct pass *p, uint32_t n_rows,
                                                  uint32_t threads, bool wide, uint32_t carries,
                                                  bool segments, bool around, uint32_t *s_next) {
    struct sweep_shared *s = (struct sweep_shared *)(s_next + 2 * warp_words(threads));
    const uint32_t items = n_rows * threads;
    if (!passes_run(p->d_goes)) return;
    const struct step t = step_of(p);
    if (!t.goes && !around) return;
    if (around) load_runs(p->d_few, runs_of_block());
    if (around) write_runs(p, runs_of_block());
    if (around && p->d_few->aside) return write_strangers(p, runs_of_block());
    const uint32_t tiles =
        segments ? *p->d_n_tiles : (uint32_t)((items_moved(p, t) + items - 1) / items);
    for (;;) {
        if (threadIdx.x == 0)
            s->tile = atomicAdd(p->d_tickets, 1); // all tiles before it are in blocks that run
        for (uint32_t i = threadIdx.x; i < warp_words(threads); i += threads)
            s_next[i] = s_next[warp_words(threads) + i] = 0;
        __syncthreads(); // the tile is known, and all counts are 0
        if (s->tile >= tiles) return;
        move_tile(p, t, s->tile, n_rows, threads, wide, carries, segments, around, s_next);
        if (!blocks_loop(n_rows, wide, carries)) return;
        __syncthreads(); // all have left
    }
}

/**
 * A kernel that moves tiles of n_rows: of items of one or two words, with a word that is carried or none; all items
 * are sorted together, or each segment's by themselves.
 *
 *  @launch a block a tile, of so many threads: RADIX or more
 *  @shared 19 KB: of each warp and digit the next index, and peers; where each digit goes. With LARGE_THREADS 28 KB.
 *          And the items of a tile
 *  @cost   8 bytes a word moved; 3 atomics an item in shared memory; 5 barriers, 7 where something is carried
 *  @source Adinets 2022; Merrill 2016
 */
#define MOVE_TILES(name, n_rows, threads, wide, carries, segments, blocks)                         \
    static __global__ void __launch_bounds__(threads, blocks)                                      \
        name(const __grid_constant__ struct pass p) {                                              \
        extern __shared__ __align__(sizeof(uint4)) uint32_t s_sweep[];                             \
        await_and_let_begin(blocks_loop(n_rows, wide, carries) ? p.n : SIZE_MAX);                  \
        move_tiles(&p, n_rows, threads, wide, carries, segments, false, s_sweep);                  \
    }

/**
 * The last pass around runs of values, which it writes: in a kernel of its own, for more code makes others slower.
 *
 *  @launch a block a tile of all keys, SWEEP_THREADS threads
 *  @shared as of the others, and 6 KB for the runs
 *  @cost   as of the others, and 4 bytes a key of the runs. Few strangers are each compared with all
 *  @source Adinets 2022; Merrill 2016
 */
#define MOVE_AROUND(name, n_rows, blocks)                                                          \
    static __global__ void __launch_bounds__(SWEEP_THREADS, blocks)                                \
        name(const __grid_constant__ struct pass p) {                                              \
        extern __shared__ __align__(sizeof(uint4)) uint32_t s_sweep[];                             \
        await_kernel_before();                                                                     \
        if (!passes_run(p.d_goes) || !(*p.d_moves >> 8 * SPIKE_MARK)) return;                      \
        move_tiles(&p, n_rows, SWEEP_THREADS, false, 0, false, true, s_sweep);                     \
    }

MOVE_TILES(move_words_kernel, WORD_ROWS, SWEEP_THREADS, false, 0, false, 3)
MOVE_TILES(move_words_fewer_kernel, FEWER_ROWS, SWEEP_THREADS, false, 0, false, 3)
MOVE_TILES(move_words_most_kernel, MOST_ROWS, SWEEP_THREADS, false, 0, false, 3)
MOVE_TILES(move_words_small_kernel, SMALL_ROWS, SWEEP_THREADS, false, 0, false, 4)
MOVE_AROUND(move_around_kernel, MOST_ROWS, 3)
MOVE_AROUND(move_around_small_kernel, SMALL_ROWS, 4)
MOVE_TILES(move_pairs_kernel, PAIR_ROWS, LARGE_THREADS, false, 1, false, 2)
MOVE_TILES(move_pairs_less_kernel, LESS_ROWS, LARGE_THREADS, false, 1, false, 2)
MOVE_TILES(move_pairs_middle_kernel, MIDDLE_ROWS, MIDDLE_THREADS, false, 1, false, 2)
MOVE_TILES(move_pairs_small_kernel, SMALL_ROWS, SWEEP_THREADS, false, 1, false, 3)
MOVE_TILES(move_wide_kernel, SMALL_ROWS, SWEEP_THREADS, true, 0, false, 3)
MOVE_TILES(move_triples_kernel, TRIPLE_ROWS, LARGE_THREADS, true, 1, false, 2)
MOVE_TILES(move_triples_small_kernel, SMALL_ROWS, SWEEP_THREADS, true, 1, false, 3)
MOVE_TILES(move_doubles_kernel, DOUBLE_ROWS, LARGE_THREADS, false, 2, false, 2)
MOVE_TILES(move_doubles_small_kernel, SMALL_ROWS, SWEEP_THREADS, false, 2, false, 3)
MOVE_TILES(move_quads_kernel, QUAD_ROWS, LARGE_THREADS, false, 4, false, 2)
MOVE_TILES(move_wide_doubles_kernel, TRIPLE_ROWS, LARGE_THREADS, true, 2, false, 2)
MOVE_TILES(move_wide_doubles_small_kernel, SMALL_ROWS, SWEEP_THREADS, true, 2, false, 3)
MOVE_TILES(move_wide_quads_kernel, QUAD_ROWS, LARGE_THREADS, true, 4, false, 2)
MOVE_TILES(move_long_words_kernel, WORD_ROWS, SWEEP_THREADS, false, 0, true, 3)
MOVE_TILES(move_long_words_small_kernel, LONG_ROWS, SWEEP_THREADS, false, 0, true, 3)
MOVE_TILES(move_long_pairs_kernel, PAIR_ROWS, LARGE_THREADS, false, 1, true, 2)
MOVE_TILES(move_long_pairs_small_kernel, LONG_ROWS, SWEEP_THREADS, false, 1, true, 3)

/** The tiles of a pass: rows that a warp has of one, and threads of its block. */
struct tile_shape {
    uint32_t rows, threads;
};

/** Shared memory of a block with such a tile. */
static inline size_t move_bytes(struct tile_shape shape, bool wide, uint32_t carries) {
    const size_t words = size_max(wide ? 2 : 1, carries) * item_place(shape.rows * shape.threads);
    return sizeof(struct sweep_shared) + (2 * warp_words(shape.threads) + words) * sizeof(uint32_t);
}

static inline uint32_t sweep_tiles(size_t n, struct tile_shape shape) {
    const size_t items = shape.rows * shape.threads;
    return (uint32_t)((n + items - 1) / items);
}

/**
 * Of three shapes the one with which a multiprocessor moves the fewest items, if it runs all its tiles at once: two,
 * for one has too few warps, or up to `most`. Else it has no rows.
 */
static inline struct tile_shape shape_at_once(size_t n, const struct tile_shape *shapes,
                                              size_t most) {
    struct tile_shape best = {0, 0};
    size_t fewest = SIZE_MAX;
    for (int k = 0; k < 3; k++) {
        const size_t tiles = (sweep_tiles(n, shapes[k]) - 1) / multiprocessors() + 1;
        const size_t items = tiles * shapes[k].rows * shapes[k].threads;
        if (tiles < 2 || tiles > most || items >= fewest) continue;
        fewest = items;
        best = shapes[k];
    }
    return best;
}

/** Tiles that go by whole bytes, of words with values or without. Those of more items are as measured on an H200. */
static inline struct tile_shape bytes_shape(const struct pass *p) {
    const struct tile_shape words[] = {{FEWER_ROWS, SWEEP_THREADS},
                                       {WORD_ROWS, SWEEP_THREADS},
                                       {MOST_ROWS, SWEEP_THREADS}},
                            pairs[] = {{MIDDLE_ROWS, MIDDLE_THREADS},
                                       {LESS_ROWS, LARGE_THREADS},
                                       {PAIR_ROWS, LARGE_THREADS}};
    const struct tile_shape once = shape_at_once(p->n, p->carries ? pairs : words, 3 - p->carries);
    const size_t each = p->n / multiprocessors();
    if (once.rows > 0) return once;
    return p->carries ? pairs[(each >= 87000) + (each >= 121000)] : words[each >= 80000];
}

/**
 * Large tiles, where blocks have the memory, and each multiprocessor has so many items that they are faster, as
 * measured on an H200. Words with values have middle ones else, where two of these fit a multiprocessor. What carries
 * four words has the same always.
 */
static inline struct tile_shape pass_shape(const struct pass *p, bool wide) {
    const struct tile_shape small = {SMALL_ROWS, SWEEP_THREADS},
                            middle = {MIDDLE_ROWS, MIDDLE_THREADS},
                            triples = {TRIPLE_ROWS, LARGE_THREADS},
                            doubles = {DOUBLE_ROWS, LARGE_THREADS},
                            quads = {QUAD_ROWS, LARGE_THREADS};
    const size_t each = p->n / multiprocessors();
    const bool fits = block_bytes() >= 200 << 10;
    if (p->carries == 4) return quads;
    if (!wide && p->carries < 2) {
        if (fits && p->mask == RADIX - 1) return bytes_shape(p);
        return p->carries && block_bytes() >= 128 << 10 ? middle : small;
    }
    if (!fits || p->carries == 0) return small;
    if (wide) return each >= 17000 ? triples : small;
    return each >= 147000 ? doubles : small;
}

/** Tiles that n items or fewer may have, whatever the device. */
static inline size_t most_tiles(size_t n) {
    const struct tile_shape quads = {QUAD_ROWS, LARGE_THREADS}; // the fewest items
    return sweep_tiles(n, quads);
}

/** Launches a block for each tile, or as many as are run at once. */
static inline void launch_pass(const struct pass *p, bool wide, cudaStream_t stream) {
    const struct tile_shape shape = pass_shape(p, wide);
    const uint32_t tiles = sweep_tiles(p->n, shape);
    const bool loop = blocks_loop(shape.rows, wide, p->carries);
    const bool small = shape.rows == SMALL_ROWS;
    const void *kernels[2][5][2] = {
        {{(const void *)move_words_kernel, (const void *)move_words_small_kernel},
         {(const void *)move_pairs_kernel, (const void *)move_pairs_small_kernel},
         {(const void *)move_doubles_kernel, (const void *)move_doubles_small_kernel},
         {},
         {(const void *)move_quads_kernel}},
        {{NULL, (const void *)move_wide_kernel},
         {(const void *)move_triples_kernel, (const void *)move_triples_small_kernel},
         {(const void *)move_wide_doubles_kernel, (const void *)move_wide_doubles_small_kernel},
         {},
         {(const void *)move_wide_quads_kernel}}};
    const void *kernel = kernels[wide][p->carries][small];
    if (shape.rows == MIDDLE_ROWS) kernel = (const void *)move_pairs_middle_kernel;
    if (shape.rows == LESS_ROWS) kernel = (const void *)move_pairs_less_kernel;
    if (shape.rows == FEWER_ROWS) kernel = (const void *)move_words_fewer_kernel;
    if (shape.rows == MOST_ROWS) kernel = (const void *)move_words_most_kernel;
    const uint32_t blocks = loop ? (uint32_t)size_min(tiles, 3 * multiprocessors()) : tiles;
    void *arguments[] = {(void *)p};
    launch_early(kernel, blocks, shape.threads, move_bytes(shape, wide, p->carries), stream,
                 arguments);
    if (!p->d_spike || p->number + 1 < p->passes) return;
    struct tile_shape around = {MOST_ROWS, SWEEP_THREADS};
    if (small) around.rows = SMALL_ROWS;
    launch_early(small ? (const void *)move_around_small_kernel : (const void *)move_around_kernel,
                 blocks, shape.threads, move_bytes(around, false, 0), stream, arguments);
}

#endif
#endif
