/**
 * @file
 * @brief A sample of the keys: pieces of a few neighbours, one at a random place of each stretch.
 *
 * The places are random, since keys may come in an order that fits a fixed distance.
 */
#ifndef SORTLAB_DEVICE_SAMPLE_H
#define SORTLAB_DEVICE_SAMPLE_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/digits.h"
#include "common/sort/device/tables.h"

enum {
    PIECE_ITEMS = 16, /**< neighbours: half a warp loads 64 bytes */
    PIECE_AHEAD = 8,  /**< pieces that it has on their way */
    DIGITS = RADIX,   /**< most of a level */
    ENTRIES_1 = 16384,
    ENTRIES_2 = 2048, /**< of the tables of the first and of the second level */
    RANGE_THREADS = 512,
    SPREAD_THREADS = 1024,
};

/** Who has seen that a sample misled. The second partition notes it bucket by bucket. */
enum misled { BY_FIRST_PLAN, BY_FIRST_PARTITION, BY_SECOND_PLAN, BY_SECOND_PARTITION, MISLED };

/** What the sample says of all keys; zeros at first. */
struct sample_notes {
    place_t spaces;     /**< words of SIDE_SPACES that the second level's buckets have */
    uint32_t low, high; /**< UINT32_MAX less the least key that was met, and the greatest one */
    uint32_t misled
        [MISLED]; /**< too little space, as was seen by the first plan and partition, and by the second */
    uint32_t
        crowded[MISLED]; /**< for those partitions: tiles are left that buffers are too small for */
    uint32_t n_jobs;     /**< buckets for the finish */
    uint32_t by_bits;    /**< both levels are planned: their digits are bits */
    uint32_t uneven;     /**< bits need not be tried */
    uint32_t elsewhere;  /**< keys are sorted in another way: then these are misled, and by bits */
    uint32_t
        full[RADIX]; /**< of each bucket of the first level: the second partition had no space */
};

/** Sampled keys of each entry of a table. Of one value: it is `key`, and ~other; of many, `key` is UINT32_MAX. */
struct spread {
    uint32_t *met, *key, *other;
};

#ifdef __CUDACC__

/** Whether somebody before `who` has seen that a sample misled. */
static __device__ __forceinline__ bool misled_before(const struct sample_notes *notes,
                                                     uint32_t who) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < who; i++) seen |= notes->misled[i];
    return seen;
}

/** A number that looks random, for number i. Two of them have nothing to do with each other. */
static __host__ __device__ __forceinline__ uint32_t random_of(uint32_t i) {
    i = (i ^ i >> 16) * 0x85ebca6bu;
    i = (i ^ i >> 13) * 0xc2b2ae35u;
    return i ^ i >> 16;
}

/** Where the lane's key in piece p lies, if of `every` pieces, a power of two, one is met; or of `every` keys. */
static __host__ __device__ __forceinline__ place_t sampled_place(uint32_t p, uint32_t every,
                                                                 bool apart, uint32_t lane) {
    lane %= PIECE_ITEMS;
    const uint32_t each = apart ? 1 : PIECE_ITEMS;
    if (apart) p = p * PIECE_ITEMS + lane, lane = 0;
    return (place_t)p * (every * each) + ((random_of(p) & (every - 1)) * each + lane);
}

/**
 * Loads PIECE_AHEAD sampled keys of n, from pieces p, p + step, ...; a bit for each that is there.
 * @param apart their keys are no neighbours, but lie `every` apart: each is a sector to read
 */
static __device__ __forceinline__ uint32_t load_pieces(const uint32_t *d_keys, place_t n,
                                                       uint32_t p, uint32_t step, uint32_t pieces,
                                                       uint32_t every, bool apart, key_order order,
                                                       uint32_t *key) {
    uint32_t there = 0;
#pragma unroll
    for (uint32_t i = 0; i < PIECE_AHEAD; i++) {
        uint32_t q = p + i * step;
        place_t at = q < pieces ? sampled_place(q, every, apart, threadIdx.x) : n;
        there |= (at < n) << i;
        key[i] = at < n ? d_keys[at] : 0;
    }
#pragma unroll
    for (uint32_t i = 0; i < PIECE_AHEAD; i++) key[i] = order_encode(key[i], order);
    return there;
}

/** Widens the range [UINT32_MAX - *low, *high] of a block or of all by a sample; `warp` of `warps` takes a part. */
static __device__ __forceinline__ void widen_range(const uint32_t *d_keys, place_t n,
                                                   uint32_t every, key_order order, uint32_t warp,
                                                   uint32_t warps, uint32_t *low, uint32_t *high) {
    uint32_t key[PIECE_AHEAD], least = UINT32_MAX, most = 0;
    uint32_t pieces = (uint32_t)((n + PIECE_ITEMS * every - 1) / (PIECE_ITEMS * every)),
             half = threadIdx.x / PIECE_ITEMS % 2;
    for (uint32_t p = 2 * warp; p < pieces; p += 2 * warps * PIECE_AHEAD) {
        uint32_t there =
            load_pieces(d_keys, n, p + half, 2 * warps, pieces, every, false, order, key);
#pragma unroll
        for (uint32_t i = 0; i < PIECE_AHEAD; i++)
            if (there >> i & 1) least = min(least, key[i]), most = max(most, key[i]);
    }
    least = warp_max(~least), most = warp_max(most);
    if (threadIdx.x % WARP_THREADS == 0 && (least > 0 || most > 0)) {
        atomicMax(low, least);
        atomicMax(high, most);
    }
}

