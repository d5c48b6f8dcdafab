/**
 * @file
 * @brief The driver API: graphs and captures, which are the runtime's. What nodes do is described in another way.
 */
#include "arrays.h"
#include "driver.h"
#include "graph.h"

#include <stdlib.h>
#include <string.h>

static void *pointer(CUdeviceptr d_pointer) {
    return (void *)(uintptr_t)d_pointer;
}

/*
 * Captures.
 */
_Static_assert(sizeof(cuuint64_t) == sizeof(unsigned long long), "numbers of captures and flags fit");

DRIVER_CALL(cuStreamBeginCapture, (CUstream stream, CUstreamCaptureMode mode),
            cudaStreamBeginCapture(stream, (enum cudaStreamCaptureMode)mode))
DRIVER_CALL(cuStreamBeginCaptureToGraph,
            (CUstream stream, CUgraph graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges, size_t n,
             CUstreamCaptureMode mode),
            cudaStreamBeginCaptureToGraph(stream, graph, dependencies, edges, n, (enum cudaStreamCaptureMode)mode))
DRIVER_CALL(cuStreamEndCapture, (CUstream stream, CUgraph *graph), cudaStreamEndCapture(stream, graph))
DRIVER_CALL(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status),
            cudaStreamIsCapturing(stream, (enum cudaStreamCaptureStatus *)(void *)status))
DRIVER_CALL(cuStreamGetCaptureInfo,
            (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
             const CUgraphNode **dependencies, const CUgraphEdgeData **edges, size_t *n),
            cudaStreamGetCaptureInfo(stream, (enum cudaStreamCaptureStatus *)(void *)status,
                                     (unsigned long long *)(void *)id, graph, dependencies, edges, n))
DRIVER_CALL(cuStreamUpdateCaptureDependencies,
            (CUstream stream, CUgraphNode *dependencies, const CUgraphEdgeData *edges, size_t n, unsigned int flags),
            cudaStreamUpdateCaptureDependencies(stream, dependencies, edges, n, flags))
DRIVER_CALL(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode),
            cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)(void *)mode))

/*
 * Graphs.
 */
DRIVER_CALL(cuGraphCreate, (CUgraph * graph, unsigned int flags), cudaGraphCreate(graph, flags))
DRIVER_CALL(cuGraphDestroy, (CUgraph graph), cudaGraphDestroy(graph))
DRIVER_CALL(cuGraphClone, (CUgraph * clone, CUgraph graph), cudaGraphClone(clone, graph))
DRIVER_CALL(cuGraphNodeFindInClone, (CUgraphNode * node, CUgraphNode original, CUgraph clone),
            cudaGraphNodeFindInClone(node, original, clone))
DRIVER_CALL(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), cudaGraphGetNodes(graph, nodes, n))
DRIVER_CALL(cuGraphGetRootNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), cudaGraphGetRootNodes(graph, nodes, n))
DRIVER_CALL(cuGraphGetEdges, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *n),
            cudaGraphGetEdges(graph, from, to, edges, n))
DRIVER_CALL(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type),
            cudaGraphNodeGetType(node, (enum cudaGraphNodeType *)(void *)type))
DRIVER_CALL(cuGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n),
            cudaGraphNodeGetDependencies(node, found, edges, n))
DRIVER_CALL(cuGraphNodeGetDependentNodes, (CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n),
            cudaGraphNodeGetDependentNodes(node, found, edges, n))
#define EDGES CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edges, size_t n
DRIVER_CALL(cuGraphAddDependencies, (EDGES), cudaGraphAddDependencies(graph, from, to, edges, n))
DRIVER_CALL(cuGraphRemoveDependencies, (EDGES), cudaGraphRemoveDependencies(graph, from, to, edges, n))
DRIVER_CALL(cuGraphDestroyNode, (CUgraphNode node), cudaGraphDestroyNode(node))
DRIVER_CALL(cuGraphConditionalHandleCreate,
            (CUgraphConditionalHandle * handle, CUgraph graph, CUcontext context, unsigned int at_launch,
             unsigned int flags),
            context ? cudaGraphConditionalHandleCreate(handle, graph, at_launch, flags)
                    : (cudaError_t)CUDA_ERROR_INVALID_CONTEXT)
