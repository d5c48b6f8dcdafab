/**
 * @file
 * @brief The profiler's logs, one a lane, and the replay of a warp.
 */
#include "profile.h"
#include "trial.h"

#include <stdlib.h>
#include <string.h>

enum event_kind { EVENT_BLOCK, EVENT_ACCESS, EVENT_CALL, EVENT_RETURN, EVENT_SYNC };

struct event {
    uint64_t address; /**< of a SYNC: its number */
    uint32_t at;      /**< of a SYNC: its members; of a CALL: where it came from */
    uint16_t bytes;
    uint8_t kind, how, atomic; /* atomic: an enum simt_atomic, and what follows */
};

enum { UNUSED = 0x80, ADDS_ONE = 0x40, MOST_CALLS = 64, LONG_LOG = 2048, ENTRY_BYTES = 64 };
enum { ATOMIC_BLOCKS = 16 }; /* at most, in an atomic function, behind its access */

struct lane {
    struct event *event;
    uint32_t n, next, room;
    uint8_t atomic;      /* of the atomic function that has begun, as in its event */
    uint32_t atomic_end; /* until so many events are there its access stays in the log */
    bool logged;         /* it is; what more it does is not */
    uint32_t depth, call[MOST_CALLS]; /* of the replay: where the functions it is in were called */
};

/** A block that runs, or waits for other blocks; a worker has one. */
struct block_log {
    struct worker *worker;
    uint64_t syncs;
    uint64_t requests[MAX_BLOCK_THREADS / WARP_THREADS]; /* of each warp */
    struct lane lane[MAX_BLOCK_THREADS];
};
static __thread struct block_log *block_log;

/*
 * The log.
 */
static struct event *add_event(struct lane *l) {
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->event = realloc(l->event, l->room * sizeof(*l->event));
        if (!l->event) simt_die("there is no memory for the profile. Use smaller blocks");
    }
    return &l->event[l->n++];
}

static struct lane *running_lane(void) {
    return &block_log->lane[simt_self.linear];
}

static bool is_long(const struct lane *l) {
    return l->n - l->next >= LONG_LOG;
}

static void replay(struct block_log *b, int base, bool met);

/* Lanes that are far ahead let the others come after, so that logs stay short. */
static void keep_short(void) {
    struct lane *l = running_lane();
    if (!is_long(l) || l->n < l->atomic_end) return;
    simt_in_runtime = 1;
    replay(block_log, (int)simt_self.linear / WARP_THREADS * WARP_THREADS, false);
    simt_in_runtime = 0;
    if (is_long(l)) simt_yield();
}

/* An atomic function may be a loop here, and is one access there. */
static bool is_repeated(struct lane *l, int how) {
    bool repeated = how & HOW_ATOMIC && l->logged;
    l->logged = how & HOW_ATOMIC && l->atomic;
    return repeated;
}

static bool is_part_of(uintptr_t address, const void *variable, size_t bytes) {
    return address - (uintptr_t)variable < bytes;
}

/* threadIdx and its kin are registers there, and thread-local as shared memory is here. */
static bool is_register(uintptr_t address) {
    return is_part_of(address, &simt_self, sizeof(simt_self)) ||
           is_part_of(address, &simt_block_idx, sizeof(simt_block_idx)) ||
           is_part_of(address, &simt_block_dim, sizeof(simt_block_dim)) ||
           is_part_of(address, &simt_grid_dim, sizeof(simt_grid_dim)) ||
           is_part_of(address, &simt_lanes, sizeof(simt_lanes));
}

/* The sections that the rewriter puts constant memory in: a cache of its own there. */
#define SECTION(name)                                                                              \
    char __start_##name[] __attribute__((weak)), __stop_##name[] __attribute__((weak))
