/**
 * @file
 * @brief What the stages of the labs that merge lists have in common: their inputs, one choice of a
 * head, whole runs.
 *
 * A tile of m keys is in sorted lists, one for each of `threads` threads: list t holds places t,
 * t + threads, ... below m. heads[t] is the place of the first key of list t that is not merged
 * yet; at m or beyond, the list is exhausted.
 */
#ifndef SORTLAB_HEADS_H
#define SORTLAB_HEADS_H

#include "common/stage/guard_words.h"
#include "common/stage/make_inputs.h"
#include "common/tile.h"

/** Words of "heads" behind the last head: the place of the least key, for a thread too many. */
enum { HEADS_SPARE = 1 };

/**
 * Heads at random: each at the top of its list, in it, or behind it. The last one stays at the top,
 * so that of keys that descend it has the least. Returns the keys left.
 */
static inline uint32_t heads_fill(uint32_t *heads, uint32_t threads, uint32_t m, uint64_t seed) {
    uint32_t left = 0;
    data_fill(heads, threads, DATA_UNIFORM, seed);
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t length = t < m ? (m - t + threads - 1) / threads : 0;
        uint32_t taken = t + 1 < threads ? heads[t] % (length + 1) : 0;
        heads[t] = t + taken * threads;
        left += length - taken;
    }
    return left;
}

/** The first of the lists with the least key at the head; `threads` when all are exhausted. */
static inline uint32_t heads_choose(const uint32_t *heads, uint32_t threads, const uint32_t *tile,
                                    uint32_t m) {
    uint32_t first = threads;
    for (uint32_t t = 0; t < threads; t++)
        if (heads[t] < m && (first == threads || tile[heads[t]] < tile[heads[first]])) first = t;
    return first;
}

/** Judge: the head of every list, in a line, for a learner who works it by hand. */
static inline void heads_tell(const uint32_t *heads, uint32_t threads, const uint32_t *tile,
                              uint32_t m) {
    enum { MOST = 16 };
    char text[400] = "";
    size_t used = 0;
    const uint32_t told = threads < m ? threads : m; // behind them no list has a key
    if (told == 0 || told > MOST) return;
    for (uint32_t t = 0; t < told; t++) {
        const char *form = heads[t] >= m ? ", none" : threads < m ? ", %u at place %u" : ", %u";
        used +=
            (size_t)snprintf(text + used, sizeof(text) - used, form, tile[heads[t] % m], heads[t]);
    }
    const char *others = told < threads ? "; the other lists are exhausted" : "";
    if (told == 1) stage_tell("head of list 0:%s%s", text + 1, others);
    if (told > 1) stage_tell("heads of lists 0 to %u:%s%s", told - 1, text + 1, others);
}

/** Judge: the keys as "lists", in sorted lists, and "heads" in their first tile; the keys left. */
static inline uint32_t heads_prepare(struct stage *s, uint32_t threads) {
    uint32_t *lists = stage_in_copy(s, "keys", s->n);
    uint32_t *heads = (uint32_t *)calloc(threads + HEADS_SPARE, sizeof(*heads));
    if (!heads) abort();
    shape_lists(lists, s->n, TILE_ITEMS, threads);
    uint32_t left = heads_fill(heads, threads, s->n, s->c->seed), *spare = &heads[threads];
    for (uint32_t i = 0; i < s->n; i++)
        if (lists[i] < lists[*spare]) *spare = i;
    stage_in_put(s, "lists", lists, s->n);
    stage_in_put(s, "heads", heads, threads + HEADS_SPARE);
    heads_tell(heads, threads, lists, s->n);
    free(heads);
    free(lists);
    return left;
}

