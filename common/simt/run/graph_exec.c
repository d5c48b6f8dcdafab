/**
 * @file
 * @brief Graphs that run: a clone of a graph, whose nodes a launch puts into streams.
 *
 * Where nobody can tell, that is the stream of the launch alone. Where streams are lazy or checked, branches go into
 * streams of their own, which events fork and join. So a missing edge shows as a missing order.
 */
#include "arrays.h"
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LANES = 64 };

struct simt_graph_exec {
    struct simt_graph *graph;
    unsigned long long flags;
    cudaStream_t lane[MOST_LANES]; /* streams of its own; 0 is that of the launch */
    uint64_t rng;
};

/*
 * One node.
 */
static cudaError_t fill(const struct cudaMemsetParams *p, cudaStream_t stream) {
    size_t width = p->width * p->elementSize, pitch = p->height > 1 ? p->pitch : width;
    return simt_fill_units(p->dst, pitch, p->value, p->elementSize, width, p->height, stream);
}

static cudaError_t copy(const struct simt_graph_node *node, cudaStream_t stream) {
    if (!node->is_symbol) return cudaMemcpy3DAsync(&node->copy, stream);
    return simt_copy_symbol_async(node->symbol.symbol, node->symbol.symbol_bytes,
                                  node->symbol.other, node->symbol.bytes, node->symbol.offset,
                                  node->copy.kind, stream);
}

static cudaError_t act(const struct simt_graph_node *node, cudaStream_t stream) {
    struct simt_config config = node->config;
    config.stream = stream;
    if (node->disabled) return cudaSuccess;
    if (node->put) return node->put(node->args, node->call_bytes, stream);
    switch (node->type) {
    case cudaGraphNodeTypeKernel:
        return (cudaError_t)simt_launch(&node->kernel, &config, node->args);
    case cudaGraphNodeTypeMemcpy:
        return copy(node, stream);
    case cudaGraphNodeTypeMemset:
        return fill(&node->fill, stream);
    case cudaGraphNodeTypeHost:
        return cudaLaunchHostFunc(stream, node->host.fn, node->host.userData);
    case cudaGraphNodeTypeWaitEvent:
        return cudaStreamWaitEvent(stream, node->event, 0);
    case cudaGraphNodeTypeEventRecord:
        return cudaEventRecord(node->event, stream);
    case cudaGraphNodeTypeMemAlloc:
        return simt_renew_memory(node->alloc.dptr, true, stream);
    case cudaGraphNodeTypeMemFree:
        return simt_renew_memory(node->alloc.dptr, false, stream);
    default:
        return cudaSuccess;
    }
}

/*
 * All of them.
 */
struct run {
    struct simt_graph_exec *exec;
    cudaStream_t stream;
    int lanes;                                      /* in use */
    const struct simt_graph_node *last[MOST_LANES]; /* node of each */
};

static bool is_ready(const struct simt_graph_node *node) {
    for (size_t i = 0; i < node->n; i++)
        if (!node->dependencies[i]->done) return false;
    return !node->done;
}

/* The next node, by the order of turns; NULL: none is ready. */
static struct simt_graph_node *next_node(struct run *run, struct simt_graph *graph) {
    enum order_kind order = simt_order()->kind;
    struct simt_graph_node *chosen = NULL;
    uint64_t seen = 0;
    for (struct simt_graph_node *node = graph->first; node; node = node->next) {
        if (!is_ready(node)) continue;
        if (order != ORDER_RANDOM || simt_random(&run->exec->rng) % ++seen == 0) chosen = node;
        if (order == ORDER_FORWARD) break;
    }
    return chosen;
}

static cudaStream_t lane_of(const struct run *run, int lane) {
    return lane ? run->exec->lane[lane] : run->stream;
}

static cudaError_t mark(const struct run *run, int lane, cudaEvent_t *event) {
    cudaError_t error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    return error ? error : cudaEventRecord(*event, lane_of(run, lane));
}

/* The lane of a node is that of a dependency behind which no other node went there, or a new one. */
static cudaError_t take_lane(struct run *run, struct simt_graph_node *node, int base,
                             cudaEvent_t fork) {
    cudaError_t error = cudaSuccess;
    node->lane = -1;
    for (size_t i = 0; i < node->n && node->lane < 0; i++)
        if (run->last[node->dependencies[i]->lane] == node->dependencies[i])
            node->lane = node->dependencies[i]->lane;
    if (!node->n && !run->last[base]) node->lane = base;
    if (node->lane < 0 && run->lanes == MOST_LANES) node->lane = base;
    if (node->lane < 0) {
        node->lane = run->lanes++;
        if (!run->exec->lane[node->lane])
            error = cudaStreamCreateWithFlags(&run->exec->lane[node->lane], cudaStreamNonBlocking);
        if (!error && !node->n) error = cudaStreamWaitEvent(lane_of(run, node->lane), fork, 0);
    }
    for (size_t i = 0; i < node->n && !error; i++)
        if (node->dependencies[i]->lane != node->lane)
            error =
                cudaStreamWaitEvent(lane_of(run, node->lane), node->dependencies[i]->reached, 0);
    run->last[node->lane] = node;
    return error;
}

