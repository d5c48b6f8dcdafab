/**
 * @file
 * @brief The host side of CUDA's runtime API, with the error codes that a GPU gives.
 */
#ifndef SIMT_API_H
#define SIMT_API_H

#include "errors.h"
#include "props.h"
#include "types.h"

#ifdef __cplusplus
#define SIMT_DEFAULT(value) = value
#else
#define SIMT_DEFAULT(value)
#endif

#include "api_arrays.h"
#include "api_graphs.h"
#include "launch_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* The device. */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *name);
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(int target, int scope);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *result SIMT_DEFAULT(0));
cudaError_t
cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int version,
                                 unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *result SIMT_DEFAULT(0));
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetPCIBusId(char *name, int bytes, int device);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaSetValidDevices(int *devices, int n);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* Memory. */
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
cudaError_t cudaFree(void *d_pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeAsync(void *d_pointer, cudaStream_t stream);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **d_pointer, void *pointer, unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *pointer);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset(void *d_pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *d_pointer, int value, size_t bytes,
                            cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemset2D(void *d_pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *d_pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation where,
                                 unsigned int flags, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation where);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                                     enum cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                              enum cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation *where, enum cudaMemAllocationType type,
                              cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t n);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *where);
cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type,
                                               unsigned int flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
                                                 enum cudaMemAllocationHandleType type,
                                                 unsigned int flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *d_pointer);
cudaError_t cudaMemPoolImportPointer(void **d_pointer, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData *data);
cudaError_t cudaMemRangeGetAttribute(void *value, size_t value_bytes,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void **values, size_t *value_bytes, enum cudaMemRangeAttribute *attributes,
                                      size_t n, const void *pointer, size_t bytes);

/* Libraries: the driver API's modules (driver_api.h). An image is what `simtcc -fatbin` or NVRTC has made. */
cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *image, enum cudaJitOption *options, void **values,
                                unsigned int n, enum cudaLibraryOption *library_options, void **library_values,
                                unsigned int n_library);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *file, enum cudaJitOption *options,
                                    void **values, unsigned int n, enum cudaLibraryOption *library_options,
                                    void **library_values, unsigned int n_library);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetGlobal(void **d_pointer, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetManaged(void **d_pointer, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetUnifiedFunction(void **function, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetKernelCount(unsigned int *n, cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int n, cudaLibrary_t library);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value,
                                            int device);
/** The handle of a kernel of the program itself. */
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *symbol);
cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *bytes);

/* Other processes: each says that it is not part of this runtime, and gives cudaErrorNotSupported. */
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *d_pointer);
cudaError_t cudaIpcOpenMemHandle(void **d_pointer, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *d_pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

/* Streams and events. */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   const union cudaLaunchAttributeValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   union cudaLaunchAttributeValue *value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags SIMT_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *user_data);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream SIMT_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);

/* What C++ programs reach through the templates of launch.h, and C programs directly. */
cudaError_t simt_malloc(void **d_pointer, size_t bytes);
cudaError_t simt_malloc_async(void **d_pointer, size_t bytes, cudaStream_t stream);
cudaError_t simt_malloc_from_pool(void **d_pointer, size_t bytes, cudaMemPool_t pool,
                                  cudaStream_t stream);
cudaError_t simt_function_name(const char **name, const void *function);
cudaError_t simt_malloc_pitch(void **d_pointer, size_t *pitch, size_t width, size_t height);
cudaError_t simt_malloc_managed(void **pointer, size_t bytes, unsigned int flags);
cudaError_t simt_attach_memory(cudaStream_t stream, const void *pointer, size_t bytes,
                               unsigned int flags);
cudaError_t simt_malloc_host(void **pointer, size_t bytes, unsigned int flags);
cudaError_t simt_function_attributes(struct cudaFuncAttributes *attributes, const void *function);
cudaError_t simt_function_set(const void *function, enum cudaFuncAttribute attribute, int value);
struct cudaLaunchConfig_st;
cudaError_t simt_active_clusters(int *clusters, const void *function,
                                 const struct cudaLaunchConfig_st *config);
cudaError_t simt_largest_clusters(int *blocks, const void *function,
                                  const struct cudaLaunchConfig_st *config);
cudaError_t simt_available_shared(size_t *bytes, int blocks);
cudaError_t simt_occupancy(int *blocks, const void *function, int threads, size_t dynamic_bytes);
cudaError_t simt_copy_symbol(void *symbol, size_t symbol_bytes, void *other, size_t bytes,
                             size_t offset, enum cudaMemcpyKind kind);
cudaError_t simt_copy_symbol_async(void *symbol, size_t symbol_bytes, void *other, size_t bytes,
                                   size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function,
                                void **args);
cudaError_t simt_launch_by_address(const void *function, dim3 grid, dim3 block, void **args,
                                   size_t shared_bytes, cudaStream_t stream, int cooperative);

#ifdef __cplusplus
}
#else
#define cudaMalloc(d_pointer, bytes)         simt_malloc((void **)(d_pointer), (bytes))
#define cudaMallocHost(pointer, bytes)       simt_malloc_host((void **)(pointer), (bytes), 0)
#define cudaHostAlloc(pointer, bytes, flags) simt_malloc_host((void **)(pointer), (bytes), (flags))
#define cudaMallocManaged(pointer, bytes, flags)                                                   \
    simt_malloc_managed((void **)(pointer), (bytes), (flags))
#define cudaStreamAttachMemAsync(stream, pointer, bytes, flags)                                    \
    simt_attach_memory((stream), (pointer), (bytes), (flags))
#define cudaMallocAsync(d_pointer, bytes, stream)                                                  \
    simt_malloc_async((void **)(d_pointer), (bytes), (stream))
#define cudaMallocFromPoolAsync(d_pointer, bytes, pool, stream)                                    \
    simt_malloc_from_pool((void **)(d_pointer), (bytes), (pool), (stream))
#define cudaFuncGetName(name, function) simt_function_name((name), (const void *)(function))
#define cudaMallocPitch(d_pointer, pitch, width, height)                                           \
    simt_malloc_pitch((void **)(d_pointer), (pitch), (width), (height))
#define cudaFuncGetAttributes(attributes, function)                                                \
    simt_function_attributes((attributes), (const void *)(function))
#define cudaFuncSetAttribute(function, attribute, value)                                           \
    simt_function_set((const void *)(function), (attribute), (value))
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, bytes)            \
    simt_occupancy((blocks), (const void *)(function), (threads), (bytes))
#endif

#endif
