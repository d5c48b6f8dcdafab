/**
 * @file
 * @brief The calls of graphs and of stream capture, as checked programs make them (calls.c).
 */
#include "calls.h"

CALL(cudaStreamBeginCapture, (cudaStream_t stream, enum cudaStreamCaptureMode mode), (stream, mode))
CALL(cudaStreamBeginCaptureToGraph,
     (cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
      const cudaGraphEdgeData *edges, size_t n, enum cudaStreamCaptureMode mode),
     (stream, graph, dependencies, edges, n, mode))
CALL(cudaStreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), (stream, graph))
CALL(cudaStreamIsCapturing, (cudaStream_t stream, enum cudaStreamCaptureStatus *status),
     (stream, status))
CALL(cudaStreamGetCaptureInfo,
     (cudaStream_t stream, enum cudaStreamCaptureStatus *status, unsigned long long *id,
      cudaGraph_t *graph, const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges,
      size_t *n),
     (stream, status, id, graph, dependencies, edges, n))
CALL(cudaStreamUpdateCaptureDependencies,
     (cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges, size_t n,
      unsigned int flags),
     (stream, dependencies, edges, n, flags))
CALL(cudaThreadExchangeStreamCaptureMode, (enum cudaStreamCaptureMode * mode), (mode))
CALL(cudaGraphCreate, (cudaGraph_t * graph, unsigned int flags), (graph, flags))
CALL(cudaGraphDestroy, (cudaGraph_t graph), (graph))
CALL(cudaGraphClone, (cudaGraph_t * clone, cudaGraph_t graph), (clone, graph))
CALL(cudaGraphNodeFindInClone,
     (cudaGraphNode_t * node, cudaGraphNode_t original, cudaGraph_t clone), (node, original, clone))
CALL(cudaGraphGetNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n), (graph, nodes, n))
CALL(cudaGraphGetRootNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n),
     (graph, nodes, n))
CALL(cudaGraphGetEdges,
     (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
      size_t *n),
     (graph, from, to, edges, n))
CALL(cudaGraphNodeGetType, (cudaGraphNode_t node, enum cudaGraphNodeType *type), (node, type))
CALL(cudaGraphNodeGetDependencies,
     (cudaGraphNode_t node, cudaGraphNode_t *dependencies, cudaGraphEdgeData *edges, size_t *n),
     (node, dependencies, edges, n))
CALL(cudaGraphNodeGetDependentNodes,
     (cudaGraphNode_t node, cudaGraphNode_t *dependents, cudaGraphEdgeData *edges, size_t *n),
     (node, dependents, edges, n))
CALL(cudaGraphAddDependencies,
     (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
      const cudaGraphEdgeData *edges, size_t n),
     (graph, from, to, edges, n))
CALL(cudaGraphRemoveDependencies,
     (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
      const cudaGraphEdgeData *edges, size_t n),
     (graph, from, to, edges, n))
CALL(cudaGraphDestroyNode, (cudaGraphNode_t node), (node))
CALL(cudaGraphDebugDotPrint, (cudaGraph_t graph, const char *path, unsigned int flags),
     (graph, path, flags))
CALL(cudaGraphAddNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
      const cudaGraphEdgeData *edges, size_t n, struct cudaGraphNodeParams *params),
     (node, graph, dependencies, edges, n, params))
CALL(cudaGraphNodeSetParams, (cudaGraphNode_t node, struct cudaGraphNodeParams *params),
     (node, params))
CALL(cudaGraphAddEmptyNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n),
     (node, graph, dependencies, n))
CALL(cudaGraphAddKernelNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      const struct cudaKernelNodeParams *params),
     (node, graph, dependencies, n, params))
CALL(cudaGraphKernelNodeGetParams, (cudaGraphNode_t node, struct cudaKernelNodeParams *params),
     (node, params))
CALL(cudaGraphKernelNodeSetParams,
     (cudaGraphNode_t node, const struct cudaKernelNodeParams *params), (node, params))
