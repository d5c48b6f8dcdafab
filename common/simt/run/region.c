/**
 * @file
 * @brief In check builds and beside other devices: where a device's memory lies, and when it may be
 *        touched.
 *
 * It lies at the same addresses in every run, so that two runs give the same report. Kernels, copies and
 * fills open it while they are at it; at any other time a touch of the host is a fault, as on a GPU.
 * Pinned and managed memory has a region of its own, which is always open.
 */
#include "internal.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Huge pages, where the system has them: what opening costs goes by the pages that are in use. */
enum { HUGE_PAGE = 2 << 20 };

struct extent {
    struct extent *next; /* at a higher address */
    uintptr_t start, end;
};

struct region {
    uintptr_t start, top; /* all between is mapped */
    struct extent *first;
    int n_open;
};

enum { HOST = 1 }; /* what the host may touch too; region 0 is of device 0, n + 1 of device n */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct region regions[MAX_DEVICES + 1];

static struct region *region_of(int device) {
    return &regions[device < 0 ? HOST : device == 0 ? 0 : device + 1];
}

static uintptr_t round_up(uintptr_t n, size_t unit) {
    return (n + unit - 1) / unit * unit;
}

static size_t page_bytes(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static int rights(const struct region *r) {
    return r != &regions[HOST] && !r->n_open ? PROT_NONE : PROT_READ | PROT_WRITE;
}

/* Writable at first, so that the system refuses here what it has not got, and not when it is opened. */
static bool map(uintptr_t start, size_t bytes) {
    void *wanted = (void *)start;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    void *memory = mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == wanted) return true;
    if (memory != MAP_FAILED) munmap(memory, bytes); /* a system that does not know the flag */
    return false;
}

/* Far from where a system puts programs, stacks and libraries; the second is for 39 bits of address. */
static bool begin(struct region *r) {
    static const uintptr_t starts[] = {0x700000000000, 0x6000000000};
    size_t number = (size_t)(r - regions);
    for (size_t i = 0; i < sizeof(starts) / sizeof(*starts) && !r->start; i++) {
        uintptr_t start = starts[i];
        if (number > 0) start += starts[i] / 16 + (number - 1) * (starts[i] / 256);
        if (map(start, page_bytes())) r->start = r->top = start;
    }
    if (r->start) munmap((void *)r->start, page_bytes());
    return r->start;
}

/* The lowest place that is free, so that the addresses of one run are those of the next. */
static void *take(struct region *r, struct extent *e, size_t bytes) {
    struct extent **link = &r->first;
    uintptr_t start = r->start;
    for (; *link && (*link)->start - start < bytes; link = &(*link)->next) start = (*link)->end;
    uintptr_t top = round_up(start + bytes, HUGE_PAGE);
    if (top > r->top) {
        if (!map(r->top, top - r->top)) return NULL;
        madvise((void *)r->top, top - r->top, MADV_HUGEPAGE);
        mprotect((void *)r->top, top - r->top, rights(r));
        r->top = top;
    }
    *e = (struct extent){*link, start, start + bytes};
    *link = e;
    return (void *)start;
}

void *simt_take_region(size_t bytes, int device) {
    struct region *r = region_of(device);
    struct extent *e = malloc(sizeof(*e));
    pthread_mutex_lock(&mutex);
    bool any = e && (r->start || begin(r));
    void *memory = any ? take(r, e, round_up(bytes, page_bytes())) : NULL;
    pthread_mutex_unlock(&mutex);
    if (!memory) free(e);
    return memory;
}

static struct region *holder(uintptr_t address) {
    for (struct region *r = regions; r <= regions + simt_device_count(); r++)
        if (address >= r->start && address < r->top) return r;
    return NULL;
}

/* What lies behind the last one is no longer mapped, so that no more is than was used at once. */
static void drop(struct region *r, struct extent **link) {
    struct extent *e = *link, *last = NULL;
    if (e->end - e->start >= HUGE_PAGE) madvise((void *)e->start, e->end - e->start, MADV_DONTNEED);
    *link = e->next;
    free(e);
    for (struct extent *other = r->first; other; other = other->next) last = other;
    uintptr_t end = last ? round_up(last->end, HUGE_PAGE) : r->start;
    if (end < r->top) munmap((void *)end, r->top - end);
    r->top = end;
}

void simt_drop_region(uintptr_t start) {
    pthread_mutex_lock(&mutex);
    struct region *r = holder(start);
    struct extent **link = &r->first;
    while ((*link)->start != start) link = &(*link)->next;
    drop(r, link);
    pthread_mutex_unlock(&mutex);
}

bool simt_in_regions(uintptr_t address) {
    return holder(address) != NULL;
}

bool simt_region_of(int device, uintptr_t *start, uintptr_t *top) {
    const struct region *r = region_of(device);
    *start = r->start;
    *top = r->top;
    return r->start && r->top > r->start;
}

int simt_region_device(uintptr_t address) {
    const struct region *r = holder(address);
    if (!r || r == &regions[HOST]) return -1;
    return r == regions ? 0 : (int)(r - regions) - 1;
}

/* Several OS threads may copy at once. */
static void open_by(uint32_t devices, int more) {
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < simt_device_count(); i++) {
        struct region *r = region_of(i);
        bool was_open = r->n_open > 0;
        if (!(devices >> i & 1)) continue;
        r->n_open += more;
        if (was_open != (r->n_open > 0) && r->top > r->start)
            mprotect((void *)r->start, r->top - r->start, rights(r));
    }
    pthread_mutex_unlock(&mutex);
}

void simt_open_regions(uint32_t devices) {
    open_by(devices, 1);
}

void simt_close_regions(uint32_t devices) {
    open_by(devices, -1);
}
