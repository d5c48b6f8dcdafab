/**
 * @file
 * @brief Lab 13, given: what the kernels of pairs know of each other, and how they partition a tile.
 */
#ifndef SORTLAB_FAST_PAIR_TABLES_H
#define SORTLAB_FAST_PAIR_TABLES_H

#include "split.h"

/** Keys and their values. */
struct pair_side {
    uint32_t *d_keys, *d_values;
};

/** What every kernel gets, beside the tables of keys alone. */
struct pair_tables {
    struct tables t;
    uint32_t *values[SIDES];
    struct bucket_list small;    /**< what was split */
    struct bucket_list crowded;  /**< not finished as words */
    struct segment *segments[2]; /**< too large for a block; of even and of odd rounds */
    place_t *digits;             /**< RADIX counts for each segment, then places */
};

/** What the threads of a block share while they partition a tile. */
struct part_pairs_shared {
    struct part_shared part;
    uint32_t values[PART_TILE];
};

#ifdef __CUDACC__

/** As partition_tile, of the m pairs from place `start` on. */
static __device__ __forceinline__ void partition_pairs(const struct pair_tables *p, uint32_t in,
                                                       uint32_t out, place_t start, uint32_t m,
                                                       place_t *d_next, uint32_t shift,
                                                       uint32_t bits, struct part_pairs_shared *s) {
    const struct carried v = {p->values[in] + start, s->values, p->values[out]};
    const uint32_t *d_tile = p->t.side[in] + start;
    enum key_type type = in == SIDE_IN ? p->t.type : KEY_U32;
    uint32_t *d_out = p->t.side[out];
    const struct rooms suffice = {NULL, NULL};
    if (m == PART_TILE)
        partition_keys_of(d_tile, m, true, d_out, d_next, suffice, shift, bits, type, v, &s->part);
    else
        partition_keys_of(d_tile, m, false, d_out, d_next, suffice, shift, bits, type, v, &s->part);
}

#endif
#endif
