/**
 * @file
 * @brief Lab 08, the contract: more keys than the device holds, and more than the host holds.
 *
 * A chunk is the part of an array that goes to the device at once. It is whole tiles (common/tile.h),
 * except for the last chunk of an array. struct chunk_ops has functions to sort a chunk and to merge runs.
 * Keys ascend as unsigned numbers. A function that returns an `int` returns 0, or the error of the
 * called function that failed. After an error it calls nothing more, and the arrays hold arbitrary keys.
 * A call frees all that it allocates, even after an error, and keeps no state in static variables. Apart
 * from its slots it allocates at most 128 bytes for each slot, chunk and run. A CUDA call that fails
 * stops the program (common/cu.h).
 */
#ifndef SORTLAB_OUT_OF_CORE_H
#define SORTLAB_OUT_OF_CORE_H

#include <cuda_runtime.h>

#include "common/merge.h"
#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MOST_SLOTS = 4, /**< most chunks on their way at once */
    FAN_IN = 8,     /**< runs that are merged at once in step 4 */
};

/** Functions that make a run of a chunk and one run of several. */
struct chunk_ops {
    size_t chunk;  /**< keys in a chunk, above 0 */
    int slots;     /**< chunks on their way at once, 1 to MOST_SLOTS */
    void *context; /**< the first argument of the three functions */
    /** Puts the sort of n keys in d_keys into the stream, and does not wait. d_scratch has space for n. */
    void (*sort)(void *context, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                 cudaStream_t stream);
    /** Host: stores a chunk that has come back as a run, at its own position in the array. */
    int (*place)(void *context, const uint32_t *chunk, uint32_t *run, size_t n);
    /** Host: merges the runs into `out`, which overlaps no run. */
    int (*merge)(void *context, const struct runs *runs, uint32_t *out);
};

/**
 * Step 1. Returns the number of keys in a chunk.
 * @param n            all keys
 * @param device_bytes the budget of device memory
 * @param slots        above 0: chunks on the device at once, each with its keys and as much scratch
 * @return a number of keys that is whole tiles: all tiles that the budget holds, but no more than n
 *         keys need; 0 if n is 0 or if no tile fits
 */
size_t plan_chunk(size_t n, size_t device_bytes, size_t slots);

/**
 * Steps 2 and 3. Makes a run of every chunk of keys[0..n), in place. Chunks are placed in their
 * order, and from pinned memory. In step 2 there is one slot, and a chunk is placed before the next
 * chunk is sent. Copies with cudaMemcpyAsync use pinned memory only. In step 3 there are more slots,
 * each with its own stream. While a chunk is placed, every other slot has a later chunk on its way, if
 * there is one, and nothing has waited for it. Allocates one cu_slot for each slot (common/cu.h), and
 * nothing else.
 */
int sort_chunks(uint32_t *keys, size_t n, const struct chunk_ops *ops);

/**
 * Step 4. Sorts an array that the device cannot hold: chunks by sort_chunks, merged as they finish.
 * As soon as FAN_IN chunks are placed, they become one run, while other chunks are on the device. As
 * soon as there are FAN_IN of these runs, they become one run, and so on. At the end all runs that are
 * left become one run.
 * @param keys    n keys, at most 2^32, which are sorted
 * @param scratch space for n keys. Nothing is written to the part of a chunk that is not placed yet
 */
int sort_array(uint32_t *keys, uint32_t *scratch, size_t n, const struct chunk_ops *ops);

/** Input, output and spilled keys, if the host cannot hold all keys. Each function returns 0 or an error. */
struct key_files {
    void *context; /**< the first argument of all functions */
    /** Reads the next `room` keys of the input: fewer only at its end, and 0 after it. */
    int (*read)(void *context, uint32_t *keys, size_t room, size_t *n);
    int (*spill)(void *context, const uint32_t *keys, size_t n); /**< appends n > 0 keys */
    /** Reads n > 0 spilled keys again, from key number `first` on. */
    int (*unspill)(void *context, size_t first, uint32_t *keys, size_t n);
    int (*write)(void *context, const uint32_t *keys,
                 size_t n); /**< appends n > 0 keys to the output */
};

/**
 * Step 5. Cuts the input into runs: fills half of the buffer `room` with keys, sorts them with the
 * other half as scratch, and spills them. Every run except the last has words / 2 keys.
 * @param room   a buffer in host memory of `words` words, at least 2
 * @param[out] n all keys that were read
 */
int spill_runs(const struct key_files *files, uint32_t *room, size_t words,
               const struct chunk_ops *ops, size_t *n);

/**
 * Step 6. Merges n spilled keys into the output, part by part. Every run has an equal share of half
 * of the buffer `room` for its next keys. The other half takes the merged keys. Each spilled key is
 * read once. The call allocates at most 1 byte for each of 5,000 keys in 5 runs.
 * @param length keys in a run, above 0. Only the last run may be shorter
 * @param ops    only `merge` is called
 * @return also ENOMEM, if `words` is less than 2 for each run
 */
int merge_spilled(const struct key_files *files, uint32_t *room, size_t words, size_t n,
                  size_t length, const struct chunk_ops *ops);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * chunks one after another:
 *     at most 0.1 bytes per key copied from or to memory that is not pinned
 * a merge of spilled runs:
 *     at most 1 bytes per key of memory of its own
 */

#ifdef __cplusplus
}
#endif
#endif