extern SECTION(simt_constant);
extern SECTION(simt_constant_read);
#define IS_IN(name)                                                                                \
    (address - (uintptr_t)__start_##name < (uintptr_t)(__stop_##name - __start_##name))
static bool is_constant(uintptr_t address) {
    return IS_IN(simt_constant) || IS_IN(simt_constant_read);
}

void profile_access(uintptr_t address, size_t bytes, int how, uint32_t at) {
    enum region region = check_page(address)->region;
    if (region == REGION_LOCAL || region == REGION_HOST) return;
    if (region == REGION_SHARED ? is_register(address) : is_constant(address)) return;
    struct lane *l = running_lane();
    if (is_repeated(l, how)) return;
    uint8_t atomic = how & HOW_ATOMIC ? l->atomic : 0;
    *add_event(l) =
        (struct event){address, at, (uint16_t)bytes, EVENT_ACCESS, (uint8_t)how, atomic};
    l->atomic_end = atomic ? l->n + ATOMIC_BLOCKS : 0;
    keep_short();
}

static __attribute__((noinline)) void log_block(uint32_t at, uintptr_t sp) {
    if (check_tools & TOOL_SYNCCHECK) check_paths_enter(at, sp);
    *add_event(running_lane()) = (struct event){.at = at, .kind = EVENT_BLOCK};
    keep_short();
}

/* Called by each basic block. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    if (check_trial.runs || !check_clock) return;
    uint32_t at = check_position((uintptr_t)__builtin_return_address(0) - 1);
    uintptr_t sp = (uintptr_t)__builtin_frame_address(0);
    if (block_log)
        log_block(at, sp);
    else if (check_tools & TOOL_SYNCCHECK)
        check_paths_enter(at, sp);
}

/* Which comes first, this or the function's first block, is the compiler's choice. */
void profile_call(uint32_t from, uint32_t at) {
    struct lane *l = running_lane();
    struct event call = {.at = from, .kind = EVENT_CALL}, *e = add_event(l);
    bool late = e > l->event + l->next && e[-1].kind == EVENT_BLOCK && at > e[-1].at &&
                at - e[-1].at < ENTRY_BYTES;
    if (late) {
        e[0] = e[-1];
        e--;
    }
    *e = call;
}

void profile_return(void) {
    add_event(running_lane())->kind = EVENT_RETURN;
}

void simt_atomic_begins(enum simt_atomic kind) {
    if (!check_clock || !block_log) return;
    struct lane *l = running_lane();
    l->atomic = (uint8_t)kind;
    l->logged = false;
}

/* Of the atomic function that has just ended. */
void simt_result_unused(int adds_one) {
    if (!check_clock || !block_log) return;
    struct lane *l = running_lane();
    uint32_t k = l->n;
    while (k > l->next && l->event[k - 1].kind != EVENT_ACCESS) k--;
    if (k > l->next && l->event[k - 1].atomic)
        l->event[k - 1].atomic |= adds_one ? UNUSED | ADDS_ONE : UNUSED;
    l->atomic_end = 0;
}

/* Before a lane goes on from here, all others of its group have come here. */
void profile_warp_met(int base, uint32_t members) {
    if (!block_log) return;
    uint64_t number = ++block_log->syncs;
    for (uint32_t m = members; m; m &= m - 1)
        *add_event(&block_log->lane[base + __builtin_ctz(m)]) =
            (struct event){.address = number, .at = members, .kind = EVENT_SYNC};
}

/*
 * The replay.
 */
static const struct event *head(const struct lane *l) {
    return l->next < l->n ? &l->event[l->next] : NULL;
}

static void go_past_returns(struct lane *l) {
    while (l->next < l->n && l->event[l->next].kind == EVENT_RETURN) {
        l->next++;
        if (l->depth) l->depth--;
    }
}

/* Who stands lower: in the outermost function where they differ. */
static int compare(const struct lane *a, const struct lane *b) {
    uint32_t i = 0, depth_a = a->depth < MOST_CALLS ? a->depth : MOST_CALLS,
             depth_b = b->depth < MOST_CALLS ? b->depth : MOST_CALLS;
    while (i < depth_a && i < depth_b && a->call[i] == b->call[i]) i++;
    uint32_t at_a = i < depth_a ? a->call[i] : head(a)->at;
    uint32_t at_b = i < depth_b ? b->call[i] : head(b)->at;
    if (at_a != at_b) return at_a < at_b ? -1 : 1;
    return (int)(i < depth_a) - (int)(i < depth_b); /* one is in the call that the other is at */
}

static bool same_event(const struct event *a, const struct event *b) {
    return a->kind == b->kind && a->how == b->how && a->atomic == b->atomic && a->bytes == b->bytes;
}

/* Lanes whose next event is known. False when something is missing that may yet come; when the lanes have
 * met, nothing is. */
static bool look_around(struct block_log *b, int base, bool met, uint32_t *known) {
    *known = 0;
    for (int i = 0; i < WARP_THREADS && base + i < b->worker->n; i++) {
        struct lane *l = &b->lane[base + i];
        go_past_returns(l);
        bool goes_on = !met && b->worker->state[base + i] <= THREAD_READY;
        if (goes_on && l->n - l->next < 2)
            return false; /* the second: where it goes from the first */
        if (l->next < l->n) *known |= 1u << i;
    }
    return true;
}

/* Of lanes that stand at a meeting, those go on of which all members are there; the others wait. */
static bool pass_meeting(struct lane *lanes, uint32_t *known) {
    uint32_t waiting = 0;
    for (uint32_t m = *known; m; m &= m - 1)
        if (head(&lanes[__builtin_ctz(m)])->kind == EVENT_SYNC) waiting |= m & -m;
    for (uint32_t m = waiting; m; m &= m - 1) {
        const struct event *e = head(&lanes[__builtin_ctz(m)]);
        uint32_t there = 0;
        for (uint32_t k = waiting; k; k &= k - 1)
            if (head(&lanes[__builtin_ctz(k)])->address == e->address) there |= k & -k;
        if (there != e->at) continue;
        for (uint32_t k = there; k; k &= k - 1) lanes[__builtin_ctz(k)].next++;
        return true;
    }
    *known &= ~waiting;
    return false;
}

static uint32_t lowest_group(const struct lane *lanes, uint32_t known) {
    int first = __builtin_ctz(known);
    uint32_t group = 1u << first;
    for (uint32_t m = known & (known - 1); m; m &= m - 1) {
        int i = __builtin_ctz(m), order = compare(&lanes[i], &lanes[first]);
        if (order < 0) {
            first = i;
            group = 1u << i;
        } else if (order == 0 && same_event(head(&lanes[i]), head(&lanes[first]))) {
            group |= 1u << i;
        }
    }
    return group;
}

/* Most of the time all lanes come by as one, and nobody has to ask who stands lower. */
static bool go_together(const struct lane *lanes, uint32_t known) {
    const struct lane *first = &lanes[__builtin_ctz(known)];
    const struct event *e = head(first);
    if (e->kind == EVENT_SYNC) return false;
    for (uint32_t m = known & (known - 1); m; m &= m - 1) {
        const struct lane *l = &lanes[__builtin_ctz(m)];
        if (head(l)->at != e->at || !same_event(head(l), e) || l->depth != first->depth)
            return false;
    }
    return true;
}

static uint64_t issue(const struct lane *lanes, uint32_t group) {
    const struct event *e = head(&lanes[__builtin_ctz(group)]);
    struct request r = {.at = e->at,
                        .bytes = e->bytes,
                        .how = e->how & ~HOW_LOOSE,
                        .loose = e->how & HOW_LOOSE,
                        .kind = e->atomic & ~(UNUSED | ADDS_ONE),
                        .unused = e->atomic & UNUSED,
                        .adds_one = e->atomic & ADDS_ONE};
    for (uint32_t m = group; m; m &= m - 1) {
        r.lane[r.n] = (uint8_t)__builtin_ctz(m);
        r.address[r.n++] = head(&lanes[__builtin_ctz(m)])->address;
    }
    return profile_count_request(&r);
}

/* Where a lane goes next: a code position, or 0 for the end or a meeting. */
static uint32_t target(const struct lane *l) {
    const struct event *e = head(l);
    return e && e->kind != EVENT_SYNC && e->kind != EVENT_RETURN ? e->at : 0;
}

static void look_for_divergence(const struct lane *lanes, uint32_t group, uint32_t at) {
    uint32_t first = target(&lanes[__builtin_ctz(group)]), lowest = first;
    bool diverges = false;
    for (uint32_t m = group; m; m &= m - 1) {
        uint32_t to = target(&lanes[__builtin_ctz(m)]);
        diverges |= to != first;
        if (to && (!lowest || to < lowest)) lowest = to;
    }
    if (diverges) profile_count_divergence(at, lowest);
}

static void advance(struct block_log *b, int base, uint32_t group) {
    struct lane *lanes = &b->lane[base];
    struct event e = *head(&lanes[__builtin_ctz(group)]);
    if (e.kind == EVENT_ACCESS) b->requests[base / WARP_THREADS] += issue(lanes, group);
    for (uint32_t m = group; m; m &= m - 1) {
        struct lane *l = &lanes[__builtin_ctz(m)];
        l->next++;
        if (e.kind != EVENT_CALL) continue;
        if (l->depth < MOST_CALLS) l->call[l->depth] = e.at;
        l->depth++;
    }
    if (e.kind != EVENT_CALL) look_for_divergence(lanes, group, e.at);
}

/* Goes on as far as the logs say what happened. */
static void replay(struct block_log *b, int base, bool met) {
    struct lane *lanes = &b->lane[base];
    uint32_t known, as_one = 0; /* lanes that are known to be in the same calls, but for returns */
    while (look_around(b, base, met, &known) && known) {
        uint32_t group = known;
        if (as_one != known || !go_together(lanes, known)) {
            if (pass_meeting(lanes, &known)) continue;
            if (!known) break;
            group = lowest_group(lanes, known);
        }
        as_one = group == known ? group : 0;
        advance(b, base, group);
    }
    for (int i = 0; i < WARP_THREADS; i++) { /* what was replayed is forgotten */
        struct lane *l = &lanes[i];
        if (l->next) memmove(l->event, l->event + l->next, (l->n - l->next) * sizeof(*l->event));
        l->n -= l->next;
        l->next = l->atomic_end = 0;
    }
}

static void replay_all(struct block_log *b) {
    for (int base = 0; base < b->worker->n; base += WARP_THREADS) replay(b, base, true);
}

/*
 * What the core tells.
 */
void profile_block_begins(struct worker *w) {
    if (!block_log) block_log = calloc(1, sizeof(*block_log));
    if (!block_log) simt_die("there is no memory for the profile. Use smaller blocks");
    block_log->worker = w;
    memset(block_log->requests, 0, sizeof(block_log->requests));
    for (int t = 0; t < MAX_BLOCK_THREADS; t++) {
        struct lane *l = &block_log->lane[t];
        l->n = l->next = l->depth = 0;
        l->atomic = 0;
        l->atomic_end = 0;
        l->logged = false;
    }
}

void profile_block_ends(struct worker *w) {
    uint64_t most = 0, all = 0;
    replay_all(block_log);
    for (int i = 0; i < MAX_BLOCK_THREADS / WARP_THREADS; i++) {
        all += block_log->requests[i];
        if (block_log->requests[i] > most) most = block_log->requests[i];
    }
    profile_count_block(w->static_bytes, most, all);
}

void profile_barrier(struct worker *w) {
    static const struct site unknown = {"", 0};
    const struct site *site = &unknown;
    for (int t = 0; t < w->n && site == &unknown; t++)
        if (w->state[t] != THREAD_EXITED) site = &w->site[t];
    replay_all(block_log);
    profile_count_barrier(*site);
}