static cudaError_t run_graph(struct run *run, struct simt_graph *graph, int base);

static cudaError_t run_inner(struct run *run, struct simt_graph_node *node,
                             struct simt_graph *graph) {
    run->last[node->lane] = NULL;
    cudaError_t error = run_graph(run, graph, node->lane);
    run->last[node->lane] = node;
    return error;
}

/* A condition is known when all before it is done. The host of the program does not know of that. */
static cudaError_t wait_for_lane(const struct run *run, int lane) {
    struct point end = simt_end_of(lane_of(run, lane));
    end.of_mark = true;
    return simt_wait(end);
}

static cudaError_t run_chosen(struct run *run, struct simt_graph_node *node) {
    struct simt_graph *body;
    int lanes = run->lanes;
    cudaError_t error = wait_for_lane(run, node->lane);
    while (!error && (body = simt_chosen_body(node)) != NULL) {
        error = run_inner(run, node, body);
        if (!error) error = wait_for_lane(run, node->lane);
        run->lanes = lanes;
        for (int i = lanes; i < MOST_LANES; i++) run->last[i] = NULL;
        if (node->condition.type != cudaGraphCondTypeWhile) break;
    }
    return error;
}

static cudaError_t run_node(struct run *run, struct simt_graph_node *node, int base,
                            cudaEvent_t fork) {
    cudaError_t error = simt_queues() ? take_lane(run, node, base, fork) : cudaSuccess;
    if (error) return error;
    if (node->type == cudaGraphNodeTypeGraph) {
        error = run_inner(run, node, node->child);
    } else if (node->type == cudaGraphNodeTypeConditional) {
        error = run_chosen(run, node);
    } else {
        error = act(node, lane_of(run, node->lane));
    }
    node->done = true;
    return error || !simt_queues() ? error : mark(run, node->lane, &node->reached);
}

/* All of it, behind what lies in the lane `base`, which goes on behind all of it. */
static cudaError_t run_graph(struct run *run, struct simt_graph *graph, int base) {
    cudaEvent_t fork = NULL;
    struct simt_graph_node *node;
    cudaError_t error = simt_queues() ? mark(run, base, &fork) : cudaSuccess;
    for (node = graph->first; node; node = node->next) {
        node->done = false;
        node->lane = base;
    }
    while (!error && (node = next_node(run, graph))) error = run_node(run, node, base, fork);
    for (node = graph->first; node; node = node->next) {
        if (!node->reached) continue;
        if (!error && node->lane != base)
            error = cudaStreamWaitEvent(lane_of(run, base), node->reached, 0);
        cudaEventDestroy(node->reached);
        node->reached = NULL;
    }
    if (fork) cudaEventDestroy(fork);
    return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    struct simt_stream *captured;
    if (!exec) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_enter(false);
    if (!error) error = simt_begin_work(stream, &captured);
    if (error) return error;
    if (captured) return simt_capture_graph(captured, exec->graph);
    struct run run = {.exec = exec, .stream = stream, .lanes = 1};
    const struct simt_call call = simt_call;
    simt_call.name = "a node of cudaGraphLaunch";
    simt_reset_conditions(exec->graph);
    error = run_graph(&run, exec->graph, 0);
    simt_call = call;
    return error;
}

/*
 * Making and changing them.
 */
/* A cycle leaves nodes that are never ready. */
static bool is_acyclic(struct simt_graph *graph) {
    size_t done = 0, before;
    for (struct simt_graph_node *node = graph->first; node; node = node->next)
        for (unsigned i = 0; node->bodies && i < node->condition.size; i++)
            if (!is_acyclic(node->bodies[i])) return false;
    for (struct simt_graph_node *node = graph->first; node; node = node->next) node->done = false;
    do {
        before = done;
        for (struct simt_graph_node *node = graph->first; node; node = node->next)
            if (is_ready(node)) node->done = true, done++;
    } while (done > before);
    return done == graph->n;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    if (!exec || !graph || !is_acyclic(graph) || !simt_conditions_have_nodes(graph))
        return simt_fail(cudaErrorInvalidValue);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch) return simt_fail(cudaErrorNotSupported);
    struct simt_graph_exec *made = calloc(1, sizeof(*made));
    if (made) made->graph = simt_clone_graph(graph);
    if (!made || !made->graph) {
        free(made);
        return simt_fail(cudaErrorMemoryAllocation);
    }
    made->flags = flags;
    made->rng = simt_order()->seed;
    *exec = made;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags) {
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params) {
    if (!params) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaGraphInstantiateWithFlags(exec, graph, params->flags);
    params->errNode_out = NULL;
    params->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
    return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
    if (!exec || !flags) return simt_fail(cudaErrorInvalidValue);
    *flags = exec->flags;
    return simt_enter(false);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    if (!exec) return simt_fail(cudaErrorInvalidValue);
    for (int i = 1; i < MOST_LANES && exec->lane[i]; i++) cudaStreamDestroy(exec->lane[i]);
    simt_free_graph(exec->graph);
    free(exec);
    return simt_enter(false);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    (void)stream;
    return exec ? simt_enter(false) : simt_fail(cudaErrorInvalidValue);
}

