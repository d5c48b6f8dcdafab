/**
 * @file
 * @brief The driver API's functions as checked programs call them: as in calls.c.
 *
 * A file of its own, so that a program that calls none of them does not take the driver API from the archive.
 */
#include "calls.h"

#include "simt/driver_api.h"

#define DRIVER(name, shown, parameters, arguments)                                                 \
    CUresult simt_seen_##name parameters;                                                          \
    __attribute__((noinline)) CUresult simt_seen_##name parameters {                               \
        simt_call = (struct simt_call){shown, HERE};                                               \
        return (CUresult)check_call((cudaError_t)name arguments, shown, NULL);                     \
    }
/* What gives memory. */
#define TAKES(name, parameters, arguments)                                                         \
    CUresult simt_seen_##name parameters;                                                          \
    __attribute__((noinline)) CUresult simt_seen_##name parameters {                               \
        simt_call = (struct simt_call){#name, HERE};                                               \
        CUresult error = name arguments;                                                           \
        if (!error) check_taken((void *)(uintptr_t)*p);                                            \
        return (CUresult)check_call((cudaError_t)error, #name, NULL);                              \
    }

DRIVER(cuDeviceGetCount, "cuDeviceGetCount", (int *n), (n))
DRIVER(cuDeviceGet, "cuDeviceGet", (CUdevice * device, int number), (device, number))
DRIVER(cuDeviceGetName, "cuDeviceGetName", (char *name, int bytes, CUdevice device),
       (name, bytes, device))
DRIVER(cuDeviceGetUuid, "cuDeviceGetUuid", (CUuuid * uuid, CUdevice device), (uuid, device))
DRIVER(cuDeviceTotalMem, "cuDeviceTotalMem", (size_t * bytes, CUdevice device), (bytes, device))
DRIVER(cuDeviceGetAttribute, "cuDeviceGetAttribute",
       (int *value, CUdevice_attribute attribute, CUdevice device), (value, attribute, device))
DRIVER(cuDeviceComputeCapability, "cuDeviceComputeCapability",
       (int *major, int *minor, CUdevice device), (major, minor, device))
DRIVER(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", (char *name, int bytes, CUdevice device),
       (name, bytes, device))
DRIVER(cuDeviceGetByPCIBusId, "cuDeviceGetByPCIBusId", (CUdevice * device, const char *name),
       (device, name))
DRIVER(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int *can, CUdevice device, CUdevice peer),
       (can, device, peer))
DRIVER(simt_context_create, "cuCtxCreate",
       (CUcontext * context, CUctxCreateParams *params, unsigned int flags, CUdevice device),
       (context, params, flags, device))
DRIVER(cuCtxDestroy, "cuCtxDestroy", (CUcontext context), (context))
DRIVER(cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext context), (context))
DRIVER(cuCtxGetCurrent, "cuCtxGetCurrent", (CUcontext * context), (context))
DRIVER(cuCtxPushCurrent, "cuCtxPushCurrent", (CUcontext context), (context))
DRIVER(cuCtxPopCurrent, "cuCtxPopCurrent", (CUcontext * context), (context))
DRIVER(cuCtxSynchronize, "cuCtxSynchronize", (void), ())
DRIVER(cuCtxGetDevice, "cuCtxGetDevice", (CUdevice * device), (device))
DRIVER(cuCtxGetFlags, "cuCtxGetFlags", (unsigned int *flags), (flags))
DRIVER(cuCtxGetApiVersion, "cuCtxGetApiVersion", (CUcontext context, unsigned int *version),
       (context, version))
DRIVER(cuCtxGetLimit, "cuCtxGetLimit", (size_t * value, CUlimit limit), (value, limit))
DRIVER(cuCtxSetLimit, "cuCtxSetLimit", (CUlimit limit, size_t value), (limit, value))
DRIVER(cuCtxGetCacheConfig, "cuCtxGetCacheConfig", (CUfunc_cache * config), (config))
DRIVER(cuCtxSetCacheConfig, "cuCtxSetCacheConfig", (CUfunc_cache config), (config))
DRIVER(cuCtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange", (int *least, int *greatest),
       (least, greatest))
DRIVER(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", (CUcontext peer, unsigned int flags),
       (peer, flags))
DRIVER(cuCtxDisablePeerAccess, "cuCtxDisablePeerAccess", (CUcontext peer), (peer))
DRIVER(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device),
       (context, device))
