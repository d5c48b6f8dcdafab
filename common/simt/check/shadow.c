/**
 * @file
 * @brief What is known of memory: pages of 4 KiB, found by a directory of two levels, made when touched.
 *
 * One page holds what all tools know of 4 KiB: its region, a bit a byte for memcheck (valid) and for initcheck
 * (written), and a cell a word for racecheck. So an access asks for its page once, whatever tools are on. The
 * parts are made when they are first needed. A cell stands for 4 bytes until some access is smaller or lies
 * across two words; then the whole page is split into cells of one byte. Host memory and stacks, which no tool
 * follows, share one page each. There is no lock: one block runs at a time (block_scheduler.c).
 */
#include "check.h"

#include "../run/loaded.h"

#include <stdlib.h>
#include <string.h>

enum { PART_PAGES = 1 << 18 };

struct page **check_directory[1 << 18];

static struct page local_page = {.region = REGION_LOCAL, .whole = true, .known = true};
static struct page host_page = {.region = REGION_HOST, .known = true};

static void *take(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) simt_die("the checks are out of memory. Use a smaller input");
    return memory;
}

static struct page **place_of_page(uintptr_t address) {
    struct page ***part = &check_directory[address >> 30 & 0x3ffff];
    if (!*part) *part = take(PART_PAGES * sizeof(**part));
    return &(*part)[address >> PAGE_BITS & 0x3ffff];
}

/* Does any of a variable lie in the page that the address is in? */
static bool lies_in(uintptr_t address, const void *variable, size_t bytes) {
    uintptr_t page = address >> PAGE_BITS, start = (uintptr_t)variable;
    return start >> PAGE_BITS == page || (start + bytes - 1) >> PAGE_BITS == page;
}

static struct page *make_page(uintptr_t address, enum region region) {
    struct page *page = take(sizeof(*page));
    page->region = region;
    page->shift = 2;
    page->whole = region != REGION_DEVICE;
    page->known = true;
    page->has_index =
        region == REGION_SHARED && (lies_in(address, &simt_self, sizeof(simt_self)) ||
                                    lies_in(address, &simt_block_idx, sizeof(simt_block_idx)));
    return *place_of_page(address) = page;
}

/*
 * Regions.
 */
/* Shared memory is thread-local to the worker. */
static bool is_shared(uintptr_t address) {
    struct owner other;
    return simt_other_owner(address, &other) || simt_is_thread_local(address, PAGE_BYTES);
}

/* What a page of no allocation is. Host memory is asked about each time, since it may change. */
struct page *check_find_page(uintptr_t address) {
    if (address >> 48) return &host_page;
    if (simt_on_stack(simt_worker, address)) return *place_of_page(address) = &local_page;
    if (is_shared(address)) return make_page(address, REGION_SHARED);
    if (simt_in_data_guard(address)) return &host_page;
    if (simt_loaded_at(address)) return make_page(address, REGION_PROGRAM);
    return &host_page;
}

/*
 * Allocations.
 */
static void mark(struct page *page, uintptr_t from, uintptr_t to, bool valid) {
    check_page_changes(page);
    for (uintptr_t a = from; a < to;) {
        uint64_t *word = &page->valid[a % PAGE_BYTES / 64];
        uintptr_t end = (a | 63) + 1 < to ? (a | 63) + 1 : to;
        uint64_t bits = ~(uint64_t)0 >> (64 - (end - a)) << a % 64;
        *word = valid ? *word | bits : *word & ~bits;
        a = end;
    }
    page->whole = true;
    for (int i = 0; i < PAGE_BYTES / 64; i++) page->whole &= page->valid[i] == ~(uint64_t)0;
}

static void mark_all(uintptr_t start, size_t bytes, bool valid) {
    for (uintptr_t a = start, end = start + bytes; a < end;) {
        uintptr_t next = (a | (PAGE_BYTES - 1)) + 1 < end ? (a | (PAGE_BYTES - 1)) + 1 : end;
        struct page *page = *place_of_page(a);
        if (!page) page = make_page(a, simt_loaded_at(a) ? REGION_PROGRAM : REGION_DEVICE);
        if (page->region == REGION_DEVICE) mark(page, a, next, valid);
        a = next;
    }
}

void check_allocated(const void *start, size_t bytes) {
    mark_all((uintptr_t)start, bytes, true);
    check_unwritten(start, bytes);
}

