/**
 * @file
 * @brief Judge: whether chunks were sent, placed and merged when they should have been.
 */
#ifndef SORTLAB_CHUNK_ORDER_H
#define SORTLAB_CHUNK_ORDER_H

#include "record.h"

enum { ORDER_SLOTS = 16 }; /**< more chunks are never on their way at once */

/** What is asked for, and how far the events have come. */
struct chunk_order {
    size_t n, chunk, slots; /**< keys in all and of a chunk; chunks on their way at once */
    size_t fan_in;          /**< so many runs are merged at once; 0: none */
    size_t sent, placed;    /**< chunks */
    size_t due, runs;       /**< merges that should have come; runs that there are */
    bool lazy;              /**< what is on its way stays there until somebody waits for it */
    uint32_t stream[ORDER_SLOTS];
};

static inline size_t order_chunks(const struct chunk_order *o) {
    return o->chunk > 0 ? (o->n + o->chunk - 1) / o->chunk : 0;
}

/** Keys of chunk i. */
static inline size_t order_length(const struct chunk_order *o, size_t i) {
    return i < order_chunks(o) ? size_min(o->chunk, o->n - i * o->chunk) : 0;
}

/** A chunk is sent: the next one, not too early, and in a stream of its own. */
static inline bool order_sent(struct stage *s, struct chunk_order *o, const struct event *e) {
    size_t i = o->sent++;
    if (e->n != order_length(o, i))
        return stage_fail(s, "chunk %zu was sent with %u keys, not %zu", i, e->n,
                          order_length(o, i));
    if (i - o->placed >= o->slots)
        return stage_fail(s, "chunk %zu was sent when chunk %zu had not been placed", i, o->placed);
    for (size_t other = o->placed; other < i; other++)
        if (o->stream[other % ORDER_SLOTS] == e->a)
            return stage_fail(s, "chunks %zu and %zu were on their way in one stream", other, i);
    o->stream[i % ORDER_SLOTS] = e->a;
    return true;
}

/** A chunk is placed: the next one, from pinned memory, and others are on their way. */
static inline bool order_placed(struct stage *s, struct chunk_order *o, const struct event *e) {
    size_t i = o->placed++, want = size_min(order_chunks(o), i + o->slots);
    if (e->a != i * o->chunk || e->n != order_length(o, i))
        return stage_fail(s, "of chunk %zu, %zu keys of place %zu, %u keys of place %u were placed",
                          i, order_length(o, i), i * o->chunk, e->n, e->a);
    if (!(e->b & PINNED))
        return stage_fail(s, "chunk %zu was placed from memory that is not pinned", i);
    if (o->lazy && o->sent > o->placed && !(e->b & ON_ITS_WAY))
        return stage_fail(s, "when chunk %zu was placed chunk %zu was done: somebody waited for it",
                          i, o->sent - 1);
    o->runs++;
    for (size_t c = o->placed; o->fan_in > 0 && c % o->fan_in == 0; c /= o->fan_in) o->due++;
    return o->sent >= want ||
           stage_fail(s, "when chunk %zu was placed %zu had been sent, not %zu", i, o->sent, want);
}

/** Runs are merged: fan_in of them when they are due, and at the end all that are left. */
static inline bool order_merged(struct stage *s, struct chunk_order *o, const struct event *e) {
    size_t want = o->due > 0 ? o->fan_in : o->placed == order_chunks(o) ? o->runs : 0;
    if (want == 1) want = 0; // it is one already
    if (e->a != want || want == 0)
        return stage_fail(s, "when %zu chunks were placed %u runs were merged, not %zu", o->placed,
                          e->a, want);
    if (!e->b) return stage_fail(s, "of %u runs that were merged one was not sorted", e->a);
    o->due -= o->due > 0;
    o->runs -= want - 1;
    return true;
}

/** Goes through all events of an array's chunks. */
static inline bool order_check(struct stage *s, struct chunk_order *o, const struct event *e,
                               uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (o->due > 0 && e[i].kind != MERGED)
            return stage_fail(s, "when %zu chunks were placed %zu runs were not merged", o->placed,
                              o->fan_in);
        if (e[i].kind == SENT && !order_sent(s, o, &e[i])) return false;
        if (e[i].kind == PLACED && !order_placed(s, o, &e[i])) return false;
        if (e[i].kind == MERGED && !order_merged(s, o, &e[i])) return false;
    }
    if (o->placed < order_chunks(o))
        return stage_fail(s, "%zu of %zu chunks were placed", o->placed, order_chunks(o));
    return o->fan_in == 0 || o->runs < 2 || stage_fail(s, "%zu runs are left", o->runs);
}

/** "keys" are the input's, every chunk a run, or with a fan_in all of them; and chunks came in the right order. */
static inline bool order_verdict(struct stage *s, size_t chunk, int slots, size_t fan_in) {
    struct chunk_order o = {s->n, chunk, (size_t)slots, fan_in, 0, 0, 0, 0, false, {0}};
    uint32_t n;
    const struct event *events = record_got(s, 0, &n);
    if (!events || record_failed(events, n)) return events;
    const uint32_t *keys = fence_got(s, "keys", s->n), *in = stage_in(s, "keys", s->n);
    o.lazy = stage_got(s, "record", 5)[4];
    fence_want_lists("keys", in, s->n, o.fan_in > 0 || s->n == 0 ? s->n + 1 : o.chunk, 1);
    return keys && fence_permutation(s, keys, in, s->n) &&
           check_runs(keys, s->n, o.fan_in > 0 ? s->n : o.chunk, &s->note) &&
           order_check(s, &o, events, n);
}

#endif
