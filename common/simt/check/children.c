/**
 * @file
 * @brief Grids that kernels launch: what comes before each, and which grid a block is of.
 *
 * A child comes after what its launching thread knew at the launch, and after the work before it in its stream. Grids
 * of one launch of the host run one after the other, a grid's children at once behind it. So the serial numbers of a
 * grid's blocks and of all that it has launched lie side by side, and what has been done in a stream is a list of
 * ranges. The rest of the parent is not ordered with the child.
 */
#include "check.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/** Before a grid, or done in a stream. */
struct before {
    struct clocks known; /**< times of single threads */
    struct range {
        uint64_t first, end; /**< serial numbers */
    } * range;               /**< sorted, and none touches another */
    size_t n, room;
};

static const struct before *current; /* before the running grid; NULL: the host has launched it */

/* The grids of the launch, by the first serial number. */
static struct known_grid {
    uint64_t first;
    dim3 grid, block;
    const char *name;
} *grids;
static size_t n_grids, room_grids;

static void *grow(void *list, size_t n, size_t *room, size_t bytes) {
    if (n < *room) return list;
    *room = *room ? 2 * *room : 8;
    list = realloc(list, *room * bytes);
    if (!list) simt_die("the checks are out of memory. Use a smaller input");
    return list;
}

/* Puts a range into its place, as one with those that it touches. */
static void add_range(struct before *b, struct range r) {
    size_t i = b->n, last;
    if (r.first >= r.end) return;
    while (i > 0 && b->range[i - 1].end >= r.first) i--;
    for (last = i; last < b->n && b->range[last].first <= r.end; last++) {
        if (b->range[last].first < r.first) r.first = b->range[last].first;
        if (b->range[last].end > r.end) r.end = b->range[last].end;
    }
    b->range = grow(b->range, b->n + 1, &b->room, sizeof(*b->range));
    memmove(b->range + i + 1, b->range + last, (b->n - last) * sizeof(*b->range));
    b->n = b->n - (last - i) + 1;
    b->range[i] = r;
}

static struct before *made(void **order) {
    if (!*order) *order = calloc(1, sizeof(struct before));
    if (!*order) simt_die("the checks are out of memory. Use a smaller input");
    return *order;
}

static void join(void **order, const void *more) {
    const struct before *from = more;
    if (!from) return;
    struct before *to = made(order);
    check_join_clocks(&to->known, &from->known);
    for (size_t i = 0; i < from->n; i++) add_range(to, from->range[i]);
}

/* A launch is no fence: what the thread has only heard of by volatile words stays unknown. */
static void *order_now(void) {
    void *order = NULL;
    struct before *b = made(&order);
    join(&order, current);
    check_clock_launches(&b->known);
    return order;
}

bool check_grids_end;

static void order_since(void **order, uint64_t begin) {
    check_grids_end = true;
    uint64_t first = begin > check_launch_first ? begin : check_launch_first;
    add_range(made(order), (struct range){first, check_next_serial()});
}

static void order_free(void *order) {
    struct before *b = order;
    if (!b) return;
    check_join_clocks(&b->known, NULL);
    free(b->range);
    free(b);
}

bool check_grid_is_before(uint64_t serial) {
    if (!current || !current->n) return false;
    size_t i = simt_up_to(&current->range->first, current->n, sizeof(*current->range), serial);
    return i && serial < current->range[i - 1].end;
}

const struct clocks *check_known_at_launch(void) {
    return current ? &current->known : NULL;
}

/*
 * Which grid.
 */
static void add_grid(const struct launch *launch) {
    grids = grow(grids, n_grids, &room_grids, sizeof(*grids));
    grids[n_grids++] = (struct known_grid){check_next_serial(), launch->config->grid, launch->config->block,
                                           launch->kernel->name};
}

void check_root_begins(const struct launch *launch) {
    current = NULL;
    n_grids = 0;
    add_grid(launch);
}

uint64_t check_grid_of(uint64_t serial, dim3 *grid, dim3 *block, const char **name) {
    size_t i = simt_up_to(&grids->first, n_grids, sizeof(*grids), serial);
    const struct known_grid *g = &grids[i ? i - 1 : 0];
    *grid = g->grid;
    *block = g->block;
    *name = g->name;
    return g->first;
}

static void child_begins(const struct launch *launch, const void *order) {
    current = order;
    add_grid(launch);
    check_grid_begins(launch);
}

static void accessed(const void *start, size_t bytes, bool writes, uintptr_t pc) {
    if (check_clock) check_access(start, bytes, writes ? HOW_WRITE : 0, pc);
}

void check_add_child_hooks(struct check_hooks *hooks) {
    hooks->order_now = order_now;
    hooks->order_join = join;
    hooks->order_begins = check_next_serial;
    hooks->order_since = order_since;
    hooks->order_free = order_free;
    hooks->child_begins = child_begins;
    hooks->accessed = accessed;
}
