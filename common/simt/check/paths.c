/**
 * @file
 * @brief synccheck: threads that go past a barrier, and end before it is complete.
 *
 * A thread may end early: barriers wait only for those that live. It may not go round a barrier to code
 * that the others come to behind it. Which of the two it did shows by the basic blocks that it came
 * through (-fsanitize-coverage=trace-pc), held against those of a thread that did wait. Where the two
 * part for good, the one goes to the barrier; what the other comes through from there on is its own when
 * it only returns. If the others come through it later too, and touch memory then or come to a barrier,
 * it belongs to all, and the barrier is in a branch. So the way out is no such code, nor is a function
 * that both call, nor a block of no line, in which the compiler has several ways meet.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row is no power of two, so that the rows of a thread's places do not meet in the same lines of a cache. */
enum { MOST_PLACES = 4096, SLOTS = 4 * MOST_PLACES, ROW = MAX_BLOCK_THREADS + 8 };

/* The beginning of a basic block. */
struct place {
    uint32_t at;
    uintptr_t depth;     /* of its function on the stack */
    uint64_t went_round; /* threads that went round a barrier and came here; 0: none */
    struct party waited, went;
    bool same_warp;
};
static struct place places[MOST_PLACES];
static struct { uint32_t at, place; /* 1 + index; 0: free */ } slots[SLOTS];
static int n_places;

/* The way of the running block's threads since the last barrier. */
struct paths {
    uint64_t now;   /* counts blocks entered */
    uint64_t start; /* what came before was before the barrier */
    int n_marked;   /* of `marked` */
    bool any_came;
    int at[MAX_BLOCK_THREADS];             /* where it is; -1: nowhere yet */
    int came[MAX_BLOCK_THREADS];           /* to this marked place; -1: to none since the barrier */
    int accesses_left[MAX_BLOCK_THREADS];  /* as it came there */
    int ended[MAX_BLOCK_THREADS], n_ended; /* since the last barrier */
    int marked[MOST_PLACES];               /* places that some went round to */
    uint64_t last[MOST_PLACES][ROW];       /* when each thread was in the block last */
};
static __thread struct paths *paths;

static uint32_t first_slot(uint32_t at) {
    return (uint32_t)((uint64_t)at * 0x9E3779B97F4A7C15u >> 40) % SLOTS;
}

/* The place that begins there; its function is as deep as that of the first thread that comes. */
static int find_place(uint32_t at, uintptr_t sp) {
    uint32_t i = first_slot(at);
    for (; slots[i].place; i = (i + 1) % SLOTS)
        if (slots[i].at == at) return (int)slots[i].place - 1;
    if (n_places == MOST_PLACES) return -1;
    uintptr_t top = (uintptr_t)simt_stack_top(simt_worker, simt_worker->stack_of[simt_self.linear]);
    places[n_places] = (struct place){.at = at, .depth = top - sp};
    slots[i].at = at;
    slots[i].place = (uint32_t)++n_places;
    return n_places - 1;
}

static void unmark_all(struct paths *p) {
    for (int i = 0; i < p->n_marked; i++) places[p->marked[i]].went_round = 0;
    p->n_marked = 0;
}

void check_paths_block(struct worker *w) {
    if (!paths) paths = calloc(1, sizeof(*paths));
    if (!paths) simt_die("the checks are out of memory. Use a smaller input");
    unmark_all(paths);
    paths->n_ended = 0;
    paths->any_came = false;
    paths->start = paths->now;
    for (int t = 0; t < w->n; t++) paths->at[t] = paths->came[t] = -1;
}

/*
 * When a thread has come to a marked place, and does not only end there.
 */
static __attribute__((noinline)) void tell(struct paths *p, struct place *x, bool inside) {
    x->went.how = inside ? 0 : HOW_AFTERWARDS;
    struct finding *f = check_sync_finding(x->same_warp ? "Divergent thread(s) in warp"
                                                        : "Divergent thread(s) in block",
                                           x->waited, x->went, x->went_round);
    x->went_round = 0;
    if (inside) unmark_all(p); /* one place is enough */
    if (!f) return;
    uint3 t = x->went.thread;
    snprintf(f->where, sizeof(f->where),
             "thread (%u,%u,%u) went past this barrier, on to what all threads do behind it", t.x,
             t.y, t.z);
    check_tell_debugger(f);
}

