/**
 * @file
 * @brief A search for the k-th key of an array, on the device, and a sample that makes it faster.
 *
 * One key of the sample, the bound, is probably a little above the k-th key. Only keys below it are
 * searched. This is not certain, so these keys are counted. If they are not enough, the bound may be a
 * key that very many keys equal. Then some of these are added. If that is not enough either, all keys
 * are searched.
 */
#ifndef SORTLAB_SEARCH_H
#define SORTLAB_SEARCH_H

#include <math.h>
#include <stddef.h>

#include "common/keys.h"
#include "common/size_min.h"

#ifdef __CUDACC__
#include "common/cu.h"
#include "common/share.h"
#include "warp.h"
#endif

/** A search: its keys, and the part of the answer that is known. */
struct search {
    const uint32_t *keys; /**< searched are these n keys on the device */
    unsigned long long n;
    unsigned long long k; /**< rank, from 1, among the keys that have the known digits of `found` */
    uint32_t found;       /**< the known digits, encoded (common/keys.h); the other digits are 0 */
};

/** The search for the k-th of all keys, and the search for the bound in the sample. */
struct search_pair {
    struct search all, sample;
    unsigned long long equal; /**< keys found that equal the bound, if too few are below it */
};

enum {
    SEARCH_LEAST = 256,
    SEARCH_MOST = 65536,
    SEARCH_THREADS = 256,
    SEARCH_ITEMS = 8, /**< keys that a thread holds at once */
    SEARCH_TILE = SEARCH_THREADS * SEARCH_ITEMS,
    SEARCH_BLOCKS = 1056, /**< most blocks: 132 SMs run this number at once */
};

/** The number of keys in the sample: n / 16, at most SEARCH_MOST; 0 if n is small. */
static inline size_t search_sample(size_t n) {
    return n / 16 < SEARCH_LEAST ? 0 : size_min(n / 16, SEARCH_MOST);
}

/** The number of candidates that fit: keys below the bound. */
static inline size_t search_capacity(size_t n) {
    return size_min(n, n / 16 + SEARCH_MOST);
}

/**
 * The rank of the bound in the sample, from 1. It is the expected rank of the k-th of n keys, plus
 * five standard deviations, plus 7 for small ranks. 0 means: k is too large for a bound to pay.
 */
static inline size_t search_rank(size_t n, size_t k) {
    size_t sample = search_sample(n);
    double share = (double)k / (double)n, expected = share * (double)sample;
    size_t rank = (size_t)(expected + 5 * sqrt(expected * (1 - share))) + 7;
    return rank <= sample / 32 ? rank : 0;
}

#ifdef __CUDACC__

/** Begins a search: takes the sample, and sets `words` words at d_zeros to 0.
 *  @launch a thread a key of the sample, one at least
 *  @shared none
 *  @cost   a sector read and 4 bytes written a key of the sample, 8 bytes written a word
 *  @source Floyd 1975 */
static __global__ void search_begin_kernel(struct search_pair begin, uint32_t *d_sample,
                                           struct search_pair *d_searches,
                                           unsigned long long *d_zeros, size_t words) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, sample = begin.sample.n;
    if (i == 0) *d_searches = begin;
    for (size_t w = i; w < words; w += (size_t)gridDim.x * blockDim.x) d_zeros[w] = 0;
    if (i >= sample) return;
    // One key of each stretch of the array, at a hashed offset. A fixed offset would fail for keys
    // that repeat with the same period.
    size_t stretch = begin.all.n / sample, hash = (uint32_t)i * 2654435769u;
    d_sample[i] = begin.all.keys[i * stretch + (hash * stretch >> 32)];
}

/** If fewer than k keys are below the bound, the missing ones can be keys that equal it. Reads keys until
 *  enough of these are found, and adds a copy of the bound to the candidates for each.
 *  @launch SEARCH_BLOCKS blocks at most, SEARCH_THREADS threads
 *  @shared none
 *  @cost   nothing if k keys are below, else 4 bytes a key read, and 4 bytes a missing key written
 *  @source none */
static __global__ void search_equal_kernel(struct search_pair *d, enum key_type type,
                                           uint32_t *d_candidates, size_t capacity,
                                           const unsigned long long *d_taken) {
    const struct search s = d->all;
    const uint32_t bound = d->sample.found;
    const unsigned long long below = *d_taken;
    const volatile unsigned long long *found = &d->equal; // other blocks add to it all the time
    size_t start = (size_t)blockIdx.x * SEARCH_TILE, step = (size_t)gridDim.x * SEARCH_TILE;
    uint32_t share[SEARCH_ITEMS];
    for (; below < s.k && start < s.n; start += step) {
        if (__syncthreads_or(threadIdx.x == 0 && below + *found >= s.k)) return; // enough
        int count = share_fetch(share, SEARCH_ITEMS, SEARCH_THREADS, s.keys, start, s.n, type);
        uint32_t equal = 0;
        for (int r = 0; r < SEARCH_ITEMS; r++) equal += r < count && share[r] == bound;
        if (!__any_sync(~0u, equal)) continue;
        size_t place = below + warp_take(equal, &d->equal), end = place + equal;
        for (; place < end && place < s.k && place < capacity; place++)
            d_candidates[place] = key_decode(bound, type);
    }
}

/** @launch one thread
 *  @shared none
 *  @cost   a few words moved
 *  @source Floyd 1975 */
static __global__ void search_decide_kernel(struct search_pair *d, const uint32_t *d_candidates,
                                            size_t capacity, unsigned long long *d_taken) {
    unsigned long long k = d->all.k, taken = *d_taken;
    if (taken < k) taken = taken + d->equal < k ? taken + d->equal : k;
    if (k <= taken && taken <= capacity) {
        d->all.keys = d_candidates;
        d->all.n = taken;
    }
    *d_taken = 0;
}

/**
 * Decides on the device whether the candidates are searched from now on, or still all keys.
 * @param d       the search of all n keys, and the search that has found the bound
 * @param d_taken the number of keys below the bound, which becomes 0
 */
static inline void search_decide(struct search_pair *d, size_t n, enum key_type type,
                                 uint32_t *d_candidates, size_t capacity,
                                 unsigned long long *d_taken, cudaStream_t stream) {
    uint32_t blocks = (uint32_t)size_min(n / SEARCH_TILE + 1, SEARCH_BLOCKS);
    search_equal_kernel<<<blocks, SEARCH_THREADS, 0, stream>>>(d, type, d_candidates, capacity,
                                                               d_taken);
    CU_LAUNCHED();
    search_decide_kernel<<<1, 1, 0, stream>>>(d, d_candidates, capacity, d_taken);
    CU_LAUNCHED();
}

/** Writes the key that was found d_found->k times, but at most `most` times, so that they end at d_end.
 *  @launch any
 *  @shared none
 *  @cost   4 bytes a key written
 *  @source Alabi 2012 */
static __global__ void search_fill_kernel(const struct search *d_found, enum key_type type,
                                          size_t most, uint32_t *d_end) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < d_found->k && i < most; i += (size_t)gridDim.x * blockDim.x)
        *(d_end - 1 - i) = key_decode(d_found->found, type);
}

#endif
#endif
