/**
 * @file
 * @brief What the nodes of a graph do: their arguments, as programs set and ask for them.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

/*
 * Kernels.
 */
static size_t count(const size_t *sizes) {
    size_t n = 0;
    while (sizes && sizes[n]) n++;
    return n;
}

cudaError_t simt_set_kernel(struct simt_graph_node *node, const struct simt_kernel *kernel,
                            const struct simt_config *config, void *args) {
    size_t bytes = simt_keep_args(kernel, args, NULL), n = count(kernel->sizes);
    void *kept = aligned_alloc(64, (bytes + 64) / 64 * 64);
    void **pointers = calloc(n + 1, sizeof(*pointers));
    if (!kept || !pointers) {
        free(kept);
        free(pointers);
        return simt_fail(cudaErrorMemoryAllocation);
    }
    simt_keep_args(kernel, args, kept);
    if (n) memcpy(pointers, kept, n * sizeof(*pointers));
    simt_free_arguments(node);
    node->kernel = *kernel;
    node->config = *config;
    node->args = kept;
    node->pointers = pointers;
    node->put = NULL;
    return cudaSuccess;
}

cudaError_t simt_set_call(struct simt_graph_node *node, simt_put_call put, const void *call,
                          size_t bytes) {
    void *kept = malloc(bytes);
    if (!kept) return simt_fail(cudaErrorMemoryAllocation);
    memcpy(kept, call, bytes);
    simt_free_arguments(node);
    node->args = kept;
    node->put = put;
    node->call_bytes = bytes;
    return cudaSuccess;
}

static cudaError_t set_kernel(cudaGraphNode_t node, const struct cudaKernelNodeParams *p) {
    struct simt_kernel kernel;
    if (p->extra) return simt_fail(cudaErrorNotSupported);
    if (!simt_find_kernel(p->func, &kernel)) return simt_fail(simt_not_a_kernel(p->func));
    if (count(kernel.sizes) && !p->kernelParams) return simt_fail(cudaErrorInvalidValue);
    const struct simt_config config = {p->gridDim, p->blockDim,       p->sharedMemBytes,
                                       NULL,       node->cooperative, node->config.cluster};
    return simt_set_kernel(node, &kernel, &config, p->kernelParams);
}

/* A clone's action is another node's. What an update changes stays left out, if it was. */
cudaError_t simt_copy_action(struct simt_graph_node *to, const struct simt_graph_node *from) {
    struct simt_graph *child = from->child ? simt_clone_graph(from->child) : NULL;
    if (from->child && !child) return simt_fail(cudaErrorMemoryAllocation);
    if (to->child) simt_free_graph(to->child);
    to->child = child;
    if (!simt_copy_bodies(to, from)) return simt_fail(cudaErrorMemoryAllocation);
    to->is_symbol = from->is_symbol;
    to->cooperative = from->cooperative;
    to->copy = from->copy;
    to->symbol.symbol = from->symbol.symbol;
    to->symbol.other = from->symbol.other;
    to->symbol.symbol_bytes = from->symbol.symbol_bytes;
    to->symbol.bytes = from->symbol.bytes;
    to->symbol.offset = from->symbol.offset;
    to->fill = from->fill;
    to->host = from->host;
    to->event = from->event;
    to->alloc = from->alloc;
    if (from->put) return simt_set_call(to, from->put, from->args, from->call_bytes);
    if (from->type != cudaGraphNodeTypeKernel) return cudaSuccess;
    return simt_set_kernel(to, &from->kernel, &from->config, from->args);
}

/*
 * Adding, asking, setting. A macro for what is the same in most kinds.
 */
#define NEW_NODE                                                                                   \
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n
#define ADD(kind)      simt_add_node(node, graph, dependencies, n, cudaGraphNodeType##kind)
#define IS(node, kind) ((node) && (node)->type == cudaGraphNodeType##kind)

