/**
 * @file
 * @brief k sorted runs become one, on one core, as fast as it will go: lab 07's merge for keys alone.
 */
#ifndef SORTLAB_FAST_MERGE_H
#define SORTLAB_FAST_MERGE_H

#include "common/merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A merge of runs as common/merge.h promises it, by vectors of the best kind that this processor has.
 * It never learns where a key came from; for keys that are bits of ints or floats see common/keys.h.
 * Takes memory for 65,536 keys, or 128 for each run where these are more, but for no more
 * than 2n.
 * @param from NULL
 * @return 0, ENOMEM, or EINVAL when `from` is asked for
 */
int fast_merge_runs(const struct runs *runs, uint32_t *out, uint32_t *from);

/** How many of n ascending keys are not above the bar. */
size_t fast_not_above(const uint32_t *keys, size_t n, uint32_t bar);

#ifdef __cplusplus
}
#endif
#endif
