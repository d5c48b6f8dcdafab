/**
 * @file
 * @brief Where managed memory should be, and from which pool memory comes: taken as CUDA takes it, and
 *        then without effect, since there is one memory here.
 */
#include "internal.h"

/* Only managed memory can be moved to where it is used. */
static cudaError_t take_hint(const void *pointer, size_t bytes) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    struct cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, pointer);
    bool managed = pointer && attributes.type == cudaMemoryTypeManaged;
    return managed && bytes ? cudaSuccess : simt_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation where,
                                 unsigned int flags, cudaStream_t stream) {
    (void)stream;
    if (flags || (where.type == cudaMemLocationTypeDevice && !simt_is_device(where.id)))
        return simt_fail(flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    return take_hint(pointer, bytes);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation where) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return simt_fail(cudaErrorInvalidValue);
    if (where.type == cudaMemLocationTypeDevice && !simt_is_device(where.id))
        return simt_fail(cudaErrorInvalidDevice);
    return take_hint(pointer, bytes);
}

cudaError_t simt_attach_memory(cudaStream_t stream, const void *pointer, size_t bytes,
                               unsigned int flags) {
    (void)stream;
    (void)bytes; /* 0: all of it */
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return simt_fail(cudaErrorInvalidValue);
    return take_hint(pointer, 1);
}

/*
 * Pools: the one that every device has.
 */
static struct simt_pool { uint64_t value[cudaMemPoolAttrUsedMemHigh + 1]; } pools[MAX_DEVICES];

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    if (!simt_is_device(device)) return simt_fail(cudaErrorInvalidDevice);
    if (!pool) return simt_fail(cudaErrorInvalidValue);
    *pool = &pools[device];
    return simt_enter(false);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return cudaDeviceGetDefaultMemPool(pool, device);
}

/* Flags are int, sizes uint64_t. */
static bool is_flag(enum cudaMemPoolAttr attribute) {
    return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

static bool is_pool(cudaMemPool_t pool) {
    return pool >= pools && pool < pools + MAX_DEVICES;
}

static bool known(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, const void *value) {
    return is_pool(pool) && value && attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolAttrUsedMemHigh;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    if (!known(pool, attribute, value)) return simt_fail(cudaErrorInvalidValue);
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
