/**
 * @file
 * @brief A search for the k-th key of an array, on the device, and a sample that makes it faster.
 *
 * One key of the sample is probably a little above the k-th key. Only keys below it are searched. This
 * is not certain, so these keys are counted. If they are not enough, all keys are searched.
 */
#ifndef SORTLAB_SEARCH_H
#define SORTLAB_SEARCH_H

#include <math.h>
#include <stddef.h>

#include "common/keys.h"
#include "common/size_min.h"

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
};

enum { SEARCH_LEAST = 256, SEARCH_MOST = 65536 };

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

/** @launch a thread a key of the sample, one at least
 *  @shared none
 *  @cost   a sector read and 4 bytes written a key of the sample
 *  @source Floyd 1975 */
static __global__ void search_begin_kernel(struct search_pair begin, uint32_t *d_sample,
                                           struct search_pair *d_searches) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, sample = begin.sample.n;
    if (i == 0) *d_searches = begin;
    if (i >= sample) return;
    // One key of each stretch of the array, at a hashed offset. A fixed offset would fail for keys
    // that repeat with the same period.
    size_t stretch = begin.all.n / sample, hash = (uint32_t)i * 2654435769u;
    d_sample[i] = begin.all.keys[i * stretch + (hash * stretch >> 32)];
}

/** @launch one thread
 *  @shared none
 *  @cost   a few words moved
 *  @source Floyd 1975 */
static __global__ void search_decide_kernel(struct search *d_all, const uint32_t *d_candidates,
                                            size_t capacity, unsigned long long *d_taken) {
    if (d_all->k <= *d_taken && *d_taken <= capacity) {
        d_all->keys = d_candidates;
        d_all->n = *d_taken;
    }
    *d_taken = 0;
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
