/**
 * @file
 * @brief The tables of a sort by buckets: which arrays, counts and lists its kernels share.
 */
#ifndef SORTLAB_DEVICE_TABLES_H
#define SORTLAB_DEVICE_TABLES_H

#include "common/sort/device/buckets.h"
#include "common/sort/device/key_order.h"

enum {
    ROUNDS = 6,     /**< of splitting buckets that are too large; 4 suffice */
    FINAL_BITS = 9, /**< so few bits are left: values are counted and written anew */
    VALUES = 1 << FINAL_BITS,
    WIDE_ITEMS = 17400, /**< most keys of a bucket that is finished with wide counters */
    PLAN_THREADS = 1024,
    LARGE_BIN = 512,    /**< most keys of a bin that a warp sorts, if their values differ widely; */
    LARGEST_BIN = 2048, /**< or so many, if nobody else finishes the bucket */
    NEXT_APART = 4,     /**< places of 8 bytes in a line of the cache, as a shift: see next_apart */
};

/** Arrays that keys lie in. */
enum side { SIDE_IN, SIDE_OUT, SIDE_TEMP, SIDE_SPACES, SIDES };

/** Keys that agree in all but their lowest `left` bits, too many for one block. */
struct segment {
    place_t start, from, n; /**< as of a bucket */
    uint32_t first_tile;    /**< of all tiles of its round */
    uint32_t first;         /**< its first key */
    uint32_t differ;        /**< bits in which others differ from that */
    uint16_t left, side;
    uint32_t stays; /**< all keys have the next digit in common, too: they are not moved */
};

/** Counts that kernels leave for those behind them; zeros at first. */
struct notes {
    place_t segments[ROUNDS]; /**< of a round: how many, times 2^SEGMENT_SHIFT, and their tiles */
    uint32_t n_small, n_repeats, n_medium, n_valued;
    uint32_t small_taken, repeats_taken, medium_taken,
        valued_taken;                      /**< by blocks that were done early */
    uint32_t fine_buckets, coarse_buckets; /**< not all keys are in one: the partition moves some */
};

enum { SEGMENT_SHIFT = 40 };

/** What every kernel gets. All pointers are the device's. */
struct tables {
    uint32_t *side[SIDES];
    size_t n;
    key_order order;
    uint32_t bits_1, bits_2;  /**< of the two partitions */
    place_t *bins;            /**< keys of each bucket */
    place_t *starts;          /**< where each begins, and where the last one ends */
    place_t *next_1, *next_2; /**< where the next key of a digit goes: next_1 by next_first */
    struct notes *notes;
    struct bucket_list small, repeats, medium; /**< buckets that are to be finished in other ways */
    struct bucket_list valued;                 /**< those with FINAL_BITS bits left, or fewer */
    struct segment *segments[2];               /**< too large for both; of even and of odd rounds */
    place_t *values;                           /**< VALUES counts for each segment, then places */
    uint32_t most;                             /**< keys of a bucket that a block finishes, */
    uint32_t large_bin;                        /**< and of a bin that a warp sorts */
};

#endif
