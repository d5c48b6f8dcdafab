/**
 * @file
 * @brief Stand-ins for files that are read, spilled to and written, in memory (see watch.h).
 */
#ifndef SORTLAB_WATCH_FILES_H
#define SORTLAB_WATCH_FILES_H

#include "common/watch.h"

/** Judge: the case's keys in runs of `length`, the last one shorter. */
static inline void watch_prepare_runs(struct stage *s, size_t length) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n);
    shape_lists(keys, s->n, length, 1);
    stage_in_put(s, "keys", keys, s->n);
    free(keys);
}

/** Words for a merge of such runs with `share` keys of each at hand; 0: too few for 1 of each. */
static inline size_t watch_words(const struct stage *s, size_t length, int share) {
    size_t k = (s->n + length - 1) / length;
    return share > 0 ? 2 * k * (size_t)share + 1 : 2 * k - 1;
}

/**
 * Child: files for the case's keys, which are to be read or have been spilled, and a room; beside it
 * so many bytes of memory can be had.
 */
static inline void watch_files(struct stage *s, size_t words, bool are_spilled, size_t spare) {
    watch.input = stage_in(s, "keys", s->n);
    watch.spilled = are_spilled ? fence_copy(s, "keys", s->n) : fence_new(s->n);
    watch.written = fence_new(s->n);
    watch.array = watch.room = fence_new(words);
    watch.words = words;
    watch.host = watch_host_start(spare);
}

static inline int watch_read(void *nobody, uint32_t *keys, size_t room, size_t *n) {
    (void)nobody;
    *n = size_min(room, watch.n - watch.n_read);
    memcpy(keys, watch.input + watch.n_read, *n * sizeof(*keys));
    watch.n_read += (uint32_t)*n;
    return watch_call(READ, *n, room, 0);
}

/** The next keys of a file of watch.n keys; what does not fit is left out, and counted. */
static inline void watch_append(uint32_t *file, uint32_t *length, const uint32_t *keys, size_t n) {
    if (*length <= watch.n) memcpy(file + *length, keys, size_min(n, watch.n - *length) * 4);
    *length += (uint32_t)n;
}

static inline int watch_spill(void *nobody, const uint32_t *keys, size_t n) {
    (void)nobody;
    watch_append(watch.spilled, &watch.n_spilled, keys, n);
    return watch_call(SPILLED, n, 0, 0);
}

static inline int watch_unspill(void *nobody, size_t first, uint32_t *keys, size_t n) {
    (void)nobody;
    if (first > watch.n || n > watch.n - first) return watch_event(BEYOND, n, first, 0), FAILURE;
    memcpy(keys, watch.spilled + first, n * sizeof(*keys));
    return watch_call(UNSPILLED, n, first, 0);
}

static inline int watch_write(void *nobody, const uint32_t *keys, size_t n) {
    (void)nobody;
    watch_append(watch.written, &watch.n_written, keys, n);
    return watch_call(WRITTEN, n, 0, 0);
}

/** All keys went into calls of a kind. */
static inline bool watch_check_sum(struct stage *s, const struct event *events, uint32_t n,
                                   enum event_kind kind) {
    uint64_t keys = 0;
    for (uint32_t i = 0; i < n; i++)
        if (events[i].kind == (uint32_t)kind) keys += events[i].n;
    return keys == s->n || stage_fail(s, "of %u keys %llu were %s", s->n, (unsigned long long)keys,
                                      kind == SPILLED ? "spilled" : "written");
}

enum { WATCH_SPARE = 64 << 10 }; /**< bytes that can be had where memory is scarce */

/** The error that is due where there is too little room for the runs, or too little memory beside it. */
static inline int watch_no_memory(struct stage *s, size_t length, bool little_room, bool scarce) {
    size_t k = (s->n + length - 1) / length;
    const uint32_t *got = stage_got(s, "watch", 5);
    bool depends = k > WATCH_SPARE / 128 && k <= WATCH_SPARE / 4; // on what a run's entry takes
    if (scarce && depends) return got && got[0] ? ENOMEM : 0;
    return k > 0 && (little_room || (scarce && k > WATCH_SPARE / 4)) ? ENOMEM : 0;
}

/** Child: for so many runs memory has to be too scarce, and the system lets nobody run out of it. */
static inline bool watch_has_too_much(const struct stage *s, size_t length) {
    return watch.host.unbounded && (s->n + length - 1) / length > WATCH_SPARE / 4;
}

/** No call was for nothing; and keys were read once, in pieces of `share` where a run has so many. */
static inline bool watch_check_calls(struct stage *s, const struct event *events, uint32_t n,
                                     size_t length, size_t share) {
    static const char *const names[] = {"spilled", "read from the spill", "written"};
    size_t read = 0;
    for (const struct event *e = events; e < events + n; e++) {
        if (e->kind >= SPILLED && e->kind <= WRITTEN && e->n == 0)
            return stage_fail(s, "0 keys were %s, which is to be spared", names[e->kind - SPILLED]);
        if (e->kind != UNSPILLED) continue;
        size_t want = size_min(share, size_min(s->n - e->a, length - e->a % length));
        if (e->n != want)
            return stage_fail(s, "%u keys were read from place %u of the spill, not %zu", e->n,
                              e->a, want);
        read += e->n;
    }
    return share == 0 || read == s->n ||
           stage_fail(s, "of %u spilled keys %zu were read", s->n, read);
}

/**
 * Judge: the keys were spilled in runs of `length`; or, where there is a share, written as one run,
 * after so many of a run were read at a time. `error` is to be returned, unless a call failed.
 */
static inline bool watch_verdict_files(struct stage *s, size_t length, size_t share, int error) {
    uint32_t n;
    const struct event *events = watch_got(s, error, &n);
    if (!events || (share > 0 && !watch_host_got(s, false))) return false;
    if (error || watch_failed(events, n)) return true;
    const uint32_t *keys = fence_got(s, share == 0 ? "spilled" : "written", s->n);
    const uint32_t *in = stage_in(s, "keys", s->n);
    size_t run = share == 0 ? length : (size_t)s->n + 1;
    if (!keys || (s->n > 0 && !fence_got(s, "room", stage_got(s, "watch", 5)[3]))) return false;
    return watch_check_sum(s, events, n, share == 0 ? SPILLED : WRITTEN) &&
           (share == 0 ? check_tiles_permutation(keys, in, s->n, run, &s->note)
                       : check_permutation(keys, s->n, in, s->n, &s->note)) &&
           check_runs(keys, s->n, run, &s->note) && watch_check_calls(s, events, n, length, share);
}

#endif
