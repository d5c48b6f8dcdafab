/**
 * @file
 * @brief memcheck: a kernel may touch what was allocated on the device, and not a byte more.
 */
#include "check.h"

#include <stdio.h>
#include <sys/mman.h>

static bool is_valid(const struct page *page, uintptr_t address) {
    return page->whole || page->valid[address % PAGE_BYTES / 64] >> address % 64 & 1;
}

/* Whether the host has memory there. */
static bool is_mapped(uintptr_t address) {
    unsigned char resident;
    return address >> 48 == 0 &&
           mincore((void *)(address & ~(uintptr_t)(PAGE_BYTES - 1)), 1, &resident) == 0;
}

/* In compute-sanitizer's words, where it has them. */
static void describe(struct finding *f, uintptr_t address) {
    struct simt_block_of_memory m = {0};
    bool any = simt_nearest_memory(address, &m), before = address < m.start;
    uintptr_t end = m.start + m.bytes, far = before ? m.start - address : address - end + 1;
    if (any && !before && address < end)
        snprintf(f->where, sizeof f->where,
                 "Address 0x%lx is inside an allocation of size %zu bytes that was freed",
                 (unsigned long)address, m.bytes);
    else if (any && far <= m.bytes + 2 * PAGE_BYTES)
        snprintf(f->where, sizeof f->where,
                 "Address 0x%lx is %lu bytes %s the nearest allocation at 0x%lx of size %zu bytes",
                 (unsigned long)address, (unsigned long)far, before ? "before" : "after",
                 (unsigned long)m.start, m.bytes);
    else
        snprintf(f->where, sizeof f->where, "Address 0x%lx is %s", (unsigned long)address,
                 is_mapped(address) ? "memory of the host" : "in no allocation");
}

/* wrong: the first of its bytes that may not be touched */
static void report(uintptr_t address, uintptr_t wrong, size_t bytes, int how, uint32_t at) {
    struct party a = check_party(check_now(check_clock), at, how);
    struct finding *f = check_finding(
        TOOL_MEMCHECK, how & HOW_WRITE ? "Invalid write" : "Invalid read", a, (struct party){0});
    if (!f) return;
    if (f->count++ > 0) return;
    bool shared = check_page(wrong)->region == REGION_SHARED;
    f->address = address;
    snprintf(f->message, sizeof f->message, "Invalid __%s__ %s of size %zu bytes",
             shared ? "shared" : "global", how & HOW_WRITE ? "write" : "read", bytes);
    (shared ? check_describe_shared_bounds : describe)(f, wrong);
}

/* What is written would hit something else, perhaps the program's own; so a write ends the kernel. */
void check_bounds(uintptr_t address, size_t bytes, int how, uint32_t at) {
    for (size_t i = 0; i < bytes; i++) {
        if (is_valid(check_page(address + i), address + i)) continue;
        report(address, address + i, bytes, how, at);
        if (how & HOW_WRITE)
            simt_fault(cudaErrorIllegalAddress,
                       "writes where it may not; memcheck's report says where");
        return;
    }
}
