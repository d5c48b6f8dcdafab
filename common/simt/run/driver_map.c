/**
 * @file
 * @brief The driver API: memory without an address, addresses without memory, and what brings them together.
 *
 * Memory lies at one place at a time. While it is mapped nowhere, its bytes are kept in memory of the host. Addresses
 * belong to the device that was current when they were reserved.
 */
#include "driver.h"
#include "ipc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GRANULE = 2 << 20, GUARD = 64 << 10 };

struct reserved {
    uintptr_t start;
    size_t bytes;
    void *taken; /* from here on, so that `start` is aligned */
    size_t taken_bytes;
    int device;
    struct reserved *next;
};

/* What a handle stands for. */
struct physical {
    CUmemAllocationProp prop;
    size_t bytes;
    int users;               /* handles that are not released */
    struct reserved *mapped; /* where it lies; NULL: nowhere */
    uintptr_t start;
    bool shown;       /* kernels may touch it there */
    char *bytes_kept; /* while they may not; NULL: never written */
    int file;         /* that keeps its bytes for other processes, too; 0: none */
    struct physical *next;
};

/* These calls need no context. */
#define CONTEXT_FREE_CALL(name, parameters, runtime_call)                                          \
    CUresult name parameters {                                                                     \
        struct driver_call call = simt_driver_begin(false);                                        \
        if (call.refused) return call.refused;                                                     \
        return simt_driver_end(&call, runtime_call);                                               \
    }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct reserved *all_reserved;
static struct physical *all_memory;

static cudaError_t refuse(const char *call, const char *what, const char *remedy) {
    simt_print("simt: %s: %s is not part of the CPU runtime. %s\n", call, what, remedy);
    return cudaErrorNotSupported;
}

static bool is_granular(uint64_t number) {
    return number % GRANULE == 0;
}

/*
 * Addresses. Behind them nothing lies, so that memcheck sees a step over their end.
 */
static struct reserved *reserved_at(uintptr_t start, size_t bytes) {
    struct reserved *r = all_reserved;
    while (r && (start - r->start >= r->bytes || bytes > r->bytes - (start - r->start)))
        r = r->next;
    return r;
}

static void *take_addresses(size_t bytes) {
    if (simt_has_regions()) return simt_take_region(bytes, simt_device);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *taken = mmap(NULL, bytes, PROT_NONE, flags, -1, 0);
    return taken == MAP_FAILED ? NULL : taken;
}

static cudaError_t reserve(CUdeviceptr *d_pointer, size_t bytes, size_t alignment,
                           unsigned long long flags) {
    if (!d_pointer || !bytes || !is_granular(bytes) || flags || (alignment & (alignment - 1)))
        return cudaErrorInvalidValue;
    if (alignment < GRANULE) alignment = GRANULE;
    struct reserved *r = malloc(sizeof(*r));
    size_t all = bytes + alignment + GUARD;
    void *taken = r && all > bytes ? take_addresses(all) : NULL;
    if (!taken) {
        free(r);
        return cudaErrorMemoryAllocation;
    }
    uintptr_t start = ((uintptr_t)taken + alignment - 1) & ~(uintptr_t)(alignment - 1);
    pthread_mutex_lock(&mutex);
    *r = (struct reserved){start, bytes, taken, all, simt_device, all_reserved};
    all_reserved = r;
    pthread_mutex_unlock(&mutex);
    *d_pointer = start;
    return cudaSuccess;
}

static cudaError_t unreserve(CUdeviceptr d_pointer, size_t bytes) {
    pthread_mutex_lock(&mutex);
    struct reserved **link = &all_reserved;
    while (*link && ((*link)->start != d_pointer || (*link)->bytes != bytes)) link = &(*link)->next;
    struct reserved *r = *link;
    for (const struct physical *m = all_memory; m && r; m = m->next)
        if (m->mapped == r) r = NULL;
    if (r) *link = r->next;
    pthread_mutex_unlock(&mutex);
    if (!r) return cudaErrorInvalidValue;
    if (simt_has_regions())
        simt_drop_region((uintptr_t)r->taken);
    else
        munmap(r->taken, r->taken_bytes);
    free(r);
    return cudaSuccess;
}
CONTEXT_FREE_CALL(cuMemAddressReserve,
            (CUdeviceptr * d_pointer, size_t bytes, size_t alignment, CUdeviceptr wish,
             unsigned long long flags),
            ((void)wish, reserve(d_pointer, bytes, alignment, flags)))
