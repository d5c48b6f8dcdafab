/**
 * @file
 * @brief The driver API's calls of graphs and of stream capture, as checked programs make them (calls.c).
 */
#include "calls.h"

#include "simt/driver_api.h"

DRIVER(cuStreamBeginCapture, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
DRIVER(cuStreamBeginCaptureToGraph,
       (CUstream stream, CUgraph graph, const CUgraphNode *dependencies,
        const CUgraphEdgeData *edges, size_t n, CUstreamCaptureMode mode),
       (stream, graph, dependencies, edges, n, mode))
DRIVER(cuStreamEndCapture, (CUstream stream, CUgraph *graph), (stream, graph))
DRIVER(cuStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *status), (stream, status))
DRIVER(cuStreamGetCaptureInfo,
       (CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id, CUgraph *graph,
        const CUgraphNode **dependencies, const CUgraphEdgeData **edges, size_t *n),
       (stream, status, id, graph, dependencies, edges, n))
DRIVER(cuStreamUpdateCaptureDependencies,
       (CUstream stream, CUgraphNode *dependencies, const CUgraphEdgeData *edges, size_t n,
        unsigned int flags),
       (stream, dependencies, edges, n, flags))
DRIVER(cuThreadExchangeStreamCaptureMode, (CUstreamCaptureMode * mode), (mode))
DRIVER(cuGraphCreate, (CUgraph * graph, unsigned int flags), (graph, flags))
DRIVER(cuGraphDestroy, (CUgraph graph), (graph))
DRIVER(cuGraphClone, (CUgraph * clone, CUgraph graph), (clone, graph))
DRIVER(cuGraphNodeFindInClone, (CUgraphNode * node, CUgraphNode original, CUgraph clone),
       (node, original, clone))
DRIVER(cuGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n))
DRIVER(cuGraphGetRootNodes, (CUgraph graph, CUgraphNode *nodes, size_t *n), (graph, nodes, n))
DRIVER(cuGraphGetEdges,
       (CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges, size_t *n),
       (graph, from, to, edges, n))
DRIVER(cuGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type), (node, type))
DRIVER(cuGraphNodeGetDependencies,
       (CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n),
       (node, found, edges, n))
DRIVER(cuGraphNodeGetDependentNodes,
       (CUgraphNode node, CUgraphNode *found, CUgraphEdgeData *edges, size_t *n),
       (node, found, edges, n))
DRIVER(cuGraphAddDependencies,
       (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edges,
        size_t n),
       (graph, from, to, edges, n))
DRIVER(cuGraphRemoveDependencies,
       (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edges,
        size_t n),
       (graph, from, to, edges, n))
DRIVER(cuGraphDestroyNode, (CUgraphNode node), (node))
DRIVER(cuGraphConditionalHandleCreate,
       (CUgraphConditionalHandle * handle, CUgraph graph, CUcontext context, unsigned int at_launch,
        unsigned int flags),
       (handle, graph, context, at_launch, flags))
DRIVER(cuGraphDebugDotPrint, (CUgraph graph, const char *path, unsigned int flags),
       (graph, path, flags))
DRIVER(cuDeviceGraphMemTrim, (CUdevice device), (device))
DRIVER(cuDeviceGetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attribute, void *value),
       (device, attribute, value))
DRIVER(cuDeviceSetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attribute, void *value),
       (device, attribute, value))
DRIVER(cuUserObjectCreate,
       (CUuserObject * object, void *pointer, CUhostFn destroy, unsigned int n, unsigned int flags),
       (object, pointer, destroy, n, flags))
DRIVER(cuUserObjectRetain, (CUuserObject object, unsigned int n), (object, n))
DRIVER(cuUserObjectRelease, (CUuserObject object, unsigned int n), (object, n))
DRIVER(cuGraphRetainUserObject,
       (CUgraph graph, CUuserObject object, unsigned int n, unsigned int flags),
       (graph, object, n, flags))
DRIVER(cuGraphReleaseUserObject, (CUgraph graph, CUuserObject object, unsigned int n),
       (graph, object, n))
DRIVER(cuGraphAddNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies,
        const CUgraphEdgeData *edges, size_t n, CUgraphNodeParams *params),
       (node, graph, dependencies, edges, n, params))
DRIVER(cuGraphNodeSetParams, (CUgraphNode node, CUgraphNodeParams *params), (node, params))
DRIVER(cuGraphAddEmptyNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n),
       (node, graph, dependencies, n))
