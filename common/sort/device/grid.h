/**
 * @file
 * @brief The sort of sweep.h in one kernel, for items that the multiprocessors hold all at once: a tile each.
 *
 * A kernel for each step would take longer to start than to run. Here all blocks wait for each other instead, twice in
 * a pass: when all have told how many keys of each digit they have, and when all keys have moved. So nobody counts
 * digits before the first pass, and nobody looks back.
 */
#ifndef SORTLAB_DEVICE_GRID_H
#define SORTLAB_DEVICE_GRID_H

#include "common/size_min.h"
#include "common/sort/device/histogram.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>

enum {
    GRID_THREADS = 512,
    GRID_WARPS = GRID_THREADS / WARP_THREADS,
    GRID_ROWS = 16,         /**< most of a tile */
    GRID_WORD_ROWS = 32,    /**< most of a tile of items that are one word and carry none, */
    GRID_TRIPLE_ROWS = 12,  /**< and of those that are two and carry one */
    ROW_BATCH = 4,          /**< whose peers a warp looks for at once */
    GRID_BLOCKS = 1024,     /**< most that are used */
    GRID_FOURS = RADIX / 4, /**< counts are loaded by four */
    GRID_GROUPS = GRID_THREADS / GRID_FOURS,
    TILES_AHEAD = 17, /**< whose counts a thread has on their way at once */
};

/** The passes of a sort: by which byte of an item, and which of its bits. */
struct sweep_bytes {
    uint8_t byte[SWEEP_PASSES], mask[SWEEP_PASSES];
};

/** What the kernel works on. */
struct grid_sort {
    struct pass pass; /**< what all passes have in common */
    struct sweep_bytes by;
    uint32_t used;      /**< rows of a tile, a multiple of ROW_BATCH */
    uint16_t *d_counts; /**< of even and of odd passes: of each tile RADIX counts */
};

/** What the threads of a block share; behind it lie items by digit. */
struct grid_shared {
    uint4 align; /**< so that counts can be written by four */
    uint32_t next[GRID_WARPS *
                  RADIX]; /**< of each warp and digit: how many keys; then the next key's index */
    uint32_t sums[GRID_WARPS];
    place_t to[RADIX];
};

/** Keys of a digit: in all tiles, and in those before the block's. */
struct grid_counts {
    uint32_t all, before;
};

/** Adds up the tiles' counts of digit threadIdx.x. s_sums has 2 * GRID_GROUPS * RADIX words. */
static __device__ __forceinline__ struct grid_counts sum_tiles(const uint16_t *d_counts,
                                                               uint32_t *s_sums) {
    const uint32_t group = threadIdx.x / GRID_FOURS;
    const uint2 *d_fours = (const uint2 *)d_counts + threadIdx.x % GRID_FOURS;
    uint4 all = {0, 0, 0, 0}, before = all;
    struct grid_counts sum = {0, 0};
    for (uint32_t first = group; first < gridDim.x; first += GRID_GROUPS * TILES_AHEAD) {
        uint2 four[TILES_AHEAD]; // on their way at once
#pragma unroll
        for (uint32_t k = 0, tile = first; k < TILES_AHEAD; k++, tile += GRID_GROUPS)
            if (tile < gridDim.x) four[k] = d_fours[tile * GRID_FOURS];
#pragma unroll
        for (uint32_t k = 0, tile = first; k < TILES_AHEAD; k++, tile += GRID_GROUPS)
            if (tile < gridDim.x) {
                const uint4 x = {low_count(four[k].x), high_count(four[k].x), low_count(four[k].y),
                                 high_count(four[k].y)};
                all.x += x.x, all.y += x.y, all.z += x.z, all.w += x.w;
                if (tile >= blockIdx.x) continue;
                before.x += x.x, before.y += x.y, before.z += x.z, before.w += x.w;
            }
    }
    ((uint4 *)s_sums)[threadIdx.x] = all;
    ((uint4 *)s_sums)[GRID_THREADS + threadIdx.x] = before;
    __syncthreads(); // the groups' sums are there
    for (uint32_t g = 0; g < GRID_GROUPS && threadIdx.x < RADIX; g++) {
        sum.all += s_sums[g * RADIX + threadIdx.x];
        sum.before += s_sums[(GRID_GROUPS + g) * RADIX + threadIdx.x];
    }
    return sum;
}

/** What a thread knows of digit threadIdx.x in the block's tile. */
struct tile_digit {
    uint32_t keys, lesser;      /**< of it, and of lesser ones */
    uint32_t warps[GRID_WARPS]; /**< keys of each warp */
};

