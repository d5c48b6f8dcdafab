/**
 * @file
 * @brief Lab 11, the contract: the k-th smallest key and the k smallest keys, without sorting.
 *
 * k counts from 1: the 1st smallest key is the minimum. Keys are compared in the order of their type
 * (common/keys.h). Equal keys count separately. n is any number, and d_in stays unchanged.
 *
 * A function puts all its work into `stream` and returns at once. If one kernel needs a result of
 * another kernel, this result stays on the device. A function takes no memory of the host or the
 * device, and keeps no state: two calls may run at the same time in two streams. If a CUDA call
 * fails, the program stops (common/cu.h).
 */
#ifndef SORTLAB_RADIX_SELECT_H
#define SORTLAB_RADIX_SELECT_H

#include <cuda_runtime.h>

#include "search.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SELECT_THREADS = 256,
    SELECT_ITEMS = 8, /**< keys that a thread holds at once */
    SELECT_TILE = SELECT_THREADS * SELECT_ITEMS,
    SELECT_BLOCKS = 1056, /**< most blocks: 132 SMs run this number at once */
    SELECT_BITS = 11,
    SELECT_BINS = 1 << SELECT_BITS,
    SELECT_ROUNDS = 3, /**< digits of a key: bits 31 to 22, 21 to 11, and 10 to 0 */
};

/** The number of blocks for n keys, at least one. */
static inline uint32_t select_blocks(size_t n) {
    return (uint32_t)size_min(n / SELECT_TILE + 1, SELECT_BLOCKS);
}

/** The number of the lowest bit of a round's digit. */
KEYS_EVERYWHERE static inline int select_shift(int round) {
    return SELECT_BITS * (SELECT_ROUNDS - 1 - round);
}

/**
 * Step 1. Counts the digits of a round. It counts only keys that have the digits of `found` in all
 * earlier rounds.
 * @param most   an upper limit of d_search->n
 * @param d_bins SELECT_BINS bins; the counts are added to their values
 */
void count_digits(const struct search *d_search, size_t most, enum key_type type, int round,
                  unsigned long long *d_bins, cudaStream_t stream);

/**
 * Step 2. Finds the bin that holds the k-th key. Its number is the next digit of this key and goes
 * into `found`. Afterwards k counts from the first key of this bin, and all bins are 0 again.
 */
void pick_digit(struct search *d_search, int round, unsigned long long *d_bins,
                cudaStream_t stream);

/**
 * Step 3. Copies the keys of d_from that are below a bound, in any order.
 * @param most     an upper limit of d_from->n
 * @param d_bound  one word, encoded
 * @param capacity keys that fit in d_out; more keys are counted, but not copied
 * @param d_taken  before: how many keys d_out holds; after: with all keys below the bound added
 */
void narrow(const struct search *d_from, size_t most, enum key_type type, const uint32_t *d_bound,
            uint32_t *d_out, size_t capacity, unsigned long long *d_taken, cudaStream_t stream);

/** The start of d_temp. The candidates and the sample come after it. */
struct select_temp {
    struct search_pair searches;          /**< for the k-th key, and for the bound in the sample */
    unsigned long long taken;             /**< 0 at first */
    unsigned long long bins[SELECT_BINS]; /**< 0 at first */
};

/** Bytes of device memory that the next two functions need. It makes no CUDA call. */
static inline size_t select_bytes(size_t n) {
    return sizeof(struct select_temp) + (search_capacity(n) + search_sample(n)) * sizeof(uint32_t);
}

/**
 * Step 4. Finds the k-th smallest key.
 * @param k          1 to n
 * @param d_key      one word
 * @param d_temp     memory from cudaMalloc, or with the same alignment
 * @param temp_bytes at least select_bytes(n); with less the program stops with a message
 */
void select_kth(const uint32_t *d_in, size_t n, size_t k, enum key_type type, uint32_t *d_key,
                void *d_temp, size_t temp_bytes, cudaStream_t stream);

/**
 * Step 5. Finds the k smallest keys, in any order.
 * @param k     0 to n
 * @param d_out k keys; does not overlap d_in
 */
void select_smallest(const uint32_t *d_in, size_t n, size_t k, enum key_type type, uint32_t *d_out,
                     void *d_temp, size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * digits counted:
 *     at least 2000 threads at work at a time
 *     at least 32 blocks at work at a time
 *     at most 0.999 atomics of a thread in global memory per key
 * the bin of the k-th key:
 *     at least 64 threads at work at a time
 * keys below a bound:
 *     at least 2000 threads at work at a time
 *     at least 32 blocks at work at a time
 *     at most 0.05 atomics of a thread in global memory per key
 * the k-th key:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 * the k smallest, read once:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.6 sectors loaded from global memory per key
 */

#ifdef __cplusplus
}
#endif
#endif