DRIVER(cuGraphAddKernelNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        const CUDA_KERNEL_NODE_PARAMS *params),
       (node, graph, dependencies, n, params))
DRIVER(cuGraphKernelNodeGetParams, (CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphKernelNodeSetParams, (CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphKernelNodeSetAttribute,
       (CUgraphNode node, CUkernelNodeAttrID id, const CUkernelNodeAttrValue *value),
       (node, id, value))
DRIVER(cuGraphKernelNodeGetAttribute,
       (CUgraphNode node, CUkernelNodeAttrID id, CUkernelNodeAttrValue *value), (node, id, value))
DRIVER(cuGraphKernelNodeCopyAttributes, (CUgraphNode to, CUgraphNode from), (to, from))
DRIVER(cuGraphAddMemcpyNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        const CUDA_MEMCPY3D *copy, CUcontext context),
       (node, graph, dependencies, n, copy, context))
DRIVER(cuGraphMemcpyNodeGetParams, (CUgraphNode node, CUDA_MEMCPY3D *copy), (node, copy))
DRIVER(cuGraphMemcpyNodeSetParams, (CUgraphNode node, const CUDA_MEMCPY3D *copy), (node, copy))
DRIVER(cuGraphAddMemsetNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context),
       (node, graph, dependencies, n, params, context))
DRIVER(cuGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphMemsetNodeSetParams, (CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphAddHostNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        const CUDA_HOST_NODE_PARAMS *params),
       (node, graph, dependencies, n, params))
DRIVER(cuGraphHostNodeGetParams, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *params), (node, params))
DRIVER(cuGraphHostNodeSetParams, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphAddChildGraphNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        CUgraph child),
       (node, graph, dependencies, n, child))
DRIVER(cuGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph), (node, graph))
DRIVER(cuGraphAddEventRecordNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        CUevent event),
       (node, graph, dependencies, n, event))
DRIVER(cuGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event))
DRIVER(cuGraphEventRecordNodeSetEvent, (CUgraphNode node, CUevent event), (node, event))
DRIVER(cuGraphAddEventWaitNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        CUevent event),
       (node, graph, dependencies, n, event))
DRIVER(cuGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event))
DRIVER(cuGraphEventWaitNodeSetEvent, (CUgraphNode node, CUevent event), (node, event))
DRIVER(cuGraphAddMemAllocNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        CUDA_MEM_ALLOC_NODE_PARAMS *params),
       (node, graph, dependencies, n, params))
DRIVER(cuGraphMemAllocNodeGetParams, (CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params),
       (node, params))
DRIVER(cuGraphAddMemFreeNode,
       (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t n,
        CUdeviceptr d_pointer),
       (node, graph, dependencies, n, d_pointer))
DRIVER(cuGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *d_pointer), (node, d_pointer))
DRIVER(cuGraphInstantiate, (CUgraphExec * exec, CUgraph graph, unsigned long long flags),
       (exec, graph, flags))
DRIVER(cuGraphInstantiateWithParams,
       (CUgraphExec * exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params),
       (exec, graph, params))
DRIVER(cuGraphExecGetFlags, (CUgraphExec exec, cuuint64_t *flags), (exec, flags))
DRIVER(cuGraphExecDestroy, (CUgraphExec exec), (exec))
DRIVER(cuGraphLaunch, (CUgraphExec exec, CUstream stream), (exec, stream))
DRIVER(cuGraphUpload, (CUgraphExec exec, CUstream stream), (exec, stream))
DRIVER(cuGraphExecUpdate, (CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result),
       (exec, graph, result))
DRIVER(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params),
       (exec, node, params))
DRIVER(cuGraphExecKernelNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params),
       (exec, node, params))
DRIVER(cuGraphExecMemcpyNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext context),
       (exec, node, copy, context))
DRIVER(cuGraphExecMemsetNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params,
        CUcontext context),
       (exec, node, params, context))
DRIVER(cuGraphExecHostNodeSetParams,
       (CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params),
       (exec, node, params))
DRIVER(cuGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node, CUgraph child),
       (exec, node, child))
DRIVER(cuGraphExecEventRecordNodeSetEvent, (CUgraphExec exec, CUgraphNode node, CUevent event),
       (exec, node, event))
DRIVER(cuGraphExecEventWaitNodeSetEvent, (CUgraphExec exec, CUgraphNode node, CUevent event),
       (exec, node, event))
DRIVER(cuGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned int enabled),
       (exec, node, enabled))
DRIVER(cuGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned int *enabled),
       (exec, node, enabled))