/** Counts a tile's keys by digit, warp by warp; keys that are missing have the last digit. */
static __device__ __forceinline__ struct tile_digit count_tile(const struct pass *p,
                                                               uint32_t n_rows, uint32_t used,
                                                               bool wide, const struct item *rows,
                                                               struct grid_shared *s) {
    const uint32_t d = threadIdx.x;
    struct tile_digit digit = {0};
    for (uint32_t i = d; i < GRID_WARPS * RADIX; i += GRID_THREADS) s->next[i] = 0;
    __syncthreads(); // all counts are 0
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        if (r >= used) break;
        atomicAdd(&s->next[d / WARP_THREADS * RADIX + count_digit(p, rows[r], wide)], 1);
    }
    __syncthreads(); // all keys are counted
    if (d >= RADIX) return digit;
#pragma unroll
    for (uint32_t w = 0; w < GRID_WARPS; w++) digit.warps[w] = s->next[w * RADIX + d];
#pragma unroll
    for (uint32_t w = 0; w < GRID_WARPS; w++) digit.keys += digit.warps[w];
    return digit;
}

/** Brings the items into the order of their digits, in shared memory. */
static __device__ __forceinline__ void rank_tile(const struct pass *p, struct tile_digit *digit,
                                                 uint32_t n_rows, uint32_t used, bool wide,
                                                 const struct item *rows, uint32_t *places,
                                                 struct grid_shared *s) {
    const uint32_t own = threadIdx.x / WARP_THREADS * RADIX;
    uint32_t next = digit->lesser = sum_before(digit->keys, s->sums);
#pragma unroll
    for (uint32_t w = 0; w < GRID_WARPS && threadIdx.x < RADIX; w++) {
        s->next[w * RADIX + threadIdx.x] = next;
        next += digit->warps[w];
    }
    __syncthreads(); // all words are indices in the tile
#pragma unroll
    for (uint32_t first = 0; first < n_rows; first += ROW_BATCH) {
        uint32_t digits[ROW_BATCH], peers[ROW_BATCH]; // found at once
        if (first >= used) break;
#pragma unroll
        for (uint32_t k = 0; k < ROW_BATCH; k++)
            peers[k] =
                peers_of(digits[k] = vote_digit(p, rows[first + k], n_rows, wide), RADIX_BITS);
#pragma unroll
        for (uint32_t k = 0; k < ROW_BATCH; k++) {
            places[first + k] = item_place(next_index(digits[k], peers[k], s->next + own, NULL));
            place_item((uint32_t *)(s + 1), places[first + k], wide, rows[first + k]);
        }
    }
}

/** Takes the items, and what is carried with them, from where a pass over one tile has brought them. */
static __device__ __forceinline__ void take_rows(uint32_t n_rows, uint32_t used, bool wide,
                                                 bool carries, const uint32_t *s_words,
                                                 const uint32_t *s_carried, struct item *rows,
                                                 uint32_t *carried) {
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t i = item_place(first_index(used)) + r * item_place(WARP_THREADS);
        if (r >= used) break;
        rows[r].low = wide ? s_words[2 * i] : s_words[i];
        if (wide) rows[r].high = s_words[2 * i + 1];
        if (carries) carried[r] = s_carried[i];
    }
}

/** One pass over a tile that stays in shared memory; it is left out where nothing would move. */
static __device__ __forceinline__ void pass_in_tile(const struct pass *p, uint32_t n_rows,
                                                    uint32_t used, bool wide, bool carries,
                                                    struct item *rows, uint32_t *carried,
                                                    struct grid_shared *s) {
    const uint32_t items = used * GRID_THREADS;
    uint32_t *s_words = (uint32_t *)(s + 1),
             *s_carried = s_words + (wide ? 2 : 1) * item_place(items);
    uint32_t places[GRID_WORD_ROWS];
    struct tile_digit digit = count_tile(p, n_rows, used, wide, rows, s);
    if (!__syncthreads_or(digit.keys > 0 && digit.keys < items)) return;
    rank_tile(p, &digit, n_rows, used, wide, rows, places, s);
#pragma unroll
    for (uint32_t r = 0; r < n_rows && carries; r++)
        if (r < used) s_carried[places[r]] = carried[r];
    __syncthreads(); // all lie in order
    take_rows(n_rows, used, wide, carries, s_words, s_carried, rows, carried);
}

