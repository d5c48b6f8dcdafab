/**
 * @file
 * @brief What ranks find that sort together: splitters, ties, classes of keys, shares of the whole.
 *        The judge's side of lab 14's stages.
 */
#ifndef SORTLAB_RANKS_JUDGE_H
#define SORTLAB_RANKS_JUDGE_H

#include "common/size_min.h"
#include "ranks.h"

enum { MOST_RANKS = 64 }; /**< of a stage's team */

/** A copy of the case's keys in order, freed with free(). */
static inline uint32_t *ranks_sorted(struct stage *s) {
    uint32_t *sorted = stage_in_copy(s, "keys", s->n);
    shape_lists(sorted, s->n, s->n, 1);
    return sorted;
}

/** How many of n keys are less than the key; and how many equal it. */
static inline uint32_t ranks_count(const uint32_t *keys, size_t n, uint32_t key, uint32_t *equal) {
    uint32_t below = 0;
    for (size_t i = *equal = 0; i < n; i++) {
        below += keys[i] < key;
        *equal += keys[i] == key;
    }
    return below;
}

/** The counts of a digit among the keys with a prefix: `words` holds them, each in 64 bits. */
static inline bool ranks_verdict_digits(struct stage *s, const uint32_t *words, uint64_t prefix,
                                        int shift, int bits) {
    const uint32_t *keys = stage_in(s, "keys", s->n);
    for (uint32_t d = 0; d < 1u << bits; d++) {
        uint64_t want = 0, got = words[2 * d] | (uint64_t)words[2 * d + 1] << 32;
        for (size_t i = 0; i < s->n; i++)
            want += (uint64_t)keys[i] >> shift == (prefix << bits | d);
        if (got != want)
            return stage_fail(
                s, "digit %u at bit %d behind prefix %llu is there %llu times, not %llu", d, shift,
                (unsigned long long)prefix, (unsigned long long)got, (unsigned long long)want);
    }
    return true;
}

/** Four words of splitter i on rank r, as they have to be: key, ties, below, equal. */
static inline void ranks_want(struct stage *s, const uint32_t *sorted, uint32_t ranks, uint32_t r,
                              uint32_t i, uint32_t want[4]) {
    const uint32_t *offsets = stage_in(s, "offsets", ranks + 1), *keys = stage_in(s, "keys", s->n);
    uint32_t place = (uint32_t)team_begin(s->n, (int)i + 1, (int)ranks);
    want[0] = s->n > 0 ? sorted[place] : 0;
    want[1] = place - ranks_count(keys, s->n, want[0], &want[3]);
    want[2] = ranks_count(keys + offsets[r], offsets[r + 1] - offsets[r], want[0], &want[3]);
}

/** Every rank handed over its "splitters", four words each. */
static inline bool ranks_verdict_splitters(struct stage *s, uint32_t ranks) {
    static const char *const names[] = {
        "the key is", "of the keys that equal it there belong before the cut",
        "the keys of this rank that are less are", "the keys of this rank that equal it are"};
    uint32_t k = ranks - 1, *sorted = ranks_sorted(s), want[4];
    bool good = true;
    for (uint32_t r = 0; r < ranks && good; r++) {
        const uint32_t *got = rank_got(s, "splitters", r, 4 * k);
        for (uint32_t j = 0; (good = good && got) && j < 4 * k; j++) {
            ranks_want(s, sorted, ranks, r, j / 4, want);
            good = got[j] == want[j % 4] || stage_fail(s, "rank %u, splitter %u: %s %u, not %u", r,
                                                       j / 4, names[j % 4], got[j], want[j % 4]);
        }
    }
    free(sorted);
    return good;
}

/** Judge, in prepare: the "splitters" of all ranks, rank after rank. */
static inline void ranks_prepare_splitters(struct stage *s, uint32_t ranks) {
    uint32_t k = ranks - 1, *sorted = ranks_sorted(s), *all = fence_new(4 * k * ranks);
    for (uint32_t j = 0; j < k * ranks; j++)
        ranks_want(s, sorted, ranks, j / k, j % k, all + 4 * j);
    stage_in_put(s, "splitters", all, 4 * k * ranks);
    fence_free(all);
    free(sorted);
}