DRIVER_CALL(cuGraphDebugDotPrint, (CUgraph graph, const char *path, unsigned int flags),
            cudaGraphDebugDotPrint(graph, path, flags))
OF_DEVICE(cuDeviceGraphMemTrim, (CUdevice device), "device", cudaDeviceGraphMemTrim(device))
OF_DEVICE(cuDeviceGetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attribute, void *value), value,
          cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attribute, value))
OF_DEVICE(cuDeviceSetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attribute, void *value), value,
          cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attribute, value))
DRIVER_CALL(cuUserObjectCreate,
            (CUuserObject * object, void *p, CUhostFn destroy, unsigned int n, unsigned int flags),
            cudaUserObjectCreate(object, p, destroy, n, flags))
DRIVER_CALL(cuUserObjectRetain, (CUuserObject object, unsigned int n), cudaUserObjectRetain(object, n))
DRIVER_CALL(cuUserObjectRelease, (CUuserObject object, unsigned int n), cudaUserObjectRelease(object, n))
DRIVER_CALL(cuGraphRetainUserObject, (CUgraph graph, CUuserObject object, unsigned int n, unsigned int flags),
            cudaGraphRetainUserObject(graph, object, n, flags))
DRIVER_CALL(cuGraphReleaseUserObject, (CUgraph graph, CUuserObject object, unsigned int n),
            cudaGraphReleaseUserObject(graph, object, n))

/*
 * What nodes do, as the runtime describes it.
 */
struct described { /* a kernel, with its arguments */
    struct cudaKernelNodeParams params;
    _Alignas(16) void *arguments[];
};

/* To be freed. NULL: it cannot be, and why. */
static struct described *describe(const CUDA_KERNEL_NODE_PARAMS *p, cudaError_t *error) {
    struct simt_kernel kernel;
    CUfunction function = p && !p->func ? p->kern : p ? p->func : NULL;
    *error = p ? (cudaError_t)simt_check_function(function, p) : cudaErrorInvalidValue;
    if (!*error && !simt_find_kernel(function->address, &kernel)) *error = cudaErrorInvalidDeviceFunction;
    if (*error) return NULL;
    struct described *d = malloc(sizeof(*d) + simt_room_for_arguments(&kernel));
    *error = d ? (cudaError_t)simt_arguments(&kernel, p->kernelParams, p->extra, d->arguments)
               : cudaErrorMemoryAllocation;
    if (*error == cudaErrorLaunchOutOfResources)
        *error = cudaErrorInvalidValue; /* a buffer that is too large */
    if (*error) {
        free(d);
        return NULL;
    }
    d->params = (struct cudaKernelNodeParams){
        .func = (void *)(uintptr_t)function->address,
        .gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
        .blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
        .sharedMemBytes = p->sharedMemBytes,
        .kernelParams = d->arguments,
    };
    return d;
}

static cudaError_t tell_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *p) {
    struct cudaKernelNodeParams is;
    CUfunction function = NULL;
    if (!p) return cudaErrorInvalidValue;
    cudaError_t error = cudaGraphKernelNodeGetParams(node, &is);
    if (!error) error = (cudaError_t)simt_function_at(&function, is.func);
    if (error) return error;
    *p = (CUDA_KERNEL_NODE_PARAMS){.func = function,
                                   .gridDimX = is.gridDim.x,
                                   .gridDimY = is.gridDim.y,
                                   .gridDimZ = is.gridDim.z,
                                   .blockDimX = is.blockDim.x,
                                   .blockDimY = is.blockDim.y,
                                   .blockDimZ = is.blockDim.z,
                                   .sharedMemBytes = is.sharedMemBytes,
                                   .kernelParams = is.kernelParams,
                                   .ctx = simt_current_context()};
    return cudaSuccess;
}