cudaError_t cudaGraphAddEmptyNode(NEW_NODE) {
    return ADD(Empty);
}

cudaError_t cudaGraphAddKernelNode(NEW_NODE, const struct cudaKernelNodeParams *params) {
    if (!params) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(Kernel);
    if (!error && (error = set_kernel(*node, params)) != cudaSuccess) simt_remove_node(*node);
    return error;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *params) {
    if (!IS(node, Kernel) || !params) return simt_fail(cudaErrorInvalidValue);
    *params = (struct cudaKernelNodeParams){
        .func = (void *)node->kernel.function,
        .gridDim = node->config.grid,
        .blockDim = node->config.block,
        .sharedMemBytes = (unsigned int)node->config.shared_bytes,
        .kernelParams = node->pointers,
    };
    return simt_enter(false);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *params) {
    if (!IS(node, Kernel) || !params) return simt_fail(cudaErrorInvalidValue);
    return set_kernel(node, params);
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                            const union cudaLaunchAttributeValue *value) {
    if (!IS(node, Kernel) || !value) return simt_fail(cudaErrorInvalidValue);
    if (id == cudaLaunchAttributeClusterDimension)
        node->config.cluster =
            (dim3){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
    if (id == cudaLaunchAttributeCooperative)
        node->cooperative = (node->config.cooperative = value->cooperative) != 0;
    return simt_enter(false);
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, enum cudaLaunchAttributeID id,
                                            union cudaLaunchAttributeValue *value) {
    if (!IS(node, Kernel) || !value) return simt_fail(cudaErrorInvalidValue);
    memset(value, 0, sizeof(*value));
    if (id == cudaLaunchAttributeCooperative) value->cooperative = node->config.cooperative;
    dim3 cluster = node->config.cluster;
    if (id == cudaLaunchAttributeClusterDimension) {
        value->clusterDim.x = cluster.x;
        value->clusterDim.y = cluster.y;
        value->clusterDim.z = cluster.z;
    }
    return simt_enter(false);
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    if (!IS(to, Kernel) || !IS(from, Kernel)) return simt_fail(cudaErrorInvalidValue);
    to->cooperative = (to->config.cooperative = from->config.cooperative) != 0;
    to->config.cluster = from->config.cluster;
    return simt_enter(false);
}

/* Copies. */
struct cudaMemcpy3DParms simt_line_copy(void *to, const void *from, size_t bytes,
                                        enum cudaMemcpyKind kind) {
    return (struct cudaMemcpy3DParms){
        .srcPtr = make_cudaPitchedPtr((void *)from, bytes, bytes, 1),
        .dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1),
        .extent = make_cudaExtent(bytes, 1, 1),
        .kind = kind,
    };
}

cudaError_t cudaGraphAddMemcpyNode(NEW_NODE, const struct cudaMemcpy3DParms *params) {
    if (!params) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(Memcpy);
    if (!error) (*node)->copy = *params;
    return error;
}

cudaError_t cudaGraphAddMemcpyNode1D(NEW_NODE, void *to, const void *from, size_t bytes,
                                     enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms copy = simt_line_copy(to, from, bytes, kind);
    return cudaGraphAddMemcpyNode(node, graph, dependencies, n, &copy);
}

cudaError_t simt_graph_add_symbol(NEW_NODE, void *symbol, size_t symbol_bytes, void *other,
                                  size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
    cudaError_t error = ADD(Memcpy);
    return error ? error : simt_graph_set_symbol(*node, symbol, symbol_bytes, other, bytes, offset, kind);
}