/** What a pass does that is the only one which reads and writes global memory. */
static __device__ __forceinline__ struct step whole_step(const struct pass *p) {
    const struct step t = {true, true, true, true, p->mapped > 0, p->mapped > 0, true};
    return t;
}

/** All passes over one tile: m items from the index `first` on. */
static __device__ __forceinline__ void sort_tile(struct pass p, const struct sweep_bytes *by,
                                                 size_t first, uint32_t m, uint32_t n_rows,
                                                 uint32_t used, bool wide, bool carries,
                                                 struct grid_shared *s) {
    const uint32_t at = first_index(used);
    const struct step t = whole_step(&p);
    uint32_t carried[GRID_WORD_ROWS];
    struct item rows[GRID_WORD_ROWS];
    load_rows(&p, t, first, m, n_rows, used, wide, rows);
#pragma unroll
    for (uint32_t r = 0; r < n_rows && carries; r++) {
        const bool there = at + r * WARP_THREADS < m;
        if (r >= used) break;
        carried[r] = there ? load_word(p.carried.first, first + at, r * WARP_THREADS) : 0;
    }
    for (uint32_t k = 0; k < p.passes; k++) {
        p.byte = by->byte[k], p.mask = by->mask[k];
        pass_in_tile(&p, n_rows, used, wide, carries, rows, carried, s);
    }
#pragma unroll
    for (uint32_t r = 0; r < n_rows; r++) {
        const uint32_t i = at + r * WARP_THREADS;
        if (r >= used || i >= m) break;
        store_item(goal_of(&p, t), first + i, wide,
                   t.maps ? sweep_decode(rows[r], p.to, wide) : rows[r]);
        if (carries) p.carried.land.d_low[first + i] = carried[r];
    }
}

/** Brings a tile's items, ordered in s_words, and what is carried with them to where they belong. */
static __device__ __forceinline__ void write_tile(const struct pass *p, struct step t, size_t first,
                                                  uint32_t m, uint32_t n_rows, uint32_t used,
                                                  bool wide, bool carries, const uint32_t *places,
                                                  struct grid_shared *s) {
    uint32_t *s_words = (uint32_t *)(s + 1), *s_digits = s->next; // which nobody needs by then
    write_items(p, t, m, n_rows, used, GRID_THREADS, wide, carries, s_words, s->to, s_digits);
    if (!carries) return;
    __syncthreads(); // the items have left
    place_carried(from_of(p->carried, t), first, m, n_rows, used, 1, places, s_words);
    __syncthreads(); // the words are there
    write_carried(to_of(p->carried, t), m, n_rows, used, GRID_THREADS, 1, s_words, s->to, s_digits);
}

/** Brings the block's part of the items to where they have to end, if the last pass has not. */
static __device__ __forceinline__ void land_tile(struct pass p, struct step t, size_t first,
                                                 uint32_t m, bool wide, bool carries) {
    if (!t.first && !t.lands) p.items.other = p.items.land; // they are there, but not mapped back
    if (!t.first && !t.lands) p.carried.other = p.carried.land;
    t.last = t.lands = true;
    copy_items(&p, t, first, m, GRID_THREADS, wide);
    if (carries) copy_carried(&p, t, first, m, GRID_THREADS, 1);
}

/** All passes. All but the first and the last argument are constants. */
static __device__ __forceinline__ void sort_in_grid(const struct grid_sort *g, uint32_t n_rows,
                                                    bool wide, bool carries,
                                                    struct grid_shared *s) {
    const uint32_t used = g->used, items = used * GRID_THREADS, d = threadIdx.x;
    const size_t first = (size_t)blockIdx.x * items;
    struct pass p = g->pass;
    const uint32_t m = (uint32_t)min(p.n - first, (size_t)items);
    struct step t = {true, true, true, false, false, false, p.passes % 2 == 1};
    bool mapped = false, done = false;
    struct item rows[GRID_WORD_ROWS];
    uint32_t places[GRID_WORD_ROWS];
    for (p.number = 0; p.number < p.passes; p.number++) {
        uint16_t *d_counts = g->d_counts + p.number % 2 * gridDim.x * RADIX;
        p.byte = g->by.byte[p.number], p.mask = g->by.mask[p.number];
        t.maps = !mapped && p.number < p.mapped;
        load_rows(&p, t, first, m, n_rows, used, wide, rows);
        struct tile_digit digit = count_tile(&p, n_rows, used, wide, rows, s);
        const uint32_t missing = d == p.mask ? items - m : 0; // they have the last digit
        if (d < RADIX) d_counts[blockIdx.x * RADIX + d] = (uint16_t)(digit.keys - missing);
        rank_tile(&p, &digit, n_rows, used, wide, rows, places, s);
        cooperative_groups::this_grid().sync(); // all tiles' counts are there
        const struct grid_counts keys = sum_tiles(d_counts, s->next);
        const uint32_t start = sum_before(keys.all, s->sums);
        if (d < RADIX) s->to[d] = start + keys.before - digit.lesser;
        if (!__syncthreads_or(keys.all > 0 && keys.all < p.n)) continue; // nothing would move
        mapped |= t.maps;
        done = t.last = t.lands && p.number + 1 == p.passes;
        t.maps_back = done && mapped;
        write_tile(&p, t, first, m, n_rows, used, wide, carries, places, s);
        t.first = false, t.lands = !t.lands;
        if (!done) cooperative_groups::this_grid().sync(); // all items have moved
    }
    t.maps = false, t.maps_back = mapped;
    if (!done) land_tile(g->pass, t, first, m, wide, carries);
}

