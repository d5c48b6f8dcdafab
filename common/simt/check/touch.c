/**
 * @file
 * @brief racecheck across operations: two touch the same bytes, one of them writes, and nothing orders them.
 *
 * What kernels touch is in the cells of race.c. Copies, fills and host code leave theirs here: of a page as a
 * whole, or of each word or byte, the last operation that wrote, and two that read. Neither costs anything
 * where all that was done before comes before.
 */
#include "race.h"
#include "streams.h"

#include <stdlib.h>
#include <string.h>

/** What an operation does to some bytes of one page. */
struct touching {
    struct doing *now;
    struct page *page;
    uintptr_t start;
    size_t bytes;
    int how;
    uint32_t told; /* this operation's conflict with it, on this page, was told last */
    uint64_t first_apart;
};

static void tell(struct touching *t, uint32_t then, int then_how, uintptr_t address, size_t bytes) {
    if (then == t->told) return;
    t->told = then;
    check_record_apart(then, then_how, t->now->number, t->how, address, t->page, bytes);
}

/*
 * Against what other operations left here.
 */
static bool apart(const struct touching *t, uint32_t then) {
    return then && then != t->now->number && !check_before(then, t->now);
}

static void compare(struct touching *t, const struct touch *then, uintptr_t address, size_t bytes) {
    if (apart(t, then->write)) tell(t, then->write, HOW_WRITE, address, bytes);
    for (int i = 0; i < 2 && t->how & HOW_WRITE; i++)
        if (apart(t, then->read[i])) tell(t, then->read[i], 0, address, bytes);
}

static struct touch *part_of(const struct page *page, uintptr_t address) {
    return &page->parts[(address & (PAGE_BYTES - 1)) >> page->parts_shift];
}

static void compare_all(struct touching *t) {
    compare(t, &t->page->all_of_it, t->start, t->bytes);
    if (!t->page->parts) return;
    size_t step = (size_t)1 << t->page->parts_shift;
    uintptr_t a = t->start & ~(uintptr_t)(step - 1);
    for (; a < t->start + t->bytes; a += step) {
        uintptr_t first = a < t->start ? t->start : a;
        size_t left = t->start + t->bytes - first;
        compare(t, part_of(t->page, a), first, left < step ? left : step);
    }
}

/*
 * Against what kernels left in the cells.
 */
/* Words that both touch by volatile or atomic accesses are there to be shared; a fence makes flags of them. */
static bool harmless(struct doing *now, uint32_t then, int then_how, int how) {
    const int strong = HOW_VOLATILE | HOW_ATOMIC;
    if (!(then_how & strong) || !(how & strong)) return false;
    if (then_how & HOW_WRITE && (check_has_fence(then) || check_by_host(now->number)))
        check_publish(now, then);
    return true;
}

static void compare_stamp(struct touching *t, stamp then, uint32_t at, int how, uintptr_t address,
                          size_t bytes) {
    if (!then || stamp_serial(then) < t->first_apart) return;
    uint32_t number = check_launch_of(stamp_serial(then));
    if (at & IS_VOLATILE) how |= HOW_VOLATILE;
    if (apart(t, number) && !harmless(t->now, number, how, t->how))
        tell(t, number, how, address, bytes);
}

static void compare_cells(struct touching *t) {
    const struct page *page = t->page;
    if (!page->cells) return;
    t->first_apart = check_first_apart(t->now);
    size_t step = (size_t)1 << page->shift;
    uintptr_t a = t->start & ~(uintptr_t)(step - 1);
    for (; a < t->start + t->bytes; a += step) {
        size_t i = (a & (PAGE_BYTES - 1)) >> page->shift;
        const struct cell *c = &page->cells[i];
        const struct cell_at *at = &page->at[i];
        compare_stamp(t, c->write, at->write, HOW_WRITE, a, step);
        compare_stamp(t, c->atomic, at->atomic, HOW_WRITE | HOW_ATOMIC, a, step);
        for (int k = 0; k < 2 && t->how & HOW_WRITE; k++)
            compare_stamp(t, c->read[k], at->read[k], 0, a, step);
    }
}

/*
 * What it leaves.
 */
static void leave(const struct touching *t, struct touch *touch) {
    uint32_t *read = touch->read, now = t->now->number;
    if (t->how & HOW_WRITE)
        *touch = (struct touch){.write = now};
    else if (!apart(t, read[0]))
        read[0] = now;
    else if (!apart(t, read[1]))
        read[1] = now;
}

static void make_parts(struct page *page, bool bytes) {
    int shift = bytes ? 0 : 2;
    if (page->parts && page->parts_shift <= shift) return;
    struct touch *parts = calloc(PAGE_BYTES >> shift, sizeof(*parts));
    if (!parts) simt_die("the checks are out of memory. Use a smaller input");
    for (int i = 0; page->parts && i < PAGE_BYTES; i++) parts[i] = page->parts[i / 4];
    free(page->parts);
    page->parts = parts;
    page->parts_shift = shift;
}

