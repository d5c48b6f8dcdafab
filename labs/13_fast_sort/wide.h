/**
 * @file
 * @brief Lab 13, given: the finish of buckets with keys that repeat, or of middle size, by wide counters.
 */
#ifndef SORTLAB_FAST_WIDE_H
#define SORTLAB_FAST_WIDE_H

#include "finish.h"

enum {
    WIDE_THREADS = 1024,
    FEW_KEYS = 16, /**< a bin of so many keys one thread puts in order */
};

struct wide_shared {
    uint32_t keys[WIDE_ITEMS], spare[WIDE_ITEMS];
    uint32_t bins[FINISH_BINS]; /**< counts; then where each begins; then where it ends */
    uint32_t sums[WARP_THREADS];
    uint32_t all_set, any_set; /**< bits that all keys have, and that some have */
};

#ifdef __CUDACC__

/** One thread sorts a few keys by insertion. */
static __device__ void sort_few(uint32_t *keys, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        uint32_t key = keys[i], j = i;
        for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

/** A warp splits keys by a bit, without changing the order of those that have it, or have it not. */
static __device__ void split_by_bit(const uint32_t *keys, uint32_t *out, uint32_t n, uint32_t bit) {
    uint32_t lane = threadIdx.x % WARP_THREADS, below = (1u << lane) - 1, zeros = 0, ones = 0;
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS)
        ones += __popc(__ballot_sync(ALL_LANES, i < n && !(keys[i] & bit)));
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS) {
        uint32_t key = i < n ? keys[i] : bit; // behind the last key come ones, that nobody stores
        uint32_t mask = __ballot_sync(ALL_LANES, (key & bit) != 0);
        uint32_t place = key & bit ? ones + __popc(mask & below) : zeros + __popc(~mask & below);
        if (i < n) out[place] = key;
        ones += __popc(mask);
        zeros += WARP_THREADS - __popc(mask);
    }
    __syncwarp(); // the next bit may be split by
}

/** A warp sorts many keys by the bits in which they differ, the lowest first (lab 01). */
static __device__ void sort_many(uint32_t *keys, uint32_t *spare, uint32_t n) {
    uint32_t lane = threadIdx.x % WARP_THREADS, differ = 0, first = keys[0], *from = keys;
    for (uint32_t i = lane; i < n; i += WARP_THREADS) differ |= keys[i] ^ first;
    differ = __reduce_or_sync(ALL_LANES, differ);
    for (; differ != 0; differ &= differ - 1) {
        uint32_t *to = from == keys ? spare : keys;
        split_by_bit(from, to, n, differ & (0 - differ));
        from = to;
    }
    if (from == keys) return;
    for (uint32_t i = lane; i < n; i += WARP_THREADS) keys[i] = spare[i];
}

/** Puts each bin in order: a thread a small one, a warp a large one. s->bins says where each ends. */
static __device__ void sort_bins(struct wide_shared *s) {
    for (uint32_t b = threadIdx.x; b < FINISH_BINS; b += WIDE_THREADS) {
        uint32_t begin = b > 0 ? s->bins[b - 1] : 0, n = s->bins[b] - begin;
        if (n <= FEW_KEYS) sort_few(s->keys + begin, n);
        uint32_t large = __ballot_sync(ALL_LANES, n > FEW_KEYS);
        for (; large != 0; large &= large - 1) {
            uint32_t of = __ffs((int)large) - 1, at = __shfl_sync(ALL_LANES, begin, of);
            sort_many(s->keys + at, s->spare + at, __shfl_sync(ALL_LANES, n, of));
        }
    }
}

