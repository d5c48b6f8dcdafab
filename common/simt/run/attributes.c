/**
 * @file
 * @brief What a program may ask about a device: those of the GPU that the runtime is (gpu.c), and CUDA's own.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* What textures and surfaces may have, as on an H100. */
static void set_textures(struct cudaDeviceProp *prop) {
    prop->textureAlignment = 512;
    prop->texturePitchAlignment = 32;
    prop->maxTexture1D = 131072;
    prop->maxTexture1DMipmap = 32768;
    prop->maxTexture1DLinear = 1 << 28;
    prop->maxTexture2D[0] = 131072;
    prop->maxTexture2D[1] = 65536;
    prop->maxTexture2DMipmap[0] = 32768;
    prop->maxTexture2DMipmap[1] = 32768;
    prop->maxTexture2DGather[0] = 32768;
    prop->maxTexture2DGather[1] = 32768;
    prop->maxTexture2DLinear[0] = 131072;
    prop->maxTexture2DLinear[1] = 65000;
    prop->maxTexture2DLinear[2] = 2097120;
    prop->maxTexture3D[0] = 16384;
    prop->maxTexture3D[1] = 16384;
    prop->maxTexture3D[2] = 16384;
    prop->maxTexture3DAlt[0] = 8192;
    prop->maxTexture3DAlt[1] = 8192;
    prop->maxTexture3DAlt[2] = 32768;
    prop->maxTexture1DLayered[0] = 32768;
    prop->maxTexture1DLayered[1] = 2048;
    prop->maxTexture2DLayered[0] = 32768;
    prop->maxTexture2DLayered[1] = 32768;
    prop->maxTexture2DLayered[2] = 2048;
    prop->maxTextureCubemap = 32768;
    prop->maxTextureCubemapLayered[0] = 32768;
    prop->maxTextureCubemapLayered[1] = 2046;
}

static void set_surfaces(struct cudaDeviceProp *prop) {
    prop->surfaceAlignment = 512;
    prop->maxSurface1D = 32768;
    prop->maxSurface2D[0] = 131072;
    prop->maxSurface2D[1] = 65536;
    prop->maxSurface3D[0] = 16384;
    prop->maxSurface3D[1] = 16384;
    prop->maxSurface3D[2] = 16384;
    prop->maxSurface1DLayered[0] = 32768;
    prop->maxSurface1DLayered[1] = 2048;
    prop->maxSurface2DLayered[0] = 32768;
    prop->maxSurface2DLayered[1] = 32768;
    prop->maxSurface2DLayered[2] = 2048;
    prop->maxSurfaceCubemap = 32768;
    prop->maxSurfaceCubemapLayered[0] = 32768;
    prop->maxSurfaceCubemapLayered[1] = 2046;
}

/* What it can do, beside computing. */
static void set_abilities(struct cudaDeviceProp *prop, const struct simt_gpu *gpu) {
    prop->canMapHostMemory = 1;
    prop->unifiedAddressing = 1;
    prop->managedMemory = 1;
    prop->concurrentKernels = 1;
    prop->asyncEngineCount = 2;
    prop->deviceOverlap = 1;
    prop->cooperativeLaunch = 1;
    prop->streamPrioritiesSupported = 1;
    prop->globalL1CacheSupported = 1;
    prop->localL1CacheSupported = 1;
    prop->hostNativeAtomicSupported = 1;
    prop->computePreemptionSupported = 1;
    prop->concurrentManagedAccess = 1;
    prop->canUseHostPointerForRegisteredMem = 1;
    prop->hostRegisterSupported = 1;
    prop->hostRegisterReadOnlySupported = 1;
    prop->memoryPoolsSupported = 1;
    prop->memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
    prop->ipcEventSupported = 1;
    prop->singleToDoublePrecisionPerfRatio = 2;
    prop->unifiedFunctionPointers = 1;
    prop->persistingL2CacheMaxSize = gpu->capability >= 80 ? gpu->l2_bytes / 8 * 5 : 0;
    prop->accessPolicyMaxWindowSize = gpu->capability >= 80 ? 128 << 20 : 0;
}

