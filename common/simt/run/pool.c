/**
 * @file
 * @brief Pools of memory: that of each device, and those that programs make. All give ordinary device memory.
 *
 * What a pool holds beyond what is in use goes back at once, so reserved memory is memory in use.
 */
#include "pool.h"

#include "ipc.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

struct simt_pool {
    uint64_t value[cudaMemPoolAttrUsedMemHigh + 1];
    int device;
    size_t most;     /* bytes; 0: as many as the device has */
    bool made;       /* by the program */
    bool shared;     /* other processes may get it, or have made it, */
    uint64_t number; /* and know it by this number */
    struct simt_pool *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct simt_pool own[MAX_DEVICES], *made;
static struct simt_pool *current[MAX_DEVICES]; /* NULL: its own */

static bool is_pool(cudaMemPool_t pool) {
    bool found = pool >= own && pool < own + MAX_DEVICES;
    pthread_mutex_lock(&mutex);
    for (const struct simt_pool *p = made; p && !found; p = p->next) found = p == pool;
    pthread_mutex_unlock(&mutex);
    return found;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    if (!simt_is_device(device)) return simt_fail(cudaErrorInvalidDevice);
    if (!pool) return simt_fail(cudaErrorInvalidValue);
    own[device].device = device;
    *pool = &own[device];
    return simt_enter(false);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (!error && current[device]) *pool = current[device];
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    if (!simt_is_device(device)) return simt_fail(cudaErrorInvalidDevice);
    if (!is_pool(pool) || pool->device != device) return simt_fail(cudaErrorInvalidValue);
    current[device] = pool;
    return simt_enter(false);
}

static bool is_place(const struct cudaMemLocation *where, enum cudaMemAllocationType type) {
    return where && where->type == cudaMemLocationTypeDevice && simt_is_device(where->id) &&
           type == cudaMemAllocationTypePinned;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                                     enum cudaMemAllocationType type) {
    if (!is_place(where, type)) return simt_fail(cudaErrorNotSupported);
    return cudaDeviceGetDefaultMemPool(pool, where->id);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *where,
                              enum cudaMemAllocationType type) {
    if (!is_place(where, type)) return simt_fail(cudaErrorNotSupported);
    return cudaDeviceGetMemPool(pool, where->id);
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *where, enum cudaMemAllocationType type,
                              cudaMemPool_t pool) {
    if (!is_place(where, type)) return simt_fail(cudaErrorNotSupported);
    return cudaDeviceSetMemPool(where->id, pool);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props) {
    if (!pool || !props) return simt_fail(cudaErrorInvalidValue);
    if (!is_place(&props->location, props->allocType)) return simt_fail(cudaErrorInvalidValue);
    if (props->handleTypes & ~cudaMemHandleTypePosixFileDescriptor)
        return simt_fail(cudaErrorNotSupported);
    struct simt_pool *p = calloc(1, sizeof(*p));
    if (!p) return simt_fail(cudaErrorMemoryAllocation);
    p->device = props->location.id;
    p->most = props->maxSize;
    p->made = true;
    p->shared = props->handleTypes != cudaMemHandleTypeNone;
    if (p->shared && getrandom(&p->number, sizeof(p->number), 0) != sizeof(p->number)) {
        free(p);
        return simt_fail(cudaErrorOperatingSystem);
    }
    pthread_mutex_lock(&mutex);
    p->next = made;
    made = p;
    pthread_mutex_unlock(&mutex);
    *pool = p;
    return simt_enter(false);
}

/* Its memory lives until it is freed, so what the pool has been stays. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (!is_pool(pool) || !pool->made) return simt_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&mutex);
    struct simt_pool **link = &made;
    while (*link && *link != pool) link = &(*link)->next;
    if (*link) *link = pool->next;
    if (current[pool->device] == pool) current[pool->device] = NULL;
    pthread_mutex_unlock(&mutex);
    return simt_enter(false);
}

/* Flags are int, sizes uint64_t. */
static bool is_flag(enum cudaMemPoolAttr attribute) {
    return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

static bool known(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value) {
    return is_pool(pool) && value && attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolAttrUsedMemHigh;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    if (!known(pool, attribute, value) || attribute == cudaMemPoolAttrReservedMemCurrent ||
        attribute == cudaMemPoolAttrUsedMemCurrent)
        return simt_fail(cudaErrorInvalidValue);
    pool->value[attribute] =
        is_flag(attribute) ? (uint64_t)(*(int *)value != 0) : *(uint64_t *)value;
    return simt_enter(false);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    if (!known(pool, attribute, value)) return simt_fail(cudaErrorInvalidValue);
    if (is_flag(attribute))
        *(int *)value = (int)pool->value[attribute];
    else
        *(uint64_t *)value = pool->value[attribute];
    return simt_enter(false);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
    (void)bytes;
    return is_pool(pool) ? simt_enter(false) : simt_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t n) {
    if (!is_pool(pool) || (n && !access)) return simt_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        const struct cudaMemLocation *where = &access[i].location;
        if (where->type != cudaMemLocationTypeDevice || !simt_is_device(where->id))
            return simt_fail(cudaErrorInvalidValue);
        if (access[i].flags) simt_allow(where->id, pool->device);
    }
    return simt_enter(false);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *where) {
    if (!flags || !is_pool(pool) || !where || !simt_is_device(where->id))
        return simt_fail(cudaErrorInvalidValue);
    bool reaches = simt_reach(where->id) >> pool->device & 1;
    *flags = reaches ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return simt_enter(false);
}

/*
 * What is taken from a pool.
 */
struct simt_pool *simt_pool_of(int device) {
    cudaMemPool_t pool = NULL;
    return cudaDeviceGetMemPool(&pool, device) ? NULL : pool;
}

void simt_pool_used(struct simt_pool *pool, int64_t bytes) {
    uint64_t *const v = pool->value;
    v[cudaMemPoolAttrUsedMemCurrent] += (uint64_t)bytes;
    v[cudaMemPoolAttrReservedMemCurrent] = v[cudaMemPoolAttrUsedMemCurrent];
    if (v[cudaMemPoolAttrUsedMemHigh] < v[cudaMemPoolAttrUsedMemCurrent])
        v[cudaMemPoolAttrUsedMemHigh] = v[cudaMemPoolAttrUsedMemCurrent];
    if (v[cudaMemPoolAttrReservedMemHigh] < v[cudaMemPoolAttrUsedMemCurrent])
        v[cudaMemPoolAttrReservedMemHigh] = v[cudaMemPoolAttrUsedMemCurrent];
}

cudaError_t simt_malloc_from_pool(void **d_pointer, size_t bytes, cudaMemPool_t pool,
                                  cudaStream_t stream) {
    if (!d_pointer || !is_pool(pool)) return simt_fail(cudaErrorInvalidValue);
    if (pool->most && pool->value[cudaMemPoolAttrUsedMemCurrent] + bytes > pool->most)
        return simt_fail(cudaErrorMemoryAllocation);
    return simt_malloc_pooled(d_pointer, bytes, pool, pool->device, stream);
}

/*
 * Pools of several processes: a file says which pool it is and of which device, and each of its pointers goes by
 * itself, with the number of its pool.
 */
struct pool_file {
    char mark[8]; /* that it is one of these */
    uint64_t number;
    int device;
};

_Static_assert(sizeof(struct shared_place) + sizeof(uint64_t) <=
                   sizeof(struct cudaMemPoolPtrExportData),
               "the number lies behind what a handle says");

static const char mark[8] = "simtpoo";

cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type,
                                               unsigned int flags) {
    if (!handle || !is_pool(pool) || !pool->shared ||
        type != cudaMemHandleTypePosixFileDescriptor || flags)
        return simt_fail(cudaErrorInvalidValue);
    struct pool_file said = {.number = pool->number, .device = pool->device};
    memcpy(said.mark, mark, sizeof(mark));
    int file = simt_shared_file(sizeof(said));
    if (file >= 0 && pwrite(file, &said, sizeof(said), 0) != (ssize_t)sizeof(said))
        close(file), file = -1;
    *(int *)handle = file;
    return file < 0 ? simt_fail(cudaErrorOperatingSystem) : simt_enter(false);
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
                                                 enum cudaMemAllocationHandleType type,
                                                 unsigned int flags) {
    struct pool_file said;
    if (!pool || type != cudaMemHandleTypePosixFileDescriptor || flags)
        return simt_fail(cudaErrorInvalidValue);
    if (pread((int)(uintptr_t)handle, &said, sizeof(said), 0) != (ssize_t)sizeof(said) ||
        memcmp(said.mark, mark, sizeof(mark)) != 0 || !simt_is_device(said.device))
        return simt_fail(cudaErrorUnknown); /* as of any file that is no pool */
    const struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
                                           .location = {cudaMemLocationTypeDevice, said.device}};
    cudaError_t error = cudaMemPoolCreate(pool, &props);
    if (!error) (*pool)->number = said.number;
    return error;
}

