/**
 * @file
 * @brief The C library's functions as checked files call them: simtcc renames the calls in those alone.
 *
 * In a kernel, malloc and new give device memory, which lives until it is freed in a kernel.
 */
#include "profile.h"

#include "../run/heap.h"

#include <malloc.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

void *simt_seen_memcpy(void *to, const void *from, size_t bytes);
void *simt_seen_memcpy(void *to, const void *from, size_t bytes) {
    check_access(from, bytes, 0, HERE);
    check_access(to, bytes, HOW_WRITE, HERE);
    return memcpy(to, from, bytes);
}

void *simt_seen_memmove(void *to, const void *from, size_t bytes);
void *simt_seen_memmove(void *to, const void *from, size_t bytes) {
    check_access(from, bytes, 0, HERE);
    check_access(to, bytes, HOW_WRITE, HERE);
    return memmove(to, from, bytes);
}

void *simt_seen_memset(void *to, int value, size_t bytes);
void *simt_seen_memset(void *to, int value, size_t bytes) {
    check_access(to, bytes, HOW_WRITE, HERE);
    return memset(to, value, bytes);
}

/* Newer versions of clang++ give these calls names of their own. */
void *__tsan_memcpy(void *, const void *, size_t) __attribute__((alias("simt_seen_memcpy")));
void *__tsan_memmove(void *, const void *, size_t) __attribute__((alias("simt_seen_memmove")));
void *__tsan_memset(void *, int, size_t) __attribute__((alias("simt_seen_memset")));

/*
 * What tells other threads of the host that something is done.
 */
#define TELLS(name, type)                                                                          \
    int simt_seen_##name(type *it);                                                                \
    int simt_seen_##name(type *it) {                                                               \
        check_host_publishes();                                                                    \
        return name(it);                                                                           \
    }
TELLS(pthread_mutex_unlock, pthread_mutex_t)
TELLS(pthread_cond_signal, pthread_cond_t)
TELLS(pthread_cond_broadcast, pthread_cond_t)
TELLS(sem_post, sem_t)

/*
 * The heap.
 */
/* What threads did here before was done to other memory. */
void check_forget_accesses(uintptr_t start, size_t bytes) {
    for (uintptr_t a = start; a < start + bytes; a++) {
        struct page *page = check_page(a);
        if (page->tried) check_fold_alone(page);
        if (page->cells)
            page->cells[(a & (PAGE_BYTES - 1)) >> page->shift] = (struct cell){.write = 0};
    }
}

/* Behind what host code gets lie bytes that it may not touch. */
enum { BEHIND = 64 };

static void *guarded(void *memory, size_t bytes) {
    if (memory) simt_guard((uintptr_t)memory + bytes, BEHIND);
    if (memory) profile_host_memory(memory, 1);
    return memory;
}

static void give_back(void *memory) {
    simt_unguard((uintptr_t)memory, malloc_usable_size(memory));
    profile_host_memory(memory, -1);
}

void *simt_seen_calloc(size_t n, size_t bytes);
void *simt_seen_calloc(size_t n, size_t bytes) {
    size_t all;
    if (check_clock || __builtin_mul_overflow(n, bytes, &all) || all > SIZE_MAX - BEHIND)
        return calloc(n, bytes);
    return guarded(calloc(1, all + BEHIND), all);
}

void *simt_seen_realloc(void *memory, size_t bytes);
void *simt_seen_realloc(void *memory, size_t bytes) {
    if (check_clock || bytes > SIZE_MAX - BEHIND) return realloc(memory, bytes);
    if (memory) give_back(memory);
    void *grown = realloc(memory, bytes + BEHIND);
    return guarded(grown, bytes);
}

void *simt_seen_malloc(size_t bytes);
void *simt_seen_malloc(size_t bytes) {
    if (!check_clock && bytes <= SIZE_MAX - BEHIND) return guarded(malloc(bytes + BEHIND), bytes);
    return simt_heap_take(bytes, HERE);
}

void *simt_seen_heap_new(size_t bytes);
void *simt_seen_heap_new(size_t bytes) {
    return check_clock ? simt_heap_take(bytes, HERE) : simt_seen_malloc(bytes);
}

/* A kernel frees what it may not. */
static void tell_free(const char *why, uintptr_t pc) {
    struct party a = check_party(check_now(check_clock), check_position(pc), 0);
    struct finding *f = check_tools & TOOL_MEMCHECK
                            ? check_finding(TOOL_MEMCHECK, "Invalid free", a, (struct party){0})
                            : NULL;
    if (f && f->count++ == 0) {
        snprintf(f->message, sizeof(f->message), "Malloc/Free error encountered");
        snprintf(f->where, sizeof(f->where), "The pointer %s", why);
        check_tell_debugger(f);
    }
    simt_fault(cudaErrorIllegalAddress, "frees a pointer that %s", why);
}

void simt_seen_free(void *memory);
void simt_seen_free(void *memory) {
    if (check_clock) {
        const char *why = simt_heap_give(memory);
        if (why) tell_free(why, HERE);
        return;
    }
    if (simt_in_heap(memory))
        simt_die("host code frees memory that malloc or new gave in a kernel. Free it in a kernel");
    if (memory) give_back(memory);
    free(memory);
}
