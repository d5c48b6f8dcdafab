/**
 * @file
 * @brief Streams. Unless they are lazy (queue.c), work is done when it is put into a stream, so streams
 *        are always empty.
 */
#include "capture.h"
#include "child.h"

#include <stdlib.h>

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!stream || flags > cudaStreamNonBlocking) return simt_fail(cudaErrorInvalidValue);
    *stream = calloc(1, sizeof(**stream));
    if (!*stream) return simt_fail(cudaErrorMemoryAllocation);
    (*stream)->flags = flags;
    (*stream)->device = simt_device;
    (*stream)->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    if (simt_in_kernel()) return simt_create_child_stream(stream, flags);
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

static bool built_in(cudaStream_t stream) {
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

int simt_device_of(cudaStream_t stream) {
    return built_in(stream) ? simt_device : stream->device;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (simt_in_kernel()) return simt_destroy_child_stream(stream);
    cudaError_t error = simt_enter(false);
    if (built_in(stream)) return simt_fail(cudaErrorInvalidResourceHandle);
    simt_free_stream(stream);
    return error;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    cudaError_t error = simt_waits(stream);
    return error ? error : simt_wait(simt_end_of(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    cudaError_t error = simt_waits(stream);
    return error ? error : simt_query(simt_end_of(stream));
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    if (!id) return simt_fail(cudaErrorInvalidValue);
    *id = (uintptr_t)simt_stream_of(stream);
    return simt_enter(false);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    if (!device) return simt_fail(cudaErrorInvalidValue);
    *device = simt_device_of(stream);
    return simt_enter(false);
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

/*
 * Host functions. After a fault only those of the old kind are called, and told.
 */
struct call {
    struct work work;
    cudaStream_t stream;
    cudaStreamCallback_t callback; /* or else */
    cudaHostFn_t function;
    void *user_data;
};

static void call_now(struct work *work, cudaError_t error) {
    const struct call *c = (const struct call *)work;
    simt_in_host_function = true;
    if (c->callback)
        c->callback(c->stream, error, c->user_data);
    else if (!error)
        c->function(c->user_data);
    simt_in_host_function = false;
}

static cudaError_t call_later(const struct call *call) {
    struct call *c = simt_new_work(sizeof(*c), "the host function", call_now);
    if (!c) return simt_fail(cudaErrorMemoryAllocation);
    struct work fresh = c->work;
    *c = *call;
    c->work = fresh;
    c->work.calls = true;
    return simt_put(c->stream, &c->work, false);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags) {
    if (!callback || flags) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_waits(stream);
    if (!error) error = simt_enter(false);
    if (error == cudaErrorStreamCaptureUnsupported) return error;
    if (simt_queues() && !error)
        return call_later(
            &(struct call){.stream = stream, .callback = callback, .user_data = user_data});
    callback(stream, error, user_data);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data) {
    struct simt_stream *captured;
    if (!function) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_enter(false);
    if (!error) error = simt_begin_work(stream, &captured);
    if (!error && captured) return simt_capture_host(captured, function, user_data);
    if (simt_queues() && !error)
        return call_later(
            &(struct call){.stream = stream, .function = function, .user_data = user_data});
    if (!error) function(user_data);
    return error;
}
