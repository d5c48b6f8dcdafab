/**
 * @file
 * @brief memcheck: a kernel may touch what was allocated on the device, and not a byte more.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool is_valid(const struct page *page, uintptr_t address) {
    return page->whole || page->valid[address % PAGE_BYTES / 64] >> address % 64 & 1;
}

bool check_is_mapped(uintptr_t address) {
    unsigned char resident;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE); /* PAGE_BYTES is ours */
    return address >> 48 == 0 && mincore((void *)(address & -page), 1, &resident) == 0;
}

/* An address of the device, or one that was made up: it is the same in each run. */
static bool is_steady(uintptr_t address) {
    const uintptr_t small = (uintptr_t)1 << 32;
    return simt_in_regions(address) ||
           ((address < small || address >> 48) && !check_is_mapped(address));
}

/* What belongs to the host lies elsewhere in each run, so its address says nothing. */
static void describe_foreign(struct finding *f, uintptr_t address) {
    struct simt_block_of_memory m = {0};
    f->address = 0;
    if (simt_nearest_memory(address, &m) && address - m.start - m.bytes < 2 * PAGE_BYTES)
        snprintf(f->where, sizeof(f->where),
                 "Address is %lu bytes after the nearest allocation of size %zu bytes",
                 (unsigned long)(address - m.start - m.bytes + 1), m.bytes);
    else if (check_seen_page(address) && check_seen_page(address)->region == REGION_DEVICE)
        snprintf(f->where, sizeof(f->where), "Address is in memory that was freed or unregistered");
    else if (check_clock && simt_near_stack(simt_worker, address))
        snprintf(f->where, sizeof(f->where), "Address is outside of the thread's local memory");
    else if (simt_in_data_guard(address))
        snprintf(f->where, sizeof(f->where), "Address is after the last variable of the program");
    else if (check_is_mapped(address))
        snprintf(f->where, sizeof(f->where), "Address is memory of the host");
    else
        snprintf(f->where, sizeof(f->where), "Address is in no allocation");
}

/* Does an argument of the kernel that runs point there? */
static bool is_argument(const struct simt_block_of_memory *m) {
    const struct launch *launch = simt_worker->launch;
    uintptr_t pointer;
    for (size_t k = 0; k + sizeof(pointer) <= launch->kernel->args_bytes; k += sizeof(pointer)) {
        memcpy(&pointer, (const char *)launch->args + k, sizeof(pointer));
        if (pointer >= m->start && pointer < m->start + m->bytes) return true;
    }
    return false;
}

static bool is_near(const struct simt_block_of_memory *m, uintptr_t address) {
    return check_outside(address, m->start, m->bytes) <= m->bytes + 2 * PAGE_BYTES;
}

/* The allocation that was meant. Where the kernel goes past an array's end it may come to what was freed long ago. */
static bool find_memory(uintptr_t address, struct simt_block_of_memory *m) {
    struct simt_block_of_memory live;
    bool any = simt_nearest_memory(address, m);
    if (any && m->freed && check_clock && !is_argument(m) &&
        simt_nearest_live_memory(address, &live) && is_near(&live, address))
        *m = live;
    return any;
}

/* In compute-sanitizer's words, where it has them. */
static void describe(struct finding *f, uintptr_t address) {
    struct simt_block_of_memory m = {0};
    bool any = find_memory(address, &m), before = address < m.start;
    uintptr_t end = m.start + m.bytes, far = check_outside(address, m.start, m.bytes);
    if (any && is_near(&m, address)) check_name_argument(f, address, &m);
    if (any && !before && address < end)
        snprintf(f->where, sizeof(f->where),
                 "Address 0x%lx is inside an allocation of size %zu bytes that was freed",
                 (unsigned long)address, m.bytes);
    else if (any && is_near(&m, address) && simt_in_regions(m.start))
        snprintf(f->where, sizeof(f->where),
                 "Address 0x%lx is %lu bytes %s the nearest allocation at 0x%lx of size %zu bytes",
                 (unsigned long)address, (unsigned long)far, before ? "before" : "after",
                 (unsigned long)m.start, m.bytes);
    else if (is_steady(address))
        snprintf(f->where, sizeof(f->where), "Address 0x%lx is in no allocation",
                 (unsigned long)address);
    else
        describe_foreign(f, address);
}

