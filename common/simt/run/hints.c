/**
 * @file
 * @brief Where managed memory should be, and what else makes a GPU faster: taken as CUDA takes it, and then
 *        without effect.
 */
#include "queue.h"

#include <stdlib.h>

enum { PAGE = 4096 };

/* Only managed memory can be moved to where it is used. */
static cudaError_t take_hint(const void *pointer, size_t bytes) {
    cudaError_t error = simt_enter(false);
    if (error) return error;
    struct cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, pointer);
    bool managed = pointer && attributes.type == cudaMemoryTypeManaged;
    return managed && bytes ? cudaSuccess : simt_fail(cudaErrorInvalidValue);
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
 * What a program has advised and prefetched, the last first. It moves nothing here, but a program may ask for it.
 */
struct hint {
    uintptr_t start, end; /* whole pages from where the allocation begins */
    enum cudaMemRangeAttribute kind;
    bool on;
    struct cudaMemLocation where;
    struct hint *next;
};
static struct hint *hints;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool same_place(struct cudaMemLocation a, struct cudaMemLocation b) {
    return a.type == b.type && (a.id == b.id || a.type != cudaMemLocationTypeDevice);
}

/* Of a range; NULL: of any kind. The mutex is held. */
static void forget(uintptr_t start, uintptr_t end, const struct hint *like) {
    for (struct hint **link = &hints, *h; (h = *link) != NULL;) {
        bool alike = !like || (h->kind == like->kind && (h->kind != cudaMemRangeAttributeAccessedBy ||
                                                         same_place(h->where, like->where)));
        if (!alike || h->start < start || h->end > end) {
            link = &h->next;
            continue;
        }
        *link = h->next;
        free(h);
    }
}

void simt_forget_hints(uintptr_t start, size_t bytes) {
    pthread_mutex_lock(&mutex);
    forget(start, start + bytes + PAGE, NULL);
    pthread_mutex_unlock(&mutex);
}

static cudaError_t keep_hint(const void *pointer, size_t bytes, enum cudaMemRangeAttribute kind, bool on,
                             struct cudaMemLocation where) {
    if (where.type == cudaMemLocationTypeDevice && !simt_is_device(where.id)) return simt_fail(cudaErrorInvalidDevice);
    cudaError_t error = take_hint(pointer, bytes);
    if (error) return error;
    struct hint *h = malloc(sizeof(*h));
    if (!h) return simt_fail(cudaErrorMemoryAllocation);
    struct simt_block_of_memory m = {.start = 0};
    simt_nearest_memory((uintptr_t)pointer, &m);
    uintptr_t before = ((uintptr_t)pointer - m.start) % PAGE, start = (uintptr_t)pointer - before;
    uintptr_t end = start + (before + bytes + PAGE - 1) / PAGE * PAGE;
    pthread_mutex_lock(&mutex);
    *h = (struct hint){start, end, kind, on, where, NULL};
    forget(start, end, h);
    h->next = hints;
    hints = h;
    pthread_mutex_unlock(&mutex);
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation where,
                                 unsigned int flags, cudaStream_t stream) {
    (void)stream;
    if (flags) return simt_fail(cudaErrorInvalidValue);
    return keep_hint(pointer, bytes, cudaMemRangeAttributeLastPrefetchLocation, true, where);
}

/* Advices come in pairs: to set and to take back. Each pair is one attribute of a range. */
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation where) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
        return simt_fail(cudaErrorInvalidValue);
    int pair = (advice - cudaMemAdviseSetReadMostly) / 2;
    bool on = (advice - cudaMemAdviseSetReadMostly) % 2 == 0;
    if (pair == 0 || (pair == 1 && !on)) where = (struct cudaMemLocation){cudaMemLocationTypeInvalid, 0};
    return keep_hint(pointer, bytes, (enum cudaMemRangeAttribute)(cudaMemRangeAttributeReadMostly + pair), on, where);
}

/*
 * Questions. A range has an attribute if all of it has.
 */
