/**
 * @file
 * @brief The driver API's functions as checked programs call them: as in calls.c.
 *
 * A file of its own, so that a program that calls none of them does not take the driver API from the archive.
 */
#include "calls.h"

#include "simt/driver_api.h"

/* What gives memory. */
#define TAKES(name, parameters, arguments)                                                         \
    CUresult simt_seen_##name parameters;                                                          \
    __attribute__((noinline)) CUresult simt_seen_##name parameters {                               \
        simt_call = (struct simt_call){#name, HERE};                                               \
        CUresult error = name arguments;                                                           \
        if (!error) check_taken((void *)(uintptr_t)*p);                                            \
        return (CUresult)check_call((cudaError_t)error, #name, NULL);                              \
    }

DRIVER(cuDeviceGetCount, (int *n), (n))
DRIVER(cuDeviceGet, (CUdevice * device, int number), (device, number))
DRIVER(cuDeviceGetName, (char *name, int bytes, CUdevice device), (name, bytes, device))
DRIVER(cuDeviceGetUuid, (CUuuid * uuid, CUdevice device), (uuid, device))
DRIVER(cuDeviceTotalMem, (size_t * bytes, CUdevice device), (bytes, device))
DRIVER(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device),
       (value, attribute, device))
DRIVER(cuDeviceComputeCapability, (int *major, int *minor, CUdevice device), (major, minor, device))
DRIVER(cuDeviceGetPCIBusId, (char *name, int bytes, CUdevice device), (name, bytes, device))
DRIVER(cuDeviceGetByPCIBusId, (CUdevice * device, const char *name), (device, name))
DRIVER(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer), (can, device, peer))
SEEN_AS(CUresult, simt_context_create, "cuCtxCreate",
        (CUcontext * context, CUctxCreateParams *params, unsigned int flags, CUdevice device),
        (context, params, flags, device))
DRIVER(cuCtxDestroy, (CUcontext context), (context))
DRIVER(cuCtxSetCurrent, (CUcontext context), (context))
DRIVER(cuCtxGetCurrent, (CUcontext * context), (context))
DRIVER(cuCtxPushCurrent, (CUcontext context), (context))
DRIVER(cuCtxPopCurrent, (CUcontext * context), (context))
DRIVER(cuCtxSynchronize, (void), ())
DRIVER(cuCtxGetDevice, (CUdevice * device), (device))
DRIVER(cuCtxGetFlags, (unsigned int *flags), (flags))
DRIVER(cuCtxGetApiVersion, (CUcontext context, unsigned int *version), (context, version))
DRIVER(cuCtxGetLimit, (size_t * value, CUlimit limit), (value, limit))
DRIVER(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value))
DRIVER(cuCtxGetCacheConfig, (CUfunc_cache * config), (config))
DRIVER(cuCtxSetCacheConfig, (CUfunc_cache config), (config))
DRIVER(cuCtxGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))
DRIVER(cuCtxEnablePeerAccess, (CUcontext peer, unsigned int flags), (peer, flags))
DRIVER(cuCtxDisablePeerAccess, (CUcontext peer), (peer))
DRIVER(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device), (context, device))
DRIVER(cuDevicePrimaryCtxRelease, (CUdevice device), (device))
DRIVER(cuDevicePrimaryCtxReset, (CUdevice device), (device))
DRIVER(cuDevicePrimaryCtxSetFlags, (CUdevice device, unsigned int flags), (device, flags))
DRIVER(cuDevicePrimaryCtxGetState, (CUdevice device, unsigned int *flags, int *active),
       (device, flags, active))
DRIVER(cuMemGetInfo, (size_t * free_bytes, size_t *total_bytes), (free_bytes, total_bytes))
TAKES(cuMemAlloc, (CUdeviceptr * p, size_t bytes), (p, bytes))
TAKES(cuMemAllocPitch,
      (CUdeviceptr * p, size_t *pitch, size_t width, size_t height, unsigned int element_bytes),
      (p, pitch, width, height, element_bytes))