cudaError_t simt_graph_set_symbol(cudaGraphNode_t node, void *symbol, size_t symbol_bytes, void *other, size_t bytes,
                                  size_t offset, enum cudaMemcpyKind kind) {
    if (!IS(node, Memcpy)) return simt_fail(cudaErrorInvalidValue);
    node->is_symbol = true;
    node->symbol.symbol = simt_symbol(symbol);
    node->symbol.other = other;
    node->symbol.symbol_bytes = symbol_bytes;
    node->symbol.bytes = bytes;
    node->symbol.offset = offset;
    node->copy.kind = kind;
    return simt_enter(false);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *params) {
    if (!IS(node, Memcpy) || !params) return simt_fail(cudaErrorInvalidValue);
    *params = node->copy;
    return simt_enter(false);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *params) {
    if (!IS(node, Memcpy) || !params) return simt_fail(cudaErrorInvalidValue);
    node->is_symbol = false;
    node->copy = *params;
    return simt_enter(false);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind) {
    const struct cudaMemcpy3DParms copy = simt_line_copy(to, from, bytes, kind);
    return cudaGraphMemcpyNodeSetParams(node, &copy);
}

/* Fills. */
static bool is_fill(const struct cudaMemsetParams *p) {
    return p && p->dst && (p->elementSize == 1 || p->elementSize == 2 || p->elementSize == 4);
}

cudaError_t cudaGraphAddMemsetNode(NEW_NODE, const struct cudaMemsetParams *params) {
    if (!is_fill(params)) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(Memset);
    if (!error) (*node)->fill = *params;
    return error;
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params) {
    if (!IS(node, Memset) || !is_fill(params)) return simt_fail(cudaErrorInvalidValue);
    node->fill = *params;
    return simt_enter(false);
}