static void leave_all(const struct touching *t) {
    struct page *page = t->page;
    if (page->touched < t->now->number) page->touched = t->now->number;
    page->asked = page->all_before = 0;
    check_page_changes(page);
    if (t->bytes == PAGE_BYTES) {
        leave(t, &page->all_of_it);
        if (t->how & HOW_WRITE) free(page->parts), page->parts = NULL;
        return;
    }
    make_parts(page, (t->start | t->bytes) & 3);
    for (uintptr_t a = t->start; a < t->start + t->bytes; a += (uintptr_t)1 << page->parts_shift)
        leave(t, part_of(page, a));
}

/* Host code that shares a word by volatile or atomic accesses leaves nothing: with a kernel that does so, too,
 * it is no conflict. */
static void touch_page(struct page *page, uintptr_t start, size_t bytes, int how,
                       struct doing *now) {
    struct touching t = {now, page, start, bytes, how, 0, 0};
    if (page->tried && page->tried_last > now->floor && !check_before(page->tried_last, now))
        check_fold_tried(page);
    if (page->launched > now->floor) compare_cells(&t);
    if (page->touched > now->floor) compare_all(&t);
    if (!(how & (HOW_VOLATILE | HOW_ATOMIC))) leave_all(&t);
}

/* Called with the mutex held. Memory of which nothing is known is the host's own. */
static void touch(uintptr_t start, size_t bytes, int how, struct doing *now) {
    for (uintptr_t a = start, end = start + bytes, next; a < end && now->number; a = next) {
        next = (a | (PAGE_BYTES - 1)) + 1 < end ? (a | (PAGE_BYTES - 1)) + 1 : end;
        struct page *page = a >> 48 ? NULL : check_seen_page(a);
        if (page && (page->region == REGION_DEVICE || page->region == REGION_PROGRAM))
            touch_page(page, a, next - a, how, now);
    }
}

/*
 * The running kernel.
 */
bool check_all_before(const struct page *page) {
    struct touching t = {.now = check_launch};
    const struct touch *last = page->parts ? page->parts + (PAGE_BYTES >> page->parts_shift) : NULL;
    const struct touch *touch = &page->all_of_it, *next = page->parts;
    for (; touch; touch = next && next < last ? next++ : NULL)
        if (apart(&t, touch->write) || apart(&t, touch->read[0]) || apart(&t, touch->read[1]))
            return false;
    return true;
}

/* Mostly all of a page comes before the kernel, and then it is asked about once. */
void check_touched(struct page *page, uintptr_t address, size_t bytes, int how) {
    struct touching t = {check_launch, page, address, bytes, how, 0, 0};
    pthread_mutex_lock(&check_streams_mutex);
    if (page->asked != check_launch_number && check_all_before(page))
        page->all_before = check_launch_number;
    page->asked = check_launch_number;
    if (page->all_before != check_launch_number) compare_all(&t);
    pthread_mutex_unlock(&check_streams_mutex);
}

void check_fold_alone(struct page *page) {
    pthread_mutex_lock(&check_streams_mutex);
    check_fold_tried(page);
    pthread_mutex_unlock(&check_streams_mutex);
}

void check_apart(stamp then, int then_how, struct page *page, uintptr_t address, int how) {
    struct touching t = {check_launch, page, address, (size_t)1 << page->shift, how, 0, 0};
    pthread_mutex_lock(&check_streams_mutex);
    compare_stamp(&t, then, 0, then_how, address, t.bytes);
    pthread_mutex_unlock(&check_streams_mutex);
}

/*
 * Host code, and what calls do.
 */
void check_host_publishes(void) {
    if (check_doing) check_doing->publishes = true;
}

static bool is_shared(uintptr_t address) {
    const struct page *page = address >> 48 ? NULL : check_seen_page(address);
    return page && page->region == REGION_DEVICE &&
           page->valid[address % PAGE_BYTES / 64] >> address % 64 & 1 &&
           simt_region_device(address) < 0;
}

/* Pinned and managed memory alone is the host's and the device's. */
void check_host_touch(uintptr_t address, size_t bytes, int how, uintptr_t pc) {
    const int strong = HOW_VOLATILE | HOW_ATOMIC;
    if (check_doing) check_doing->looked_at = true;
    if (how & strong && how & HOW_WRITE) check_host_publishes();
    if (!is_shared(address)) return;
    pthread_mutex_lock(&check_streams_mutex);
    touch(address, bytes, how, check_doing ? check_doing : check_host_doing(pc));
    pthread_mutex_unlock(&check_streams_mutex);
}

void check_call_touched(const void *start, size_t bytes, bool writes) {
    if (!(check_tools & TOOL_RACECHECK)) return;
    pthread_mutex_lock(&check_streams_mutex);
    touch((uintptr_t)start, bytes, writes ? HOW_WRITE : 0,
          check_doing ? check_doing : check_host_doing(simt_call.pc));
    pthread_mutex_unlock(&check_streams_mutex);
}
