/**
 * @file
 * @brief A stable sort by the threads of a block, in shared memory: 32 neighbours by counting, then runs two by two.
 *
 * An item's index in a merged run is its index in its own run, and how many items of the other run come before it.
 * A binary search finds these. Threads do not wait for each other within a level, so few items take a short time.
 */
#ifndef SORTLAB_DEVICE_BLOCK_MERGE_H
#define SORTLAB_DEVICE_BLOCK_MERGE_H

#include "common/sort/device/block_sums.h"
#include "common/sort/device/pass.h"

enum {
    MERGE_ITEMS = 8192,   /**< most of a tile */
    MERGE_THREADS = 1024, /**< most of a block */
};

#ifdef __CUDACC__

/** A tile in shared memory: keys as words in unsigned order, and words that are carried with them. */
struct merge_tile {
    uint32_t *words, *carried; /**< `words` begins at a multiple of 16 bytes */
    struct item bits;          /**< those of the words that count */
};

static __device__ __forceinline__ struct item get_item(const struct merge_tile *t, uint32_t i,
                                                       bool wide) {
    struct item x = {wide ? 0 : t->words[i], 0};
    if (!wide) return x;
    const uint2 both = ((const uint2 *)t->words)[i];
    x.low = both.x, x.high = both.y;
    return x;
}

static __device__ __forceinline__ void put_item(const struct merge_tile *t, uint32_t i, bool wide,
                                                struct item x) {
    if (wide)
        ((uint2 *)t->words)[i] = make_uint2(x.low, x.high);
    else
        t->words[i] = x.low;
}

/** So many of a key's bits, the lowest ones. */
static inline struct item lowest_bits(uint32_t bits) {
    const struct item x = {UINT32_MAX >> (bits < 32 ? 32 - bits : 0),
                           bits > 32 ? UINT32_MAX >> (64 - bits) : 0};
    return x;
}

/** A key as a number: of its bits, those that count. */
static __device__ __forceinline__ place_t key_of(struct item x, struct item bits, bool wide) {
    return (wide ? (place_t)(x.high & bits.high) << 32 : 0) | (x.low & bits.low);
}

/** Whether key x is less than key y, or not greater where equals are asked for, too. */
static __device__ __forceinline__ bool is_before(place_t x, place_t y, bool equals, bool wide) {
    if (!wide) return equals ? (uint32_t)x <= (uint32_t)y : (uint32_t)x < (uint32_t)y;
    return equals ? x <= y : x < y;
}

/** The least power of two that is not less than m, and not less than a warp. */
static __device__ __forceinline__ uint32_t whole_runs(uint32_t m) {
    return max(m > 1 ? 2u << (31 - __clz(m - 1)) : 1, WARP_THREADS);
}

/**
 * Puts the greatest keys behind m items of a tile, up to a power of two: searches need not look where it ends. What is
 * carried with some of them is copied, and so has to be there.
 */
static __device__ __forceinline__ void pad_tile(const struct merge_tile *t,
                                                const struct merge_tile *other, uint32_t m,
                                                bool wide, bool carries) {
    const struct item greatest = {UINT32_MAX, UINT32_MAX};
    const uint32_t all = whole_runs(m);
    for (uint32_t i = m + threadIdx.x; i < all; i += blockDim.x) {
        put_item(t, i, wide, greatest);
        put_item(other, i, wide, greatest);
        if (carries) t->carried[i] = 0;
    }
}

/** How many of 32 neighbours have lesser keys: two or four of them are read at once. */
static __device__ __forceinline__ uint32_t count_lesser(const struct merge_tile *t, uint32_t first,
                                                        place_t key, bool wide) {
    const uint4 *s_some = (const uint4 *)(t->words + (wide ? 2 : 1) * first);
    uint32_t lesser = 0;
#pragma unroll
    for (uint32_t l = 0; l < WARP_THREADS / (wide ? 2 : 4); l++) {
        const uint4 some = s_some[l];
        const struct item a = {some.x, some.y}, b = {some.z, some.w};
        lesser += is_before(key_of(a, t->bits, wide), key, false, wide);
        lesser += is_before(key_of(b, t->bits, wide), key, false, wide);
        if (wide) continue;
        lesser += (some.y & t->bits.low) < (uint32_t)key;
        lesser += (some.w & t->bits.low) < (uint32_t)key;
    }
    return lesser;
}

