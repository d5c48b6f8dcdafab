/**
 * @file
 * @brief Lab 05: phases and passes on the host, which its stages compare with.
 */
#ifndef SORTLAB_PHASES_H
#define SORTLAB_PHASES_H

#include "common/stage/stage.h"

/** Puts the pairs from place `first` on in order; says whether any had to be swapped. */
STAGE_SIDE bool order_pairs(uint32_t *keys, uint32_t n, uint32_t first) {
    uint32_t swaps = 0;
    for (uint32_t i = first; i + 2 <= n; i += 2) {
        uint32_t *pair = keys + i, greater = *pair;
        if (greater <= pair[1]) continue;
        pair[0] = pair[1];
        pair[1] = greater;
        swaps++;
    }
    return swaps > 0;
}

/** Sorts m keys by passes; how many, up to the one that swaps nothing. */
STAGE_SIDE uint32_t passes_of(uint32_t *keys, uint32_t m) {
    for (uint32_t passes = 1;; passes++) {
        bool even = order_pairs(keys, m, 0), odd = order_pairs(keys, m, 1);
        if (!even && !odd) return passes;
    }
}

#endif
