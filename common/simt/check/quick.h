/**
 * @file
 * @brief The short way of most accesses: nothing is wrong with them, and little work shows that.
 *
 * An aligned access that is no atomic and not volatile takes the short way if the kernel was on its page before, if its
 * bytes are valid and written, and if the clocks order it without a search. Then the tools have nothing to tell, and
 * only the cell is kept up to date. In doubt these functions return false, and the long way (hooks.c) starts anew. What
 * they have done until then, it does again with the same result. A page of global memory is `plain` for a kernel when
 * nothing is to be asked about its bytes, but only about its cells.
 */
#ifndef SIMT_QUICK_H
#define SIMT_QUICK_H

#include "race.h"

/** Racecheck is on, and nobody wants to see each access for itself. */
extern bool check_quick;

/** The running kernel's number (check_launch_number); if it has none, a number that no page has. */
extern uint32_t check_quick_launch;

/** What the clocks say at once. */
struct quick_now {
    const struct block_clock *c;
    stamp now;
    stamp from; /**< stamps before it are before all that runs, but those of the running block */
    bool shared;
};

enum { QUICK_BLOCK = STAMP_CLOCK_BITS + STAMP_THREAD_BITS, QUICK_WARP = STAMP_CLOCK_BITS + 5 };

/** True: it comes before. False: it may. */
static inline __attribute__((always_inline)) bool quick_ordered(const struct quick_now *q,
                                                                stamp then) {
    if (then < q->from) return true;
    stamp other = then ^ q->now;
    if (other >> QUICK_BLOCK) return false;
    return stamp_clock(then) < q->c->base || !(other >> STAMP_CLOCK_BITS);
}

/** Of a stamp that quick_ordered does not know, where no thread of the block knows other threads' times. True: nothing
 *  orders it before the running thread. */
static inline bool quick_apart(const struct quick_now *q, stamp then) {
    if (q->shared) return !((then ^ q->now) >> QUICK_BLOCK);
    return then >= check_launch_since << QUICK_BLOCK;
}

/** The thread behind this one will mostly ask for the cell behind this one. In the meantime this thread goes through
 *  other memory. */
static inline __attribute__((always_inline)) void quick_fetch(const struct page *page, size_t cell) {
    __builtin_prefetch((const char *)&page->cells[cell] + 64, 1);
    __builtin_prefetch((const char *)&page->at[cell] + 64, 1);
}

/** As keep_read in race.c. */
static inline __attribute__((always_inline)) bool
quick_read(const struct quick_now *q, struct page *page, size_t cell, uintptr_t pc) {
    struct cell *x = &page->cells[cell];
    quick_fetch(page, cell);
    if (!quick_ordered(q, x->write) || !quick_ordered(q, x->atomic)) return false;
    stamp first = x->read[0];
    int i = 0;
    if (!quick_ordered(q, first)) {
        if (!q->c->alone || check_grids_end || !quick_apart(q, first)) return false;
        stamp second = x->read[1];
        bool other_warp = (first ^ q->now) >> QUICK_WARP && !((first ^ second) >> QUICK_WARP);
        if (!other_warp && !quick_ordered(q, second)) return quick_apart(q, second);
        i = 1;
    }
    x->read[i] = q->now;
    page->at[cell].read[i] = check_position(pc);
    return true;
}

static inline __attribute__((always_inline)) bool
quick_write(const struct quick_now *q, struct page *page, size_t cell, uintptr_t pc) {
    struct cell *x = &page->cells[cell];
    quick_fetch(page, cell);
    if (!quick_ordered(q, x->write) || !quick_ordered(q, x->atomic) ||
        !quick_ordered(q, x->read[0]) || !quick_ordered(q, x->read[1]))
        return false;
    x->read[0] = x->read[1] = 0;
    x->write = q->now;
    page->at[cell].write = check_position(pc);
    return true;
}

static inline __attribute__((always_inline)) bool
quick_cell(const struct quick_now *q, struct page *page, size_t cell, bool writes, uintptr_t pc) {
    return writes ? quick_write(q, page, cell, pc) : quick_read(q, page, cell, pc);
}