/** Brings each 32 neighbours into order, from t to `to`. */
static __device__ __forceinline__ void sort_neighbours(const struct merge_tile *t,
                                                       const struct merge_tile *to, uint32_t m,
                                                       bool wide, bool carries) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
#pragma unroll 1
    for (uint32_t first = threadIdx.x - lane; first < m; first += blockDim.x) {
        const struct item x = get_item(t, first + lane, wide);
        const place_t key = key_of(x, t->bits, wide);
        const uint32_t equal =
            wide ? __match_any_sync(ALL_LANES, key) : __match_any_sync(ALL_LANES, (uint32_t)key);
        const uint32_t at =
            first + count_lesser(t, first, key, wide) + __popc(equal & ~(ALL_LANES << lane));
        put_item(to, at, wide, x);
        if (carries) to->carried[at] = t->carried[first + lane];
    }
}

/** How many of a run's items come before this key. The search begins where the run's length says, without a test. */
static __device__ __forceinline__ uint32_t count_before(const struct merge_tile *t, uint32_t first,
                                                        uint32_t run, place_t key, bool equals,
                                                        bool wide) {
    uint32_t i = first;
#define SEARCH(step)                                                                               \
    if (is_before(key_of(get_item(t, i + step - 1, wide), t->bits, wide), key, equals, wide))      \
        i += step;
    switch (run) {
    case MERGE_ITEMS / 2:
        SEARCH(MERGE_ITEMS / 4) // fall through
    case MERGE_ITEMS / 4:
        SEARCH(MERGE_ITEMS / 8) // fall through
    case MERGE_ITEMS / 8:
        SEARCH(MERGE_ITEMS / 16) // fall through
    case MERGE_ITEMS / 16:
        SEARCH(MERGE_ITEMS / 32) // fall through
    case MERGE_ITEMS / 32:
        SEARCH(MERGE_ITEMS / 64) // fall through
    case MERGE_ITEMS / 64:
        SEARCH(MERGE_ITEMS / 128) // fall through
    case MERGE_ITEMS / 128:
        SEARCH(MERGE_ITEMS / 256) // fall through
    default:
        SEARCH(16) SEARCH(8) SEARCH(4) SEARCH(2) SEARCH(1)
    }
    SEARCH(1)
#undef SEARCH
    return i - first;
}

/** Merges runs of `run` items two by two, from t to `to`. */
static __device__ __forceinline__ void merge_runs(const struct merge_tile *t,
                                                  const struct merge_tile *to, uint32_t run,
                                                  uint32_t m, bool wide, bool carries) {
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < m; i += blockDim.x) {
        const struct item x = get_item(t, i, wide);
        const place_t key = key_of(x, t->bits, wide);
        const uint32_t other = (i & ~(run - 1)) ^ run; // where the other run begins
        const uint32_t before = i & run ? count_before(t, other, run, key, true, wide)
                                        : count_before(t, other, run, key, false, wide);
        const uint32_t at = (i & ~run) + before;
        put_item(to, at, wide, x);
        if (carries) to->carried[at] = t->carried[i];
    }
}

/**
 * Sorts the m items of a tile, which are there and padded, by way of the other tile. All threads call it. They see the
 * items in order in *t when it returns, which then is the other tile.
 */
static __device__ __forceinline__ void merge_sort(struct merge_tile *t, struct merge_tile *other,
                                                  uint32_t m, bool wide, bool carries) {
    const uint32_t whole = (m + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS;
    struct merge_tile from = *t, to = *other;
    sort_neighbours(&from, &to, m, wide, carries);
#pragma unroll 1
    for (uint32_t run = WARP_THREADS; run < m; run *= 2) {
        __syncthreads(); // the items are there, and nobody reads the other ones
        const struct merge_tile free = from;
        from = to, to = free;
        merge_runs(&from, &to, run, whole, wide, carries);
    }
    __syncthreads(); // all are in order
    *t = to, *other = from;
}

#endif
#endif
