/**
 * @file
 * @brief The driver API: flags and policies by CUDA's names and numbers. Those of the runtime are the same values.
 */
#ifndef SIMT_DRIVER_FLAGS_H
#define SIMT_DRIVER_FLAGS_H

#include "launch_types.h"

/*
 * Contexts, streams and events.
 */
typedef enum CUctx_flags_enum {
    CU_CTX_SCHED_AUTO = 0x00,
    CU_CTX_SCHED_SPIN = 0x01,
    CU_CTX_SCHED_YIELD = 0x02,
    CU_CTX_SCHED_BLOCKING_SYNC = 0x04,
    CU_CTX_BLOCKING_SYNC = 0x04,
    CU_CTX_SCHED_MASK = 0x07,
    CU_CTX_MAP_HOST = 0x08,
    CU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
    CU_CTX_COREDUMP_ENABLE = 0x20,
    CU_CTX_USER_COREDUMP_ENABLE = 0x40,
    CU_CTX_SYNC_MEMOPS = 0x80,
    CU_CTX_FLAGS_MASK = 0xff,
} CUctx_flags;
typedef enum CUstream_flags_enum {
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1
} CUstream_flags;
typedef enum CUevent_flags_enum {
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_EVENT_INTERPROCESS = 4,
} CUevent_flags;
typedef enum CUevent_wait_flags_enum {
    CU_EVENT_WAIT_DEFAULT = 0,
    CU_EVENT_WAIT_EXTERNAL = 1
} CUevent_wait_flags;
typedef enum CUevent_record_flags_enum {
    CU_EVENT_RECORD_DEFAULT = 0,
    CU_EVENT_RECORD_EXTERNAL = 1,
} CUevent_record_flags;

typedef enum cudaSynchronizationPolicy CUsynchronizationPolicy;
#define CU_SYNC_POLICY_AUTO          cudaSyncPolicyAuto
#define CU_SYNC_POLICY_SPIN          cudaSyncPolicySpin
#define CU_SYNC_POLICY_YIELD         cudaSyncPolicyYield
#define CU_SYNC_POLICY_BLOCKING_SYNC cudaSyncPolicyBlockingSync

/*
 * Memory.
 */
typedef enum CUmemAttach_flags_enum {
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4,
} CUmemAttach_flags;
typedef enum CUipcMem_flags_enum { CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1 } CUipcMem_flags;

typedef enum cudaAccessProperty CUaccessProperty;
#define CU_ACCESS_PROPERTY_NORMAL     cudaAccessPropertyNormal
#define CU_ACCESS_PROPERTY_STREAMING  cudaAccessPropertyStreaming
#define CU_ACCESS_PROPERTY_PERSISTING cudaAccessPropertyPersisting

/*
 * Launches and functions.
 */
typedef enum CUoccupancy_flags_enum {
    CU_OCCUPANCY_DEFAULT = 0,
    CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 1,
} CUoccupancy_flags;
typedef enum CUshared_carveout_enum {
    CU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
    CU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
    CU_SHAREDMEM_CARVEOUT_MAX_L1 = 0,
} CUshared_carveout;

typedef enum cudaClusterSchedulingPolicy CUclusterSchedulingPolicy;
#define CU_CLUSTER_SCHEDULING_POLICY_DEFAULT        cudaClusterSchedulingPolicyDefault
#define CU_CLUSTER_SCHEDULING_POLICY_SPREAD         cudaClusterSchedulingPolicySpread
#define CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING cudaClusterSchedulingPolicyLoadBalancing

typedef enum cudaLaunchMemSyncDomain CUlaunchMemSyncDomain;
#define CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT cudaLaunchMemSyncDomainDefault
#define CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE  cudaLaunchMemSyncDomainRemote

/*
 * Modules: how code is made of PTX. There is none here, so each is taken.
 */
typedef enum CUjit_fallback_enum { CU_PREFER_PTX, CU_PREFER_BINARY } CUjit_fallback;
typedef enum CUjit_cacheMode_enum {
    CU_JIT_CACHE_OPTION_NONE,
    CU_JIT_CACHE_OPTION_CG,
    CU_JIT_CACHE_OPTION_CA,
} CUjit_cacheMode;

/*
 * Graphs: what a drawing shows. It is the same with each.
 */
typedef enum CUgraphDebugDot_flags_enum {
    CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1 << 0,
    CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 1 << 1,
    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 1 << 2,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 1 << 3,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 1 << 4,
    CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 1 << 5,
    CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 1 << 6,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 1 << 7,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 1 << 8,
    CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 1 << 9,
    CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1 << 10,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 1 << 11,
    CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 1 << 12,
    CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 1 << 13,
    CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 1 << 14,
    CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS = 1 << 15,
} CUgraphDebugDot_flags;
typedef enum CUuserObject_flags_enum { CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } CUuserObject_flags;
typedef enum CUuserObjectRetain_flags_enum {
    CU_GRAPH_USER_OBJECT_MOVE = 1
} CUuserObjectRetain_flags;

#endif