/**
 * A kernel that sorts tiles of n_rows: items of one or two words, with a word that is carried or none.
 *
 *  @launch a block a tile, all at once, GRID_THREADS threads
 *  @shared 18 KB: of each warp and digit the next index; where each digit goes. And the items of a tile
 *  @cost   as of the kernels of sweep.h, and of each block half a KB a tile and pass; 2 barriers of the grid a pass
 *  @source Merrill 2016; Xiao 2010
 */
#define SORT_IN_GRID(name, n_rows, wide, carries)                                                  \
    static __global__ void __launch_bounds__(GRID_THREADS, 1)                                      \
        name(const __grid_constant__ struct grid_sort g) {                                         \
        extern __shared__ struct grid_shared s_grid[];                                             \
        sort_in_grid(&g, n_rows, wide, carries, s_grid);                                           \
    }

SORT_IN_GRID(sort_words_kernel, GRID_WORD_ROWS, false, false)
SORT_IN_GRID(sort_pairs_kernel, GRID_ROWS, false, true)
SORT_IN_GRID(sort_wide_kernel, GRID_ROWS, true, false)
SORT_IN_GRID(sort_triples_kernel, GRID_ROWS, true, true)

/** Tiles that n items or fewer may have, whatever the device. */
static inline size_t most_grid_tiles(size_t n) {
    return size_min(n / (ROW_BATCH * GRID_THREADS) + 1, GRID_BLOCKS);
}

/** Bytes of shared memory of a block whose tile has so many rows. */
static inline size_t grid_bytes(uint32_t rows, bool wide, bool carries) {
    const size_t words = (wide ? 2 : 1) + (carries ? 1 : 0);
    return sizeof(struct grid_shared) + words * item_place(rows * GRID_THREADS) * sizeof(uint32_t);
}

/** Rows of a tile, if each multiprocessor has one tile at most; 0 if there are more items. */
static inline uint32_t grid_rows(size_t n, bool wide, bool carries) {
    const size_t batch = ROW_BATCH * GRID_THREADS,
                 blocks = size_min(multiprocessors(), GRID_BLOCKS);
    const size_t rows = (n + batch * blocks - 1) / (batch * blocks) * ROW_BATCH;
    const size_t most = wide && carries   ? GRID_TRIPLE_ROWS
                        : wide || carries ? GRID_ROWS
                                          : GRID_WORD_ROWS;
    return rows <= most && grid_bytes((uint32_t)rows, wide, carries) <= block_bytes()
               ? (uint32_t)rows
               : 0;
}

/** Launches all passes at once. */
static inline void launch_grid(const struct grid_sort *g, bool wide, cudaStream_t stream) {
    const void *kernels[2][2] = {
        {(const void *)sort_words_kernel, (const void *)sort_pairs_kernel},
        {(const void *)sort_wide_kernel, (const void *)sort_triples_kernel}};
    const void *kernel = kernels[wide][g->pass.carries];
    const size_t items = g->used * GRID_THREADS, bytes = grid_bytes(g->used, wide, g->pass.carries);
    const uint32_t blocks = (uint32_t)((g->pass.n + items - 1) / items);
    void *arguments[] = {(void *)g};
    allow_shared(kernel, bytes);
    CU(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(GRID_THREADS), arguments, bytes,
                                   stream));
}

#endif
#endif
