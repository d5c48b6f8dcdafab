/**
 * @file
 * @brief C++'s new and delete as a .cu file calls them, as in heap_calls.c.
 *
 * A file of its own: only a program that calls them takes it from the archive, and then libstdc++ as well.
 */
#include "heap.h"

void *simt_any_malloc(size_t bytes);
void simt_any_free(void *memory);

/* Under the names that the linker knows. */
void *simt_host_new(size_t bytes) __asm__("_Znwm");
void *simt_host_new_array(size_t bytes) __asm__("_Znam");
void simt_host_delete(void *memory) __asm__("_ZdlPv");
void simt_host_delete_array(void *memory) __asm__("_ZdaPv");

void *simt_any_new(size_t bytes);
void *simt_any_new(size_t bytes) {
    return simt_in_kernel() ? simt_any_malloc(bytes) : simt_host_new(bytes);
}
void *simt_any_new_array(size_t bytes);
void *simt_any_new_array(size_t bytes) {
    return simt_in_kernel() ? simt_any_malloc(bytes) : simt_host_new_array(bytes);
}

static bool is_kernels(const void *memory) {
    return simt_in_kernel() || simt_in_heap(memory);
}
void simt_any_delete(void *memory);
void simt_any_delete(void *memory) {
    (is_kernels(memory) ? simt_any_free : simt_host_delete)(memory);
}
void simt_any_delete_array(void *memory);
void simt_any_delete_array(void *memory) {
    (is_kernels(memory) ? simt_any_free : simt_host_delete_array)(memory);
}
void simt_any_delete_sized(void *memory, size_t bytes);
void simt_any_delete_sized(void *memory, size_t bytes) {
    (void)bytes;
    simt_any_delete(memory);
}
void simt_any_delete_array_sized(void *memory, size_t bytes);
void simt_any_delete_array_sized(void *memory, size_t bytes) {
    (void)bytes;
    simt_any_delete_array(memory);
}
