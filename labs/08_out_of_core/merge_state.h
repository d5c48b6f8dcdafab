/**
 * @file
 * @brief Lab 08, given: where the runs lie that are being merged, in memory and on disk.
 */
#ifndef SORTLAB_MERGE_STATE_H
#define SORTLAB_MERGE_STATE_H

#include "out_of_core.h"

/** Step 4. A stack of the runs so far. Run r lies between offsets r and r + 1. */
struct pile {
    uint32_t *keys, *scratch;
    size_t offsets[8 * FAN_IN], k, chunks; /**< enough for FAN_IN^7 chunks */
    const struct chunk_ops *ops;
};

/** Step 6. A merge of k spilled runs. Run r has keys[begin[r]] to keys[end[r] - 1] in memory. */
struct streams {
    uint32_t *keys;
    size_t n, length, share, k; /**< share: most keys of a run in memory */
    size_t *begin, *end, *cut, *taken, *bound;
};

#endif
