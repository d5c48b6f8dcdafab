/**
 * @file
 * @brief racecheck: two threads touch a word, one of them writes, and nothing orders the two.
 *
 * A cell keeps the last plain write, the last atomic and two reads, if possible of two warps. Whoever
 * comes next is held against them. Atomics never race with atomics or volatile accesses. Two volatile writes
 * do, and so do a volatile write and a read, unless the word is a flag and the reader waits for it (flags.c).
 */
#include "race.h"
#include "streams.h"

#include <string.h>

enum { MOST_UNSETTLED = 32, MOST_BYTES = 16 };

enum harm { HARMLESS, A_RACE, A_FLAG };

static enum harm harm_of(int a, int b) {
    const int strong = HOW_VOLATILE | HOW_ATOMIC;
    if (!(a & strong && b & strong)) return A_RACE;
    if ((a | b) & HOW_ATOMIC) return HARMLESS;
    return a & b & HOW_WRITE ? A_RACE : A_FLAG;
}

static bool same_warp(stamp a, stamp b) {
    return stamp_serial(a) == stamp_serial(b) &&
           stamp_thread(a) / WARP_THREADS == stamp_thread(b) / WARP_THREADS;
}

static const char *kind_of(int then, int now) {
    if (then & now & HOW_WRITE) return "WAW";
    return now & HOW_WRITE ? "WAR" : "RAW";
}

void check_record_race(const struct access *x, const struct hazard *h, bool same_value) {
    /* A variable of the compiler's own: has this worker begun the life of a __shared__ array of a class? */
    if (x->page->region == REGION_SHARED && !check_is_shared(h->address)) return;
    enum severity severity = same_value                   ? SEVERITY_INFO
                             : same_warp(h->then, x->now) ? SEVERITY_WARNING
                                                          : SEVERITY_ERROR;
    struct finding *f = check_finding(TOOL_RACECHECK, kind_of(h->then_how, x->how),
                                      check_party(h->then, h->then_at, h->then_how),
                                      check_party(x->now, x->at, x->how));
    if (!f) return;
    if (f->count == 0 || f->severity < severity) {
        f->severity = severity;
        f->kind = kind_of(h->then_how, x->how);
        f->kernel = simt_worker->launch->kernel->name;
        f->a = check_party(h->then, h->then_at, h->then_how);
        f->b = check_party(x->now, x->at, x->how);
        f->fence = h->fence;
        f->flag_at = h->flag_at;
        check_describe_place(f, h->address, x->page);
        if (severity > SEVERITY_INFO) check_tell_debugger(f);
    }
    f->count += h->bytes;
}

/*
 * Two stores of one value are harmless, but a store is seen before it is done. So such hazards wait for
 * the next access of any thread, which finds the new value in memory.
 */
bool check_unsettled;
static struct {
    struct access x;
    struct hazard hazard[MOST_UNSETTLED];
    int n;
    unsigned char old[MOST_BYTES];
} unsettled;

void check_settle(void) {
    check_unsettled = false;
    for (int i = 0; i < unsettled.n; i++) {
        const struct hazard *h = &unsettled.hazard[i];
        const unsigned char *old = unsettled.old + (h->address - unsettled.x.address);
        check_record_race(&unsettled.x, h, memcmp(old, (const void *)h->address, h->bytes) == 0);
    }
    unsettled.n = 0;
}

static void settle_later(const struct access *x, const struct hazard *h) {
    if (unsettled.n == 0) {
        unsettled.x = *x;
        memcpy(unsettled.old, (const void *)x->address, x->bytes);
    }
    if (unsettled.n < MOST_UNSETTLED) unsettled.hazard[unsettled.n++] = *h;
    check_unsettled = true;
}

/* Another block's shared memory lay here before; it is gone. */
static inline bool ordered(const struct access *x, stamp then) {
    if (check_ordered(x->c, then)) return true;
    return x->page->region == REGION_SHARED && stamp_serial(then) != x->c->serial &&
           !check_in_cluster(then);
}

static bool new_value; /* the access that is compared reads what another thread has just told */

/* Lanes that store in step (run/step.c) wait for nobody: what one reads of another it takes to be there. */
static bool in_step(stamp then, stamp now) {
    uint32_t t = stamp_thread(then);
    return same_warp(then, now) &&
           simt_worker->warps[t / WARP_THREADS].in_step >> t % WARP_THREADS & 1;
}

/* A flag: its new value is what a reader waits for, and a reader of the old one may wait yet. */
static void judge_flag(const struct access *x, const struct hazard *h) {
    bool is_new = h->then_how & HOW_WRITE;
    if (is_new && in_step(h->then, x->now)) check_record_race(x, h, false);
    if (is_new)
        new_value = true;
    else
        check_overtaken(x, h);
}

