/**
 * @file
 * @brief Lab 07, step 4: cuts against a walk of the heads; or of k runs that are one and the same, so
 *        that more than 2^32 keys may lie before the cuts.
 */
#ifndef SORTLAB_CUTS_H
#define SORTLAB_CUTS_H

#include "block_merge.h"
#include "runs.h"

/** Judge: n keys, ascending and all different, as one run; and k times where it begins and ends. */
STAGE_SIDE void cuts_prepare_same(struct stage *s, uint32_t k) {
    uint32_t *runs = (uint32_t *)calloc(runs_words(s->n, k), sizeof(*runs)), *places = fence_new(k);
    if (!runs) abort();
    for (uint32_t i = 0; i < s->n; i++) runs[i + 1] = i + 1;
    stage_in_put(s, "runs", runs, runs_words(s->n, k));
    for (uint32_t r = 0; r < k; r++) places[r] = 1;
    stage_in_put(s, "begin", places, k);
    for (uint32_t r = 0; r < k; r++) places[r] = s->n + 1;
    stage_in_put(s, "end", places, k);
    fence_free(places);
    free(runs);
}

/** Child: hands over the "cut" of every run. */
STAGE_SIDE void cuts_run(struct stage *s, uint32_t k, uint64_t rank) {
    const struct runs runs = runs_in(s, k);
    size_t *cut = runs_places(s, "begin", k);
    uint32_t *words = fence_new(k);
    cut_runs(&runs, rank, cut);
    for (size_t r = 0; r < k; r++) words[r] = (uint32_t)cut[r];
    fence_out(s, "cut", words, k);
    runs_free(&runs);
    free(cut);
}

/** The heads, moved on key by key as far as the rank. */
static inline void cuts_walk(const struct stage *s, uint32_t k, uint64_t rank, uint32_t *head) {
    const uint32_t *keys = stage_in(s, "runs", SIZE_MAX), *end = stage_in(s, "end", k);
    for (uint32_t lowest; rank > 0; rank--, head[lowest]++) {
        lowest = k;
        for (uint32_t r = 0; r < k; r++)
            if (end[r] > head[r] && (lowest == k || keys[head[r]] < keys[head[lowest]])) lowest = r;
    }
}

/** Judge: the cuts are where they belong; of the same run every key goes by k times, run after run. */
STAGE_SIDE bool cuts_verdict(struct stage *s, uint32_t k, bool same, uint64_t rank) {
    uint32_t *head = stage_in_copy(s, "begin", k);
    stage_tell("rank   %llu", (unsigned long long)rank);
    for (uint32_t r = 0; same && r < k; r++) head[r] += (uint32_t)(rank / k + (r < rank % k));
    if (!same) cuts_walk(s, k, rank, head);
    const uint32_t *cut = fence_got(s, "cut", k);
    bool right = fence_equal(s, "cut", cut, head, k);
    free(head);
    return right;
}

#endif
