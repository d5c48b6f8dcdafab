/**
 * @file
 * @brief The finish of buckets whose keys repeat.
 *
 * It is the fast finish otherwise, and takes more registers. The range of a bucket's keys is looked at first, so that
 * the bins are as narrow as they can be. Then a bin that is too large mostly has one value, and needs no sort.
 */
#ifndef SORTLAB_DEVICE_REPEATS_H
#define SORTLAB_DEVICE_REPEATS_H

#include "common/sort/device/finish.h"

#ifdef __CUDACC__

/** Loads a bucket's keys, and subtracts the least one; so many bins as there are suffice for their range. */
static __device__ void load_repeats(struct finish_keys *k, const uint32_t *d_keys, key_order order,
                                    struct finish_shared *s) {
    uint32_t least = 0, most = 0, *s_range = s->range; // UINT32_MAX less the least key
    if (threadIdx.x < 2) s_range[threadIdx.x] = 0;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k->key[i] = finish_there(k, i) ? d_keys[i * FINISH_THREADS + threadIdx.x] : 0;
    if (order != ORDER_NONE)
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS; i++) k->key[i] = order_encode(k->key[i], order);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        if (finish_there(k, i)) least = max(least, ~k->key[i]), most = max(most, k->key[i]);
    least = warp_max(least), most = warp_max(most);
    empty_finish(s);
    __syncthreads(); // the range is empty
    if (threadIdx.x % WARP_THREADS == 0) {
        atomicMax(&s_range[0], least);
        atomicMax(&s_range[1], most);
    }
    __syncthreads(); // the range is known, and all bins are empty
    uint32_t low = ~s_range[0], bits = 32 - (uint32_t)__clz((int)(s_range[1] - low));
    k->shift = finish_shift(bits);
    if (threadIdx.x == 0) s->shift = k->shift;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) k->key[i] -= low;
}

/** The i-th key's rank in its bin, where it is counted. Where a whole warp meets one bin, one lane asks for all. */
static __device__ __forceinline__ uint32_t rank_repeat(const struct finish_keys *k, uint32_t i,
                                                       struct finish_shared *s) {
    const uint32_t bin = finish_bin(k, i), one = __funnelshift_l(0, 1, 16 * bin);
    uint32_t lane = threadIdx.x % WARP_THREADS, *s_word = &s->words[bin / 2], two = 0;
    bool there = finish_there(k, i), same = bin == __shfl_sync(ALL_LANES, bin, 0);
    bool all = __all_sync(ALL_LANES, there && same);
    if (all ? lane == 0 : there) two = atomicAdd(s_word, all ? one * WARP_THREADS : one);
    if (all) two = __shfl_sync(ALL_LANES, two, 0) + one * lane;
    return __funnelshift_r(two, 0, 16 * bin) & 0xffff;
}

/** A warp sorts the n keys of a bin. False, and nothing has changed: they are more than `most`, and too different. */
static __device__ __noinline__ bool order_large(uint32_t *keys, uint32_t n, uint32_t most) {
    if (n <= most) {
        order_bin(keys, n);
        return true;
    }
    uint32_t differ = differing_bits(keys, n), low = (uint32_t)__ffs((int)differ) - 1;
    if (differ == 0) return true;
    if (differ >> low >= WARP_THREADS) return order_usual(keys, n);
    count_values(keys, n, low);
    return true;
}

/**
 * Sorts overfull bins: a warp each, and all threads together those that are too large for a warp. False, for all
 * threads: there are such, and the bucket is finished `elsewhere`.
 */
static __device__ __noinline__ bool order_repeats(uint32_t most, bool elsewhere, uint32_t *s_keys,
                                                  struct finish_shared *s) {
    enum { LEFT = FINISH_BINS };
    bool left = false;
    list_overfull(s);
    for (uint32_t i = threadIdx.x / WARP_THREADS; i < s->n_overfull;
         i += FINISH_THREADS / WARP_THREADS) {
        const uint32_t b = s->overfull[i], begin = bin_begin(s, b);
        if (order_large(s_keys + begin, s->bins[b] - begin, most)) continue;
        left = true;
        if (threadIdx.x % WARP_THREADS == 0) s->overfull[i] = (uint16_t)(b | LEFT);
    }
    left = __syncthreads_or(left); // it is known which are left
    if (left && elsewhere) return false;
    for (uint32_t i = 0; left && i < s->n_overfull; i++) {
        const uint32_t b = s->overfull[i] % LEFT, begin = bin_begin(s, b);
        if (s->overfull[i] & LEFT) order_network(s_keys + begin, s->bins[b] - begin, true);
    }
    return true;
}

/** Sorts a bucket of up to BUCKET_ITEMS keys. False, and nothing is written: see order_repeats. */
static __device__ bool finish_repeats(const struct tables *t, const uint32_t *d_in,
                                      key_order in_order, uint32_t n, uint32_t *d_out,
                                      struct finish_shared *s) {
    struct finish_keys k;
    uint32_t ranks[FINISH_ITEMS / 2]; // 16 bits each
    k.n = n;
    load_repeats(&k, d_in, in_order, s);
    uint32_t low = ~s->range[0], off = words_off(d_out), *s_keys = s->keys + HALO + off;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i += 2)
        ranks[i / 2] = rank_repeat(&k, i, s) | rank_repeat(&k, i + 1, s) << 16;
    __syncthreads(); // all keys are counted
    scan_bins(s, true);
    __syncthreads();    // it is known where each bin ends
    k.shift = s->shift; // so that no thread has kept its keys' bins
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t rank = ranks[i / 2] >> i % 2 * 16 & 0xffff;
        if (finish_there(&k, i)) s_keys[s->bins[finish_bin(&k, i)] - 1 - rank] = k.key[i];
    }
    pad_bucket(s->keys, FINISH_BUFFER, n, off);
    if (k.shift == 0)
        __syncthreads(); // all keys lie in their bins
    else if (!order_repeats(t->large_bin, t->medium.d_buckets != NULL, s_keys, s))
        return false;
    order_and_store(s->keys, n, low, d_out, t->order);
    return true;
}

/** @launch two blocks of FINISH_THREADS threads a multiprocessor; they share the buckets of the list
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved; an atomic a key in shared memory, or a row where keys are alike; 9 barriers, and up to
 *          105 for each bin that all threads sort
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 2) repeats_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    __shared__ uint32_t s_next;
    await_and_let_begin(t.n);
    uint32_t n = *t.repeats.d_n;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, &t.notes->repeats_taken, &s_next)) {
        struct bucket b = t.repeats.d_buckets[i];
        key_order order = b.side == SIDE_IN ? t.order : ORDER_NONE;
        if (!finish_repeats(&t, t.side[b.side] + b.from, order, b.n, t.side[SIDE_OUT] + b.start,
                            s_finish) &&
            threadIdx.x == 0)
            list_bucket(t.medium, b.start, b.from, b.n, b.left, b.side);
    }
}

#endif
#endif
