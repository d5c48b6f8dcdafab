/**
 * @file
 * @brief Lab 09, the contract: reduction, scan, compaction and histogram, the tools of fast sorts.
 *
 * An array has n words, and n is any number below 2^32, 0 included. It is cut into tiles of
 * TILE_ITEMS words (common/tile.h). The last tile may be short. Sums are words, modulo 2^32. Scans
 * are exclusive: index i gets the sum of the words before it, and index 0 gets 0.
 *
 * Pointers called d_... point to device memory. Two arrays of one call do not overlap, unless a
 * function says otherwise. Inputs stay unchanged. A function puts all its work into `stream` and
 * returns at once. It takes no memory of the host or the device, and keeps no state: two calls may
 * run at the same time in two streams. If a CUDA call fails, the program stops (common/cu.h).
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
    DIGIT_BINS = 1 << DIGIT_BITS, /**< bins of a histogram */
    SHARE_ITEMS = 8 * TILE_ITEMS, /**< keys that a block counts; the last block may have fewer */
};

/** Words of temporary memory for n words: the sums of every level that has two sums or more. */
static inline size_t sums_words(size_t n) {
    size_t words = 0;
    for (size_t level = n; (level = tile_count(level)) > 1;) words += level;
    return words;
}

/**
 * Step 1. Writes the sum of each tile.
 * @param[out] d_sums one word for each tile
 */
void sum_tiles(const uint32_t *d_in, size_t n, uint32_t *d_sums, cudaStream_t stream);

/**
 * Step 1. Writes the sum of all words.
 * @param[out] d_sum one word; 0 for n = 0
 * @param d_temp     temporary memory of sums_words(n) words
 */
void sum_all(const uint32_t *d_in, size_t n, uint32_t *d_sum, uint32_t *d_temp,
             cudaStream_t stream);

/**
 * Steps 2 and 3. Scans each tile alone. Step 3 asks for few bank conflicts.
 * @param d_before   one word for each tile, added to all sums of that tile; NULL means zeros
 * @param[out] d_out n words; may be d_in
 */
void scan_tiles(const uint32_t *d_in, const uint32_t *d_before, uint32_t *d_out, size_t n,
                cudaStream_t stream);

/**
 * Step 4. Scans the whole array.
 * @param[out] d_out n words; may be d_in
 * @param d_temp     temporary memory of sums_words(n) words
 */
void scan_all(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t *d_temp,
              cudaStream_t stream);

/** Words of temporary memory for keep_from: one rank for each key, and the memory of their scan. */
static inline size_t keep_words(size_t n) {
    return n + sums_words(n);
}

/**
 * Step 5. Stream compaction: copies the keys that are `bound` or greater, and keeps their order.
 * @param[out] d_out   has space for these keys; nothing is written after them
 * @param[out] d_count one word: the number of keys that were copied
 * @param d_temp       temporary memory of keep_words(n) words
 */
void keep_from(const uint32_t *d_keys, size_t n, uint32_t bound, uint32_t *d_out, uint32_t *d_count,
               uint32_t *d_temp, cudaStream_t stream);

/** Which bins are used while counting. */
enum histogram_way {
    BINS_GLOBAL,   /**< step 6: bins in global memory, with atomics */
    BINS_OF_BLOCK, /**< step 7: each block has bins in shared memory, with atomics */
    BINS_OF_WARP,  /**< step 8: each warp has bins in shared memory; equal lanes add once */
};

/**
 * Steps 6 to 8. Counts how many keys have each digit: bits shift to shift + DIGIT_BITS - 1.
 * @param shift       0 to 24
 * @param[out] d_bins DIGIT_BINS words; their old values are ignored
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
 *     at most 4.1 sectors per global load request
 *     at most 0.0015 barriers of a block per key
 *     at most 0.001 atomics of a warp per key
 * a tile scanned by a tree:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.4 shared load requests per key
 * the scan without bank conflicts:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.1 bank conflicts per shared load request
 * a scan over many blocks:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.07 global load requests per key
 * keys at or above a bound:
 *     at least 32 threads at work at a time
 *     at least 2 blocks at work at a time
 * digits counted in global memory:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at least 0.5 atomics of a thread in global memory per key
 * digits counted by each block:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at least 0.02 atomics of a warp in shared memory per key
 *     at most 0.06 atomics of a thread in global memory per key
 * digits counted by each warp:
 *     at least 60 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 4.1 sectors per global load request
 *     at most 0.002 atomics of a warp per key
 */

#ifdef __cplusplus
}
#endif
#endif
