/**
 * @file
 * @brief malloc and free as a .cu file calls them: simtcc renames the calls (heap.syms). On the host they are the C
 *        library's. A check build has its own (check/library.c).
 */
#include "heap.h"

#include <stdlib.h>

void *simt_any_malloc(size_t bytes);
void *simt_any_malloc(size_t bytes) {
    return simt_in_kernel() ? simt_heap_take(bytes, 0) : malloc(bytes);
}

void simt_any_free(void *memory);
void simt_any_free(void *memory) {
    const char *why = simt_in_kernel() ? simt_heap_give(memory) : NULL;
    if (why) simt_fault(cudaErrorIllegalAddress, "frees a pointer that %s", why);
    if (simt_in_kernel()) return;
    if (simt_in_heap(memory))
        simt_die("host code frees memory that malloc or new gave in a kernel. Free it in a kernel");
    free(memory);
}

/* What `new` in device code calls: NULL where there is no memory. */
void *simt_heap_new(size_t bytes) {
    return simt_any_malloc(bytes);
}
