/**
 * @file
 * @brief Lab 11, the contract: the k-th smallest key and the k smallest ones, without sorting.
 *
 * k counts from 1: the 1st smallest key is the least one. Keys are compared in the order of their
 * type (common/keys.h); equal keys count as often as they are there. n is any number; d_in is left
 * as it was. Work on the device is put into `stream`, and nobody waits for it: what one kernel
 * finds and the next one needs stays on the device. A call takes no memory, of the host or the
 * device, and keeps nothing: two calls may be on their way at once, in two streams. A CUDA call
 * that fails stops the program (common/cu.h).
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
    SELECT_ITEMS = 8, /**< keys that a thread has at once */
    SELECT_TILE = SELECT_THREADS * SELECT_ITEMS,
    SELECT_BLOCKS = 1056, /**< at most: as many as run at once on 132 SMs */
    SELECT_BITS = 11,
    SELECT_BINS = 1 << SELECT_BITS,
    SELECT_ROUNDS = 3, /**< digits of a key: bits 31 to 22, 21 to 11, and 10 to 0 */
};

/** Blocks for n keys: one at least. */
static inline uint32_t select_blocks(size_t n) {
    return (uint32_t)size_min(n / SELECT_TILE + 1, SELECT_BLOCKS);
}

/** The lowest bit of a round's digit. */
KEYS_EVERYWHERE static inline int select_shift(int round) {
    return SELECT_BITS * (SELECT_ROUNDS - 1 - round);
}

/**
 * Step 1. Counts a round's digits of the keys that agree with `found` in the digits of the rounds
 * before.
 * @param most   d_search->n is not above it
 * @param d_bins SELECT_BINS of them; the counts are added to what is there
 */
void count_digits(const struct search *d_search, size_t most, enum key_type type, int round,
                  unsigned long long *d_bins, cudaStream_t stream);

/**
 * Step 2. The bin that holds the k-th key is the next digit of what is looked for: it goes into
 * `found`, and k is counted from the first key of the bin on. All bins are 0 again.
 */
void pick_digit(struct search *d_search, int round, unsigned long long *d_bins,
                cudaStream_t stream);

/**
 * Step 3. Copies those of the n keys of d_from that are below a bound, in any order.
 * @param most    d_from->n is not above it
 * @param d_bound one word, encoded
 * @param room    keys of d_out; what is beyond is counted and lost
 * @param d_taken how many keys are in d_out, and then those that were lost too
 */
void narrow(const struct search *d_from, size_t most, enum key_type type, const uint32_t *d_bound,
            uint32_t *d_out, size_t room, unsigned long long *d_taken, cudaStream_t stream);

/** What lies at the beginning of d_temp, and is 0 at first; candidates and a sample lie behind it. */
struct select_temp {
    struct search_pair searches; /**< for the k-th key, and in the sample */
    unsigned long long taken;
    unsigned long long bins[SELECT_BINS];
};

/** Bytes of device memory that the following need; calls nothing of the device. */
static inline size_t select_bytes(size_t n) {
    return sizeof(struct select_temp) + (search_room(n) + search_sample(n)) * sizeof(uint32_t);
}

/**
 * Step 4. The k-th smallest key.
 * @param k          1 to n
 * @param d_key      one word
 * @param d_temp     from cudaMalloc, or aligned like that
 * @param temp_bytes select_bytes(n) at least, or the program stops and says so
 */
void select_kth(const uint32_t *d_in, size_t n, size_t k, enum key_type type, uint32_t *d_key,
                void *d_temp, size_t temp_bytes, cudaStream_t stream);

/**
 * Step 5. The k smallest keys, in any order.
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
 *     at most 0.999 atomics of a thread in global memory, a key
 * the bin of the k-th key:
 *     at least 64 threads at work at a time
 * keys below a bound:
 *     at least 2000 threads at work at a time
 *     at least 32 blocks at work at a time
 *     at most 0.05 atomics of a thread in global memory, a key
 * the k-th key:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 * the k smallest, read once:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.6 sectors loaded from global memory, a key
 */

#ifdef __cplusplus
}
#endif
#endif
