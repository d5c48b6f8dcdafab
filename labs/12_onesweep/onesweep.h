/**
 * @file
 * @brief Lab 12, the contract: a stable radix sort by bytes, with one pass for each byte.
 *
 * A key has PASSES digits, which are its bytes. Digit 0 is the lowest byte. A pass moves each key
 * behind all keys with a smaller digit, and behind the earlier keys with the same digit. So a pass is
 * stable, and passes by digits 0, 1, 2 and 3 sort the keys.
 *
 * Arrays are on the device, have n keys unless a function says otherwise, and do not overlap. Inputs
 * stay unchanged. n is any number, 0 included. A function puts all its work into `stream` and returns
 * at once, and asks the device for nothing. It takes no memory of the host or the device, and keeps
 * no state: two calls may run at the same time in two streams. If a CUDA call fails, the program
 * stops (common/cu.h). The sorts need a GPU with 128 KB of shared memory or more for a block, such as
 * A100, H100 or H200.
 */
#ifndef SORTLAB_ONESWEEP_H
#define SORTLAB_ONESWEEP_H

#include <cuda_runtime.h>
#include <stdbool.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A block moves one tile. Each of its warps has SWEEP_ITEMS rows of 32 neighbouring keys. Few keys have fewer. */
enum {
    RADIX_BITS = 8,
    RADIX = 1 << RADIX_BITS,
    PASSES = 32 / RADIX_BITS,
    SWEEP_THREADS = RADIX, /**< so each thread also has a digit */
    SWEEP_ITEMS = 44,
    SWEEP_TILE = SWEEP_THREADS * SWEEP_ITEMS,
    SEGMENT_TILES = 32, /**< step 1 adds up the counts of this number of tiles */
};

/** A count or a sum of counts, of up to 2^60 keys. */
typedef unsigned long long bin;

/** The number of tiles of n keys. The last tile may be short. */
static inline uint32_t sweep_tiles(size_t n) {
    return (uint32_t)((n + SWEEP_TILE - 1) / SWEEP_TILE);
}

/** The number of segments of SEGMENT_TILES tiles. The last segment may have fewer tiles. */
static inline uint32_t sweep_segments(size_t n) {
    return (sweep_tiles(n) + SEGMENT_TILES - 1) / SEGMENT_TILES;
}

/**
 * Step 1. Counts digits and scans the counts: where does each digit of each tile start?
 * @param[out] d_table RADIX bins for each tile. [tile * RADIX + d] counts all keys with a digit below
 *                     d, and the keys with digit d in earlier tiles
 * @param      d_sums  scratch, RADIX bins for each segment
 */
void start_tiles(const uint32_t *d_keys, size_t n, uint32_t digit, bin *d_table, bin *d_sums,
                 cudaStream_t stream);

/**
 * Step 2. A pass by table: moves every key to d_out.
 * @param d_table the result of step 1
 */
void move_by_table(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit,
                   const bin *d_table, cudaStream_t stream);

/**
 * Step 3. The same pass without a table: tiles find their starts by look-back.
 * @param d_temp onesweep_bytes(n, false) bytes, at a multiple of 256
 */
void sweep_digit(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit, void *d_temp,
                 cudaStream_t stream);

/** Bytes of temporary memory for a sort of n keys, with values (pairs) or without. Asks no device. */
size_t onesweep_bytes(size_t n, bool pairs);

/**
 * Step 4. Sorts n keys of a type, stably. Floats are in totalOrder.
 * @param d_temp temp_bytes bytes at a multiple of 256. With fewer than onesweep_bytes(n, false) bytes
 *               the program stops with a message
 */
void onesweep_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                   void *d_temp, size_t temp_bytes, cudaStream_t stream);

/** Step 5. Sorts n pairs of a key and a value. Equal keys keep the order of their values. */
void onesweep_pairs(const uint32_t *d_keys_in, const uint32_t *d_values_in, uint32_t *d_keys_out,
                    uint32_t *d_values_out, size_t n, enum key_type type, void *d_temp,
                    size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * where each digit of each tile starts:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory per key
 * a pass by table:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory per key
 *     at most 0.25 sectors stored to global memory per key
 * a pass with look-back:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 0.36 sectors loaded from global memory per key
 *     at most 0.27 sectors stored to global memory per key
 * keys of all types:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 1.88 sectors loaded from global memory per key
 *     at most 0.91 sectors stored to global memory per key
 * pairs of keys and values:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 *     at most 2.47 sectors loaded from global memory per key
 *     at most 2.6 sectors stored to global memory per key
 */

#ifdef __cplusplus
}
#endif
#endif
