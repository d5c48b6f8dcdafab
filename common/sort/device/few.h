/**
 * @file
 * @brief A stable sort of few items in one kernel: a tile for each block, and one exchange between all blocks.
 *
 * Each block sorts a sample of all items, the same one, and takes splitters from it. It sorts its tile, and tells how
 * many of the tile's items come before each splitter. Then all blocks wait for each other. A block takes from all tiles
 * what lies between two splitters, and sorts that. Splitters are compared by their keys and tiles, so that equal keys
 * are shared, too.
 */
#ifndef SORTLAB_DEVICE_FEW_H
#define SORTLAB_DEVICE_FEW_H

#include "common/size_min.h"
#include "common/sort/device/block_merge.h"
#include "common/sort/device/device.h"
#include "common/sort/device/sample.h"

#ifdef __CUDACC__
#include <cooperative_groups.h>

enum {
    FEW_BLOCKS = 256, /**< most, with a tile and a bucket each */
    FEW_SAMPLES = 8,  /**< for each bucket */
    FEW_FOLD = 4,     /**< so many times the items of a tile have room in a block */
    FEW_TILE = 256,   /**< items of a tile, at least */
    FEW_FROM = 13,    /**< up to 2^13 items are as fast as these, */
    FEW_BITS = 18,    /**< and 2^18 are merged at most */
};

/** What the kernel works on. */
struct few_sort {
    struct pass pass;   /**< where items lie, and how keys become words */
    struct item bits;   /**< of words: those that count */
    uint32_t tile;      /**< items of a tile; as many tiles and buckets as blocks */
    uint32_t room;      /**< items that a block's shared memory holds, twice: a power of two */
    place_t apart;      /**< items for each sample, times 2^32 */
    uint16_t *d_bounds; /**< of each splitter and tile: how many of its items come before */
};

/** What the threads of a block share; behind it lie items. */
struct few_shared {
    struct item splits[FEW_BLOCKS]; /**< where each bucket begins, */
    uint32_t split_tiles[FEW_BLOCKS];
    uint32_t offsets[FEW_BLOCKS]; /**< of a bucket: where its items of each tile begin in it, */
    uint32_t begins[FEW_BLOCKS];  /**< and its item i lies at begins + i */
    uint32_t sums[2][WARP_THREADS];
};

/** Items of a tile that belong to a bucket: from index `low` to before `high`. */
struct share {
    uint32_t low, high;
};

/** What a block does. */
enum few_step { FEW_SORTS_SAMPLE, FEW_SORTS_TILE, FEW_SORTS_BUCKET, FEW_IS_DONE };

/** How far a block is. */
struct few_state {
    enum few_step step;
    uint32_t start,
        left; /**< of a bucket: where the next part of it belongs, and how many items follow */
    struct share share; /**< what tile number threadIdx.x has of the bucket, from that part on */
};

/** One of the two tiles that have room in a block. */
static __device__ __forceinline__ struct merge_tile few_tile(const struct few_sort *g, uint32_t k,
                                                             bool wide, struct few_shared *s) {
    uint32_t *s_words = (uint32_t *)(s + 1), words = (wide ? 2 : 1) * g->room;
    const struct merge_tile t = {s_words + k * words, s_words + 2 * words + k * g->room, g->bits};
    return t;
}

/** The index of sample number i, one of so many items times 2^32: at a random place among these. */
static __host__ __device__ __forceinline__ uint32_t sample_index(uint32_t i, place_t apart) {
    return (uint32_t)((i * apart + ((random_of(i) >> 16) * apart >> 16)) >> 32);
}

/** Brings a sample into the tile, and with each item the number of its own tile. */
static __device__ __forceinline__ uint32_t load_sample(const struct few_sort *g, bool wide,
                                                       const struct merge_tile *t) {
    const struct pass *p = &g->pass;
    const uint32_t samples = FEW_SAMPLES * gridDim.x;
    for (uint32_t i = threadIdx.x; i < samples; i += blockDim.x) {
        const uint32_t at = sample_index(i, g->apart);
        put_item(t, i, wide, sweep_encode(load_item(p->items.first, at, 0, wide), p->from, wide));
        t->carried[i] = at / g->tile;
    }
    return samples;
}

/** Takes the splitters from the sample, which is in order. */
static __device__ __forceinline__ void keep_splits(const struct merge_tile *t, bool wide,
                                                   struct few_shared *s) {
    for (uint32_t d = threadIdx.x; d < gridDim.x; d += blockDim.x) {
        s->splits[d] = get_item(t, d * FEW_SAMPLES, wide);
        s->split_tiles[d] = t->carried[d * FEW_SAMPLES];
    }
}