TAKES(cuMemAllocManaged, (CUdeviceptr * p, size_t bytes, unsigned int flags), (p, bytes, flags))
TAKES(cuMemAllocAsync, (CUdeviceptr * p, size_t bytes, CUstream stream), (p, bytes, stream))
DRIVER(cuMemFree, (CUdeviceptr d_pointer), (d_pointer))
DRIVER(cuMemFreeAsync, (CUdeviceptr d_pointer, CUstream stream), (d_pointer, stream))
TAKES(cuMemAllocHost, (void **p, size_t bytes), (p, bytes))
TAKES(cuMemHostAlloc, (void **p, size_t bytes, unsigned int flags), (p, bytes, flags))
DRIVER(cuMemFreeHost, (void *pointer), (pointer))
DRIVER(cuMemHostRegister, (void *pointer, size_t bytes, unsigned int flags),
       (pointer, bytes, flags))
DRIVER(cuMemHostUnregister, (void *pointer), (pointer))
DRIVER(cuMemGetAllocationGranularity,
       (size_t * bytes, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags flags),
       (bytes, prop, flags))
DRIVER(cuMemAddressReserve,
       (CUdeviceptr * d_pointer, size_t bytes, size_t alignment, CUdeviceptr wish,
        unsigned long long flags),
       (d_pointer, bytes, alignment, wish, flags))
DRIVER(cuMemAddressFree, (CUdeviceptr d_pointer, size_t bytes), (d_pointer, bytes))
DRIVER(cuMemCreate,
       (CUmemGenericAllocationHandle * handle, size_t bytes, const CUmemAllocationProp *prop,
        unsigned long long flags),
       (handle, bytes, prop, flags))
DRIVER(cuMemRelease, (CUmemGenericAllocationHandle handle), (handle))
DRIVER(cuMemRetainAllocationHandle, (CUmemGenericAllocationHandle * handle, void *pointer),
       (handle, pointer))
DRIVER(cuMemGetAllocationPropertiesFromHandle,
       (CUmemAllocationProp * prop, CUmemGenericAllocationHandle handle), (prop, handle))
DRIVER(cuMemMap,
       (CUdeviceptr d_pointer, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
        unsigned long long flags),
       (d_pointer, bytes, offset, handle, flags))
DRIVER(cuMemUnmap, (CUdeviceptr d_pointer, size_t bytes), (d_pointer, bytes))
DRIVER(cuMemSetAccess,
       (CUdeviceptr d_pointer, size_t bytes, const CUmemAccessDesc *access, size_t n),
       (d_pointer, bytes, access, n))
DRIVER(cuMemGetAccess,
       (unsigned long long *flags, const CUmemLocation *location, CUdeviceptr d_pointer),
       (flags, location, d_pointer))
DRIVER(cuMemHostGetDevicePointer, (CUdeviceptr * d_pointer, void *pointer, unsigned int flags),
       (d_pointer, pointer, flags))
DRIVER(cuMemGetAddressRange, (CUdeviceptr * start, size_t *bytes, CUdeviceptr d_pointer),
       (start, bytes, d_pointer))
