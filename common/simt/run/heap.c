/**
 * @file
 * @brief The heap of kernels: malloc, free, new and delete in device code, and cudaMalloc there.
 *
 * How much a kernel can have is cudaLimitMallocHeapSize, 8 MiB unless the program sets it. Each allocation counts
 * with a header of 16 bytes. Whether one fits depends on the bytes alone and not on where free ones lie, so each run
 * is the same: more addresses are reserved than may be used. Chunks lie side by side and know their neighbours, and
 * free ones are kept in lists by size. In check builds a chunk has a zone at its end, which nobody may touch, and
 * freed ones are not given out again for a while.
 */
#include "heap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    UNIT = 16,
    HEADER = 48,
    COUNTED_HEADER = 16, /* of the limit */
    ZONE = 64,           /* behind an allocation, in check builds */
    BINS = 48,
    KEPT = 256, /* freed allocations of check builds */
};

#define MARK 0x6b65726e656c7321u

struct chunk {
    size_t bytes;  /* with this header */
    size_t before; /* bytes of the chunk before; 0: this is the first */
    size_t asked;
    uintptr_t pc; /* of the call; 0: unknown */
    enum { CHUNK_FREE, CHUNK_USED, CHUNK_KEPT } state;
    uint32_t zero;
    uint64_t mark; /* MARK where an allocation begins, or began */
};
_Static_assert(sizeof(struct chunk) == HEADER, "an allocation begins at a multiple of 16");

struct links {
    struct chunk *next, *last;
}; /* of a free chunk, behind its header */

static struct heap {
    char *start, *end; /* NULL: no kernel has asked yet */
    size_t used;       /* of the limit */
    struct chunk *bins[BINS];
    struct chunk *kept[KEPT];
    size_t n_kept, oldest;
} heaps[MAX_DEVICES];

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static size_t limit = 8 << 20;

static struct links *links_of(struct chunk *c) {
    return (struct links *)(c + 1);
}

static struct chunk *after(const struct heap *h, struct chunk *c) {
    char *next = (char *)c + c->bytes;
    return next < h->end ? (struct chunk *)next : NULL;
}

static int bin_of(size_t bytes) {
    return 63 - __builtin_clzll(bytes);
}

static void put_free(struct heap *h, struct chunk *c) {
    struct chunk **bin = &h->bins[bin_of(c->bytes)];
    c->state = CHUNK_FREE;
    *links_of(c) = (struct links){*bin, NULL};
    if (*bin) links_of(*bin)->last = c;
    *bin = c;
}

static void take_free(struct heap *h, struct chunk *c) {
    struct links *l = links_of(c);
    if (l->last)
        links_of(l->last)->next = l->next;
    else
        h->bins[bin_of(c->bytes)] = l->next;
    if (l->next) links_of(l->next)->last = l->last;
}

/* Gives a chunk another size, of which its neighbour is to know. */
static void set_bytes(struct heap *h, struct chunk *c, size_t bytes) {
    c->bytes = bytes;
    struct chunk *next = after(h, c);
    if (next) next->before = bytes;
}

static struct chunk *find_free(struct heap *h, size_t bytes) {
    for (int b = bin_of(bytes); b < BINS; b++)
        for (struct chunk *c = h->bins[b]; c; c = links_of(c)->next)
            if (c->bytes >= bytes) return c;
    return NULL;
}

/* Address space for more than the limit; less where the system does not give so much. */
static bool open_heap(struct heap *h, int device) {
    size_t bytes = (limit + (1 << 20)) * (simt_check ? 16 : 4);
    for (; !h->start && bytes >= limit; bytes /= 2) {
        bytes = bytes / UNIT * UNIT;
        void *memory = simt_has_regions() ? simt_take_region(bytes, device)
                                          : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (!memory || memory == MAP_FAILED) continue;
        h->start = memory;
        h->end = h->start + bytes;
        struct chunk *all = memory;
        *all = (struct chunk){.bytes = bytes};
        put_free(h, all);
    }
    return h->start;
}

static size_t counted(size_t bytes) {
    return (bytes + UNIT - 1) / UNIT * UNIT + COUNTED_HEADER;
}

static void join_neighbours(struct heap *h, struct chunk *c) {
    struct chunk *next = after(h, c), *before = c->before ? (struct chunk *)((char *)c - c->before) : NULL;
    if (next && next->state == CHUNK_FREE) {
        take_free(h, next);
        next->mark = 0;
        set_bytes(h, c, c->bytes + next->bytes);
    }
    if (before && before->state == CHUNK_FREE) {
        take_free(h, before);
        set_bytes(h, before, before->bytes + c->bytes);
        c->mark = 0;
        c = before;
    }
    put_free(h, c);
}

static struct chunk *take(struct heap *h, size_t bytes) {
    size_t whole = HEADER + (bytes + (simt_check ? ZONE : 0) + UNIT - 1) / UNIT * UNIT;
    if (whole < HEADER + 2 * UNIT) whole = HEADER + 2 * UNIT;
    struct chunk *c = find_free(h, whole);
    if (!c) return NULL;
    take_free(h, c);
    if (c->bytes >= whole + HEADER + 2 * UNIT) {
        struct chunk *rest = (struct chunk *)((char *)c + whole);
        *rest = (struct chunk){.bytes = c->bytes - whole, .before = whole};
        set_bytes(h, rest, rest->bytes);
        c->bytes = whole;
        put_free(h, rest);
    }
    c->state = CHUNK_USED;
    c->mark = MARK;
    return c;
}

