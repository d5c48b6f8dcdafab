/**
 * @file
 * @brief Where the memory of the device lies in a plain build: apart from the program's own heap.
 *
 * A kernel that writes behind the end of an allocation harms no host memory, as on a GPU, which gives memory out of
 * chunks of 2 MiB as well. Small pieces have sizes of powers of two, and a freed one is given out again. The lists of
 * free pieces lie elsewhere, so that such a kernel does not harm them either.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    CHUNK = 2 << 20,
    SMALLEST = 8,     /* log2 of the smallest piece, and so of the alignment */
    LARGEST = 22,     /* log2 of the largest piece that is kept when it is freed */
    LAZY = 64 << 20,  /* bytes from which pages are filled when they are first touched */
    FILLED = 16 << 20 /* of the file of filled pages, which is mapped again and again */
};

/* The free pieces of one size. */
struct pieces {
    void **free;
    size_t n, room;
};

static struct pieces pieces[LARGEST + 1];
static char *chunk; /* the rest of the last chunk */
static size_t chunk_rest;

static int size_class(size_t bytes) {
    int log = SMALLEST;
    while ((size_t)1 << log < bytes) log++;
    return log;
}

static size_t in_chunks(size_t bytes) {
    return (bytes + CHUNK - 1) / CHUNK * CHUNK;
}

/* Far from where the system puts the memory of malloc, which a kernel could reach otherwise. */
static void *map(size_t bytes) {
    static char *next = (char *)0x100000000000; /* no failure, if it cannot be had */
    void *memory = mmap(next, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (memory == next) next += bytes;
    return memory;
}

static bool keep(struct pieces *p, void *piece) {
    if (p->n == p->room) {
        size_t more = p->room ? 2 * p->room : 16;
        void **grown = realloc(p->free, more * sizeof(*grown));
        if (!grown) return false;
        p->free = grown;
        p->room = more;
    }
    p->free[p->n++] = piece;
    return true;
}

/* What is left of a chunk becomes pieces, the largest ones that are aligned to their size. */
static void use_up(void) {
    while (chunk_rest) {
        int log = __builtin_ctzll(chunk_rest);
        (void)keep(&pieces[log], chunk);
        chunk += (size_t)1 << log;
        chunk_rest -= (size_t)1 << log;
    }
}

static void *carve(size_t bytes) {
    if (bytes >= CHUNK) return map(bytes);
    if (bytes > chunk_rest) {
        use_up();
        if (!(chunk = map(CHUNK))) return NULL;
        chunk_rest = CHUNK;
    }
    void *piece = chunk;
    chunk += bytes;
    chunk_rest -= bytes;
    return piece;
}

void *simt_take_chunk(size_t bytes) {
    if (bytes > (size_t)1 << LARGEST) return map(in_chunks(bytes));
    int log = size_class(bytes);
    struct pieces *p = &pieces[log];
    return p->n ? p->free[--p->n] : carve((size_t)1 << log);
}

void simt_drop_chunk(void *memory, size_t bytes) {
    if (bytes > (size_t)1 << LARGEST)
        munmap(memory, in_chunks(bytes));
    else
        (void)keep(&pieces[size_class(bytes)], memory);
}

/* A file in memory that holds nothing but `byte`, which is the same in each call, or -1. */
static int filled_file(int byte) {
    static int file = -1;
    if (file >= 0) return file;
    int fresh = memfd_create("simt-unwritten", MFD_CLOEXEC);
    void *pages = fresh >= 0 && !ftruncate(fresh, FILLED)
                      ? mmap(NULL, FILLED, PROT_READ | PROT_WRITE, MAP_SHARED, fresh, 0)
                      : MAP_FAILED;
    if (pages != MAP_FAILED) {
        memset(pages, byte, FILLED);
        munmap(pages, FILLED);
        return file = fresh;
    }
    if (fresh >= 0) close(fresh);
    return -1;
}

/* The file's pages, one mapping after the other: the system copies a page when it is first written. */
static bool map_filled(char *memory, size_t bytes, int byte) {
    int file = filled_file(byte), flags = MAP_PRIVATE | MAP_FIXED;
    if (file < 0) return false;
    for (size_t at = 0; at < bytes; at += FILLED) {
        size_t part = bytes - at < FILLED ? bytes - at : FILLED;
        if (mmap(memory + at, part, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED)
            return false;
    }
    return true;
}

void simt_fill_chunk(void *memory, size_t bytes, int byte) {
    if (byte == 0 && bytes > (size_t)1 << LARGEST) return; /* fresh from the system */
    if (byte == 0 || bytes < LAZY || !map_filled(memory, in_chunks(bytes), byte))
        memset(memory, byte, bytes);
}
