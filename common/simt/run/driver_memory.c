/**
 * @file
 * @brief The driver API: memory, and copies of it.
 */
#include "arrays.h"
#include "driver.h"

#include <stdlib.h>
#include <string.h>

static void *pointer(CUdeviceptr d_pointer) {
    return (void *)(uintptr_t)d_pointer;
}

/*
 * What each context has taken, so that its end gives it back.
 */
static struct taken {
    CUdeviceptr d_pointer;
    CUcontext context;
    struct taken *next;
} * all_taken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Gives the program what a call of the runtime has taken, and notes it. */
static cudaError_t hand_over(cudaError_t error, void *p, CUdeviceptr *d_pointer) {
    CUcontext context = simt_current_context();
    *d_pointer = (uintptr_t)p;
    struct taken *t = error || context->primary ? NULL : malloc(sizeof(*t));
    if (!t) return error;
    pthread_mutex_lock(&mutex);
    *t = (struct taken){*d_pointer, context, all_taken};
    all_taken = t;
    pthread_mutex_unlock(&mutex);
    return error;
}

/* The next one of a context (or this one, of any) is known no longer. 0: there is none. */
static CUdeviceptr forget(CUcontext context, CUdeviceptr d_pointer) {
    pthread_mutex_lock(&mutex);
    struct taken **t = &all_taken, *found;
    while (*t && (context ? (*t)->context != context : (*t)->d_pointer != d_pointer))
        t = &(*t)->next;
    found = *t;
    if (found) *t = found->next;
    pthread_mutex_unlock(&mutex);
    d_pointer = found ? found->d_pointer : 0;
    free(found);
    return d_pointer;
}

void simt_free_memory_of_context(CUcontext context) {
    for (CUdeviceptr p; (p = forget(context, 0));) cudaFree(pointer(p));
}

static cudaError_t take(CUdeviceptr *d_pointer, size_t bytes) {
    void *p = NULL;
    if (!d_pointer || !bytes) return cudaErrorInvalidValue;
    cudaError_t error = simt_malloc(&p, bytes);
    return hand_over(error, p, d_pointer);
}

static cudaError_t take_rows(CUdeviceptr *d_pointer, size_t *pitch, size_t width, size_t height,
                             unsigned int element) {
    void *p = NULL;
    bool known = element == 4 || element == 8 || element == 16;
    if (!d_pointer || !pitch || !width || !height || !known) return cudaErrorInvalidValue;
    cudaError_t error = simt_malloc_pitch(&p, pitch, width, height);
    return hand_over(error, p, d_pointer);
}

static cudaError_t take_managed(CUdeviceptr *d_pointer, size_t bytes, unsigned int flags) {
    void *p = NULL;
    if (!d_pointer || !bytes) return cudaErrorInvalidValue;
    cudaError_t error = simt_malloc_managed(&p, bytes, flags);
    return hand_over(error, p, d_pointer);
}

static cudaError_t take_async(CUdeviceptr *d_pointer, size_t bytes, CUstream stream) {
    void *p = NULL;
    if (!d_pointer) return cudaErrorInvalidValue;
    cudaError_t error = simt_malloc_async(&p, bytes, stream);
    *d_pointer = (uintptr_t)p;
    return error;
}

static cudaError_t take_from_pool(CUdeviceptr *d_pointer, size_t bytes, CUmemoryPool pool, CUstream stream) {
    void *p = NULL;
    if (!d_pointer) return cudaErrorInvalidValue;
    cudaError_t error = simt_malloc_from_pool(&p, bytes, pool, stream);
    *d_pointer = (uintptr_t)p;
    return error;
}

static cudaError_t give_back(CUdeviceptr d_pointer) {
    cudaError_t error = cudaFree(pointer(d_pointer));
    if (!error) forget(NULL, d_pointer);
    return error;
}

DRIVER_CALL(cuMemGetInfo, (size_t * free_bytes, size_t *total_bytes),
            cudaMemGetInfo(free_bytes, total_bytes))