CONTEXT_FREE_CALL(cuMemAddressFree, (CUdeviceptr d_pointer, size_t bytes), unreserve(d_pointer, bytes))

/*
 * Memory.
 */
static cudaError_t check_prop(const char *call, const CUmemAllocationProp *prop) {
    if (!prop) return cudaErrorInvalidValue;
    if (prop->type != CU_MEM_ALLOCATION_TYPE_PINNED) return cudaErrorInvalidValue;
    if (prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return refuse(call, "memory that is not on a device", "Use cuMemAllocHost");
    return simt_is_device(prop->location.id) ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t granularity(size_t *bytes, const CUmemAllocationProp *prop) {
    if (!bytes) return cudaErrorInvalidValue;
    *bytes = GRANULE;
    return check_prop("cuMemGetAllocationGranularity", prop);
}
CONTEXT_FREE_CALL(cuMemGetAllocationGranularity,
            (size_t * bytes, const CUmemAllocationProp *prop,
             CUmemAllocationGranularity_flags flags),
            ((void)flags, granularity(bytes, prop)))

/* Memory that other processes may get is a file, which is filled as device memory is. */
static bool make_file(struct physical *m) {
    if (m->prop.requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE) return true;
    m->file = simt_shared_file(m->bytes);
    void *all = m->file < 0 ? MAP_FAILED : mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (all == MAP_FAILED) return false;
    memset(all, simt_unwritten(), m->bytes);
    munmap(all, m->bytes);
    return true;
}

static struct physical *add_memory(const struct physical *made) {
    struct physical *m = malloc(sizeof(*m));
    if (!m || !simt_count_memory(made->prop.location.id, made->bytes)) {
        free(m);
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    *m = *made;
    m->next = all_memory;
    all_memory = m;
    pthread_mutex_unlock(&mutex);
    return m;
}

static cudaError_t create(CUmemGenericAllocationHandle *handle, size_t bytes,
                          const CUmemAllocationProp *prop, unsigned long long flags) {
    cudaError_t error = check_prop("cuMemCreate", prop);
    if (error) return error;
    if (!handle || !bytes || !is_granular(bytes) || flags) return cudaErrorInvalidValue;
    if (prop->requestedHandleTypes & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return refuse("cuMemCreate", "a handle that is no file descriptor",
                      "Use CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR");
    struct physical made = {.prop = *prop, .bytes = bytes, .users = 1};
    struct physical *m = make_file(&made) ? add_memory(&made) : NULL;
    if (!m && made.file > 0) close(made.file);
    *handle = (uintptr_t)m;
    return m ? cudaSuccess : cudaErrorMemoryAllocation;
}
CONTEXT_FREE_CALL(cuMemCreate,
            (CUmemGenericAllocationHandle * handle, size_t bytes, const CUmemAllocationProp *prop,
             unsigned long long flags),
            create(handle, bytes, prop, flags))

/* By a handle that is not released; NULL: it is none. */
static struct physical *memory_of(CUmemGenericAllocationHandle handle) {
    struct physical *m = all_memory;
    while (m && (uintptr_t)m != handle) m = m->next;
    return m && m->users ? m : NULL;
}

static void drop_unused(struct physical *m) {
    if (m->users || m->mapped) return;
    struct physical **link = &all_memory;
    while (*link != m) link = &(*link)->next;
    *link = m->next;
    simt_uncount_memory(m->prop.location.id, m->bytes);
    if (m->file) close(m->file);
    free(m->bytes_kept);
    free(m);
}

static cudaError_t release(CUmemGenericAllocationHandle handle) {
    pthread_mutex_lock(&mutex);
    struct physical *m = memory_of(handle);
    if (m) m->users--;
    if (m) drop_unused(m);
    pthread_mutex_unlock(&mutex);
    return m ? cudaSuccess : cudaErrorInvalidValue;
}
CONTEXT_FREE_CALL(cuMemRelease, (CUmemGenericAllocationHandle handle), release(handle))

/* What is mapped to an address. */
static struct physical *memory_at(uintptr_t address) {
    struct physical *m = all_memory;
    while (m && (!m->mapped || address - m->start >= m->bytes)) m = m->next;
    return m;
}

static cudaError_t retain(CUmemGenericAllocationHandle *handle, const void *pointer) {
    pthread_mutex_lock(&mutex);
    struct physical *m = handle ? memory_at((uintptr_t)pointer) : NULL;
    if (m) m->users++;
    pthread_mutex_unlock(&mutex);
    if (m) *handle = (uintptr_t)m;
    return m ? cudaSuccess : cudaErrorInvalidValue;
}
CONTEXT_FREE_CALL(cuMemRetainAllocationHandle, (CUmemGenericAllocationHandle * handle, void *pointer),
            retain(handle, pointer))

static cudaError_t properties(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle) {
    pthread_mutex_lock(&mutex);
    const struct physical *m = prop ? memory_of(handle) : NULL;
    if (m) *prop = m->prop;
    pthread_mutex_unlock(&mutex);
    return m ? cudaSuccess : cudaErrorInvalidValue;
}
CONTEXT_FREE_CALL(cuMemGetAllocationPropertiesFromHandle,
            (CUmemAllocationProp * prop, CUmemGenericAllocationHandle handle),
            properties(prop, handle))

/*
 * Memory of several processes.
 */
static cudaError_t export(void *file, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type) {
    if (!file || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return cudaErrorInvalidValue;
    pthread_mutex_lock(&mutex);
    const struct physical *m = memory_of(handle);
    int copy = m && m->file ? fcntl(m->file, F_DUPFD_CLOEXEC, 0) : -1;
    pthread_mutex_unlock(&mutex);
    if (copy >= 0) *(int *)file = copy;
    return copy >= 0 ? cudaSuccess : cudaErrorInvalidValue;
}
CONTEXT_FREE_CALL(cuMemExportToShareableHandle,
            (void *file, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType type, unsigned long long flags),
            (flags ? cudaErrorInvalidValue : export(file, handle, type)))

static cudaError_t import(CUmemGenericAllocationHandle *handle, int file, CUmemAllocationHandleType type) {
    struct stat status;
    if (!handle || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) return cudaErrorInvalidValue;
    if (fstat(file, &status) || status.st_size <= 0 || !is_granular((uint64_t)status.st_size))
        return cudaErrorUnknown;
    struct physical made = {.bytes = (size_t)status.st_size, .users = 1, .file = fcntl(file, F_DUPFD_CLOEXEC, 3)};
    made.prop = (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                      .requestedHandleTypes = type,
                                      .location = {CU_MEM_LOCATION_TYPE_DEVICE, simt_device}};
    struct physical *m = made.file > 0 ? add_memory(&made) : NULL;
    if (!m && made.file > 0) close(made.file);
    *handle = (uintptr_t)m;
    return m ? cudaSuccess : cudaErrorMemoryAllocation;
}
CONTEXT_FREE_CALL(cuMemImportFromShareableHandle,
            (CUmemGenericAllocationHandle * handle, void *file, CUmemAllocationHandleType type),
            import(handle, (int)(uintptr_t)file, type))

/*
 * Memory at addresses.
 */
static cudaError_t check_map(struct physical *m, CUdeviceptr start, size_t bytes, size_t offset) {
    const struct reserved *r = reserved_at(start, bytes);
    if (!m || !r || !is_granular(start) || bytes > m->bytes) return cudaErrorInvalidValue;
    if (offset || bytes < m->bytes)
        return refuse("cuMemMap", "a part of an allocation", "Map all of it");
    if (m->mapped)
        return refuse("cuMemMap", "memory that is mapped twice", "Call cuMemUnmap first");
    if (m->prop.location.id != r->device)
        return refuse("cuMemMap", "memory of another device than that of its addresses",
                      "Make its context current before cuMemAddressReserve");
    for (const struct physical *other = all_memory; other; other = other->next)
        if (other->mapped && other->start < start + bytes && start < other->start + other->bytes)
            return cudaErrorInvalidValue;
    return cudaSuccess;
}

static cudaError_t map(CUdeviceptr start, size_t bytes, size_t offset,
                       CUmemGenericAllocationHandle handle, unsigned long long flags) {
    pthread_mutex_lock(&mutex);
    struct physical *m = memory_of(handle);
    cudaError_t error = flags ? cudaErrorInvalidValue : check_map(m, start, bytes, offset);
    if (!error) {
        m->mapped = reserved_at(start, bytes);
        m->start = start;
    }
    pthread_mutex_unlock(&mutex);
    return error;
}
CONTEXT_FREE_CALL(cuMemMap,
            (CUdeviceptr d_pointer, size_t bytes, size_t offset,
             CUmemGenericAllocationHandle handle, unsigned long long flags),
            map(d_pointer, bytes, offset, handle, flags))

static void protect(const struct physical *m, int rights) {
    if (!simt_has_regions()) mprotect((void *)m->start, m->bytes, rights);
}

static bool map_file(const struct physical *m) {
    void *wanted = (void *)m->start;
    simt_open_memory(1u << m->prop.location.id);
    bool done = mmap(wanted, m->bytes, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_SHARED, m->file, 0) == wanted;
    simt_close_memory(1u << m->prop.location.id);
    return done;
}

static cudaError_t show(struct physical *m) {
    if (m->shown) return cudaSuccess;
    uint32_t device = 1u << m->prop.location.id;
    if (m->file) {
        m->shown = map_file(m) && simt_show_memory(m->start, m->bytes, m->prop.location.id);
        simt_shared_maps += m->shown;
        if (m->shown && simt_check) simt_check->wrote((void *)m->start, m->bytes); /* by whomever */
        return m->shown ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    protect(m, PROT_READ | PROT_WRITE);
    m->shown = simt_show_memory(m->start, m->bytes, m->prop.location.id);
    if (!m->shown) return cudaErrorMemoryAllocation;
    simt_open_memory(device);
    if (m->bytes_kept)
        memcpy((void *)m->start, m->bytes_kept, m->bytes);
    else
        memset((void *)m->start, simt_unwritten(), m->bytes);
    simt_close_memory(device);
    if (simt_check && m->bytes_kept) simt_check->wrote((void *)m->start, m->bytes);
    free(m->bytes_kept);
    m->bytes_kept = NULL;
    return cudaSuccess;
}

/* False: there is no memory to keep its bytes. */
static bool hide(struct physical *m, bool keeps) {
    if (!m->shown) return true;
    uint32_t device = 1u << m->prop.location.id;
    if (m->file) {
        int flags = MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
        simt_hide_memory(m->start, m->bytes);
        simt_open_memory(device);
        mmap((void *)m->start, m->bytes, simt_has_regions() ? PROT_READ | PROT_WRITE : PROT_NONE, flags, -1, 0);
        simt_close_memory(device);
        m->shown = false;
        simt_shared_maps--;
        return true;
    }
    if (keeps && !(m->bytes_kept = malloc(m->bytes))) return false;
    simt_open_memory(device);
    if (keeps) memcpy(m->bytes_kept, (void *)m->start, m->bytes);
    madvise((void *)m->start, m->bytes, MADV_DONTNEED);
    simt_close_memory(device);
    simt_hide_memory(m->start, m->bytes);
    protect(m, PROT_NONE);
    m->shown = false;
    return true;
}

/* Whether what is mapped in a range fills it. */
static bool is_filled(uintptr_t start, size_t bytes) {
    size_t filled = 0;
    for (const struct physical *m = all_memory; m; m = m->next)
        if (m->mapped && m->start - start < bytes && m->bytes <= bytes - (m->start - start))
            filled += m->bytes;
    return bytes && filled == bytes;
}

static bool lies_in(const struct physical *m, uintptr_t start, size_t bytes) {
    return m->mapped && m->start - start < bytes;
}

static cudaError_t check_access(const CUmemAccessDesc *access, const struct reserved *r) {
    if (access->location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        !simt_is_device(access->location.id))
        return cudaErrorInvalidValue;
    if (access->location.id != r->device)
        return refuse("cuMemSetAccess", "mapped memory for another device", "Use cuMemAlloc");
    if (access->flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
        return refuse("cuMemSetAccess", "memory that can only be read",
                      "Use CU_MEM_ACCESS_FLAGS_PROT_READWRITE");
    bool known = access->flags == CU_MEM_ACCESS_FLAGS_PROT_NONE ||
                 access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return known ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t set_access_of_all(uintptr_t start, size_t bytes, const CUmemAccessDesc *access,
                                     size_t n) {
    const struct reserved *r = reserved_at(start, bytes);
    if (!r || !is_filled(start, bytes)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < n; i++) {
        cudaError_t error = check_access(&access[i], r);
        bool shows = access[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        for (struct physical *m = all_memory; m && !error; m = m->next)
            if (lies_in(m, start, bytes))
                error = shows ? show(m) : hide(m, true) ? cudaSuccess : cudaErrorMemoryAllocation;
        if (error) return error;
    }
    return cudaSuccess;
}

/* What is under way may touch the memory. */
static cudaError_t set_access(uintptr_t start, size_t bytes, const CUmemAccessDesc *access,
                              size_t n) {
    if (!access || !n) return cudaErrorInvalidValue;
    cudaError_t error = simt_wait_for(simt_device);
    pthread_mutex_lock(&mutex);
    if (!error) error = set_access_of_all(start, bytes, access, n);
    pthread_mutex_unlock(&mutex);
    return error;
}
CONTEXT_FREE_CALL(cuMemSetAccess,
            (CUdeviceptr d_pointer, size_t bytes, const CUmemAccessDesc *access, size_t n),
            set_access(d_pointer, bytes, access, n))

static cudaError_t get_access(unsigned long long *flags, const CUmemLocation *location,
                              uintptr_t address) {
    if (!flags || !location) return cudaErrorInvalidValue;
    pthread_mutex_lock(&mutex);
    const struct physical *m = memory_at(address);
    bool own =
        m && location->type == CU_MEM_LOCATION_TYPE_DEVICE && location->id == m->prop.location.id;
    if (m)
        *flags =
            own && m->shown ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    pthread_mutex_unlock(&mutex);
    return m ? cudaSuccess : cudaErrorInvalidValue;
}
CONTEXT_FREE_CALL(cuMemGetAccess,
            (unsigned long long *flags, const CUmemLocation *location, CUdeviceptr d_pointer),
            get_access(flags, location, d_pointer))

static cudaError_t unmap_all(uintptr_t start, size_t bytes) {
    if (!reserved_at(start, bytes) || !is_filled(start, bytes)) return cudaErrorInvalidValue;
    for (struct physical *m = all_memory, *next; m; m = next) {
        next = m->next;
        if (!lies_in(m, start, bytes)) continue;
        if (!hide(m, m->users > 0)) return cudaErrorMemoryAllocation;
        m->mapped = NULL;
        drop_unused(m);
    }
    return cudaSuccess;
}

static cudaError_t unmap(uintptr_t start, size_t bytes) {
    cudaError_t error = simt_wait_for(simt_device);
    pthread_mutex_lock(&mutex);
    if (!error) error = unmap_all(start, bytes);
    pthread_mutex_unlock(&mutex);
    return error;
}
CONTEXT_FREE_CALL(cuMemUnmap, (CUdeviceptr d_pointer, size_t bytes), unmap(d_pointer, bytes))
