/**
 * @file
 * @brief CUDA's calls in device code: errors of a thread, events of a block, copies and fills as grids of their own.
 */
#include "child.h"

#include <stdlib.h>
#include <string.h>

/*
 * Errors: each thread has its own.
 */
static __thread struct {
    uint64_t block;
    int last[MAX_BLOCK_THREADS];
} errors;

static int *last_error(void) {
    if (errors.block != simt_block_serial) memset(errors.last, 0, sizeof(errors.last));
    errors.block = simt_block_serial;
    return &errors.last[simt_self.linear];
}

cudaError_t simt_thread_fails(cudaError_t error) {
    if (error) *last_error() = (int)error;
    return error;
}

cudaError_t simt_thread_error(bool clear) {
    cudaError_t error = (cudaError_t)*last_error();
    if (clear) *last_error() = cudaSuccess;
    return error;
}

/*
 * Events: they order streams of a block, and take no time.
 */
static __thread struct child_event *block_events;
static __thread uint64_t events_of;

/* The running block's event behind a handle, or NULL; called with the lock held. */
static struct child_event *find_event(cudaEvent_t event) {
    struct child_event *e = events_of == simt_block_serial ? block_events : NULL;
    while (e && (e != (struct child_event *)event || e->destroyed)) e = e->next_of_block;
    return e;
}

cudaError_t simt_child_event(cudaEvent_t *event, unsigned int flags) {
    if (!event || flags != cudaEventDisableTiming) return simt_fail(cudaErrorInvalidValue);
    simt_lock_children();
    struct children *all = simt_children();
    struct child_event *e = all ? calloc(1, sizeof(*e)) : NULL;
    if (e) {
        if (events_of != simt_block_serial) block_events = NULL;
        events_of = simt_block_serial;
        *e = (struct child_event){.next_of_block = block_events, .next_of_grid = all->events};
        block_events = all->events = e;
    }
    simt_unlock_children();
    *event = (cudaEvent_t)e;
    return e ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

cudaError_t simt_destroy_child_event(cudaEvent_t event) {
    simt_lock_children();
    struct child_event *e = find_event(event);
    if (e) e->destroyed = true;
    simt_unlock_children();
    return e ? cudaSuccess : simt_fail(cudaErrorInvalidResourceHandle);
}

/* A mark in the stream, or a wait for one; called with the lock held. */
static cudaError_t put(struct child_mark *records, struct child_mark *awaits, cudaStream_t stream) {
    struct child_stream *s = stream == cudaStreamFireAndForget ? NULL : simt_child_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    struct child *child = aligned_alloc(ARGUMENT_ALIGNMENT, sizeof(*child));
    if (!child) return cudaErrorMemoryAllocation;
    *child = (struct child){.records = records, .awaits = awaits};
    simt_put_child(child, s);
    return cudaSuccess;
}

cudaError_t simt_record_child(cudaEvent_t event, cudaStream_t stream) {
    simt_lock_children();
    struct child_event *e = find_event(event);
    struct child_mark *mark = e ? calloc(1, sizeof(*mark)) : NULL;
    cudaError_t error = !e      ? cudaErrorInvalidResourceHandle
                        : !mark ? cudaErrorMemoryAllocation
                                : put(mark, NULL, stream);
    if (!error) {
        struct children *all = simt_worker->launch->children;
        mark->next_of_grid = all->marks;
        all->marks = e->mark = mark;
    } else {
        free(mark);
    }
    simt_unlock_children();
    return simt_fail(error);
}

/* An event that nobody has recorded has nothing to wait for. */
cudaError_t simt_child_waits(cudaStream_t stream, cudaEvent_t event) {
    simt_lock_children();
    struct child_event *e = find_event(event);
    cudaError_t error = e ? cudaSuccess : cudaErrorInvalidResourceHandle;
    if (e && e->mark) error = put(NULL, e->mark, stream);
    simt_unlock_children();
    return simt_fail(error);
}

/*
 * Copies and fills: grids of one thread.
 */
struct rows {
    char *to;
    const char *from; /* NULL: a fill */
    size_t to_pitch, from_pitch, width, height;
    int value;
    uintptr_t pc; /* of the call */
};

static void move_rows(void *args) {
    const struct rows *r = args;
    simt_in_runtime = 1;
    for (size_t i = 0; i < r->height; i++) {
        char *to = r->to + i * r->to_pitch;
        const char *from = r->from ? r->from + i * r->from_pitch : NULL;
        if (simt_check && from) simt_check->accessed(from, r->width, false, r->pc);
        if (simt_check) simt_check->accessed(to, r->width, true, r->pc);
        simt_in_runtime = 1;
        if (from)
            memmove(to, from, r->width);
        else
            memset(to, r->value, r->width);
    }
    simt_in_runtime = 0;
}

cudaError_t simt_child_copies(void *to, size_t to_pitch, const void *from, size_t from_pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
    struct rows rows = {to, from, to_pitch, from_pitch, width, height, value, simt_call.pc};
    if (height > 1 && (width > to_pitch || (from && width > from_pitch))) return simt_fail(cudaErrorInvalidPitchValue);
    if (!width || !height) return cudaSuccess;
    if (!to) return simt_fail(cudaErrorInvalidValue);
    struct simt_kernel kernel = {
        .name = from ? "cudaMemcpyAsync" : "cudaMemsetAsync", .call = move_rows, .args_bytes = sizeof(rows)};
    struct simt_config config = {{1, 1, 1}, {1, 1, 1}, 0, stream, 0, {0, 0, 0}};
    return simt_launch_child(&kernel, &config, &rows);
}
