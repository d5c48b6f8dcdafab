/**
 * @file
 * @brief What is known of an address: its allocation or the nearest one, its kind, and what copies may touch.
 */
#include "arrays.h"
#include "heap.h"
#include "memory.h"

#include <stdio.h>

/*
 * Why a call was refused, for the checkers' report.
 */
static __thread char why[160];

const char *simt_why(void) {
    return why;
}

static __thread bool is_odd;

bool simt_was_odd(void) {
    bool was = is_odd;
    is_odd = false;
    return was;
}

void simt_forget_why(void) {
    why[0] = 0;
    is_odd = false;
}

void simt_tell_release(const struct allocation *a, const void *pointer, bool host) {
    const char *call = host ? "cudaMallocHost" : "cudaMalloc";
    if (simt_is_array(pointer))
        snprintf(why, sizeof(why), "that is a CUDA array, which cudaFreeArray frees");
    else if (!a && simt_freed_holder((uintptr_t)pointer))
        snprintf(why, sizeof(why), "that memory was freed before");
    else if (a && a->start != (uintptr_t)pointer && a->ours)
        snprintf(why, sizeof(why), "the pointer is %zu bytes behind the one that was given",
                 (size_t)((uintptr_t)pointer - a->start));
    else
        snprintf(why, sizeof(why), "%s has not given that pointer", call);
}

/*
 * For a report.
 */
/* How far the address is from an allocation. */
static size_t distance(const struct allocation *a, uintptr_t address) {
    if (address < a->start) return a->start - address;
    return address - a->start < a->asked ? 0 : address - a->start - a->asked + 1;
}

static const struct allocation *nearest(uintptr_t address) {
    const struct allocation *best = NULL, *a;
    for (size_t i = 0; (a = simt_nth_allocation(i)); i++)
        if (!best || distance(a, address) < distance(best, address)) best = a;
    return best;
}

static bool describe(const struct allocation *a, bool freed, struct simt_block_of_memory *memory) {
    if (a) *memory = (struct simt_block_of_memory){a->start, a->asked, freed, a->device, a->pc};
    return a != NULL;
}

/* Without a lock: the kernel that asks waits for nobody who could allocate. */
bool simt_nearest_memory(uintptr_t address, struct simt_block_of_memory *memory) {
    if (simt_heap_memory(address, memory)) return true;
    const struct allocation *freed = simt_freed_holder(address);
    return describe(freed ? freed : nearest(address), freed != NULL, memory);
}

bool simt_nearest_live_memory(uintptr_t address, struct simt_block_of_memory *memory) {
    if (simt_heap_memory(address, memory) && !memory->freed) return true;
    return describe(nearest(address), false, memory);
}

bool simt_nth_memory(size_t i, struct simt_block_of_memory *memory) {
    const struct allocation *a = simt_nth_allocation(i);
    if (!a) return false;
    *memory = (struct simt_block_of_memory){a->start, a->asked, !a->ours, a->device, a->pc};
    return true;
}

/*
 * What an address is.
 */
enum cudaMemoryType simt_memory_type(const void *pointer) {
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = simt_holder(pointer);
    enum cudaMemoryType type = a ? a->type : cudaMemoryTypeUnregistered;
    pthread_mutex_unlock(&simt_memory_mutex);
    return type;
}

/* What lies in the program itself every device may touch. */
int simt_memory_device(const void *pointer) {
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = simt_holder(pointer);
    bool of_device = a && (a->ours || a->mapped) && a->type == cudaMemoryTypeDevice;
    int device = of_device ? a->device : -1;
    pthread_mutex_unlock(&simt_memory_mutex);
    return device;
}

