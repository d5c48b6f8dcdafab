/**
 * @file
 * @brief Lab 08, the contract: more keys than the device holds, and more than the host holds.
 *
 * A chunk is what goes to the device at once: whole tiles (common/tile.h), but for the last one of
 * an array. How a chunk is sorted there, and how runs are merged, others know: they are called.
 * Keys ascend as unsigned numbers. An `int` that is returned is 0, or the error of the function
 * that was called and failed: then nothing more is called, and what the arrays hold is undefined.
 * What a call takes it gives back in any case, and it keeps nothing in static variables. Beside its
 * slots it takes no memory but a few words, 128 bytes at most, for each slot, chunk and run. A CUDA
 * call that fails stops the program (common/cu.h).
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
    MOST_SLOTS = 4, /**< chunks on their way at once */
    FAN_IN = 8,     /**< runs that are merged at once in step 4 */
};

/** How chunks are made into runs, and runs into one. */
struct chunk_ops {
    size_t chunk;  /**< keys of a chunk, above 0 */
    int slots;     /**< how many are on their way at once, 1 to MOST_SLOTS */
    void *context; /**< the first argument of the three functions */
    /** Puts work on n keys, in d_keys, into the stream, and does not wait. d_scratch has room for n. */
    void (*sort)(void *context, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                 cudaStream_t stream);
    /** Host: makes a run of a chunk that has come back, in its own place of the array. */
    int (*place)(void *context, const uint32_t *chunk, uint32_t *run, size_t n);
    /** Host: merges the runs into `out`, which overlaps none of them. */
    int (*merge)(void *context, const struct runs *runs, uint32_t *out);
};

/**
 * Step 1. How many keys a chunk may have.
 * @param n            keys in all
 * @param device_bytes the budget of device memory
 * @param slots        chunks on the device at once, each with its keys and as much scratch; above 0
 * @return whole tiles, as many as the budget holds, but no more than n keys need; 0 when n is 0 or
 *         not one tile fits
 */
size_t plan_chunk(size_t n, size_t device_bytes, size_t slots);

/**
 * Steps 2 and 3. Makes a run of every chunk of keys[0..n), in place. Chunks are placed in their
 * order, and from pinned memory. In step 2 there is one slot: a chunk is placed before the next one
 * is sent; Async copies work with pinned memory alone. In step 3 there are more, each with a stream
 * of its own: while a chunk is placed, the next ones, as many as there are other slots, have been
 * sent, and nobody has waited for them. Takes memory for a cu_slot each and no other (common/cu.h).
 */
int sort_chunks(uint32_t *keys, size_t n, const struct chunk_ops *ops);

/**
 * Step 4. Sorts an array that the device cannot hold: chunks by sort_chunks, merged as they finish.
 * As soon as FAN_IN chunks are placed they become one run, while others are on the device; as soon as
 * there are FAN_IN such runs they become one, and so on; at the end what is left becomes one.
 * @param keys    n keys, at most 2^32; sorted
 * @param scratch room for n keys; where a chunk has not been placed yet, nothing is written to it
 */
int sort_array(uint32_t *keys, uint32_t *scratch, size_t n, const struct chunk_ops *ops);

/** Where more keys than the host holds come from and go to; each function returns 0 or an error. */
struct key_files {
    void *context; /**< the first argument of all */
    /** The next keys of the input, `room` of them; fewer at its end only, and 0 behind it. */
    int (*read)(void *context, uint32_t *keys, size_t room, size_t *n);
    int (*spill)(void *context, const uint32_t *keys, size_t n); /**< behind all before; n > 0 */
    /** Reads n > 0 spilled keys again, from the first-th on. */
    int (*unspill)(void *context, size_t first, uint32_t *keys, size_t n);
    int (*write)(void *context, const uint32_t *keys,
                 size_t n); /**< the next of the output; n > 0 */
};

/**
 * Step 5. Cuts the input into runs: fills half of the room with keys, sorts them with the other half
 * as scratch, and spills them. Every run but the last has words / 2 keys.
 * @param room   words of host memory, two at least
 * @param[out] n keys in all
 */
int spill_runs(const struct key_files *files, uint32_t *room, size_t words,
               const struct chunk_ops *ops, size_t *n);

/**
 * Step 5. Merges n spilled keys into the output, piece by piece: every run has an equal share of half
 * of the room for its next keys, and the other half takes what is merged of them. A spilled key is
 * read once. Memory of its own takes at most a byte for each of 5,000 keys in 5 runs.
 * @param length keys of a run, above 0; only the last run is shorter
 * @param ops    of which only `merge` is called
 * @return ENOMEM too, when `words` is less than 2 for each run
 */
int merge_spilled(const struct key_files *files, uint32_t *room, size_t words, size_t n,
                  size_t length, const struct chunk_ops *ops);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * chunks one after another:
 *     at most 0.1 bytes copied from or to memory that is not pinned, a key
 * a merge of spilled runs:
 *     at most 1 bytes of memory of its own, a key
 */

#ifdef __cplusplus
}
#endif
#endif