/** Of a page's bits, a bit a byte: those of the access. It lies in one word, since it is aligned. */
static inline uint64_t quick_bits(uintptr_t address, size_t bytes) {
    return (((uint64_t)1 << bytes) - 1) << (address & 63);
}

/** Nothing is left to ask of the page as a whole, until the kernel ends or check_page_changes is called. */
static inline bool quick_ready(struct page *page) {
    bool apart = page->touched > check_launch_floor && page->all_before != check_launch_number;
    if (!check_launch_number || page->launched != check_launch_number) return false;
    if (!page->cells || page->tried || apart) return false;
    page->ready = check_quick_launch;
    if (page->region != REGION_SHARED && page->shift == 2 && page->whole && page->known &&
        !page->input)
        page->plain = check_quick_launch;
    return true;
}

/** All these bytes may be touched, and what is read was written. */
static inline bool quick_bytes(const struct page *page, uintptr_t address, size_t bytes,
                               bool writes) {
    size_t word = (address & (PAGE_BYTES - 1)) >> 6;
    uint64_t bits = quick_bits(address, bytes);
    if (!page->whole && ~page->valid[word] & bits) return false;
    return page->known || (page->written && (writes || !(~page->written[word] & bits)));
}

/** clang++ calls a hook for threadIdx and blockIdx, too, which no kernel can write. They lie beside shared memory. */
static inline bool quick_is_index(uintptr_t address) {
    return address - (uintptr_t)&simt_self < sizeof(simt_self) ||
           address - (uintptr_t)&simt_block_idx < sizeof(simt_block_idx);
}

/** Does all that an access asks of its cells, once the page allows it. */
static inline __attribute__((always_inline)) bool
quick_cells(struct block_clock *c, struct page *page, uintptr_t address, size_t bytes, bool writes,
            uintptr_t pc, bool shared, int shift) {
    uint32_t t = simt_self.linear;
    if (writes && (c->polls[t] || c->told[t])) return false;
    struct quick_now q = {c, check_now(c),
                          (shared ? c->shared_from : check_unordered_from) << QUICK_BLOCK, shared};
    size_t cell = (address & (PAGE_BYTES - 1)) >> shift;
    if (!quick_cell(&q, page, cell, writes, pc)) return false;
    for (size_t more = (bytes - 1) >> shift; more; more--)
        if (!quick_cell(&q, page, ++cell, writes, pc)) return false;
    return true;
}

/** A plain access of the running thread, of at most 16 bytes, to a plain page. True: all is done but a profile. */
static inline __attribute__((always_inline)) bool quick_plain(struct block_clock *c,
                                                              struct page *page, uintptr_t address,
                                                              size_t bytes, bool writes,
                                                              uintptr_t pc) {
    return quick_cells(c, page, address, bytes, writes, pc, false, 2);
}

/** The same to another page. */
static inline __attribute__((always_inline)) bool quick_elsewhere(struct block_clock *c,
                                                                  struct page *page,
                                                                  uintptr_t address, size_t bytes,
                                                                  bool writes, uintptr_t pc) {
    if (page->region == REGION_LOCAL) return true;
    if (page->ready != check_quick_launch && !quick_ready(page)) return false;
    if (!writes && page->has_index && quick_is_index(address)) return false;
    if ((bytes < 4 && page->shift) || (writes && page->input)) return false;
    if (!quick_bytes(page, address, bytes, writes)) return false;
    bool shared = page->region == REGION_SHARED;
    bool good = shared && page->shift == 2 /* mostly: then both are constants */
                    ? quick_cells(c, page, address, bytes, writes, pc, true, 2)
                    : quick_cells(c, page, address, bytes, writes, pc, shared, page->shift);
    if (!good) return false;
    if (writes && !page->known)
        page->written[(address & (PAGE_BYTES - 1)) >> 6] |= quick_bits(address, bytes);
    return true;
}

#endif
