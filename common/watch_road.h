/**
 * @file
 * @brief Judge: whether chunks were sent, placed and merged when they should have been.
 */
#ifndef SORTLAB_WATCH_ROAD_H
#define SORTLAB_WATCH_ROAD_H

#include "common/watch.h"

enum { WATCH_SLOTS = 16 }; /**< more chunks are never on their way at once */

/** What is asked for, and how far the events have come. */
struct watch_road {
    size_t n, chunk, slots; /**< keys in all and of a chunk; chunks on their way at once */
    size_t fan_in;          /**< so many runs are merged at once; 0: none */
    size_t sent, placed;    /**< chunks */
    size_t due, runs;       /**< merges that should have come; runs that there are */
    bool lazy;              /**< what is on its way stays there until somebody waits for it */
    uint32_t stream[WATCH_SLOTS];
};

static inline size_t watch_chunks(const struct watch_road *w) {
    return w->chunk > 0 ? (w->n + w->chunk - 1) / w->chunk : 0;
}

/** Keys of chunk i. */
static inline size_t watch_length(const struct watch_road *w, size_t i) {
    return i < watch_chunks(w) ? size_min(w->chunk, w->n - i * w->chunk) : 0;
}

/** A chunk is sent: the next one, not too early, and in a stream of its own. */
static inline bool watch_sent(struct stage *s, struct watch_road *w, const struct event *e) {
    size_t i = w->sent++;
    if (e->n != watch_length(w, i))
        return stage_fail(s, "chunk %zu was sent with %u keys, not %zu", i, e->n,
                          watch_length(w, i));
    if (i - w->placed >= w->slots)
        return stage_fail(s, "chunk %zu was sent when chunk %zu had not been placed", i, w->placed);
    for (size_t other = w->placed; other < i; other++)
        if (w->stream[other % WATCH_SLOTS] == e->a)
            return stage_fail(s, "chunks %zu and %zu were on their way in one stream", other, i);
    w->stream[i % WATCH_SLOTS] = e->a;
    return true;
}

/** A chunk is placed: the next one, from pinned memory, and others are on their way. */
static inline bool watch_placed(struct stage *s, struct watch_road *w, const struct event *e) {
    size_t i = w->placed++, want = size_min(watch_chunks(w), i + w->slots);
    if (e->a != i * w->chunk || e->n != watch_length(w, i))
        return stage_fail(s, "of chunk %zu, %zu keys of place %zu, %u keys of place %u were placed",
                          i, watch_length(w, i), i * w->chunk, e->n, e->a);
    if (!(e->b & PINNED))
        return stage_fail(s, "chunk %zu was placed from memory that is not pinned", i);
    if (w->lazy && w->sent > w->placed && !(e->b & ON_ITS_WAY))
        return stage_fail(s, "when chunk %zu was placed chunk %zu was done: somebody waited for it",
                          i, w->sent - 1);
    w->runs++;
    for (size_t c = w->placed; w->fan_in > 0 && c % w->fan_in == 0; c /= w->fan_in) w->due++;
    return w->sent >= want ||
           stage_fail(s, "when chunk %zu was placed %zu had been sent, not %zu", i, w->sent, want);
}

/** Runs are merged: fan_in of them when they are due, and at the end all that are left. */
static inline bool watch_merged(struct stage *s, struct watch_road *w, const struct event *e) {
    size_t want = w->due > 0 ? w->fan_in : w->placed == watch_chunks(w) ? w->runs : 0;
    if (want == 1) want = 0; // it is one already
    if (e->a != want || want == 0)
        return stage_fail(s, "when %zu chunks were placed %u runs were merged, not %zu", w->placed,
                          e->a, want);
    if (!e->b) return stage_fail(s, "of %u runs that were merged one was not sorted", e->a);
    w->due -= w->due > 0;
    w->runs -= want - 1;
    return true;
}

/** Goes through all events of an array's way. */
static inline bool watch_check_road(struct stage *s, struct watch_road *w, const struct event *e,
                                    uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (w->due > 0 && e[i].kind != MERGED)
            return stage_fail(s, "when %zu chunks were placed %zu runs were not merged", w->placed,
                              w->fan_in);
        if (e[i].kind == SENT && !watch_sent(s, w, &e[i])) return false;
        if (e[i].kind == PLACED && !watch_placed(s, w, &e[i])) return false;
        if (e[i].kind == MERGED && !watch_merged(s, w, &e[i])) return false;
    }
    if (w->placed < watch_chunks(w))
        return stage_fail(s, "%zu of %zu chunks were placed", w->placed, watch_chunks(w));
    return w->fan_in == 0 || w->runs < 2 || stage_fail(s, "%zu runs are left", w->runs);
}

/** "keys" are the input's, every chunk a run, or with a fan_in all of them; and by the right road. */
static inline bool watch_verdict_road(struct stage *s, size_t chunk, int slots, size_t fan_in) {
    struct watch_road w = {s->n, chunk, (size_t)slots, fan_in, 0, 0, 0, 0, false, {0}};
    uint32_t n;
    const struct event *events = watch_got(s, 0, &n);
    if (!events || watch_failed(events, n)) return events;
    const uint32_t *keys = fence_got(s, "keys", s->n), *in = stage_in(s, "keys", s->n);
    w.lazy = stage_got(s, "watch", 5)[4];
    fence_want_lists("keys", in, s->n, w.fan_in > 0 || s->n == 0 ? s->n + 1 : w.chunk, 1);
    return keys && fence_permutation(s, keys, in, s->n) &&
           check_runs(keys, s->n, w.fan_in > 0 ? s->n : w.chunk, &s->note) &&
           watch_check_road(s, &w, events, n);
}

#endif