/** Rank r's "offsets" are right; `taken` ties of each splitter went to ranks before it. */
static inline bool ranks_check_offsets(struct stage *s, uint32_t ranks, uint32_t r,
                                       uint32_t *taken) {
    const uint32_t *got = rank_got(s, "offsets", r, ranks + 1), k = ranks - 1;
    const uint32_t *all = stage_in(s, "splitters", 4 * k * ranks), *own = all + 4 * k * r;
    const uint32_t *offsets = stage_in(s, "offsets", ranks + 1), n = offsets[r + 1] - offsets[r];
    for (uint32_t p = 0; got && p <= ranks; p++) {
        const uint32_t *x = own + 4 * (p > 0 ? p - 1 : 0); // the splitter where p's keys begin
        bool cut = 0 < p && p < ranks;
        uint32_t ties = cut ? (uint32_t)size_min(x[1] - taken[p - 1], x[3]) : 0;
        uint32_t want = cut ? x[2] + ties : p > 0 ? n : 0;
        if (cut) taken[p - 1] += ties;
        if (got[p] != want)
            return stage_fail(s, "rank %u: what it sends to rank %u %s at %u, not at %u", r,
                              p < ranks ? p : k, p < ranks ? "begins" : "ends", got[p], want);
    }
    return got;
}

/** Every rank handed over the "offsets" of what it sends. */
static inline bool ranks_verdict_offsets(struct stage *s, uint32_t ranks) {
    uint32_t taken[MOST_RANKS] = {0};
    for (uint32_t r = 0; r < ranks; r++)
        if (!ranks_check_offsets(s, ranks, r, taken)) return false;
    return true;
}

/** The class of a key among k splitters: 2i between them, 2i + 1 where it equals splitter i. */
static inline uint32_t ranks_class(uint32_t key, const uint32_t *splitters, uint32_t k) {
    uint32_t i = 0;
    while (i < k && splitters[i] < key) i++;
    return 2 * i + (i < k && splitters[i] == key);
}

/** Judge, in prepare: k "splitters" of the keys, and in 64 bits the "places" of their classes. */
static inline void ranks_prepare_classes(struct stage *s, uint32_t k) {
    uint32_t *splitters = fence_new(k), *sorted = ranks_sorted(s), equal;
    uint64_t *places = (uint64_t *)calloc(2 * (size_t)k + 1, sizeof(*places));
    if (!places) abort();
    for (uint32_t i = 0; i < k; i++) {
        splitters[i] = s->n > 0 ? sorted[(size_t)s->n * i / k] : i;
        places[2 * i + 1] = ranks_count(sorted, s->n, splitters[i], &equal);
        places[2 * i + 2] = places[2 * i + 1] + equal;
    }
    stage_in_put(s, "splitters", splitters, k);
    stage_in_put(s, "places", (const uint32_t *)places, 4 * (size_t)k + 2);
    free(places);
    fence_free(splitters);
    free(sorted);
}

/** "parts" has the keys, class after class. */
static inline bool ranks_verdict_classes(struct stage *s, uint32_t k) {
    const uint32_t *parts = fence_got(s, "parts", s->n), *splitters = stage_in(s, "splitters", k);
    if (!parts || !fence_got(s, "places", 4 * k + 2)) return false;
    if (!fence_permutation(s, parts, stage_in(s, "keys", s->n), s->n)) return false;
    uint32_t *sorted =
        ranks_sorted(s); // the key that stands there tells the class that stands there
    bool good = true;
    for (size_t i = 0; good && i < s->n; i++) {
        uint32_t got = ranks_class(parts[i], splitters, k),
                 want = ranks_class(sorted[i], splitters, k);
        if (got == want) continue;
        good = stage_fail(s, "place %zu holds %u, which is of class %u; class %u belongs there", i,
                          parts[i], got, want);
    }
    free(sorted);
    return good;
}

/** Every rank handed over its share of the whole, as "out". */
static inline bool ranks_verdict_shares(struct stage *s, uint32_t ranks) {
    uint32_t *sorted = ranks_sorted(s);
    bool good = true;
    for (uint32_t r = 0; good && r < ranks; r++) {
        size_t begin = team_begin(s->n, (int)r, (int)ranks);
        size_t n = team_begin(s->n, (int)r + 1, (int)ranks) - begin;
        const uint32_t *got = rank_got(s, "out", r, n);
        for (size_t i = 0; (good = good && got) && i < n; i++)
            if (got[i] != sorted[begin + i])
                good =
                    stage_fail(s, "rank %u: key %zu of its %zu is %u; key %zu of the whole is %u",
                               r, i, n, got[i], begin + i, sorted[begin + i]);
    }
    free(sorted);
    return good;
}

#endif
