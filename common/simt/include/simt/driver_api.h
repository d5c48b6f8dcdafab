/**
 * @file
 * @brief The driver API's functions, with the error codes that a GPU's driver gives.
 *
 * Each does what the runtime's function of the same purpose does. Sizes are bytes. A thread without a context gets
 * CUDA_ERROR_INVALID_CONTEXT, and all get CUDA_ERROR_NOT_INITIALIZED before cuInit or a call of the runtime API.
 */
#ifndef SIMT_DRIVER_API_H
#define SIMT_DRIVER_API_H

#include "driver_external.h"
#include "driver_graphs.h"
#include "driver_memory.h"
#include "driver_types.h"
#include "driver_values.h"

/* Programs may name a version, as the driver's own header does. */
#define cuDeviceTotalMem_v2          cuDeviceTotalMem
#define cuDeviceGetUuid_v2           cuDeviceGetUuid
#define cuGetProcAddress_v2          cuGetProcAddress
#define cuCtxCreate_v4               simt_context_create
#define cuCtxDestroy_v2              cuCtxDestroy
#define cuCtxPushCurrent_v2          cuCtxPushCurrent
#define cuCtxPopCurrent_v2           cuCtxPopCurrent
#define cuDevicePrimaryCtxRelease_v2 cuDevicePrimaryCtxRelease
#define cuDevicePrimaryCtxReset_v2   cuDevicePrimaryCtxReset
#define cuModuleGetGlobal_v2         cuModuleGetGlobal
#define cuMemAlloc_v2                cuMemAlloc
#define cuMemFree_v2                 cuMemFree
#define cuMemGetInfo_v2              cuMemGetInfo
#define cuMemcpyHtoD_v2              cuMemcpyHtoD
#define cuMemcpyDtoH_v2              cuMemcpyDtoH
#define cuMemcpyDtoD_v2              cuMemcpyDtoD
#define cuMemcpyHtoDAsync_v2         cuMemcpyHtoDAsync
#define cuMemcpyDtoHAsync_v2         cuMemcpyDtoHAsync
#define cuMemsetD8_v2                cuMemsetD8
#define cuMemsetD32_v2               cuMemsetD32
#define cuStreamDestroy_v2           cuStreamDestroy
#define cuEventDestroy_v2            cuEventDestroy
#define cuEventElapsedTime_v2        cuEventElapsedTime
#define cuLinkCreate_v2              cuLinkCreate
#define cuLinkAddData_v2             cuLinkAddData
#define cuLinkAddFile_v2             cuLinkAddFile

#ifdef __cplusplus
extern "C" {
#endif

/* The driver, errors and devices. */
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **sentence);
/**
 * Gives the address of a function of the driver by its name, without _v2, as a version of CUDA had it (12000 is 12.0).
 * What is not there is NULL, told in a sentence, and an error if a program does not ask for the result.
 */
CUresult cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags,
                          CUdriverProcAddressQueryResult *result);
CUresult cuDeviceGetCount(int *n);
CUresult cuDeviceGet(CUdevice *device, int number);
CUresult cuDeviceGetName(char *name, int bytes, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *name, int bytes, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *name);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice device, CUdevice peer);
CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice device);
CUresult cuFlushGPUDirectRDMAWrites(int target, int scope);

/* Contexts. Each device has a primary one, which the runtime API uses, and any number of others. All contexts of a
 * device share its memory, streams and errors. cuCtxDestroy frees what cuMemAlloc gave in the context. */
CUresult simt_context_create(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                             CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSynchronize(void);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxSetFlags(unsigned int flags);
CUresult cuCtxGetId(CUcontext context, unsigned long long *id);
CUresult cuCtxAttach(CUcontext *context, unsigned int flags);
CUresult cuCtxDetach(CUcontext context);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUresult cuCtxResetPersistingL2Cache(void);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

/* Memory. */
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CUresult cuMemAlloc(CUdeviceptr *d_pointer, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr *d_pointer, size_t *pitch, size_t width, size_t height,
                         unsigned int element_bytes);
CUresult cuMemAllocManaged(CUdeviceptr *d_pointer, size_t bytes, unsigned int flags);
CUresult cuMemAllocAsync(CUdeviceptr *d_pointer, size_t bytes, CUstream stream);
CUresult cuMemFree(CUdeviceptr d_pointer);
CUresult cuMemFreeAsync(CUdeviceptr d_pointer, CUstream stream);
CUresult cuMemAllocHost(void **pointer, size_t bytes);
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *d_pointer, void *pointer, unsigned int flags);
CUresult cuMemGetAddressRange(CUdeviceptr *start, size_t *bytes, CUdeviceptr d_pointer);
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer);
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
/* n counts values of 8, 16 or 32 bits. */
CUresult cuMemsetD8(CUdeviceptr d_pointer, unsigned char value, size_t n);
CUresult cuMemsetD16(CUdeviceptr d_pointer, unsigned short value, size_t n);
CUresult cuMemsetD32(CUdeviceptr d_pointer, unsigned int value, size_t n);
CUresult cuMemsetD8Async(CUdeviceptr d_pointer, unsigned char value, size_t n, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr d_pointer, unsigned short value, size_t n, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr d_pointer, unsigned int value, size_t n, CUstream stream);

/* Memory that is mapped. Sizes and addresses are multiples of cuMemGetAllocationGranularity's. Memory lies at one
 * place at a time, and keeps its bytes while it is at none. It can be used after cuMemSetAccess, on its own device. */
CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags flags);
CUresult cuMemAddressReserve(CUdeviceptr *d_pointer, size_t bytes, size_t alignment,
                             CUdeviceptr wish, unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr d_pointer, size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *prop, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *pointer);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle);
/** Memory of several processes: a file descriptor, of memory that cuMemCreate has made with this type of handle. In
 * another process the memory is that of the current device. Other types: CUDA_ERROR_INVALID_VALUE. */
CUresult cuMemExportToShareableHandle(void *file, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *file,
                                        CUmemAllocationHandleType type);
CUresult cuMemMap(CUdeviceptr d_pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr d_pointer, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr d_pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t n);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr d_pointer);

/* Arrays, textures and surfaces. */
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor);
CUresult cuArrayDestroy(CUarray array);
CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *desc, const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject texture);
CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject surface);

/* Streams and events. */
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);
/** The context that is current, if it has the stream's device; else the primary one of that device. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value);
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value);
CUresult cuStreamCopyAttributes(CUstream to, CUstream from);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
                             unsigned int flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user_data);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent stop);

/* Modules. Each load has its own variables. An image that simtcc has not made is refused with
 * CUDA_ERROR_INVALID_IMAGE or CUDA_ERROR_NO_BINARY_FOR_GPU and a sentence on stderr. */
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n,
                            CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
/** By its mangled name, or by the name in the source where only one kernel has it. */
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *d_pointer, size_t *bytes, CUmodule module,
                           const char *name);
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options,
                           void **values, unsigned int n, CUlibraryOption *library_options,
                           void **library_values, unsigned int n_library);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *file, CUjit_option *options,
                               void **values, unsigned int n, CUlibraryOption *library_options,
                               void **library_values, unsigned int n_library);
CUresult cuLibraryUnload(CUlibrary library);
/** The kernels of a module, in no order: at most n of them. */
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int n, CUmodule module);
CUresult cuModuleGetFunctionCount(unsigned int *n, CUmodule module);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int n, CUlibrary library);
CUresult cuLibraryGetKernelCount(unsigned int *n, CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *d_pointer, size_t *bytes, CUlibrary library,
                            const char *name);
/** Of a __managed__ variable only. No function is unified here, so the second finds none: CUDA_ERROR_NOT_FOUND. */
CUresult cuLibraryGetManaged(CUdeviceptr *d_pointer, size_t *bytes, CUlibrary library, const char *name);
CUresult cuLibraryGetUnifiedFunction(void **function, CUlibrary library, const char *name);
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes);
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device);
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device);
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device);
/** A linker joins one image: the last that was added. */
CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int n, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *file, unsigned int n,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);

/* Functions and launches. */
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config);
CUresult cuFuncGetModule(CUmodule *module, CUfunction function);
CUresult cuFuncGetName(const char **name, CUfunction function);
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes);
/** Modules are loaded as a whole, so each function is. */
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function);
CUresult cuFuncLoad(CUfunction function);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int threads);
CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config);
CUresult cuOccupancyMaxPotentialClusterSize(int *blocks, CUfunction function, const CUlaunchConfig *config);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *threads, CUfunction function,
                                                   CUoccupancyB2DSize bytes_of, size_t dynamic_bytes, int limit,
                                                   unsigned int flags);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t dynamic_bytes);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int threads, size_t dynamic_bytes,
                                                              unsigned int flags);
CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *threads, CUfunction function,
                                          CUoccupancyB2DSize bytes_of, size_t dynamic_bytes,
                                          int limit);
CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **args, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **args);
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **args,
                          void **extra);
/* Launches of the first releases: a function keeps its block, its dynamic shared memory and its arguments, which lie at
 * offsets that the program chooses as C++ aligns them. */
CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z);
CUresult cuFuncSetSharedSize(CUfunction function, unsigned int bytes);
CUresult cuParamSetSize(CUfunction function, unsigned int bytes);
CUresult cuParamSeti(CUfunction function, int offset, unsigned int value);
CUresult cuParamSetf(CUfunction function, int offset, float value);
CUresult cuParamSetv(CUfunction function, int offset, void *value, unsigned int bytes);
CUresult cuLaunch(CUfunction function);
CUresult cuLaunchGrid(CUfunction function, int grid_x, int grid_y);
CUresult cuLaunchGridAsync(CUfunction function, int grid_x, int grid_y, CUstream stream);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

#ifdef __cplusplus
}
/** As CUDA 13 has it, and as older versions had it. */
static inline CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *params,
                                   unsigned int flags, CUdevice device) {
    return simt_context_create(context, params, flags, device);
}
static inline CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
    return simt_context_create(context, NULL, flags, device);
}
#define cuCtxCreate_v2 cuCtxCreate
#else
#define SIMT_CONTEXT_OF_4(context, params, flags, device)                                          \
    simt_context_create((context), (params), (flags), (device))
#define SIMT_CONTEXT_OF_3(context, flags, device)                                                  \
    simt_context_create((context), NULL, (flags), (device))
#define SIMT_FIFTH(a, b, c, d, name, ...) name
#define cuCtxCreate(...)                                                                           \
    SIMT_FIFTH(__VA_ARGS__, SIMT_CONTEXT_OF_4, SIMT_CONTEXT_OF_3, , )(__VA_ARGS__)
#define cuCtxCreate_v2 cuCtxCreate
#endif

#endif
