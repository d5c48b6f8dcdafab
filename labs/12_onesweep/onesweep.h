/**
 * @file
 * @brief Lab 12, the contract: stable radix sort by bytes, a pass over the keys for each of them.
 *
 * A key has PASSES digits: its bytes, number 0 the lowest. A pass moves every key to the place that
 * its digit says: behind all keys of lesser digits, and behind those of the same digit that stood
 * before it. That is stable, so passes by digits 0, 1, 2 and 3 sort.
 *
 * Arrays are on the device, n keys long unless said otherwise, and do not overlap; input stays as
 * it is. n is any number, 0 included. Work is put into `stream`, and nobody waits for it, nor asks
 * the device for anything. A call takes no memory, of the host or the device, and keeps nothing:
 * two calls may be on their way at once, in two streams. A CUDA call that fails stops the program
 * (common/cu.h). Sorts need a GPU whose blocks may have 128 KB of shared memory and more: A100,
 * H100, H200.
 */
#ifndef SORTLAB_ONESWEEP_H
#define SORTLAB_ONESWEEP_H

#include <cuda_runtime.h>
#include <stdbool.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tile is what a block moves; each warp has SWEEP_ITEMS rows of 32 neighbouring keys of it. */
enum {
    RADIX_BITS = 8,
    RADIX = 1 << RADIX_BITS,
    PASSES = 32 / RADIX_BITS,
    SWEEP_THREADS = RADIX, /**< so that each has a digit, too */
    SWEEP_ITEMS = 44,
    SWEEP_TILE = SWEEP_THREADS * SWEEP_ITEMS,
    SEGMENT_TILES = 32, /**< step 1 adds up the counts of so many tiles */
};

/** A count or a sum of counts, of up to 2^60 keys. */
typedef unsigned long long bin;

/** Tiles of n keys; the last one may be short. */
static inline uint32_t sweep_tiles(size_t n) {
    return (uint32_t)((n + SWEEP_TILE - 1) / SWEEP_TILE);
}

/** Segments of SEGMENT_TILES tiles; the last one may have fewer. */
static inline uint32_t sweep_segments(size_t n) {
    return (sweep_tiles(n) + SEGMENT_TILES - 1) / SEGMENT_TILES;
}

/**
 * Step 1. Counts, and their scan: where do the first key of each digit and tile go?
 * @param[out] d_table RADIX bins a tile: [tile * RADIX + d] is how many keys there are whose digit is
 *                     below d, and how many of digit d in the tiles before this one
 * @param      d_sums  scratch, RADIX bins a segment
 */
void start_tiles(const uint32_t *d_keys, size_t n, uint32_t digit, bin *d_table, bin *d_sums,
                 cudaStream_t stream);

/**
 * Step 2. A pass by table: every key goes to d_out.
 * @param d_table as step 1 leaves it
 */
void move_by_table(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit,
                   const bin *d_table, cudaStream_t stream);

/**
 * Step 3. The same pass without a table: tiles find their places by looking back.
 * @param d_temp onesweep_bytes(n, false) bytes, at a multiple of 256
 */
void sweep_digit(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit, void *d_temp,
                 cudaStream_t stream);

/** Bytes that a sort of n keys needs for itself, with values (pairs) or without. Asks no device. */
size_t onesweep_bytes(size_t n, bool pairs);

/**
 * Step 4. Sorts n keys of a type; equal words keep their order. Floats are in totalOrder.
 * @param d_temp temp_bytes bytes at a multiple of 256; fewer than onesweep_bytes(n, false) stop the
 *               program with a sentence
 */
void onesweep_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                   void *d_temp, size_t temp_bytes, cudaStream_t stream);

/** Step 4. The same of n pairs of a key and a value; equal keys keep the order of their values. */
void onesweep_pairs(const uint32_t *d_keys_in, const uint32_t *d_values_in, uint32_t *d_keys_out,
                    uint32_t *d_values_out, size_t n, enum key_type type, void *d_temp,
                    size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * where digits and tiles start:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory, a key
 * a pass by table:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory, a key
 *     at most 0.25 sectors stored to global memory, a key
 * a pass that looks back:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.36 sectors loaded from global memory, a key
 *     at most 0.27 sectors stored to global memory, a key
 * keys of all types:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.82 sectors loaded from global memory, a key
 *     at most 0.68 sectors stored to global memory, a key
 * pairs of keys and values:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 1.4 sectors loaded from global memory, a key
 *     at most 1.58 sectors stored to global memory, a key
 */

#ifdef __cplusplus
}
#endif
#endif
