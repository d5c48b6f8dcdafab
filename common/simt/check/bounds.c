/**
 * @file
 * @brief memcheck: a kernel may touch what was allocated on the device, and not a byte more.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

static bool is_valid(const struct page *page, uintptr_t address) {
    return page->whole || page->valid[address % PAGE_BYTES / 64] >> address % 64 & 1;
}

static void describe(struct finding *f, uintptr_t address) {
    struct simt_block_of_memory m;
    if (!simt_nearest_memory(address, &m)) {
        snprintf(f->where, sizeof f->where, "Address 0x%lx is in no allocation, and there is none",
                 (unsigned long)address);
        return;
    }
    bool before = address < m.start;
    uintptr_t off = before ? m.start - address : address - m.start;
    if (!before && off >= m.bytes) off -= m.bytes - 1;
    const char *side = before ? "before" : "after";
    bool inside = !before && address < m.start + m.bytes;
    if (inside)
        snprintf(f->where, sizeof f->where,
                 "Address 0x%lx is inside the allocation at 0x%lx of size %zu bytes, which is %s",
                 (unsigned long)address, (unsigned long)m.start, m.bytes,
                 m.freed ? "freed" : "the host's");
    else
        snprintf(f->where, sizeof f->where,
                 "Address 0x%lx is %lu bytes %s the nearest allocation at 0x%lx of size %zu bytes",
                 (unsigned long)address, (unsigned long)off, side, (unsigned long)m.start, m.bytes);
}

static void report(uintptr_t address, size_t bytes, int how, uint32_t at) {
    struct party a = check_party(check_now(check_clock), at, how);
    struct finding *f = check_finding(
        TOOL_MEMCHECK, how & HOW_WRITE ? "Invalid write" : "Invalid read", a, (struct party){0});
    if (!f) return;
    if (f->count++ > 0) return;
    f->bytes = bytes;
    f->address = address;
    describe(f, address);
}

/* What is written would hit something else, perhaps the program's own; so a write ends the kernel. */
void check_bounds(uintptr_t address, size_t bytes, int how, uint32_t at) {
    for (size_t i = 0; i < bytes; i++) {
        if (is_valid(check_page(address + i), address + i)) continue;
        report(address, bytes, how, at);
        if (how & HOW_WRITE)
            simt_fault(cudaErrorIllegalAddress,
                       "writes where it may not; memcheck's report says where");
        return;
    }
}
