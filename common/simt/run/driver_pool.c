/**
 * @file
 * @brief The driver API: pools of memory, what managed memory is advised, and memory of other processes.
 *
 * The driver's records have the members of the runtime's, with names of its own.
 */
#include "driver.h"

static void *pointer(CUdeviceptr d_pointer) {
    return (void *)(uintptr_t)d_pointer;
}

/*
 * Pools.
 */
_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps), "they have the same members");
_Static_assert(sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc), "they have the same members");
_Static_assert(sizeof(CUmemLocation) == sizeof(struct cudaMemLocation), "they have the same members");

static struct cudaMemLocation *place(const CUmemLocation *where) {
    return (struct cudaMemLocation *)(void *)(uintptr_t)where;
}

#define POOL_CALL(name, parameters, runtime_call) CALL_WITHOUT_CONTEXT(name, parameters, false, runtime_call)
POOL_CALL(cuMemPoolCreate, (CUmemoryPool * pool, const CUmemPoolProps *props),
            cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)(const void *)props))
POOL_CALL(cuMemPoolDestroy, (CUmemoryPool pool), cudaMemPoolDestroy(pool))
POOL_CALL(cuMemPoolTrimTo, (CUmemoryPool pool, size_t bytes), cudaMemPoolTrimTo(pool, bytes))
POOL_CALL(cuMemPoolSetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
            cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attribute, value))
POOL_CALL(cuMemPoolGetAttribute, (CUmemoryPool pool, CUmemPool_attribute attribute, void *value),
            cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attribute, value))
POOL_CALL(cuMemPoolSetAccess, (CUmemoryPool pool, const CUmemAccessDesc *access, size_t n),
            cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc *)(const void *)access, n))
POOL_CALL(cuMemPoolGetAccess, (CUmemAccess_flags * flags, CUmemoryPool pool, CUmemLocation *where),
            cudaMemPoolGetAccess((enum cudaMemAccessFlags *)(void *)flags, pool, place(where)))
POOL_CALL(cuMemPoolExportToShareableHandle,
            (void *handle, CUmemoryPool pool, CUmemAllocationHandleType type, unsigned long long flags),
            cudaMemPoolExportToShareableHandle(handle, pool, (enum cudaMemAllocationHandleType)type,
                                               (unsigned int)flags))
POOL_CALL(cuMemPoolImportFromShareableHandle,
            (CUmemoryPool * pool, void *handle, CUmemAllocationHandleType type, unsigned long long flags),
            cudaMemPoolImportFromShareableHandle(pool, handle, (enum cudaMemAllocationHandleType)type,
                                                 (unsigned int)flags))
POOL_CALL(cuMemPoolExportPointer, (CUmemPoolPtrExportData * data, CUdeviceptr d_pointer),
            cudaMemPoolExportPointer(data, pointer(d_pointer)))

static cudaError_t import_pointer(CUdeviceptr *d_pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data) {
    void *p = NULL;
    cudaError_t error = d_pointer ? cudaMemPoolImportPointer(&p, pool, data) : cudaErrorInvalidValue;
    if (!error) *d_pointer = (uintptr_t)p;
    return error;
}
POOL_CALL(cuMemPoolImportPointer, (CUdeviceptr * d_pointer, CUmemoryPool pool, CUmemPoolPtrExportData *data),
            import_pointer(d_pointer, pool, data))
POOL_CALL(cuMemGetDefaultMemPool, (CUmemoryPool * pool, CUmemLocation *where, CUmemAllocationType type),
            cudaMemGetDefaultMemPool(pool, place(where), (enum cudaMemAllocationType)type))
POOL_CALL(cuMemGetMemPool, (CUmemoryPool * pool, CUmemLocation *where, CUmemAllocationType type),
            cudaMemGetMemPool(pool, place(where), (enum cudaMemAllocationType)type))
POOL_CALL(cuMemSetMemPool, (CUmemLocation * where, CUmemAllocationType type, CUmemoryPool pool),
            cudaMemSetMemPool(place(where), (enum cudaMemAllocationType)type, pool))
OF_DEVICE(cuDeviceGetDefaultMemPool, (CUmemoryPool * pool, CUdevice device), pool,
          cudaDeviceGetDefaultMemPool(pool, device))
OF_DEVICE(cuDeviceGetMemPool, (CUmemoryPool * pool, CUdevice device), pool, cudaDeviceGetMemPool(pool, device))
OF_DEVICE(cuDeviceSetMemPool, (CUdevice device, CUmemoryPool pool), pool, cudaDeviceSetMemPool(device, pool))

/*
 * Managed and pinned memory.
 */
DRIVER_CALL(cuMemAdvise, (CUdeviceptr d_pointer, size_t bytes, CUmem_advise advice, CUmemLocation where),
            cudaMemAdvise(pointer(d_pointer), bytes, (enum cudaMemoryAdvise)advice, *place(&where)))
DRIVER_CALL(cuMemPrefetchAsync,
            (CUdeviceptr d_pointer, size_t bytes, CUmemLocation where, unsigned int flags, CUstream stream),
            cudaMemPrefetchAsync(pointer(d_pointer), bytes, *place(&where), flags, stream))
DRIVER_CALL(cuMemRangeGetAttribute,
            (void *value, size_t value_bytes, CUmem_range_attribute attribute, CUdeviceptr d_pointer, size_t bytes),
            cudaMemRangeGetAttribute(value, value_bytes, (enum cudaMemRangeAttribute)attribute, pointer(d_pointer),
                                     bytes))
DRIVER_CALL(cuMemRangeGetAttributes,
            (void **values, size_t *value_bytes, CUmem_range_attribute *attributes, size_t n, CUdeviceptr d_pointer,
             size_t bytes),
            cudaMemRangeGetAttributes(values, value_bytes, (enum cudaMemRangeAttribute *)(void *)attributes, n,
                                      pointer(d_pointer), bytes))
DRIVER_CALL(cuStreamAttachMemAsync, (CUstream stream, CUdeviceptr d_pointer, size_t bytes, unsigned int flags),
            simt_attach_memory(stream, pointer(d_pointer), bytes, flags))
DRIVER_CALL(cuMemHostGetFlags, (unsigned int *flags, void *p), cudaHostGetFlags(flags, p))

/*
 * Other processes.
 */
static cudaError_t open_memory(CUdeviceptr *d_pointer, CUipcMemHandle handle, unsigned int flags) {
    void *p = NULL;
    cudaError_t error = d_pointer ? cudaIpcOpenMemHandle(&p, handle, flags) : cudaErrorInvalidValue;
    if (!error) *d_pointer = (uintptr_t)p;
    return error;
}
DRIVER_CALL(cuIpcGetMemHandle, (CUipcMemHandle * handle, CUdeviceptr d_pointer),
            cudaIpcGetMemHandle(handle, pointer(d_pointer)))
DRIVER_CALL(cuIpcOpenMemHandle, (CUdeviceptr * d_pointer, CUipcMemHandle handle, unsigned int flags),
            open_memory(d_pointer, handle, flags))
DRIVER_CALL(cuIpcCloseMemHandle, (CUdeviceptr d_pointer), cudaIpcCloseMemHandle(pointer(d_pointer)))
DRIVER_CALL(cuIpcGetEventHandle, (CUipcEventHandle * handle, CUevent event), cudaIpcGetEventHandle(handle, event))
DRIVER_CALL(cuIpcOpenEventHandle, (CUevent * event, CUipcEventHandle handle), cudaIpcOpenEventHandle(event, handle))
