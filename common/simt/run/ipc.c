/**
 * @file
 * @brief What reaches out of the process: memory and events of other processes on this machine, and the driver.
 *
 * Shared memory is a file without a name. A handle says which process has it, and under which number, so another
 * process of the same user can open it. Events need no memory: a record of such an event ends when the work before it
 * is done.
 */
#include "ipc.h"

#include "queue.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, GUARD = 64 << 10 };

/* Pages of this process in a file, or pages of another process. */
struct share {
    struct share *next;
    uintptr_t start;     /* of the pages */
    size_t bytes;        /* of them */
    int file;            /* -1: of another process */
    int users;           /* allocations in them, or opened handles */
    struct shared_place place;
    uintptr_t memory;    /* of another process: where it begins in the pages */
    void *taken;         /* the addresses around the pages */
    size_t taken_bytes;
};

_Atomic int simt_shares, simt_shared_maps;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct share *shares;

int simt_shared_file(size_t bytes) {
    int file = memfd_create("simt", MFD_CLOEXEC);
    if (file >= 0 && !ftruncate(file, (off_t)bytes)) return file;
    if (file >= 0) close(file);
    return -1;
}

static struct share *add(const struct share *share) {
    struct share *added = malloc(sizeof(*added));
    if (!added) return NULL;
    *added = *share;
    added->next = shares;
    shares = added;
    simt_shares++;
    simt_shared_maps++;
    return added;
}

static void take_out(struct share *share) {
    struct share **link = &shares;
    while (*link != share) link = &(*link)->next;
    *link = share->next;
    simt_shares--;
    simt_shared_maps--;
    free(share);
}

/*
 * Own memory.
 */
/* Maps the pages to the file, or to nothing in common, and writes what they held. */
static bool remap(uintptr_t start, size_t bytes, int file) {
    void *kept = malloc(bytes);
    int flags = MAP_FIXED | (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
    if (!kept) return false;
    simt_open_memory(~0u);
    memcpy(kept, (void *)start, bytes);
    bool done = mmap((void *)start, bytes, PROT_READ | PROT_WRITE, flags, file, 0) != MAP_FAILED;
    if (done) memcpy((void *)start, kept, bytes);
    simt_close_memory(~0u);
    free(kept);
    return done;
}

/* The pages that hold an allocation, shared already or from now on. */
static struct share *pages_of(uintptr_t start, size_t bytes) {
    uintptr_t first = start / PAGE * PAGE, end = (start + bytes + PAGE - 1) / PAGE * PAGE;
    for (struct share *s = shares; s; s = s->next)
        if (s->file >= 0 && s->start <= first && end <= s->start + s->bytes) return s;
    struct share fresh = {.start = first, .bytes = end - first, .file = simt_shared_file(end - first)};
    if (fresh.file < 0) return NULL;
    struct share *added = remap(first, end - first, fresh.file) ? add(&fresh) : NULL;
    if (!added) close(fresh.file);
    return added;
}

cudaError_t simt_share(void *d_pointer, struct shared_place *place) {
    struct simt_block_of_memory m;
    uintptr_t start = (uintptr_t)d_pointer;
    if (!simt_nearest_memory(start, &m) || m.freed || start - m.start >= m.bytes || simt_memory_device(d_pointer) < 0)
        return cudaErrorInvalidValue;
    cudaError_t error = simt_wait_for(m.device);
    if (error) return error;
    pthread_mutex_lock(&mutex);
    struct share *s = pages_of(m.start, m.bytes);
    if (s) s->users++;
    if (s)
        *place = (struct shared_place){"simtmem", getpid(), s->file, start - s->start, m.start + m.bytes - start,
                                       s->bytes};
    pthread_mutex_unlock(&mutex);
    return s ? cudaSuccess : cudaErrorMemoryAllocation;
}

void simt_unshare(uintptr_t start) {
    pthread_mutex_lock(&mutex);
    struct share *s = shares;
    while (s && (s->file < 0 || start - s->start >= s->bytes)) s = s->next;
    if (s && s->bytes > PAGE && remap(s->start, s->bytes, -1)) { /* in a page alone may be neighbours, too */
        close(s->file);
        take_out(s);
    }
    pthread_mutex_unlock(&mutex);
}

/*
 * Memory of other processes.
 */
static int open_file(const struct shared_place *p) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", p->process, p->file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return -1;
    if (!fstat(file, &status) && (uint64_t)status.st_size == p->pages && p->offset < p->pages &&
        p->bytes <= p->pages - p->offset)
        return file;
    close(file);
    return -1;
}

