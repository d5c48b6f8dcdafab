/**
 * @file
 * @brief The types of CUDA graphs and of stream capture: CUDA 13's names and numbers.
 */
#ifndef SIMT_GRAPH_TYPES_H
#define SIMT_GRAPH_TYPES_H

#include "launch_types.h"
#include "texture_types.h"

#define CUgraph_st      simt_graph
#define CUgraphNode_st  simt_graph_node
#define CUgraphExec_st  simt_graph_exec
#define CUuserObject_st simt_user_object
typedef struct simt_graph *cudaGraph_t;
typedef struct simt_graph_node *cudaGraphNode_t;
typedef struct simt_graph_exec *cudaGraphExec_t;
typedef struct simt_user_object *cudaUserObject_t;
enum cudaUserObjectFlags { cudaUserObjectNoDestructorSync = 1 };
enum cudaUserObjectRetainFlags { cudaGraphUserObjectMove = 1 };

enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone,
    cudaStreamCaptureStatusActive,
    cudaStreamCaptureStatusInvalidated,
};

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal,
    cudaStreamCaptureModeThreadLocal,
    cudaStreamCaptureModeRelaxed,
};

enum cudaStreamUpdateCaptureDependenciesFlags {
    cudaStreamAddCaptureDependencies,
    cudaStreamSetCaptureDependencies,
};

enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel,
    cudaGraphNodeTypeMemcpy,
    cudaGraphNodeTypeMemset,
    cudaGraphNodeTypeHost,
    cudaGraphNodeTypeGraph,
    cudaGraphNodeTypeEmpty,
    cudaGraphNodeTypeWaitEvent,
    cudaGraphNodeTypeEventRecord,
    cudaGraphNodeTypeExtSemaphoreSignal,
    cudaGraphNodeTypeExtSemaphoreWait,
    cudaGraphNodeTypeMemAlloc,
    cudaGraphNodeTypeMemFree,
    cudaGraphNodeTypeConditional = 13,
    cudaGraphNodeTypeCount,
};

/* What nodes do. */
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned int sharedMemBytes;
    void **kernelParams;
    void **extra;
};

struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned int value, elementSize; /**< bytes: 1, 2 or 4 */
    size_t width, height;            /**< elements, rows */
};

struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};

struct cudaMemAllocNodeParams {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount, bytesize;
    void *dptr; /**< set by the call that adds the node */
};

struct cudaMemFreeNodeParams {
    void *dptr;
};

struct cudaMemcpyNodeParams {
    int flags, reserved;
    void *ctx;
    struct cudaMemcpy3DParms copyParams;
};

struct cudaChildGraphNodeParams {
    cudaGraph_t graph;
};
struct cudaEventRecordNodeParams {
    cudaEvent_t event;
};
struct cudaEventWaitNodeParams {
    cudaEvent_t event;
};

/** A number that kernels set by cudaGraphSetConditional. It belongs to one graph, and to one node of it. */
typedef unsigned long long cudaGraphConditionalHandle;
enum cudaGraphConditionalHandleFlags { cudaGraphCondAssignDefault = 1 };
enum cudaGraphConditionalNodeType {
    cudaGraphCondTypeIf,    /**< runs its first graph if the number is not 0, else its second, if it has one */
    cudaGraphCondTypeWhile, /**< runs its graph as long as the number is not 0 */
    cudaGraphCondTypeSwitch /**< runs the graph of that number, from 0 */
};
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned int size;        /**< graphs of the node: 1, 2 for an else, or more for a switch */
    cudaGraph_t *phGraph_out; /**< set by the call that adds the node: its graphs, which are empty at first */
    void *ctx;
};

struct cudaGraphNodeParams {
    enum cudaGraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        struct cudaKernelNodeParams kernel;
        struct cudaMemcpyNodeParams memcpy;
        struct cudaMemsetParams memset;
        struct cudaHostNodeParams host;
        struct cudaChildGraphNodeParams graph;
        struct cudaEventWaitNodeParams eventWait;
        struct cudaEventRecordNodeParams eventRecord;
        struct cudaMemAllocNodeParams alloc;
        struct cudaMemFreeNodeParams free;
        struct cudaConditionalNodeParams conditional;
    };
    long long reserved2;
};

/** All edges are plain ones here. */
typedef struct cudaGraphEdgeData_st {
    unsigned char from_port, to_port, type, reserved[5];
} cudaGraphEdgeData;

/* Graphs that run. */
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess,
    cudaGraphExecUpdateError,
    cudaGraphExecUpdateErrorTopologyChanged,
    cudaGraphExecUpdateErrorNodeTypeChanged,
    cudaGraphExecUpdateErrorFunctionChanged,
    cudaGraphExecUpdateErrorParametersChanged,
    cudaGraphExecUpdateErrorNotSupported,
    cudaGraphExecUpdateErrorUnsupportedFunctionChange,
    cudaGraphExecUpdateErrorAttributesChanged,
};

typedef struct cudaGraphExecUpdateResultInfo_st {
    enum cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;

enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8,
};

typedef enum cudaGraphInstantiateResult {
    cudaGraphInstantiateSuccess,
    cudaGraphInstantiateError,
    cudaGraphInstantiateInvalidStructure,
    cudaGraphInstantiateNodeOperationNotSupported,
    cudaGraphInstantiateMultipleDevicesNotSupported,
} cudaGraphInstantiateResult;

typedef struct cudaGraphInstantiateParams_st {
    unsigned long long flags;
    cudaStream_t uploadStream;
    cudaGraphNode_t errNode_out;
    cudaGraphInstantiateResult result_out;
} cudaGraphInstantiateParams;

enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent,
    cudaGraphMemAttrUsedMemHigh,
    cudaGraphMemAttrReservedMemCurrent,
    cudaGraphMemAttrReservedMemHigh,
};

enum cudaGraphDebugDotFlags { cudaGraphDebugDotFlagsVerbose = 1 };

#endif