/* A side of a copy: an array, or memory of the host, of the device, or of either. */
#define TELL_SIDE(side, array, pos, memory, on_host, on_device)                                    \
    do {                                                                                           \
        size_t unit = (array) ? (array)->element : 1;                                              \
        c->side##MemoryType = (array)       ? CU_MEMORYTYPE_ARRAY                                  \
                              : (on_host)   ? CU_MEMORYTYPE_HOST                                   \
                              : (on_device) ? CU_MEMORYTYPE_DEVICE                                 \
                                            : CU_MEMORYTYPE_UNIFIED;                               \
        c->side##Array = (array);                                                                  \
        if (on_host)                                                                               \
            c->side##Host = (memory).ptr;                                                          \
        else                                                                                       \
            c->side##Device = (uintptr_t)(memory).ptr;                                             \
        c->side##XInBytes = (pos).x * unit, c->side##Y = (pos).y, c->side##Z = (pos).z;            \
        c->side##Pitch = (memory).pitch, c->side##Height = (memory).ysize;                         \
    } while (0)

static cudaError_t tell_copy(CUgraphNode node, CUDA_MEMCPY3D *c) {
    struct cudaMemcpy3DParms p;
    if (!c) return cudaErrorInvalidValue;
    cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &p);
    if (error) return error;
    size_t unit = p.srcArray ? p.srcArray->element : p.dstArray ? p.dstArray->element : 1;
    bool known = p.kind != cudaMemcpyDefault;
    *c = (CUDA_MEMCPY3D){.WidthInBytes = p.extent.width * unit, .Height = p.extent.height, .Depth = p.extent.depth};
    TELL_SIDE(src, p.srcArray, p.srcPos, p.srcPtr,
              p.kind == cudaMemcpyHostToHost || p.kind == cudaMemcpyHostToDevice, known);
    TELL_SIDE(dst, p.dstArray, p.dstPos, p.dstPtr,
              p.kind == cudaMemcpyHostToHost || p.kind == cudaMemcpyDeviceToHost, known);
    return cudaSuccess;
}