/* Nothing orders the access then and this one; they may be harmless all the same. */
static __attribute__((noinline)) void judge(const struct access *x, stamp then, uint32_t then_at,
                                            int then_how, uintptr_t address) {
    if (then_at & IS_VOLATILE) then_how |= HOW_VOLATILE;
    if (stamp_serial(then) < check_launch_first) {
        check_apart(then, then_how, x->page, address, x->how);
        return;
    }
    enum harm harm = harm_of(then_how, x->how);
    if (harm == HARMLESS) return;
    size_t bytes = (size_t)1 << x->page->shift;
    uint32_t t = simt_self.linear;
    struct hazard h = {then,  then_at & ~IS_VOLATILE,          then_how, address,
                       bytes, check_missing_fence(x->c, then), 0};
    if (h.fence == FENCE_OF_WRITER) h.flag_at = x->c->flag_written[t];
    if (h.fence == FENCE_OF_READER) h.flag_at = x->c->flag_read[t];
    if (harm == A_FLAG && !h.fence) {
        judge_flag(x, &h);
        return;
    }
    bool stores = then_how & x->how & HOW_WRITE && !((then_how | x->how) & HOW_ATOMIC);
    if (stores && x->bytes <= MOST_BYTES)
        settle_later(x, &h);
    else
        check_record_race(x, &h, false);
}

/* Whether the access then is ordered before this one; if not, it may be a hazard. */
static inline bool compare(const struct access *x, stamp then, uint32_t then_at, int then_how,
                           uintptr_t address) {
    if (ordered(x, then)) return true;
    judge(x, then, then_at, then_how, address);
    return false;
}

/* Of the same warp, or of the same kernel where that is an older one. */
static bool same_reader(stamp a, stamp b) {
    bool old = stamp_serial(a) < check_launch_first,
         also_old = stamp_serial(b) < check_launch_first;
    if (!old && !also_old) return same_warp(a, b);
    return b && old == also_old &&
           check_launch_of(stamp_serial(a)) == check_launch_of(stamp_serial(b));
}

/* One of a cell's two reads gives way: one that is ordered before this, or of the same reader as the other. */
static void keep_read(const struct access *x, struct cell *cell, struct cell_at *cell_at,
                      uint32_t at) {
    int i = 0;
    if (cell->read[0] && !ordered(x, cell->read[0])) {
        bool other =
            same_reader(cell->read[0], cell->read[1]) && !same_reader(cell->read[0], x->now);
        if (cell->read[1] && !other && !ordered(x, cell->read[1])) return;
        i = 1;
    }
    cell->read[i] = x->now;
    cell_at->read[i] = at;
}

/* What the thread has read before it does not go by. */
static void forget_reads(const struct access *x, struct cell *cell) {
    for (int i = 0; i < 2; i++)
        if (cell->read[i] >> STAMP_CLOCK_BITS == x->now >> STAMP_CLOCK_BITS) cell->read[i] = 0;
}

/* Holds the access against all that the cell keeps of its word, and keeps the access there, too. */
static inline void compare_with_cell(const struct access *x, size_t i, uintptr_t address) {
    struct cell *cell = &x->page->cells[i];
    struct cell_at *cell_at = &x->page->at[i];
    uint32_t at = x->at | (x->how & HOW_VOLATILE ? IS_VOLATILE : 0);
    new_value = false;
    compare(x, cell->write, cell_at->write, HOW_WRITE, address);
    if (!(x->how & HOW_ATOMIC) || stamp_serial(cell->atomic) < check_launch_first)
        compare(x, cell->atomic, cell_at->atomic, HOW_WRITE | HOW_ATOMIC, address);
    if (!(x->how & HOW_WRITE)) {
        if (x->how & HOW_VOLATILE) check_polls(check_clock, address, new_value);
        if (new_value)
            forget_reads(x, cell);
        else
            keep_read(x, cell, cell_at, at);
        return;
    }
    for (int k = 0; k < 2; k++)
        if (cell->read[k] && compare(x, cell->read[k], cell_at->read[k], 0, address))
            cell->read[k] = 0;
    if (x->how & HOW_ATOMIC) {
        cell->atomic = x->now;
        cell_at->atomic = at;
    } else {
        cell->write = x->now;
        cell_at->write = at;
    }
}

/* The access lies within one page. */
void check_race(struct page *page, uintptr_t address, size_t bytes, int how, uint32_t at) {
    const struct block_clock *c = check_clock;
    if (page->tried) check_fold_alone(page);
    if (!page->cells || (page->shift && (address | bytes) & 3))
        check_make_cells(page, address, bytes);
    if (how & HOW_WRITE) check_acts(check_clock, simt_self.linear);
    if (page->launched < check_launch_number) page->launched = check_launch_number;
    size_t cell = (address & (PAGE_BYTES - 1)) >> page->shift;
    struct access x = {c, check_now(c), page, address, bytes, how, at};
    size_t step = (size_t)1 << page->shift;
    for (size_t i = 0; i < bytes; i += step) compare_with_cell(&x, cell++, address + i);
}
