/**
 * @file
 * @brief synccheck: threads that wait at different barriers for each other, and warp operations whose
 *        masks do not fit.
 *
 * A barrier of the block is complete when all threads that live wait, wherever they wait; so it is then
 * that their places are compared. Who ended without coming is paths.c's. A warp operation is complete
 * when the lanes of its mask have called it, at whatever place, as on a GPU since Volta; what can never
 * be complete is found when nothing can move.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

static bool same_site(const struct site *a, const struct site *b) {
    return a->line == b->line && (a->file == b->file || strcmp(a->file, b->file) == 0);
}

struct party check_sync_party(const struct worker *w, int thread) {
    return (struct party){
        .block = simt_block_idx, .thread = w->views[thread].thread_idx, .site = w->site[thread]};
}

struct finding *check_sync_finding(const char *kind, struct party a, struct party b,
                                   uint64_t count) {
    struct finding *f = check_finding(TOOL_SYNCCHECK, kind, a, b);
    if (!f) return NULL;
    bool told = f->count > 0;
    f->count += count;
    if (told) return NULL;
    snprintf(f->message, sizeof(f->message), "Barrier error detected. %s", kind);
    return f;
}

/*
 * Barriers of the block.
 */
static bool lives(const struct worker *w, int thread) {
    return w->state[thread] != THREAD_EXITED;
}

static bool apart(const struct worker *w, int a, int b) {
    return lives(w, a) && lives(w, b) && !same_site(&w->site[a], &w->site[b]);
}

/* Whether lanes of one warp wait at these two places. */
static bool in_one_warp(const struct worker *w, int a, int b) {
    for (int base = 0; base < w->n; base += WARP_THREADS) {
        bool at_a = false, at_b = false;
        for (int t = base; t < base + WARP_THREADS && t < w->n; t++) {
            at_a |= lives(w, t) && same_site(&w->site[t], &w->site[a]);
            at_b |= lives(w, t) && same_site(&w->site[t], &w->site[b]);
        }
        if (at_a && at_b) return true;
    }
    return false;
}

/* Some threads wait where `a` does, others where `b` does, the first of them. */
static __attribute__((noinline)) void tell_two_sites(const struct worker *w, int a, int b) {
    uint32_t others = 0;
    for (int t = b; t < w->n; t++) others += lives(w, t) && !apart(w, t, b);
    struct finding *f = check_sync_finding(in_one_warp(w, a, b) ? "Divergent thread(s) in warp"
                                                                : "Divergent thread(s) in block",
                                           check_sync_party(w, a), check_sync_party(w, b), others);
    if (!f) return;
    uint3 x = w->views[b].thread_idx;
    snprintf(f->where, sizeof(f->where), "thread (%u,%u,%u)%s at another barrier: line %d", x.x,
             x.y, x.z, others > 1 ? " and others are" : " is", w->site[b].line);
    check_tell_debugger(f);
}

void check_sync_barrier(struct worker *w) {
    check_paths_barrier(w);
    int first = 0;
    while (first < w->n && !lives(w, first)) first++;
    const struct site site = w->site[first < w->n ? first : 0];
    for (int t = first + 1; t < w->n; t++) {
        if (w->site[t].line == site.line && w->site[t].file == site.file) continue;
        if (!apart(w, first, t)) continue;
        int before = first + 1; /* at the same place */
        while (before < t && (!lives(w, before) || apart(w, before, t))) before++;
        if (before == t) tell_two_sites(w, first, t);
    }
}

/*
 * Warp operations.
 */
static const char *waits_in(const struct worker *w, int thread) {
    return w->state[thread] == THREAD_AT_WARP ? simt_warp_op_name(w->lanes[thread].op)
                                              : "__syncthreads";
}

/* A lane that this one waits for, and that waits elsewhere; -1: none. */
static int waits_elsewhere(const struct worker *w, int thread) {
    const struct simt_lane *own = &w->lanes[thread];
    int base = thread / WARP_THREADS * WARP_THREADS;
    for (uint32_t m = own->mask; m; m &= m - 1) {
        int other = base + __builtin_ctz(m);
        if (other >= w->n || !lives(w, other)) continue;
        const struct simt_lane *its = &w->lanes[other];
        if (w->state[other] != THREAD_AT_WARP || its->mask != own->mask || its->op != own->op ||
            (own->op == SIMT_WARP_MULTIPLY && its->argument != own->argument))
            return other;
    }
    return -1;
}

void check_sync_stuck(struct worker *w) {
    if (!(check_tools & TOOL_SYNCCHECK)) return;
    for (int t = 0; t < w->n; t++) {
        int other = w->state[t] == THREAD_AT_WARP ? waits_elsewhere(w, t) : -1;
        if (other < 0) continue;
        struct finding *f = check_sync_finding(
            "Divergent thread(s) in warp", check_sync_party(w, t), check_sync_party(w, other), 1);
        if (!f) continue;
        snprintf(f->where, sizeof(f->where),
                 "%s with mask 0x%08x waits for lane %d, which waits at %s, line %d",
                 waits_in(w, t), w->lanes[t].mask, other % WARP_THREADS, waits_in(w, other),
                 w->site[other].line);
        check_tell_debugger(f);
    }
}

void check_sync_argument(struct site site, const char *what) {
    if (!(check_tools & TOOL_SYNCCHECK)) return;
    struct party a = check_sync_party(simt_worker, (int)simt_self.linear);
    a.site = site;
    struct finding *f = check_sync_finding("Invalid arguments", a, (struct party){0}, 1);
    if (!f) return;
    snprintf(f->where, sizeof(f->where), "%s", what);
    check_tell_debugger(f);
}

/* Undefined, though what came may not be used: so it is no error. */
void check_sync_shuffle(struct worker *w, int thread, int lane) {
    if (!(check_tools & TOOL_SYNCCHECK)) return;
    struct finding *f =
        check_sync_finding("Lane takes no part", check_sync_party(w, thread), (struct party){0}, 1);
    if (!f) return;
    f->severity = SEVERITY_WARNING;
    snprintf(f->message, sizeof(f->message), "Shuffle from a lane that takes no part");
    snprintf(f->where, sizeof(f->where),
             "lane %d is asked, with mask 0x%08x. Its value is undefined", lane,
             w->lanes[thread].mask);
    check_tell_debugger(f);
}

/*
 * What the core tells.
 */
void check_sync_end(struct worker *w, int thread) {
    if (check_tools & TOOL_SYNCCHECK) check_paths_end(w, thread);
}
