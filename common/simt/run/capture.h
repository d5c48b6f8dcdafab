/**
 * @file
 * @brief Captured streams (capture.c): what a call asks first, and how its node gets into the graph.
 */
#ifndef SIMT_CAPTURE_H
#define SIMT_CAPTURE_H

#include "queue.h"

/* Calls ask here first, while any stream is captured. `*captured`: the stream if it is one of these. */
extern _Atomic int simt_captures;
cudaError_t simt_begin_work_captured(cudaStream_t stream, struct simt_stream **captured);
cudaError_t simt_unsafe_captured(void);
cudaError_t simt_waits_captured(cudaStream_t stream);
static inline cudaError_t simt_begin_work(cudaStream_t stream, struct simt_stream **captured) {
    *captured = NULL;
    return simt_captures ? simt_begin_work_captured(stream, captured) : cudaSuccess;
}
/* Calls that wait, or that a GPU may do at any time: forbidden beside captures of some modes. */
static inline cudaError_t simt_unsafe(void) {
    return simt_captures ? simt_unsafe_captured() : cudaSuccess;
}
static inline cudaError_t simt_waits(cudaStream_t stream) {
    return simt_captures ? simt_waits_captured(stream) : cudaSuccess;
}
struct simt_captured_event { /* where in a capture it was recorded */
    struct simt_capture *capture;
    unsigned long long id;
    struct simt_tail tail;
};
struct simt_graph;
/** Puts a library's call or the like, of which the graph keeps a copy, into a stream. */
typedef cudaError_t (*simt_put_call)(const void *call, size_t bytes, cudaStream_t stream);
cudaError_t simt_capture_call(struct simt_stream *s, enum cudaGraphNodeType type, simt_put_call put,
                              const void *call, size_t bytes);
cudaError_t simt_capture_kernel(struct simt_stream *s, const struct simt_kernel *kernel,
                                const struct simt_config *config, void *args);
cudaError_t simt_capture_copy(struct simt_stream *s, const struct cudaMemcpy3DParms *copy);
cudaError_t simt_capture_symbol(struct simt_stream *s, void *symbol, size_t symbol_bytes,
                                void *other, size_t bytes, size_t offset, enum cudaMemcpyKind kind);
cudaError_t simt_capture_fill(struct simt_stream *s, const struct cudaMemsetParams *fill);
cudaError_t simt_capture_host(struct simt_stream *s, cudaHostFn_t function, void *user_data);
cudaError_t simt_capture_graph(struct simt_stream *s, struct simt_graph *child);
cudaError_t simt_capture_alloc(struct simt_stream *s, void **d_pointer, size_t bytes);
cudaError_t simt_capture_free(struct simt_stream *s, void *d_pointer);
cudaError_t simt_capture_record(struct simt_stream *s, struct simt_captured_event *event,
                                cudaEvent_t external);
cudaError_t simt_capture_wait(cudaStream_t stream, const struct simt_captured_event *event,
                              cudaEvent_t external, bool *captured);
/* A call asks whether the event is done, and it is one of a capture. */
cudaError_t simt_event_captured(const struct simt_captured_event *event);

#endif
