/**
 * @file
 * @brief memcheck for host code: memory beside arrays that nobody may touch.
 *
 * A stage of a lab says what lies beside its arrays, and what checked files get from malloc has some behind
 * it. Of pinned and managed memory the runtime knows the ends. The stack is not looked at.
 */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct guard {
    uintptr_t start, end;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct guard *guards; /* sorted by start */
static size_t n_guards, room;

static bool wanted(void) {
    return simt_check && check_tools & TOOL_MEMCHECK;
}

/* The first that ends behind the address. */
static size_t behind(uintptr_t address) {
    return simt_up_to(&guards->end, n_guards, sizeof(*guards), address);
}

void simt_guard(uintptr_t start, size_t bytes) {
    struct guard g = {start, start + bytes};
    if (!wanted() || bytes == 0) return;
    pthread_mutex_lock(&mutex);
    if (n_guards == room) {
        size_t more = room ? 2 * room : 64;
        struct guard *grown = realloc(guards, more * sizeof(*guards));
        if (!grown) simt_die("the checks are out of memory. Use a smaller input");
        guards = grown;
        room = more;
    }
    size_t i = behind(g.start);
    memmove(guards + i + 1, guards + i, (n_guards++ - i) * sizeof(*guards));
    guards[i] = g;
    pthread_mutex_unlock(&mutex);
}

void simt_unguard(uintptr_t start, size_t bytes) {
    uintptr_t end = start + bytes;
    if (!wanted()) return;
    pthread_mutex_lock(&mutex);
    size_t i = behind(start), last = i;
    while (last < n_guards && guards[last].start < end) last++;
    memmove(guards + i, guards + last, (n_guards - last) * sizeof(*guards));
    n_guards -= last - i;
    pthread_mutex_unlock(&mutex);
}

/* How far it is from what lies beside the guard; false: there is none. */
static bool find_guard(uintptr_t address, size_t bytes, char *where, size_t size) {
    pthread_mutex_lock(&mutex);
    size_t i = behind(address);
    bool hit = i < n_guards && guards[i].start < address + bytes;
    if (hit) {
        uintptr_t first = address < guards[i].start ? guards[i].start : address;
        size_t after = first - guards[i].start + 1, before = guards[i].end - first;
        snprintf(where, size, "Address is %zu bytes %s an array of the host",
                 after <= before ? after : before, after <= before ? "after" : "before");
    }
    pthread_mutex_unlock(&mutex);
    return hit;
}

/* Of most accesses it is plain that they do not come near such an end. */
static bool may_be_past(uintptr_t address) {
    const struct page *page = address >> 48 ? NULL : check_seen_page(address);
    return page && !page->whole && page->region == REGION_DEVICE;
}

/* Pinned and managed memory lies in the runtime's regions, and so does what is beside it. */
static bool find_end(uintptr_t address, size_t bytes, char *where, size_t size) {
    struct simt_block_of_memory m = {0};
    if (bytes <= PAGE_BYTES && !may_be_past(address) && !may_be_past(address + bytes - 1))
        return false;
    for (uintptr_t a = address; a < address + bytes; a++) {
        if (!may_be_past(a)) continue;
        if (check_seen_page(a)->valid[a % PAGE_BYTES / 64] >> a % 64 & 1) continue;
        if (!simt_in_regions(a) || !simt_nearest_memory(a, &m)) continue;
        bool before = a < m.start;
        snprintf(where, size, "Address is %zu bytes %s the nearest allocation of size %zu bytes",
                 (size_t)(before ? m.start - a : a - m.start - m.bytes + 1),
                 before ? "before" : "after", m.bytes);
        return true;
    }
    return false;
}

void check_host_access(uintptr_t address, size_t bytes, int how, uintptr_t pc) {
    char where[160];
    if (!wanted()) return;
    if (!find_guard(address, bytes, where, sizeof(where)) &&
        !find_end(address, bytes, where, sizeof(where)))
        return;
    struct party a = {.at = check_position(pc), .how = HOW_HOST};
    pthread_mutex_lock(&mutex);
    struct finding *f = check_finding(
        TOOL_MEMCHECK, how & HOW_WRITE ? "Invalid write" : "Invalid read", a, (struct party){0});
    if (f && f->count++ == 0) {
        snprintf(f->message, sizeof(f->message), "Invalid host %s of size %s bytes",
                 how & HOW_WRITE ? "write" : "read", check_number(bytes).text);
        snprintf(f->where, sizeof(f->where), "%s", where);
        check_tell_debugger(f);
        check_note_findings(); /* the program may not live to its next kernel */
    }
    pthread_mutex_unlock(&mutex);
}
