/**
 * @file
 * @brief Two sorted runs become one: the ways to do it, for those who choose among them.
 */
#ifndef SORTLAB_FAST_MERGE_TWO_H
#define SORTLAB_FAST_MERGE_TWO_H

#include "common/merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Merges na and nb ascending keys into out, which overlaps neither. */
typedef void merge_two(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out);

/** In C alone, for every processor. */
merge_two merge_two_plain;

#ifdef __x86_64__
merge_two merge_two_avx2, merge_two_avx512;
#endif

/** What is left of a merge, with all its ends. */
struct merge {
    const uint32_t *a, *a_end, *b, *b_end;
    uint32_t *out, *out_end;
};

/** How many of the lowest `rank` keys are a's; of equal keys a's are the lower ones. */
size_t merge_cut(const uint32_t *a, size_t na, const uint32_t *b, size_t nb, size_t rank);

/** A way that this processor has, by its name: "plain", "avx2", "avx512"; NULL: the best one. */
merge_two *merge_two_named(const char *name);

/** fast_merge_runs by this way. */
int fast_merge_runs_by(merge_two *merge, const struct runs *runs, uint32_t *out);

#ifdef __cplusplus
}
#endif
#endif
