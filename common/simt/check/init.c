/**
 * @file
 * @brief initcheck: who reads what nobody has written since it was allocated, or since its block began.
 *
 * Half of a load has to be missing, or 16 bytes in line of a longer one, or bytes that are no struct's padding:
 * a struct is copied whole here, padding included, where nvcc copies its members.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 64, WORDS = PAGE_BYTES / WORD_BYTES, LONGEST_PART = 16, SECTOR_BYTES = 32 };

static uint64_t *bits_of(struct page *page) {
    if (!page->written) page->written = calloc(WORDS, sizeof(*page->written));
    if (!page->written) simt_die("the checks are out of memory. Use a smaller input");
    return page->written;
}

static void set_bits(uint64_t *bits, size_t from, size_t to, bool on) {
    while (from < to) {
        size_t end = (from | (WORD_BYTES - 1)) + 1 < to ? (from | (WORD_BYTES - 1)) + 1 : to;
        uint64_t some = ~(uint64_t)0 >> (WORD_BYTES - (end - from)) << from % WORD_BYTES;
        uint64_t *word = &bits[from / WORD_BYTES];
        *word = on ? *word | some : *word & ~some;
        from = end;
    }
}

/* Of one page. All of a page is written when there is nothing left to ask. */
static void set_written(struct page *page, size_t from, size_t to, bool written) {
    bool all = from == 0 && to == PAGE_BYTES;
    if (page->known && written) return;
    if (page->known && !all) memset(bits_of(page), 0xff, WORDS * sizeof(*page->written));
    if (page->known != (all && written)) check_page_changes(page);
    page->known = all && written;
    if (all && page->written)
        memset(page->written, written ? 0xff : 0, WORDS * sizeof(*page->written));
    else if (!all)
        set_bits(bits_of(page), from, to, written);
}

static bool any_written(const struct page *page, size_t from, size_t to) {
    for (size_t i = from; page->written && i < to; i++)
        if (page->written[i / WORD_BYTES] >> i % WORD_BYTES & 1) return true;
    return false;
}

static bool all_written(const struct page *page, size_t from, size_t bytes) {
    if (!page->written || from % WORD_BYTES + bytes > WORD_BYTES) return false;
    uint64_t wanted = ~(uint64_t)0 >> (WORD_BYTES - bytes);
    return (page->written[from / WORD_BYTES] >> from % WORD_BYTES & wanted) == wanted;
}

static bool of_an_allocation(const struct page *page, size_t byte) {
    return page->whole || page->valid[byte / 64] >> byte % 64 & 1;
}

/* Words of an array lack the same padding. So a byte that the word before or behind has is none. */
static bool neighbour_is_whole(const struct page *page, size_t word) {
    enum { WORD = sizeof(int) };
    return (word >= WORD && of_an_allocation(page, word - WORD) &&
            all_written(page, word - WORD, WORD)) ||
           (word + WORD < PAGE_BYTES && of_an_allocation(page, word + WORD) &&
            all_written(page, word + WORD, WORD));
}

/* Padding follows a member, is shorter than the alignment of what comes next, and ends at such an address. */
static bool may_be_padding(size_t load, size_t first, size_t end) {
    size_t alignment = 2;
    while (alignment <= end - first) alignment *= 2;
    return first > load && end % alignment == 0;
}

/* The first bytes of a load of at most LONGEST_PART that no struct can leave out as padding; -1: there are none. */
static int missing_bytes(const struct page *page, size_t from, size_t bytes) {
    size_t first = from, end;
    for (; first < from + bytes; first = end) {
        end = first + 1;
        if (any_written(page, first, end)) continue;
        while (end < from + bytes && !any_written(page, end, end + 1)) end++;
        if (!may_be_padding(from, first, end)) return (int)first;
        if (bytes == sizeof(int) && neighbour_is_whole(page, from)) return (int)first;
    }
    return -1;
}

/* The first part of a load that nobody has written; -1: there is none. */
static int missing_part(const struct page *page, size_t from, size_t bytes) {
    size_t part = bytes > LONGEST_PART ? LONGEST_PART : bytes > 1 ? bytes / 2 : 1;
    if (bytes <= LONGEST_PART && all_written(page, from, bytes)) return -1;
    if (!any_written(page, from, from + bytes)) return (int)from;
    for (size_t i = from; i + part <= from + bytes; i += part)
        if (!any_written(page, i, i + part)) return (int)i;
    return bytes <= LONGEST_PART ? missing_bytes(page, from, bytes) : -1;
}

static void report(const struct page *page, uintptr_t missing, size_t bytes, int how, uint32_t at) {
    struct party a = check_party(check_now(check_clock), at, how & ~HOW_WRITE);
    struct finding *f = check_finding(TOOL_INITCHECK, "Uninitialized read", a, (struct party){0});
    if (!f || f->count++ > 0) return;
    snprintf(f->message, sizeof(f->message), "Uninitialized __%s__ memory read of size %zu bytes",
             page->region == REGION_SHARED ? "shared" : "global", bytes);
    check_describe_place(f, missing, page);
    check_tell_debugger(f);
}

/* The access lies within one page, which has bytes that nobody has written. Atomics read, then write. */
void check_init(struct page *page, uintptr_t address, size_t bytes, int how, uint32_t at) {
    size_t from = address % PAGE_BYTES;
    if (!(how & HOW_WRITE) || (how & HOW_ATOMIC && !(how & HOW_NO_READ))) {
        int missing = missing_part(page, from, bytes);
        if (missing >= 0) report(page, address - from + (size_t)missing, bytes, how, at);
    }
    if (how & HOW_WRITE) set_written(page, from, from + bytes, true);
}

/* Pages that nothing is known of belong to the host, and count as written. */
static void set_range(uintptr_t start, size_t bytes, bool written) {
    for (uintptr_t a = start, end = start + bytes; a < end;) {
        uintptr_t page_start = a - a % PAGE_BYTES, next = page_start + PAGE_BYTES;
        if (next > end) next = end;
        struct page *page = written ? check_seen_page(a) : check_page(a);
        if (page && (page->region == REGION_DEVICE || page->region == REGION_SHARED))
            set_written(page, a - page_start, next - page_start, written);
        a = next;
    }
}

size_t check_missing(const void *start, size_t bytes, uintptr_t *first) {
    uintptr_t end = (uintptr_t)start + bytes;
    size_t n = 0;
    for (uintptr_t a = (uintptr_t)start, next; a < end; a = next) {
        struct page *page = check_seen_page(a);
        size_t unit = page && !page->known ? SECTOR_BYTES : PAGE_BYTES;
        next = (a | (unit - 1)) + 1 < end ? (a | (unit - 1)) + 1 : end;
        if (unit == PAGE_BYTES) continue;
        int missing = missing_part(page, a % PAGE_BYTES, next - a);
        if (missing >= 0 && n++ == 0) *first = a - a % PAGE_BYTES + (size_t)missing;
    }
    return n;
}

void check_unwritten(const void *start, size_t bytes) {
    if (check_tools & TOOL_INITCHECK) set_range((uintptr_t)start, bytes, false);
}

void check_wrote(const void *start, size_t bytes) {
    if (check_tools & TOOL_INITCHECK) set_range((uintptr_t)start, bytes, true);
}
