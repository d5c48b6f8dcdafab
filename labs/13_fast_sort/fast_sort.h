/**
 * @file
 * @brief Lab 13, the contract: a sort of keys without values, which is not stable, by their top bits.
 *
 * Keys have a type (common/keys.h) and ascend in its order. If keys are already mapped to unsigned
 * order, their type is KEY_U32. common/sort/device/buckets.h says what a bin and a bucket are, and how
 * large. Indices and counts have 64 bits. n is any number, 0 included.
 *
 * Input and output do not overlap, and the input stays unchanged. A function puts all its work into
 * `stream` and returns at once: only the device knows which buckets are too large. It takes no memory
 * of the host or the device, and keeps no state: two calls may run at the same time in two streams. If
 * a CUDA call fails, the program stops (common/cu.h). A block needs 64 KB of shared memory, which every
 * device since the T4 has. With less, the program stops with a message. With 131 KB blocks count
 * COUNT_BITS bits and sort larger buckets.
 */
#ifndef SORTLAB_FAST_SORT_H
#define SORTLAB_FAST_SORT_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

#include "common/keys.h"
#include "common/sort/device/buckets.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Step 1. Counts the keys of each bucket.
 * @param bits   1 to COUNT_BITS, or to 1 less if their bins do not fit in a block
 * @param d_bins 2^bits counts; their old values are ignored
 */
void count_buckets(const uint32_t *d_in, size_t n, enum key_type type, uint32_t bits,
                   place_t *d_bins, cudaStream_t stream);

/**
 * Step 2. Moves every key into its bucket, in any order there, and maps it to unsigned order.
 * @param bits   1 to RADIX_BITS
 * @param d_next before: where each of the 2^bits buckets begins in d_out; after: where it ends
 */
void partition_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    uint32_t bits, place_t *d_next, cudaStream_t stream);

/**
 * Step 3. Sorts buckets, and maps their keys back to their type. If more than
 * BUCKET_REPEATS keys of a bucket are equal in the 13 bits below the top bits, the bucket may be put on a
 * list instead. The same holds if values repeat in a sample. Then nothing is written for this bucket.
 * @param d_keys   keys mapped to unsigned order, each in its bucket of at most BUCKET_ITEMS keys
 * @param bits     1 to COUNT_BITS
 * @param d_starts 2^bits + 1 indices: bucket b is from d_starts[b] up to, and without, d_starts[b + 1]
 * @param repeats  the list; it holds *repeats.d_n buckets already, and has space for all buckets
 */
void finish_buckets(const uint32_t *d_keys, uint32_t *d_out, enum key_type type, uint32_t bits,
                    const place_t *d_starts, struct bucket_list repeats, cudaStream_t stream);

/**
 * Step 4. Sorts n keys of any distribution. It counts by bits_1 + bits_2 top bits, partitions by the first
 * bits_1, partitions each of these buckets by bits_2 more, and finishes the buckets. Given fallbacks split
 * buckets that are too large for that.
 * @param bits_1     1 to RADIX_BITS
 * @param bits_2     0, for only one partition, to RADIX_BITS; bits_1 + bits_2 is a valid `bits` of count_buckets
 * @param d_temp     memory at a multiple of 256
 * @param temp_bytes at least fast_sort_bytes(n, FAST_EXACT); with less the program stops with a message
 */
void fast_sort_levels(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                      uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                      cudaStream_t stream);

/** Which keys are counted. */
enum fast_form {
    FAST_EXACT, /**< all keys: about 1.3 n words of temporary memory */
    FAST_SAMPLED, /**< a sample plans the digits, and buckets get more space than they seem to need: 3 n words */
};

/** Bytes of temporary memory for n keys. Asks no device. */
size_t fast_sort_bytes(size_t n, enum fast_form form);

/**
 * Given. Sorts as fast_sort_levels does, with the best bits for n. With fast_sort_bytes(n, FAST_SAMPLED) bytes
 * or more it counts a sample, which takes less time. If the sample misleads, the result is still sorted.
 */
void fast_sort_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    void *d_temp, size_t temp_bytes, cudaStream_t stream);

/*
 * Graded by counts of each stage's largest case (docs/cpu-runtime.md). A right answer outside of these
 * bounds keeps half of the stage's points.
 *
 * keys counted by their top bits:
 *     at least 200 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory per key
 *     at most 8 bank conflicts per atomic of a warp in shared memory
 * keys in their buckets:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory per key
 *     at most 0.3 sectors stored to global memory per key
 * buckets sorted:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.25 sectors loaded from global memory per key
 *     at most 0.25 sectors stored to global memory per key
 * a whole sort:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 */

#ifdef __cplusplus
}
#endif
#endif