/** Loads the block's tile. */
static __device__ __forceinline__ uint32_t load_few(const struct few_sort *g, bool wide,
                                                    bool carries, const struct merge_tile *t) {
    const struct pass *p = &g->pass;
    const size_t first = (size_t)blockIdx.x * g->tile;
    const uint32_t m = (uint32_t)min(p->n - first, (size_t)g->tile);
    for (uint32_t i = threadIdx.x; i < m; i += blockDim.x) {
        const struct item x = load_item(p->items.first, first + i, 0, wide);
        put_item(t, i, wide, sweep_encode(x, p->from, wide));
        if (carries) t->carried[i] = load_word(p->carried.first, first + i, 0);
    }
    return m;
}

/** Brings the tile's m items to where they end, from the index `first` on. */
static __device__ __forceinline__ void land_few(const struct few_sort *g, size_t first, uint32_t m,
                                                bool wide, bool carries,
                                                const struct merge_tile *t) {
    const struct pass *p = &g->pass;
    for (uint32_t i = threadIdx.x; i < m; i += blockDim.x) {
        const struct item x = sweep_decode(get_item(t, i, wide), p->to, wide);
        if (!p->drops) store_item(p->items.land, first + i, wide, x);
        if (carries) land_carried(p, first + i, t->carried[i]);
    }
}

/** How many of a tile's m items come before x, or are equal to it where equals are asked for. */
static __device__ __forceinline__ uint32_t count_up_to(const struct merge_tile *t, uint32_t m,
                                                       struct item x, bool equals, bool wide) {
    const place_t key = key_of(x, t->bits, wide);
    uint32_t low = 0, high = m;
    while (low < high) {
        const uint32_t i = (low + high) / 2;
        if (is_before(key_of(get_item(t, i, wide), t->bits, wide), key, equals, wide))
            low = i + 1;
        else
            high = i;
    }
    return low;
}

/** Stores the block's tile, which is in order, and how many of its m items come before each splitter. */
static __device__ __forceinline__ void tell_tile(const struct few_sort *g, uint32_t m, bool wide,
                                                 bool carries, const struct merge_tile *t,
                                                 const struct few_shared *s) {
    const struct pass *p = &g->pass;
    const uint32_t tile = blockIdx.x;
    const size_t first = (size_t)tile * g->tile;
    for (uint32_t d = threadIdx.x; d <= gridDim.x; d += blockDim.x) {
        uint32_t before = d > 0 ? m : 0;
        if (d > 0 && d < gridDim.x)
            before = count_up_to(t, m, s->splits[d], tile < s->split_tiles[d], wide);
        g->d_bounds[d * gridDim.x + tile] = (uint16_t)before;
    }
    for (uint32_t i = threadIdx.x; i < m; i += blockDim.x) {
        store_item(p->items.other, first + i, wide, get_item(t, i, wide));
        if (carries) p->carried.other.d_low[first + i] = t->carried[i];
    }
}

/** Finds what the block's bucket has of each tile, and where it begins. */
static __device__ __forceinline__ void begin_bucket(const struct few_sort *g, struct few_state *b,
                                                    struct few_shared *s) {
    const uint32_t tile = threadIdx.x, d = blockIdx.x;
    if (tile < gridDim.x) {
        b->share.low = g->d_bounds[d * gridDim.x + tile];
        b->share.high = g->d_bounds[(d + 1) * gridDim.x + tile];
    }
    block_scan(b->share.low, s->sums[0], &b->start);
}

/** The index in a tile of the first item of a share that is not less than x. */
static __device__ __forceinline__ uint32_t find_in_share(const struct few_sort *g, struct share h,
                                                         place_t x, bool wide) {
    const size_t first = (size_t)threadIdx.x * g->tile;
    while (h.low < h.high) {
        const uint32_t i = (h.low + h.high) / 2;
        const struct item y = load_item(g->pass.items.other, first + i, 0, wide);
        if (is_before(key_of(y, g->bits, wide), x, false, wide))
            h.low = i + 1;
        else
            h.high = i;
    }
    return h.low;
}

/** The sum over all threads. */
static __device__ __forceinline__ uint32_t sum_block(uint32_t value, uint32_t *s_sums) {
    uint32_t total;
    __syncthreads(); // s_sums may be used again
    block_scan(value, s_sums, &total);
    return total;
}

/**
 * Cuts a bucket that has no room in a block: returns up to which index the share of tile number threadIdx.x belongs to
 * a part that has. Halves the space of keys. If the least key alone has no room, the part has some of its items.
 */
