/**
 * @file
 * @brief What a launch, a stream or a pool of memory may be told: attributes, by CUDA's names and numbers.
 */
#ifndef SIMT_LAUNCH_TYPES_H
#define SIMT_LAUNCH_TYPES_H

#include "types.h"

enum cudaAccessProperty {
    cudaAccessPropertyNormal,
    cudaAccessPropertyStreaming,
    cudaAccessPropertyPersisting,
};

struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    enum cudaAccessProperty hitProp, missProp;
};

enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1,
    cudaSyncPolicySpin,
    cudaSyncPolicyYield,
    cudaSyncPolicyBlockingSync,
};

enum cudaClusterSchedulingPolicy {
    cudaClusterSchedulingPolicyDefault,
    cudaClusterSchedulingPolicySpread,
    cudaClusterSchedulingPolicyLoadBalancing,
};

enum cudaLaunchMemSyncDomain { cudaLaunchMemSyncDomainDefault, cudaLaunchMemSyncDomainRemote };

/** Those that only make a GPU faster do nothing here. */
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomainMap = 9,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredClusterDimension = 11,
    cudaLaunchAttributeLaunchCompletionEvent = 12,
    cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
};

union cudaLaunchAttributeValue {
    char pad[64];
    struct cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    enum cudaSynchronizationPolicy syncPolicy;
    struct {
        unsigned int x, y, z;
    } clusterDim;
    enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed; /**< kernels run one behind the other all the same */
    struct {
        cudaEvent_t event;
        int flags, triggerAtBlockStart;
    } programmaticEvent;
    int priority;
    enum cudaLaunchMemSyncDomain memSyncDomain;
    struct {
        cudaEvent_t event;
        int flags;
    } launchCompletionEvent;
    unsigned int sharedMemCarveout;
};

struct cudaLaunchAttribute {
    enum cudaLaunchAttributeID id;
    union cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    struct cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;

#ifndef __cplusplus
typedef enum cudaLaunchAttributeID cudaLaunchAttributeID;
typedef union cudaLaunchAttributeValue cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute cudaLaunchAttribute;
#endif

/* A stream and a node of a graph take some of them. */
#define cudaStreamAttrID                          cudaLaunchAttributeID
#define cudaStreamAttrValue                       cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow     cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy  cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority               cudaLaunchAttributePriority
#define cudaStreamAttributeMemSyncDomain          cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttrID                      cudaLaunchAttributeID
#define cudaKernelNodeAttrValue                   cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative        cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority           cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension   cudaLaunchAttributeClusterDimension

/*
 * Pools of memory.
 */
enum cudaMemAllocationType {
    cudaMemAllocationTypeInvalid,
    cudaMemAllocationTypePinned,
    cudaMemAllocationTypeManaged,
    cudaMemAllocationTypeMax = 0x7fffffff,
};

enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8,
};

enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3,
};

struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};

struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

struct cudaMemPoolPtrExportData {
    unsigned char reserved[64];
};

/*
 * Modules of the driver API, as the runtime API names them. A kernel's handle may stand for its address.
 */
#define CUlib_st  simt_module
#define CUfunc_st simt_function
#define CUkern_st simt_function
typedef struct simt_module *cudaLibrary_t;
typedef struct simt_function *cudaFunction_t;
typedef struct simt_function *cudaKernel_t;
enum cudaJitOption {
    cudaJitMaxRegisters,
    cudaJitThreadsPerBlock,
    cudaJitWallTime,
    cudaJitInfoLogBuffer,
    cudaJitInfoLogBufferSizeBytes,
    cudaJitErrorLogBuffer,
    cudaJitErrorLogBufferSizeBytes,
    cudaJitOptimizationLevel,
    cudaJitFallbackStrategy = 10,
    cudaJitGenerateDebugInfo,
    cudaJitLogVerbose,
    cudaJitGenerateLineInfo,
    cudaJitCacheMode,
    cudaJitPositionIndependentCode = 30,
    cudaJitMinCtaPerSm,
    cudaJitMaxThreadsPerBlock,
    cudaJitOverrideDirectiveValues,
};
enum cudaLibraryOption {
    cudaLibraryHostUniversalFunctionAndDataTable,
    cudaLibraryBinaryIsPreserved,
};

/*
 * Other processes.
 */
#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcMemHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
} cudaIpcEventHandle_t;
#define cudaIpcMemLazyEnablePeerAccess 0x01

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported,
    cudaDevP2PAttrNativeAtomicSupported,
    cudaDevP2PAttrCudaArrayAccessSupported,
    cudaDevP2PAttrOnlyPartialNativeAtomicSupported,
};

enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess,
    cudaDriverEntryPointSymbolNotFound,
    cudaDriverEntryPointVersionNotSufficent,
};
#define cudaEnableDefault                0
#define cudaEnableLegacyStream           1
#define cudaEnablePerThreadDefaultStream 2

enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation,
    cudaMemRangeAttributeAccessedBy,
    cudaMemRangeAttributeLastPrefetchLocation,
    cudaMemRangeAttributePreferredLocationType,
    cudaMemRangeAttributePreferredLocationId,
    cudaMemRangeAttributeLastPrefetchLocationType,
    cudaMemRangeAttributeLastPrefetchLocationId,
};

#endif