/* The number of the pool that memory is from; 0: none that other processes may get. */
static uint64_t pool_number_at(const void *d_pointer) {
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = simt_holder(d_pointer);
    uint64_t number = a && a->pool && a->pool->shared ? a->pool->number : 0;
    pthread_mutex_unlock(&simt_memory_mutex);
    return number;
}

/* Where the number stands behind the place. */
static char *number_in(struct cudaMemPoolPtrExportData *data) {
    return (char *)data + sizeof(*data) - sizeof(uint64_t);
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *d_pointer) {
    uint64_t number = pool_number_at(d_pointer);
    if (!data || !number) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaIpcGetMemHandle((cudaIpcMemHandle_t *)data, d_pointer);
    if (!error) memcpy(number_in(data), &number, sizeof(number));
    return error;
}

cudaError_t cudaMemPoolImportPointer(void **d_pointer, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData *data) {
    cudaIpcMemHandle_t handle;
    if (!d_pointer || !is_pool(pool) || !data || !pool->number ||
        memcmp(number_in(data), &pool->number, sizeof(pool->number)) != 0)
        return simt_fail(cudaErrorInvalidValue);
    memcpy(&handle, data, sizeof(handle));
    return cudaIpcOpenMemHandle(d_pointer, handle, cudaIpcMemLazyEnablePeerAccess);
}
