/**
 * @file
 * @brief The driver API: devices.
 */
#include "driver.h"

#include <stdio.h>
#include <string.h>

CUresult simt_of_device(CUdevice device, const void *result) {
    struct driver_call call = simt_driver_begin(false);
    if (call.refused) return call.refused;
    if (!result) return CUDA_ERROR_INVALID_VALUE;
    return simt_is_device(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetCount(int *n) {
    CUresult error = simt_of_device(0, n);
    if (!error) *n = simt_device_count();
    return error;
}

CUresult cuDeviceGet(CUdevice *device, int number) {
    CUresult error = simt_of_device(number, device);
    if (!error) *device = number;
    return error;
}

static cudaError_t attribute_of(int *value, CUdevice_attribute attribute, CUdevice device) {
    switch (attribute) { /* the driver's own */
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
        *value = 1;
        return cudaSuccess;
    default:
        return cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
    }
}
OF_DEVICE(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device), value,
          attribute_of(value, attribute, device))
OF_DEVICE(cuDeviceGetPCIBusId, (char *name, int bytes, CUdevice device), name,
          cudaDeviceGetPCIBusId(name, bytes, device))
OF_DEVICE(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer), can,
          cudaDeviceCanAccessPeer(can, device, peer))

static cudaError_t name_of(char *name, int bytes, CUdevice device) {
    struct cudaDeviceProp prop;
    if (bytes < 1) return cudaErrorInvalidValue;
    cudaGetDeviceProperties(&prop, device);
    snprintf(name, (size_t)bytes, "%s", prop.name);
    return cudaSuccess;
}
static cudaError_t uuid_of(CUuuid *uuid, CUdevice device) {
    struct cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    *uuid = prop.uuid;
    return cudaSuccess;
}
static cudaError_t memory_of(size_t *bytes, CUdevice device) {
    struct cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    *bytes = prop.totalGlobalMem;
    return cudaSuccess;
}
OF_DEVICE(cuDeviceGetName, (char *name, int bytes, CUdevice device), name,
          name_of(name, bytes, device))
OF_DEVICE(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), uuid, uuid_of(uuid, device))
OF_DEVICE(cuDeviceTotalMem, (size_t * bytes, CUdevice device), bytes, memory_of(bytes, device))

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *name) {
    CUresult error = simt_of_device(0, device);
    if (error) return error;
    struct driver_call call = simt_driver_begin(false);
    return simt_driver_end(&call, cudaDeviceGetByPCIBusId(device, name));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    CUresult error = simt_of_device(device, major);
    if (error || !minor) return error ? error : CUDA_ERROR_INVALID_VALUE;
    *major = simt_gpu()->capability / 10;
    *minor = simt_gpu()->capability % 10;
    return CUDA_SUCCESS;
}

/* Two devices. */
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice peer) {
    CUresult error = simt_of_device(device, value);
    if (!error) error = simt_of_device(peer, value);
    if (error) return error;
    struct driver_call call = simt_driver_begin(false);
    return simt_driver_end(&call, cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attribute, device, peer));
}

/* What it was before there were attributes. */
static cudaError_t old_properties(CUdevprop *old, CUdevice device) {
    struct cudaDeviceProp prop;
    int clock = 0;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);
    if (!error) error = cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device);
    if (error) return error;
    *old = (CUdevprop){
        .maxThreadsPerBlock = prop.maxThreadsPerBlock,
        .sharedMemPerBlock = (int)prop.sharedMemPerBlock,
        .totalConstantMemory = (int)prop.totalConstMem,
        .SIMDWidth = prop.warpSize,
        .memPitch = (int)prop.memPitch,
        .regsPerBlock = prop.regsPerBlock,
        .clockRate = clock,
        .textureAlign = (int)prop.textureAlignment,
    };
    memcpy(old->maxThreadsDim, prop.maxThreadsDim, sizeof(old->maxThreadsDim));
    memcpy(old->maxGridSize, prop.maxGridSize, sizeof(old->maxGridSize));
    return cudaSuccess;
}
OF_DEVICE(cuDeviceGetProperties, (CUdevprop * prop, CUdevice device), prop, old_properties(prop, device))

CUresult cuFlushGPUDirectRDMAWrites(int target, int scope) {
    struct driver_call call = simt_driver_begin(true);
    if (call.refused) return call.refused;
    return simt_driver_end(&call, cudaDeviceFlushGPUDirectRDMAWrites(target, scope));
}
