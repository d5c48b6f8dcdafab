/**
 * @file
 * @brief Warp operations: collected from the lanes of a mask, then answered for all at once.
 *
 * Lanes do not run in lock step. Each lane is a fiber, which leaves its value here and waits. The last live
 * lane of the mask computes what all of them get. So a program that relies on lock step, which no GPU since
 * Volta promises, shows its mistake here. Groups of lanes may be in different operations at the same time:
 * `mixed` says that it has to be asked which lanes belong together, and it is false in almost all programs,
 * which keeps a shuffle cheap. A lane that has ended counts as arrived, as on a GPU.
 */
#include "schedule.h"

#include <string.h>

const char *simt_warp_op_name(int op) {
    static const char *const names[] = {
        "__syncwarp",        "__ballot_sync",     "__any_sync",        "__all_sync",
        "__uni_sync",        "__match_any_sync",  "__match_all_sync",  "__shfl_sync",
        "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_min_sync",
        "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",  "__reduce_xor_sync",
        "mma_sync"};
    return names[op];
}

/* Lanes of `members` whose value is non-zero. */
static uint32_t ballot(const struct simt_lane *f, uint32_t members) {
    uint32_t votes = 0;
    for (uint32_t m = members; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        votes |= (uint32_t)(f[lane].value != 0) << lane;
    }
    return votes;
}

static uint32_t same_value(const struct simt_lane *f, uint32_t members, uint64_t value) {
    uint32_t same = 0;
    for (uint32_t m = members; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        same |= (uint32_t)(f[lane].value == value) << lane;
    }
    return same;
}

