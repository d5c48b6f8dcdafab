/**
 * @file
 * @brief Buckets of keys, and the sizes that decide how a sort by buckets goes.
 *
 * A bin holds a count, a bucket holds keys. Bucket b of so many bits has all keys whose top bits, once they are
 * mapped to unsigned order, are b. Usable in C, C++ and kernels.
 */
#ifndef SORTLAB_DEVICE_BUCKETS_H
#define SORTLAB_DEVICE_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

/** An index in an array, or a count of keys: what 64-bit atomics work on. */
typedef unsigned long long place_t;

/** Tests of the sampled form have fewer keys. */
#ifndef SAMPLED_FROM
#define SAMPLED_FROM (1 << 26)
#endif

enum {
    COUNT_BITS =
        15, /**< most top bits that are counted: 2^15 bins are 128 KB of shared memory, 2^14 are 64 */
    RADIX_BITS = 8, /**< most bits of one partition */
    RADIX = 1 << RADIX_BITS,
    PART_TILE = 384 * 32, /**< keys that a block partitions at once */
    BUCKET_ITEMS = 8696,  /**< most keys of a bucket that is finished in shared memory */
    BUCKET_REPEATS = 15,  /**< most keys of it that may agree in the next 13 bits */
    FAST_SAMPLED_ITEMS = SAMPLED_FROM, /**< of fewer keys all are counted: a sample takes longer */
};

/** A bucket that is still to be sorted. */
struct bucket {
    place_t start; /**< where it belongs */
    place_t from;  /**< where it lies now, in the array of its side */
    uint32_t n;
    uint16_t left; /**< in the bits above the lowest `left` ones all its keys are the same */
    uint16_t side; /**< in which array it lies (tables.h) */
};

/** On the device: buckets in any order, and how many. */
struct bucket_list {
    uint32_t *d_n;
    struct bucket *d_buckets;
};

#endif