DRIVER_CALL(cuMemAlloc, (CUdeviceptr * d_pointer, size_t bytes), take(d_pointer, bytes))
DRIVER_CALL(cuMemAllocPitch,
            (CUdeviceptr * d_pointer, size_t *pitch, size_t width, size_t height,
             unsigned int element_bytes),
            take_rows(d_pointer, pitch, width, height, element_bytes))
DRIVER_CALL(cuMemAllocManaged, (CUdeviceptr * d_pointer, size_t bytes, unsigned int flags),
            take_managed(d_pointer, bytes, flags))
CALL_WITHOUT_CONTEXT(cuMemAllocAsync, (CUdeviceptr * d_pointer, size_t bytes, CUstream stream), !stream,
                     take_async(d_pointer, bytes, stream))
CALL_WITHOUT_CONTEXT(cuMemAllocFromPoolAsync,
                     (CUdeviceptr * d_pointer, size_t bytes, CUmemoryPool pool, CUstream stream), !stream,
                     take_from_pool(d_pointer, bytes, pool, stream))
DRIVER_CALL(cuMemFree, (CUdeviceptr d_pointer), give_back(d_pointer))
CALL_WITHOUT_CONTEXT(cuMemFreeAsync, (CUdeviceptr d_pointer, CUstream stream), !stream,
                     cudaFreeAsync(pointer(d_pointer), stream))
DRIVER_CALL(cuMemAllocHost, (void **p, size_t bytes), simt_malloc_host(p, bytes, 0))
DRIVER_CALL(cuMemHostAlloc, (void **p, size_t bytes, unsigned int flags),
            simt_malloc_host(p, bytes, flags))
DRIVER_CALL(cuMemFreeHost, (void *p), cudaFreeHost(p))
DRIVER_CALL(cuMemHostRegister, (void *p, size_t bytes, unsigned int flags),
            cudaHostRegister(p, bytes, flags))
DRIVER_CALL(cuMemHostUnregister, (void *p), cudaHostUnregister(p))

static cudaError_t device_pointer(CUdeviceptr *d_pointer, void *p, unsigned int flags) {
    void *found = NULL;
    if (!d_pointer) return cudaErrorInvalidValue;
    cudaError_t error = cudaHostGetDevicePointer(&found, p, flags);
    *d_pointer = (uintptr_t)found;
    return error;
}
DRIVER_CALL(cuMemHostGetDevicePointer, (CUdeviceptr * d_pointer, void *p, unsigned int flags),
            device_pointer(d_pointer, p, flags))

/*
 * What a pointer points to.
 */
static cudaError_t range(CUdeviceptr *start, size_t *bytes, CUdeviceptr d_pointer) {
    struct simt_block_of_memory m = {0};
    if (!simt_nearest_memory((uintptr_t)d_pointer, &m) || m.freed ||
        (uintptr_t)d_pointer - m.start >= m.bytes)
        return (cudaError_t)CUDA_ERROR_NOT_FOUND;
    if (start) *start = m.start;
    if (bytes) *bytes = m.bytes;
    return cudaSuccess;
}
DRIVER_CALL(cuMemGetAddressRange, (CUdeviceptr * start, size_t *bytes, CUdeviceptr d_pointer),
            range(start, bytes, d_pointer))

static cudaError_t known_attribute(void *value, CUpointer_attribute attribute, CUdeviceptr p,
                                   const struct cudaPointerAttributes *known) {
    struct cudaPointerAttributes a = *known;
    CUdeviceptr start = 0;
    size_t bytes = 0;
    range(&start, &bytes, p);
    bool host = a.type == cudaMemoryTypeHost;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)value = simt_current_context();
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(CUmemorytype *)value = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)value = (uintptr_t)a.devicePointer;
        break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!a.hostPointer) return cudaErrorInvalidValue;
        *(void **)value = a.hostPointer;
        break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned int *)value = a.type == cudaMemoryTypeManaged;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = a.device;
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(void **)value = pointer(start);
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = bytes;
        break;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        *(unsigned int *)value = a.type == cudaMemoryTypeDevice;
        break;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
        *(unsigned int *)value = 0;
        break;
    default:
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

