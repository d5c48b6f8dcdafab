/**
 * @file
 * @brief Keys in the order of their type, for the stages of the labs that sort more than words.
 */
#ifndef SORTLAB_TYPED_H
#define SORTLAB_TYPED_H

#include <stdlib.h>

#include "common/keys.h"
#include "common/stage/make_inputs.h"
#include "common/stage/stage.h"

/** A copy of n keys in the order of their type, freed with free(). Never NULL. */
static inline uint32_t *typed_sorted(const uint32_t *keys, size_t n, enum key_type type) {
    uint32_t *copy = (uint32_t *)calloc(n + 1, sizeof(*copy));
    if (!copy) abort();
    for (size_t i = 0; i < n; i++) copy[i] = key_encode(keys[i], type);
    if (n > 0) shape_lists(copy, n, n, 1);
    for (size_t i = 0; i < n; i++) copy[i] = key_decode(copy[i], type);
    return copy;
}

/** Judge: n keys, in any order, are those of the input from place `first` on, in the type's order. */
static inline bool typed_part(struct stage *s, const uint32_t *got, size_t first, size_t n,
                              enum key_type type) {
    uint32_t *want = typed_sorted(stage_in(s, "keys", s->n), s->n, type);
    stage_type(type);
    if (n == 1) stage_want("out", want + first, 1); // of more the order is free
    uint32_t *have = typed_sorted(got, n, type);
    bool ok = check_equal(have, want + first, n, &s->note);
    free(want);
    free(have);
    return ok;
}

#endif
