/**
 * @file
 * @brief What lab 08 calls, for its stages: chunk operations that do their work, record that they were
 * called, and fail when they are told to. The judge goes through the record (chunk_order.h).
 */
#ifndef SORTLAB_RECORD_H
#define SORTLAB_RECORD_H

#include "common/stage/guard_words_cu.h"
#include "common/size_min.h"
#include "common/stage/make_inputs.h"
#include "common/watch_host.h"
#include "out_of_core.h"

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
enum { PIECE_BYTES = 128 }; /**< of the host's memory may be taken for a slot, chunk or run */

/** A chunk that is sorted on the host. */
struct bounce {
    uint32_t *keys;
    size_t n;
    bool done;
};

/** The context of all operations, also of those on files (record_files.h). The stage owns it. */
struct record {
    uint32_t fail_at, n_calls; /**< of the calls that can fail this one, from 1, does; 0: none */
    uint32_t n_events;
    struct event events[EVENTS];
    const uint32_t *array, *scratch; /**< the array whose chunks are placed */
    uint32_t scratch_spoilt;         /**< where no chunk was placed yet */
    cudaStream_t streams[STREAMS];   /**< those that were seen, from 1 on */
    struct bounce bounces[EVENTS];   /**< on the host, for chunks that are sorted */
    uint32_t n_bounces;
    uint32_t n, n_read, n_spilled, n_written; /**< keys of the input, and of each file so far */
    const uint32_t *input;
    uint32_t *spilled, *written; /**< room for n keys each */
    uint32_t *room;              /**< the host memory that there is, of so many words */
    size_t words;
    struct watch_host host; /**< before the files were worked on */
};

/** Records an event. */
static inline void record_event(struct record *r, enum event_kind kind, size_t n, size_t a,
                                uint32_t b) {
    const struct event event = {kind, (uint32_t)n, (uint32_t)a, b};
    if (r->n_events < EVENTS) r->events[r->n_events++] = event;
}

/** Records a call that can fail; what it returns. */
static inline int record_call(struct record *r, enum event_kind kind, size_t n, size_t a,
                              uint32_t b) {
    bool fails = ++r->n_calls == r->fail_at || r->n_events == EVENTS;
    record_event(r, kind, n, a, b);
    if (fails) record_event(r, FAILED, 0, 0, 0);
    return fails ? FAILURE : 0;
}

static inline void record_sort_bounce(void *argument) {
    struct bounce *bounce = (struct bounce *)argument;
    shape_lists(bounce->keys, bounce->n, bounce->n, 1);
    bounce->done = true;
}

/** chunk_ops.sort: by the host, but in the stream, so that on a GPU too it is done later. */
static inline void record_sort(void *record, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                               cudaStream_t stream) {
    struct record *r = (struct record *)record;
    struct bounce *bounce = &r->bounces[r->n_bounces++ % EVENTS];
    uint32_t i = 1;
    size_t bytes = n * sizeof(*d_keys);
    while (i < STREAMS - 1 && r->streams[i] && r->streams[i] != stream) i++;
    r->streams[i] = stream;
    record_event(r, SENT, n, stream ? i : 0, 0);
    CU(cudaMallocHost((void **)&bounce->keys, bytes));
    bounce->n = n;
    bounce->done = false;
    CU(cudaMemcpyAsync(bounce->keys, d_keys, bytes, cudaMemcpyDeviceToHost, stream));
    CU(cudaLaunchHostFunc(stream, record_sort_bounce, bounce));
    CU(cudaMemcpyAsync(d_scratch, bounce->keys, bytes, cudaMemcpyHostToDevice, stream));
    CU(cudaMemcpyAsync(d_keys, d_scratch, bytes, cudaMemcpyDeviceToDevice, stream));
    CU(cudaMemsetAsync(d_scratch, 0, bytes, stream)); // it is no place for anybody's keys
}

/** chunk_ops.place: a copy. */
static inline int record_place(void *record, const uint32_t *chunk, uint32_t *run, size_t n) {
    struct record *r = (struct record *)record;
    struct cudaPointerAttributes memory;
    size_t at = (size_t)(run - r->array);
    CU(cudaPointerGetAttributes(&memory, chunk));
    uint32_t how = memory.type == cudaMemoryTypeHost ? PINNED : 0;
    if (r->n_bounces > 0 && !r->bounces[(r->n_bounces - 1) % EVENTS].done) how |= ON_ITS_WAY;
    for (size_t i = at; r->scratch && i < size_min(at + n, r->n); i++)
        r->scratch_spoilt |= r->scratch[i] != FENCE_WORD;
    memcpy(run, chunk, n * sizeof(*run));
    return record_call(r, PLACED, n, at, how);
}