static cudaError_t attribute_of(void *value, CUpointer_attribute attribute, CUdeviceptr p) {
    struct cudaPointerAttributes a;
    if (!value) return cudaErrorInvalidValue;
    cudaError_t error = cudaPointerGetAttributes(&a, pointer(p));
    bool known = !error && a.type != cudaMemoryTypeUnregistered;
    if (attribute != CU_POINTER_ATTRIBUTE_MAPPED)
        return known ? known_attribute(value, attribute, p, &a) : cudaErrorInvalidValue;
    *(bool *)value = known;
    return cudaSuccess;
}
DRIVER_CALL(cuPointerGetAttribute, (void *value, CUpointer_attribute attribute, CUdeviceptr p),
            attribute_of(value, attribute, p))

/* What has no answer is 0, in as many bytes as the attribute has. But a range that is none stays what it was. */
static cudaError_t attributes_of(unsigned int n, CUpointer_attribute *attributes, void **values, CUdeviceptr p) {
    if (!n || !attributes || !values) return cudaErrorInvalidValue;
    for (unsigned int i = 0; i < n; i++) {
        CUpointer_attribute a = attributes[i];
        bool small = a == CU_POINTER_ATTRIBUTE_MEMORY_TYPE || a == CU_POINTER_ATTRIBUTE_IS_MANAGED ||
                     a == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL || a == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ||
                     a == CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE ||
                     a == CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE;
        bool known = small || a == CU_POINTER_ATTRIBUTE_MAPPED || a == CU_POINTER_ATTRIBUTE_CONTEXT ||
                     a == CU_POINTER_ATTRIBUTE_DEVICE_POINTER || a == CU_POINTER_ATTRIBUTE_HOST_POINTER ||
                     a == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR || a == CU_POINTER_ATTRIBUTE_RANGE_SIZE;
        if (!known || !values[i]) return cudaErrorInvalidValue;
        if (attribute_of(values[i], a, p) == cudaSuccess) continue;
        if (a == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR) continue;
        memset(values[i], 0, small ? sizeof(int) : sizeof(void *));
        if (a == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) *(int *)values[i] = CU_DEVICE_INVALID;
    }
    return cudaSuccess;
}
DRIVER_CALL(cuPointerGetAttributes,
            (unsigned int n, CUpointer_attribute *attributes, void **values, CUdeviceptr p),
            attributes_of(n, attributes, values, p))

static cudaError_t set_attribute(const void *value, CUpointer_attribute attribute, CUdeviceptr p) {
    unsigned int before;
    if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) return cudaErrorInvalidValue;
    return attribute_of(&before, attribute, p);
}
DRIVER_CALL(cuPointerSetAttribute, (const void *value, CUpointer_attribute attribute, CUdeviceptr p),
            set_attribute(value, attribute, p))

/*
 * Copies.
 */
DRIVER_CALL(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
            cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDefault))
DRIVER_CALL(cuMemcpyHtoD, (CUdeviceptr to, const void *from, size_t bytes),
            cudaMemcpy(pointer(to), from, bytes, cudaMemcpyHostToDevice))
DRIVER_CALL(cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes),
            cudaMemcpy(to, pointer(from), bytes, cudaMemcpyDeviceToHost))
DRIVER_CALL(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
            cudaMemcpy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice))
DRIVER_CALL(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
            cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDefault, stream))
DRIVER_CALL(cuMemcpyHtoDAsync, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream),
            cudaMemcpyAsync(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream))
DRIVER_CALL(cuMemcpyDtoHAsync, (void *to, CUdeviceptr from, size_t bytes, CUstream stream),
            cudaMemcpyAsync(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream))
DRIVER_CALL(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
            cudaMemcpyAsync(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, stream))
