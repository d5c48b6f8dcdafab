/**
 * @file
 * @brief Device, pinned and managed memory: who owns which address.
 *
 * The allocations are kept in order of address, so that a copy can be held against the direction that it names
 * and against the end of what it touches. Device memory is memory of the process, and fresh memory of a process
 * is zero. So it is filled with POISON, for programs that rely on zeros without writing them (SIMT_UNWRITTEN).
 * In check builds its pages are closed to host code (region.c), an allocation has a red zone on both sides, and
 * freed addresses are not given out again for a while: so memcheck can say which allocation a bad address is near,
 * or was in.
 */
#include "graph.h"
#include "heap.h"
#include "ipc.h"
#include "pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 256,
    RED_ZONE = 1024,       /* bytes on both sides of an allocation, in check builds */
    KEPT_BYTES = 64 << 20, /* of freed memory, so that its addresses are not given out again */
};

struct allocation {
    uintptr_t start;
    size_t bytes;
    size_t asked; /* for; the rest is rounding */
    enum cudaMemoryType type;
    bool ours;              /* made here, not registered */
    bool mapped;            /* by driver_map.c, to addresses that the program has reserved */
    struct simt_pool *pool; /* that it is from, or NULL */
    bool of_graph;          /* a node of a graph gives it and takes it back */
    int device;
    uintptr_t pc; /* of the call */
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct allocation *table; /* sorted by start */
static size_t n_table, room;
static size_t used_bytes[MAX_DEVICES]; /* of device memory */

static size_t size_bytes; /* 0: not asked for since the last reset */

static size_t device_bytes(void) {
    if (!size_bytes) size_bytes = simt_setting_bytes("SIMT_DEVICE_MEMORY", simt_gpu()->bytes);
    return size_bytes;
}

/* The first allocation that starts after `address`. */
static size_t after(uintptr_t address) {
    return simt_up_to(&table->start, n_table, sizeof(*table), address);
}

/* The allocation that holds the address, or NULL. */
static struct allocation *holder(const void *pointer) {
    size_t i = after((uintptr_t)pointer);
    if (i == 0) return NULL;
    struct allocation *a = &table[i - 1];
    return (uintptr_t)pointer - a->start < (a->bytes ? a->bytes : 1) ? a : NULL;
}

static bool insert(struct allocation a) {
    if (n_table == room) {
        size_t more = room ? 2 * room : 64;
        struct allocation *grown = realloc(table, more * sizeof(*table));
        if (!grown) return false;
        table = grown;
        room = more;
    }
    size_t i = after(a.start);
    memmove(table + i + 1, table + i, (n_table - i) * sizeof(*table));
    table[i] = a;
    n_table++;
    return true;
}

static void take_out(struct allocation *a) {
    size_t i = (size_t)(a - table);
    memmove(a, a + 1, (--n_table - i) * sizeof(*table));
}

static bool add(struct allocation a) {
    if (simt_check) simt_check->allocated((void *)a.start, a.asked);
    if (simt_check && a.type != cudaMemoryTypeDevice) simt_check->wrote((void *)a.start, a.asked);
    return insert(a);
}

/*
 * In check builds: red zones, and freed memory that is kept for a while.
 */
static struct allocation kept[256]; /* a ring */
static size_t n_kept, kept_bytes, oldest;

static void *obtain(size_t bytes, enum cudaMemoryType type) {
    if (!simt_has_regions()) return simt_take_chunk(bytes);
    int device = type == cudaMemoryTypeDevice ? simt_device : -1;
    char *memory = simt_take_region(bytes + 2 * RED_ZONE, device);
    return memory ? memory + RED_ZONE : NULL;
}

static void give_back(uintptr_t start, size_t bytes) {
    if (simt_has_regions())
        simt_drop_region(start - RED_ZONE);
    else
        simt_drop_chunk((void *)start, bytes);
}

static void keep(const struct allocation *a) {
    enum { MOST = sizeof(kept) / sizeof(*kept) };
    while (n_kept && (n_kept == MOST || kept_bytes + a->bytes > KEPT_BYTES)) {
        kept_bytes -= kept[oldest].bytes;
        simt_check->reused((void *)kept[oldest].start, kept[oldest].bytes);
        give_back(kept[oldest].start, kept[oldest].bytes);
        oldest = (oldest + 1) % MOST;
        n_kept--;
    }
    kept[(oldest + n_kept++) % MOST] = *a;
    kept_bytes += a->bytes;
}

static void drop(struct allocation *a) {
    if (a->pool) simt_pool_used(a->pool, -(int64_t)a->bytes);
    if (a->type == cudaMemoryTypeDevice && a->ours) used_bytes[a->device] -= a->bytes;
    if (simt_check) simt_check->freed((void *)a->start, a->asked);
    if (simt_check && a->ours)
        keep(a);
    else if (a->ours)
        give_back(a->start, a->bytes);
    take_out(a);
}

static size_t round_up(size_t bytes) {
    return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static void *take(size_t bytes, enum cudaMemoryType type) {
    pthread_mutex_lock(&mutex);
    bool device = type == cudaMemoryTypeDevice;
    size_t *used = &used_bytes[simt_device];
    bool fits = bytes <= SIZE_MAX / 2 && (!device || round_up(bytes) <= device_bytes() - *used);
    void *memory = fits ? obtain(round_up(bytes), type) : NULL;
    struct allocation a = {.start = (uintptr_t)memory,
                           .bytes = round_up(bytes),
                           .asked = bytes,
                           .type = type,
                           .ours = true,
                           .device = simt_device,
                           .pc = simt_call.pc};
    if (memory && add(a)) {
        if (device) *used += round_up(bytes);
        simt_open_memory(1u << simt_device);
        memset(memory, type == cudaMemoryTypeManaged ? 0 : simt_unwritten(), round_up(bytes));
        simt_close_memory(1u << simt_device);
    } else if (memory) {
        give_back((uintptr_t)memory, a.bytes);
        memory = NULL;
    }
    pthread_mutex_unlock(&mutex);
    return memory;
}

static cudaError_t allocate(void **pointer, size_t bytes, enum cudaMemoryType type) {
    cudaError_t error = simt_enter(true);
    if (!error) error = simt_unsafe();
    if (error) return error;
    if (!pointer) return simt_fail(cudaErrorInvalidValue);
    *pointer = NULL;
    if (bytes == 0) return cudaSuccess;
    *pointer = take(bytes, type);
    if (!*pointer && simt_lazy() &&
        !simt_wait_for(simt_device)) /* cudaFreeAsync may be on its way */
        *pointer = take(bytes, type);
    return *pointer ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

/*
 * Why a call was refused, for the checkers' report.
 */
static __thread char why[160];

const char *simt_why(void) {
    return why;
}

void simt_forget_why(void) {
    why[0] = 0;
}

static bool was_freed(const void *pointer) {
    for (size_t i = 0; i < n_kept; i++) {
        const struct allocation *a = &kept[(oldest + i) % (sizeof(kept) / sizeof(*kept))];
        if ((uintptr_t)pointer - a->start < a->asked) return true;
    }
    return false;
}

static void tell_release(const struct allocation *a, const void *pointer, bool host) {
    const char *call = host ? "cudaMallocHost" : "cudaMalloc";
    if (!a && was_freed(pointer))
        snprintf(why, sizeof(why), "that memory was freed before");
    else if (a && a->start != (uintptr_t)pointer && a->ours)
        snprintf(why, sizeof(why), "the pointer is %zu bytes behind the one that was given",
                 (size_t)((uintptr_t)pointer - a->start));
    else
        snprintf(why, sizeof(why), "%s has not given that pointer", call);
}

static cudaError_t release(void *pointer, bool host, bool for_good) {
    pthread_mutex_lock(&mutex);
    struct allocation *a = holder(pointer);
    bool ours =
        a && a->ours && a->start == (uintptr_t)pointer && host == (a->type == cudaMemoryTypeHost);
    if (ours && for_good) drop(a);
    if (!ours) tell_release(a, pointer, host);
    pthread_mutex_unlock(&mutex);
    return ours ? cudaSuccess : cudaErrorInvalidValue;
}

/* What is on its way on the device may touch the memory, so all of it is waited for, as a GPU does. */
static cudaError_t wait_and_release(void *pointer, bool host) {
    int device = host ? -1 : simt_memory_device(pointer);
    cudaError_t error = pointer ? simt_unsafe() : cudaSuccess;
    if (!error) error = pointer ? simt_wait_for(device) : simt_enter(true);
    if (!error && pointer && simt_shares) {
        if (!host && simt_close_shared(pointer)) return cudaSuccess;
        simt_unshare((uintptr_t)pointer);
    }
    if (!error && pointer && simt_is_graph_memory(pointer))
        return simt_renew_memory(pointer, false, cudaStreamLegacy);
    return error || !pointer ? error : simt_fail(release(pointer, host, true));
}

void simt_free_memory_of(int device) {
    pthread_mutex_lock(&mutex);
    for (size_t i = n_table; i-- > 0;)
        if (table[i].device == device) drop(&table[i]);
    simt_drop_heap(device);
    size_bytes = 0;
    pthread_mutex_unlock(&mutex);
}

/* How far the address is from an allocation. */
static size_t distance(const struct allocation *a, uintptr_t address) {
    if (address < a->start) return a->start - address;
    return address - a->start < a->asked ? 0 : address - a->start - a->asked + 1;
}

static const struct allocation *nearest(uintptr_t address) {
    const struct allocation *best = NULL;
    for (size_t i = 0; i < n_table; i++)
        if (!best || distance(&table[i], address) < distance(best, address)) best = &table[i];
    return best;
}

static bool describe(const struct allocation *a, bool freed, struct simt_block_of_memory *memory) {
    if (a) *memory = (struct simt_block_of_memory){a->start, a->asked, freed, a->device, a->pc};
    return a != NULL;
}

/* Without a lock: the kernel that asks waits for nobody who could allocate. */
bool simt_nearest_memory(uintptr_t address, struct simt_block_of_memory *memory) {
    if (simt_heap_memory(address, memory)) return true;
    const struct allocation *best = nearest(address);
    bool freed = false;
    for (size_t i = 0; i < n_kept; i++) {
        const struct allocation *a = &kept[(oldest + i) % (sizeof(kept) / sizeof(*kept))];
        if (distance(a, address) > 0) continue;
        best = a;
        freed = true;
    }
    return describe(best, freed, memory);
}

bool simt_nearest_live_memory(uintptr_t address, struct simt_block_of_memory *memory) {
    if (simt_heap_memory(address, memory) && !memory->freed) return true;
    return describe(nearest(address), false, memory);
}

bool simt_nth_memory(size_t i, struct simt_block_of_memory *memory) {
    if (i >= n_table) return false;
    const struct allocation *a = &table[i];
    *memory = (struct simt_block_of_memory){a->start, a->asked, !a->ours, a->device, a->pc};
    return true;
}

/* In a kernel it is the kernels' heap. */
static cudaError_t take_in_kernel(void **d_pointer, size_t bytes) {
    if (!d_pointer) return simt_fail(cudaErrorInvalidValue);
    *d_pointer = simt_heap_take(bytes, simt_call.pc);
    return *d_pointer ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

cudaError_t simt_malloc(void **d_pointer, size_t bytes) {
    if (simt_in_kernel()) return take_in_kernel(d_pointer, bytes);
    return allocate(d_pointer, bytes, cudaMemoryTypeDevice);
}

cudaError_t simt_malloc_managed(void **pointer, size_t bytes, unsigned int flags) {
    if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return simt_fail(cudaErrorInvalidValue);
    return allocate(pointer, bytes, cudaMemoryTypeManaged);
}

cudaError_t simt_malloc_host(void **pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    return allocate(pointer, bytes, cudaMemoryTypeHost);
}

cudaError_t simt_malloc_pitch(void **d_pointer, size_t *pitch, size_t width, size_t height) {
    if (!pitch) return simt_fail(cudaErrorInvalidValue);
    *pitch = (width + 511) / 512 * 512;
    return simt_malloc(d_pointer, *pitch * height);
}

cudaError_t cudaFree(void *d_pointer) {
    if (simt_in_kernel()) return simt_fail(simt_heap_give(d_pointer) ? cudaErrorInvalidValue : cudaSuccess);
    return wait_and_release(d_pointer, false);
}
cudaError_t cudaFreeHost(void *pointer) {
    return wait_and_release(pointer, true);
}

/*
 * Memory that a stream gets and gives back: whoever touches it comes behind the one and before the other.
 */
struct owning {
    struct work work;
    void *d_pointer;
};

static void own_now(struct work *work, cudaError_t error) {
    void *d_pointer = ((struct owning *)work)->d_pointer;
    struct simt_block_of_memory m;
    if (!error && simt_check && simt_nearest_memory((uintptr_t)d_pointer, &m))
        simt_check->touched(d_pointer, m.bytes, true);
}

static void free_now(struct work *work, cudaError_t error) {
    own_now(work, error);
    if (!error) release(((struct owning *)work)->d_pointer, false, true);
}

/* Memory of a graph is new to the program whenever a node gives it, and freed when a node takes it back. */
struct renewing {
    struct work work;
    void *d_pointer;
    bool given;
};

static void renew_now(struct work *work, cudaError_t error) {
    const struct renewing *r = (const struct renewing *)work;
    struct simt_block_of_memory m;
    if (error || !simt_nearest_live_memory((uintptr_t)r->d_pointer, &m)) return;
    if (simt_check && !r->given) simt_check->freed(r->d_pointer, m.bytes);
    if (simt_check && r->given) simt_check->allocated(r->d_pointer, m.bytes);
    if (simt_check) simt_check->touched(r->d_pointer, m.bytes, true);
    if (!r->given) return;
    simt_open_memory(1u << m.device);
    memset(r->d_pointer, simt_unwritten(), m.bytes);
    simt_close_memory(1u << m.device);
}

cudaError_t simt_renew_memory(void *d_pointer, bool given, cudaStream_t stream) {
    const char *name = given ? "an allocation of a graph" : "a free of a graph";
    struct renewing *r = simt_new_work(sizeof(*r), name, renew_now);
    if (!r) return simt_fail(cudaErrorMemoryAllocation);
    r->d_pointer = d_pointer;
    r->given = given;
    return simt_put(stream, &r->work, false);
}

cudaError_t simt_graph_memory(void **d_pointer, size_t bytes) {
    *d_pointer = take(bytes, cudaMemoryTypeDevice);
    pthread_mutex_lock(&mutex);
    struct allocation *a = *d_pointer ? holder(*d_pointer) : NULL;
    if (a) a->of_graph = true;
    pthread_mutex_unlock(&mutex);
    return a ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

bool simt_is_graph_memory(const void *pointer) {
    pthread_mutex_lock(&mutex);
    const struct allocation *a = pointer ? holder(pointer) : NULL;
    bool of_graph = a && a->of_graph && a->start == (uintptr_t)pointer;
    pthread_mutex_unlock(&mutex);
    return of_graph;
}

uint64_t simt_graph_bytes(int device) {
    uint64_t bytes = 0;
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < n_table; i++)
        if (table[i].of_graph && table[i].device == device) bytes += table[i].bytes;
    pthread_mutex_unlock(&mutex);
    return bytes;
}

static cudaError_t allocate_pooled(void **d_pointer, size_t bytes, struct simt_pool *pool,
                                   int device) {
    int own_device = simt_device;
    simt_device = device;
    cudaError_t error = allocate(d_pointer, bytes, cudaMemoryTypeDevice);
    simt_device = own_device;
    pthread_mutex_lock(&mutex);
    struct allocation *a = !error && *d_pointer ? holder(*d_pointer) : NULL;
    if (a && pool) simt_pool_used(a->pool = pool, (int64_t)a->bytes);
    pthread_mutex_unlock(&mutex);
    return error;
}

cudaError_t simt_malloc_async(void **d_pointer, size_t bytes, cudaStream_t stream) {
    return simt_malloc_pooled(d_pointer, bytes, simt_pool_of(simt_device), simt_device, stream);
}

cudaError_t simt_malloc_pooled(void **d_pointer, size_t bytes, struct simt_pool *pool, int device,
                               cudaStream_t stream) {
    struct simt_stream *captured;
    cudaError_t error = simt_begin_work(stream, &captured);
    if (!error && captured && d_pointer) return simt_capture_alloc(captured, d_pointer, bytes);
    if (error) return error;
    error = allocate_pooled(d_pointer, bytes, pool, device);
    if (error || !*d_pointer || !simt_check) return error;
    struct owning *o = simt_new_work(sizeof(*o), "cudaMallocAsync", own_now);
    if (!o) return simt_fail(cudaErrorMemoryAllocation);
    o->d_pointer = *d_pointer;
    return simt_put(stream, &o->work, false);
}

cudaError_t cudaFreeAsync(void *d_pointer, cudaStream_t stream) {
    struct simt_stream *captured;
    cudaError_t error = simt_begin_work(stream, &captured);
    if (!error && captured) return simt_capture_free(captured, d_pointer);
    if (!error && simt_is_graph_memory(d_pointer))
        return simt_renew_memory(d_pointer, false, stream);
    if (!error && !simt_queues()) return cudaFree(d_pointer);
    if (!error) error = simt_enter(false);
    if (error || !d_pointer) return error;
    if (release(d_pointer, false, false)) {
        /* memory of another process is given back at once */
        return simt_shares ? cudaFree(d_pointer) : simt_fail(cudaErrorInvalidValue);
    }
    struct owning *f = simt_new_work(sizeof(*f), "cudaFreeAsync", free_now);
    if (!f) return simt_fail(cudaErrorMemoryAllocation);
    f->d_pointer = d_pointer;
    return simt_put(stream, &f->work, false);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    if (!free_bytes || !total_bytes) return simt_fail(cudaErrorInvalidValue);
    *total_bytes = device_bytes();
    *free_bytes = device_bytes() - used_bytes[simt_device];
    return simt_enter(false);
}

/*
 * Addresses that were not allocated here.
 */
static cudaError_t register_range(const void *pointer, size_t bytes, enum cudaMemoryType type) {
    pthread_mutex_lock(&mutex);
    bool known = holder(pointer) != NULL;
    struct allocation a = {.start = (uintptr_t)pointer,
                           .bytes = bytes,
                           .asked = bytes,
                           .type = type,
                           .device = simt_device};
    bool added = !known && add(a);
    pthread_mutex_unlock(&mutex);
    return added   ? cudaSuccess
           : known ? cudaErrorHostMemoryAlreadyRegistered
                   : cudaErrorMemoryAllocation;
}

void simt_register_symbol(const void *address, size_t bytes) {
    register_range(address, bytes, cudaMemoryTypeDevice);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    if (!pointer || !bytes) return simt_fail(cudaErrorInvalidValue);
    return simt_fail(register_range(pointer, bytes, cudaMemoryTypeHost));
}

cudaError_t cudaHostUnregister(void *pointer) {
    if (simt_queues()) simt_wait_for(-1);
    pthread_mutex_lock(&mutex);
    struct allocation *a = holder(pointer);
    bool found = a && !a->ours && a->start == (uintptr_t)pointer;
    if (found) drop(a);
    pthread_mutex_unlock(&mutex);
    return found ? cudaSuccess : simt_fail(cudaErrorHostMemoryNotRegistered);
}

/*
 * Memory that the driver API maps. What lies side by side is one, so that a copy may touch all of it.
 */
bool simt_count_memory(int device, size_t bytes) {
    pthread_mutex_lock(&mutex);
    bool fits = bytes <= device_bytes() - used_bytes[device];
    if (fits) used_bytes[device] += bytes;
    pthread_mutex_unlock(&mutex);
    return fits;
}

void simt_uncount_memory(int device, size_t bytes) {
    pthread_mutex_lock(&mutex);
    used_bytes[device] -= bytes < used_bytes[device] ? bytes : used_bytes[device];
    pthread_mutex_unlock(&mutex);
}

static void join_mapped(size_t i) {
    if (i + 1 >= n_table || !table[i].mapped || !table[i + 1].mapped) return;
    if (table[i].start + table[i].bytes != table[i + 1].start) return;
    table[i].bytes += table[i + 1].bytes;
    table[i].asked = table[i].bytes;
    take_out(&table[i + 1]);
}

bool simt_show_memory(uintptr_t start, size_t bytes, int device) {
    pthread_mutex_lock(&mutex);
    bool added = add((struct allocation){.start = start,
                                         .bytes = bytes,
                                         .asked = bytes,
                                         .type = cudaMemoryTypeDevice,
                                         .mapped = true,
                                         .device = device,
                                         .pc = simt_call.pc});
    size_t i = after(start) - 1;
    if (added) join_mapped(i);
    if (added && i > 0) join_mapped(i - 1);
    pthread_mutex_unlock(&mutex);
    return added;
}

void simt_hide_memory(uintptr_t start, size_t bytes) {
    pthread_mutex_lock(&mutex);
    struct allocation *a = holder((const void *)start);
    if (a && a->mapped) {
        struct allocation rest = *a;
        rest.start = start + bytes;
        rest.bytes = rest.asked = a->start + a->bytes - rest.start;
        a->bytes = a->asked = start - a->start;
        if (!a->bytes) take_out(a);
        if (rest.bytes) insert(rest);
        if (simt_check) simt_check->freed((const void *)start, bytes);
    }
    pthread_mutex_unlock(&mutex);
}

enum cudaMemoryType simt_memory_type(const void *pointer) {
    pthread_mutex_lock(&mutex);
    const struct allocation *a = holder(pointer);
    enum cudaMemoryType type = a ? a->type : cudaMemoryTypeUnregistered;
    pthread_mutex_unlock(&mutex);
    return type;
}

/* What lies in the program itself every device may touch. */
int simt_memory_device(const void *pointer) {
    pthread_mutex_lock(&mutex);
    const struct allocation *a = holder(pointer);
    bool of_device = a && (a->ours || a->mapped) && a->type == cudaMemoryTypeDevice;
    int device = of_device ? a->device : -1;
    pthread_mutex_unlock(&mutex);
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
    pthread_mutex_lock(&mutex);
    const struct allocation *a = holder(pointer);
    enum cudaMemoryType type = a ? a->type : cudaMemoryTypeUnregistered;
    int device = a ? a->device : -2;
    pthread_mutex_unlock(&mutex);
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
    const struct allocation *a = holder(pointer);
    if (!a) return !device; /* ordinary host memory, of a size that nobody knows */
    if (device && a->type == cudaMemoryTypeHost) return true; /* pinned memory is mapped */
    if (!device && a->type == cudaMemoryTypeDevice) return false;
    return (uintptr_t)pointer - a->start + bytes <= (simt_check ? a->asked : a->bytes);
}

/* Says so where not, by what it is to the call. */
static bool side_fits_as(const char *what, const void *pointer, size_t bytes, bool device) {
    const struct allocation *a = holder(pointer);
    if (side_fits(pointer, bytes, device)) return true;
    if (!a && was_freed(pointer))
        snprintf(why, sizeof(why), "its %s is memory that was freed", what);
    else if (!a || (!device && a->type == cudaMemoryTypeDevice))
        snprintf(why, sizeof(why),
                 a ? "its %s is memory of the device, and its direction says the host's"
                   : "its %s is memory of the host, and its direction says the device's",
                 what);
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
    pthread_mutex_lock(&mutex);
    const struct allocation *a = holder(to), *b = holder(from);
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        to_device = a && a->type == cudaMemoryTypeDevice;
        from_device = b && b->type == cudaMemoryTypeDevice;
    }
    bool fits = side_fits_as("destination", to, bytes, to_device) &&
                side_fits_as("source", from, bytes, from_device);
    pthread_mutex_unlock(&mutex);
    return fits ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t simt_check_fill(const void *d_pointer, size_t bytes) {
    pthread_mutex_lock(&mutex);
    bool fits = side_fits_as("destination", d_pointer, bytes, true);
    pthread_mutex_unlock(&mutex);
    return fits ? cudaSuccess : cudaErrorInvalidValue;
}