CALL(cudaGraphKernelNodeSetAttribute,
     (cudaGraphNode_t node, enum cudaLaunchAttributeID id,
      const union cudaLaunchAttributeValue *value),
     (node, id, value))
CALL(cudaGraphKernelNodeGetAttribute,
     (cudaGraphNode_t node, enum cudaLaunchAttributeID id, union cudaLaunchAttributeValue *value),
     (node, id, value))
CALL(cudaGraphAddMemcpyNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      const struct cudaMemcpy3DParms *params),
     (node, graph, dependencies, n, params))
CALL(cudaGraphAddMemcpyNode1D,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
     (node, graph, dependencies, n, to, from, bytes, kind))
SEEN(simt_graph_add_symbol, "cudaGraphAddMemcpyNodeToSymbol",
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      void *symbol, size_t symbol_bytes, void *other, size_t bytes, size_t offset,
      enum cudaMemcpyKind kind),
     (node, graph, dependencies, n, symbol, symbol_bytes, other, bytes, offset, kind))
CALL(cudaGraphMemcpyNodeGetParams, (cudaGraphNode_t node, struct cudaMemcpy3DParms *params),
     (node, params))
CALL(cudaGraphMemcpyNodeSetParams, (cudaGraphNode_t node, const struct cudaMemcpy3DParms *params),
     (node, params))
CALL(cudaGraphMemcpyNodeSetParams1D,
     (cudaGraphNode_t node, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
     (node, to, from, bytes, kind))
CALL(cudaGraphAddMemsetNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      const struct cudaMemsetParams *params),
     (node, graph, dependencies, n, params))
CALL(cudaGraphMemsetNodeGetParams, (cudaGraphNode_t node, struct cudaMemsetParams *params),
     (node, params))
CALL(cudaGraphMemsetNodeSetParams, (cudaGraphNode_t node, const struct cudaMemsetParams *params),
     (node, params))
CALL(cudaGraphAddHostNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      const struct cudaHostNodeParams *params),
     (node, graph, dependencies, n, params))
CALL(cudaGraphHostNodeGetParams, (cudaGraphNode_t node, struct cudaHostNodeParams *params),
     (node, params))
CALL(cudaGraphHostNodeSetParams, (cudaGraphNode_t node, const struct cudaHostNodeParams *params),
     (node, params))
CALL(cudaGraphAddChildGraphNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      cudaGraph_t child),
     (node, graph, dependencies, n, child))
CALL(cudaGraphChildGraphNodeGetGraph, (cudaGraphNode_t node, cudaGraph_t *graph), (node, graph))
CALL(cudaGraphAddEventRecordNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      cudaEvent_t event),
     (node, graph, dependencies, n, event))
CALL(cudaGraphEventRecordNodeGetEvent, (cudaGraphNode_t node, cudaEvent_t *event), (node, event))
CALL(cudaGraphEventRecordNodeSetEvent, (cudaGraphNode_t node, cudaEvent_t event), (node, event))
CALL(cudaGraphAddEventWaitNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      cudaEvent_t event),
     (node, graph, dependencies, n, event))
CALL(cudaGraphEventWaitNodeGetEvent, (cudaGraphNode_t node, cudaEvent_t *event), (node, event))
CALL(cudaGraphEventWaitNodeSetEvent, (cudaGraphNode_t node, cudaEvent_t event), (node, event))
CALL(cudaGraphAddMemAllocNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      struct cudaMemAllocNodeParams *params),
     (node, graph, dependencies, n, params))
CALL(cudaGraphMemAllocNodeGetParams, (cudaGraphNode_t node, struct cudaMemAllocNodeParams *params),
     (node, params))
CALL(cudaGraphAddMemFreeNode,
     (cudaGraphNode_t * node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t n,
      void *d_pointer),
     (node, graph, dependencies, n, d_pointer))
