/**
 * @file
 * @brief C++'s new and delete as checked files call them, as in library.c.
 *
 * A file of its own: only a program that calls new takes it from the archive, and then libstdc++ as well, which
 * --as-needed would leave out for a weak symbol.
 */
#include "profile.h"

void *simt_seen_malloc(size_t bytes);
void simt_seen_free(void *memory);

/* Under the names that the linker knows. */
void *host_new(size_t bytes) __asm__("_Znwm");
void *host_new_array(size_t bytes) __asm__("_Znam");
void host_delete(void *memory) __asm__("_ZdlPv");
void host_delete_array(void *memory) __asm__("_ZdaPv");

static void *noted(void *memory) {
    if (memory) profile_host_memory(memory, 1);
    return memory;
}

void *simt_seen_new(size_t bytes);
void *simt_seen_new(size_t bytes) {
    return check_clock ? simt_seen_malloc(bytes) : noted(host_new(bytes));
}
void *simt_seen_new_array(size_t bytes);
void *simt_seen_new_array(size_t bytes) {
    return check_clock ? simt_seen_malloc(bytes) : noted(host_new_array(bytes));
}
void simt_seen_delete(void *memory);
void simt_seen_delete(void *memory) {
    if (!check_clock && memory) profile_host_memory(memory, -1);
    (check_clock ? simt_seen_free : host_delete)(memory);
}
void simt_seen_delete_array(void *memory);
void simt_seen_delete_array(void *memory) {
    if (!check_clock && memory) profile_host_memory(memory, -1);
    (check_clock ? simt_seen_free : host_delete_array)(memory);
}
void simt_seen_delete_sized(void *memory, size_t bytes);
void simt_seen_delete_sized(void *memory, size_t bytes) {
    (void)bytes;
    simt_seen_delete(memory);
}
void simt_seen_delete_array_sized(void *memory, size_t bytes);
void simt_seen_delete_array_sized(void *memory, size_t bytes) {
    (void)bytes;
    simt_seen_delete_array(memory);
}
