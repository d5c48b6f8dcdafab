/**
 * @file
 * @brief Arrays of a stage between two fences: a write outside of them is noticed. For arrays of the
 *        device see fence_cu.h.
 */
#ifndef SORTLAB_FENCE_H
#define SORTLAB_FENCE_H

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "common/stage/guard.h"
#include "common/stage/make_inputs.h"
#include "common/stage/stage.h"
#include "common/tile.h"

enum {
    FENCE_WORDS = TILE_ITEMS, /**< on each side: one tile too many does not get past them */
    FENCE_ALIGNED = 16        /**< bytes, of what malloc gives */
};

/** Stands before an array, and in one that nobody has written to: above nearly all keys. */
#define FENCE_WORD 0xfe4ced00u

/** Stands behind it, below nearly all keys: a sort that goes too far brings it to the front. */
#define FENCE_BEHIND 0xfedu

/** An array of n words between fences, freed by fence_out or fence_free. Never NULL. It lies as words may, and half
 *  of all arrays not where a wider type may; the sanitizer sees a read of word -1 in the others alone. */
static inline uint32_t *fence_new(size_t n) {
    static uint32_t arrays;
    uint32_t *words = (uint32_t *)malloc((n + 2 * FENCE_WORDS + 1) * sizeof(*words));
    if (!words) abort();
    words += ++arrays * 0x9e3779b1u >> 31; // no pattern that a stage's number of arrays could have
    for (size_t i = 0; i < n + FENCE_WORDS; i++) words[i] = FENCE_WORD;
    for (size_t i = 0; i < FENCE_WORDS; i++) words[FENCE_WORDS + n + i] = FENCE_BEHIND;
    guard_set(words, FENCE_WORDS * sizeof(*words));
    guard_set(words + FENCE_WORDS + n, FENCE_WORDS * sizeof(*words));
    guard_array(words + FENCE_WORDS, n * sizeof(*words));
    return words + FENCE_WORDS;
}

static inline void fence_free(uint32_t *array) {
    void *start = (void *)((uintptr_t)(array - FENCE_WORDS) / FENCE_ALIGNED * FENCE_ALIGNED);
    guard_lift(start, malloc_usable_size(start));
    free(start);
}

/** The same, with a copy of an input in it. */
static inline uint32_t *fence_copy(const struct stage *s, const char *name, size_t n) {
    uint32_t *array = fence_new(n);
    if (n > 0) memcpy(array, stage_in(s, name, n), n * sizeof(*array));
    return array;
}

/** Child: hands an array over, fences and all. */
static inline void fence_out(struct stage *s, const char *name, uint32_t *array, size_t n) {
    guard_lift(array - FENCE_WORDS, (n + 2 * FENCE_WORDS) * sizeof(*array));
    stage_out(s, name, array - FENCE_WORDS, n + 2 * FENCE_WORDS);
    fence_free(array);
}

/** Judge: the n words of such an output; NULL, with the note, when it is missing or spoilt. */
static inline const uint32_t *fence_got(struct stage *s, const char *name, size_t n) {
    const uint32_t *words = stage_got(s, name, n + 2 * FENCE_WORDS);
    if (!words) return NULL;
    size_t untouched = 0;
    for (size_t i = 0; i < FENCE_WORDS; i++) {
        const char *wrong = words[FENCE_WORDS - 1 - i] != FENCE_WORD     ? "before its start"
                            : words[FENCE_WORDS + n + i] != FENCE_BEHIND ? "past its end"
                                                                         : NULL;
        if (!wrong) continue;
        stage_fail(s, "%s: word %zu %s was written to", name, i + 1, wrong);
        s->note.kind = CHECK_OUTSIDE;
        return NULL;
    }
    while (untouched < n && words[FENCE_WORDS + untouched] == FENCE_WORD) untouched++;
    if (n == 0 || untouched < n) return words + FENCE_WORDS;
    stage_fail(s, "%s: nothing was written to it", name);
    s->note.kind = CHECK_UNWRITTEN;
    return NULL;
}

/** Judge: such an output holds the n keys of `in`; when it does not, an unwritten place is named. */
static inline bool fence_permutation(struct stage *s, const uint32_t *got, const uint32_t *in,
                                     size_t n) {
    if (check_permutation(got, n, in, n, &s->note)) return true;
    for (size_t i = 0; i < n && s->note.kind != CHECK_UNWRITTEN; i++) {
        if (got[i] != FENCE_WORD) continue;
        stage_fail(s, "index %zu was never written to", i);
        s->note.kind = CHECK_UNWRITTEN;
    }
    return false;
}

/** Judge: such an output holds just these words, which are shown where it does not; got may be NULL. */
static inline bool fence_equal(struct stage *s, const char *name, const uint32_t *got,
                               const uint32_t *want, size_t n) {
    stage_want(name, want, n);
    return got && check_equal(got, want, n, &s->note);
}

/** Judge: the first place of such an output that is not as wanted, or n; got may be NULL. */
static inline uint32_t fence_wrong(const char *name, const uint32_t *got, const uint32_t *want,
                                   uint32_t n) {
    uint32_t i = 0;
    stage_want(name, want, n);
    while (i < n && got && got[i] == want[i]) i++;
    return i;
}

/** Judge: such an output should hold the keys of `in`, in sorted lists as shape_lists makes them. */
static inline void fence_want_lists(const char *name, const uint32_t *in, size_t n, size_t tile,
                                    size_t threads) {
    uint32_t *want = stage_is_told() ? (uint32_t *)malloc(n * sizeof(*want) + 1) : NULL;
    if (!want) return;
    memcpy(want, in, n * sizeof(*want));
    if (n > 0) shape_lists(want, n, tile, threads);
    stage_want(name, want, n);
    free(want);
}

#endif
