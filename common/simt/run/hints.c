/**
 * @file
 * @brief Where managed memory should be, and what else makes a GPU faster: taken as CUDA takes it, and then
 *        without effect.
 */
#include "queue.h"

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
 * Ranges of managed memory: no hint is kept.
 */
cudaError_t cudaMemRangeGetAttribute(void *value, size_t value_bytes,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t bytes) {
    int32_t *numbers = value;
    if (!value || value_bytes % sizeof(*numbers)) return simt_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < value_bytes / sizeof(*numbers); i++)
        numbers[i] = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    return take_hint(pointer, bytes);
}

/*
 * Attributes of streams. The window of the second-level cache is what a program asks for again.
 */
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   const union cudaLaunchAttributeValue *value) {
    bool known = id == cudaLaunchAttributeAccessPolicyWindow || id == cudaLaunchAttributePriority ||
                 id == cudaLaunchAttributeSynchronizationPolicy ||
                 id == cudaLaunchAttributeMemSyncDomain ||
                 id == cudaLaunchAttributeMemSyncDomainMap;
    if (!value || !known) return simt_fail(cudaErrorInvalidValue);
    struct simt_stream *s = simt_stream_of(stream);
    if (id == cudaLaunchAttributeAccessPolicyWindow) s->window = value->accessPolicyWindow;
    if (id == cudaLaunchAttributePriority) s->priority = value->priority;
    if (id == cudaLaunchAttributeSynchronizationPolicy) s->policy = value->syncPolicy;
    return simt_enter(false);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, enum cudaLaunchAttributeID id,
                                   union cudaLaunchAttributeValue *value) {
    if (!value) return simt_fail(cudaErrorInvalidValue);
    const struct simt_stream *s = simt_stream_of(stream);
    *value = (union cudaLaunchAttributeValue){.pad = {0}};
    if (id == cudaLaunchAttributeAccessPolicyWindow) value->accessPolicyWindow = s->window;
    if (id == cudaLaunchAttributePriority) value->priority = s->priority;
    if (id == cudaLaunchAttributeSynchronizationPolicy)
        value->syncPolicy = s->policy ? s->policy : cudaSyncPolicyAuto;
    return simt_enter(false);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    const struct simt_stream *s = simt_stream_of(from);
    simt_stream_of(to)->window = s->window;
    simt_stream_of(to)->policy = s->policy;
    return simt_enter(false);
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
    return simt_enter(false);
}

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(int target, int scope) {
    (void)target;
    (void)scope;
    return simt_fail(cudaErrorNotSupported);
}
