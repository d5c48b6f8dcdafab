/**
 * @file
 * @brief Lab 08, given: where the runs lie that are being merged, in memory and on disk.
 */
#ifndef SORTLAB_MERGE_STATE_H
#define SORTLAB_MERGE_STATE_H

#include "out_of_core.h"

/** Step 4. The runs that the chunks so far were merged to; run r lies between offsets r and r + 1. */
struct pile {
    uint32_t *keys, *scratch;
    size_t offsets[8 * FAN_IN], k, chunks; /**< FAN_IN^7 chunks at least */
    const struct chunk_ops *ops;
};

/** Step 5. A merge of k spilled runs; run r has keys[begin[r]] to keys[end[r] - 1] at hand. */
struct streams {
    uint32_t *keys;
    size_t n, length, share, k; /**< share: so many keys of a run can be at hand */
    size_t *begin, *end, *cut, *taken, *bound;
};

#endif
