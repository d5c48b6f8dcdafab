/**
 * @file
 * @brief a block puts a tile in the order of a digit, in shared memory; stable.
 *
 * A warp has some rows of 32 neighbouring keys of the tile, one row behind the other. Lanes with the same digit
 * find each other by votes, so that it takes as long whatever the keys are.
 */
#ifndef SORTLAB_DEVICE_STABLE_H
#define SORTLAB_DEVICE_STABLE_H

#include "common/sort/device/plan.h"
#include "common/sort/device/steps.h"

enum {
    STABLE_THREADS = 512,
    STABLE_ITEMS = 18, /**< rows of a warp, at most */
    STABLE_WARPS = STABLE_THREADS / WARP_THREADS,
    STABLE_TILE = STABLE_THREADS * STABLE_ITEMS,
};

/** What the threads of a block share. */
struct stable_shared {
    uint32_t bins[STABLE_WARPS * RADIX]; /**< a warp's keys of each digit; then where they begin */
    uint32_t sums[WARP_THREADS];
    uint32_t keys[STABLE_TILE]; /**< the tile by digit */
};

/** A thread's keys: at places first, first + 32, ... of a tile of m. */
struct stable_keys {
    uint32_t key[STABLE_ITEMS];
    uint32_t ranks[STABLE_ITEMS / 2]; /**< among the warp's keys of the same digit; two a word */
    uint32_t first, rows, m, shift, bits;
};

#ifdef __CUDACC__

/** Tells a thread which places of a tile of m are its own; rows are shared evenly. */
static __device__ __forceinline__ void share_rows(struct stable_keys *k, uint32_t m) {
    k->m = m;
    k->rows = (m + STABLE_THREADS - 1) / STABLE_THREADS;
    k->first = threadIdx.x / WARP_THREADS * WARP_THREADS * k->rows + threadIdx.x % WARP_THREADS;
}

static __device__ __forceinline__ bool stable_there(const struct stable_keys *k, uint32_t i) {
    return i < k->rows && k->first + i * WARP_THREADS < k->m;
}

static __device__ __forceinline__ uint32_t stable_digit(const struct stable_keys *k, uint32_t i) {
    return digit_of(k->key[i], k->shift, k->bits);
}

/** Ranks a warp's keys among those of the same digit, and counts them. */
static __device__ __forceinline__ void rank_rows(struct stable_keys *k, struct stable_shared *s) {
    uint32_t *s_bins = s->bins + threadIdx.x / WARP_THREADS * RADIX;
    uint32_t before = (1u << threadIdx.x % WARP_THREADS) - 1; // the lanes before this one
#pragma unroll
    for (uint32_t i = 0; i < STABLE_ITEMS; i++) {
        if (i >= k->rows) break;
        uint32_t digit = stable_digit(k, i), count = s_bins[digit];
        uint32_t peers =
                     find_peers(digit, RADIX_BITS, __ballot_sync(ALL_LANES, stable_there(k, i))),
                 rank = __popc(peers & before);
        __syncwarp(); // all have read their counts
        if (stable_there(k, i) && rank == 0) s_bins[digit] = count + __popc(peers);
        __syncwarp(); // the next row may come
        rank += count;
        k->ranks[i / 2] = i % 2 == 0 ? rank : k->ranks[i / 2] | rank << 16;
    }
}

/** Turns the warps' counts of a digit into places in the tile. */
static __device__ __forceinline__ void start_rows(struct stable_shared *s) {
    uint32_t digit = threadIdx.x, count = 0, total, own;
    for (uint32_t w = 0; digit < RADIX && w < STABLE_WARPS; w++, count += own) {
        own = s->bins[w * RADIX + digit];
        s->bins[w * RADIX + digit] = count;
    }
    uint32_t before = block_scan(count, s->sums, &total);
    for (uint32_t w = 0; digit < RADIX && w < STABLE_WARPS; w++)
        s->bins[w * RADIX + digit] += before;
}

