/**
 * @file
 * @brief A search for the k-th key of an array, on the device, and a sample that narrows it.
 *
 * A key of the sample that is likely to be a little above the k-th key tells which keys to look at.
 * Likely is no promise: what is found by its help is counted, and where it was of no help, all keys
 * are searched.
 */
#ifndef SORTLAB_SEARCH_H
#define SORTLAB_SEARCH_H

#include <math.h>
#include <stddef.h>

#include "common/keys.h"
#include "common/size_min.h"

/** What is looked for, and how far it is known. */
struct search {
    const uint32_t *keys; /**< among these n keys on the device */
    unsigned long long n;
    unsigned long long
        k;          /**< of those that agree with `found` in all known digits, the k-th, from 1 */
    uint32_t found; /**< the digits that are known, 0 elsewhere: encoded (common/keys.h) */
};

/** The search for the k-th of all keys, and one in a sample for a key that is above it. */
struct search_pair {
    struct search all, sample;
};

enum { SEARCH_LEAST = 256, SEARCH_MOST = 65536 };

/** Keys of the sample: a sixteenth, and no more than SEARCH_MOST; 0 where n is small. */
static inline size_t search_sample(size_t n) {
    return n / 16 < SEARCH_LEAST ? 0 : size_min(n / 16, SEARCH_MOST);
}

/** Room for those of the n keys that are below the sample's key. */
static inline size_t search_room(size_t n) {
    return size_min(n, n / 16 + SEARCH_MOST);
}

/**
 * The rank of the sample's key, from 1: as many as are expected before the k-th of n keys, five
 * standard deviations more, and a few for where that is no measure. 0: k is too great for a bound
 * to pay.
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
    // One key of each stretch of the array, anywhere in it: always the same place of a stretch
    // would meet the same phase of whatever repeats in the keys.
    size_t stretch = begin.all.n / sample, hash = (uint32_t)i * 2654435769u;
    d_sample[i] = begin.all.keys[i * stretch + (hash * stretch >> 32)];
}

/** @launch one thread
 *  @shared none
 *  @cost   a few words moved
 *  @source Floyd 1975 */
static __global__ void search_decide_kernel(struct search *d_all, const uint32_t *d_candidates,
                                            size_t room, unsigned long long *d_taken) {
    if (d_all->k <= *d_taken && *d_taken <= room) {
        d_all->keys = d_candidates;
        d_all->n = *d_taken;
    }
    *d_taken = 0;
}

/** The key that was found, as often as it is wanted and `most` times at most, up to d_end.
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