DRIVER(cuPointerGetAttribute, (void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
       (value, attribute, pointer))
DRIVER(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyHtoD, (CUdeviceptr to, const void *from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
       (to, from, bytes, stream))
DRIVER(cuMemcpyHtoDAsync, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream),
       (to, from, bytes, stream))
DRIVER(cuMemcpyDtoHAsync, (void *to, CUdeviceptr from, size_t bytes, CUstream stream),
       (to, from, bytes, stream))
DRIVER(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
       (to, from, bytes, stream))
DRIVER(cuMemcpy2D, (const CUDA_MEMCPY2D *copy), (copy))
DRIVER(cuMemcpy2DUnaligned, (const CUDA_MEMCPY2D *copy), (copy))
DRIVER(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *copy, CUstream stream), (copy, stream))
DRIVER(cuMemsetD8, (CUdeviceptr d_pointer, unsigned char value, size_t n), (d_pointer, value, n))
DRIVER(cuMemsetD16, (CUdeviceptr d_pointer, unsigned short value, size_t n), (d_pointer, value, n))
DRIVER(cuMemsetD32, (CUdeviceptr d_pointer, unsigned int value, size_t n), (d_pointer, value, n))
DRIVER(cuMemsetD8Async, (CUdeviceptr d_pointer, unsigned char value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuMemsetD16Async, (CUdeviceptr d_pointer, unsigned short value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuMemsetD32Async, (CUdeviceptr d_pointer, unsigned int value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuArrayCreate, (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *descriptor),
       (array, descriptor))
DRIVER(cuArray3DCreate, (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor),
       (array, descriptor))
DRIVER(cuArrayDestroy, (CUarray array), (array))
DRIVER(cuTexObjectCreate,
       (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *desc,
        const CUDA_RESOURCE_VIEW_DESC *view),
       (texture, resource, desc, view))
DRIVER(cuTexObjectDestroy, (CUtexObject texture), (texture))
DRIVER(cuSurfObjectCreate, (CUsurfObject * surface, const CUDA_RESOURCE_DESC *resource),
       (surface, resource))
DRIVER(cuSurfObjectDestroy, (CUsurfObject surface), (surface))
DRIVER(cuStreamCreate, (CUstream * stream, unsigned int flags), (stream, flags))
DRIVER(cuStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority),
       (stream, flags, priority))
DRIVER(cuStreamDestroy, (CUstream stream), (stream))
DRIVER(cuStreamSynchronize, (CUstream stream), (stream))
DRIVER(cuStreamQuery, (CUstream stream), (stream))
DRIVER(cuStreamGetFlags, (CUstream stream, unsigned int *flags), (stream, flags))
DRIVER(cuStreamGetPriority, (CUstream stream, int *priority), (stream, priority))
DRIVER(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
       (stream, event, flags))
DRIVER(cuStreamAddCallback,
       (CUstream stream, CUstreamCallback callback, void *user_data, unsigned int flags),
       (stream, callback, user_data, flags))
DRIVER(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void *user_data),
       (stream, function, user_data))
DRIVER(cuEventCreate, (CUevent * event, unsigned int flags), (event, flags))
DRIVER(cuEventDestroy, (CUevent event), (event))
DRIVER(cuEventRecord, (CUevent event, CUstream stream), (event, stream))
DRIVER(cuEventRecordWithFlags, (CUevent event, CUstream stream, unsigned int flags),
       (event, stream, flags))
DRIVER(cuEventSynchronize, (CUevent event), (event))
DRIVER(cuEventQuery, (CUevent event), (event))
DRIVER(cuEventElapsedTime, (float *ms, CUevent start, CUevent stop), (ms, start, stop))
DRIVER(cuModuleLoad, (CUmodule * module, const char *file), (module, file))
DRIVER(cuModuleLoadData, (CUmodule * module, const void *image), (module, image))
DRIVER(cuModuleLoadDataEx,
       (CUmodule * module, const void *image, unsigned int n, CUjit_option *options, void **values),
       (module, image, n, options, values))
DRIVER(cuModuleLoadFatBinary, (CUmodule * module, const void *image), (module, image))
DRIVER(cuModuleUnload, (CUmodule module), (module))
DRIVER(cuModuleGetFunction, (CUfunction * function, CUmodule module, const char *name),
       (function, module, name))
DRIVER(cuModuleGetGlobal,
       (CUdeviceptr * d_pointer, size_t *bytes, CUmodule module, const char *name),
       (d_pointer, bytes, module, name))
DRIVER(cuLibraryLoadData,
       (CUlibrary * library, const void *image, CUjit_option *options, void **values,
        unsigned int n, CUlibraryOption *library_options, void **library_values,
        unsigned int n_library),
       (library, image, options, values, n, library_options, library_values, n_library))
DRIVER(cuLibraryLoadFromFile,
       (CUlibrary * library, const char *file, CUjit_option *options, void **values, unsigned int n,
        CUlibraryOption *library_options, void **library_values, unsigned int n_library),
       (library, file, options, values, n, library_options, library_values, n_library))
DRIVER(cuLibraryUnload, (CUlibrary library), (library))
DRIVER(cuLibraryGetKernel, (CUkernel * kernel, CUlibrary library, const char *name),
       (kernel, library, name))
DRIVER(cuLibraryGetModule, (CUmodule * module, CUlibrary library), (module, library))
DRIVER(cuLibraryGetGlobal,
       (CUdeviceptr * d_pointer, size_t *bytes, CUlibrary library, const char *name),
       (d_pointer, bytes, library, name))
DRIVER(cuKernelGetFunction, (CUfunction * function, CUkernel kernel), (function, kernel))
DRIVER(cuLinkCreate, (unsigned int n, CUjit_option *options, void **values, CUlinkState *state),
       (n, options, values, state))
DRIVER(cuLinkAddData,
       (CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *name,
        unsigned int n, CUjit_option *options, void **values),
       (state, type, data, bytes, name, n, options, values))
DRIVER(cuLinkAddFile,
       (CUlinkState state, CUjitInputType type, const char *file, unsigned int n,
        CUjit_option *options, void **values),
       (state, type, file, n, options, values))
DRIVER(cuLinkComplete, (CUlinkState state, void **image, size_t *bytes), (state, image, bytes))
DRIVER(cuLinkDestroy, (CUlinkState state), (state))
DRIVER(cuFuncGetAttribute, (int *value, CUfunction_attribute attribute, CUfunction function),
       (value, attribute, function))
DRIVER(cuFuncSetAttribute, (CUfunction function, CUfunction_attribute attribute, int value),
       (function, attribute, value))
DRIVER(cuFuncSetCacheConfig, (CUfunction function, CUfunc_cache config), (function, config))
DRIVER(cuFuncSetSharedMemConfig, (CUfunction function, CUsharedconfig config), (function, config))
DRIVER(cuFuncGetModule, (CUmodule * module, CUfunction function), (module, function))
DRIVER(cuFuncGetName, (const char **name, CUfunction function), (name, function))
DRIVER(cuFuncGetParamInfo, (CUfunction function, size_t index, size_t *offset, size_t *bytes),
       (function, index, offset, bytes))
DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor,
       (int *blocks, CUfunction function, int threads, size_t dynamic_bytes),
       (blocks, function, threads, dynamic_bytes))
DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
       (int *blocks, CUfunction function, int threads, size_t dynamic_bytes, unsigned int flags),
       (blocks, function, threads, dynamic_bytes, flags))
DRIVER(cuOccupancyMaxPotentialBlockSize,
       (int *min_grid, int *threads, CUfunction function, CUoccupancyB2DSize bytes_of,
        size_t dynamic_bytes, int limit),
       (min_grid, threads, function, bytes_of, dynamic_bytes, limit))
DRIVER(cuLaunchKernel,
       (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
        CUstream stream, void **args, void **extra),
       (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, args,
        extra))
DRIVER(cuLaunchCooperativeKernel,
       (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
        CUstream stream, void **args),
       (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, args))
DRIVER(cuLaunchKernelEx,
       (const CUlaunchConfig *config, CUfunction function, void **args, void **extra),
       (config, function, args, extra))
DRIVER(cuProfilerStart, (void), ())
DRIVER(cuProfilerStop, (void), ())
DRIVER(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *props), (pool, props))
DRIVER(cuMemPoolDestroy, (CUmemoryPool pool), (pool))
DRIVER(cuMemPoolTrimTo, (CUmemoryPool pool, size_t bytes), (pool, bytes))
DRIVER(cuMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
       (pool, attribute, value))
DRIVER(cuMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
       (pool, attribute, value))
