/**
 * @file
 * @brief A stable sort of the fewest items, in one kernel whose blocks do not wait for each other.
 *
 * A block sorts its own tile, and looks up where in it each other item would stand. So it knows how many items come
 * before each of its own, and brings these to where they belong. All blocks read all items: n items and b blocks make
 * n * b searches. That is little work as long as each multiprocessor has one small tile.
 */
#ifndef SORTLAB_DEVICE_SEARCH_H
#define SORTLAB_DEVICE_SEARCH_H

#include "common/sort/device/block_merge.h"
#include "common/sort/device/device.h"

#ifdef __CUDACC__

enum {
    SEARCH_TILE = 64,      /**< most items of a tile, */
    SEARCH_SHORT = 32,     /**< and of a short one */
    SEARCH_THREADS = 1024, /**< most of a block */
    SEARCH_BATCH = 4,      /**< items that a thread looks up at once */
    SEARCH_VALUE = 256,    /**< most bytes of a value: one block brings those of its tile along */
};

/** What the kernel works on. */
struct search {
    struct lies items, land; /**< land.d_low NULL: nobody asks for the keys */
    struct sweep_map map;
    struct item bits;         /**< of words: those that count */
    uint32_t n, tile;         /**< items, and of each tile: SEARCH_SHORT or SEARCH_TILE */
    const uint32_t *d_values; /**< NULL: each item's index is its value */
    uint32_t *d_values_out;
    uint32_t value_words; /**< 0: keys alone */
};

/** What the threads of a block share. */
struct search_shared {
    place_t given[SEARCH_TILE], sorted[SEARCH_TILE]; /**< the tile's keys, of one word or two */
    uint32_t at[SEARCH_TILE];     /**< of each item of the tile: its index in order, */
    uint32_t before[SEARCH_TILE]; /**< at each such index: others that come first here, */
    uint32_t ranks[SEARCH_TILE];  /**< and the index among all items */
    uint32_t sums[WARP_THREADS];
};

/** Items that a thread looks up at once: number k is at index first + k * blockDim.x. */
struct search_batch {
    struct item item[SEARCH_BATCH];
};

/** The key of an item as a number. */
static __device__ __forceinline__ place_t search_key(const struct search *g, struct item x,
                                                     bool wide) {
    return key_of(sweep_encode(x, g->map, wide), g->bits, wide);
}

/** One of the keys that a block has in shared memory. */
static __device__ __forceinline__ place_t get_key(const place_t *s_keys, uint32_t i, bool wide) {
    return wide ? s_keys[i] : ((const uint32_t *)s_keys)[i];
}

static __device__ __forceinline__ void put_key(place_t *s_keys, uint32_t i, bool wide,
                                               place_t key) {
    if (wide)
        s_keys[i] = key;
    else
        ((uint32_t *)s_keys)[i] = (uint32_t)key;
}

/** Loads a batch of items. */
static __device__ __forceinline__ struct search_batch load_batch(const struct search *g,
                                                                 uint32_t first, bool wide) {
    struct search_batch b;
#pragma unroll
    for (uint32_t k = 0; k < SEARCH_BATCH; k++) {
        const uint32_t i = first + k * blockDim.x;
        b.item[k].low = b.item[k].high = 0;
        if (i < g->n) b.item[k] = load_item(g->items, i, 0, wide);
    }
    return b;
}

/** Sorts the tile by counting which of its keys come before each: threads share the comparisons of a key. */
static __device__ __forceinline__ void sort_own(const struct search *g, place_t key, bool wide,
                                                struct search_shared *s) {
    const uint32_t i = threadIdx.x % g->tile, part = g->tile * g->tile / blockDim.x;
    const uint32_t first = threadIdx.x / g->tile * part;
    if (threadIdx.x < g->tile) {
        put_key(s->given, i, wide, key);
        s->at[i] = s->before[i] = 0;
    }
    __syncthreads(); // the keys are there
    uint32_t before = 0;
    key = get_key(s->given, i, wide);
    for (uint32_t j = first; j < first + part; j++)
        before += is_before(get_key(s->given, j, wide), key, j < i, wide);
    atomicAdd(&s->at[i], before);
    __syncthreads(); // all are counted
    if (threadIdx.x < g->tile) put_key(s->sorted, s->at[i], wide, key);
    __syncthreads(); // the keys are in order
}

