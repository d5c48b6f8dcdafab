/**
 * @file
 * @brief Stream capture: what a program puts into a stream becomes nodes of a graph, and is not done.
 *
 * A stream that is captured knows the nodes that its next one depends on. An event that is recorded there takes them
 * along, and a stream that waits for this event is captured from then on, too.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

struct simt_capture {
    struct simt_graph *graph;
    struct simt_stream *origin;
    enum cudaStreamCaptureMode mode;
    pthread_t thread;
    unsigned long long id;
    bool invalid, of_program; /* the graph is the program's own */
    size_t first;             /* of the graph's nodes: those before it were there already */
    struct simt_capture *next;
};

_Atomic int simt_captures;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct simt_capture *captures;
static __thread enum cudaStreamCaptureMode own_mode;

/*
 * The nodes behind which a stream is.
 */
static cudaError_t set_tail(struct simt_tail *tail, cudaGraphNode_t const *nodes, size_t n,
                            bool add) {
    size_t before = add ? tail->n : 0;
    cudaGraphNode_t *grown = realloc(tail->nodes, (before + n + 1) * sizeof(*grown));
    if (!grown) return simt_fail(cudaErrorMemoryAllocation);
    tail->nodes = grown;
    tail->n = before;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < tail->n && tail->nodes[k] != nodes[i]) k++;
        if (k == tail->n) tail->nodes[tail->n++] = nodes[i];
    }
    return cudaSuccess;
}

static void leave(struct simt_stream *s) {
    free(s->tail.nodes);
    s->tail = (struct simt_tail){NULL, 0};
    s->capture = NULL;
}

/* Streams that take part forget it when they are asked next. */
static struct simt_capture *capture_of(struct simt_stream *s) {
    struct simt_capture *c = captures;
    while (c && (c != s->capture || c->id != s->capture_id)) c = c->next;
    if (!c && s->capture) leave(s);
    return c;
}

/*
 * What is forbidden.
 */
cudaError_t simt_begin_work_captured(cudaStream_t stream, struct simt_stream **captured) {
    struct simt_stream *s = simt_stream_of(stream);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&mutex);
    struct simt_capture *c = capture_of(s);
    *captured = c ? s : NULL;
    if (c && c->invalid) error = cudaErrorStreamCaptureInvalidated;
    for (c = captures; c && simt_is_legacy(s); c = c->next) {
        if (c->origin->flags & cudaStreamNonBlocking || c->origin->device != s->device) continue;
        c->invalid = true;
        error = cudaErrorStreamCaptureImplicit;
    }
    pthread_mutex_unlock(&mutex);
    return simt_fail(error);
}

cudaError_t simt_unsafe_captured(void) {
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&mutex);
    for (struct simt_capture *c = captures; c; c = c->next) {
        bool own = pthread_equal(c->thread, pthread_self());
        bool counts = c->mode == cudaStreamCaptureModeGlobal
                          ? own_mode == cudaStreamCaptureModeGlobal || own
                          : c->mode == cudaStreamCaptureModeThreadLocal && own;
        if (!counts || own_mode == cudaStreamCaptureModeRelaxed) continue;
        c->invalid = true;
        error = cudaErrorStreamCaptureUnsupported;
    }
    pthread_mutex_unlock(&mutex);
    return simt_fail(error);
}

cudaError_t simt_waits_captured(cudaStream_t stream) {
    struct simt_stream *s = simt_stream_of(stream);
    pthread_mutex_lock(&mutex);
    struct simt_capture *c = capture_of(s);
    if (c) c->invalid = true;
    pthread_mutex_unlock(&mutex);
    if (c) return simt_fail(cudaErrorStreamCaptureUnsupported);
    return simt_is_legacy(s) ? simt_begin_work_captured(stream, &s) : simt_unsafe_captured();
}

/*
 * What becomes a node.
 */
#define BEHIND(s) &node, (s)->capture->graph, (s)->tail.nodes, (s)->tail.n

/* The stream goes on behind this node. */
static cudaError_t added(struct simt_stream *s, cudaGraphNode_t node, cudaError_t error) {
    return error ? error : set_tail(&s->tail, &node, 1, false);
}

cudaError_t simt_capture_kernel(struct simt_stream *s, const struct simt_kernel *kernel,
                                const struct simt_config *config, void *args) {
    cudaGraphNode_t node;
    cudaError_t error = simt_add_node(BEHIND(s), cudaGraphNodeTypeKernel);
    if (!error && (error = simt_set_kernel(node, kernel, config, args)) != cudaSuccess)
        simt_remove_node(node);
    return added(s, node, error);
}

