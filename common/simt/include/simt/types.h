/**
 * @file
 * @brief The types, flags and limits that a host program names: CUDA 13's names and numbers.
 */
#ifndef SIMT_TYPES_H
#define SIMT_TYPES_H

#include <limits.h> /* CUDA's own header brings it, too */
#include <stddef.h>

#include "errors.h"
#include "vector.h"

/** Programs tell by this whether CUDA's types are known. */
#define __DRIVER_TYPES_H__

#define CUDART_VERSION 13000
#define CUDART_CB
#define CUDARTAPI

/*
 * Handles. Programs may name the structures themselves, as in CUstream_st *stream.
 */
#define CUstream_st        simt_stream
#define CUevent_st         simt_event
#define CUmemPoolHandle_st simt_pool
typedef struct simt_stream *cudaStream_t;
typedef struct simt_event *cudaEvent_t;

typedef struct simt_pool *cudaMemPool_t;

typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *user_data);
typedef void (*cudaHostFn_t)(void *user_data);

/** The two streams that exist from the start. */
#define cudaStreamLegacy    ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaStreamTailLaunch    ((cudaStream_t)0x3) /* for launches in kernels */
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

/*
 * Flags.
 */
#define cudaStreamDefault     0x00
#define cudaStreamNonBlocking 0x01

#define cudaEventDefault        0x00
#define cudaEventBlockingSync   0x01
#define cudaEventDisableTiming  0x02
#define cudaEventInterprocess   0x04
#define cudaEventRecordDefault  0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault    0x00
#define cudaEventWaitExternal   0x01

#define cudaHostAllocDefault       0x00
#define cudaHostAllocPortable      0x01
#define cudaHostAllocMapped        0x02
#define cudaHostAllocWriteCombined 0x04

#define cudaHostRegisterDefault  0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped   0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08

#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost   0x02
#define cudaMemAttachSingle 0x04

#define cudaDeviceScheduleAuto         0x00
#define cudaDeviceScheduleSpin         0x01
#define cudaDeviceScheduleYield        0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync         0x04
#define cudaDeviceScheduleMask         0x07
#define cudaDeviceMapHost              0x08
#define cudaDeviceLmemResizeToMax      0x10
#define cudaDeviceSyncMemops           0x80
#define cudaDeviceMask                 0xff

#define cudaOccupancyDefault                0x00
#define cudaOccupancyDisableCachingOverride 0x01

#define cudaPeerAccessDefault 0x00
#define cudaCpuDeviceId       ((int)-1)
#define cudaInvalidDeviceId   ((int)-2)

/*
 * Memory.
 */
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault, /**< the pointers tell */
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged,
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer;
    void *hostPointer;
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly,
    cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation,
    cudaMemAdviseSetAccessedBy,
    cudaMemAdviseUnsetAccessedBy,
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice,
    cudaMemLocationTypeHost,
    cudaMemLocationTypeHostNuma,
    cudaMemLocationTypeHostNumaCurrent,
};

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id; /**< a device's number */
};

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic,
    cudaMemPoolReuseAllowInternalDependencies, /**< up to here int, from here uint64_t */
    cudaMemPoolAttrReleaseThreshold,
    cudaMemPoolAttrReservedMemCurrent,
    cudaMemPoolAttrReservedMemHigh,
    cudaMemPoolAttrUsedMemCurrent,
    cudaMemPoolAttrUsedMemHigh,
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize,
                                                        size_t ysize) {
    struct cudaPitchedPtr p = {ptr, pitch, xsize, ysize};
    return p;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent e = {width, height, depth};
    return e;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos p = {x, y, z};
    return p;
}

/*
 * Kernels.
 */
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion, binaryVersion; /**< 10 * major + minor */
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
    int clusterDimMustBeSet;
    int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference;
    int nonPortableClusterSizeAllowed;
};

/** How numbers are rounded: to nearest even, towards 0, up, down. */
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout,
    cudaFuncAttributeClusterDimMustBeSet,
    cudaFuncAttributeRequiredClusterWidth,
    cudaFuncAttributeRequiredClusterHeight,
    cudaFuncAttributeRequiredClusterDepth,
    cudaFuncAttributeNonPortableClusterSizeAllowed,
    cudaFuncAttributeClusterSchedulingPolicyPreference,
    cudaFuncAttributeMax,
};

enum cudaFuncCache {
    cudaFuncCachePreferNone,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual,
};

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault,
    cudaSharedMemBankSizeFourByte,
    cudaSharedMemBankSizeEightByte,
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100,
};

/*
 * The device.
 */
enum cudaLimit {
    cudaLimitStackSize,
    cudaLimitPrintfFifoSize,
    cudaLimitMallocHeapSize,
    cudaLimitDevRuntimeSyncDepth,
    cudaLimitDevRuntimePendingLaunchCount,
    cudaLimitMaxL2FetchGranularity,
    cudaLimitPersistingL2CacheSize,
};

enum cudaComputeMode {
    cudaComputeModeDefault,
    cudaComputeModeExclusive,
    cudaComputeModeProhibited,
    cudaComputeModeExclusiveProcess,
};

#endif
