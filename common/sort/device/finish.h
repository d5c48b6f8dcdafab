/**
 * @file
 * @brief The finish: a block sorts a bucket in shared memory.
 */
#ifndef SORTLAB_DEVICE_FINISH_H
#define SORTLAB_DEVICE_FINISH_H

#include "common/sort/device/overfull.h"
#include "common/sort/device/plan.h"

enum {
    SAMPLE_REPEATS = 24, /**< of FINISH_THREADS pairs of keys: a value has a fifth of them all */
    FEW_KEYS = 1 << 25,  /**< up to so many: most blocks wait while few warps sort large bins */
    FEW_OVERFULL = 64,   /**< so that buckets with a bin of so many are left to the next finish, */
    MANY_OVERFULL = 256, /**< and always those with one of so many; both are powers of two */
};

#ifdef __CUDACC__

/** Empties all bins; others may use them behind a barrier. */
static __device__ __forceinline__ void empty_finish(struct finish_shared *s) {
#pragma unroll
    for (uint32_t i = 0; i < FINISH_BINS / 8; i += FINISH_THREADS)
        s->vectors[i + threadIdx.x] = make_uint4(0, 0, 0, 0);
}

/** The sum of the two halves of a word. */
static __device__ __forceinline__ uint32_t sum_two(uint32_t word) {
    return (word & 0xffff) + (word >> 16);
}

/** Where two bins begin or end, in place of their counts; *start moves behind them. */
static __device__ __forceinline__ uint32_t two_places(uint32_t *start, uint32_t counts, bool ends) {
    uint32_t first = *start, second = first + (counts & 0xffff), behind = second + (counts >> 16);
    *start = behind;
    return ends ? second | behind << 16 : first | second << 16;
}

static __device__ __forceinline__ uint4 eight_places(uint32_t *start, uint4 counts, bool ends) {
    counts.x = two_places(start, counts.x, ends);
    counts.y = two_places(start, counts.y, ends);
    counts.z = two_places(start, counts.z, ends);
    counts.w = two_places(start, counts.w, ends);
    return counts;
}

/**
 * Writes where each bin begins, or ends, over the counts, 16 bins a thread. The bits that one of these counts has or
 * more.
 */
static __device__ __forceinline__ uint32_t scan_bins(struct finish_shared *s, bool ends) {
    uint4 *bins = &s->vectors[2 * threadIdx.x], a = bins[0], b = bins[1];
    uint32_t sum = sum_two(a.x) + sum_two(a.y) + sum_two(a.z) + sum_two(a.w) + sum_two(b.x) +
                   sum_two(b.y) + sum_two(b.z) + sum_two(b.w);
    uint32_t any = a.x | a.y | a.z | a.w | b.x | b.y | b.z | b.w, total;
    uint32_t start = block_scan(sum, s->sums, &total);
    bins[0] = eight_places(&start, a, ends);
    bins[1] = eight_places(&start, b, ends);
    return (any | any >> 16) & 0xffff;
}

/**
 * Puts a bucket's keys into their bins in shared memory. False: too many keys agree, or seem to agree in a sample
 * (`alike`, for each thread), so it is not tried in vain. If the array has few keys (`all`; 0 if unknown), a large bin
 * would keep all others waiting for its warp.
 */
static __device__ __forceinline__ bool bin_keys(struct finish_keys *k, bool alike, size_t all,
                                                struct finish_shared *s) {
    if (__syncthreads_count(alike) >= SAMPLE_REPEATS) return false; // all bins are empty
    count_bins(k, s);
    __syncthreads(); // all keys are counted
    uint32_t counts = scan_bins(s, false),
             most = all > 0 && all <= FEW_KEYS ? FEW_OVERFULL : MANY_OVERFULL;
    bool overfull = __syncthreads_or(counts > BUCKET_REPEATS); // it is known where bins begin
    if (overfull && __syncthreads_or(counts >= most)) return false;
    uint32_t off = words_off(s->d_out), *s_keys = s->keys + HALO + off;
    k->n = s->n, k->shift = s->shift; // so that no thread has kept its keys' bins
    place_keys(k, s_keys, s);
    pad_bucket(s->keys, FINISH_BUFFER, s->n, off);
    if (overfull && s->shift > 0) sort_overfull(s_keys, s);
    __syncthreads(); // all keys lie in their bins
    return true;
}

/**
 * Sorts a bucket of n keys, up to BUCKET_ITEMS: less `low` they agree in all bits but the lowest FINISH_BITS + shift.
 * False, and nothing is written, if too many agree in these.
 */
static __device__ __forceinline__ bool finish_bucket(const uint32_t *d_in, uint32_t n, uint32_t low,
                                                     uint32_t shift, uint32_t *d_out,
                                                     const struct tables *t,
                                                     struct finish_shared *s) {
    struct finish_keys k = {{0}, n, shift};
    if (threadIdx.x == 0) s->n = n, s->shift = shift, s->low = low, s->d_out = d_out;
    empty_finish(s);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k.key[i] = finish_there(&k, i) ? d_in[i * FINISH_THREADS + threadIdx.x] - low : 0;
    bool alike = finish_there(&k, 1) && k.key[0] == k.key[1];
    if (!bin_keys(&k, alike, t->n, s)) return false;
    order_and_store(s->keys, s->n, s->low, s->d_out, t->order);
    return true;
}

/** @launch a block of FINISH_THREADS threads a bucket
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved; two atomics a key in shared memory; 6 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3) finish_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    await_kernel_before();
    place_t start = t.starts[blockIdx.x], n = t.starts[blockIdx.x + 1] - start;
    uint32_t left = 32 - t.bits_1 - t.bits_2;
    if (n == 0 || n > BUCKET_ITEMS) return; // others see to these
    if (!finish_bucket(t.side[SIDE_TEMP] + start, (uint32_t)n, 0, finish_shift(left),
                       t.side[SIDE_OUT] + start, &t, s_finish) &&
        threadIdx.x == 0)
        list_bucket(t.repeats, start, start, (uint32_t)n, left, SIDE_TEMP);
}

/** @launch two blocks of FINISH_THREADS threads a multiprocessor; they share the buckets of the list
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   as of finish_kernel, for what was split
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 2) finish_list_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    __shared__ uint32_t s_next;
    await_kernel_before();
    uint32_t n = *t.small.d_n;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, &t.notes->small_taken, &s_next)) {
        struct bucket b = t.small.d_buckets[i];
        const uint32_t *d_keys = t.side[b.side] + b.from;
        if (!finish_bucket(d_keys, b.n, 0, finish_shift(b.left), t.side[SIDE_OUT] + b.start, &t,
                           s_finish) &&
            threadIdx.x == 0)
            list_bucket(t.repeats, b.start, b.from, b.n, b.left, b.side);
    }
}

static inline void launch_finish(struct tables t, cudaStream_t stream) {
    void *arguments[] = {&t};
    launch_early((const void *)finish_kernel, 1u << (t.bits_1 + t.bits_2), FINISH_THREADS,
                 sizeof(struct finish_shared), stream, arguments);
}

#endif
#endif
