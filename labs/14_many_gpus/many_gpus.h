/**
 * @file
 * @brief Lab 14, the contract: ranks, each with a device and keys of its own, sort all keys together.
 *
 * A communicator (common/comm/comm.h) has `ranks` ranks, with N keys in all. At the end rank r holds its
 * share of the sorted order of all keys: comm_share() keys, from index comm_begin() on. A splitter is the
 * first key of a rank's share. There are ranks - 1 splitters in ascending order: the keys of rank i + 1
 * begin at splitter i. Some of the keys that equal a splitter may belong before its cut.
 *
 * Every rank calls the same functions. Pointers called d_... point to device memory, and two arrays of
 * one call never overlap. A returned `int` is 0, or the error of a communicator's function that failed.
 * After an error no other function of the communicator is called. All memory is freed in any case,
 * and no state is kept. Work on the device goes into `stream`. Steps 1 and 4 return at once and take no
 * memory. If a CUDA call fails, the program stops (common/cu.h).
 */
#ifndef SORTLAB_MANY_GPUS_H
#define SORTLAB_MANY_GPUS_H

#include <cuda_runtime.h>

#include "common/comm/comm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, KEY_BITS = 32 };
enum { MAX_RANKS = 1024 }; /**< most ranks of a communicator */

/**
 * Step 1. Counts the digits of the keys that have `prefix` in all bits above the digit.
 * @param shift the digit's lowest bit: 24, 16, 8 or 0. The digit of a key is key >> shift & 255, and
 *              the bits above the digit are (uint64_t)key >> shift >> 8
 * @param[out] d_counts DIGITS counts
 */
void count_digit(const uint32_t *d_keys, size_t n, uint32_t prefix, int shift, uint64_t *d_counts,
                 cudaStream_t stream);

/** A cut of the sorted order of all keys, and the keys of this rank before and at it. */
struct splitter {
    uint32_t key;
    uint64_t ties;  /**< how many keys of all ranks equal it and belong before the cut */
    uint64_t below; /**< how many keys of this rank are smaller */
    uint64_t equal; /**< how many keys of this rank equal it */
};

/**
 * Step 2. Finds the splitter at an index of the sorted order. Adds up DIGITS counts four times.
 * @param place the index, 0 to N - 1
 */
int find_splitter(const struct comm *comm, const uint32_t *d_keys, size_t n, uint64_t place,
                  struct splitter *splitter, cudaStream_t stream);

/**
 * Step 3. Finds which keys go to which rank. Among keys that equal a splitter, keys of lower ranks come
 * first. Makes one allgather of ranks - 1 words.
 * @param splitters ranks - 1 splitters, the results of step 2 on this rank
 * @param[out] from ranks + 1 offsets into this rank's n keys, in ascending order. Rank p gets the keys
 *                  from from[p] up to, and without, from[p + 1]
 */
int share_ties(const struct comm *comm, const struct splitter *splitters, size_t n, size_t *from);

/**
 * Step 4. Puts keys in the order of their classes. The keys of a class may be in any order. With k splitters
 * there are 2k + 1 classes. If a key equals splitter i, and no splitter before it, its class is 2i + 1. If
 * it equals no splitter, its class is 2i, where i is the number of smaller splitters.
 * @param d_splitters k keys in ascending order; some may be equal
 * @param d_places    2k + 1 indices: where in d_parts the keys of each class begin; overwritten
 * @param d_parts     an array for the n keys
 */
void part_keys(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters, uint32_t k,
               uint64_t *d_places, uint32_t *d_parts, cudaStream_t stream);

/** How a rank sorts its keys at the end. */
struct rank_ops {
    void *context; /**< the first argument of sort */
    /** Sorts the n keys of d_in into d_out, in the stream. It may return before it is done. */
    void (*sort)(void *context, const uint32_t *d_in, uint32_t *d_out, size_t n,
                 cudaStream_t stream);
};

/**
 * Step 5. Sorts the keys of all ranks: splitters, parts, one exchange, and a sort on each rank. Keys stay on
 * the devices: host code makes at most one load or store for each key.
 * @param d_keys  n keys; n may be 0, and may differ from rank to rank
 * @param d_parts scratch for n keys
 * @param d_came  scratch for the rank's share of the N keys
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
 *     at most 0.4 atomics of a thread in global memory per key
 * splitters of all keys:
 *     at least 32 threads at work at a time
 * keys by class:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.05 atomics of a thread in global memory per key
 * all keys, sorted together:
 *     at least 32 threads at work at a time
 *     at most 1 loads and stores of host code per key
 */

#ifdef __cplusplus
}
#endif
#endif
