/**
 * @file
 * @brief Arrays beside pages that may not be touched, so that a read beyond an end is noticed too.
 */
#ifndef SORTLAB_GUARDED_H
#define SORTLAB_GUARDED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { GUARD = 4096 };

/** n keys between two pages; they touch the last one when `at_end`, else the first. */
struct guarded {
    uint32_t *keys;
    char *pages;
    size_t bytes;
};

static inline struct guarded guarded_new(size_t n, bool at_end) {
    size_t bytes = n * sizeof(uint32_t), pages_bytes = (bytes + GUARD - 1) / GUARD * GUARD;
    struct guarded g = {NULL, NULL, pages_bytes + 2 * GUARD};
    g.pages = (char *)mmap(NULL, g.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g.pages == MAP_FAILED ||
        (pages_bytes > 0 && mprotect(g.pages + GUARD, pages_bytes, PROT_READ | PROT_WRITE)))
        abort();
    g.keys = (uint32_t *)(void *)(g.pages + GUARD + (at_end ? pages_bytes - bytes : 0));
    return g;
}

static inline void guarded_free(const struct guarded *g) {
    munmap(g->pages, g->bytes);
}

#endif
