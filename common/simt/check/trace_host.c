/**
 * @file
 * @brief Host code as a trace shows it: one thread, and the memory that it got from malloc or was told of.
 *
 * For a C file that was compiled with the hooks, where SIMT_TRACE_HOST is set. Only the first OS thread
 * is seen, and no stack.
 */
#include "trace.h"

#include <stdlib.h>

bool trace_host;

enum { MOST_BLOCKS = 4096 };
static struct {
    uintptr_t start;
    size_t bytes;
    const char *name; /* "": none */
    uint32_t made_at; /* the code position of its malloc; 0: none */
} blocks[MOST_BLOCKS];
static int n_blocks;
static pthread_t first_thread;

void trace_host_start(void) {
    const char *asked = simt_setting("SIMT_TRACE_HOST");
    trace_host = asked && *asked;
    first_thread = pthread_self();
}

static int find_block(uintptr_t address) {
    for (int i = n_blocks - 1; i >= 0; i--)
        if (address - blocks[i].start < blocks[i].bytes) return i;
    return -1;
}

void trace_host_memory(const void *start, size_t bytes, const char *name, uintptr_t made_by) {
    int i = find_block((uintptr_t)start);
    if (!trace_host || bytes == 0 || (i < 0 && n_blocks == MOST_BLOCKS)) return;
    if (i < 0) {
        i = n_blocks++;
        blocks[i].start = (uintptr_t)start;
        blocks[i].bytes = bytes;
        blocks[i].made_at = made_by ? check_position(made_by) : 0;
    }
    blocks[i].name = name;
    trace_name_array(blocks[i].start, name);
}

void simt_trace_memory(const void *start, size_t bytes, const char *name) {
    trace_host_memory(start, bytes, name, 0);
}

void simt_trace_gone(const void *start) {
    int i = find_block((uintptr_t)start);
    if (!trace_host || i < 0 || blocks[i].start != (uintptr_t)start) return;
    trace_settle();
    trace_freed(start, blocks[i].bytes);
    blocks[i] = blocks[--n_blocks];
}

void trace_host_access(uintptr_t address, size_t bytes, int how, uintptr_t pc) {
    int i = pthread_equal(pthread_self(), first_thread) ? find_block(address) : -1;
    if (i < 0) return;
    int array = trace_host_array(blocks[i].start, blocks[i].bytes, bytes, blocks[i].name);
    trace.array[array].made_at = blocks[i].made_at;
    trace_note(array, address, bytes, how, check_position(pc));
}