cudaError_t simt_capture_call(struct simt_stream *s, enum cudaGraphNodeType type, simt_put_call put,
                              const void *call, size_t bytes) {
    cudaGraphNode_t node;
    cudaError_t error = simt_add_node(BEHIND(s), type);
    if (!error && (error = simt_set_call(node, put, call, bytes)) != cudaSuccess)
        simt_remove_node(node);
    return added(s, node, error);
}

cudaError_t simt_capture_copy(struct simt_stream *s, const struct cudaMemcpy3DParms *copy) {
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemcpyNode(BEHIND(s), copy);
    return added(s, node, error);
}

cudaError_t simt_capture_symbol(struct simt_stream *s, void *symbol, size_t symbol_bytes,
                                void *other, size_t bytes, size_t offset,
                                enum cudaMemcpyKind kind) {
    cudaGraphNode_t node;
    cudaError_t error =
        simt_graph_add_symbol(BEHIND(s), symbol, symbol_bytes, other, bytes, offset, kind);
    return added(s, node, error);
}

cudaError_t simt_capture_fill(struct simt_stream *s, const struct cudaMemsetParams *fill) {
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemsetNode(BEHIND(s), fill);
    return added(s, node, error);
}

cudaError_t simt_capture_host(struct simt_stream *s, cudaHostFn_t function, void *user_data) {
    const struct cudaHostNodeParams host = {function, user_data};
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddHostNode(BEHIND(s), &host);
    return added(s, node, error);
}

cudaError_t simt_capture_graph(struct simt_stream *s, struct simt_graph *child) {
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddChildGraphNode(BEHIND(s), child);
    return added(s, node, error);
}

cudaError_t simt_capture_alloc(struct simt_stream *s, void **d_pointer, size_t bytes) {
    struct cudaMemAllocNodeParams alloc = {.bytesize = bytes};
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemAllocNode(BEHIND(s), &alloc);
    *d_pointer = alloc.dptr;
    return added(s, node, error);
}

cudaError_t simt_capture_free(struct simt_stream *s, void *d_pointer) {
    cudaGraphNode_t node;
    cudaError_t error = cudaGraphAddMemFreeNode(BEHIND(s), d_pointer);
    return added(s, node, error);
}

cudaError_t simt_capture_record(struct simt_stream *s, struct simt_captured_event *event,
                                cudaEvent_t external) {
    cudaGraphNode_t node;
    if (external) {
        cudaError_t error = cudaGraphAddEventRecordNode(BEHIND(s), external);
        return added(s, node, error);
    }
    event->capture = s->capture;
    event->id = s->capture_id;
    return set_tail(&event->tail, s->tail.nodes, s->tail.n, false);
}

static void join(struct simt_stream *s, struct simt_capture *c) {
    s->capture = c;
    s->capture_id = c->id;
}

/* *captured: whether the event is one of a capture at all. */
cudaError_t simt_capture_wait(cudaStream_t stream, const struct simt_captured_event *event,
                              cudaEvent_t external, bool *captured) {
    struct simt_stream *s = simt_stream_of(stream);
    pthread_mutex_lock(&mutex);
    struct simt_capture *c = captures, *own = capture_of(s);
    while (c && (c != event->capture || c->id != event->id)) c = c->next;
    cudaError_t error = cudaSuccess;
    *captured = c || own;
    if (c && own && c != own)
        error = cudaErrorStreamCaptureMerge;
    else if (c && simt_is_legacy(s))
        error = cudaErrorStreamCaptureImplicit;
    else if (!c && own && !external)
        error = cudaErrorStreamCaptureIsolation;
    if (error && c) c->invalid = true;
    if (error && own) own->invalid = true;
    if (c && !error) join(s, c);
    pthread_mutex_unlock(&mutex);
    if (error || !*captured) return simt_fail(error);
    if (c) return set_tail(&s->tail, event->tail.nodes, event->tail.n, true);
    cudaGraphNode_t node;
    error = cudaGraphAddEventWaitNode(BEHIND(s), external);
    return added(s, node, error);
}

cudaError_t simt_event_captured(const struct simt_captured_event *event) {
    pthread_mutex_lock(&mutex);
    struct simt_capture *c = captures;
    while (c && (c != event->capture || c->id != event->id)) c = c->next;
    if (c) c->invalid = true;
    pthread_mutex_unlock(&mutex);
    return c ? simt_fail(cudaErrorCapturedEvent) : cudaSuccess;
}

/*
 * What programs call.
 */