/** Loads a bucket to s->spare, empties the bins; the bits in which keys differ. */
static __device__ uint32_t load_wide(const uint32_t *d_in, enum key_type type, uint32_t n,
                                     struct wide_shared *s) {
    uint32_t all = UINT32_MAX, any = 0;
    if (threadIdx.x == 0) s->all_set = UINT32_MAX, s->any_set = 0;
    __syncthreads(); // before any warp's bits
    for (uint32_t i = threadIdx.x; i < FINISH_BINS; i += WIDE_THREADS) s->bins[i] = 0;
    for (uint32_t i = threadIdx.x; i < n; i += WIDE_THREADS) {
        uint32_t key = key_encode(d_in[i], type);
        s->spare[i] = key;
        all &= key;
        any |= key;
    }
    all = __reduce_and_sync(ALL_LANES, all);
    any = __reduce_or_sync(ALL_LANES, any);
    if (threadIdx.x % WARP_THREADS == 0) {
        atomicAnd(&s->all_set, all);
        atomicOr(&s->any_set, any);
    }
    __syncthreads(); // all keys are there, all bins empty
    return s->any_set ^ s->all_set;
}

/** Where each bin begins, from its count: FINISH_BINS / WIDE_THREADS neighbouring bins a thread. */
static __device__ void start_wide_bins(struct wide_shared *s) {
    enum { EACH = FINISH_BINS / WIDE_THREADS };
    uint32_t *bins = s->bins + threadIdx.x * EACH, counts[EACH], sum = 0, total;
    for (uint32_t i = 0; i < EACH; i++) sum += counts[i] = bins[i];
    uint32_t start = block_scan(sum, s->sums, &total);
    for (uint32_t i = 0; i < EACH; start += counts[i++]) bins[i] = start;
}

/** Sorts a bucket of up to WIDE_ITEMS keys, whatever they are. */
static __device__ void finish_wide(const uint32_t *d_in, enum key_type in_type, uint32_t n,
                                   uint32_t *d_out, enum key_type type, struct wide_shared *s) {
    uint32_t differ = load_wide(d_in, in_type, n, s), top = 32 - __clz((int)differ);
    uint32_t shift =
        top > FINISH_BITS ? top - FINISH_BITS : 0; // bits that never differ are dropped
    for (uint32_t i = threadIdx.x; i < n; i += WIDE_THREADS)
        atomicAdd(&s->bins[digit_of(s->spare[i], shift, FINISH_BITS)], 1);
    __syncthreads(); // all keys are counted
    start_wide_bins(s);
    __syncthreads(); // it is known where each bin begins
    for (uint32_t i = threadIdx.x; i < n; i += WIDE_THREADS) {
        uint32_t key = s->spare[i];
        s->keys[atomicAdd(&s->bins[digit_of(key, shift, FINISH_BITS)], 1)] = key;
    }
    __syncthreads(); // all keys lie in their bins
    if (shift > 0) sort_bins(s);
    __syncthreads(); // all bins are in order
    for (uint32_t i = threadIdx.x; i < n; i += WIDE_THREADS)
        d_out[i] = key_decode(s->keys[i], type);
    __syncthreads(); // the next bucket may come
}

/** @launch a block of WIDE_THREADS threads a multiprocessor; they share the list, or the one small array
 *  @shared 172 KB: the keys twice, and a bin a word
 *  @cost   8 bytes a key moved; 2 atomics a key in shared memory; where many keys agree in 13 bits, a
 *          pass of a warp over them for each bit in which they differ
 *  @source Stehle 2017; Seward 1954 */
static __global__ void __launch_bounds__(WIDE_THREADS, 1) wide_kernel(struct tables t) {
    extern __shared__ struct wide_shared s_wide[];
    if (t.n <= WIDE_ITEMS) {
        finish_wide(t.side[SIDE_IN], t.type, (uint32_t)t.n, t.side[SIDE_OUT], t.type, s_wide);
        return;
    }
    uint32_t n = *t.wide.d_n;
    for (uint32_t i = blockIdx.x; i < n; i += gridDim.x) {
        struct bucket b = t.wide.d_buckets[i];
        finish_wide(t.side[b.side] + b.start, b.side == SIDE_IN ? t.type : KEY_U32, b.n,
                    t.side[SIDE_OUT] + b.start, t.type, s_wide);
    }
}

#endif
#endif
