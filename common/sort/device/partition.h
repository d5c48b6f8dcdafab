/**
 * @file
 * @brief A block brings a tile's keys into their buckets.
 */
#ifndef SORTLAB_DEVICE_PARTITION_H
#define SORTLAB_DEVICE_PARTITION_H

#include "common/sort/device/steps.h"

/** Which digit keys are partitioned by: `bits` bits above the lowest `shift`. */
struct digit {
    uint32_t shift, bits;
};

/** Where the keys of each digit go. */
struct part_target {
    uint32_t *d_out;
    place_t *d_next;       /**< where the next key of each digit belongs in d_out */
    const place_t *d_ends; /**< where each digit's space ends; NULL if all are known to suffice */
    uint32_t *d_overflow;  /**< becomes 1 where one does not; then nothing of the tile is written */
};

#ifdef __CUDACC__

/** Loads a tile's keys, and asks whether all of a warp have one digit, as where keys lie in order. */
static __device__ __forceinline__ void load_keys(struct part_keys *k, const uint32_t *d_tile,
                                                 key_order order) {
    uint32_t lane = threadIdx.x % WARP_THREADS, differ = 0;
    k->first = threadIdx.x / WARP_THREADS * PART_WARP + lane;
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        k->key[i] = part_there(k, i) ? d_tile[k->first + i * WARP_THREADS] : 0;
    if (order != ORDER_NONE)
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS; i++) k->key[i] = order_encode(k->key[i], order);
    uint32_t first = __shfl_sync(ALL_LANES, k->key[0], 0);
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++) differ |= k->key[i] ^ first;
    differ = digit_of(warp_or(differ), k->shift, k->bits);
    bool common = k->first - lane + PART_WARP <= k->m && differ == 0;
    k->common = common ? digit_of(first, k->shift, k->bits) : NO_DIGIT;
}

/**
 * The same as place_digits if more than a quarter of the keys have the digit `hot`. The lanes with that digit would
 * wait for each other at one word, so one of them asks for all.
 */
static __device__ __forceinline__ void place_hot(const struct part_keys *k, uint32_t hot,
                                                 struct part_shared *s) {
    enum { BATCH = 4 }; // atomics on their way
    uint32_t lane = threadIdx.x % WARP_THREADS, place[BATCH], lanes[BATCH];
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i += BATCH) {
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t digit = part_digit(k, i + j), is_hot = digit == hot;
            lanes[j] = __ballot_sync(ALL_LANES, part_there(k, i + j) && is_hot);
            bool asks = !is_hot || lane + 1 == (uint32_t)__ffs((int)lanes[j]);
            place[j] = 0;
            if (part_there(k, i + j) && asks)
                place[j] = atomicAdd(&s->bins[digit], is_hot ? __popc(lanes[j]) : 1);
        }
#pragma unroll
        for (uint32_t j = 0; j < BATCH; j++) {
            uint32_t base = __shfl_sync(ALL_LANES, place[j], (uint32_t)__ffs((int)lanes[j]) - 1);
            if (lanes[j] >> lane & 1) place[j] = base + __popc(lanes[j] & ~(~0u << lane));
            if (part_there(k, i + j)) s->keys[place[j]] = k->key[i + j];
        }
    }
}

/** Stores a tile that lies by digit: neighbours of one digit go to neighbouring places. */
static __device__ __forceinline__ void store_tile(const struct part_keys *k,
                                                  const struct part_shared *s) {
#pragma unroll 8
    for (uint32_t i = 0; i < PART_ITEMS; i++) {
        uint32_t at = i * PART_THREADS + threadIdx.x;
        if (!k->full && at >= k->m) continue;
        uint32_t key = s->keys[at];
        s->to[digit_of(key, k->shift, k->bits)][at] = key;
    }
}

/** As partition_tile. `full` is known when it is compiled, so that whole tiles ask for no key. */
static __device__ __forceinline__ void partition_keys_of(const uint32_t *d_tile, uint32_t m,
                                                         bool full, struct part_target to,
                                                         struct digit by, key_order order,
                                                         struct part_shared *s) {
    struct part_keys k;
    bool overflow = false;
    uint32_t digit = threadIdx.x, total;
    k.m = m, k.full = full, k.shift = by.shift, k.bits = by.bits;
    if (digit < RADIX) s->bins[digit] = 0;
    if (digit == 0) s->sums.hot = 0;
    load_keys(&k, d_tile, order);
    __syncthreads(); // all bins are empty
    count_digits(&k, s);
    __syncthreads(); // all keys are counted
    uint32_t count = digit < RADIX ? s->bins[digit] : 0;
    place_t start = count > 0 ? reserve(to.d_next, digit, count) : 0; // asked now, needed later
    uint32_t most = warp_max(count * RADIX + digit % RADIX);
    if (digit < RADIX && digit % WARP_THREADS == 0) atomicMax(&s->sums.hot, most);
    uint32_t before = block_scan(count, s->sums.warps, &total), hot = s->sums.hot;
    if (digit < RADIX) s->bins[digit] = before;
    __syncthreads(); // it is known where each digit begins
    if (hot / RADIX > m / 4 && k.common == NO_DIGIT)
        place_hot(&k, hot % RADIX, s);
    else
        place_digits(&k, s);
    if (digit < RADIX) s->to[digit] = to.d_out + start - before; // the answer has come by now
    if (to.d_ends && count > 0) overflow = start + count > to.d_ends[digit];
    overflow = __syncthreads_or(overflow); // the tile lies by digit
    if (!overflow)
        store_tile(&k, s);
    else if (threadIdx.x == 0)
        atomicExch(to.d_overflow, 1);
    __syncthreads(); // the next tile may come
}

/** Brings a tile's m keys into their buckets. */
static __device__ __forceinline__ void partition_tile(const uint32_t *d_tile, uint32_t m,
                                                      struct part_target to, struct digit by,
                                                      key_order order, struct part_shared *s) {
    if (m == PART_TILE)
        partition_keys_of(d_tile, m, true, to, by, order, s);
    else
        partition_keys_of(d_tile, m, false, to, by, order, s);
}

#endif
#endif