/* Children are clones. */
static cudaError_t set_child(cudaGraphNode_t node, cudaGraph_t child) {
    struct simt_graph *clone = simt_clone_graph(child);
    if (!clone) return simt_fail(cudaErrorMemoryAllocation);
    if (node->child) simt_free_graph(node->child);
    node->child = clone;
    return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(NEW_NODE, cudaGraph_t child) {
    if (!child) return simt_fail(cudaErrorInvalidValue);
    if (child->has_memory) return simt_fail(cudaErrorNotSupported);
    cudaError_t error = ADD(Graph);
    return error ? error : set_child(*node, child);
}

/* The others. */
#define GET_AND_SET(kind, Type, field, get, set)                                                   \
    cudaError_t get(cudaGraphNode_t node, Type *value) {                                           \
        if (!IS(node, kind) || !value) return simt_fail(cudaErrorInvalidValue);                    \
        *value = node->field;                                                                      \
        return simt_enter(false);                                                                  \
    }                                                                                              \
    set
#define ADDED(kind, add, Parameter, value, field)                                                  \
    cudaError_t add(NEW_NODE, Parameter) {                                                         \
        cudaError_t error = ADD(kind);                                                             \
        if (!error) (*node)->field = value;                                                        \
        return error;                                                                              \
    }
#define SET(kind, name, Parameter, value, field)                                                   \
    cudaError_t name(cudaGraphNode_t node, Parameter) {                                            \
        if (!IS(node, kind)) return simt_fail(cudaErrorInvalidValue);                              \
        node->field = value;                                                                       \
        return simt_enter(false);                                                                  \
    }
GET_AND_SET(Memset, struct cudaMemsetParams, fill, cudaGraphMemsetNodeGetParams, )
GET_AND_SET(Graph, cudaGraph_t, child, cudaGraphChildGraphNodeGetGraph, )
GET_AND_SET(Host, struct cudaHostNodeParams, host, cudaGraphHostNodeGetParams,
            SET(Host, cudaGraphHostNodeSetParams, const struct cudaHostNodeParams *p, *p, host))
GET_AND_SET(EventRecord, cudaEvent_t, event, cudaGraphEventRecordNodeGetEvent,
            SET(EventRecord, cudaGraphEventRecordNodeSetEvent, cudaEvent_t e, e, event))
GET_AND_SET(WaitEvent, cudaEvent_t, event, cudaGraphEventWaitNodeGetEvent,
            SET(WaitEvent, cudaGraphEventWaitNodeSetEvent, cudaEvent_t e, e, event))
GET_AND_SET(MemAlloc, struct cudaMemAllocNodeParams, alloc, cudaGraphMemAllocNodeGetParams, )
ADDED(EventRecord, cudaGraphAddEventRecordNode, cudaEvent_t e, e, event)
ADDED(WaitEvent, cudaGraphAddEventWaitNode, cudaEvent_t e, e, event)

cudaError_t cudaGraphAddHostNode(NEW_NODE, const struct cudaHostNodeParams *params) {
    if (!params || !params->fn) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(Host);
    if (!error) (*node)->host = *params;
    return error;
}

cudaError_t cudaGraphAddMemAllocNode(NEW_NODE, struct cudaMemAllocNodeParams *params) {
    if (!params || !params->bytesize) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(MemAlloc);
    if (error) return error;
    error = simt_graph_memory(&params->dptr, params->bytesize);
    (*node)->alloc = *params;
    graph->has_memory = true;
    if (error) simt_remove_node(*node);
    return error;
}

cudaError_t cudaGraphAddMemFreeNode(NEW_NODE, void *d_pointer) {
    if (!simt_is_graph_memory(d_pointer)) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = ADD(MemFree);
    if (!error) (*node)->alloc.dptr = d_pointer;
    if (!error) graph->has_memory = true;
    return error;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *d_pointer) {
    if (!IS(node, MemFree) || !d_pointer) return simt_fail(cudaErrorInvalidValue);
    *(void **)d_pointer = node->alloc.dptr;
    return simt_enter(false);
}

/* Any kind. */
cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges,
                             size_t n, struct cudaGraphNodeParams *p) {
    if (!p) return simt_fail(cudaErrorInvalidValue);
    for (size_t i = 0; edges && i < n; i++)
        if (edges[i].type) return simt_fail(cudaErrorNotSupported);
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphAddKernelNode(node, graph, dependencies, n, &p->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(node, graph, dependencies, n, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(node, graph, dependencies, n, &p->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphAddHostNode(node, graph, dependencies, n, &p->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(node, graph, dependencies, n, p->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return cudaGraphAddEmptyNode(node, graph, dependencies, n);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(node, graph, dependencies, n, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(node, graph, dependencies, n, p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
        return cudaGraphAddMemAllocNode(node, graph, dependencies, n, &p->alloc);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(node, graph, dependencies, n, p->free.dptr);
    case cudaGraphNodeTypeConditional:
        return simt_add_conditional(node, graph, dependencies, n, &p->conditional);
    default:
        return simt_fail(cudaErrorNotSupported);
    }
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p) {
    if (!node || !p || p->type != node->type) return simt_fail(cudaErrorInvalidValue);
    switch (p->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphKernelNodeSetParams(node, &p->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphMemsetNodeSetParams(node, &p->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphHostNodeSetParams(node, &p->host);
    case cudaGraphNodeTypeGraph:
        return set_child(node, p->graph.graph);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphEventWaitNodeSetEvent(node, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphEventRecordNodeSetEvent(node, p->eventRecord.event);
    default:
        return simt_fail(cudaErrorNotSupported);
    }
}

/* The device's memory of graphs is part of all that is allocated. */
cudaError_t cudaDeviceGraphMemTrim(int device) {
    return simt_is_device(device) ? simt_enter(false) : simt_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value) {
    (void)attribute;
    if (!simt_is_device(device)) return simt_fail(cudaErrorInvalidDevice);
    if (!value) return simt_fail(cudaErrorInvalidValue);
    *(uint64_t *)value = simt_graph_bytes(device);
    return simt_enter(false);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute,
                                           void *value) {
    (void)attribute;
    if (!value) return simt_fail(cudaErrorInvalidValue);
    return simt_is_device(device) ? simt_enter(false) : simt_fail(cudaErrorInvalidDevice);
}
