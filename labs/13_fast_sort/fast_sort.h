/**
 * @file
 * @brief Lab 13, the contract: a sort of keys alone, which needs no stability, by their top bits.
 *
 * Keys have a type (common/keys.h) and ascend in its order. What a bin and a bucket are, and how large,
 * common/sort/device/buckets.h says. Where keys are mapped to unsigned order already, the type is KEY_U32.
 * Places and counts have 64 bits.
 *
 * In and out do not overlap, and the input is left as it was. Work is put into `stream`, and nobody
 * waits for it: how many buckets are too large only the device knows. A call takes no memory, of
 * the host or the device, and keeps nothing: two calls may be on their way at once, in two streams.
 * n is any number, 0 included. A CUDA call that fails stops the program (common/cu.h). Blocks need 64 KB of shared
 * memory, which every device since the T4 has; a device with less stops it with a sentence. With 131
 * KB blocks count COUNT_BITS bits and sort larger buckets.
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
 * Step 1. How many keys are in each bucket.
 * @param bits   1 to COUNT_BITS, or 1 less where they do not fit in a block
 * @param d_bins 2^bits counts, whatever they held before
 */
void count_buckets(const uint32_t *d_in, size_t n, enum key_type type, uint32_t bits,
                   place_t *d_bins, cudaStream_t stream);

/**
 * Step 2. Brings every key into its bucket, in any order there, and maps it to unsigned order.
 * @param bits   1 to RADIX_BITS
 * @param d_next where each of the 2^bits buckets begins in d_out; afterwards, where it ends
 */
void partition_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    uint32_t bits, place_t *d_next, cudaStream_t stream);

/**
 * Step 3. Sorts buckets, and maps their keys back to their type. One with more than BUCKET_REPEATS keys that
 * agree in the 13 bits below the top ones, or with values that repeat in a sample, may be put on a list in
 * place of that; then nothing is written to its place.
 * @param d_keys   keys in unsigned order, each in its bucket; no bucket has more than BUCKET_ITEMS
 * @param bits     1 to COUNT_BITS
 * @param d_starts 2^bits + 1 places: bucket b lies from d_starts[b] to d_starts[b + 1]
 * @param repeats  the list; *repeats.d_n is how many it holds already, and all of them fit
 */
void finish_buckets(const uint32_t *d_keys, uint32_t *d_out, enum key_type type, uint32_t bits,
                    const place_t *d_starts, struct bucket_list repeats, cudaStream_t stream);

/**
 * Step 4. Sorts n keys of any distribution: counts by bits_1 + bits_2 top bits, partitions by the first
 * bits_1, and each of those buckets by bits_2 more; the buckets are finished. What is too large for that
 * is split by guards that are given.
 * @param bits_1     1 to RADIX_BITS
 * @param bits_2     0, for one partition alone, to RADIX_BITS; in all no more than count_buckets takes
 * @param d_temp     a multiple of 256
 * @param temp_bytes at least fast_sort_bytes(n, FAST_EXACT); fewer stop the program with a sentence
 */
void fast_sort_levels(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                      uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                      cudaStream_t stream);

/** What is counted. */
enum fast_form {
    FAST_EXACT, /**< all keys are counted: about 1.3 n words of temporary memory */
    FAST_SAMPLED, /**< one key of 16 is, and buckets get more space than they seem to need: 2.6 n words */
};

/** Bytes of temporary memory for n keys; asks no device. */
size_t fast_sort_bytes(size_t n, enum fast_form form);

/**
 * Given: the same as fast_sort_levels, with the bits that are best for n. With fast_sort_bytes(n, FAST_SAMPLED)
 * bytes or more it counts a sample, which takes less time; where the sample misleads it sorts all the same.
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
 *     at most 0.2 sectors loaded from global memory, a key
 *     at most 8 bank conflicts for each atomic of a warp in shared memory
 * keys in their buckets:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.2 sectors loaded from global memory, a key
 *     at most 0.3 sectors stored to global memory, a key
 * buckets sorted:
 *     at least 100 threads at work at a time
 *     at least 1.5 blocks at work at a time
 *     at most 0.25 sectors loaded from global memory, a key
 *     at most 0.25 sectors stored to global memory, a key
 * a whole sort:
 *     at least 200 threads at work at a time
 *     at least 2 blocks at work at a time
 */

#ifdef __cplusplus
}
#endif
#endif
