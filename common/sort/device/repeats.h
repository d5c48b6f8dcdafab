/**
 * @file
 * @brief The finish of buckets whose keys repeat: counters of 16 bits have space for all keys of a bucket.
 *
 * It is the fast finish otherwise, and takes more registers. The range of a bucket's keys is looked at first, so that
 * the bins are as narrow as they can be. Then a bin that is too large mostly has one value, and needs no sort.
 */
#ifndef SORTLAB_DEVICE_REPEATS_H
#define SORTLAB_DEVICE_REPEATS_H

#include "common/sort/device/finish.h"

#ifdef __CUDACC__

/** A thread's keys of a bucket, less its least one, and the rank of each in its bin: 16 bits. */
struct repeat_keys {
    uint32_t key[FINISH_ITEMS], ranks[FINISH_ITEMS / 2], n, shift;
};

static __device__ __forceinline__ bool repeat_there(const struct repeat_keys *k, uint32_t i) {
    return i * FINISH_THREADS + threadIdx.x < k->n;
}

/** Loads a bucket's keys, and subtracts the least one; so many bins as there are suffice for their range. */
static __device__ void load_repeats(struct repeat_keys *k, const uint32_t *d_keys, key_order order,
                                    struct finish_shared *s) {
    uint32_t least = 0, most = 0, *s_range = s->range; // UINT32_MAX less the least key
    if (threadIdx.x < 2) s_range[threadIdx.x] = 0;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k->key[i] = repeat_there(k, i) ? d_keys[i * FINISH_THREADS + threadIdx.x] : 0;
    if (order != ORDER_NONE)
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS; i++) k->key[i] = order_encode(k->key[i], order);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        if (repeat_there(k, i)) least = max(least, ~k->key[i]), most = max(most, k->key[i]);
    least = warp_max(least), most = warp_max(most);
    s->start_vectors[2 * threadIdx.x] = make_uint4(0, 0, 0, 0);
    s->start_vectors[2 * threadIdx.x + 1] = make_uint4(0, 0, 0, 0);
    __syncthreads(); // the range is empty
    if (threadIdx.x % WARP_THREADS == 0) {
        atomicMax(&s_range[0], least);
        atomicMax(&s_range[1], most);
    }
    __syncthreads(); // the range is known, and all bins are empty
    uint32_t low = ~s_range[0], bits = 32 - (uint32_t)__clz((int)(s_range[1] - low));
    k->shift = finish_shift(bits);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) k->key[i] -= low;
}

/** Ranks a thread's keys in their bins. Where a whole warp meets one bin, one lane asks for all. */
static __device__ __forceinline__ void rank_repeats(struct repeat_keys *k,
                                                    struct finish_shared *s) {
    uint32_t lane = threadIdx.x % WARP_THREADS;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t bin = k->key[i] >> k->shift, half = bin % 2 * 16, rank = 0;
        bool there = repeat_there(k, i), same = bin == __shfl_sync(ALL_LANES, bin, 0);
        if (__all_sync(ALL_LANES, there && same)) {
            if (lane == 0) rank = atomicAdd(&s->start_words[bin / 2], WARP_THREADS << half);
            rank = (__shfl_sync(ALL_LANES, rank, 0) >> half & 0xffff) + lane;
        } else if (there) {
            rank = atomicAdd(&s->start_words[bin / 2], 1u << half) >> half & 0xffff;
        }
        k->ranks[i / 2] = i % 2 == 0 ? rank : k->ranks[i / 2] | rank << 16;
    }
}

/** Two counts of a word become two places; *start moves behind them. */
static __device__ __forceinline__ uint32_t two_places(uint32_t *start, uint32_t counts) {
    uint32_t second = *start + (counts & 0xffff), places = *start | second << 16;
    *start = second + (counts >> 16);
    return places;
}