void check_freed(const void *start, size_t bytes) {
    mark_all((uintptr_t)start, bytes, false);
}

/*
 * Inputs: kernels read them, and store nothing there. Stages of labs say which they are.
 */
enum { MOST_INPUTS = 16 };
static struct range {
    uintptr_t start, end;
} inputs[MOST_INPUTS];
static int n_inputs;

void simt_input(const void *start, size_t bytes);
void simt_input(const void *start, size_t bytes) {
    uintptr_t first = (uintptr_t)start, end = first + bytes;
    if (!simt_check || n_inputs == MOST_INPUTS || bytes == 0) return;
    inputs[n_inputs++] = (struct range){first, end};
    for (uintptr_t a = first & ~(uintptr_t)(PAGE_BYTES - 1); a < end; a += PAGE_BYTES) {
        check_page(a)->input = check_page(a)->region == REGION_DEVICE;
        check_page_changes(check_page(a));
    }
}

void simt_input_over(const void *start);
void simt_input_over(const void *start) {
    int i = 0;
    while (i < n_inputs && inputs[i].start != (uintptr_t)start) i++;
    if (i < n_inputs) inputs[i] = inputs[--n_inputs];
}

bool check_is_input(uintptr_t address) {
    for (int i = 0; i < n_inputs; i++)
        if (address - inputs[i].start < inputs[i].end - inputs[i].start) return true;
    return false;
}

/* In shared memory all is valid but what is marked otherwise. */
void check_mark_shared(uintptr_t start, size_t bytes, bool valid) {
    for (uintptr_t a = start, end = start + bytes; a < end;) {
        uintptr_t next = (a | (PAGE_BYTES - 1)) + 1 < end ? (a | (PAGE_BYTES - 1)) + 1 : end;
        struct page *page = check_page(a);
        if (page->whole) memset(page->valid, 0xff, sizeof(page->valid));
        if (page->region == REGION_SHARED) mark(page, a, next, valid);
        a = next;
    }
}

/* Pages of which nothing is allocated any more are forgotten. */
void check_reused(const void *start, size_t bytes) {
    static const uint64_t nothing[PAGE_BYTES / 64];
    uintptr_t first = (uintptr_t)start & ~(uintptr_t)(PAGE_BYTES - 1);
    for (uintptr_t a = first; a < (uintptr_t)start + bytes; a += PAGE_BYTES) {
        struct page **place = place_of_page(a), *page = *place;
        if (!page || page->region != REGION_DEVICE) continue;
        if (memcmp(page->valid, nothing, sizeof(nothing)) != 0) continue;
        *place = NULL;
        free(page->memory);
        free(page->parts);
        free(page->tried);
        free(page->written);
        free(page);
    }
}

/*
 * Cells.
 */
/* A cell lies in one line of a cache, and the cells of the next page not in the same ones as those of this. */
static void make_cells(struct page *page, int shift) {
    enum { LINE = 64, ALIGNMENT = sizeof(struct cell) };
    size_t n = PAGE_BYTES >> shift, bytes = n * (sizeof(struct cell) + sizeof(struct cell_at));
    char *memory = take(bytes + LINE);
    page->memory = memory;
    page->cells = (struct cell *)(memory + -(uintptr_t)memory % ALIGNMENT);
    page->at = (struct cell_at *)(page->cells + n);
    page->shift = shift;
    check_page_changes(page);
}

static void split(struct page *page) {
    const struct cell *words = page->cells;
    const struct cell_at *at = page->at;
    void *memory = page->memory;
    make_cells(page, 0);
    for (int i = 0; words && i < PAGE_BYTES; i++) {
        page->cells[i] = words[i / 4];
        page->at[i] = at[i / 4];
    }
    free(memory);
}

void check_make_cells(struct page *page, uintptr_t address, size_t bytes) {
    if (page->shift && (address | bytes) & 3) split(page);
    if (!page->cells) make_cells(page, page->shift);
}

void check_forget_cells(void) {
    for (size_t i = 0; i < sizeof(check_directory) / sizeof(*check_directory); i++)
        for (size_t k = 0; check_directory[i] && k < PART_PAGES; k++) {
            struct page *page = check_directory[i][k];
            if (!page || page == &local_page) continue;
            free(page->memory);
            free(page->tried);
            page->memory = page->cells = NULL;
            page->tried = NULL;
            check_page_changes(page);
        }
}
