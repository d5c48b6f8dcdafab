/**
 * @file
 * @brief The short way of most accesses: nothing is wrong with them, and little work shows that.
 *
 * A plain aligned access takes the short way if the kernel was on its page before, if its bytes are valid and written,
 * and if the clocks order it without a search. Then the tools have nothing to tell, and only the cell is kept up to
 * date. In doubt these functions return false, and the long way (hooks.c) starts anew. What they have done until then,
 * it does again with the same result.
 */
#ifndef SIMT_QUICK_H
#define SIMT_QUICK_H

#include "race.h"

/** Racecheck is on, and nobody wants to see each access for itself. */
extern bool check_quick;

/** What the clocks say at once. */
struct quick_now {
    const struct block_clock *c;
    stamp now,
        from; /**< stamps before `from` are before all that runs, but those of the running block */
};

/** True: it comes before. False: it may. */
static inline bool quick_ordered(const struct quick_now *q, stamp then) {
    if (then < q->from) return true;
    stamp other = then ^ q->now;
    if (other >> (STAMP_CLOCK_BITS + STAMP_THREAD_BITS)) return false;
    return stamp_clock(then) < q->c->base || !(other >> STAMP_CLOCK_BITS);
}

/** True: nothing orders it before the running thread, which knows nothing of other threads' times. */
static inline __attribute__((always_inline)) bool quick_apart(const struct quick_now *q,
                                                              stamp then) {
    const struct block_clock *c = q->c;
    return !check_grids_end && !c->lanes_used && c->last_own < 0 && c->known.n == 0 &&
           stamp_serial(then) >= check_launch_since;
}

static inline bool quick_same_warp(stamp a, stamp b) {
    return (a ^ b) >> (STAMP_CLOCK_BITS + 5) == 0; /* 32 threads */
}

/** As keep_read in race.c. */
static inline __attribute__((always_inline)) bool quick_read(const struct quick_now *q,
                                                             struct cell *cell, uint32_t at) {
    if (!quick_ordered(q, cell->write) || !quick_ordered(q, cell->atomic)) return false;
    stamp first = cell->read[0], second = cell->read[1];
    int i = 0;
    if (!quick_ordered(q, first)) {
        if (!quick_apart(q, first)) return false;
        bool other_warp = quick_same_warp(first, second) && !quick_same_warp(first, q->now);
        if (!other_warp && !quick_ordered(q, second)) return quick_apart(q, second);
        i = 1;
    }
    cell->read[i] = q->now;
    cell->read_at[i] = at;
    return true;
}

static inline __attribute__((always_inline)) bool quick_write(const struct quick_now *q,
                                                              struct cell *cell, uint32_t at) {
    if (!quick_ordered(q, cell->write) || !quick_ordered(q, cell->atomic) ||
        !quick_ordered(q, cell->read[0]) || !quick_ordered(q, cell->read[1]))
        return false;
    cell->read[0] = cell->read[1] = 0;
    cell->write = q->now;
    cell->write_at = at;
    return true;
}

/** Of a page's bits, a bit a byte: those of the access. It lies in one word, since it is aligned. */
static inline uint64_t quick_bits(uintptr_t address, size_t bytes) {
    return (((uint64_t)1 << bytes) - 1) << (address & 63);
}

/** Nothing is left to ask of the page, and of its bits neither. */
static inline bool quick_page(const struct page *page, uintptr_t address, size_t bytes,
                              bool writes) {
    size_t word = (address & (PAGE_BYTES - 1)) >> 6;
    uint64_t bits = quick_bits(address, bytes);
    if (page->launched != check_launch_number || !page->cells) return false;
    if (page->shift && bytes < 4) return false;
    if (page->touched > check_launch_floor && page->all_before != check_launch_number) return false;
    if (!page->whole && (page->valid[word] & bits) != bits) return false;
    if (writes && page->input) return false;
    return page->known || (page->written && (writes || (page->written[word] & bits) == bits));
}

/** A plain access of the running thread, of at most 16 bytes. True: all is done, but for the profile. */
static inline __attribute__((always_inline)) bool
quick_access(struct block_clock *c, uintptr_t address, size_t bytes, bool writes, uint32_t at) {
    if (address & (bytes - 1)) return false;
    struct page *page = address >> 48 ? NULL : check_seen_page(address);
    if (!page || check_unsettled) return false;
    if (page->region == REGION_LOCAL) return true;
    if (!quick_page(page, address, bytes, writes)) return false;
    uint32_t t = simt_self.linear;
    if (writes && (c->polls[t] || c->told[t])) return false;
    bool shared = page->region == REGION_SHARED;
    struct quick_now q = {c, check_now(c),
                          (shared ? c->serial : check_unordered_from)
                              << (STAMP_CLOCK_BITS + STAMP_THREAD_BITS)};
    struct cell *cell = &page->cells[(address & (PAGE_BYTES - 1)) >> page->shift];
    for (size_t i = 0; i < bytes; i += (size_t)1 << page->shift, cell++)
        if (!(writes ? quick_write(&q, cell, at) : quick_read(&q, cell, at))) return false;
    if (writes && !page->known)
        page->written[(address & (PAGE_BYTES - 1)) >> 6] |= quick_bits(address, bytes);
    return true;
}

#endif