static __device__ __noinline__ uint32_t cut_share(const struct few_sort *g, struct share h,
                                                  bool wide, uint32_t *s_sums) {
    const place_t all = (wide ? (place_t)g->bits.high << 32 : 0) | g->bits.low;
    place_t cut = 0;
    struct share open = h; // the next cut is somewhere in it
    uint32_t total;
    for (place_t bit = wide ? 1ull << 63 : 1ull << 31; bit > 0; bit /= 2) {
        if (!(all & bit)) continue;
        const uint32_t up_to = find_in_share(g, open, cut | bit, wide);
        total = sum_block(up_to - h.low, s_sums);
        if (total > g->room) {
            open.high = up_to;
        } else {
            cut |= bit, open.low = up_to;
            if (total > g->room / 2) return up_to;
        }
    }
    if (sum_block(open.low - h.low, s_sums) > 0) return open.low;
    __syncthreads(); // s_sums may be used again
    const uint32_t before = block_scan(open.high - h.low, s_sums, &total);
    return h.low + min(open.high - h.low, g->room - min(before, g->room));
}

/** Takes m items of a bucket from the tiles, in the order of these. */
static __device__ __forceinline__ void gather_part(const struct few_sort *g, uint32_t m, bool wide,
                                                   bool carries, const struct merge_tile *t,
                                                   const struct few_shared *s) {
    const struct pass *p = &g->pass;
    for (uint32_t i = threadIdx.x; i < m; i += blockDim.x) {
        uint32_t low = 0, high = gridDim.x - 1; // the last tile whose items begin at i or before
        while (low < high) {
            const uint32_t tile = (low + high + 1) / 2;
            if (s->offsets[tile] <= i)
                low = tile;
            else
                high = tile - 1;
        }
        const uint32_t at = s->begins[low] + i;
        put_item(t, i, wide, load_item(p->items.other, at, 0, wide));
        if (carries) t->carried[i] = p->carried.other.d_low[at];
    }
}

/** Brings the next part of a bucket into the tile: all of it, if there is room. */
static __device__ __forceinline__ uint32_t load_part(const struct few_sort *g, struct few_state *b,
                                                     bool wide, bool carries,
                                                     const struct merge_tile *t,
                                                     struct few_shared *s) {
    struct share h = b->share;
    uint32_t all, m, offset = block_scan(h.high - h.low, s->sums[1], &all);
    m = all;
    if (all > g->room) {
        h.high = cut_share(g, h, wide, s->sums[0]);
        __syncthreads(); // the sums may be used again
        offset = block_scan(h.high - h.low, s->sums[1], &m);
    }
    if (threadIdx.x < gridDim.x) {
        s->offsets[threadIdx.x] = offset;
        s->begins[threadIdx.x] = threadIdx.x * g->tile + h.low - offset;
    }
    b->left = all - m, b->share.low = h.high;
    __syncthreads(); // all tiles' shares are known
    gather_part(g, m, wide, carries, t, s);
    return m;
}

/** Brings into the tile what the block sorts next. Returns how many items. */
static __device__ __forceinline__ uint32_t begin_step(const struct few_sort *g, struct few_state *b,
                                                      bool wide, bool carries,
                                                      const struct merge_tile *t,
                                                      struct few_shared *s) {
    if (b->step == FEW_SORTS_SAMPLE) return load_sample(g, wide, t);
    if (b->step == FEW_SORTS_TILE) return load_few(g, wide, carries, t);
    return load_part(g, b, wide, carries, t, s);
}

/** Takes m items in order from the tile, and finds out what is next. */
static __device__ __forceinline__ void end_step(const struct few_sort *g, struct few_state *b,
                                                uint32_t m, bool wide, bool carries,
                                                const struct merge_tile *t, struct few_shared *s) {
    if (b->step == FEW_SORTS_SAMPLE) {
        keep_splits(t, wide, s);
        b->step = FEW_SORTS_TILE;
    } else if (b->step == FEW_SORTS_TILE) {
        tell_tile(g, m, wide, carries, t, s);
        cooperative_groups::this_grid().sync(); // all tiles are in order
        begin_bucket(g, b, s);
        b->step = FEW_SORTS_BUCKET;
    } else {
        land_few(g, b->start, m, wide, carries, t);
        b->start += m;
        if (b->left == 0) b->step = FEW_IS_DONE;
    }
}

