/**
 * @file
 * @brief The C library's functions that take memory, as the learner's code calls them (grader/grade/child.syms).
 */
#include "grader/grade/judge/child_promises.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CALLER __builtin_return_address(0)

/* A function that takes memory. */
#define TAKES(type, name, parameters, arguments, bytes)                                            \
    type kept_##name parameters;                                                                   \
    type kept_##name parameters {                                                                  \
        type memory = name arguments;                                                              \
        child_took_host((uintptr_t)memory, (bytes), #name, CALLER);                                \
        return memory;                                                                             \
    }
TAKES(void *, malloc, (size_t bytes), (bytes), bytes)
TAKES(void *, calloc, (size_t n, size_t bytes), (n, bytes), n *bytes)
TAKES(void *, aligned_alloc, (size_t to, size_t bytes), (to, bytes), bytes)
TAKES(void *, memalign, (size_t to, size_t bytes), (to, bytes), bytes)
TAKES(void *, valloc, (size_t bytes), (bytes), bytes)
TAKES(char *, strdup, (const char *text), (text), strlen(text) + 1)
TAKES(char *, strndup, (const char *text, size_t most), (text, most), strlen(memory) + 1)

int kept_posix_memalign(void **memory, size_t to, size_t bytes);
int kept_posix_memalign(void **memory, size_t to, size_t bytes) {
    int error = posix_memalign(memory, to, bytes);
    if (!error) child_took_host((uintptr_t)*memory, bytes, "posix_memalign", CALLER);
    return error;
}

/* Memory that grows is given back and taken once more. */
#define GROWS(name, parameters, arguments, bytes)                                                  \
    void *kept_##name parameters;                                                                  \
    void *kept_##name parameters {                                                                 \
        child_gave((uintptr_t)old);                                                                \
        void *memory = name arguments;                                                             \
        child_took_host((uintptr_t)memory, (bytes), #name, CALLER);                                \
        return memory;                                                                             \
    }
GROWS(realloc, (void *old, size_t bytes), (old, bytes), bytes)
GROWS(reallocarray, (void *old, size_t n, size_t bytes), (old, n, bytes), n *bytes)

void kept_free(void *memory);
void kept_free(void *memory) {
    child_gave((uintptr_t)memory);
    free(memory);
}

void *kept_mmap(void *at, size_t bytes, int may, int flags, int file, off_t from);
void *kept_mmap(void *at, size_t bytes, int may, int flags, int file, off_t from) {
    void *memory = mmap(at, bytes, may, flags, file, from);
    if (memory != MAP_FAILED && flags & MAP_ANONYMOUS) /* and no file */
        child_took_host((uintptr_t)memory, bytes, "mmap", CALLER);
    return memory;
}

int kept_munmap(void *memory, size_t bytes);
int kept_munmap(void *memory, size_t bytes) {
    child_gave((uintptr_t)memory);
    return munmap(memory, bytes);
}

/*
 * new and delete of C++, under the names that compilers give them.
 */
static void *made(size_t bytes, const void *caller) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (!memory) abort();
    child_took_host((uintptr_t)memory, bytes, "new", caller);
    return memory;
}

#define NEW(name)                                                                                  \
    void *kept_##name(size_t bytes);                                                               \
    void *kept_##name(size_t bytes) {                                                              \
        return made(bytes, CALLER);                                                                \
    }
NEW(Znwm)
NEW(Znam)

#define DELETE(name)                                                                               \
    void kept_##name(void *memory, size_t bytes);                                                  \
    void kept_##name(void *memory, size_t bytes) {                                                 \
        (void)bytes; /* it may not be given */                                                     \
        kept_free(memory);                                                                         \
    }
DELETE(ZdlPv)
DELETE(ZdaPv)
DELETE(ZdlPvm)
DELETE(ZdaPvm)
