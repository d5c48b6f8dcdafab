/**
 * @file
 * @brief Lab 14, the contract: ranks, each with a device and keys of its own, sort all keys together.
 *
 * A communicator (common/comm/comm.h) has `ranks` ranks, and N keys on all of them together. When they
 * are done rank r holds its share of the sorted whole: comm_share() keys, from place comm_begin() on. A
 * splitter is the key at the first of a rank's places, and ranks - 1 of them, in order, cut the
 * whole: splitter i is where the keys of rank i + 1 begin. Of the keys that equal it some may
 * belong before the cut.
 *
 * Every rank calls the same functions. Pointers called d_... are device memory, and two arrays of
 * one call never overlap. An `int` that is returned is 0, or the error of a communicator's
 * function that failed: then no other one is called. What was taken is given back in any case, and nothing is
 * kept. Work on the device is put into `stream`. In steps 1 and 4 nobody waits for it, and a call
 * takes no memory. A CUDA call that fails stops the program (common/cu.h).
 */
#ifndef SORTLAB_MANY_GPUS_H
#define SORTLAB_MANY_GPUS_H

#include <cuda_runtime.h>

#include "common/comm/comm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 32 };
enum { MAX_RANKS = 1024 }; /**< of a communicator */

/**
 * Step 1. Of the keys whose bits above the digit are `prefix`, counts each digit.
 * @param shift the digit's lowest bit, 24, 16, 8 or 0: the digit of a key is key >> shift & 255, and
 *              what is above it is (uint64_t)key >> shift >> 8
 * @param[out] d_counts DIGITS counts
 */
void count_digit(const uint32_t *d_keys, size_t n, uint32_t prefix, int shift, uint64_t *d_counts,
                 cudaStream_t stream);

/** Where the whole is cut, and where that is among the keys of this rank. */
struct splitter {
    uint32_t key;
    uint64_t ties;  /**< of all ranks' keys that equal it, so many belong before the cut */
    uint64_t below; /**< keys of this rank that are less */
    uint64_t equal; /**< and that equal it */
};

/**
 * Step 2. The splitter at a place of the sorted whole. Adds up DIGITS counts four times.
 * @param place from 0, less than N
 */
int find_splitter(const struct comm *comm, const uint32_t *d_keys, size_t n, uint64_t place,
                  struct splitter *splitter, cudaStream_t stream);

/**
 * Step 3. Which keys go to which rank: of those that equal a splitter the ones of the lower ranks come
 * first. Gathers once, ranks - 1 words.
 * @param splitters ranks - 1, as step 2 found them on this rank
 * @param[out] from ranks + 1 offsets into this rank's n keys, in order: rank p is sent from[p] up to,
 *                  and without, from[p + 1]
 */
int share_ties(const struct comm *comm, const struct splitter *splitters, size_t n, size_t *from);

/**
 * Step 4. Puts keys behind those of the same class, in any order. With k splitters there are 2k + 1
 * classes: a key that equals splitter i, and none before it, is in class 2i + 1, and one that equals no
 * splitter in class 2i, where i splitters are less than it.
 * @param d_splitters k keys that ascend; equal ones may be among them
 * @param d_places    2k + 1 places: where in d_parts the keys of each class begin; overwritten
 * @param d_parts     room for the n keys
 */
void part_keys(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters, uint32_t k,
               uint64_t *d_places, uint32_t *d_parts, cudaStream_t stream);

/** How a rank sorts what it holds in the end. */
struct rank_ops {
    void *context; /**< the first argument of sort */
    /** Puts the n keys of d_in in order into d_out, in the stream, and need not wait for that. */
    void (*sort)(void *context, const uint32_t *d_in, uint32_t *d_out, size_t n,
                 cudaStream_t stream);
};

/**
 * Step 5. Sorts the keys of all ranks: splitters, parts, one exchange, and each rank sorts its own. Keys stay on
 * the devices: host code makes at most one load or store for each key.
 * @param d_keys  n keys, 0 included, on each rank another number of them
 * @param d_parts scratch for as many
 * @param d_came  scratch for the rank's share of N
 * @param d_out   that share, sorted
 */
int sort_together(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                  uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                  cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * digits behind a prefix:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.4 atomics of a thread in global memory, a key
 * splitters of the whole:
 *     at least 32 threads at work at a time
 * keys by class:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.05 atomics of a thread in global memory, a key
 * all keys, sorted together:
 *     at least 32 threads at work at a time
 *     at most 1 loads and stores of host code, a key
 */

#ifdef __cplusplus
}
#endif
#endif
