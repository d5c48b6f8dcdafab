/**
 * @file
 * @brief The driver API: graphs, and streams that are captured.
 *
 * They are the runtime's graphs, so both APIs can be mixed. Each function costs as much as the runtime's, and gives the
 * codes that it gives. A context that a node is given is not looked at: the pointers say which device it is about.
 */
#ifndef SIMT_DRIVER_GRAPHS_H
#define SIMT_DRIVER_GRAPHS_H

#include "driver_memory.h"

#define cuStreamBeginCapture_v2              cuStreamBeginCapture
#define cuStreamGetCaptureInfo_v3            cuStreamGetCaptureInfo
#define cuStreamUpdateCaptureDependencies_v2 cuStreamUpdateCaptureDependencies
#define cuGraphInstantiateWithFlags          cuGraphInstantiate
#define cuGraphExecUpdate_v2                 cuGraphExecUpdate
#define cuGraphAddKernelNode_v2              cuGraphAddKernelNode
#define cuGraphKernelNodeGetParams_v2        cuGraphKernelNodeGetParams
#define cuGraphKernelNodeSetParams_v2        cuGraphKernelNodeSetParams
#define cuGraphExecKernelNodeSetParams_v2    cuGraphExecKernelNodeSetParams
#define cuGraphGetEdges_v2                   cuGraphGetEdges
#define cuGraphNodeGetDependencies_v2        cuGraphNodeGetDependencies
#define cuGraphNodeGetDependentNodes_v2      cuGraphNodeGetDependentNodes
#define cuGraphAddDependencies_v2            cuGraphAddDependencies
#define cuGraphRemoveDependencies_v2         cuGraphRemoveDependencies
#define cuGraphAddNode_v2                    cuGraphAddNode

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Captures.
 */
typedef cudaGraph_t CUgraph;
typedef cudaGraphNode_t CUgraphNode;
typedef cudaGraphExec_t CUgraphExec;
typedef cudaUserObject_t CUuserObject;
typedef cudaGraphEdgeData CUgraphEdgeData;
typedef cudaGraphConditionalHandle CUgraphConditionalHandle;
typedef enum CUstreamCaptureStatus_enum {
    CU_STREAM_CAPTURE_STATUS_NONE,
    CU_STREAM_CAPTURE_STATUS_ACTIVE,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED,
} CUstreamCaptureStatus;
typedef enum CUstreamCaptureMode_enum {
    CU_STREAM_CAPTURE_MODE_GLOBAL,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
    CU_STREAM_CAPTURE_MODE_RELAXED,
} CUstreamCaptureMode;
#define CU_STREAM_ADD_CAPTURE_DEPENDENCIES 0x0
#define CU_STREAM_SET_CAPTURE_DEPENDENCIES 0x1

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode);
CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *edges, size_t n, CUstreamCaptureMode mode);
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph);
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status);
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
                                const CUgraphNode **dependencies, const CUgraphEdgeData **edges, size_t *n);
CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                                           size_t n, unsigned int flags);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);

/*
 * What nodes do.
 */
