/**
 * @file
 * @brief The wide finish: buckets whose keys repeat, or of middle size, level by level.
 *
 * A block keeps a bucket's keys in registers. A level counts them by some bits. Keys of small bins are placed, and
 * warps rank bins of up to FEW_ITEMS keys. A bin of more is overfull. If all its keys are the same, as the values of
 * some show, they are written anew. The other overfull bins go through the next level together, by the bits below.
 */
#ifndef SORTLAB_DEVICE_WIDE_H
#define SORTLAB_DEVICE_WIDE_H

#include "common/sort/device/plan.h"
#include "common/sort/device/wide_levels.h"
#include "common/sort/device/wide_values.h"

#ifdef __CUDACC__

/** A warp sorts up to WARP_THREADS keys, unless they are all the same. */
static __device__ void rank_row(uint32_t *keys, uint32_t n) {
    uint32_t lane = threadIdx.x % WARP_THREADS, key = keys[min(lane, n - 1)], rank = 0;
    if (__all_sync(ALL_LANES, key == __shfl_sync(ALL_LANES, key, 0))) return;
#pragma unroll 4
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = __shfl_sync(ALL_LANES, key, i);
        rank += other < key || (other == key && i < lane);
    }
    __syncwarp(); // all lanes have their keys
    if (lane < n) keys[rank] = key;
}

/** Ranks the keys of bins that are too large for a window's halo and not overfull. */
static __device__ void rank_bins(uint32_t *s_keys, const struct wide_shared *s) {
    for (uint32_t f = threadIdx.x / WARP_THREADS; f < s->n_few; f += blockDim.x / WARP_THREADS)
        rank_row(s_keys + high_count(s->few[f]), low_count(s->few[f]));
}

/** Puts all keys in their bins, but those whose values are known; whether there are any. One level is counted. */
static __device__ bool place_wide(struct wide_keys *k, struct wide_level l, uint32_t low,
                                  uint32_t *s_keys, struct wide_shared *s) {
    uint32_t keys = k->n;
    bool placed = false;
    for (;;) {
        plan_level(&l, s);
        place_level(k, &l, s_keys, s);
        placed |= low_count(s->n_found) < keys;
        if (s->n_found == 0) break;
        settle_level(k, &l, s);
        keys = low_count(s->n_left);
        if (l.n == 0) break;
        next_level(&l, FINISH_BINS, low);
        count_level(k, &l, s);
    }
    return placed;
}

/**
 * Sorts a bucket of up to WIDE_ITEMS keys, whatever they are; with half the threads BUCKET_ITEMS. The
 * WIDE_OVERFULL bins of a level leave it 3 bits, so that there are 1 + 7 levels at most.
 */
static __device__ void finish_wide(const uint32_t *d_in, key_order in_order, uint32_t n,
                                   uint32_t *d_out, key_order order, struct wide_shared *s) {
    struct wide_keys k;
    k.n = n;
    uint32_t differ = load_wide(&k, d_in, in_order, s), *s_keys = s->keys + HALO + words_off(d_out);
    uint32_t low = differ > 0 ? (uint32_t)__ffs((int)differ) - 1 : 0; // below all are the same
    struct wide_level l = {1, 32 - (uint32_t)__clz((int)differ), 0, false};
    next_level(&l, min(FINISH_BINS, 1u << (32 - __clz((int)(n - 1)))), low);
    count_level(&k, &l, s);
    if (list_values(&k, &l, s)) {
        write_listed(d_out, n, order, s);
    } else if (place_wide(&k, l, low, s_keys, s)) {
        write_values(s_keys, ORDER_NONE, s);
        rank_bins(s_keys, s);
        pad_bucket(s->keys, blockDim.x / WARP_THREADS * CORE + 2 * HALO + 4, n, words_off(d_out));
        __syncthreads(); // all keys lie in their bins
        order_and_store(s->keys, n, 0, d_out, order);
    } else { // all keys are written anew
        write_values(d_out, order, s);
    }
}

/** @launch WIDE_THREADS threads a block, or half of them; blocks share the list
 *  @shared 133 KB: bins, overfull ones, and the keys of a bucket; with half the threads 99 KB
 *  @cost   8 bytes a key moved; a level: 2 atomics a key in shared memory and 4 barriers; 8 levels at most
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1)
    wide_kernel(struct tables t, struct bucket_list list, uint32_t *d_taken) {
    extern __shared__ struct wide_shared s_wide[];
    __shared__ uint32_t s_next;
    await_kernel_before();
    uint32_t n = *list.d_n;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, d_taken, &s_next)) {
        const struct bucket b = list.d_buckets[i];
        finish_wide(t.side[b.side] + b.from, b.side == SIDE_IN ? t.order : ORDER_NONE, b.n,
                    t.side[SIDE_OUT] + b.start, t.order, s_wide);
    }
}

/** @launch one block of WIDE_THREADS threads, or half of them, for an array that is a bucket itself
 *  @shared as of wide_kernel
 *  @cost   as of wide_kernel
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1) small_kernel(struct tables t) {
    extern __shared__ struct wide_shared s_wide[];
    await_kernel_before();
    finish_wide(t.side[SIDE_IN], t.order, (uint32_t)t.n, t.side[SIDE_OUT], t.order, s_wide);
}

#endif
#endif
