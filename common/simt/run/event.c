/**
 * @file
 * @brief Events: each is the last mark that it left in a stream, and the time when the stream got there.
 */
#include "capture.h"
#include "child.h"

#include <stdlib.h>

struct simt_event {
    unsigned int flags;
    int device;
    struct mark *mark; /* NULL: never recorded */
    struct simt_captured_event captured;
};

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    if (simt_in_kernel()) return simt_child_event(event, flags);
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!event) return simt_fail(cudaErrorInvalidValue);
    *event = calloc(1, sizeof(**event));
    if (!*event) return simt_fail(cudaErrorMemoryAllocation);
    (*event)->flags = flags;
    (*event)->device = simt_device;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (simt_in_kernel()) return simt_destroy_child_event(event);
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    simt_set_mark(&event->mark, NULL);
    free(event->captured.tail.nodes);
    free(event);
    return simt_enter(false);
}

static void reach(struct work *work, cudaError_t error) {
    (void)error; /* who waits for the mark must not wait for ever */
    clock_gettime(CLOCK_MONOTONIC, &work->records->time);
}

static cudaError_t record_later(cudaEvent_t event, cudaStream_t stream) {
    struct work *w = simt_new_work(sizeof(*w), "an event", reach);
    struct mark *mark = calloc(1, sizeof(*mark));
    if (!w || !mark) {
        free(w);
        free(mark);
        return simt_fail(cudaErrorMemoryAllocation);
    }
    mark->users = 2; /* the event and the work */
    w->records = mark;
    cudaError_t error = simt_put(stream, w, false);
    simt_set_mark(&event->mark, mark);
    return error;
}

/* One that was never recorded has nothing to wait for. */
static struct point point_of(cudaEvent_t event) {
    struct point point = simt_look_at_mark(&event->mark).point;
    point.device = event->device;
    point.of_mark = true;
    return point;
}

unsigned int simt_event_flags(cudaEvent_t event) {
    return event->flags;
}

/* For an event of several processes, the others must find it done: the work before it is not put off. */
static cudaError_t record(cudaEvent_t event, cudaStream_t stream, bool external) {
    if (simt_in_kernel()) return simt_record_child(event, stream);
    struct simt_stream *captured;
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = simt_begin_work(stream, &captured);
    if (!error && captured)
        return simt_capture_record(captured, &event->captured, external ? event : NULL);
    if (error) return error;
    event->captured.capture = NULL;
    error = simt_enter(false);
    if (simt_device_of(stream) != event->device) return simt_fail(cudaErrorInvalidResourceHandle);
    if (simt_queues()) {
        if (!error) error = record_later(event, stream);
        return error || !(event->flags & cudaEventInterprocess) ? error : simt_wait(point_of(event));
    }
    if (!event->mark) event->mark = calloc(1, sizeof(*event->mark));
    if (!event->mark) return simt_fail(cudaErrorMemoryAllocation);
    event->mark->users = 1;
    event->mark->reached = true;
    clock_gettime(CLOCK_MONOTONIC, &event->mark->time);
    return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return record(event, stream, false);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    if (flags > cudaEventRecordExternal) return simt_fail(cudaErrorInvalidValue);
    return record(event, stream, flags == cudaEventRecordExternal);
}

/* What a wait gave; unless it is not ready the host knows what comes before the mark. */
static cudaError_t waited(cudaEvent_t event, cudaError_t error) {
    struct mark *mark = simt_check ? simt_use_mark(&event->mark) : NULL;
    if (mark && error != cudaErrorNotReady) simt_check->reached(mark);
    if (mark) simt_set_mark(&mark, NULL);
    return error;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = simt_captures ? simt_event_captured(&event->captured) : cudaSuccess;
    if (error) return error;
    return waited(event, simt_wait(point_of(event)));
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = simt_captures ? simt_event_captured(&event->captured) : cudaSuccess;
    if (error) return error;
    return waited(event, simt_query(point_of(event)));
}

static void go_on(struct work *work, cudaError_t error) {
    (void)work;
    (void)error;
}

/* The stream waits for the mark that the event has now, wherever it is recorded later. */
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    if (simt_in_kernel()) return simt_child_waits(stream, event);
    bool captured = false;
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = simt_enter(false);
    if (!error && simt_captures)
        error = simt_capture_wait(stream, &event->captured,
                                  flags == cudaEventWaitExternal ? event : NULL, &captured);
    if (error || captured || !simt_queues()) return error;
    struct work *w = simt_new_work(sizeof(*w), "a wait", go_on);
    if (!w) return simt_fail(cudaErrorMemoryAllocation);
    w->awaits = simt_use_mark(&event->mark);
    return simt_put(stream, w, false);
}

/* The mark of an event that takes the time; one without users where there is none. */
static struct mark timed(cudaEvent_t event) {
    if (!event || event->flags & cudaEventDisableTiming) return (struct mark){0};
    return simt_look_at_mark(&event->mark);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!ms) return simt_fail(cudaErrorInvalidValue);
    const struct mark from = timed(start), to = timed(stop);
    if (!from.users || !to.users || start->device != stop->device)
        return simt_fail(cudaErrorInvalidResourceHandle);
    if (!from.reached || !to.reached) return cudaErrorNotReady;
    *ms = (float)(to.time.tv_sec - from.time.tv_sec) * 1e3f +
          (float)(to.time.tv_nsec - from.time.tv_nsec) * 1e-6f;
    return cudaSuccess;
}