typedef enum CUgraphNodeType_enum {
    CU_GRAPH_NODE_TYPE_KERNEL,
    CU_GRAPH_NODE_TYPE_MEMCPY,
    CU_GRAPH_NODE_TYPE_MEMSET,
    CU_GRAPH_NODE_TYPE_HOST,
    CU_GRAPH_NODE_TYPE_GRAPH,
    CU_GRAPH_NODE_TYPE_EMPTY,
    CU_GRAPH_NODE_TYPE_WAIT_EVENT,
    CU_GRAPH_NODE_TYPE_EVENT_RECORD,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL,
    CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT,
    CU_GRAPH_NODE_TYPE_MEM_ALLOC,
    CU_GRAPH_NODE_TYPE_MEM_FREE,
    CU_GRAPH_NODE_TYPE_BATCH_MEM_OP,
    CU_GRAPH_NODE_TYPE_CONDITIONAL,
} CUgraphNodeType;
typedef struct CUDA_KERNEL_NODE_PARAMS_v2_st {
    CUfunction func; /**< or else kern */
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    void **kernelParams, **extra;
    CUkernel kern;
    CUcontext ctx;
} CUDA_KERNEL_NODE_PARAMS;
typedef CUDA_KERNEL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_v2;
typedef struct CUDA_MEMSET_NODE_PARAMS_st {
    CUdeviceptr dst;
    size_t pitch;
    unsigned int value, elementSize; /**< bytes: 1, 2 or 4 */
    size_t width, height;            /**< elements, rows */
} CUDA_MEMSET_NODE_PARAMS;
typedef struct CUDA_MEMSET_NODE_PARAMS_v2_st {
    CUdeviceptr dst;
    size_t pitch;
    unsigned int value, elementSize;
    size_t width, height;
    CUcontext ctx;
} CUDA_MEMSET_NODE_PARAMS_v2;
typedef struct CUDA_MEMCPY_NODE_PARAMS_st {
    int flags, reserved;
    CUcontext copyCtx;
    CUDA_MEMCPY3D copyParams;
} CUDA_MEMCPY_NODE_PARAMS;
typedef struct cudaHostNodeParams CUDA_HOST_NODE_PARAMS;
typedef struct cudaHostNodeParams CUDA_HOST_NODE_PARAMS_v2;
typedef struct CUDA_MEM_ALLOC_NODE_PARAMS_st {
    CUmemPoolProps poolProps;
    const CUmemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    CUdeviceptr dptr; /**< set by the call that adds the node */
} CUDA_MEM_ALLOC_NODE_PARAMS;
typedef CUDA_MEM_ALLOC_NODE_PARAMS CUDA_MEM_ALLOC_NODE_PARAMS_v2;
typedef struct CUDA_MEM_FREE_NODE_PARAMS_st {
    CUdeviceptr dptr;
} CUDA_MEM_FREE_NODE_PARAMS;
typedef struct cudaChildGraphNodeParams CUDA_CHILD_GRAPH_NODE_PARAMS;
typedef struct cudaEventRecordNodeParams CUDA_EVENT_RECORD_NODE_PARAMS;
typedef struct cudaEventWaitNodeParams CUDA_EVENT_WAIT_NODE_PARAMS;
#define CU_GRAPH_COND_ASSIGN_DEFAULT 0x1
typedef enum CUgraphConditionalNodeType_enum {
    CU_GRAPH_COND_TYPE_IF,
    CU_GRAPH_COND_TYPE_WHILE,
    CU_GRAPH_COND_TYPE_SWITCH,
} CUgraphConditionalNodeType;
typedef struct CUDA_CONDITIONAL_NODE_PARAMS {
    CUgraphConditionalHandle handle;
    CUgraphConditionalNodeType type;
    unsigned int size;
    CUgraph *phGraph_out; /**< set by the call that adds the node */
    CUcontext ctx;
} CUDA_CONDITIONAL_NODE_PARAMS;
typedef struct CUgraphNodeParams_st {
    CUgraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        CUDA_KERNEL_NODE_PARAMS kernel;
        CUDA_MEMCPY_NODE_PARAMS memcpy;
        CUDA_MEMSET_NODE_PARAMS_v2 memset;
        CUDA_HOST_NODE_PARAMS host;
        CUDA_CHILD_GRAPH_NODE_PARAMS graph;
        CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
        CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        CUDA_MEM_FREE_NODE_PARAMS free;
        CUDA_CONDITIONAL_NODE_PARAMS conditional;
    };
    long long reserved2;
} CUgraphNodeParams;

/*
 * Graphs.
 */
typedef enum CUgraphMem_attribute_enum {
    CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT,
    CU_GRAPH_MEM_ATTR_USED_MEM_HIGH,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT,
    CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH,
} CUgraphMem_attribute;
CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);
CUresult cuGraphDestroy(CUgraph graph);
CUresult cuGraphClone(CUgraph *clone, CUgraph graph);
CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone);
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n);
CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *n);
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type);
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                const CUgraphEdgeData *edges, size_t n);
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edges, size_t n);
CUresult cuGraphDestroyNode(CUgraphNode node);
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context,
                                        unsigned int at_launch, unsigned int flags);
CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags);
CUresult cuDeviceGraphMemTrim(CUdevice device);
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value);

/* Objects of the program that graphs keep alive. */
CUresult cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy, unsigned int n, unsigned int flags);
CUresult cuUserObjectRetain(CUuserObject object, unsigned int n);
CUresult cuUserObjectRelease(CUuserObject object, unsigned int n);
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int n, unsigned int flags);
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int n);

/* Nodes. Each comes behind the n nodes that it is given. */
#define SIMT_NEW_NODE CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t n
CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                        size_t n, CUgraphNodeParams *params);
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params);
CUresult cuGraphAddEmptyNode(SIMT_NEW_NODE);
CUresult cuGraphAddKernelNode(SIMT_NEW_NODE, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value);
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value);
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from);
CUresult cuGraphAddMemcpyNode(SIMT_NEW_NODE, const CUDA_MEMCPY3D *copy, CUcontext context);
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *copy);
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *copy);
CUresult cuGraphAddMemsetNode(SIMT_NEW_NODE, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context);
CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphAddHostNode(SIMT_NEW_NODE, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphAddChildGraphNode(SIMT_NEW_NODE, CUgraph child);
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph);
CUresult cuGraphAddEventRecordNode(SIMT_NEW_NODE, CUevent event);
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphAddEventWaitNode(SIMT_NEW_NODE, CUevent event);
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphAddMemAllocNode(SIMT_NEW_NODE, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphAddMemFreeNode(SIMT_NEW_NODE, CUdeviceptr d_pointer);
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *d_pointer);