/* The thread leaves a block, or waits at a barrier in it. */
static void leave(struct paths *p, int thread, bool at_barrier) {
    if (p->came[thread] < 0) return;
    struct place *x = &places[p->came[thread]];
    bool touched = p->accesses_left[thread] != check_accesses_left();
    if (!touched && !at_barrier) return;
    const struct place *at = &places[p->at[thread]];
    p->came[thread] = -1;
    if (x->went_round) tell(p, x, touched && (at == x || at->depth > x->depth));
}

void check_paths_end(struct worker *w, int thread) {
    (void)w;
    struct paths *p = paths;
    leave(p, thread, false);
    p->ended[p->n_ended++] = thread;
}

/*
 * When a barrier is complete.
 */
static bool passed(const struct paths *p, int thread, int place) {
    return p->last[place][thread] > p->start;
}

/* A thread that waits: of the same warp, if there is one. */
static int one_that_waits(const struct worker *w, int thread) {
    int base = thread / WARP_THREADS * WARP_THREADS, found = -1;
    for (int i = 0; i < w->n && found < 0; i++) {
        int t = (base + i) % w->n;
        if (w->state[t] != THREAD_EXITED) found = t;
    }
    return found;
}

/* When `ended` was for the last time where `waits` was too: there the two part. */
static uint64_t parting(const struct paths *p, int ended, int waits) {
    uint64_t latest = 0, when = p->start;
    for (int i = 0; i < n_places; i++) {
        if (i == p->at[waits] || !passed(p, ended, i) || !passed(p, waits, i)) continue;
        if (p->last[i][waits] < latest) continue;
        latest = p->last[i][waits];
        when = p->last[i][ended];
    }
    return when;
}

static void mark(struct paths *p, const struct worker *w, int place, int ended, int waits) {
    struct place *x = &places[place];
    bool same_warp = ended / WARP_THREADS == waits / WARP_THREADS;
    if (x->went_round++ && !(same_warp && !x->same_warp)) return;
    if (x->went_round == 1) p->marked[p->n_marked++] = place;
    x->waited = check_sync_party(w, waits);
    x->went = check_sync_party(w, ended);
    x->went.site = (struct site){NULL, 0};
    x->went.at = x->at;
    x->same_warp = same_warp;
}

static void look_at_ended(struct paths *p, const struct worker *w, int ended) {
    int waits = one_that_waits(w, ended);
    if (waits < 0 || p->at[waits] < 0 || p->at[ended] < 0) return;
    uint64_t parted = parting(p, ended, waits);
    uintptr_t depth = places[p->at[waits]].depth;
    for (int i = 0; i < n_places; i++)
        if (p->last[i][ended] > parted && places[i].depth <= depth) mark(p, w, i, ended, waits);
}

void check_paths_barrier(struct worker *w) {
    struct paths *p = paths;
    for (int t = 0; p->any_came && t < w->n; t++)
        if (w->state[t] != THREAD_EXITED) leave(p, t, true);
    p->any_came = false;
    for (int i = 0; i < p->n_ended; i++) look_at_ended(p, w, p->ended[i]);
    p->n_ended = 0;
    p->start = p->now;
}

/*
 * When a thread comes into a block.
 */
static void enter(struct paths *p, uint32_t at, uintptr_t sp) {
    int thread = (int)simt_self.linear, place = find_place(at, sp);
    if (place < 0) return;
    if (p->any_came) leave(p, thread, false);
    p->last[place][thread] = ++p->now;
    p->at[thread] = place;
    if (p->n_marked == 0 || !places[place].went_round) return;
    p->came[thread] = place;
    p->accesses_left[thread] = check_accesses_left();
    p->any_came = true;
}

static __attribute__((noinline)) void enter_by_search(uint32_t at, uintptr_t sp) {
    enter(paths, at, sp);
    simt_in_runtime = 0;
}

/* Mostly nobody has gone round a barrier, and the place is known. */
void check_paths_enter(uint32_t at, uintptr_t sp) {
    struct paths *p = paths;
    uint32_t slot = first_slot(at), thread = simt_self.linear;
    simt_in_runtime = 1;
    if (slots[slot].at != at || !slots[slot].place || p->any_came || p->n_marked) {
        enter_by_search(at, sp);
        return;
    }
    uint32_t place = slots[slot].place - 1;
    p->last[place][thread] = ++p->now;
    p->at[thread] = (int)place;
    simt_in_runtime = 0;
}