/** Sorts all items. There is one call of the sort: a second one would have to load its instructions, too. */
static __device__ __forceinline__ void sort_few(const struct few_sort *g, bool wide, bool carries,
                                                struct few_shared *s) {
    struct merge_tile t = few_tile(g, 0, wide, s), other = few_tile(g, 1, wide, s);
    struct few_state b = {FEW_SORTS_SAMPLE, 0, 0, {0, 0}};
    while (b.step != FEW_IS_DONE) {
        const uint32_t m = begin_step(g, &b, wide, carries, &t, s);
        const bool with = carries || b.step == FEW_SORTS_SAMPLE;
        pad_tile(&t, &other, m, wide, with);
        __syncthreads(); // the items are there
        merge_sort(&t, &other, m, wide, with);
        end_step(g, &b, m, wide, carries, &t, s);
        __syncthreads(); // shared memory may be used again
    }
}

/**
 * A kernel that sorts few items of one or two words, with a word that is carried or none.
 *
 *  @launch a block a tile, all at once; up to MERGE_THREADS threads
 *  @shared 5 KB: splitters, and where a bucket lies; and twice as many items as have room
 *  @cost   16 bytes a word moved; a read for each item and step of a search; one barrier of the grid
 *  @source Frazer 1970; Sanders 2004
 */
#define SORT_FEW(name, wide, carries)                                                              \
    static __global__ void __launch_bounds__(MERGE_THREADS, 1)                                     \
        name(const __grid_constant__ struct few_sort g) {                                          \
        extern __shared__ struct few_shared s_few[];                                               \
        sort_few(&g, wide, carries, s_few);                                                        \
    }

SORT_FEW(sort_few_words_kernel, false, false)
SORT_FEW(sort_few_pairs_kernel, false, true)
SORT_FEW(sort_few_wide_kernel, true, false)
SORT_FEW(sort_few_triples_kernel, true, true)

/** Whether n items are merged in less time than so many passes take (alone.h, grid.h). Measured on an H100. */
static inline bool few_are_merged(size_t n, uint32_t passes, bool wide, bool carries) {
    const uint32_t never = SWEEP_PASSES + 1;
    const uint32_t from[2][2][FEW_BITS - FEW_FROM + 1] = {
        // of up to 2^13 items, 2^14, ... 2^18
        {{2, 3, 3, 4, never, never}, {2, 3, 3, 4, never, never}},
        {{2, 3, 4, 5, 7, never}, {2, 3, 3, 4, 6, 8}}};
    for (uint32_t b = FEW_FROM; b <= FEW_BITS; b++)
        if (n <= (size_t)1 << b) return n > FEW_TILE && passes >= from[wide][carries][b - FEW_FROM];
    return false;
}

/** Words of 16 bits that n items or fewer need in temporary memory, whatever the device. */
static inline size_t few_bounds(size_t n) {
    const size_t blocks = size_min(n / FEW_TILE + 1, FEW_BLOCKS);
    return blocks * (blocks + 1);
}

/** Bytes of shared memory of a block. */
static inline size_t few_bytes(uint32_t room, bool wide) {
    return sizeof(struct few_shared) + 2 * (size_t)room * (wide ? 3 : 2) * sizeof(uint32_t);
}

/** Plans a sort of g->pass.n items by `bits` bits of their keys. Returns whether a block has room for that. */
static inline bool plan_few(struct few_sort *g, uint32_t bits, bool wide) {
    const size_t n = g->pass.n, blocks = size_min(multiprocessors(), FEW_BLOCKS);
    g->bits = lowest_bits(bits);
    g->tile = (uint32_t)(size_max(FEW_TILE, (n + blocks - 1) / blocks) + WARP_THREADS - 1) /
              WARP_THREADS * WARP_THREADS;
    const size_t tiles = (n + g->tile - 1) / g->tile;
    g->apart = ((place_t)n << 32) / (FEW_SAMPLES * tiles);
    const size_t room = size_max(FEW_FOLD * g->tile, FEW_SAMPLES * tiles);
    g->room = WARP_THREADS;
    while (g->room < room) g->room *= 2;
    return g->room <= MERGE_ITEMS && few_bytes(g->room, wide) <= block_bytes();
}

/** Launches the kernel. */
static inline void launch_few(const struct few_sort *g, bool wide, cudaStream_t stream) {
    const void *kernels[2][2] = {
        {(const void *)sort_few_words_kernel, (const void *)sort_few_pairs_kernel},
        {(const void *)sort_few_wide_kernel, (const void *)sort_few_triples_kernel}};
    const void *kernel = kernels[wide][g->pass.carries];
    const size_t bytes = few_bytes(g->room, wide), n = g->pass.n;
    const uint32_t blocks = (uint32_t)((n + g->tile - 1) / g->tile);
    const uint32_t threads = (uint32_t)size_min(g->room, MERGE_THREADS);
    void *arguments[] = {(void *)g};
    allow_shared(kernel, bytes);
    CU(cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(threads), arguments, bytes, stream));
}

#endif
#endif