DRIVER(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *access, size_t n),
       (pool, access, n))
DRIVER(cuMemPoolGetAccess, (CUmemAccess_flags * flags, CUmemoryPool pool, CUmemLocation *where),
       (flags, pool, where))
DRIVER(cuMemPoolExportToShareableHandle,
       (void *handle, CUmemoryPool pool, CUmemAllocationHandleType type, unsigned long long flags),
       (handle, pool, type, flags))
DRIVER(cuMemPoolImportFromShareableHandle,
       (CUmemoryPool * pool, void *handle, CUmemAllocationHandleType type,
        unsigned long long flags),
       (pool, handle, type, flags))
DRIVER(cuMemPoolExportPointer, (CUmemPoolPtrExportData * data, CUdeviceptr d_pointer),
       (data, d_pointer))
DRIVER(cuMemPoolImportPointer,
       (CUdeviceptr * d_pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data),
       (d_pointer, pool, data))
TAKES(cuMemAllocFromPoolAsync, (CUdeviceptr * p, size_t bytes, CUmemoryPool pool, CUstream stream),
      (p, bytes, pool, stream))
DRIVER(cuMemGetDefaultMemPool,
       (CUmemoryPool * pool, CUmemLocation *where, CUmemAllocationType type), (pool, where, type))
DRIVER(cuMemGetMemPool, (CUmemoryPool * pool, CUmemLocation *where, CUmemAllocationType type),
       (pool, where, type))
DRIVER(cuMemSetMemPool, (CUmemLocation * where, CUmemAllocationType type, CUmemoryPool pool),
       (where, type, pool))
DRIVER(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device))
DRIVER(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device), (pool, device))
DRIVER(cuDeviceSetMemPool, (CUdevice device, CUmemoryPool pool), (device, pool))
DRIVER(cuMemAdvise, (CUdeviceptr d_pointer, size_t bytes, CUmem_advise advice, CUmemLocation where),
       (d_pointer, bytes, advice, where))
DRIVER(cuMemPrefetchAsync,
       (CUdeviceptr d_pointer, size_t bytes, CUmemLocation where, unsigned int flags,
        CUstream stream),
       (d_pointer, bytes, where, flags, stream))
DRIVER(cuMemRangeGetAttribute,
       (void *value, size_t value_bytes, CUmem_range_attribute attribute, CUdeviceptr d_pointer,
        size_t bytes),
       (value, value_bytes, attribute, d_pointer, bytes))
DRIVER(cuMemRangeGetAttributes,
       (void **values, size_t *value_bytes, CUmem_range_attribute *attributes, size_t n,
        CUdeviceptr d_pointer, size_t bytes),
       (values, value_bytes, attributes, n, d_pointer, bytes))
DRIVER(cuStreamAttachMemAsync,
       (CUstream stream, CUdeviceptr d_pointer, size_t bytes, unsigned int flags),
       (stream, d_pointer, bytes, flags))
DRIVER(cuMemHostGetFlags, (unsigned int *flags, void *pointer), (flags, pointer))
DRIVER(cuPointerGetAttributes,
       (unsigned int n, CUpointer_attribute *attributes, void **values, CUdeviceptr pointer),
       (n, attributes, values, pointer))