/** chunk_ops.merge: puts the runs behind one another and sorts. */
static inline int record_merge(void *record, const struct runs *runs, uint32_t *out) {
    size_t n = 0;
    uint32_t ascend = 1;
    for (size_t r = 0; r < runs->k; r++)
        for (size_t i = runs->begin[r]; i < runs->end[r]; i++) {
            if (i > runs->begin[r] && runs->keys[i] < runs->keys[i - 1]) ascend = 0;
            out[n++] = runs->keys[i];
        }
    shape_lists(out, n, n, 1);
    return record_call((struct record *)record, MERGED, n, runs->k, ascend);
}

static inline struct chunk_ops record_ops(struct record *r, size_t chunk, int slots) {
    const struct chunk_ops ops = {chunk, slots, r, record_sort, record_place, record_merge};
    return ops;
}

/*
 * Before and after, and the judge's side
 */

/**
 * Child: nothing has happened yet. The CPU runtime's device has so many bytes from now on; a real
 * one stays as it is. There are so many chunks or runs, beside a few slots.
 * @return freed by record_out
 */
static inline struct record *record_new(const struct stage *s, uint32_t fail_at,
                                        size_t device_bytes, size_t pieces) {
    struct record *r = (struct record *)calloc(1, sizeof(*r));
    char bytes[24];
    if (!r) abort();
    stage_room((pieces + MOST_SLOTS) * PIECE_BYTES);
    r->n = s->n;
    r->fail_at = fail_at;
    snprintf(bytes, sizeof(bytes), "%zu", device_bytes);
    setenv("SIMT_DEVICE_MEMORY", bytes, 1);
    CU(cudaDeviceReset());
    return r;
}

/** Child: hands over what happened, the error that was returned, and the files if there are any. */
static inline void record_out(struct stage *s, struct record *r, int error) {
    if (r->room) watch_host_out(s, &r->host, 0);
    for (uint32_t i = 0; i < r->n_bounces && i < EVENTS; i++) CU(cudaFreeHost(r->bounces[i].keys));
    const char *streams =
        simt_setting_kept("SIMT_STREAMS"); // the CPU runtime's: work waits to be waited for
    const uint32_t words[] = {(uint32_t)error, r->n_events, r->scratch_spoilt, (uint32_t)r->words,
                              streams && strcmp(streams, "lazy") == 0};
    stage_out(s, "record", words, 5);
    stage_out(s, "events", (const uint32_t *)r->events, (size_t)r->n_events * 4);
    if (r->spilled) fence_out(s, "spilled", r->spilled, s->n);
    if (r->written) fence_out(s, "written", r->written, s->n);
    if (r->room) fence_out(s, "room", r->room, r->words);
    free(r);
}

/** Judge: one of the n events is that a call failed. */
static inline bool record_failed(const struct event *events, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (events[i].kind == FAILED) return true;
    return false;
}

/** Judge: what was returned is `error`, or after a call that failed FAILURE, and nothing was called. */
static inline bool record_check_error(struct stage *s, const struct event *events, uint32_t n,
                                      int returned, int error) {
    for (uint32_t i = 0; i < n; i++)
        if (events[i].kind == BEYOND)
            return stage_fail(s, "%u keys from place %u on were to be read from the spill of %u",
                              events[i].n, events[i].a, s->n);
    if (n == EVENTS) return stage_fail(s, "it has called other functions %d times", EVENTS);
    bool fails = record_failed(events, n);
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
static inline const struct event *record_got(struct stage *s, int error, uint32_t *n) {
    const uint32_t *words = stage_got(s, "record", 5);
    const uint32_t *events = words ? stage_got(s, "events", (size_t)words[1] * 4) : NULL;
    if (!events) return NULL;
    *n = words[1];
    if (!record_check_error(s, (const struct event *)events, *n, (int)words[0], error)) return NULL;
    if (words[2]) stage_fail(s, "the scratch was written to where no chunk had been placed yet");
    return words[2] ? NULL : (const struct event *)events;
}

#endif
