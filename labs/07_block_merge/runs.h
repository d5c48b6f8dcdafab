/**
 * @file
 * @brief Inputs that are sorted runs, for the stages of lab 07.
 */
#ifndef SORTLAB_RUNS_H
#define SORTLAB_RUNS_H

#include <stdlib.h>

#include "common/stage/guard_words.h"
#include "common/merge.h"
#include "common/stage/make_inputs.h"

/** Words of "runs": n keys, and a 0 before, between and behind the k runs. */
static inline size_t runs_words(uint32_t n, uint32_t k) {
    return (size_t)n + k + 1;
}

/**
 * Judge: cuts the case's keys into k runs, as data_cut does, and sorts each. They are laid into "runs",
 * and a 0 to either side belongs to none of them, so that whoever takes one key too many has the
 * lowest of all. "begin" and "end" say where they lie.
 */
static inline void runs_prepare(struct stage *s, uint32_t k, enum data_dist lengths) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n), *offsets = fence_new(k + 1);
    uint32_t *runs = (uint32_t *)calloc(runs_words(s->n, k), sizeof(*runs));
    uint32_t *begin = fence_new(k), *end = fence_new(k);
    if (!runs) abort();
    data_cut(offsets, k, s->n, lengths, s->c->seed);
    for (uint32_t r = 0; r < k; r++) {
        size_t length = offsets[r + 1] - offsets[r];
        begin[r] = offsets[r] + r + 1;
        end[r] = begin[r] + (uint32_t)length;
        shape_lists(keys + offsets[r], length, length, 1);
        memcpy(runs + begin[r], keys + offsets[r], length * sizeof(*runs));
    }
    stage_tell("%u run%s", k, k == 1 ? "" : "s");
    for (uint32_t r = 0; r < k && k <= 8 && s->n <= 64; r++) {
        char text[1000] = "";
        size_t used = 0;
        for (uint32_t i = begin[r]; i < end[r]; i++)
            used += (size_t)snprintf(text + used, sizeof(text) - used, " %u", runs[i]);
        stage_tell("run %u, from place %u up to %u:%s", r, begin[r], end[r],
                   used ? text : " empty");
    }
    stage_in_put(s, "runs", runs, runs_words(s->n, k));
    stage_in_put(s, "begin", begin, k);
    stage_in_put(s, "end", end, k);
    fence_free(begin);
    fence_free(end);
    fence_free(offsets);
    free(runs);
    free(keys);
}

/** Child: the k places of "begin" or "end", and room for one more, freed with free(). */
static inline size_t *runs_places(const struct stage *s, const char *name, uint32_t k) {
    size_t *places = (size_t *)calloc((size_t)k + 1, sizeof(*places));
    if (!places) abort();
    for (uint32_t r = 0; r < k; r++) places[r] = stage_in(s, name, k)[r];
    return places;
}

/** Child: the k runs, given back by runs_free. A run too many would be one key long, and that is 0. */
static inline struct runs runs_in(const struct stage *s, uint32_t k) {
    size_t *begin = runs_places(s, "begin", k), *end = runs_places(s, "end", k);
    const struct runs runs = {stage_in(s, "runs", runs_words(s->n, k)), begin, end, k};
    begin[k] = 0;
    end[k] = 1;
    guard_set(begin + k, sizeof(*begin)); // and where a sanitizer looks there is none,
    guard_set(end + k, sizeof(*end));
    guard_set(runs.keys + runs_words(s->n, k) - 1, sizeof(*runs.keys)); // nor a key too many
    return runs;
}

static inline void runs_free(const struct runs *runs) {
    guard_lift(runs->begin + runs->k, sizeof(*runs->begin));
    guard_lift(runs->end + runs->k, sizeof(*runs->end));
    free((size_t *)runs->begin);
    free((size_t *)runs->end);
}

#endif
