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
#include "memory.h"
#include "pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 256,
    RED_ZONE = 1024,       /* bytes on both sides of an allocation, in check builds */
    KEPT_BYTES = 64 << 20, /* of freed memory, so that its addresses are not given out again */
};

pthread_mutex_t simt_memory_mutex = PTHREAD_MUTEX_INITIALIZER;
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

struct allocation *simt_holder(const void *pointer) {
    size_t i = after((uintptr_t)pointer);
    if (i == 0) return NULL;
    struct allocation *a = &table[i - 1];
    return (uintptr_t)pointer - a->start < (a->bytes ? a->bytes : 1) ? a : NULL;
}

const struct allocation *simt_nth_allocation(size_t i) {
    return i < n_table ? &table[i] : NULL;
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

const struct allocation *simt_freed_holder(uintptr_t address) {
    for (size_t i = n_kept; i-- > 0;) {
        const struct allocation *a = &kept[(oldest + i) % (sizeof(kept) / sizeof(*kept))];
        if (address - a->start < a->asked) return a;
    }
    return NULL;
}

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

/* Fresh memory of `device`, as a program finds it. */
static void fill(void *memory, size_t bytes, enum cudaMemoryType type, int device) {
    int byte = type == cudaMemoryTypeManaged ? 0 : simt_unwritten();
    if (!simt_has_regions()) {
        simt_fill_chunk(memory, bytes, byte);
        return;
    }
    simt_open_memory(1u << device);
    memset(memory, byte, bytes);
    simt_close_memory(1u << device);
}

static void *take(size_t bytes, enum cudaMemoryType type) {
    pthread_mutex_lock(&simt_memory_mutex);
    bool device = type == cudaMemoryTypeDevice;
    size_t *used = &used_bytes[simt_device];
    bool fits = bytes <= SIZE_MAX / 2 && (!device || round_up(bytes) <= device_bytes() - *used);
    void *memory = fits ? obtain(round_up(bytes), type) : NULL;
    if (!fits && device) simt_note_full(device_bytes());
    struct allocation a = {.start = (uintptr_t)memory,
                           .bytes = round_up(bytes),
                           .asked = bytes,
                           .type = type,
                           .ours = true,
                           .device = simt_device,
                           .pc = simt_call.pc};
    if (memory && add(a)) {
        if (device) *used += round_up(bytes);
        fill(memory, round_up(bytes), type, simt_device);
    } else if (memory) {
        give_back((uintptr_t)memory, a.bytes);
        memory = NULL;
    }
    pthread_mutex_unlock(&simt_memory_mutex);
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

static cudaError_t release(void *pointer, bool host, bool for_good) {
    pthread_mutex_lock(&simt_memory_mutex);
    struct allocation *a = simt_holder(pointer);
    bool ours =
        a && a->ours && a->start == (uintptr_t)pointer && host == (a->type == cudaMemoryTypeHost);
    if (ours && for_good) drop(a);
    if (!ours) simt_tell_release(a, pointer, host);
    pthread_mutex_unlock(&simt_memory_mutex);
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
    if (!error && pointer && simt_is_graph_memory(pointer)) {
        /* The next launch gets this memory again, in any stream. */
        error = simt_renew_memory(pointer, false, cudaStreamLegacy);
        return error ? error : simt_wait_for(device);
    }
    return error || !pointer ? error : simt_fail(release(pointer, host, true));
}

void simt_free_memory_of(int device) {
    pthread_mutex_lock(&simt_memory_mutex);
    for (size_t i = n_table; i-- > 0;)
        if (table[i].device == device) drop(&table[i]);
    simt_drop_heap(device);
    size_bytes = 0;
    pthread_mutex_unlock(&simt_memory_mutex);
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
    cudaError_t error = allocate(pointer, bytes, cudaMemoryTypeManaged);
    if (!error) simt_forget_hints((uintptr_t)*pointer, bytes);
    return error;
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
    pthread_mutex_lock(&simt_memory_mutex);
    struct allocation *a = *d_pointer ? simt_holder(*d_pointer) : NULL;
    if (a) a->of_graph = true;
    pthread_mutex_unlock(&simt_memory_mutex);
    return a ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

bool simt_is_graph_memory(const void *pointer) {
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = pointer ? simt_holder(pointer) : NULL;
    bool of_graph = a && a->of_graph && a->start == (uintptr_t)pointer;
    pthread_mutex_unlock(&simt_memory_mutex);
    return of_graph;
}

bool simt_host_may_touch(const void *pointer) {
    pthread_mutex_lock(&simt_memory_mutex);
    const struct allocation *a = pointer ? simt_holder(pointer) : NULL;
    bool may = a && a->type != cudaMemoryTypeDevice;
    pthread_mutex_unlock(&simt_memory_mutex);
    return may;
}

uint64_t simt_graph_bytes(int device) {
    uint64_t bytes = 0;
    pthread_mutex_lock(&simt_memory_mutex);
    for (size_t i = 0; i < n_table; i++)
        if (table[i].of_graph && table[i].device == device) bytes += table[i].bytes;
    pthread_mutex_unlock(&simt_memory_mutex);
    return bytes;
}

static cudaError_t allocate_pooled(void **d_pointer, size_t bytes, struct simt_pool *pool,
                                   int device) {
    int own_device = simt_device;
    simt_device = device;
    cudaError_t error = allocate(d_pointer, bytes, cudaMemoryTypeDevice);
    simt_device = own_device;
    pthread_mutex_lock(&simt_memory_mutex);
    struct allocation *a = !error && *d_pointer ? simt_holder(*d_pointer) : NULL;
    if (a && pool) simt_pool_used(a->pool = pool, (int64_t)a->bytes);
    pthread_mutex_unlock(&simt_memory_mutex);
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
    pthread_mutex_lock(&simt_memory_mutex);
    bool known = simt_holder(pointer) != NULL;
    struct allocation a = {.start = (uintptr_t)pointer,
                           .bytes = bytes,
                           .asked = bytes,
                           .type = type,
                           .device = simt_device};
    bool added = !known && add(a);
    pthread_mutex_unlock(&simt_memory_mutex);
    return added   ? cudaSuccess
           : known ? cudaErrorHostMemoryAlreadyRegistered
                   : cudaErrorMemoryAllocation;
}

void simt_register_symbol(const void *address, size_t bytes) {
    register_range(address, bytes, cudaMemoryTypeDevice);
}

void simt_register_managed(const void *address, size_t bytes) {
    register_range(address, bytes, cudaMemoryTypeManaged);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags) {
    (void)flags;
    if (!pointer || !bytes) return simt_fail(cudaErrorInvalidValue);
    return simt_fail(register_range(pointer, bytes, cudaMemoryTypeHost));
}

cudaError_t cudaHostUnregister(void *pointer) {
    if (simt_queues()) simt_wait_for(-1);
    pthread_mutex_lock(&simt_memory_mutex);
    struct allocation *a = simt_holder(pointer);
    bool found = a && !a->ours && a->start == (uintptr_t)pointer && a->type == cudaMemoryTypeHost;
    if (found) drop(a);
    pthread_mutex_unlock(&simt_memory_mutex);
    return found ? cudaSuccess : simt_fail(cudaErrorHostMemoryNotRegistered);
}

/*
 * Memory that the driver API maps. What lies side by side is one, so that a copy may touch all of it.
 */
bool simt_count_memory(int device, size_t bytes) {
    pthread_mutex_lock(&simt_memory_mutex);
    bool fits = bytes <= device_bytes() - used_bytes[device];
    if (fits) used_bytes[device] += bytes;
    else simt_note_full(device_bytes());
    pthread_mutex_unlock(&simt_memory_mutex);
    return fits;
}

void simt_uncount_memory(int device, size_t bytes) {
    pthread_mutex_lock(&simt_memory_mutex);
    used_bytes[device] -= bytes < used_bytes[device] ? bytes : used_bytes[device];
    pthread_mutex_unlock(&simt_memory_mutex);
}

static void join_mapped(size_t i) {
    if (i + 1 >= n_table || !table[i].mapped || !table[i + 1].mapped) return;
    if (table[i].start + table[i].bytes != table[i + 1].start) return;
    table[i].bytes += table[i + 1].bytes;
    table[i].asked = table[i].bytes;
    take_out(&table[i + 1]);
}

bool simt_show_memory(uintptr_t start, size_t bytes, int device) {
    pthread_mutex_lock(&simt_memory_mutex);
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
    pthread_mutex_unlock(&simt_memory_mutex);
    return added;
}

void simt_hide_memory(uintptr_t start, size_t bytes) {
    pthread_mutex_lock(&simt_memory_mutex);
    struct allocation *a = simt_holder((const void *)start);
    if (a && a->mapped) {
        struct allocation rest = *a;
        rest.start = start + bytes;
        rest.bytes = rest.asked = a->start + a->bytes - rest.start;
        a->bytes = a->asked = start - a->start;
        if (!a->bytes) take_out(a);
        if (rest.bytes) insert(rest);
        if (simt_check) simt_check->freed((const void *)start, bytes);
    }
    pthread_mutex_unlock(&simt_memory_mutex);
}
