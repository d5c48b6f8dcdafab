/**
 * @file
 * @brief Warp operations: collected from the lanes of a mask, then answered for all at once.
 */
#include "internal.h"

const char *simt_warp_op_name(int op) {
    static const char *const names[] = {
        "__syncwarp",        "__ballot_sync",     "__any_sync",        "__all_sync",
        "__uni_sync",        "__match_any_sync",  "__match_all_sync",  "__shfl_sync",
        "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_min_sync",
        "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",  "__reduce_xor_sync"};
    return names[op];
}

/* Lanes of `members` whose value is non-zero. */
static uint32_t ballot(const struct lane *f, uint32_t members) {
    uint32_t votes = 0;
    for (uint32_t m = members; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        votes |= (uint32_t)(f[lane].value != 0) << lane;
    }
    return votes;
}

static uint32_t same_value(const struct lane *f, uint32_t members, uint64_t value) {
    uint32_t same = 0;
    for (uint32_t m = members; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        same |= (uint32_t)(f[lane].value == value) << lane;
    }
    return same;
}

static uint32_t combine(int op, uint32_t a, uint32_t b) {
    switch (op) {
    case SIMT_WARP_ADD: return a + b;
    case SIMT_WARP_MIN_U: return a < b ? a : b;
    case SIMT_WARP_MAX_U: return a > b ? a : b;
    case SIMT_WARP_MIN_S: return (int32_t)a < (int32_t)b ? a : b;
    case SIMT_WARP_MAX_S: return (int32_t)a > (int32_t)b ? a : b;
    case SIMT_WARP_AND: return a & b;
    case SIMT_WARP_OR: return a | b;
    default: return a ^ b;
    }
}

static uint32_t reduce(const struct lane *f, uint32_t members, int op) {
    uint32_t m = members, result = (uint32_t)f[__builtin_ctz(m)].value;
    for (m &= m - 1; m; m &= m - 1) result = combine(op, result, (uint32_t)f[__builtin_ctz(m)].value);
    return result;
}

/* A lane's own answer, for operations that answer each lane differently. */
static uint64_t answer(const struct lane *f, uint32_t members, int lane) {
    const uint64_t poison = 0x0101010101010101u * POISON;
    switch (f[lane].op) {
    case SIMT_WARP_MATCH_ANY: return same_value(f, members, f[lane].value);
    case SIMT_WARP_SHFL:
        return members >> f[lane].argument & 1 ? f[f[lane].argument].value : poison;
    default: return 0;
    }
}

/* The answer that all lanes share; false when each has its own. */
static bool common_answer(const struct lane *f, uint32_t members, uint64_t *result) {
    int first = __builtin_ctz(members), op = f[first].op;
    switch (op) {
    case SIMT_WARP_SYNC: *result = 0; return true;
    case SIMT_WARP_BALLOT: *result = ballot(f, members); return true;
    case SIMT_WARP_ANY: *result = ballot(f, members) != 0; return true;
    case SIMT_WARP_ALL: *result = ballot(f, members) == members; return true;
    case SIMT_WARP_UNI: {
        uint32_t votes = ballot(f, members);
        *result = votes == 0 || votes == members;
        return true;
    }
    case SIMT_WARP_MATCH_ALL:
        *result = same_value(f, members, f[first].value) == members ? f[first].mask : 0;
        return true;
    case SIMT_WARP_MATCH_ANY:
    case SIMT_WARP_SHFL: return false;
    default: *result = reduce(f, members, op); return true;
    }
}

/* Answers the operation that `lane` waits in, if all live lanes of its mask wait in it. */
static void complete(struct worker *w, int base, int lane) {
    struct lane *f = &w->lanes[base];
    struct warp *warp = &w->warps[base / WARP_THREADS];
    uint32_t members = f[lane].mask & ~warp->exited;
    if (!members || (warp->waiting & members) != members) return;
    for (uint32_t m = members; m; m &= m - 1) {
        const struct lane *other = &f[__builtin_ctz(m)];
        if (other->mask != f[lane].mask || other->op != f[lane].op) return;
    }
    uint64_t result;
    bool common = common_answer(f, members, &result);
    for (uint32_t m = members; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        f[l].result = common ? result : answer(f, members, l);
        w->state[base + l] = THREAD_READY;
    }
    warp->waiting &= ~members;
    w->marks++;
}

uint64_t simt_warp(enum simt_warp_op op, uint32_t mask, uint64_t value, uint32_t argument,
                   SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    simt_arrive(w, THREAD_AT_WARP, simt_warp_op_name(op), SIMT_SITE);
    struct lane *f = &w->lanes[w->current];
    uint32_t lane = (uint32_t)w->current % WARP_THREADS;
    if (!(mask >> lane & 1))
        simt_fault(cudaErrorLaunchFailure,
                   "%s:%d: %s was called by lane %u with mask 0x%08x, which does not name it",
                   SIMT_SITE, simt_warp_op_name(op), lane, mask);
    f->op = (uint8_t)op;
    f->mask = mask;
    f->value = value;
    f->argument = argument;
    w->warps[w->current / WARP_THREADS].waiting |= 1u << lane;
    complete(w, w->current / WARP_THREADS * WARP_THREADS, (int)lane);
    simt_hand_over(w);
    return f->result;
}

/* A lane that ends is no longer waited for. */
void simt_warp_exit(struct worker *w, int thread) {
    struct warp *warp = &w->warps[thread / WARP_THREADS];
    warp->exited |= 1u << thread % WARP_THREADS;
    for (uint32_t m = warp->waiting; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        if (warp->waiting >> lane & 1) complete(w, thread / WARP_THREADS * WARP_THREADS, lane);
    }
}

uint32_t simt_active_mask(SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    simt_arrive(w, THREAD_AT_ACTIVE, "__activemask()", SIMT_SITE);
    int t = w->current;
    struct warp *warp = &w->warps[t / WARP_THREADS];
    warp->active |= 1u << t % WARP_THREADS;
    warp->rounds = 0;
    simt_hand_over(w);
    return w->lanes[t].mask;
}

/* The lanes of one warp that wait at the same place get one another's mask and go on. */
static void release_warp(struct worker *w, int base) {
    struct warp *warp = &w->warps[base / WARP_THREADS];
    struct lane *f = &w->lanes[base];
    const struct site *s = &w->site[base];
    while (warp->active) {
        int first = __builtin_ctz(warp->active);
        uint32_t together = 0;
        for (uint32_t m = warp->active; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (s[l].line == s[first].line && s[l].file == s[first].file) together |= 1u << l;
        }
        for (uint32_t m = together; m; m &= m - 1) {
            f[__builtin_ctz(m)].mask = together;
            w->state[base + __builtin_ctz(m)] = THREAD_READY;
        }
        warp->active &= ~together;
    }
}

static bool warp_can_run(const struct worker *w, int base) {
    for (int t = base; t < base + WARP_THREADS && t < w->n; t++)
        if (w->state[t] <= THREAD_READY) return true;
    return false;
}

/* At the end of a round: warps whose other lanes all wait, or have kept them waiting for long
 * (they may be spinning), get their active masks. */
void simt_release_active(struct worker *w) {
    enum { PATIENCE_ROUNDS = 64 };
    for (int base = 0; base < w->n; base += WARP_THREADS) {
        struct warp *warp = &w->warps[base / WARP_THREADS];
        if (warp->active && (!warp_can_run(w, base) || ++warp->rounds >= PATIENCE_ROUNDS))
            release_warp(w, base);
    }
}