static bool map_pages(struct share *s, int file) {
    s->taken_bytes = s->bytes + 2 * GUARD;
    s->taken = simt_has_regions() ? simt_take_region(s->taken_bytes, simt_device)
                                  : mmap(NULL, s->taken_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!s->taken || s->taken == MAP_FAILED) return false;
    s->start = (uintptr_t)s->taken + GUARD;
    simt_open_memory(1u << simt_device);
    void *wanted = (void *)s->start;
    bool mapped = mmap(wanted, s->bytes, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_SHARED, file, 0) == wanted;
    simt_close_memory(1u << simt_device);
    return mapped;
}

static void unmap_pages(struct share *s) {
    if (!simt_has_regions()) {
        munmap(s->taken, s->taken_bytes);
        return;
    }
    simt_open_memory(~0u);
    mmap((void *)s->start, s->bytes, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    simt_close_memory(~0u);
    simt_drop_region((uintptr_t)s->taken);
}

static struct share *opened(const struct shared_place *p) {
    struct share *s = shares;
    while (s && (s->file >= 0 || memcmp(&s->place, p, sizeof(*p)) != 0)) s = s->next;
    return s;
}

cudaError_t simt_open_shared(void **d_pointer, const struct shared_place *p) {
    if (memcmp(p->mark, "simtmem", 8) != 0) return cudaErrorInvalidValue;
    if (p->process == getpid()) return cudaErrorDeviceUninitialized; /* as CUDA says of a handle of one's own */
    pthread_mutex_lock(&mutex);
    struct share *s = opened(p), fresh = {.bytes = p->pages, .file = -1, .place = *p};
    int file = s ? -1 : open_file(p);
    if (file >= 0 && map_pages(&fresh, file)) {
        fresh.memory = fresh.start + p->offset;
        s = simt_show_memory(fresh.memory, p->bytes, simt_device) ? add(&fresh) : NULL;
        if (s && simt_check) simt_check->wrote((void *)fresh.memory, p->bytes);
    }
    if (file >= 0) close(file);
    if (s) s->users++;
    if (s) *d_pointer = (void *)s->memory;
    pthread_mutex_unlock(&mutex);
    return s ? cudaSuccess : cudaErrorMapBufferObjectFailed;
}

bool simt_close_shared(void *d_pointer) {
    pthread_mutex_lock(&mutex);
    struct share *s = shares;
    while (s && (s->file >= 0 || s->memory != (uintptr_t)d_pointer)) s = s->next;
    if (s && --s->users == 0) {
        simt_hide_memory(s->memory, s->place.bytes);
        unmap_pages(s);
        take_out(s);
    }
    pthread_mutex_unlock(&mutex);
    return s;
}

/*
 * What programs call.
 */
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *d_pointer) {
    struct shared_place place;
    if (!handle || !d_pointer) return simt_fail(cudaErrorInvalidValue);
    cudaError_t error = simt_share(d_pointer, &place);
    memset(handle, 0, sizeof(*handle));
    if (!error) memcpy(handle, &place, sizeof(place));
    return simt_fail(error);
}

cudaError_t cudaIpcOpenMemHandle(void **d_pointer, cudaIpcMemHandle_t handle, unsigned int flags) {
    struct shared_place place;
    if (!d_pointer || flags != cudaIpcMemLazyEnablePeerAccess) return simt_fail(cudaErrorInvalidValue);
    memcpy(&place, &handle, sizeof(place));
    return simt_fail(simt_open_shared(d_pointer, &place));
}

cudaError_t cudaIpcCloseMemHandle(void *d_pointer) {
    cudaError_t error = simt_wait_for(simt_device);
    if (error) return error;
    return simt_close_shared(d_pointer) ? cudaSuccess : simt_fail(cudaErrorInvalidValue);
}

/* Nothing is to be known of the event: wherever it is recorded, the record is done when the call returns. */
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
    enum { WANTED = cudaEventInterprocess | cudaEventDisableTiming };
    if (!handle || !event) return simt_fail(cudaErrorInvalidValue);
    if ((simt_event_flags(event) & WANTED) != WANTED) return simt_fail(cudaErrorInvalidResourceHandle);
    memset(handle, 0, sizeof(*handle));
    memcpy(handle, "simtevent", sizeof("simtevent"));
    return simt_enter(false);
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
    if (!event || memcmp(&handle, "simtevent", sizeof("simtevent")) != 0) return simt_fail(cudaErrorInvalidValue);
    return cudaEventCreateWithFlags(event, cudaEventInterprocess | cudaEventDisableTiming);
}