/** Judge: the first word of "choice" is the least key at a head, or UINT32_MAX. */
static inline bool heads_verdict_key(struct stage *s, uint32_t threads) {
    const uint32_t *lists = stage_in(s, "lists", s->n), *choice = fence_got(s, "choice", 2);
    const uint32_t *heads = stage_in(s, "heads", threads + HEADS_SPARE);
    uint32_t list = heads_choose(heads, threads, lists, s->n);
    uint32_t key = list < threads ? lists[heads[list]] : UINT32_MAX;
    const uint32_t want[2] = {key, choice ? choice[1] : 0};
    stage_want("choice", want, 2);
    if (!choice || choice[0] == key) return choice;
    if (list == threads)
        return stage_fail(s, "all lists are exhausted, but the key chosen is %u, not %u", choice[0],
                          key);
    return stage_fail(s, "the least head is %u, of list %u at place %u; the key chosen is %u", key,
                      list, heads[list], choice[0]);
}

/** Judge: and the second is the first list that has it, or `none`. */
static inline bool heads_verdict_list(struct stage *s, uint32_t threads, uint32_t none) {
    if (!heads_verdict_key(s, threads)) return false;
    const uint32_t *choice = fence_got(s, "choice", 2), *lists = stage_in(s, "lists", s->n);
    uint32_t list = heads_choose(stage_in(s, "heads", threads + HEADS_SPARE), threads, lists, s->n);
    const uint32_t want[2] = {choice[0], list < threads ? list : none};
    stage_want("choice", want, 2);
    if (list == threads)
        return choice[1] == none || stage_fail(s,
                                               "all lists are exhausted, but the list chosen is "
                                               "%u, not %u",
                                               choice[1], none);
    return choice[1] == list || stage_fail(s,
                                           "the first list with %u at its head is list %u; the "
                                           "list chosen is %u",
                                           choice[0], list, choice[1]);
}

/** Of so many lists, how many it is to the next that is tried alone: each of few, some of many. */
static inline uint32_t heads_alone_step(uint32_t threads) {
    return 1 + threads / 256;
}

/**
 * Judge: "alone" holds two words for each list: what is chosen when it has a head, at place 0, and
 * all others are exhausted. A tree that loses some of its words chooses nothing then.
 */
static inline bool heads_verdict_alone(struct stage *s, uint32_t threads, bool list_too) {
    const uint32_t *key = stage_in(s, "lists", s->n), *got = fence_got(s, "alone", 2 * threads);
    for (uint32_t t = 0; got && s->n > 0 && t < threads; t += heads_alone_step(threads)) {
        if (got[2 * t] != *key || (list_too && got[2 * t + 1] != t))
            stage_tell(
                "another call, where list %u alone has a head, %u at place 0: d_choice became "
                "%u %u; wanted %u %u",
                t, *key, got[2 * t], got[2 * t + 1], *key, list_too ? t : got[2 * t + 1]);
        if (got[2 * t] != *key)
            return stage_fail(s, "the only head is %u, of list %u; the key chosen is %u", *key, t,
                              got[2 * t]);
        if (list_too && got[2 * t + 1] != t)
            return stage_fail(s, "the only list with a head is list %u; the list chosen is %u", t,
                              got[2 * t + 1]);
    }
    return got;
}

/** Judge: "runs" holds the tiles of "lists", each as a run. */
static inline bool heads_verdict_runs(struct stage *s) {
    const uint32_t *lists = stage_in(s, "lists", s->n), *runs = fence_got(s, "runs", s->n);
    fence_want_lists("runs", lists, s->n, TILE_ITEMS, 1);
    if (!runs) return false;
    if (check_runs(runs, s->n, TILE_ITEMS, &s->note) &&
        check_tiles_permutation(runs, lists, s->n, TILE_ITEMS, &s->note))
        return true;
    for (uint32_t i = 0; i < s->n; i++) // a gap is the better explanation
        if (runs[i] == FENCE_WORD)
            return stage_fail(s, "run %u has a gap: nothing was written to its place %u (index %u)",
                              i / TILE_ITEMS, i % TILE_ITEMS, i);
    return false;
}

#endif