CALL(cudaGraphMemFreeNodeGetParams, (cudaGraphNode_t node, void *d_pointer), (node, d_pointer))
CALL(cudaDeviceGraphMemTrim, (int device), (device))
CALL(cudaDeviceGetGraphMemAttribute,
     (int device, enum cudaGraphMemAttributeType attribute, void *value),
     (device, attribute, value))
CALL(cudaDeviceSetGraphMemAttribute,
     (int device, enum cudaGraphMemAttributeType attribute, void *value),
     (device, attribute, value))
CALL(cudaGraphInstantiate, (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
     (exec, graph, flags))
CALL(cudaGraphInstantiateWithFlags,
     (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags), (exec, graph, flags))
CALL(cudaGraphInstantiateWithParams,
     (cudaGraphExec_t * exec, cudaGraph_t graph, cudaGraphInstantiateParams *params),
     (exec, graph, params))
CALL(cudaGraphExecGetFlags, (cudaGraphExec_t exec, unsigned long long *flags), (exec, flags))
CALL(cudaGraphExecDestroy, (cudaGraphExec_t exec), (exec))
CALL(cudaGraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
CALL(cudaGraphUpload, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
CALL(cudaGraphExecUpdate,
     (cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result),
     (exec, graph, result))
CALL(cudaGraphExecNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params),
     (exec, node, params))
CALL(cudaGraphExecKernelNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *params),
     (exec, node, params))
CALL(cudaGraphExecMemcpyNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemcpy3DParms *params),
     (exec, node, params))
CALL(cudaGraphExecMemcpyNodeSetParams1D,
     (cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from, size_t bytes,
      enum cudaMemcpyKind kind),
     (exec, node, to, from, bytes, kind))
CALL(cudaGraphExecMemsetNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams *params),
     (exec, node, params))
CALL(cudaGraphExecHostNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *params),
     (exec, node, params))
CALL(cudaGraphExecEventRecordNodeSetEvent,
     (cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event), (exec, node, event))
CALL(cudaGraphExecEventWaitNodeSetEvent,
     (cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event), (exec, node, event))
CALL(cudaGraphExecChildGraphNodeSetParams,
     (cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child), (exec, node, child))
CALL(cudaGraphNodeSetEnabled, (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled),
     (exec, node, enabled))
CALL(cudaGraphNodeGetEnabled, (cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled),
     (exec, node, enabled))
CALL(cudaUserObjectCreate,
     (cudaUserObject_t * object, void *pointer, cudaHostFn_t destroy, unsigned int n,
      unsigned int flags),
     (object, pointer, destroy, n, flags))
CALL(cudaUserObjectRetain, (cudaUserObject_t object, unsigned int n), (object, n))
CALL(cudaUserObjectRelease, (cudaUserObject_t object, unsigned int n), (object, n))
CALL(cudaGraphRetainUserObject,
     (cudaGraph_t graph, cudaUserObject_t object, unsigned int n, unsigned int flags),
     (graph, object, n, flags))
CALL(cudaGraphReleaseUserObject, (cudaGraph_t graph, cudaUserObject_t object, unsigned int n),
     (graph, object, n))
SEEN(simt_graph_set_symbol, "cudaGraphMemcpyNodeSetParamsToSymbol",
     (cudaGraphNode_t node, void *symbol, size_t symbol_bytes, void *other, size_t bytes,
      size_t offset, enum cudaMemcpyKind kind),
     (node, symbol, symbol_bytes, other, bytes, offset, kind))
SEEN(simt_graph_exec_set_symbol, "cudaGraphExecMemcpyNodeSetParamsToSymbol",
     (cudaGraphExec_t exec, cudaGraphNode_t node, void *symbol, size_t symbol_bytes, void *other,
      size_t bytes, size_t offset, enum cudaMemcpyKind kind),
     (exec, node, symbol, symbol_bytes, other, bytes, offset, kind))
