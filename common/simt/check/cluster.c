/**
 * @file
 * @brief Clusters: what their barrier orders, and whose shared memory a block may still touch.
 *
 * At the barrier of a cluster each block adds what its threads know to the list of the meeting. If all threads wait at
 * once, that is one time for the whole block. If a thread does something between the two halves of the barrier, each
 * thread adds what it knew when it came, and learns when it waits. A block's shared memory becomes invalid when the
 * block ends, and valid when the whole cluster has ended, since its worker then has another block. What other blocks
 * did there before must be ordered before the end.
 */
#include "check.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>

void check_cluster_arrive(struct worker *w, bool splits) {
    struct block_clock *c = check_clock;
    uint32_t t = (uint32_t)w->current;
    if (check_unsettled) check_settle();
    if (!splits) return;
    c->splits = true;
    c->apart[t] = true;
    check_clock_launches(&c->at_cluster);
}

/* Those that wait have done nothing since they came. */
static void add_others(struct block_clock *c, struct worker *w) {
    for (int t = 0; t < w->n; t++) {
        if (!c->apart[t] && w->state[t] != THREAD_EXITED)
            check_clock_knows(&c->at_cluster, (uint32_t)t);
        c->apart[t] = false;
    }
}

void check_cluster_met(struct worker *w, uint32_t phase, void **order) {
    struct block_clock *c = check_clock;
    struct clocks *all = *order ? *order : calloc(1, sizeof(*all));
    if (!all) simt_die("the checks are out of memory. Use a smaller input");
    *order = all;
    c->passed[phase % 2] = false;
    c->split[phase % 2] = c->splits;
    if (c->splits)
        add_others(c, w);
    else
        check_clock_meets(w, &c->at_cluster);
    check_join_clocks(all, &c->at_cluster);
    check_join_clocks(&c->at_cluster, NULL);
    c->splits = false;
}

void check_cluster_passed(struct worker *w, int thread, uint32_t phase, void *order) {
    struct block_clock *c = check_clock;
    (void)w;
    if (!order || (!c->split[phase % 2] && c->passed[phase % 2])) return;
    c->passed[phase % 2] = true;
    check_clock_learns(c->split[phase % 2] ? thread : -1, order);
}

void check_cluster_forget(void **order) {
    struct clocks *all = *order;
    if (!all) return;
    check_join_clocks(all, NULL);
    free(all);
    *order = NULL;
}

/* A stamp of this grid whose block is in the running one's cluster. The shared memory of others is gone. */
bool check_in_cluster(stamp then) {
    const struct launch *launch = simt_worker->launch;
    dim3 g = launch->config->grid, c = launch->cluster;
    if (launch->cluster_blocks < 2 || stamp_serial(then) < check_grid_first) return false;
    uint64_t block = check_block_of(then), own = simt_worker->block;
    return block % g.x / c.x == own % g.x / c.x &&
           block / g.x % g.y / c.y == own / g.x % g.y / c.y &&
           block / g.x / g.y / c.z == own / g.x / g.y / c.z;
}

/* An access to memory of the ending block, which another block of its cluster has made. */
static void look_at_access(const struct page *page, uintptr_t address, stamp then, uint32_t at,
                           int how) {
    if (!then || stamp_serial(then) == check_clock->serial || !check_in_cluster(then)) return;
    if (stamp_serial(then) < check_launch_since || check_clock_any_knows(then)) return;
    struct finding *f =
        check_finding(TOOL_MEMCHECK, how & HOW_WRITE ? "Invalid write" : "Invalid read",
                      check_party(then, at & ~IS_VOLATILE, how), (struct party){0});
    if (!f || f->count++ > 0) return;
    snprintf(f->message, sizeof(f->message), "Invalid __shared__ %s of another block's memory",
             how & HOW_WRITE ? "write" : "read");
    check_describe_place(f, address, page);
    char where[sizeof(f->where)];
    snprintf(where, sizeof(where), "%s", f->where);
    uint3 b = simt_block_idx;
    snprintf(f->where, sizeof(f->where),
             "%.150s, of block (%u,%u,%u), which may end before the access", where, b.x, b.y, b.z);
    check_tell_debugger(f);
}

void check_cluster_block_ends(uintptr_t start, size_t bytes) {
    for (uintptr_t a = start, step; a < start + bytes; a += step) {
        const struct page *page = check_page(a);
        size_t i = a % PAGE_BYTES >> page->shift;
        step = page->cells ? (uintptr_t)1 << page->shift : PAGE_BYTES - a % PAGE_BYTES;
        if (!page->cells) continue;
        const struct cell *c = &page->cells[i];
        const struct cell_at *at = &page->at[i];
        look_at_access(page, a, c->write, at->write, HOW_WRITE);
        look_at_access(page, a, c->atomic, at->atomic, HOW_WRITE | HOW_ATOMIC);
        for (int k = 0; k < 2; k++) look_at_access(page, a, c->read[k], at->read[k], 0);
    }
}