DRIVER(cuPointerSetAttribute,
       (const void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
       (value, attribute, pointer))
DRIVER(cuIpcGetMemHandle, (CUipcMemHandle * handle, CUdeviceptr d_pointer), (handle, d_pointer))
DRIVER(cuIpcOpenMemHandle, (CUdeviceptr * d_pointer, CUipcMemHandle handle, unsigned int flags),
       (d_pointer, handle, flags))
DRIVER(cuIpcCloseMemHandle, (CUdeviceptr d_pointer), (d_pointer))
DRIVER(cuIpcGetEventHandle, (CUipcEventHandle * handle, CUevent event), (handle, event))
DRIVER(cuIpcOpenEventHandle, (CUevent * event, CUipcEventHandle handle), (event, handle))
DRIVER(cuMemcpy3D, (const CUDA_MEMCPY3D *copy), (copy))
DRIVER(cuMemcpy3DAsync, (const CUDA_MEMCPY3D *copy, CUstream stream), (copy, stream))
DRIVER(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *copy), (copy))
DRIVER(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream stream), (copy, stream))
DRIVER(cuMemcpyPeer,
       (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
        size_t bytes),
       (to, to_context, from, from_context, bytes))
DRIVER(cuMemcpyPeerAsync,
       (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
        size_t bytes, CUstream stream),
       (to, to_context, from, from_context, bytes, stream))
DRIVER(cuMemcpyAtoA, (CUarray to, size_t to_at, CUarray from, size_t from_at, size_t bytes),
       (to, to_at, from, from_at, bytes))
DRIVER(cuMemcpyAtoD, (CUdeviceptr to, CUarray from, size_t at, size_t bytes), (to, from, at, bytes))
DRIVER(cuMemcpyAtoH, (void *to, CUarray from, size_t at, size_t bytes), (to, from, at, bytes))
DRIVER(cuMemcpyAtoHAsync, (void *to, CUarray from, size_t at, size_t bytes, CUstream stream),
       (to, from, at, bytes, stream))
DRIVER(cuMemcpyDtoA, (CUarray to, size_t at, CUdeviceptr from, size_t bytes), (to, at, from, bytes))
DRIVER(cuMemcpyHtoA, (CUarray to, size_t at, const void *from, size_t bytes), (to, at, from, bytes))
DRIVER(cuMemcpyHtoAAsync, (CUarray to, size_t at, const void *from, size_t bytes, CUstream stream),
       (to, at, from, bytes, stream))
DRIVER(cuMemsetD2D8,
       (CUdeviceptr d_pointer, size_t pitch, unsigned char value, size_t width, size_t height),
       (d_pointer, pitch, value, width, height))
DRIVER(cuMemsetD2D16,
       (CUdeviceptr d_pointer, size_t pitch, unsigned short value, size_t width, size_t height),
       (d_pointer, pitch, value, width, height))
DRIVER(cuMemsetD2D32,
       (CUdeviceptr d_pointer, size_t pitch, unsigned int value, size_t width, size_t height),
       (d_pointer, pitch, value, width, height))
DRIVER(cuMemsetD2D8Async,
       (CUdeviceptr d_pointer, size_t pitch, unsigned char value, size_t width, size_t height,
        CUstream stream),
       (d_pointer, pitch, value, width, height, stream))
DRIVER(cuMemsetD2D16Async,
       (CUdeviceptr d_pointer, size_t pitch, unsigned short value, size_t width, size_t height,
        CUstream stream),
       (d_pointer, pitch, value, width, height, stream))
DRIVER(cuMemsetD2D32Async,
       (CUdeviceptr d_pointer, size_t pitch, unsigned int value, size_t width, size_t height,
        CUstream stream),
       (d_pointer, pitch, value, width, height, stream))
DRIVER(cuArrayGetDescriptor, (CUDA_ARRAY_DESCRIPTOR * descriptor, CUarray array),
       (descriptor, array))
DRIVER(cuArray3DGetDescriptor, (CUDA_ARRAY3D_DESCRIPTOR * descriptor, CUarray array),
       (descriptor, array))
DRIVER(cuMipmappedArrayCreate,
       (CUmipmappedArray * mipmap, const CUDA_ARRAY3D_DESCRIPTOR *descriptor, unsigned int levels),
       (mipmap, descriptor, levels))
DRIVER(cuMipmappedArrayGetLevel, (CUarray * array, CUmipmappedArray mipmap, unsigned int level),
       (array, mipmap, level))