/**
 * Counts a sampled key. s_key[e] is a key of the entry, UINT32_MAX at first, and s_mixed has a bit for each entry with
 * others: most have soon. Both are read before they are written, for most keys change neither.
 */
static __device__ __forceinline__ void count_sampled(uint32_t key, uint32_t e, uint32_t *s_met,
                                                     uint32_t *s_key, uint32_t *s_mixed) {
    const uint32_t bit = 1u << e % 32;
    atomicAdd(&s_met[e], 1);
    if (*(volatile uint32_t *)&s_mixed[e / 32] & bit) return;
    uint32_t first = *(volatile uint32_t *)&s_key[e];
    if (first == UINT32_MAX) first = atomicCAS(&s_key[e], UINT32_MAX, key);
    if (first != UINT32_MAX && first != key) atomicOr(&s_mixed[e / 32], bit);
}

/** @launch two blocks of RANGE_THREADS threads a multiprocessor
 *  @shared none
 *  @cost   4 / every bytes a key read, two atomics a warp
 *  @source Frazer 1970 (samplesort) */
static __global__ void __launch_bounds__(RANGE_THREADS)
    range_kernel(const uint32_t *d_in, size_t n, key_order order, uint32_t every,
                 struct sample_notes *notes) {
    await_kernel_before();
    if (notes->by_bits) return;
    uint32_t thread = blockIdx.x * RANGE_THREADS + threadIdx.x;
    widen_range(d_in, n, every, order, thread / WARP_THREADS,
                gridDim.x * RANGE_THREADS / WARP_THREADS, &notes->low, &notes->high);
}

/** @launch a block of SPREAD_THREADS threads a multiprocessor
 *  @shared 130 KB: for each entry how many keys, one of them, and whether there are others
 *  @cost   4 / every bytes a key read; an atomic a key in shared memory, three an entry and block in global
 *  @source Frazer 1970 */
static __global__ void __launch_bounds__(SPREAD_THREADS, 1)
    spread_kernel(const uint32_t *d_in, size_t n, key_order order, uint32_t every,
                  const struct sample_notes *notes, struct spread to) {
    extern __shared__ uint32_t s_met[];
    uint32_t *s_key = s_met + ENTRIES_1, *s_mixed = s_key + ENTRIES_1, key[PIECE_AHEAD];
    await_kernel_before();
    if (notes->by_bits) return;
    for (uint32_t e = threadIdx.x; e < ENTRIES_1; e += SPREAD_THREADS)
        s_met[e] = 0, s_key[e] = UINT32_MAX;
    for (uint32_t e = threadIdx.x; e < ENTRIES_1 / 32; e += SPREAD_THREADS) s_mixed[e] = 0;
    struct digit_rule rule;
    set_range(&rule, ~notes->low, notes->high, ENTRIES_1);
    uint32_t warp = (blockIdx.x * SPREAD_THREADS + threadIdx.x) / WARP_THREADS;
    uint32_t pieces = (uint32_t)((n + PIECE_ITEMS * every - 1) / (PIECE_ITEMS * every));
    uint32_t step = 2 * gridDim.x * SPREAD_THREADS / WARP_THREADS,
             half = threadIdx.x / PIECE_ITEMS % 2;
    __syncthreads(); // all counts are 0
    for (uint32_t p = 2 * warp; p < pieces; p += step * PIECE_AHEAD) {
        uint32_t there = load_pieces(d_in, n, p + half, step, pieces, every, false, order, key);
#pragma unroll
        for (uint32_t i = 0; i < PIECE_AHEAD; i++)
            if (there >> i & 1)
                count_sampled(key[i], entry_of(key[i], &rule), s_met, s_key, s_mixed);
    }
    __syncthreads(); // the sample is counted
    for (uint32_t e = threadIdx.x; e < ENTRIES_1; e += SPREAD_THREADS) {
        if (s_met[e] == 0) continue;
        bool mixed = s_mixed[e / 32] >> e % 32 & 1;
        atomicAdd(&to.met[e], s_met[e]);
        atomicMax(&to.key[e],
                  mixed ? UINT32_MAX : s_key[e]); // no sign in `other`: 0 is ~UINT32_MAX
        atomicMax(&to.other[e], ~s_key[e]);
    }
}

#endif
#endif
