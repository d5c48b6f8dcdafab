/**
 * @file
 * @brief Streams and events. Work is done when it is put into a stream, so streams are always empty;
 *        an event is the time at which it was recorded.
 */
#include "internal.h"

#include <stdlib.h>
#include <time.h>

struct simt_stream {
    unsigned int flags;
    int priority;
};

struct simt_event {
    unsigned int flags;
    bool recorded;
    struct timespec time;
};

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!stream || flags > cudaStreamNonBlocking) return simt_fail(cudaErrorInvalidValue);
    *stream = calloc(1, sizeof **stream);
    if (!*stream) return simt_fail(cudaErrorMemoryAllocation);
    (*stream)->flags = flags;
    (*stream)->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

static bool built_in(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    cudaError_t error = simt_enter(false);
    if (built_in(stream)) return simt_fail(cudaErrorInvalidResourceHandle);
    free(stream);
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return simt_enter(true);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    if (!flags) return simt_fail(cudaErrorInvalidValue);
    *flags = built_in(stream) ? cudaStreamDefault : stream->flags;
    return simt_enter(false);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    if (!priority) return simt_fail(cudaErrorInvalidValue);
    *priority = built_in(stream) ? 0 : stream->priority;
    return simt_enter(false);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    (void)stream;
    (void)flags;
    return event ? simt_enter(false) : simt_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags) {
    if (!callback || flags) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_enter(false);
    callback(stream, error, user_data);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data) {
    (void)stream;
    if (!function) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_enter(false);
    if (!error) function(user_data);
    return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!event) return simt_fail(cudaErrorInvalidValue);
    *event = calloc(1, sizeof **event);
    if (!*event) return simt_fail(cudaErrorMemoryAllocation);
    (*event)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    free(event);
    return simt_enter(false);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    (void)stream;
    if (!event) return simt_fail(cudaErrorInvalidResourceHandle);
    cudaError_t error = simt_enter(false);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return error;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    if (flags != cudaEventRecordDefault) return simt_fail(cudaErrorInvalidValue);
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return event ? simt_enter(true) : simt_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!ms) return simt_fail(cudaErrorInvalidValue);
    if (!start || !stop || !start->recorded || !stop->recorded ||
        (start->flags | stop->flags) & cudaEventDisableTiming)
        return simt_fail(cudaErrorInvalidResourceHandle);
    *ms = (float)(stop->time.tv_sec - start->time.tv_sec) * 1e3f +
          (float)(stop->time.tv_nsec - start->time.tv_nsec) * 1e-6f;
    return cudaSuccess;
}
