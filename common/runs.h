/**
 * @file
 * @brief Inputs that are sorted runs behind one another, for the stages of the labs that merge.
 */
#ifndef SORTLAB_RUNS_H
#define SORTLAB_RUNS_H

#include <stdlib.h>

#include "common/fence.h"
#include "common/shape.h"

/** Judge: cuts the case's keys into k runs, as data_cut does, and sorts each; adds "offsets". */
static inline void runs_prepare(struct stage *s, uint32_t k, enum data_dist lengths) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n), *offsets = fence_new(k + 1);
    data_cut(offsets, k, s->n, lengths, s->c->seed);
    for (uint32_t r = 0; r < k; r++)
        shape_lists(keys + offsets[r], offsets[r + 1] - offsets[r], s->n, 1);
    stage_in_put(s, "keys", keys, s->n);
    stage_in_put(s, "offsets", offsets, k + 1);
    fence_free(offsets);
    free(keys);
}

/** The k + 1 offsets: where the runs begin, and where the last one ends. Freed with free(). */
static inline size_t *runs_offsets(const struct stage *s, uint32_t k) {
    size_t *offsets = (size_t *)calloc((size_t)k + 1, sizeof(*offsets));
    if (!offsets) abort();
    for (uint32_t r = 0; r <= k; r++) offsets[r] = stage_in(s, "offsets", (size_t)k + 1)[r];
    return offsets;
}

#endif
