/**
 * @file
 * @brief What a program can ask about the device: properties and attributes, by CUDA's names.
 *
 * The fields are those of CUDA 13, without its texture and surface sizes, and the older ones that
 * programs still print.
 */
#ifndef SIMT_PROPS_H
#define SIMT_PROPS_H

#include "types.h"

typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;
typedef CUuuid cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    int major, minor;
    int multiProcessorCount;
    int warpSize;

    /* A launch. */
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int maxThreadsPerMultiProcessor;
    int maxBlocksPerMultiProcessor;
    int regsPerBlock;
    int regsPerMultiprocessor;
    int cooperativeLaunch;
    int clusterLaunch;
    int concurrentKernels;
    int computePreemptionSupported;
    int streamPrioritiesSupported;
    int unifiedFunctionPointers;

    /* Memory, in bytes. */
    size_t totalGlobalMem;
    size_t totalConstMem;
    size_t sharedMemPerBlock;
    size_t sharedMemPerBlockOptin;
    size_t sharedMemPerMultiprocessor;
    size_t reservedSharedMemPerBlock;
    size_t memPitch;
    size_t textureAlignment;
    size_t texturePitchAlignment;
    size_t surfaceAlignment;
    int l2CacheSize;
    int persistingL2CacheMaxSize;
    int accessPolicyMaxWindowSize;
    int memoryBusWidth; /**< bits */
    int globalL1CacheSupported;
    int localL1CacheSupported;
    int ECCEnabled;

    /* Host and device. */
    int integrated;
    int canMapHostMemory;
    int asyncEngineCount;
    int unifiedAddressing;
    int managedMemory;
    int concurrentManagedAccess;
    int pageableMemoryAccess;
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int canUseHostPointerForRegisteredMem;
    int hostRegisterSupported;
    int hostRegisterReadOnlySupported;
    int hostNativeAtomicSupported;
    int memoryPoolsSupported;
    int ipcEventSupported;
    int gpuDirectRDMASupported;
    int tccDriver;
    int mpsEnabled;
    int isMultiGpuBoard;
    int multiGpuBoardGroupID;
    int pciBusID, pciDeviceID, pciDomainID;
    int deviceNumaConfig, deviceNumaId, hostNumaId;

    /* Gone in CUDA 13. */
    int clockRate;       /**< kHz */
    int memoryClockRate; /**< kHz */
    int computeMode;
    int deviceOverlap;
    int kernelExecTimeoutEnabled;
    int singleToDoublePrecisionPerfRatio;
    int cooperativeMultiDeviceLaunch;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX,
    cudaDevAttrMaxBlockDimY,
    cudaDevAttrMaxBlockDimZ,
    cudaDevAttrMaxGridDimX,
    cudaDevAttrMaxGridDimY,
    cudaDevAttrMaxGridDimZ,
    cudaDevAttrMaxSharedMemoryPerBlock,
    cudaDevAttrTotalConstantMemory,
    cudaDevAttrWarpSize,
    cudaDevAttrMaxPitch,
    cudaDevAttrMaxRegistersPerBlock,
    cudaDevAttrClockRate,
    cudaDevAttrTextureAlignment,
    cudaDevAttrGpuOverlap,
    cudaDevAttrMultiProcessorCount,
    cudaDevAttrKernelExecTimeout,
    cudaDevAttrIntegrated,
    cudaDevAttrCanMapHostMemory,
    cudaDevAttrComputeMode,
    cudaDevAttrSurfaceAlignment = 30,
    cudaDevAttrConcurrentKernels,
    cudaDevAttrEccEnabled,
    cudaDevAttrPciBusId,
    cudaDevAttrPciDeviceId,
    cudaDevAttrTccDriver,
    cudaDevAttrMemoryClockRate,
    cudaDevAttrGlobalMemoryBusWidth,
    cudaDevAttrL2CacheSize,
    cudaDevAttrMaxThreadsPerMultiProcessor,
    cudaDevAttrAsyncEngineCount,
    cudaDevAttrUnifiedAddressing,
    cudaDevAttrPciDomainId = 50,
    cudaDevAttrTexturePitchAlignment,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor,
    cudaDevAttrStreamPrioritiesSupported = 78,
    cudaDevAttrGlobalL1CacheSupported,
    cudaDevAttrLocalL1CacheSupported,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor,
    cudaDevAttrMaxRegistersPerMultiprocessor,
    cudaDevAttrManagedMemory,
    cudaDevAttrIsMultiGpuBoard,
    cudaDevAttrMultiGpuBoardGroupID,
    cudaDevAttrHostNativeAtomicSupported,
    cudaDevAttrSingleToDoublePrecisionPerfRatio,
    cudaDevAttrPageableMemoryAccess,
    cudaDevAttrConcurrentManagedAccess,
    cudaDevAttrComputePreemptionSupported,
    cudaDevAttrCanUseHostPointerForRegisteredMem,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrCanFlushRemoteWrites,
    cudaDevAttrHostRegisterSupported,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables,
    cudaDevAttrDirectManagedMemAccessFromHost,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106,
    cudaDevAttrMaxPersistingL2CacheSize = 108,
    cudaDevAttrMaxAccessPolicyWindowSize,
    cudaDevAttrReservedSharedMemoryPerBlock = 111,
    cudaDevAttrHostRegisterReadOnlySupported = 113,
    cudaDevAttrMemoryPoolsSupported = 115,
    cudaDevAttrGPUDirectRDMASupported,
    cudaDevAttrClusterLaunch = 120,
    cudaDevAttrIpcEventSupport = 125,
    cudaDevAttrNumaConfig = 130,
    cudaDevAttrNumaId,
    cudaDevAttrMpsEnabled = 133,
    cudaDevAttrHostNumaId,
};

#endif