static struct cudaDeviceProp properties(int number) {
    const struct simt_gpu *gpu = simt_gpu();
    struct cudaDeviceProp prop = {
        .sharedMemPerBlock = SHARED_BYTES,
        .sharedMemPerBlockOptin = gpu->block_shared,
        .sharedMemPerMultiprocessor = gpu->sm_shared,
        .reservedSharedMemPerBlock = gpu->reserved,
        .regsPerBlock = 65536,
        .regsPerMultiprocessor = 65536,
        .warpSize = WARP_THREADS,
        .memPitch = INT32_MAX,
        .maxThreadsPerBlock = MAX_BLOCK_THREADS,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {INT32_MAX, 65535, 65535},
        .totalConstMem = 65536,
        .major = gpu->capability / 10,
        .minor = gpu->capability % 10,
        .multiProcessorCount = gpu->sm_count,
        .maxThreadsPerMultiProcessor = gpu->sm_threads,
        .maxBlocksPerMultiProcessor = gpu->sm_blocks,
        .l2CacheSize = gpu->l2_bytes,
        .memoryBusWidth = 64,
        .clockRate = 1000000,
        .memoryClockRate = 1000000,
        .pciBusID = number,
    };
    set_textures(&prop);
    set_surfaces(&prop);
    set_abilities(&prop, gpu);
    snprintf(prop.name, sizeof(prop.name), "%s", gpu->title);
    return prop;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int number) {
    if (!prop) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device(number)) return simt_fail(cudaErrorInvalidDevice);
    size_t free_bytes;
    *prop = properties(number);
    return cudaMemGetInfo(&free_bytes, &prop->totalGlobalMem);
}