/** Looks up where each item of a batch would stand in the tile. Returns how many come before all of it. */
static __device__ __forceinline__ uint32_t look_up(const struct search *g,
                                                   const struct search_batch *b, uint32_t first,
                                                   bool wide, struct search_shared *s) {
    const uint32_t own = blockIdx.x * g->tile;
    const place_t greatest = wide ? UINT64_MAX : UINT32_MAX;
    place_t bound[SEARCH_BATCH]; // the tile's keys that are less come before the item
    uint32_t at[SEARCH_BATCH], least = 0;
    bool counts[SEARCH_BATCH];
#pragma unroll
    for (uint32_t k = 0; k < SEARCH_BATCH; k++) {
        const uint32_t i = first + k * blockDim.x;
        const place_t key = search_key(g, b->item[k], wide);
        const bool behind = i >= own; // so equal keys of the tile come before it, too
        counts[k] = i < g->n && i - own >= g->tile && !(behind && key == greatest);
        bound[k] = wide ? key + behind : (uint32_t)key + behind;
        at[k] = 0;
    }
#pragma unroll
    for (uint32_t half = SEARCH_TILE / 2; half > 0; half /= 2) {
        if (half == g->tile) continue;
#pragma unroll
        for (uint32_t k = 0; k < SEARCH_BATCH; k++)
            if (is_before(get_key(s->sorted, at[k] + half - 1, wide), bound[k], false, wide))
                at[k] += half;
    }
#pragma unroll
    for (uint32_t k = 0; k < SEARCH_BATCH; k++) {
        if (!counts[k]) continue;
        at[k] += is_before(get_key(s->sorted, at[k], wide), bound[k], false, wide);
        if (at[k] == 0)
            least++; // as many of them may be, they are not counted in shared memory one by one
        else if (at[k] < g->tile)
            atomicAdd(&s->before[at[k]], 1);
    }
    return least;
}

/** Notes how many items come before each of the tile. */
static __device__ __forceinline__ void rank_own(const struct search *g, uint32_t least,
                                                struct search_shared *s) {
    const uint32_t i = threadIdx.x;
    least = warp_scan(least);
    if (i % WARP_THREADS == WARP_THREADS - 1) atomicAdd(&s->before[0], least);
    __syncthreads(); // all others are counted
    const uint32_t here = i < g->tile ? s->before[i] : 0;
    uint32_t all;
    const uint32_t before = block_scan(here, s->sums, &all);
    if (i < g->tile) s->ranks[i] = i + here + before;
    __syncthreads(); // all ranks are there
}

/** Word i of the tile's values: as they are given, or indices. */
static __device__ __forceinline__ uint32_t value_word(const struct search *g, uint32_t i) {
    const size_t at = (size_t)blockIdx.x * g->tile * g->value_words + i;
    return g->d_values ? g->d_values[at] : (uint32_t)at;
}

/** Sorts all items. */
static __device__ __forceinline__ void sort_by_search(const struct search *g, bool wide,
                                                      struct search_shared *s) {
    const uint32_t own = blockIdx.x * g->tile, m = min(g->n - own, g->tile), t = threadIdx.x;
    const uint32_t words = m * g->value_words, step = SEARCH_BATCH * blockDim.x;
    struct item mine = {0, 0};
    uint32_t value = 0, least = 0;
    if (t < m) mine = load_item(g->items, own + t, 0, wide);
    if (t < words) value = value_word(g, t);
    struct search_batch b = load_batch(g, t, wide);
    sort_own(g, t < m ? search_key(g, mine, wide) : UINT64_MAX, wide, s);
    for (uint32_t first = t; first < t + g->n; first += step) {
        const struct search_batch next = load_batch(g, first + step, wide); // on its way meanwhile
        least += look_up(g, &b, first, wide, s);
        b = next;
    }
    rank_own(g, least, s);
    if (t < m && g->land.d_low) store_item(g->land, s->ranks[s->at[t]], wide, mine);
    for (uint32_t i = t; i < words; i += blockDim.x) {
        const uint32_t item = i / g->value_words;
        if (i != t) value = value_word(g, i);
        g->d_values_out[(size_t)s->ranks[s->at[item]] * g->value_words + i -
                        item * g->value_words] = value;
    }
}

/**
 * A kernel that sorts the fewest items, of one or two words, with values of any size or none.
 *
 *  @launch a block a tile; a power of two of threads, from the tile's items to SEARCH_THREADS
 *  @shared 2 KB: the tile's keys, and how many others come before each
 *  @cost   each block reads all items, and looks each up in log2(tile) + 1 steps
 *  @source Knuth vol. 3 (sorting by counting); Sanders 2004
 */
#define SORT_BY_SEARCH(name, wide)                                                                 \
    static __global__ void __launch_bounds__(SEARCH_THREADS)                                       \
        name(const __grid_constant__ struct search g) {                                            \
        __shared__ struct search_shared s;                                                         \
        sort_by_search(&g, wide, &s);                                                              \
    }

SORT_BY_SEARCH(search_words_kernel, false)
SORT_BY_SEARCH(search_wide_kernel, true)

/** Whether n items with such values are so few that this is the fastest sort of them. Measured on an H200. */
static inline bool are_fewest(size_t n, size_t value_bytes) {
    return n <= (size_t)SEARCH_TILE * multiprocessors() && value_bytes <= SEARCH_VALUE;
}

/** Launches the kernel. */
static inline void launch_search(struct search *g, bool wide, cudaStream_t stream) {
    const void *kernel =
        wide ? (const void *)search_wide_kernel : (const void *)search_words_kernel;
    uint32_t threads = SEARCH_SHORT;
    g->tile = g->n <= SEARCH_SHORT * multiprocessors() ? SEARCH_SHORT : SEARCH_TILE;
    while (threads < g->tile || (threads < SEARCH_THREADS && SEARCH_BATCH * threads < g->n))
        threads *= 2;
    void *arguments[] = {(void *)g};
    CU(cudaLaunchKernel(kernel, dim3((g->n + g->tile - 1) / g->tile), dim3(threads), arguments, 0,
                        stream));
}

#endif
#endif