/** An invalid access, made when it is new; NULL when it is not. */
static struct finding *invalid(bool shared, size_t bytes, int how, uint32_t at, const char *kind) {
    struct party a = check_party(check_now(check_clock), at, how);
    struct finding *f = check_finding(TOOL_MEMCHECK, kind, a, (struct party){0});
    if (!f || f->count++ > 0) return NULL;
    snprintf(f->message, sizeof(f->message), "Invalid __%s__ %s of size %zu bytes",
             shared ? "shared" : "global", how & HOW_WRITE ? "write" : "read", bytes);
    return f;
}

/* wrong: the first of its bytes that may not be touched */
static void report(uintptr_t address, uintptr_t wrong, size_t bytes, int how, uint32_t at) {
    bool shared = check_page(wrong)->region == REGION_SHARED;
    const char *kind = how & HOW_WRITE ? "Invalid write" : "Invalid read";
    struct finding *f = invalid(shared, bytes, how, at, kind);
    if (!f) return;
    f->address = address;
    (shared ? check_describe_shared_bounds : describe)(f, wrong);
    check_tell_debugger(f);
}

static void describe_misaligned(struct finding *f, uintptr_t address, const struct page *page) {
    char where[sizeof(f->where)];
    struct simt_block_of_memory m;
    check_describe_place(f, address, page);
    snprintf(where, sizeof(where), "%s", f->where);
    if (page->region == REGION_DEVICE && simt_nearest_memory(address, &m))
        snprintf(
            f->where, sizeof(f->where),
            "Access to 0x%lx is misaligned and is %lu bytes into the allocation of size %zu bytes",
            (unsigned long)address, (unsigned long)(address - m.start), m.bytes);
    else
        snprintf(f->where, sizeof(f->where), "Access is misaligned, to %.100s", where);
    check_tell_debugger(f);
}

/* A GPU reads a word of 2, 4, 8 or 16 bytes only where a multiple of that is its address. */
void check_alignment(uintptr_t address, size_t bytes, int how, uint32_t at) {
    struct page *page = check_page(address);
    if (!(check_tools & TOOL_MEMCHECK) || page->region == REGION_LOCAL) return;
    if (page->region == REGION_HOST || !(page->whole || is_valid(page, address))) return;
    struct finding *f = invalid(page->region == REGION_SHARED, bytes, how, at, "Misaligned access");
    if (f) describe_misaligned(f, address, page);
    simt_fault(cudaErrorMisalignedAddress,
               "makes a misaligned access. Memcheck's report says where");
}

/* PTX has no atomics on local memory. Nobody else can use the word, so that nothing comes of it. */
void check_local_atomic(int how, uint32_t at) {
    if (!(check_tools & TOOL_MEMCHECK)) return;
    struct party a = check_party(check_now(check_clock), at, how);
    struct finding *f = check_finding(TOOL_MEMCHECK, "Local atomic", a, (struct party){0});
    if (!f || f->count++ > 0) return;
    f->severity = SEVERITY_WARNING;
    snprintf(f->message, sizeof(f->message), "Atomic access to local memory");
    snprintf(f->where, sizeof(f->where),
             "the variable is this thread's own. No other thread sees it");
}

/* It is the kernel's to read alone. */
void check_input(uintptr_t address, size_t bytes, int how, uint32_t at) {
    if (!(check_tools & TOOL_MEMCHECK) || !check_is_input(address)) return;
    struct finding *f = invalid(false, bytes, how, at, "Input changed");
    if (!f) return;
    f->address = address;
    snprintf(f->where, sizeof(f->where),
             "Address 0x%lx is in an input, which has to stay as it was", (unsigned long)address);
    check_tell_debugger(f);
}

/* The launch keeps the arguments in memory of the host. A class's own constructor copies from there in each thread. */
static bool reads_argument(uintptr_t address, int how) {
    const struct launch *launch = simt_worker->launch;
    return !(how & HOW_WRITE) && address - (uintptr_t)launch->args < launch->kernel->args_bytes;
}

/* What is written would hit something else, perhaps the program's own; so a write ends the kernel. */
void check_bounds(uintptr_t address, size_t bytes, int how, uint32_t at) {
    for (size_t i = 0; i < bytes; i++) {
        if (is_valid(check_page(address + i), address + i) || reads_argument(address + i, how))
            continue;
        report(address, address + i, bytes, how, at);
        if (how & HOW_WRITE)
            simt_fault(cudaErrorIllegalAddress,
                       "writes where it may not. Memcheck's report says where");
        return;
    }
}
