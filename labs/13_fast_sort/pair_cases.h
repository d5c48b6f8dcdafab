/**
 * @file
 * @brief Lab 13: a whole sort of pairs, where a case asks for one. A pair's value is where it stood.
 */
#ifndef SORTLAB_FAST_PAIR_CASES_H
#define SORTLAB_FAST_PAIR_CASES_H

#include "common/stage/guard_words_cu.h"
#include "expected.h"

enum { PAIRS = 8192 };

/** 0, 1, ... n - 1, freed with free(). */
STAGE_SIDE uint32_t *places_of(struct stage *s) {
    uint32_t *places = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; i < s->n; i++) places[i] = i;
    return places;
}

STAGE_SIDE void run_pairs(struct stage *s) {
    size_t bytes = fast_sort_pairs_bytes(s->n);
    uint32_t *d_keys = d_fence_input(s, "keys", s->n), *d_out = d_fence_keys(s, s->n);
    uint32_t *places = places_of(s), *d_from = d_fence_keys(s, s->n),
             *d_temp = d_fence_new(bytes / 4);
    uint32_t *d_values = (uint32_t *)cu_upload(places, s->n * sizeof(uint32_t));
    d_keep("values", d_values, places, s->n);
    fast_sort_pairs(d_keys, d_values, d_out, d_from, s->n, TYPE_OF(s), d_temp, bytes,
                    fence_stream());
    d_fence_out(s, "keys", d_out, s->n);
    d_fence_out(s, "input", d_keys, s->n);
    d_fence_out(s, "from", d_from, s->n);
    d_fence_drop(d_temp), cu_free(d_values);
    free(places);
}

/** Every value has come once, and with its key; in which order equal keys come nobody asks. */
STAGE_SIDE bool verdict_pairs(struct stage *s) {
    const uint32_t *keys = fence_got(s, "keys", s->n), *in = stage_in(s, "keys", s->n);
    const uint32_t *from = keys ? fence_got(s, "from", s->n) : NULL;
    uint32_t *places = places_of(s);
    bool ok = from && fence_permutation(s, from, places, s->n);
    for (uint32_t i = 0; ok && i < s->n; i++)
        ok = in[from[i]] == keys[i] ||
             stage_fail(s, "index %u: key 0x%08x has the value of key 0x%08x", i, keys[i],
                        in[from[i]]);
    free(places);
    return ok;
}

#endif
