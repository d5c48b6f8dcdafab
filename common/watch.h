/**
 * @file
 * @brief Stand-ins for what lab 08 calls, for its stages: they do their work, note that they were
 * called, and fail when they are told to. The judge goes through what they noted (watch_road.h).
 */
#ifndef SORTLAB_WATCH_H
#define SORTLAB_WATCH_H

#include "common/stage/guard_words_cu.h"
#include "common/size_min.h"
#include "common/merge.h"
#include "common/stage/make_inputs.h"
#include "common/watch_host.h"

enum event_kind {
    SENT = 1,  /**< n keys are to be sorted; a: in which stream */
    PLACED,    /**< n keys, in place a of the array; b: PINNED, ON_ITS_WAY */
    MERGED,    /**< n keys, of `a` runs; b: all of them ascended */
    READ,      /**< n keys, where there was room for a */
    SPILLED,   /**< n keys */
    UNSPILLED, /**< n keys, from place a on */
    WRITTEN,   /**< n keys */
    BEYOND,    /**< n keys were to be unspilled, from place a on: so many there are not */
    FAILED,    /**< the call before this was told to */
};

struct event {
    uint32_t kind, n, a, b;
};

/** Of a chunk that is placed: it came in pinned memory; the chunk that was sent last is not done yet. */
enum { PINNED = 1, ON_ITS_WAY = 2 };

enum { EVENTS = 4000, STREAMS = 8, FAILURE = 77 };
enum {
    WATCH_PIECE = 128
}; /**< bytes of the host's memory that may be taken for a slot, chunk or run */

/** A chunk that is sorted on the host. */
struct watch_bounce {
    uint32_t *keys;
    size_t n;
    bool done;
};

/** What the stand-ins know, also those of watch_files.h. A merge has no context: there is one. */
static struct watch {
    uint32_t fail_at, n_calls; /**< of the calls that can fail this one, from 1, does; 0: none */
    uint32_t n_events;
    struct event events[EVENTS];
    const uint32_t *array, *scratch;     /**< the array whose chunks are placed */
    uint32_t scratch_spoilt;             /**< where no chunk was placed yet */
    cudaStream_t streams[STREAMS];       /**< those that were seen, from 1 on */
    struct watch_bounce bounces[EVENTS]; /**< on the host, for chunks that are sorted */
    uint32_t n_bounces;
    uint32_t n, n_read, n_spilled, n_written; /**< keys of the input, and of each file so far */
    const uint32_t *input;
    uint32_t *spilled, *written; /**< room for n keys each */
    uint32_t *room;              /**< the host memory that there is, of so many words */
    size_t words;
    struct watch_host host; /**< before the files were worked on */
} watch;

/** Notes an event. */
static inline void watch_event(enum event_kind kind, size_t n, size_t a, uint32_t b) {
    const struct event event = {kind, (uint32_t)n, (uint32_t)a, b};
    if (watch.n_events < EVENTS) watch.events[watch.n_events++] = event;
}

/** Notes a call that can fail; what it returns. */
static inline int watch_call(enum event_kind kind, size_t n, size_t a, uint32_t b) {
    bool fails = ++watch.n_calls == watch.fail_at || watch.n_events == EVENTS;
    watch_event(kind, n, a, b);
    if (fails) watch_event(FAILED, 0, 0, 0);
    return fails ? FAILURE : 0;
}

static inline void watch_sort_bounce(void *argument) {
    struct watch_bounce *bounce = (struct watch_bounce *)argument;
    shape_lists(bounce->keys, bounce->n, bounce->n, 1);
    bounce->done = true;
}

/** chunk_road.sort: by the host, but in the stream, so that on a GPU too it is done later. */
static inline void watch_sort(void *nobody, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                              cudaStream_t stream) {
    struct watch_bounce *bounce = &watch.bounces[watch.n_bounces++ % EVENTS];
    uint32_t i = 1;
    size_t bytes = n * sizeof(*d_keys);
    (void)nobody;
    while (i < STREAMS - 1 && watch.streams[i] && watch.streams[i] != stream) i++;
    watch.streams[i] = stream;
    watch_event(SENT, n, stream ? i : 0, 0);
    CU(cudaMallocHost((void **)&bounce->keys, bytes));
    bounce->n = n;
    bounce->done = false;
    CU(cudaMemcpyAsync(bounce->keys, d_keys, bytes, cudaMemcpyDeviceToHost, stream));
    CU(cudaLaunchHostFunc(stream, watch_sort_bounce, bounce));
    CU(cudaMemcpyAsync(d_scratch, bounce->keys, bytes, cudaMemcpyHostToDevice, stream));
    CU(cudaMemcpyAsync(d_keys, d_scratch, bytes, cudaMemcpyDeviceToDevice, stream));
    CU(cudaMemsetAsync(d_scratch, 0, bytes, stream)); // it is no place for anybody's keys
}