cudaError_t cudaHostGetDevicePointer(void **d_pointer, void *pointer, unsigned int flags) {
    (void)flags;
    struct cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, pointer);
    if (!d_pointer || attributes.type != cudaMemoryTypeHost)
        return simt_fail(cudaErrorInvalidValue);
    *d_pointer = pointer;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *pointer) {
    struct cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, pointer);
    if (!flags || attributes.type != cudaMemoryTypeHost) return simt_fail(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    if (!attributes) return simt_fail(cudaErrorInvalidValue);
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = simt_holder(pointer);
    enum cudaMemoryType type = a ? a->type : cudaMemoryTypeUnregistered;
    int device = a ? a->device : -2;
    pthread_mutex_unlock(&simt_memory_mutex);
    *attributes = (struct cudaPointerAttributes){
        .type = type,
        .device = device,
        .devicePointer = type == cudaMemoryTypeUnregistered ? NULL : (void *)pointer,
        .hostPointer = type == cudaMemoryTypeDevice ? NULL : (void *)pointer,
    };
    return simt_enter(false);
}

/*
 * What copies may touch.
 */

/* Whether `bytes` at the pointer are memory of the side that the direction names. */
static bool side_fits(const void *pointer, size_t bytes, bool device) {
    const struct allocation *a = simt_holder(pointer);
    if (!a) return !device; /* ordinary host memory, of a size that nobody knows */
    if (device && a->type == cudaMemoryTypeHost) return true; /* pinned memory is mapped */
    if (!device && a->type == cudaMemoryTypeDevice) return false;
    return (uintptr_t)pointer - a->start + bytes <= (simt_check ? a->asked : a->bytes);
}

/* Says so where not, by what it is to the call. */
static bool side_fits_as(const char *what, const void *pointer, size_t bytes, bool device) {
    const struct allocation *a = simt_holder(pointer);
    bool is_array = !a && simt_is_array(pointer);
    if (!is_array && side_fits(pointer, bytes, device)) return true;
    if (is_array)
        snprintf(why, sizeof(why),
                 "its %s is a CUDA array. Copy with cudaMemcpy2DToArray or cudaMemcpy2DFromArray",
                 what);
    else if (!a && simt_freed_holder((uintptr_t)pointer))
        snprintf(why, sizeof(why), "its %s is memory that was freed", what);
    else if (!a)
        snprintf(why, sizeof(why),
                 "its %s is memory of the host, and its direction says the device's", what);
    else
        snprintf(why, sizeof(why), "it is of %zu bytes, and at its %s there are %zu", bytes, what,
                 (size_t)(a->start + (simt_check ? a->asked : a->bytes) - (uintptr_t)pointer));
    return false;
}

cudaError_t simt_check_copy(const void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (bytes == 0) return cudaSuccess;
    if (!to || !from) {
        snprintf(why, sizeof(why), "its %s is a null pointer", to ? "source" : "destination");
        return cudaErrorInvalidValue;
    }
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = simt_holder(to), *b = simt_holder(from);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        to_device = a && a->type == cudaMemoryTypeDevice;
        from_device = b && b->type == cudaMemoryTypeDevice;
    }
    /* A GPU copies memory of the device whatever the direction says. */
    bool to_odd = !to_device && a && a->type == cudaMemoryTypeDevice;
    bool from_odd = !from_device && b && b->type == cudaMemoryTypeDevice;
    bool fits = side_fits_as("destination", to, bytes, to_device || to_odd) &&
                side_fits_as("source", from, bytes, from_device || from_odd);
    pthread_mutex_unlock(&simt_memory_mutex);
    if (fits && (to_odd || from_odd)) {
        snprintf(why, sizeof(why),
                 "its %s is memory of the device, and its direction says the host's",
                 to_odd ? "destination" : "source");
        is_odd = true;
    }
    return fits ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t simt_check_fill(const void *d_pointer, size_t bytes) {
    pthread_mutex_lock(&simt_memory_mutex);
    bool fits = side_fits_as("destination", d_pointer, bytes, true);
    pthread_mutex_unlock(&simt_memory_mutex);
    return fits ? cudaSuccess : cudaErrorInvalidValue;
}