static struct cudaMemsetParams fill_of(const CUDA_MEMSET_NODE_PARAMS *p) {
    return (struct cudaMemsetParams){pointer(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
}

static cudaError_t tell_fill(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *p) {
    struct cudaMemsetParams is;
    if (!p) return cudaErrorInvalidValue;
    cudaError_t error = cudaGraphMemsetNodeGetParams(node, &is);
    if (!error)
        *p = (CUDA_MEMSET_NODE_PARAMS){(uintptr_t)is.dst, is.pitch, is.value, is.elementSize, is.width, is.height};
    return error;
}

static struct cudaMemAllocNodeParams allocation_of(const CUDA_MEM_ALLOC_NODE_PARAMS *p) {
    struct cudaMemAllocNodeParams made = {.accessDescs = (const struct cudaMemAccessDesc *)(const void *)p->accessDescs,
                                          .accessDescCount = p->accessDescCount,
                                          .bytesize = p->bytesize};
    memcpy(&made.poolProps, &p->poolProps, sizeof(made.poolProps));
    return made;
}

static cudaError_t tell_allocation(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *p) {
    struct cudaMemAllocNodeParams is;
    if (!p) return cudaErrorInvalidValue;
    cudaError_t error = cudaGraphMemAllocNodeGetParams(node, &is);
    if (error) return error;
    *p = (CUDA_MEM_ALLOC_NODE_PARAMS){.accessDescs = (const CUmemAccessDesc *)(const void *)is.accessDescs,
                                      .accessDescCount = is.accessDescCount,
                                      .bytesize = is.bytesize,
                                      .dptr = (uintptr_t)is.dptr};
    memcpy(&p->poolProps, &is.poolProps, sizeof(p->poolProps));
    return cudaSuccess;
}

/* What a kernel, a copy or a fill becomes in one call of the runtime. `node` and the like are the caller's. */
#define WITH_KERNEL(given, runtime_call)                                                           \
    cudaError_t error;                                                                             \
    struct described *d = describe(given, &error);                                                 \
    if (d) error = runtime_call;                                                                   \
    free(d);                                                                                       \
    return error
#define WITH_COPY(given, runtime_call)                                                             \
    struct cudaMemcpy3DParms p;                                                                    \
    cudaError_t error = simt_box_copy(given, &p);                                                  \
    return error ? error : (runtime_call)
#define WITH_FILL(given, runtime_call)                                                             \
    if (!(given)) return cudaErrorInvalidValue;                                                    \
    const struct cudaMemsetParams p = fill_of(given);                                              \
    return runtime_call

#define NEW_NODE CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t n
#define BEHIND   node, graph, dependencies, n
static cudaError_t add_kernel(NEW_NODE, const CUDA_KERNEL_NODE_PARAMS *given) {
    WITH_KERNEL(given, cudaGraphAddKernelNode(BEHIND, &d->params));
}
static cudaError_t set_kernel(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *given) {
    WITH_KERNEL(given, cudaGraphKernelNodeSetParams(node, &d->params));
}
static cudaError_t set_exec_kernel(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *given) {
    WITH_KERNEL(given, cudaGraphExecKernelNodeSetParams(exec, node, &d->params));
}
static cudaError_t add_copy(NEW_NODE, const CUDA_MEMCPY3D *given) {
    WITH_COPY(given, cudaGraphAddMemcpyNode(BEHIND, &p));
}
static cudaError_t set_copy(CUgraphNode node, const CUDA_MEMCPY3D *given) {
    WITH_COPY(given, cudaGraphMemcpyNodeSetParams(node, &p));
}
static cudaError_t set_exec_copy(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *given) {
    WITH_COPY(given, cudaGraphExecMemcpyNodeSetParams(exec, node, &p));
}
static cudaError_t add_fill(NEW_NODE, const CUDA_MEMSET_NODE_PARAMS *given) {
    WITH_FILL(given, cudaGraphAddMemsetNode(BEHIND, &p));
}
static cudaError_t set_fill(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *given) {
    WITH_FILL(given, cudaGraphMemsetNodeSetParams(node, &p));
}
static cudaError_t set_exec_fill(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *given) {
    WITH_FILL(given, cudaGraphExecMemsetNodeSetParams(exec, node, &p));
}
static cudaError_t add_allocation(NEW_NODE, CUDA_MEM_ALLOC_NODE_PARAMS *given) {
    if (!given) return cudaErrorInvalidValue;
    struct cudaMemAllocNodeParams p = allocation_of(given);
    cudaError_t error = cudaGraphAddMemAllocNode(BEHIND, &p);
    given->dptr = (uintptr_t)p.dptr;
    return error;
}
static cudaError_t tell_freed(CUgraphNode node, CUdeviceptr *d_pointer) {
    void *p = NULL;
    cudaError_t error = d_pointer ? cudaGraphMemFreeNodeGetParams(node, &p) : cudaErrorInvalidValue;
    if (!error) *d_pointer = (uintptr_t)p;
    return error;
}

/*
 * Nodes.
 */
DRIVER_CALL(cuGraphAddEmptyNode, (NEW_NODE), cudaGraphAddEmptyNode(BEHIND))
DRIVER_CALL(cuGraphAddKernelNode, (NEW_NODE, const CUDA_KERNEL_NODE_PARAMS *params), add_kernel(BEHIND, params))
DRIVER_CALL(cuGraphKernelNodeGetParams, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params), tell_kernel(node, params))
DRIVER_CALL(cuGraphKernelNodeSetParams, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
            set_kernel(node, params))
DRIVER_CALL(cuGraphExecKernelNodeSetParams,
            (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
            set_exec_kernel(exec, node, params))
DRIVER_CALL(cuGraphKernelNodeSetAttribute,
            (CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value),
            cudaGraphKernelNodeSetAttribute(node, (enum cudaLaunchAttributeID)id, value))
DRIVER_CALL(cuGraphKernelNodeGetAttribute, (CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value),
            cudaGraphKernelNodeGetAttribute(node, (enum cudaLaunchAttributeID)id, value))
DRIVER_CALL(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from),
            cudaGraphKernelNodeCopyAttributes(to, from))
DRIVER_CALL(cuGraphAddMemcpyNode, (NEW_NODE, const CUDA_MEMCPY3D *copy, CUcontext context),
            ((void)context, add_copy(BEHIND, copy)))
DRIVER_CALL(cuGraphMemcpyNodeGetParams, (CUgraphNode node, CUDA_MEMCPY3D *copy), tell_copy(node, copy))
DRIVER_CALL(cuGraphMemcpyNodeSetParams, (CUgraphNode node, const CUDA_MEMCPY3D *copy), set_copy(node, copy))
DRIVER_CALL(cuGraphExecMemcpyNodeSetParams,
            (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext context),
            ((void)context, set_exec_copy(exec, node, copy)))
DRIVER_CALL(cuGraphAddMemsetNode, (NEW_NODE, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context),
            ((void)context, add_fill(BEHIND, params)))
DRIVER_CALL(cuGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params), tell_fill(node, params))
DRIVER_CALL(cuGraphMemsetNodeSetParams, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params),
            set_fill(node, params))
