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
    FEW_OVERFULL = 64,   /**< so that buckets with a bin of so many are left to the wide finish */
};

#ifdef __CUDACC__

/** The sum of the four bytes of a word. */
static __device__ __forceinline__ uint32_t sum_bytes(uint32_t word) {
    uint32_t pairs = (word & 0x00ff00ff) + (word >> 8 & 0x00ff00ff);
    return (pairs + (pairs >> 16)) & 0xffff;
}

/** Two places in a word, of bins 2i and 2i + 1 of the word's four; *start moves behind them. */
static __device__ __forceinline__ uint32_t two_starts(uint32_t *start, uint32_t counts) {
    uint32_t second = *start + (counts & 0xff), places = *start | second << 16;
    *start = second + (counts >> 8 & 0xff);
    return places;
}

static __device__ __forceinline__ uint4 eight_starts(uint32_t *start, uint32_t counts,
                                                     uint32_t more) {
    uint4 places;
    places.x = two_starts(start, counts);
    places.y = two_starts(start, counts >> 16);
    places.z = two_starts(start, more);
    places.w = two_starts(start, more >> 16);
    return places;
}

/** Writes where each bin begins over the counts; the sum of them all. 16 bins a thread. */
static __device__ __forceinline__ uint32_t start_bins(struct finish_shared *s) {
    uint4 c = s->vectors[threadIdx.x];
    uint32_t total;
    uint32_t sum = sum_bytes(c.x) + sum_bytes(c.y) + sum_bytes(c.z) + sum_bytes(c.w);
    uint32_t start = block_scan(sum, s->sums, &total); // all have read their counts
    s->start_vectors[2 * threadIdx.x] = eight_starts(&start, c.x, c.y);
    s->start_vectors[2 * threadIdx.x + 1] = eight_starts(&start, c.z, c.w);
    return total;
}

/**
 * Puts a bucket's keys into their bins in shared memory. False: too many keys agree, or seem to agree in a sample
 * (`alike`, for each thread), so it is not tried in vain. If the array has few keys (`all`; 0 if unknown), a large bin
 * would keep all others waiting for its warp.
 */
static __device__ __forceinline__ bool bin_keys(struct finish_keys *k, bool alike, size_t all,
                                                uint32_t off, struct finish_shared *s) {
    if (__syncthreads_count(alike) >= SAMPLE_REPEATS) return false; // all bins are empty
    uint32_t greatest = rank_keys(k, s);
    bool overfull = __syncthreads_or(greatest >= BUCKET_REPEATS); // all keys are ranked
    if (overfull && all > 0 && all <= FEW_KEYS && __syncthreads_or(greatest >= FEW_OVERFULL))
        return false;
    if (start_bins(s) != k->n) return false; // a byte that ran over is missing from the sum
    uint32_t *s_keys = s->keys + HALO + off;
    __syncthreads(); // it is known where each bin begins
    place_keys(k, s_keys, s);
    pad_bucket(s->keys, FINISH_BUFFER, k->n, off);
    if (overfull && k->shift > 0)
        sort_overfull(s->starts, k->n, s_keys, s->overfull, &s->n_overfull);
    __syncthreads(); // all keys lie in their bins
    return true;
}

/**
 * Sorts a bucket of n keys, up to BUCKET_ITEMS: they are at least `low`, and less than low + 2^(FINISH_BITS + shift).
 * False, and nothing is written, if too many agree.
 */
static __device__ __forceinline__ bool finish_bucket(const uint32_t *d_in, uint32_t n, uint32_t low,
                                                     uint32_t shift, uint32_t *d_out,
                                                     const struct tables *t,
                                                     struct finish_shared *s) {
    struct finish_keys k = {{0}, {0}, n, shift, true};
    s->vectors[threadIdx.x] = make_uint4(0, 0, 0, 0);
    if (threadIdx.x == 0) s->low = low, s->d_out = d_out;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k.key[i] = finish_there(&k, i) ? d_in[i * FINISH_THREADS + threadIdx.x] - low : 0;
    bool alike = finish_there(&k, 1) && k.key[0] == k.key[1];
    if (!bin_keys(&k, alike, t->n, words_off(d_out), s)) return false;
    order_and_store(s->keys, k.n, s->low, s->d_out, t->order);
    return true;
}

/** The same of keys that agree in all but their lowest `left` bits, which takes less. */
static __device__ __forceinline__ bool finish_by_bits(const uint32_t *d_in, uint32_t n,
                                                      uint32_t left, uint32_t *d_out,
                                                      const struct tables *t,
                                                      struct finish_shared *s) {
    struct finish_keys k = {{0}, {0}, n, finish_shift(left), false};
    s->vectors[threadIdx.x] = make_uint4(0, 0, 0, 0);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++)
        k.key[i] = finish_there(&k, i) ? d_in[i * FINISH_THREADS + threadIdx.x] : 0;
    bool alike = finish_there(&k, 1) && k.key[0] == k.key[1];
    if (!bin_keys(&k, alike, t->n, words_off(d_out), s)) return false;
    order_and_store(s->keys, n, 0, d_out, t->order);
    return true;
}

/** @launch a block of FINISH_THREADS threads a bucket
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved; an atomic a key in shared memory; 6 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3) finish_kernel(struct tables t) {
    extern __shared__ struct finish_shared s_finish[];
    await_kernel_before();
    place_t start = t.starts[blockIdx.x], n = t.starts[blockIdx.x + 1] - start;
    uint32_t left = 32 - t.bits_1 - t.bits_2;
    if (n == 0 || n > BUCKET_ITEMS) return; // others see to these
    if (!finish_by_bits(t.side[SIDE_TEMP] + start, (uint32_t)n, left, t.side[SIDE_OUT] + start, &t,
                        s_finish) &&
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
        if (!finish_by_bits(d_keys, b.n, b.left, t.side[SIDE_OUT] + b.start, &t, s_finish) &&
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