/* The last hint for an address. */
static struct hint hint_at(uintptr_t address, struct hint like) {
    like.on = false;
    for (const struct hint *h = hints; h; h = h->next)
        if (h->kind == like.kind && address - h->start < h->end - h->start &&
            (like.kind != cudaMemRangeAttributeAccessedBy || same_place(h->where, like.where)))
            return *h;
    like.where = (struct cudaMemLocation){cudaMemLocationTypeInvalid, 0};
    return like;
}

/* It is asked where the range begins, and where a hint begins or ends in it. */
static struct hint hint_of(uintptr_t start, size_t bytes, struct hint like) {
    struct hint first = hint_at(start, like);
    for (const struct hint *h = hints; h; h = h->next)
        for (int side = 0; side < 2; side++) {
            uintptr_t edge = side ? h->end : h->start;
            struct hint there = edge > start && edge < start + bytes ? hint_at(edge, like) : first;
            if (there.on != first.on || !same_place(there.where, first.where)) first.on = false;
        }
    if (!first.on) first.where = (struct cudaMemLocation){cudaMemLocationTypeInvalid, 0};
    return first;
}

static int32_t number_of(struct cudaMemLocation where) {
    if (where.type == cudaMemLocationTypeDevice) return where.id;
    return where.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
}

/* The devices, the host among them, that access all of a range. */
static void tell_users(uintptr_t start, size_t bytes, int32_t *numbers, size_t n) {
    size_t found = 0;
    for (int32_t id = cudaCpuDeviceId; id < simt_device_count() && found < n; id++) {
        bool host = id == cudaCpuDeviceId;
        struct cudaMemLocation where = {host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, host ? 0 : id};
        if (hint_of(start, bytes, (struct hint){.kind = cudaMemRangeAttributeAccessedBy, .where = where}).on)
            numbers[found++] = id;
    }
    while (found < n) numbers[found++] = cudaInvalidDeviceId;
}

static void tell(uintptr_t start, size_t bytes, enum cudaMemRangeAttribute attribute, int32_t *numbers, size_t n) {
    bool prefetch = attribute == cudaMemRangeAttributeLastPrefetchLocation ||
                    attribute >= cudaMemRangeAttributeLastPrefetchLocationType;
    bool split = attribute >= cudaMemRangeAttributePreferredLocationType;
    bool is_id = attribute == cudaMemRangeAttributePreferredLocationId ||
                 attribute == cudaMemRangeAttributeLastPrefetchLocationId;
    if (attribute == cudaMemRangeAttributeAccessedBy) {
        tell_users(start, bytes, numbers, n);
        return;
    }
    struct hint like = {.kind = prefetch ? cudaMemRangeAttributeLastPrefetchLocation
                                : split  ? cudaMemRangeAttributePreferredLocation
                                         : attribute};
    struct hint found = hint_of(start, bytes, like);
    *numbers = attribute == cudaMemRangeAttributeReadMostly ? found.on
               : !split                                     ? number_of(found.where)
               : is_id                                      ? found.where.id
                                                            : (int32_t)found.where.type;
}

cudaError_t cudaMemRangeGetAttribute(void *value, size_t value_bytes,
                                     enum cudaMemRangeAttribute attribute, const void *pointer,
                                     size_t bytes) {
    bool many = attribute == cudaMemRangeAttributeAccessedBy;
    bool known = attribute >= cudaMemRangeAttributeReadMostly &&
                 attribute <= cudaMemRangeAttributeLastPrefetchLocationId;
    if (!value || !value_bytes || value_bytes % sizeof(int32_t) || !known || (!many && value_bytes != sizeof(int32_t)))
        return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = take_hint(pointer, bytes);
    if (error) return error;
    pthread_mutex_lock(&mutex);
    tell((uintptr_t)pointer, bytes, attribute, value, value_bytes / sizeof(int32_t));
    pthread_mutex_unlock(&mutex);
    return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttributes(void **values, size_t *value_bytes, enum cudaMemRangeAttribute *attributes,
                                      size_t n, const void *pointer, size_t bytes) {
    if (!values || !value_bytes || !attributes || !n) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < n && !error; i++)
        error = cudaMemRangeGetAttribute(values[i], value_bytes[i], attributes[i], pointer, bytes);
    return error;
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