static cudaError_t begin(cudaStream_t stream, struct simt_graph *graph,
                         enum cudaStreamCaptureMode mode) {
    static unsigned long long ids;
    struct simt_stream *s = simt_stream_of(stream);
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed) return simt_fail(cudaErrorInvalidValue);
    if (simt_is_legacy(s)) return simt_fail(cudaErrorStreamCaptureUnsupported);
    struct simt_capture *c = calloc(1, sizeof(*c));
    if (c && !graph) c->graph = calloc(1, sizeof(*c->graph));
    if (!c || (!graph && !c->graph)) return simt_fail(cudaErrorMemoryAllocation);
    c->of_program = graph != NULL;
    if (graph) c->graph = graph;
    c->first = c->graph->n;
    c->origin = s;
    c->mode = mode;
    c->thread = pthread_self();
    pthread_mutex_lock(&mutex);
    bool again = capture_of(s);
    if (!again) {
        c->id = ++ids;
        c->next = captures;
        captures = c;
        simt_captures++;
        join(s, c);
    }
    pthread_mutex_unlock(&mutex);
    if (!again) return simt_enter(false);
    if (!graph) free(c->graph);
    free(c);
    return simt_fail(cudaErrorIllegalState);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    return begin(stream, NULL, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *edges, size_t n,
                                          enum cudaStreamCaptureMode mode) {
    (void)edges;
    if (!graph || (n && !dependencies)) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = begin(stream, graph, mode);
    return error ? error : set_tail(&simt_stream_of(stream)->tail, dependencies, n, false);
}

/* Of the nodes before these, all that they depend on. */
static void reach(struct simt_graph_node *node) {
    if (node->done) return;
    node->done = true;
    for (size_t i = 0; i < node->n; i++) reach(node->dependencies[i]);
}

/* Does the end of the origin stream come behind all that was captured? */
static bool is_joined(const struct simt_capture *c) {
    struct simt_graph_node *node;
    for (node = c->graph->first; node; node = node->next) node->done = false;
    for (size_t i = 0; i < c->origin->tail.n; i++) reach(c->origin->tail.nodes[i]);
    for (node = c->graph->first; node; node = node->next)
        if (!node->done && node->index >= c->first) return false;
    return true;
}

static cudaError_t end_of(struct simt_capture *c, struct simt_stream *s) {
    if (!c) return cudaErrorIllegalState;
    if (c->origin != s) return cudaErrorStreamCaptureUnmatched;
    if (c->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
        return cudaErrorStreamCaptureWrongThread;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    struct simt_stream *s = simt_stream_of(stream);
    if (graph) *graph = NULL;
    pthread_mutex_lock(&mutex);
    struct simt_capture *c = capture_of(s), **link = &captures;
    cudaError_t error = end_of(c, s);
    if (!error && !graph && !c->of_program) error = cudaErrorInvalidValue;
    if (!error) {
        while (*link != c) link = &(*link)->next;
        *link = c->next;
        simt_captures--;
    }
    pthread_mutex_unlock(&mutex);
    if (error) return simt_fail(error);
    error = c->invalid      ? cudaErrorStreamCaptureInvalidated
            : !is_joined(c) ? cudaErrorStreamCaptureUnjoined
                            : cudaSuccess;
    leave(s);
    if (!error && graph) *graph = c->graph;
    if (error && !c->of_program) simt_free_graph(c->graph);
    free(c);
    return error ? simt_fail(error) : simt_enter(false);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *n) {
    struct simt_stream *s = simt_stream_of(stream);
    if (!status) return simt_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&mutex);
    const struct simt_capture *c = capture_of(s);
    *status = !c           ? cudaStreamCaptureStatusNone
              : c->invalid ? cudaStreamCaptureStatusInvalidated
                           : cudaStreamCaptureStatusActive;
    if (id && c) *id = c->id;
    if (graph && c) *graph = c->graph;
    pthread_mutex_unlock(&mutex);
    if (dependencies && c) *dependencies = s->tail.nodes;
    if (edges) *edges = NULL;
    if (n && c) *n = s->tail.n;
    return simt_enter(false);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    return cudaStreamGetCaptureInfo(stream, status, NULL, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *edges, size_t n,
                                                unsigned int flags) {
    struct simt_stream *s = simt_stream_of(stream), *captured = NULL;
    (void)edges;
    if (n && !dependencies) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_begin_work(stream, &captured);
    if (error || !captured) return error ? error : simt_fail(cudaErrorIllegalState);
    return set_tail(&s->tail, dependencies, n, flags == cudaStreamAddCaptureDependencies);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return simt_fail(cudaErrorInvalidValue);
    enum cudaStreamCaptureMode before = own_mode;
    own_mode = *mode;
    *mode = before;
    return simt_enter(false);
}