/** chunk_road.place: a copy. */
static inline int watch_place(void *nobody, const uint32_t *chunk, uint32_t *run, size_t n) {
    struct cudaPointerAttributes memory;
    size_t at = (size_t)(run - watch.array);
    (void)nobody;
    CU(cudaPointerGetAttributes(&memory, chunk));
    uint32_t how = memory.type == cudaMemoryTypeHost ? PINNED : 0;
    if (watch.n_bounces > 0 && !watch.bounces[(watch.n_bounces - 1) % EVENTS].done)
        how |= ON_ITS_WAY;
    for (size_t i = at; watch.scratch && i < size_min(at + n, watch.n); i++)
        watch.scratch_spoilt |= watch.scratch[i] != FENCE_WORD;
    memcpy(run, chunk, n * sizeof(*run));
    return watch_call(PLACED, n, at, how);
}

/** merge_runs: puts the runs behind one another and sorts. */
static inline int watch_merge(const struct runs *runs, uint32_t *out, uint32_t *from) {
    size_t n = 0;
    uint32_t ascend = 1;
    (void)from;
    for (size_t r = 0; r < runs->k; r++)
        for (size_t i = runs->begin[r]; i < runs->end[r]; i++) {
            if (i > runs->begin[r] && runs->keys[i] < runs->keys[i - 1]) ascend = 0;
            out[n++] = runs->keys[i];
        }
    shape_lists(out, n, n, 1);
    return watch_call(MERGED, n, runs->k, ascend);
}

/*
 * Before and after, and the judge's side
 */

/**
 * Child: nothing has happened yet. The CPU runtime's device has so many bytes from now on; a real
 * one stays as it is. There are so many chunks or runs, beside a few slots.
 */
static inline void watch_start(const struct stage *s, uint32_t fail_at, size_t device_bytes,
                               size_t pieces) {
    enum { SLOTS = 4 };
    char bytes[24];
    stage_room((pieces + SLOTS) * WATCH_PIECE);
    memset(&watch, 0, sizeof(watch));
    watch.n = s->n;
    watch.fail_at = fail_at;
    snprintf(bytes, sizeof(bytes), "%zu", device_bytes);
    setenv("SIMT_DEVICE_MEMORY", bytes, 1);
    CU(cudaDeviceReset());
}

/** Child: hands over what happened, the error that was returned, and the files if there are any. */
static inline void watch_out(struct stage *s, int error) {
    if (watch.room) watch_host_out(s, &watch.host, 0);
    for (uint32_t i = 0; i < watch.n_bounces && i < EVENTS; i++)
        CU(cudaFreeHost(watch.bounces[i].keys));
    const char *streams = simt_setting_kept("SIMT_STREAMS"); // the CPU runtime's: work waits to be waited for
    const uint32_t words[] = {(uint32_t)error, watch.n_events, watch.scratch_spoilt,
                              (uint32_t)watch.words, streams && strcmp(streams, "lazy") == 0};
    stage_out(s, "watch", words, 5);
    stage_out(s, "events", (const uint32_t *)watch.events, (size_t)watch.n_events * 4);
    if (watch.spilled) fence_out(s, "spilled", watch.spilled, s->n);
    if (watch.written) fence_out(s, "written", watch.written, s->n);
    if (watch.room) fence_out(s, "room", watch.room, watch.words);
}

/** Judge: one of the n events is that a call failed. */
static inline bool watch_failed(const struct event *events, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (events[i].kind == FAILED) return true;
    return false;
}

/** Judge: what was returned is `error`, or after a call that failed FAILURE, and nothing was called. */
static inline bool watch_check_error(struct stage *s, const struct event *events, uint32_t n,
                                     int returned, int error) {
    for (uint32_t i = 0; i < n; i++)
        if (events[i].kind == BEYOND)
            return stage_fail(s, "%u keys from place %u on were to be read from the spill of %u",
                              events[i].n, events[i].a, s->n);
    if (n == EVENTS) return stage_fail(s, "it has called other functions %d times", EVENTS);
    bool fails = watch_failed(events, n);
    if (fails && events[n - 1].kind != FAILED)
        return stage_fail(s, "a function that was called failed, and yet others were called then");
    if (returned == (fails ? FAILURE : error)) return true;
    return stage_fail(s, "%s, and %d was returned, not %d",
                      fails   ? "a function that was called failed"
                      : error ? "there was too little memory"
                              : "no function that was called failed",
                      returned, fails ? FAILURE : error);
}

/** Judge: the *n events; NULL, with the note, when the error is not what it should be, and so on. */
static inline const struct event *watch_got(struct stage *s, int error, uint32_t *n) {
    const uint32_t *words = stage_got(s, "watch", 5);
    const uint32_t *events = words ? stage_got(s, "events", (size_t)words[1] * 4) : NULL;
    if (!events) return NULL;
    *n = words[1];
    if (!watch_check_error(s, (const struct event *)events, *n, (int)words[0], error)) return NULL;
    if (words[2]) stage_fail(s, "the scratch was written to where no chunk had been placed yet");
    return words[2] ? NULL : (const struct event *)events;
}

#endif