DRIVER(cuMipmappedArrayDestroy, (CUmipmappedArray mipmap), (mipmap))
DRIVER(cuTexObjectGetResourceDesc, (CUDA_RESOURCE_DESC * resource, CUtexObject texture),
       (resource, texture))
DRIVER(cuTexObjectGetTextureDesc, (CUDA_TEXTURE_DESC * desc, CUtexObject texture), (desc, texture))
DRIVER(cuSurfObjectGetResourceDesc, (CUDA_RESOURCE_DESC * resource, CUsurfObject surface),
       (resource, surface))
DRIVER(cuDeviceGetTexture1DLinearMaxWidth,
       (size_t * elements, CUarray_format format, unsigned int components, CUdevice device),
       (elements, format, components, device))
DRIVER(cuDeviceGetP2PAttribute,
       (int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice peer),
       (value, attribute, device, peer))
DRIVER(cuDeviceGetProperties, (CUdevprop * prop, CUdevice device), (prop, device))
DRIVER(cuFlushGPUDirectRDMAWrites, (int target, int scope), (target, scope))
DRIVER(cuCtxSetFlags, (unsigned int flags), (flags))
DRIVER(cuCtxGetId, (CUcontext context, unsigned long long *id), (context, id))
DRIVER(cuCtxAttach, (CUcontext * context, unsigned int flags), (context, flags))
DRIVER(cuCtxDetach, (CUcontext context), (context))
DRIVER(cuCtxGetSharedMemConfig, (CUsharedconfig * config), (config))
DRIVER(cuCtxSetSharedMemConfig, (CUsharedconfig config), (config))
DRIVER(cuCtxResetPersistingL2Cache, (void), ())
DRIVER(cuMemExportToShareableHandle,
       (void *file, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type,
        unsigned long long flags),
       (file, handle, type, flags))
DRIVER(cuMemImportFromShareableHandle,
       (CUmemGenericAllocationHandle * handle, void *file, CUmemAllocationHandleType type),
       (handle, file, type))
DRIVER(cuStreamGetId, (CUstream stream, unsigned long long *id), (stream, id))
DRIVER(cuStreamGetDevice, (CUstream stream, CUdevice *device), (stream, device))
DRIVER(cuStreamGetCtx, (CUstream stream, CUcontext *context), (stream, context))
DRIVER(cuStreamGetAttribute, (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value),
       (stream, id, value))
DRIVER(cuStreamSetAttribute, (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value),
       (stream, id, value))
DRIVER(cuStreamCopyAttributes, (CUstream to, CUstream from), (to, from))
DRIVER(cuModuleEnumerateFunctions, (CUfunction * functions, unsigned int n, CUmodule module),
       (functions, n, module))
DRIVER(cuModuleGetFunctionCount, (unsigned int *n, CUmodule module), (n, module))
DRIVER(cuModuleGetLoadingMode, (CUmoduleLoadingMode * mode), (mode))
DRIVER(cuLibraryEnumerateKernels, (CUkernel * kernels, unsigned int n, CUlibrary library),
       (kernels, n, library))
DRIVER(cuLibraryGetKernelCount, (unsigned int *n, CUlibrary library), (n, library))
DRIVER(cuKernelGetLibrary, (CUlibrary * library, CUkernel kernel), (library, kernel))
DRIVER(cuKernelGetName, (const char **name, CUkernel kernel), (name, kernel))
DRIVER(cuKernelGetParamInfo, (CUkernel kernel, size_t index, size_t *offset, size_t *bytes),
       (kernel, index, offset, bytes))
DRIVER(cuKernelGetAttribute,
       (int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device),
       (value, attribute, kernel, device))
DRIVER(cuKernelSetAttribute,
       (CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device),
       (attribute, value, kernel, device))
DRIVER(cuKernelSetCacheConfig, (CUkernel kernel, CUfunc_cache config, CUdevice device),
       (kernel, config, device))