void *simt_heap_take(size_t bytes, uintptr_t pc) {
    int device = simt_worker->launch->device;
    struct heap *h = &heaps[device];
    struct chunk *c = NULL;
    simt_in_runtime = 1;
    pthread_mutex_lock(&mutex);
    bool fits = bytes <= limit && h->used + counted(bytes) <= limit;
    if (fits && (h->start || open_heap(h, device))) c = take(h, bytes);
    if (c) {
        c->asked = bytes;
        c->pc = pc;
        h->used += counted(bytes);
        memset(c + 1, simt_unwritten(), bytes);
    }
    pthread_mutex_unlock(&mutex);
    if (c && simt_check) simt_check->allocated(c + 1, bytes);
    simt_in_runtime = 0;
    return c ? c + 1 : NULL;
}

/* The chunk in which the address lies, of whatever kind; NULL: in none. */
static struct chunk *chunk_at(uintptr_t address) {
    for (int i = 0; i < MAX_DEVICES; i++) {
        struct heap *h = &heaps[i];
        if (!h->start || address - (uintptr_t)h->start >= (size_t)(h->end - h->start)) continue;
        struct chunk *c = (struct chunk *)h->start;
        while (c && (uintptr_t)c + c->bytes <= address) c = after(h, c);
        return c;
    }
    return NULL;
}

bool simt_in_heap(const void *pointer) {
    for (int i = 0; i < MAX_DEVICES && heaps[i].start; i++)
        if ((const char *)pointer >= heaps[i].start && (const char *)pointer < heaps[i].end) return true;
    return false;
}

bool simt_heap_memory(uintptr_t address, struct simt_block_of_memory *memory) {
    struct chunk *c = simt_in_heap((const void *)address) ? chunk_at(address) : NULL;
    if (c && (uintptr_t)(c + 1) > address && c->before) /* in a header: the one before it is nearer */
        c = (struct chunk *)((char *)c - c->before);
    if (!c || c->state == CHUNK_FREE) return false;
    *memory = (struct simt_block_of_memory){(uintptr_t)(c + 1), c->asked, c->state == CHUNK_KEPT, 0, c->pc};
    return true;
}

bool simt_nth_in_heap(int device, void **place, struct simt_block_of_memory *memory) {
    struct heap *h = &heaps[device];
    struct chunk *c = *place ? after(h, *place) : (struct chunk *)h->start;
    while (c && c->state != CHUNK_USED) c = after(h, c);
    if (c) *memory = (struct simt_block_of_memory){(uintptr_t)(c + 1), c->asked, false, device, c->pc};
    *place = c;
    return c;
}

static void keep(struct heap *h, struct chunk *c) {
    c->state = CHUNK_KEPT;
    if (h->n_kept == KEPT) {
        join_neighbours(h, h->kept[h->oldest]);
        h->oldest = (h->oldest + 1) % KEPT;
        h->n_kept--;
    }
    h->kept[(h->oldest + h->n_kept++) % KEPT] = c;
}

/* A pointer that malloc has given begins behind the header of a chunk in use. */
static const char *why_not(const struct heap *h, const void *pointer, const struct chunk *c) {
    bool inside = h->start && (const char *)pointer > h->start && (const char *)pointer < h->end;
    if (!inside) return "is none that malloc or new has given in a kernel";
    if ((uintptr_t)pointer % UNIT || c->mark != MARK) return "does not lead to the beginning of its memory";
    return c->state == CHUNK_USED ? NULL : "was freed before";
}

const char *simt_heap_give(void *pointer) {
    if (!pointer) return NULL;
    struct heap *h = &heaps[simt_worker->launch->device];
    struct chunk *c = (struct chunk *)pointer - 1;
    simt_in_runtime = 1;
    pthread_mutex_lock(&mutex);
    const char *why = why_not(h, pointer, c);
    size_t asked = why ? 0 : c->asked;
    if (!why) {
        h->used -= counted(asked);
        if (simt_check) simt_check->freed(pointer, asked);
        if (simt_check)
            keep(h, c);
        else
            join_neighbours(h, c);
    }
    pthread_mutex_unlock(&mutex);
    simt_in_runtime = 0;
    return why;
}

void simt_drop_heap(int device) {
    struct heap *h = &heaps[device];
    if (h->start && simt_has_regions())
        simt_drop_region((uintptr_t)h->start);
    else if (h->start)
        munmap(h->start, (size_t)(h->end - h->start));
    *h = (struct heap){.start = NULL};
}

size_t simt_heap_limit(void) {
    return limit;
}

/* As on a GPU it stays as it is once a kernel has asked for memory. */
cudaError_t simt_set_heap_limit(size_t bytes) {
    bool open = false;
    for (int i = 0; i < MAX_DEVICES; i++) open |= heaps[i].start != NULL;
    if (open && bytes != limit) return cudaErrorInvalidValue;
    limit = bytes;
    return cudaSuccess;
}