DRIVER(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease", (CUdevice device), (device))
DRIVER(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset", (CUdevice device), (device))
DRIVER(cuDevicePrimaryCtxSetFlags, "cuDevicePrimaryCtxSetFlags",
       (CUdevice device, unsigned int flags), (device, flags))
DRIVER(cuDevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState",
       (CUdevice device, unsigned int *flags, int *active), (device, flags, active))
DRIVER(cuMemGetInfo, "cuMemGetInfo", (size_t * free_bytes, size_t *total_bytes),
       (free_bytes, total_bytes))
TAKES(cuMemAlloc, (CUdeviceptr * p, size_t bytes), (p, bytes))
TAKES(cuMemAllocPitch,
      (CUdeviceptr * p, size_t *pitch, size_t width, size_t height, unsigned int element_bytes),
      (p, pitch, width, height, element_bytes))
TAKES(cuMemAllocManaged, (CUdeviceptr * p, size_t bytes, unsigned int flags), (p, bytes, flags))
TAKES(cuMemAllocAsync, (CUdeviceptr * p, size_t bytes, CUstream stream), (p, bytes, stream))
DRIVER(cuMemFree, "cuMemFree", (CUdeviceptr d_pointer), (d_pointer))
DRIVER(cuMemFreeAsync, "cuMemFreeAsync", (CUdeviceptr d_pointer, CUstream stream),
       (d_pointer, stream))
TAKES(cuMemAllocHost, (void **p, size_t bytes), (p, bytes))
TAKES(cuMemHostAlloc, (void **p, size_t bytes, unsigned int flags), (p, bytes, flags))
DRIVER(cuMemFreeHost, "cuMemFreeHost", (void *pointer), (pointer))
DRIVER(cuMemHostRegister, "cuMemHostRegister", (void *pointer, size_t bytes, unsigned int flags),
       (pointer, bytes, flags))
DRIVER(cuMemHostUnregister, "cuMemHostUnregister", (void *pointer), (pointer))
DRIVER(cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer",
       (CUdeviceptr * d_pointer, void *pointer, unsigned int flags), (d_pointer, pointer, flags))
DRIVER(cuMemGetAddressRange, "cuMemGetAddressRange",
       (CUdeviceptr * start, size_t *bytes, CUdeviceptr d_pointer), (start, bytes, d_pointer))
DRIVER(cuPointerGetAttribute, "cuPointerGetAttribute",
       (void *value, CUpointer_attribute attribute, CUdeviceptr pointer),
       (value, attribute, pointer))
DRIVER(cuMemcpy, "cuMemcpy", (CUdeviceptr to, CUdeviceptr from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyHtoD, "cuMemcpyHtoD", (CUdeviceptr to, const void *from, size_t bytes),
       (to, from, bytes))
DRIVER(cuMemcpyDtoH, "cuMemcpyDtoH", (void *to, CUdeviceptr from, size_t bytes), (to, from, bytes))
DRIVER(cuMemcpyDtoD, "cuMemcpyDtoD", (CUdeviceptr to, CUdeviceptr from, size_t bytes),
       (to, from, bytes))
DRIVER(cuMemcpyAsync, "cuMemcpyAsync",
       (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
DRIVER(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync",
       (CUdeviceptr to, const void *from, size_t bytes, CUstream stream), (to, from, bytes, stream))
DRIVER(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync",
       (void *to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
DRIVER(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync",
       (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream), (to, from, bytes, stream))
DRIVER(cuMemcpy2D, "cuMemcpy2D", (const CUDA_MEMCPY2D *copy), (copy))
DRIVER(cuMemcpy2DUnaligned, "cuMemcpy2DUnaligned", (const CUDA_MEMCPY2D *copy), (copy))
DRIVER(cuMemcpy2DAsync, "cuMemcpy2DAsync", (const CUDA_MEMCPY2D *copy, CUstream stream),
       (copy, stream))
DRIVER(cuMemsetD8, "cuMemsetD8", (CUdeviceptr d_pointer, unsigned char value, size_t n),
       (d_pointer, value, n))
DRIVER(cuMemsetD16, "cuMemsetD16", (CUdeviceptr d_pointer, unsigned short value, size_t n),
       (d_pointer, value, n))
DRIVER(cuMemsetD32, "cuMemsetD32", (CUdeviceptr d_pointer, unsigned int value, size_t n),
       (d_pointer, value, n))
DRIVER(cuMemsetD8Async, "cuMemsetD8Async",
       (CUdeviceptr d_pointer, unsigned char value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuMemsetD16Async, "cuMemsetD16Async",
       (CUdeviceptr d_pointer, unsigned short value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuMemsetD32Async, "cuMemsetD32Async",
       (CUdeviceptr d_pointer, unsigned int value, size_t n, CUstream stream),
       (d_pointer, value, n, stream))
DRIVER(cuArrayCreate, "cuArrayCreate", (CUarray * array, const CUDA_ARRAY_DESCRIPTOR *descriptor),
       (array, descriptor))
DRIVER(cuArray3DCreate, "cuArray3DCreate",
       (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor), (array, descriptor))
DRIVER(cuArrayDestroy, "cuArrayDestroy", (CUarray array), (array))
DRIVER(cuTexObjectCreate, "cuTexObjectCreate",
       (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *desc,
        const CUDA_RESOURCE_VIEW_DESC *view),
       (texture, resource, desc, view))
DRIVER(cuTexObjectDestroy, "cuTexObjectDestroy", (CUtexObject texture), (texture))
DRIVER(cuSurfObjectCreate, "cuSurfObjectCreate",
       (CUsurfObject * surface, const CUDA_RESOURCE_DESC *resource), (surface, resource))
DRIVER(cuSurfObjectDestroy, "cuSurfObjectDestroy", (CUsurfObject surface), (surface))
DRIVER(cuStreamCreate, "cuStreamCreate", (CUstream * stream, unsigned int flags), (stream, flags))
DRIVER(cuStreamCreateWithPriority, "cuStreamCreateWithPriority",
       (CUstream * stream, unsigned int flags, int priority), (stream, flags, priority))
DRIVER(cuStreamDestroy, "cuStreamDestroy", (CUstream stream), (stream))
DRIVER(cuStreamSynchronize, "cuStreamSynchronize", (CUstream stream), (stream))
DRIVER(cuStreamQuery, "cuStreamQuery", (CUstream stream), (stream))
DRIVER(cuStreamGetFlags, "cuStreamGetFlags", (CUstream stream, unsigned int *flags),
       (stream, flags))
DRIVER(cuStreamGetPriority, "cuStreamGetPriority", (CUstream stream, int *priority),
       (stream, priority))
DRIVER(cuStreamWaitEvent, "cuStreamWaitEvent", (CUstream stream, CUevent event, unsigned int flags),
       (stream, event, flags))
DRIVER(cuStreamAddCallback, "cuStreamAddCallback",
       (CUstream stream, CUstreamCallback callback, void *user_data, unsigned int flags),
       (stream, callback, user_data, flags))
DRIVER(cuLaunchHostFunc, "cuLaunchHostFunc", (CUstream stream, CUhostFn function, void *user_data),
       (stream, function, user_data))
DRIVER(cuEventCreate, "cuEventCreate", (CUevent * event, unsigned int flags), (event, flags))
DRIVER(cuEventDestroy, "cuEventDestroy", (CUevent event), (event))
DRIVER(cuEventRecord, "cuEventRecord", (CUevent event, CUstream stream), (event, stream))
DRIVER(cuEventRecordWithFlags, "cuEventRecordWithFlags",
       (CUevent event, CUstream stream, unsigned int flags), (event, stream, flags))
DRIVER(cuEventSynchronize, "cuEventSynchronize", (CUevent event), (event))
DRIVER(cuEventQuery, "cuEventQuery", (CUevent event), (event))
DRIVER(cuEventElapsedTime, "cuEventElapsedTime", (float *ms, CUevent start, CUevent stop),
       (ms, start, stop))
DRIVER(cuModuleLoad, "cuModuleLoad", (CUmodule * module, const char *file), (module, file))
DRIVER(cuModuleLoadData, "cuModuleLoadData", (CUmodule * module, const void *image),
       (module, image))
DRIVER(cuModuleLoadDataEx, "cuModuleLoadDataEx",
       (CUmodule * module, const void *image, unsigned int n, CUjit_option *options, void **values),
       (module, image, n, options, values))
DRIVER(cuModuleLoadFatBinary, "cuModuleLoadFatBinary", (CUmodule * module, const void *image),
       (module, image))
DRIVER(cuModuleUnload, "cuModuleUnload", (CUmodule module), (module))
DRIVER(cuModuleGetFunction, "cuModuleGetFunction",
       (CUfunction * function, CUmodule module, const char *name), (function, module, name))
DRIVER(cuModuleGetGlobal, "cuModuleGetGlobal",
       (CUdeviceptr * d_pointer, size_t *bytes, CUmodule module, const char *name),
       (d_pointer, bytes, module, name))
DRIVER(cuLibraryLoadData, "cuLibraryLoadData",
       (CUlibrary * library, const void *image, CUjit_option *options, void **values,
        unsigned int n, CUlibraryOption *library_options, void **library_values,
        unsigned int n_library),
       (library, image, options, values, n, library_options, library_values, n_library))
DRIVER(cuLibraryLoadFromFile, "cuLibraryLoadFromFile",
       (CUlibrary * library, const char *file, CUjit_option *options, void **values, unsigned int n,
        CUlibraryOption *library_options, void **library_values, unsigned int n_library),
       (library, file, options, values, n, library_options, library_values, n_library))
DRIVER(cuLibraryUnload, "cuLibraryUnload", (CUlibrary library), (library))
DRIVER(cuLibraryGetKernel, "cuLibraryGetKernel",
       (CUkernel * kernel, CUlibrary library, const char *name), (kernel, library, name))
DRIVER(cuLibraryGetModule, "cuLibraryGetModule", (CUmodule * module, CUlibrary library),
       (module, library))
DRIVER(cuLibraryGetGlobal, "cuLibraryGetGlobal",
       (CUdeviceptr * d_pointer, size_t *bytes, CUlibrary library, const char *name),
       (d_pointer, bytes, library, name))
DRIVER(cuKernelGetFunction, "cuKernelGetFunction", (CUfunction * function, CUkernel kernel),
       (function, kernel))
DRIVER(cuLinkCreate, "cuLinkCreate",
       (unsigned int n, CUjit_option *options, void **values, CUlinkState *state),
       (n, options, values, state))
DRIVER(cuLinkAddData, "cuLinkAddData",
       (CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *name,
        unsigned int n, CUjit_option *options, void **values),
       (state, type, data, bytes, name, n, options, values))
DRIVER(cuLinkAddFile, "cuLinkAddFile",
       (CUlinkState state, CUjitInputType type, const char *file, unsigned int n,
        CUjit_option *options, void **values),
       (state, type, file, n, options, values))
DRIVER(cuLinkComplete, "cuLinkComplete", (CUlinkState state, void **image, size_t *bytes),
       (state, image, bytes))
DRIVER(cuLinkDestroy, "cuLinkDestroy", (CUlinkState state), (state))
DRIVER(cuFuncGetAttribute, "cuFuncGetAttribute",
       (int *value, CUfunction_attribute attribute, CUfunction function),
       (value, attribute, function))
DRIVER(cuFuncSetAttribute, "cuFuncSetAttribute",
       (CUfunction function, CUfunction_attribute attribute, int value),
       (function, attribute, value))
DRIVER(cuFuncSetCacheConfig, "cuFuncSetCacheConfig", (CUfunction function, CUfunc_cache config),
       (function, config))
DRIVER(cuFuncSetSharedMemConfig, "cuFuncSetSharedMemConfig",
       (CUfunction function, CUsharedconfig config), (function, config))
DRIVER(cuFuncGetModule, "cuFuncGetModule", (CUmodule * module, CUfunction function),
       (module, function))
DRIVER(cuFuncGetName, "cuFuncGetName", (const char **name, CUfunction function), (name, function))
DRIVER(cuFuncGetParamInfo, "cuFuncGetParamInfo",
       (CUfunction function, size_t index, size_t *offset, size_t *bytes),
       (function, index, offset, bytes))
DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor",
       (int *blocks, CUfunction function, int threads, size_t dynamic_bytes),
       (blocks, function, threads, dynamic_bytes))
DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
       "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
       (int *blocks, CUfunction function, int threads, size_t dynamic_bytes, unsigned int flags),
       (blocks, function, threads, dynamic_bytes, flags))
DRIVER(cuOccupancyMaxPotentialBlockSize, "cuOccupancyMaxPotentialBlockSize",
       (int *min_grid, int *threads, CUfunction function, CUoccupancyB2DSize bytes_of,
        size_t dynamic_bytes, int limit),
       (min_grid, threads, function, bytes_of, dynamic_bytes, limit))
DRIVER(cuLaunchKernel, "cuLaunchKernel",
       (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
        CUstream stream, void **args, void **extra),
       (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, args,
        extra))
DRIVER(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel",
       (CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
        CUstream stream, void **args),
       (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, args))
DRIVER(cuLaunchKernelEx, "cuLaunchKernelEx",
       (const CUlaunchConfig *config, CUfunction function, void **args, void **extra),
       (config, function, args, extra))
DRIVER(cuProfilerStart, "cuProfilerStart", (void), ())
DRIVER(cuProfilerStop, "cuProfilerStop", (void), ())
