/**
 * @file
 * @brief Memory beside an array that nobody may touch, where a sanitizer or the CPU runtime looks.
 *
 * In any other program these functions do nothing: the words to either side of an array tell of writes
 * alone (fence.h).
 */
#ifndef SORTLAB_GUARD_H
#define SORTLAB_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* AddressSanitizer's own, in programs that are linked with it. */
extern void __asan_poison_memory_region(const volatile void *start, size_t bytes)
    __attribute__((weak));
extern void __asan_unpoison_memory_region(const volatile void *start, size_t bytes)
    __attribute__((weak));
/* The CPU runtime's, which looks at host code in .cu files. */
extern void simt_guard(uintptr_t start, size_t bytes) __attribute__((weak));
extern void simt_unguard(uintptr_t start, size_t bytes) __attribute__((weak));
/* Its trace's, which shows arrays without what guards them. */
extern void simt_trace_array(const void *start, size_t bytes) __attribute__((weak));
/* Of all sanitizers, ThreadSanitizer too. */
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

/** Whether this program is built with a sanitizer, which takes memory and time of its own. */
static inline bool guard_sanitized(void) {
    return __sanitizer_get_current_allocated_bytes != NULL;
}

/** From here on to read or write these bytes is an error, for code that is looked at. */
static inline void guard_set(const volatile void *start, size_t bytes) {
    if (__asan_poison_memory_region) __asan_poison_memory_region(start, bytes);
    if (simt_guard) simt_guard((uintptr_t)start, bytes);
}

/** Of the memory around, these bytes are an array, for the page of `make trace`. */
static inline void guard_array(const volatile void *start, size_t bytes) {
    if (simt_trace_array) simt_trace_array((const void *)start, bytes);
}

static inline void guard_lift(const volatile void *start, size_t bytes) {
    if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(start, bytes);
    if (simt_unguard) simt_unguard((uintptr_t)start, bytes);
}

#endif