/** Ranks a tile's keys; then it is known where each warp's keys of a digit begin. */
static __device__ __forceinline__ void rank_tile(struct stable_keys *k, struct stable_shared *s) {
    for (uint32_t b = threadIdx.x; b < STABLE_WARPS * RADIX; b += STABLE_THREADS) s->bins[b] = 0;
    __syncthreads(); // all bins are empty
    rank_rows(k, s);
    __syncthreads(); // all keys are ranked
    start_rows(s);
    __syncthreads(); // it is known where they begin
}

/** The place in the tile of the i-th key. */
static __device__ __forceinline__ uint32_t stable_place(const struct stable_keys *k, uint32_t i,
                                                        const struct stable_shared *s) {
    uint32_t rank = k->ranks[i / 2] >> i % 2 * 16 & 0xffff;
    return s->bins[threadIdx.x / WARP_THREADS * RADIX + stable_digit(k, i)] + rank;
}

/** Sorts a bucket of up to STABLE_TILE keys, whatever they are, in up to four passes. */
static __device__ __forceinline__ void sort_bucket(const struct tables *t, struct bucket b,
                                                   struct stable_shared *s) {
    const uint32_t *d_keys = t->side[b.side] + b.from;
    key_order from = b.side == SIDE_IN ? t->order : ORDER_NONE;
    struct stable_keys k;
    uint32_t left = max(b.left, 1), passes = (left + RADIX_BITS - 1) / RADIX_BITS;
    share_rows(&k, b.n);
#pragma unroll
    for (uint32_t i = 0; i < STABLE_ITEMS; i++)
        k.key[i] = stable_there(&k, i) ? order_encode(d_keys[k.first + i * WARP_THREADS], from) : 0;
    k.bits = (left + passes - 1) / passes;
    for (k.shift = 0;; k.shift += k.bits) {
        rank_tile(&k, s);
#pragma unroll
        for (uint32_t i = 0; i < STABLE_ITEMS; i++)
            if (stable_there(&k, i)) s->keys[stable_place(&k, i, s)] = k.key[i];
        __syncthreads(); // the bucket lies by digit
        if (k.shift + k.bits >= left) break;
#pragma unroll
        for (uint32_t i = 0; i < STABLE_ITEMS; i++)
            if (stable_there(&k, i)) k.key[i] = s->keys[k.first + i * WARP_THREADS];
    }
    for (uint32_t i = threadIdx.x; i < b.n; i += STABLE_THREADS)
        t->side[SIDE_OUT][b.start + i] = order_decode(s->keys[i], t->order);
    __syncthreads(); // the next bucket may come
}

/** @launch two blocks of STABLE_THREADS threads a multiprocessor, which share the list; without one a block sorts all
 *  @shared 53 KB: a bucket by digit, and the warps' bins
 *  @cost   8 bytes a key moved; of each 8 bits 9 votes and 4 barriers
 *  @source Seward 1954 */
static __global__ void __launch_bounds__(STABLE_THREADS, 1)
    stable_kernel(struct tables t, struct bucket_list list) {
    extern __shared__ struct stable_shared s_stable[];
    const struct bucket all = {0, 0, (uint32_t)t.n, 32, SIDE_IN};
    await_kernel_before();
    for (uint32_t i = blockIdx.x, n = list.d_n ? *list.d_n : 1; i < n; i += gridDim.x)
        sort_bucket(&t, list.d_n ? list.d_buckets[i] : all, s_stable);
}

/** Sorts the buckets of a list, or without one all keys, up to STABLE_TILE. */
static inline void launch_stable(struct tables t, struct bucket_list list, uint32_t blocks,
                                 cudaStream_t stream) {
    void *arguments[] = {&t, &list};
    launch_early((const void *)stable_kernel, blocks, STABLE_THREADS, sizeof(struct stable_shared),
                 stream, arguments);
}

#endif
#endif