DRIVER(cuFuncIsLoaded, (CUfunctionLoadingState * state, CUfunction function), (state, function))
DRIVER(cuFuncLoad, (CUfunction function), (function))
DRIVER(cuOccupancyAvailableDynamicSMemPerBlock,
       (size_t * bytes, CUfunction function, int blocks, int threads),
       (bytes, function, blocks, threads))
DRIVER(cuOccupancyMaxActiveClusters,
       (int *clusters, CUfunction function, const CUlaunchConfig *config),
       (clusters, function, config))
DRIVER(cuOccupancyMaxPotentialClusterSize,
       (int *blocks, CUfunction function, const CUlaunchConfig *config), (blocks, function, config))
DRIVER(cuOccupancyMaxPotentialBlockSizeWithFlags,
       (int *min_grid, int *threads, CUfunction function, CUoccupancyB2DSize bytes_of,
        size_t dynamic_bytes, int limit, unsigned int flags),
       (min_grid, threads, function, bytes_of, dynamic_bytes, limit, flags))
DRIVER(cuFuncSetBlockShape, (CUfunction function, int x, int y, int z), (function, x, y, z))
DRIVER(cuFuncSetSharedSize, (CUfunction function, unsigned int bytes), (function, bytes))
DRIVER(cuParamSetSize, (CUfunction function, unsigned int bytes), (function, bytes))
DRIVER(cuParamSeti, (CUfunction function, int offset, unsigned int value),
       (function, offset, value))
DRIVER(cuParamSetf, (CUfunction function, int offset, float value), (function, offset, value))
DRIVER(cuParamSetv, (CUfunction function, int offset, void *value, unsigned int bytes),
       (function, offset, value, bytes))
DRIVER(cuLaunch, (CUfunction function), (function))
DRIVER(cuLaunchGrid, (CUfunction function, int grid_x, int grid_y), (function, grid_x, grid_y))
DRIVER(cuLaunchGridAsync, (CUfunction function, int grid_x, int grid_y, CUstream stream),
       (function, grid_x, grid_y, stream))
CALL(cudaLibraryLoadData,
     (cudaLibrary_t * library, const void *image, enum cudaJitOption *options, void **values,
      unsigned int n, enum cudaLibraryOption *library_options, void **library_values,
      unsigned int n_library),
     (library, image, options, values, n, library_options, library_values, n_library))
CALL(cudaLibraryLoadFromFile,
     (cudaLibrary_t * library, const char *file, enum cudaJitOption *options, void **values,
      unsigned int n, enum cudaLibraryOption *library_options, void **library_values,
      unsigned int n_library),
     (library, file, options, values, n, library_options, library_values, n_library))
CALL(cudaLibraryUnload, (cudaLibrary_t library), (library))
CALL(cudaLibraryGetKernel, (cudaKernel_t * kernel, cudaLibrary_t library, const char *name),
     (kernel, library, name))
CALL(cudaLibraryGetGlobal,
     (void **d_pointer, size_t *bytes, cudaLibrary_t library, const char *name),
     (d_pointer, bytes, library, name))
CALL(cudaLibraryGetKernelCount, (unsigned int *n, cudaLibrary_t library), (n, library))
CALL(cudaLibraryEnumerateKernels, (cudaKernel_t * kernels, unsigned int n, cudaLibrary_t library),
     (kernels, n, library))
CALL(cudaKernelSetAttributeForDevice,
     (cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device),
     (kernel, attribute, value, device))
CALL(cudaGetFuncBySymbol, (cudaFunction_t * function, const void *symbol), (function, symbol))
CALL(cudaGetKernel, (cudaKernel_t * kernel, const void *symbol), (kernel, symbol))
CALL(cudaFuncGetParamInfo, (const void *function, size_t index, size_t *offset, size_t *bytes),
     (function, index, offset, bytes))
