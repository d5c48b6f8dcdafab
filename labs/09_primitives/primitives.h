/**
 * @file
 * @brief Lab 09, the contract: reduction, scan, compaction and histogram, what fast sorts are made of.
 *
 * An array of n words is cut into tiles of TILE_ITEMS (common/tile.h), n any number below 2^32, 0
 * included. Sums are words: modulo 2^32. A scan is exclusive: place i gets the sum of the words
 * before it, place 0 gets 0. Pointers called d_... are device memory; two arrays of one call do not
 * overlap where nothing else is said, and inputs stay as they are. Work on the device is put into
 * `stream`, and nobody waits for it. A call takes no memory, of the host or the device, and keeps
 * nothing: two calls may be on their way at once, in two streams. A CUDA call that fails stops the
 * program (common/cu.h).
 */
#ifndef SORTLAB_PRIMITIVES_H
#define SORTLAB_PRIMITIVES_H

#include <cuda_runtime.h>

#include "common/tile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DIGIT_BITS = 8,
    DIGIT_BINS = 1 << DIGIT_BITS, /**< of a histogram */
    SHARE_ITEMS = 8 * TILE_ITEMS, /**< keys that one block counts, but the last */
};

/** Words of temporary memory for n words: sums of tiles, sums of those, as long as there are two. */
static inline size_t sums_words(size_t n) {
    size_t words = 0;
    for (size_t level = n; (level = tile_count(level)) > 1;) words += level;
    return words;
}

/**
 * Step 1. The sum of each tile.
 * @param[out] d_sums a word a tile
 */
void sum_tiles(const uint32_t *d_in, size_t n, uint32_t *d_sums, cudaStream_t stream);

/**
 * Step 1. The sum of all words.
 * @param[out] d_sum one word; 0 for n = 0
 * @param d_temp     room for sums_words(n) words
 */
void sum_all(const uint32_t *d_in, size_t n, uint32_t *d_sum, uint32_t *d_temp,
             cudaStream_t stream);

/**
 * Step 2. The scan of each tile by itself.
 * @param d_before   a word a tile, which is added to all sums of that tile; NULL: zeros
 * @param[out] d_out n words; may be d_in
 */
void scan_tiles(const uint32_t *d_in, const uint32_t *d_before, uint32_t *d_out, size_t n,
                cudaStream_t stream);

/**
 * Step 3. The scan of the whole array.
 * @param[out] d_out n words; may be d_in
 * @param d_temp     room for sums_words(n) words
 */
void scan_all(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t *d_temp,
              cudaStream_t stream);

/** Words of temporary memory for keep_from: a rank a key, and what their scan needs. */
static inline size_t keep_words(size_t n) {
    return n + sums_words(n);
}

/**
 * Step 3. Stream compaction: the keys that are `bound` or greater, in the order in which they stood.
 * @param[out] d_out   room for as many; nothing is written behind them
 * @param[out] d_count one word: how many
 * @param d_temp       room for keep_words(n) words
 */
void keep_from(const uint32_t *d_keys, size_t n, uint32_t bound, uint32_t *d_out, uint32_t *d_count,
               uint32_t *d_temp, cudaStream_t stream);

/** Where step 4 counts. */
enum histogram_way {
    BINS_GLOBAL,   /**< by atomics in global memory */
    BINS_OF_BLOCK, /**< by atomics in shared memory, each block for itself */
    BINS_OF_WARP,  /**< in shared memory, each warp for itself: lanes of one digit add at once */
};

/**
 * Step 4. How many keys have each digit: bits shift to shift + DIGIT_BITS - 1.
 * @param shift       0 to 24
 * @param[out] d_bins DIGIT_BINS words, whatever stood there
 */
void histogram(const uint32_t *d_keys, size_t n, uint32_t shift, enum histogram_way way,
               uint32_t *d_bins, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * a sum, by warps and blocks:
 *     at least 100 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.0015 barriers of a block, a key
 *     at most 0.001 atomics of a warp, a key
 * tiles, scanned by a tree:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.4 requests of a warp that load from shared memory, a key
 * the tree without conflicts:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.1 bank conflicts for each request that loads from shared memory
 * a scan over many blocks:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.07 requests of a warp that load from global memory, a key
 * the keys from a bound on:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 * digits counted in global memory:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at least 0.5 atomics of a thread in global memory, a key
 * digits counted by each block:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at least 0.02 atomics of a warp in shared memory, a key
 *     at most 0.06 atomics of a thread in global memory, a key
 * digits counted by each warp:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 4.1 sectors for each request that loads from global memory
 *     at most 0.002 atomics of a warp, a key
 */

#ifdef __cplusplus
}
#endif
#endif
