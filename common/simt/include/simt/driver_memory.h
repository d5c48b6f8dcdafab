/**
 * @file
 * @brief The driver API: pools of memory, managed memory, other processes, boxes of bytes, and arrays.
 *
 * Each function does what the runtime's function of the same purpose does, with the errors of driver_api.h. Sizes are
 * bytes, heights are rows, and each call costs as much as the runtime's.
 */
#ifndef SIMT_DRIVER_MEMORY_H
#define SIMT_DRIVER_MEMORY_H

#include "driver_types.h"

#define cuMemAllocHost_v2            cuMemAllocHost
#define cuMemAllocPitch_v2           cuMemAllocPitch
#define cuMemHostRegister_v2         cuMemHostRegister
#define cuMemHostGetDevicePointer_v2 cuMemHostGetDevicePointer
#define cuMemGetAddressRange_v2      cuMemGetAddressRange
#define cuMemcpyDtoDAsync_v2         cuMemcpyDtoDAsync
#define cuMemcpy2D_v2                cuMemcpy2D
#define cuMemcpy2DUnaligned_v2       cuMemcpy2DUnaligned
#define cuMemcpy2DAsync_v2           cuMemcpy2DAsync
#define cuMemcpy3D_v2                cuMemcpy3D
#define cuMemcpy3DAsync_v2           cuMemcpy3DAsync
#define cuMemcpyAtoA_v2              cuMemcpyAtoA
#define cuMemcpyAtoD_v2              cuMemcpyAtoD
#define cuMemcpyAtoH_v2              cuMemcpyAtoH
#define cuMemcpyAtoHAsync_v2         cuMemcpyAtoHAsync
#define cuMemcpyDtoA_v2              cuMemcpyDtoA
#define cuMemcpyHtoA_v2              cuMemcpyHtoA
#define cuMemcpyHtoAAsync_v2         cuMemcpyHtoAAsync
#define cuMemsetD16_v2               cuMemsetD16
#define cuMemsetD2D8_v2              cuMemsetD2D8
#define cuMemsetD2D16_v2             cuMemsetD2D16
#define cuMemsetD2D32_v2             cuMemsetD2D32
#define cuArrayCreate_v2             cuArrayCreate
#define cuArray3DCreate_v2           cuArray3DCreate
#define cuArrayGetDescriptor_v2      cuArrayGetDescriptor
#define cuArray3DGetDescriptor_v2    cuArray3DGetDescriptor
#define cuIpcOpenMemHandle_v2        cuIpcOpenMemHandle
#define cuMemAdvise_v2               cuMemAdvise
#define cuMemPrefetchAsync_v2        cuMemPrefetchAsync

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Pools. cuMemAllocAsync takes from the current pool of the device.
 */
typedef cudaMemPool_t CUmemoryPool;
typedef enum CUmemPool_attribute_enum {
    CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, /**< up to here int, from here cuuint64_t */
    CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
    CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
    CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH,
    CU_MEMPOOL_ATTR_USED_MEM_CURRENT,
    CU_MEMPOOL_ATTR_USED_MEM_HIGH,
} CUmemPool_attribute;
typedef struct CUmemPoolProps_st {
    CUmemAllocationType allocType;
    CUmemAllocationHandleType handleTypes;
    CUmemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
} CUmemPoolProps;
typedef struct cudaMemPoolPtrExportData CUmemPoolPtrExportData;

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props);
CUresult cuMemPoolDestroy(CUmemoryPool pool);
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes);
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t n);
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *where);
CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool, CUmemAllocationHandleType type,
                                          unsigned long long flags);
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle, CUmemAllocationHandleType type,
                                            unsigned long long flags);
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr d_pointer);
CUresult cuMemPoolImportPointer(CUdeviceptr *d_pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *d_pointer, size_t bytes, CUmemoryPool pool, CUstream stream);
CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *where, CUmemAllocationType type);
CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *where, CUmemAllocationType type);
CUresult cuMemSetMemPool(CUmemLocation *where, CUmemAllocationType type, CUmemoryPool pool);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);

/*
 * Managed and pinned memory.
 */
#define CU_DEVICE_CPU     ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)
typedef enum CUmem_advise_enum {
    CU_MEM_ADVISE_SET_READ_MOSTLY = 1,
    CU_MEM_ADVISE_UNSET_READ_MOSTLY,
    CU_MEM_ADVISE_SET_PREFERRED_LOCATION,
    CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION,
    CU_MEM_ADVISE_SET_ACCESSED_BY,
    CU_MEM_ADVISE_UNSET_ACCESSED_BY,
} CUmem_advise;
typedef enum CUmem_range_attribute_enum {
    CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
    CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE,
    CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE,
    CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID,
} CUmem_range_attribute;