static struct simt_graph_node *find(const struct simt_graph *graph, const void *original) {
    for (struct simt_graph_node *node = graph->first; node; node = node->next) {
        struct simt_graph_node *inner = node->child ? find(node->child, original) : NULL;
        for (unsigned i = 0; node->bodies && !inner && i < node->condition.size; i++)
            inner = find(node->bodies[i], original);
        if (node->original == original) return node;
        if (inner) return inner;
    }
    return NULL;
}

/* The node of exec that was made from a program's. */
struct simt_graph_node *simt_node_of(cudaGraphExec_t exec, cudaGraphNode_t node) {
    return exec && node ? find(exec->graph, node) : NULL;
}

#define SET(name, set, Parameter, value)                                                           \
    cudaError_t name(cudaGraphExec_t exec, cudaGraphNode_t node, Parameter) {                      \
        return set(simt_node_of(exec, node), value);                                                         \
    }
SET(cudaGraphExecKernelNodeSetParams, cudaGraphKernelNodeSetParams,
    const struct cudaKernelNodeParams *p, p)
SET(cudaGraphExecMemcpyNodeSetParams, cudaGraphMemcpyNodeSetParams,
    const struct cudaMemcpy3DParms *p, p)
SET(cudaGraphExecMemsetNodeSetParams, cudaGraphMemsetNodeSetParams,
    const struct cudaMemsetParams *p, p)
SET(cudaGraphExecHostNodeSetParams, cudaGraphHostNodeSetParams, const struct cudaHostNodeParams *p,
    p)
SET(cudaGraphExecEventRecordNodeSetEvent, cudaGraphEventRecordNodeSetEvent, cudaEvent_t e, e)
SET(cudaGraphExecEventWaitNodeSetEvent, cudaGraphEventWaitNodeSetEvent, cudaEvent_t e, e)
SET(cudaGraphExecNodeSetParams, cudaGraphNodeSetParams, struct cudaGraphNodeParams *p, p)

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    return cudaGraphMemcpyNodeSetParams1D(simt_node_of(exec, node), to, from, bytes, kind);
}

cudaError_t simt_graph_exec_set_symbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *symbol, size_t symbol_bytes,
                                       void *other, size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
    return simt_graph_set_symbol(simt_node_of(exec, node), symbol, symbol_bytes, other, bytes, offset, kind);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
    struct simt_graph_node *mine = simt_node_of(exec, node);
    if (!mine || mine->type > cudaGraphNodeTypeMemset) return simt_fail(cudaErrorInvalidValue);
    mine->disabled = !enabled;
    return simt_enter(false);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *enabled) {
    const struct simt_graph_node *mine = simt_node_of(exec, node);
    if (!mine || !enabled) return simt_fail(cudaErrorInvalidValue);
    *enabled = !mine->disabled;
    return simt_enter(false);
}

/*
 * Updates: the same nodes and edges, which may do something else.
 */
static bool same_edges(const struct simt_graph_node *a, const struct simt_graph_node *b) {
    for (size_t i = 0; i < a->n && a->n == b->n; i++) {
        bool found = false;
        for (size_t k = 0; k < b->n; k++)
            found |= a->dependencies[i]->index == b->dependencies[k]->index;
        if (!found) return false;
    }
    return a->n == b->n;
}

static cudaError_t update(struct simt_graph *to, const struct simt_graph *from,
                          cudaGraphExecUpdateResultInfo *result) {
    struct simt_graph_node *a = to->first, *b = from->first;
    result->result = cudaGraphExecUpdateSuccess;
    for (; a && b && !result->result; a = a->next, b = b->next) {
        if (a->type != b->type) result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
        if (!same_edges(a, b)) result->result = cudaGraphExecUpdateErrorTopologyChanged;
        if (result->result) result->errorNode = b;
    }
    if (!result->result && (a || b)) result->result = cudaGraphExecUpdateErrorTopologyChanged;
    if (result->result) return cudaErrorGraphExecUpdateFailure;
    cudaError_t error = cudaSuccess;
    for (a = to->first, b = from->first; a && b && !error; a = a->next, b = b->next)
        error = a->child ? update(a->child, b->child, result) : simt_copy_action(a, b);
    return error;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result) {
    if (!exec || !graph || !result) return simt_fail(cudaErrorInvalidValue);
    *result = (cudaGraphExecUpdateResultInfo){.errorNode = NULL};
    if (graph->has_memory || exec->graph->has_memory) {
        result->result = cudaGraphExecUpdateErrorNotSupported;
        return simt_fail(cudaErrorGraphExecUpdateFailure);
    }
    return simt_fail(update(exec->graph, graph, result));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    struct simt_graph_node *mine = simt_node_of(exec, node);
    cudaGraphExecUpdateResultInfo result = {.errorNode = NULL};
    if (!mine || !mine->child || !child) return simt_fail(cudaErrorInvalidValue);
    return simt_fail(update(mine->child, child, &result) ? cudaErrorInvalidValue : cudaSuccess);
}