static uint32_t combine(int op, uint32_t a, uint32_t b) {
    switch (op) {
    case SIMT_WARP_ADD:
        return a + b;
    case SIMT_WARP_MIN_U:
        return a < b ? a : b;
    case SIMT_WARP_MAX_U:
        return a > b ? a : b;
    case SIMT_WARP_MIN_S:
        return (int32_t)a < (int32_t)b ? a : b;
    case SIMT_WARP_MAX_S:
        return (int32_t)a > (int32_t)b ? a : b;
    case SIMT_WARP_AND:
        return a & b;
    case SIMT_WARP_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static uint32_t reduce(const struct simt_lane *f, uint32_t members, int op) {
    uint32_t m = members, result = (uint32_t)f[__builtin_ctz(m)].value;
    for (m &= m - 1; m; m &= m - 1)
        result = combine(op, result, (uint32_t)f[__builtin_ctz(m)].value);
    return result;
}

/* A lane that takes no part gives 0. CUDA calls that undefined, but an H200 does it, and reductions over
 * part of a warp, NVIDIA's own among them, rely on it. */
static void shuffle(struct simt_lane *f, uint32_t members) {
    for (uint32_t m = members; m; m &= m - 1) {
        struct simt_lane *own = &f[__builtin_ctz(m)];
        bool inside = members >> own->argument & 1;
        own->result = inside ? f[own->argument].value : 0;
        if (simt_check && !inside)
            simt_check->shuffle_outside(simt_worker, (int)(own - simt_worker->lanes),
                                        (int)own->argument);
    }
}

static void match(struct simt_lane *f, uint32_t members) {
    for (uint32_t m = members; m; m &= m - 1) {
        struct simt_lane *own = &f[__builtin_ctz(m)];
        own->result = same_value(f, members, own->value);
    }
}

/* The answer that all lanes share. */
static uint64_t common_answer(const struct simt_lane *f, uint32_t members, int op, uint32_t mask) {
    uint32_t votes;
    switch (op) {
    case SIMT_WARP_SYNC:
        return 0;
    case SIMT_WARP_BALLOT:
        return ballot(f, members);
    case SIMT_WARP_ANY:
        return ballot(f, members) != 0;
    case SIMT_WARP_ALL:
        return ballot(f, members) == members;
    case SIMT_WARP_UNI:
        votes = ballot(f, members);
        return votes == 0 || votes == members;
    case SIMT_WARP_MATCH_ALL:
        return same_value(f, members, f[__builtin_ctz(members)].value) == members ? mask : 0;
    default:
        return reduce(f, members, op);
    }
}

static void give_answers(struct simt_lane *f, uint32_t members, int op, uint32_t mask) {
    if (op == SIMT_WARP_SHFL) {
        shuffle(f, members);
    } else if (op == SIMT_WARP_MATCH_ANY) {
        match(f, members);
    } else if (op == SIMT_WARP_MULTIPLY) {
        ((const struct simt_warp_answer *)(uintptr_t)f[__builtin_ctz(members)].value)
            ->give(f, members);
    } else {
        uint64_t result = common_answer(f, members, op, mask);
        for (uint32_t m = members; m; m &= m - 1) f[__builtin_ctz(m)].result = result;
    }
}

/* Whether all these lanes wait in the operation of `own` with its mask, and multiply matrices of the same shape. */
static bool agree(const struct warp *warp, const struct simt_lane *f, uint32_t members,
                  const struct simt_lane *own) {
    if (!warp->mixed) return true;
    for (uint32_t m = members; m; m &= m - 1) {
        const struct simt_lane *other = &f[__builtin_ctz(m)];
        if (other->mask != own->mask || other->op != own->op) return false;
        if (own->op == SIMT_WARP_MULTIPLY && other->argument != own->argument) return false;
    }
    return true;
}

/* A warp that has multiplied goes on at once: it mostly multiplies again, and its stacks are in the cache now. Other
 * warps wait a while, not for ever. CUDA promises no order, but check builds and random orders keep to their rounds. */
static void go_on_with_warp(struct worker *w) {
    enum { AT_ONCE = 256 };
    if (simt_check || simt_order()->kind == ORDER_RANDOM || w->pos < WARP_THREADS) return;
    if (++w->turns_in_round <= AT_ONCE) w->pos -= WARP_THREADS;
}

/* Answers the operation that `lane` waits in with `members`, the live lanes of its mask. All wait. */
static __attribute__((noinline)) void answer(struct worker *w, struct warp *warp, int base,
                                             int lane, uint32_t members) {
    struct simt_lane *f = &w->lanes[base];
    uint32_t mask = f[lane].mask;
    if (!agree(warp, f, members, &f[lane])) return;
    give_answers(f, members, f[lane].op, mask);
    if (simt_check && (f[lane].op == SIMT_WARP_SYNC || f[lane].op == SIMT_WARP_MULTIPLY))
        simt_check->warp_sync(base, members);
    if (simt_check) simt_check->warp_met(base, members);
    if (members == ~0u)
        memset(&w->state[base], THREAD_READY, WARP_THREADS);
    else
        for (uint32_t m = members; m; m &= m - 1) w->state[base + __builtin_ctz(m)] = THREAD_READY;
    warp->waiting &= ~members;
    w->marks++;
    if (f[lane].op == SIMT_WARP_MULTIPLY) go_on_with_warp(w);
}

/* The same, if all of them wait. */
static inline void complete(struct worker *w, struct warp *warp, int base, int lane) {
    uint32_t members = w->lanes[base + lane].mask & ~warp->exited;
    if (members && (warp->waiting & members) == members) answer(w, warp, base, lane, members);
}

void *simt_warp_step(enum simt_warp_op op, uint32_t mask, uint64_t value, uint32_t argument,
                     SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    int t = arrive(w, THREAD_AT_WARP, simt_warp_op_name(op), SIMT_SITE), lane = t % WARP_THREADS;
    struct simt_lane *f = &w->lanes[t];
    struct warp *warp = &w->warps[t / WARP_THREADS];
    if (!(mask >> lane & 1))
        simt_bad_argument(SIMT_SITE,
                          "%s was called by lane %d with mask 0x%08x, which does not name it",
                          simt_warp_op_name(op), lane, mask);
    if (!warp->waiting) {
        warp->mask = mask;
        warp->op = (uint8_t)op;
        warp->shape = argument;
        warp->mixed = false;
    }
    warp->mixed |= warp->mask != mask || warp->op != op ||
                   (op == SIMT_WARP_MULTIPLY && warp->shape != argument);
    f->op = (uint8_t)op;
    f->mask = mask;
    f->value = value;
    f->argument = argument;
    warp->waiting |= 1u << lane;
    complete(w, warp, t - lane, lane);
    return go_on(w);
}
SIMT_GATE(void, simt_warp_wait, simt_warp_step,
          (enum simt_warp_op op, uint32_t mask, uint64_t value, uint32_t argument,
           SIMT_SITE_PARAMETERS),
          (op, mask, value, argument, SIMT_SITE));

/* A lane that ends is no longer waited for. */
void simt_warp_exit(struct worker *w, int thread) {
    struct warp *warp = &w->warps[thread / WARP_THREADS];
    warp->exited |= 1u << thread % WARP_THREADS;
    for (uint32_t m = warp->waiting; m; m &= m - 1) {
        int lane = __builtin_ctz(m);
        if (warp->waiting >> lane & 1)
            complete(w, warp, thread / WARP_THREADS * WARP_THREADS, lane);
    }
}

void *simt_active_step(SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    int t = arrive(w, THREAD_AT_ACTIVE, "__activemask()", SIMT_SITE);
    struct warp *warp = &w->warps[t / WARP_THREADS];
    warp->active |= 1u << t % WARP_THREADS;
    warp->rounds = 0;
    return go_on(w);
}
SIMT_GATE(void, simt_active_wait, simt_active_step, (SIMT_SITE_PARAMETERS), (SIMT_SITE));

/* The lanes of one warp that wait at the same place get one another's mask and go on. */
static void release_warp(struct worker *w, int base) {
    struct warp *warp = &w->warps[base / WARP_THREADS];
    struct simt_lane *f = &w->lanes[base];
    const struct site *s = &w->site[base];
    while (warp->active) {
        int first = __builtin_ctz(warp->active);
        uint32_t together = 0;
        for (uint32_t m = warp->active; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            if (s[l].line == s[first].line && s[l].file == s[first].file) together |= 1u << l;
        }
        for (uint32_t m = together; m; m &= m - 1) {
            f[__builtin_ctz(m)].result = together;
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
