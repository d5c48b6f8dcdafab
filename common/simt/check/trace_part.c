/**
 * @file
 * @brief Which bytes of a block of memory are the program's array: what lies around them are guard words.
 */
#include "trace.h"

#include <string.h>

enum { MOST_PARTS = 256 };
static struct {
    uintptr_t start;
    size_t bytes;
} parts[MOST_PARTS];
static size_t n_parts;

void simt_trace_array(const void *start, size_t bytes) {
    if (!trace_is_wanted()) return;
    trace_forget_parts((uintptr_t)start, bytes);
    if (n_parts == MOST_PARTS) memmove(parts, parts + 1, --n_parts * sizeof(*parts));
    parts[n_parts].start = (uintptr_t)start;
    parts[n_parts++].bytes = bytes;
}

static bool lies_in(size_t part, uintptr_t memory, size_t bytes) {
    uintptr_t at = parts[part].start - memory;
    return at <= bytes && parts[part].bytes <= bytes - at;
}

void trace_find_part(uintptr_t memory, size_t bytes, uintptr_t *start, size_t *of) {
    size_t i = n_parts;
    while (i > 0 && !lies_in(i - 1, memory, bytes)) i--;
    *start = i > 0 ? parts[i - 1].start : memory;
    *of = i > 0 ? parts[i - 1].bytes : bytes;
}

void trace_forget_parts(uintptr_t memory, size_t bytes) {
    size_t kept = 0;
    for (size_t i = 0; i < n_parts; i++)
        if (!lies_in(i, memory, bytes)) parts[kept++] = parts[i];
    n_parts = kept;
}
