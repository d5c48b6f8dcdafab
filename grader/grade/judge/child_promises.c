/**
 * @file
 * @brief What a contract promises of memory, waits and streams, watched while a case runs
 *        (see child_promises.h).
 */
#include "grader/grade/judge/child_promises.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TAKEN = 1 << 14, CALLS = 8 };
enum { FEW_STATIC = 32 }; /* bytes: something that was asked once, such as a number of blocks */

/* A piece of memory that is not given back yet, and the calls that took it. */
struct taken {
    uintptr_t memory;
    size_t bytes;
    const char *call;
    bool host;
    void *calls[CALLS];
    int n_calls;
};

/* Of a case; two may run at once. */
static struct watch {
    unsigned promises; /* 0: nobody looks */
    struct taken taken[MOST_TAKEN];
    int n;
    size_t host, most_host; /* bytes of host memory now, and that there may be */
    struct record_promise broken;
} watches[2];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* learners' functions start threads */

/* Streams that the learner's code has made; any other one but the default stream is one that it was given. */
static struct {
    uintptr_t stream[64];
    int n;
} own;

static struct watch *watch(void) {
    return &watches[child_lane()];
}

void stage_room(size_t bytes) {
    watch()->most_host = bytes;
}

/*
 * Static memory of the learner's object, whose sections have these names (grader/grade/child.mk).
 */
extern char __start_learner_bss[] __attribute__((weak)), __stop_learner_bss[] __attribute__((weak));
extern char __start_learner_data[] __attribute__((weak)),
    __stop_learner_data[] __attribute__((weak));
static char *copy_of_bss, *copy_of_data;

static char *copied(const char *start, const char *stop) {
    char *copy = malloc((size_t)(stop - start) + 1);
    if (copy) memcpy(copy, start, (size_t)(stop - start));
    return copy;
}

/* Bytes, by words of 8. */
static uint32_t changed(char **copy, const char *start, const char *stop) {
    uint32_t bytes = 0;
    for (size_t i = 0, n; *copy && i < (size_t)(stop - start); i += n) {
        n = (size_t)(stop - start) - i < 8 ? (size_t)(stop - start) - i : 8;
        if (memcmp(*copy + i, start + i, n) != 0) bytes += (uint32_t)n;
    }
    free(*copy);
    *copy = NULL;
    return bytes;
}

/*
 * What is broken first is told, and a leak before all.
 */
static void note(enum promise_kind kind, size_t bytes, const char *call, void *const *calls,
                 int n) {
    struct record_promise *broken = &watch()->broken;
    if (broken->kind && kind != PROMISE_KEPT) return;
    broken->kind = kind;
    broken->bytes = (uint32_t)bytes;
    broken->most = (uint32_t)watch()->most_host;
    snprintf(broken->call, sizeof(broken->call), "%s", call);
    child_place(calls, n, stage_labs()->name, broken->place, sizeof(broken->place));
}

static void note_here(enum promise_kind kind, const char *call) {
    void *calls[CALLS];
    pthread_mutex_lock(&mutex);
    if (!watch()->broken.kind) note(kind, 0, call, calls, backtrace(calls, CALLS));
    pthread_mutex_unlock(&mutex);
}

static void take(struct taken t) {
    struct watch *w = watch();
    pthread_mutex_lock(&mutex);
    if (w->n < MOST_TAKEN) w->taken[w->n++] = t;
    if (t.host) w->host += t.bytes;
    if (w->promises & STAGE_NO_MEMORY)
        note(PROMISE_TAKEN, t.bytes, t.call, t.calls, t.n_calls);
    else if (t.host && w->host > w->most_host)
        note(PROMISE_ROOM, w->host, t.call, t.calls, t.n_calls);
    pthread_mutex_unlock(&mutex);
}

void child_took(uintptr_t memory, size_t bytes, const char *call) {
    struct taken t = {.memory = memory, .bytes = bytes, .call = call};
    if (!memory || !watch()->promises) return;
    t.n_calls = backtrace(t.calls, CALLS);
    take(t);
}

void child_took_host(uintptr_t memory, size_t bytes, const char *call, const void *caller) {
    struct taken t = {memory, bytes, call, true, {(void *)caller}, 1};
    if (memory && watch()->promises) take(t);
}

void child_gave(uintptr_t memory) {
    struct watch *w = watch();
    if (!memory || !w->promises) return;
    pthread_mutex_lock(&mutex);
    int i = w->n - 1;
    while (i >= 0 && w->taken[i].memory != memory) i--;
    if (i >= 0) {
        if (w->taken[i].host) w->host -= w->taken[i].bytes;
        w->taken[i] = w->taken[--w->n];
    }
    pthread_mutex_unlock(&mutex);
}

void child_waits(const char *call) {
    if (watch()->promises & STAGE_NO_WAIT) note_here(PROMISE_WAITED, call);
}

void child_made_stream(uintptr_t stream, const char *call) {
    pthread_mutex_lock(&mutex);
    if (own.n < (int)(sizeof(own.stream) / sizeof(*own.stream))) own.stream[own.n++] = stream;
    pthread_mutex_unlock(&mutex);
    child_took(stream, 0, call);
}

static bool is_given(uintptr_t stream) {
    enum { DEFAULT_STREAMS = 2 }; /* 0 and these: cudaStreamLegacy, cudaStreamPerThread */
    int i = 0;
    while (i < own.n && own.stream[i] != stream) i++;
    return stream > DEFAULT_STREAMS && i == own.n;
}

void child_works_in(const void *stream, const char *call) {
    if (watch()->promises & STAGE_IN_STREAM && !is_given((uintptr_t)stream))
        note_here(PROMISE_ELSEWHERE, call);
    child_turn();
}

/*
 * A case.
 */
void child_promises_start(unsigned promises) {
    struct watch *w = watch();
    void *first[1];
    backtrace(first, 1); /* it loads a library, and that takes memory */
    w->n = 0;
    w->host = 0;
    w->most_host = SIZE_MAX;
    memset(&w->broken, 0, sizeof(w->broken));
    if (!copy_of_bss) copy_of_bss = copied(__start_learner_bss, __stop_learner_bss);
    if (!copy_of_data) copy_of_data = copied(__start_learner_data, __stop_learner_data);
    w->promises = promises;
}

void child_promises_end(struct stage *s) {
    struct watch *w = watch();
    unsigned promises = w->promises;
    uint32_t bytes = changed(&copy_of_bss, __start_learner_bss, __stop_learner_bss) +
                     changed(&copy_of_data, __start_learner_data, __stop_learner_data);
    w->promises = 0;
    if (!promises) return;
    if (promises & STAGE_NO_STATE && bytes > FEW_STATIC && !w->broken.kind) {
        w->broken.kind = PROMISE_STATIC;
        w->broken.bytes = bytes;
    }
    if (w->n > 0) {
        const struct taken *t = &w->taken[0];
        note(PROMISE_KEPT, t->bytes, t->call, t->calls, t->n_calls);
    }
    if (w->broken.kind)
        stage_out(s, RECORD_PROMISE, (const uint32_t *)&w->broken, sizeof(w->broken) / 4);
}