/** Writes where each bin begins over the counts; 16 bins a thread. */
static __device__ __forceinline__ void start_repeats(struct finish_shared *s) {
    uint32_t *s_words = &s->start_words[8 * threadIdx.x], sum = 0, total, words[8];
#pragma unroll
    for (uint32_t i = 0; i < 8; i++) words[i] = s_words[i];
#pragma unroll
    for (uint32_t i = 0; i < 8; i++) sum += (words[i] & 0xffff) + (words[i] >> 16);
    uint32_t start = block_scan(sum, s->sums, &total);
#pragma unroll
    for (uint32_t i = 0; i < 8; i++) s_words[i] = two_places(&start, words[i]);
    __syncthreads(); // it is known where each bin begins
}

/** A warp sorts the n keys of a bin. False: they are more than `most`, and too different. */
static __device__ __noinline__ bool order_large(uint32_t *keys, uint32_t n, uint32_t most) {
    if (n <= most) {
        order_bin(keys, n);
        return true;
    }
    uint32_t differ = differing_bits(keys, n), low = (uint32_t)__ffs((int)differ) - 1;
    if (differ != 0 && differ >> low >= WARP_THREADS) return false;
    if (differ != 0) count_values(keys, n, low);
    return true;
}

/** Sorts the bins that no window could. False, for all threads: one is too large. */
static __device__ __noinline__ bool order_repeats(uint32_t n, uint32_t most, uint32_t *s_keys,
                                                  struct finish_shared *s) {
    bool done = true;
    if (threadIdx.x == 0) s->n_overfull = 0;
    __syncthreads(); // the list is empty, and all keys lie in their bins
    for (uint32_t b = threadIdx.x; b < FINISH_BINS; b += FINISH_THREADS) {
        uint32_t end = b + 1 < FINISH_BINS ? s->starts[b + 1] : n;
        if (end - s->starts[b] > BUCKET_REPEATS)
            s->overfull[atomicAdd(&s->n_overfull, 1)] = (uint16_t)b;
    }
    __syncthreads(); // the list is complete
    for (uint32_t i = threadIdx.x / WARP_THREADS; i < s->n_overfull;
         i += FINISH_THREADS / WARP_THREADS) {
        uint32_t b = s->overfull[i], begin = s->starts[b];
        uint32_t end = b + 1 < FINISH_BINS ? s->starts[b + 1] : n;
        done &= order_large(s_keys + begin, end - begin, most);
    }
    return !__syncthreads_or(!done);
}

/** Sorts a bucket of up to BUCKET_ITEMS keys. False, and nothing is written, if a bin has more than `most`. */
static __device__ bool finish_repeats(const uint32_t *d_in, key_order in_order, uint32_t n,
                                      uint32_t most, uint32_t *d_out, key_order order,
                                      struct finish_shared *s) {
    struct repeat_keys k;
    k.n = n;
    load_repeats(&k, d_in, in_order, s);
    uint32_t low = ~s->range[0], off = words_off(d_out), *s_keys = s->keys + HALO + off;
    rank_repeats(&k, s);
    __syncthreads(); // all keys are ranked
    start_repeats(s);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t rank = k.ranks[i / 2] >> i % 2 * 16 & 0xffff;
        if (repeat_there(&k, i)) s_keys[s->starts[k.key[i] >> k.shift] + rank] = k.key[i];
    }
    pad_bucket(s->keys, FINISH_BUFFER, n, off);
    if (k.shift == 0)
        __syncthreads(); // all keys lie in their bins
    else if (!order_repeats(n, most, s_keys, s))
        return false;
    order_and_store(s->keys, n, low, d_out, order);
    return true;
}

/** @launch two blocks of FINISH_THREADS threads a multiprocessor; they share the buckets of the list
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved; an atomic a key in shared memory, or a row where keys are alike; 9 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 2) repeats_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    __shared__ uint32_t s_next;
    await_kernel_before();
    uint32_t n = *t.repeats.d_n;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, &t.notes->repeats_taken, &s_next)) {
        struct bucket b = t.repeats.d_buckets[i];
        key_order order = b.side == SIDE_IN ? t.order : ORDER_NONE;
        if (!finish_repeats(t.side[b.side] + b.from, order, b.n, t.large_bin,
                            t.side[SIDE_OUT] + b.start, t.order, s_finish) &&
            threadIdx.x == 0)
            list_bucket(t.medium, b.start, b.from, b.n, b.left, b.side);
    }
}

#endif
#endif