/*
 * Graphs that run.
 */
typedef enum CUgraphExecUpdateResult_enum {
    CU_GRAPH_EXEC_UPDATE_SUCCESS,
    CU_GRAPH_EXEC_UPDATE_ERROR,
    CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED,
    CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED,
    CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED,
    CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED,
    CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED,
    CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE,
    CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED,
} CUgraphExecUpdateResult;
typedef struct CUgraphExecUpdateResultInfo_st {
    CUgraphExecUpdateResult result;
    CUgraphNode errorNode, errorFromNode;
} CUgraphExecUpdateResultInfo;
typedef enum CUgraphInstantiate_flags_enum {
    CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
    CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
    CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
    CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8,
} CUgraphInstantiate_flags;
typedef enum CUgraphInstantiateResult_enum {
    CUDA_GRAPH_INSTANTIATE_SUCCESS,
    CUDA_GRAPH_INSTANTIATE_ERROR,
    CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE,
    CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED,
    CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED,
} CUgraphInstantiateResult;
typedef struct CUDA_GRAPH_INSTANTIATE_PARAMS_st {
    cuuint64_t flags;
    CUstream hUploadStream;
    CUgraphNode hErrNode_out;
    CUgraphInstantiateResult result_out;
} CUDA_GRAPH_INSTANTIATE_PARAMS;

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params);
CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);
CUresult cuGraphExecDestroy(CUgraphExec exec);
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream);
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream);
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result);
CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params);
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy,
                                        CUcontext context);
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params,
                                        CUcontext context);
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child);
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event);
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event);
CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled);
CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled);

#ifdef __cplusplus
}

/* The forms of CUDA 11 and 12. */
static inline CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *, char *log, size_t bytes) {
    if (log && bytes) *log = 0;
    return cuGraphInstantiate(exec, graph, 0ull);
}
static inline CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node,
                                         CUgraphExecUpdateResult *result) {
    CUgraphExecUpdateResultInfo info;
    CUresult error = cuGraphExecUpdate(exec, graph, &info);
    if (error_node) *error_node = info.errorNode;
    if (result) *result = info.result;
    return error;
}
static inline CUresult simt_graph_add_node(SIMT_NEW_NODE, CUgraphNodeParams *params) {
    return cuGraphAddNode(node, graph, dependencies, nullptr, n, params);
}
static inline CUresult simt_graph_add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                           const CUgraphEdgeData *edges, size_t n, CUgraphNodeParams *params) {
    return cuGraphAddNode(node, graph, dependencies, edges, n, params);
}
/** Only of calls, so that its address is still that of one function. */
#define cuGraphAddNode(...) simt_graph_add_node(__VA_ARGS__)
static inline CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n) {
    return cuGraphGetEdges(graph, from, to, nullptr, n);
}
static inline CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *found, size_t *n) {
    return cuGraphNodeGetDependencies(node, found, nullptr, n);
}
static inline CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *found, size_t *n) {
    return cuGraphNodeGetDependentNodes(node, found, nullptr, n);
}
static inline CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t n) {
    return cuGraphAddDependencies(graph, from, to, nullptr, n);
}
static inline CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                                 size_t n) {
    return cuGraphRemoveDependencies(graph, from, to, nullptr, n);
}
static inline CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status,
                                                 cuuint64_t *id = nullptr, CUgraph *graph = nullptr,
                                                 const CUgraphNode **dependencies = nullptr, size_t *n = nullptr) {
    return cuStreamGetCaptureInfo(stream, status, id, graph, dependencies, nullptr, n);
}
static inline CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                              CUgraph *graph = nullptr, const CUgraphNode **dependencies = nullptr,
                                              size_t *n = nullptr) {
    return cuStreamGetCaptureInfo(stream, status, id, graph, dependencies, nullptr, n);
}
static inline CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, size_t n,
                                                         unsigned int flags) {
    return cuStreamUpdateCaptureDependencies(stream, dependencies, nullptr, n, flags);
}
#endif
#undef SIMT_NEW_NODE

#endif