CUresult cuMemAdvise(CUdeviceptr d_pointer, size_t bytes, CUmem_advise advice, CUmemLocation where);
CUresult cuMemPrefetchAsync(CUdeviceptr d_pointer, size_t bytes, CUmemLocation where, unsigned int flags,
                            CUstream stream);
CUresult cuMemRangeGetAttribute(void *value, size_t value_bytes, CUmem_range_attribute attribute, CUdeviceptr d_pointer,
                                size_t bytes);
CUresult cuMemRangeGetAttributes(void **values, size_t *value_bytes, CUmem_range_attribute *attributes, size_t n,
                                 CUdeviceptr d_pointer, size_t bytes);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr d_pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int *flags, void *pointer);
/** Gives 0 for what is not known of the pointer, instead of an error. */
CUresult cuPointerGetAttributes(unsigned int n, CUpointer_attribute *attributes, void **values, CUdeviceptr pointer);
/** Takes CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, which changes nothing here: copies wait as without it. */
CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr pointer);

/* Other processes. */
#define CU_IPC_HANDLE_SIZE                  CUDA_IPC_HANDLE_SIZE
typedef cudaIpcMemHandle_t CUipcMemHandle;
typedef cudaIpcEventHandle_t CUipcEventHandle;
CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr d_pointer);
CUresult cuIpcOpenMemHandle(CUdeviceptr *d_pointer, CUipcMemHandle handle, unsigned int flags);
CUresult cuIpcCloseMemHandle(CUdeviceptr d_pointer);
CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event);
CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle);

/*
 * Boxes of bytes. Of memory that is no array, x counts bytes, and a slice has srcHeight or dstHeight rows.
 */
typedef struct CUDA_MEMCPY3D_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;
/** The same, with contexts where the other has reserved words. */
typedef struct CUDA_MEMCPY3D_PEER_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    CUcontext srcContext;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    CUcontext dstContext;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D_PEER;

CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy);
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream);
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes);
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes,
                           CUstream stream);
/* The first row of an array; `at` counts its bytes. */
CUresult cuMemcpyAtoA(CUarray to, size_t to_at, CUarray from, size_t from_at, size_t bytes);
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t at, size_t bytes);
CUresult cuMemcpyAtoH(void *to, CUarray from, size_t at, size_t bytes);
CUresult cuMemcpyAtoHAsync(void *to, CUarray from, size_t at, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoA(CUarray to, size_t at, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoA(CUarray to, size_t at, const void *from, size_t bytes);
CUresult cuMemcpyHtoAAsync(CUarray to, size_t at, const void *from, size_t bytes, CUstream stream);
/* width counts values of 8, 16 or 32 bits, and pitch bytes. */
CUresult cuMemsetD2D8(CUdeviceptr d_pointer, size_t pitch, unsigned char value, size_t width, size_t height);
CUresult cuMemsetD2D16(CUdeviceptr d_pointer, size_t pitch, unsigned short value, size_t width, size_t height);
CUresult cuMemsetD2D32(CUdeviceptr d_pointer, size_t pitch, unsigned int value, size_t width, size_t height);
CUresult cuMemsetD2D8Async(CUdeviceptr d_pointer, size_t pitch, unsigned char value, size_t width, size_t height,
                           CUstream stream);
CUresult cuMemsetD2D16Async(CUdeviceptr d_pointer, size_t pitch, unsigned short value, size_t width, size_t height,
                            CUstream stream);
CUresult cuMemsetD2D32Async(CUdeviceptr d_pointer, size_t pitch, unsigned int value, size_t width, size_t height,
                            CUstream stream);

/*
 * Arrays, mipmaps, and what was asked of a texture or a surface.
 */
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                unsigned int levels);
CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap, unsigned int level);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap);
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject texture);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *desc, CUtexObject texture);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject surface);
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements, CUarray_format format, unsigned int components,
                                            CUdevice device);

#ifdef __cplusplus
}

/* As versions before CUDA 13 had them. */
static inline CUmemLocation simt_location_of(CUdevice device) {
    const CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0}, there = {CU_MEM_LOCATION_TYPE_DEVICE, device};
    return device == CU_DEVICE_CPU ? host : there;
}
static inline CUresult cuMemAdvise(CUdeviceptr d_pointer, size_t bytes, CUmem_advise advice, CUdevice device) {
    return cuMemAdvise(d_pointer, bytes, advice, simt_location_of(device));
}
static inline CUresult cuMemPrefetchAsync(CUdeviceptr d_pointer, size_t bytes, CUdevice device, CUstream stream) {
    return cuMemPrefetchAsync(d_pointer, bytes, simt_location_of(device), 0, stream);
}
#endif

#endif