DRIVER_CALL(cuGraphExecMemsetNodeSetParams,
            (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context),
            ((void)context, set_exec_fill(exec, node, params)))
DRIVER_CALL(cuGraphAddHostNode, (NEW_NODE, const CUDA_HOST_NODE_PARAMS *params), cudaGraphAddHostNode(BEHIND, params))
DRIVER_CALL(cuGraphHostNodeGetParams, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *params),
            cudaGraphHostNodeGetParams(node, params))
DRIVER_CALL(cuGraphHostNodeSetParams, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
            cudaGraphHostNodeSetParams(node, params))
DRIVER_CALL(cuGraphExecHostNodeSetParams, (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
            cudaGraphExecHostNodeSetParams(exec, node, params))
DRIVER_CALL(cuGraphAddChildGraphNode, (NEW_NODE, CUgraph child), cudaGraphAddChildGraphNode(BEHIND, child))
DRIVER_CALL(cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph),
            cudaGraphChildGraphNodeGetGraph(node, graph))
DRIVER_CALL(cuGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraph child),
            cudaGraphExecChildGraphNodeSetParams(exec, node, child))
#define ABOUT_EVENTS(Kind)                                                                         \
    DRIVER_CALL(cuGraphAddEvent##Kind##Node, (NEW_NODE, CUevent event),                            \
                cudaGraphAddEvent##Kind##Node(BEHIND, event))                                      \
    DRIVER_CALL(cuGraphEvent##Kind##NodeGetEvent, (CUgraphNode node, CUevent *event),              \
                cudaGraphEvent##Kind##NodeGetEvent(node, event))                                   \
    DRIVER_CALL(cuGraphEvent##Kind##NodeSetEvent, (CUgraphNode node, CUevent event),               \
                cudaGraphEvent##Kind##NodeSetEvent(node, event))                                   \
    DRIVER_CALL(cuGraphExecEvent##Kind##NodeSetEvent,                                              \
                (CUgraphExec exec, CUgraphNode node, CUevent event),                               \
                cudaGraphExecEvent##Kind##NodeSetEvent(exec, node, event))
ABOUT_EVENTS(Record)
ABOUT_EVENTS(Wait)
DRIVER_CALL(cuGraphAddMemAllocNode, (NEW_NODE, CUDA_MEM_ALLOC_NODE_PARAMS *params), add_allocation(BEHIND, params))
DRIVER_CALL(cuGraphMemAllocNodeGetParams, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params),
            tell_allocation(node, params))
DRIVER_CALL(cuGraphAddMemFreeNode, (NEW_NODE, CUdeviceptr d_pointer),
            cudaGraphAddMemFreeNode(BEHIND, pointer(d_pointer)))
DRIVER_CALL(cuGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *d_pointer), tell_freed(node, d_pointer))

/* Any kind: those that are described alike here go to the runtime as they are. */
static cudaError_t add_conditional(NEW_NODE, CUDA_CONDITIONAL_NODE_PARAMS *c) {
    struct cudaGraphNodeParams p = {.type = cudaGraphNodeTypeConditional};
    if (!c->ctx) return (cudaError_t)CUDA_ERROR_INVALID_CONTEXT;
    p.conditional = (struct cudaConditionalNodeParams){
        .handle = c->handle, .type = (enum cudaGraphConditionalNodeType)c->type, .size = c->size};
    cudaError_t error = cudaGraphAddNode(node, graph, dependencies, NULL, n, &p);
    c->phGraph_out = p.conditional.phGraph_out;
    return error;
}

static struct cudaGraphNodeParams alike(const CUgraphNodeParams *p) {
    struct cudaGraphNodeParams made = {.type = (enum cudaGraphNodeType)p->type};
    memcpy(made.reserved1, p->reserved1, sizeof(made.reserved1));
    return made;
}

static cudaError_t add_any(NEW_NODE, const CUgraphEdgeData *edges, CUgraphNodeParams *p) {
    if (!p) return cudaErrorInvalidValue;
    for (size_t i = 0; edges && i < n; i++)
        if (edges[i].type) return cudaErrorNotSupported;
    struct cudaGraphNodeParams same = alike(p);
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return add_kernel(BEHIND, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return add_copy(BEHIND, &p->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return add_fill(BEHIND, (const CUDA_MEMSET_NODE_PARAMS *)(const void *)&p->memset);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return add_allocation(BEHIND, &p->alloc);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
        return add_conditional(BEHIND, &p->conditional);
    default:
        return cudaGraphAddNode(node, graph, dependencies, edges, n, &same);
    }
}
DRIVER_CALL(cuGraphAddNode,
            (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges, size_t n,
             CUgraphNodeParams *params),
            add_any(BEHIND, edges, params))

/* exec: NULL where the node is of a graph that does not run. */
static cudaError_t set_any(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *p) {
    if (!p || !node || node->type != (enum cudaGraphNodeType)p->type) return cudaErrorInvalidValue;
    struct cudaGraphNodeParams same = alike(p);
    const CUDA_MEMSET_NODE_PARAMS *fill = (const CUDA_MEMSET_NODE_PARAMS *)(const void *)&p->memset;
    switch (p->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return exec ? set_exec_kernel(exec, node, &p->kernel) : set_kernel(node, &p->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return exec ? set_exec_copy(exec, node, &p->memcpy.copyParams) : set_copy(node, &p->memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return exec ? set_exec_fill(exec, node, fill) : set_fill(node, fill);
    default:
        return exec ? cudaGraphExecNodeSetParams(exec, node, &same) : cudaGraphNodeSetParams(node, &same);
    }
}
DRIVER_CALL(cuGraphNodeSetParams, (CUgraphNode node, CUgraphNodeParams *params), set_any(NULL, node, params))
DRIVER_CALL(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params),
            exec ? set_any(exec, node, params) : cudaErrorInvalidValue)

/*
 * Graphs that run.
 */
DRIVER_CALL(cuGraphInstantiate, (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
            cudaGraphInstantiateWithFlags(exec, graph, flags))
DRIVER_CALL(cuGraphInstantiateWithParams,
            (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params),
            cudaGraphInstantiateWithParams(exec, graph, (cudaGraphInstantiateParams *)(void *)params))
DRIVER_CALL(cuGraphExecGetFlags, (CUgraphExec exec, cuuint64_t *flags),
            cudaGraphExecGetFlags(exec, (unsigned long long *)(void *)flags))
DRIVER_CALL(cuGraphExecDestroy, (CUgraphExec exec), cudaGraphExecDestroy(exec))
DRIVER_CALL(cuGraphLaunch, (CUgraphExec exec, CUstream stream), cudaGraphLaunch(exec, stream))
DRIVER_CALL(cuGraphUpload, (CUgraphExec exec, CUstream stream), cudaGraphUpload(exec, stream))
DRIVER_CALL(cuGraphExecUpdate, (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result),
            cudaGraphExecUpdate(exec, graph, (cudaGraphExecUpdateResultInfo *)(void *)result))
DRIVER_CALL(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned int enabled),
            cudaGraphNodeSetEnabled(exec, node, enabled))
DRIVER_CALL(cuGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned int *enabled),
            cudaGraphNodeGetEnabled(exec, node, enabled))