/* The same as attributes. */
#define OF(field) offsetof(struct cudaDeviceProp, field)
static const struct {
    enum cudaDeviceAttr attribute;
    size_t at;
} attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, OF(maxThreadsPerBlock)},
    {cudaDevAttrMaxBlockDimX, OF(maxThreadsDim[0])},
    {cudaDevAttrMaxBlockDimY, OF(maxThreadsDim[1])},
    {cudaDevAttrMaxBlockDimZ, OF(maxThreadsDim[2])},
    {cudaDevAttrMaxGridDimX, OF(maxGridSize[0])},
    {cudaDevAttrMaxGridDimY, OF(maxGridSize[1])},
    {cudaDevAttrMaxGridDimZ, OF(maxGridSize[2])},
    {cudaDevAttrMaxSharedMemoryPerBlock, OF(sharedMemPerBlock)},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, OF(sharedMemPerBlockOptin)},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, OF(sharedMemPerMultiprocessor)},
    {cudaDevAttrTotalConstantMemory, OF(totalConstMem)},
    {cudaDevAttrWarpSize, OF(warpSize)},
    {cudaDevAttrMaxRegistersPerBlock, OF(regsPerBlock)},
    {cudaDevAttrMaxRegistersPerMultiprocessor, OF(regsPerMultiprocessor)},
    {cudaDevAttrClockRate, OF(clockRate)},
    {cudaDevAttrMemoryClockRate, OF(memoryClockRate)},
    {cudaDevAttrGlobalMemoryBusWidth, OF(memoryBusWidth)},
    {cudaDevAttrL2CacheSize, OF(l2CacheSize)},
    {cudaDevAttrMultiProcessorCount, OF(multiProcessorCount)},
    {cudaDevAttrMaxThreadsPerMultiProcessor, OF(maxThreadsPerMultiProcessor)},
    {cudaDevAttrMaxBlocksPerMultiprocessor, OF(maxBlocksPerMultiProcessor)},
    {cudaDevAttrComputeCapabilityMajor, OF(major)},
    {cudaDevAttrComputeCapabilityMinor, OF(minor)},
    {cudaDevAttrAsyncEngineCount, OF(asyncEngineCount)},
    {cudaDevAttrConcurrentKernels, OF(concurrentKernels)},
    {cudaDevAttrUnifiedAddressing, OF(unifiedAddressing)},
    {cudaDevAttrManagedMemory, OF(managedMemory)},
    {cudaDevAttrCanMapHostMemory, OF(canMapHostMemory)},
    {cudaDevAttrCooperativeLaunch, OF(cooperativeLaunch)},
    {cudaDevAttrStreamPrioritiesSupported, OF(streamPrioritiesSupported)},
    {cudaDevAttrPciBusId, OF(pciBusID)},
    {cudaDevAttrMaxPitch, OF(memPitch)},
    {cudaDevAttrTextureAlignment, OF(textureAlignment)},
    {cudaDevAttrTexturePitchAlignment, OF(texturePitchAlignment)},
    {cudaDevAttrSurfaceAlignment, OF(surfaceAlignment)},
    {cudaDevAttrGpuOverlap, OF(deviceOverlap)},
    {cudaDevAttrKernelExecTimeout, OF(kernelExecTimeoutEnabled)},
    {cudaDevAttrIntegrated, OF(integrated)},
    {cudaDevAttrComputeMode, OF(computeMode)},
    {cudaDevAttrEccEnabled, OF(ECCEnabled)},
    {cudaDevAttrPciDeviceId, OF(pciDeviceID)},
    {cudaDevAttrPciDomainId, OF(pciDomainID)},
    {cudaDevAttrTccDriver, OF(tccDriver)},
    {cudaDevAttrGlobalL1CacheSupported, OF(globalL1CacheSupported)},
    {cudaDevAttrLocalL1CacheSupported, OF(localL1CacheSupported)},
    {cudaDevAttrIsMultiGpuBoard, OF(isMultiGpuBoard)},
    {cudaDevAttrMultiGpuBoardGroupID, OF(multiGpuBoardGroupID)},
    {cudaDevAttrHostNativeAtomicSupported, OF(hostNativeAtomicSupported)},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, OF(singleToDoublePrecisionPerfRatio)},
    {cudaDevAttrPageableMemoryAccess, OF(pageableMemoryAccess)},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, OF(pageableMemoryAccessUsesHostPageTables)},
    {cudaDevAttrConcurrentManagedAccess, OF(concurrentManagedAccess)},
    {cudaDevAttrDirectManagedMemAccessFromHost, OF(directManagedMemAccessFromHost)},
    {cudaDevAttrComputePreemptionSupported, OF(computePreemptionSupported)},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, OF(canUseHostPointerForRegisteredMem)},
    {cudaDevAttrHostRegisterSupported, OF(hostRegisterSupported)},
    {cudaDevAttrHostRegisterReadOnlySupported, OF(hostRegisterReadOnlySupported)},
    {cudaDevAttrMaxPersistingL2CacheSize, OF(persistingL2CacheMaxSize)},
    {cudaDevAttrMaxAccessPolicyWindowSize, OF(accessPolicyMaxWindowSize)},
    {cudaDevAttrReservedSharedMemoryPerBlock, OF(reservedSharedMemPerBlock)},
    {cudaDevAttrSparseCudaArraySupported, OF(sparseCudaArraySupported)},
    {cudaDevAttrMemoryPoolsSupported, OF(memoryPoolsSupported)},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, OF(memoryPoolSupportedHandleTypes)},
    {cudaDevAttrClusterLaunch, OF(clusterLaunch)},
    {cudaDevAttrIpcEventSupport, OF(ipcEventSupported)},
    {cudaDevAttrMaxTexture1DWidth, OF(maxTexture1D)},
    {cudaDevAttrMaxTexture1DLinearWidth, OF(maxTexture1DLinear)},
    {cudaDevAttrMaxTexture1DMipmappedWidth, OF(maxTexture1DMipmap)},
    {cudaDevAttrMaxTexture2DWidth, OF(maxTexture2D[0])},
    {cudaDevAttrMaxTexture2DHeight, OF(maxTexture2D[1])},
    {cudaDevAttrMaxTexture2DMipmappedWidth, OF(maxTexture2DMipmap[0])},
    {cudaDevAttrMaxTexture2DMipmappedHeight, OF(maxTexture2DMipmap[1])},
    {cudaDevAttrMaxTexture2DGatherWidth, OF(maxTexture2DGather[0])},
    {cudaDevAttrMaxTexture2DGatherHeight, OF(maxTexture2DGather[1])},
    {cudaDevAttrMaxTexture2DLinearWidth, OF(maxTexture2DLinear[0])},
    {cudaDevAttrMaxTexture2DLinearHeight, OF(maxTexture2DLinear[1])},
    {cudaDevAttrMaxTexture2DLinearPitch, OF(maxTexture2DLinear[2])},
    {cudaDevAttrMaxTexture3DWidth, OF(maxTexture3D[0])},
    {cudaDevAttrMaxTexture3DHeight, OF(maxTexture3D[1])},
    {cudaDevAttrMaxTexture3DDepth, OF(maxTexture3D[2])},
    {cudaDevAttrMaxTexture3DWidthAlt, OF(maxTexture3DAlt[0])},
    {cudaDevAttrMaxTexture3DHeightAlt, OF(maxTexture3DAlt[1])},
    {cudaDevAttrMaxTexture3DDepthAlt, OF(maxTexture3DAlt[2])},
    {cudaDevAttrMaxTexture1DLayeredWidth, OF(maxTexture1DLayered[0])},
    {cudaDevAttrMaxTexture1DLayeredLayers, OF(maxTexture1DLayered[1])},
    {cudaDevAttrMaxTexture2DLayeredWidth, OF(maxTexture2DLayered[0])},
    {cudaDevAttrMaxTexture2DLayeredHeight, OF(maxTexture2DLayered[1])},
    {cudaDevAttrMaxTexture2DLayeredLayers, OF(maxTexture2DLayered[2])},
    {cudaDevAttrMaxTextureCubemapWidth, OF(maxTextureCubemap)},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, OF(maxTextureCubemapLayered[0])},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, OF(maxTextureCubemapLayered[1])},
    {cudaDevAttrMaxSurface1DWidth, OF(maxSurface1D)},
    {cudaDevAttrMaxSurface2DWidth, OF(maxSurface2D[0])},
    {cudaDevAttrMaxSurface2DHeight, OF(maxSurface2D[1])},
    {cudaDevAttrMaxSurface3DWidth, OF(maxSurface3D[0])},
    {cudaDevAttrMaxSurface3DHeight, OF(maxSurface3D[1])},
    {cudaDevAttrMaxSurface3DDepth, OF(maxSurface3D[2])},
    {cudaDevAttrMaxSurface1DLayeredWidth, OF(maxSurface1DLayered[0])},
    {cudaDevAttrMaxSurface1DLayeredLayers, OF(maxSurface1DLayered[1])},
    {cudaDevAttrMaxSurface2DLayeredWidth, OF(maxSurface2DLayered[0])},
    {cudaDevAttrMaxSurface2DLayeredHeight, OF(maxSurface2DLayered[1])},
    {cudaDevAttrMaxSurface2DLayeredLayers, OF(maxSurface2DLayered[2])},
    {cudaDevAttrMaxSurfaceCubemapWidth, OF(maxSurfaceCubemap)},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, OF(maxSurfaceCubemapLayered[0])},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, OF(maxSurfaceCubemapLayered[1])},
};

/* Those that are not here are 0. Numbers of one word and of two begin with the low one. */
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int number) {
    if (!value) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device(number)) return simt_fail(cudaErrorInvalidDevice);
    const struct cudaDeviceProp prop = properties(number);
    if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax)
        return simt_fail(cudaErrorInvalidValue);
    *value = 0;
    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
        if (attributes[i].attribute == attribute)
            memcpy(value, (const char *)&prop + attributes[i].at, sizeof(*value));
    return simt_enter(false);
}
