/**
 * @file
 * @brief malloc and its kin, for programs that are linked with --wrap: their memory is shown in traces.
 */
#include "trace.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

static void *noted(void *memory, size_t bytes, uintptr_t made_by) {
    if (memory) trace_host_memory(memory, bytes, "", made_by);
    return memory;
}

void *__wrap_malloc(size_t bytes) {
    return noted(__real_malloc(bytes), bytes, HERE);
}

void *__wrap_calloc(size_t n, size_t bytes) {
    return noted(__real_calloc(n, bytes), n * bytes, HERE);
}

void *__wrap_realloc(void *memory, size_t bytes) {
    if (memory) simt_trace_gone(memory);
    return noted(__real_realloc(memory, bytes), bytes, HERE);
}

void __wrap_free(void *memory) {
    if (memory) simt_trace_gone(memory);
    __real_free(memory);
}
