/**
 * @file
 * @brief Which threads spin: those whose whole state comes again.
 *
 * Loops that look at volatile words ask after some rounds. Other loops are interrupted by a signal now and then. And
 * now and then all threads of a block are looked at, where a round begins. Registers, stack and shared memory are all
 * that a block has for itself, so a thread that was in the very same state before does nothing but look at memory until
 * another one changes it. A thread that works does not come back to a state. Nothing here depends on how long anything
 * takes.
 */
#include "schedule.h"

#include <sched.h>
#include <string.h>
#include <ucontext.h>
#if defined(__aarch64__)
#include <asm/sigcontext.h>
#endif

enum {
    SURE = 3, /* states in a row that were there before; one may recur in a loop that works */
#if defined(__x86_64__)
    RED_ZONE = 128, /* bytes below the stack pointer that the thread uses */
#else
    RED_ZONE = 0,
#endif
};

/* Four words at a time, since each has to wait for the one before it in its own row. */
struct mixed {
    uint64_t row[4];
};

static inline struct mixed mix_in(struct mixed m, const char *words) {
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, words + 8 * i, sizeof(word));
        m.row[i] = (m.row[i] ^ word) * 0x9E3779B97F4A7C15u;
        m.row[i] ^= m.row[i] >> 29;
    }
    return m;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t n) {
    struct mixed m = {{hash, n, 0, 0}};
    const char *at = bytes, *end = at + n / 32 * 32;
    char rest[32] = {0}, all[32];
    for (; at < end; at += 32) m = mix_in(m, at);
    memcpy(rest, at, n % 32);
    m = mix_in(m, rest);
    memcpy(all, m.row, sizeof(all));
    m = mix_in((struct mixed){{1, 2, 3, 4}}, all);
    return ((m.row[0] * 5 + m.row[1]) * 5 + m.row[2]) * 5 + m.row[3];
}

/* The registers, and where the stack begins that is in use; 0 where neither is known. */
static uint64_t registers_of(const ucontext_t *context, uintptr_t *sp) {
#if defined(__x86_64__)
    const mcontext_t *m = &context->uc_mcontext;
    *sp = (uintptr_t)m->gregs[REG_RSP] - RED_ZONE;
    uint64_t hash = mix(1, m->gregs, (REG_RIP + 1) * sizeof(m->gregs[0]));
    return m->fpregs ? mix(hash, m->fpregs->_xmm, sizeof(m->fpregs->_xmm)) : hash;
#elif defined(__aarch64__)
    const mcontext_t *m = &context->uc_mcontext;
    *sp = (uintptr_t)m->sp;
    const struct fpsimd_context *f = (const struct fpsimd_context *)m->__reserved;
    uint64_t hash = mix(mix(1, m->regs, sizeof(m->regs)), &m->pc, sizeof(m->pc));
    return f->head.magic == FPSIMD_MAGIC ? mix(hash, f->vregs, sizeof(f->vregs)) : hash;
#else
    (void)context, *sp = 0;
    return 0;
#endif
}

/* What the threads of the block have together. */
static uint64_t shared_state(const struct worker *w) {
    uint64_t hash = mix(1, simt_dynamic_shared(), w->launch->config->shared_bytes);
    for (int i = 0; i < w->n_shared; i++) hash = mix(hash, w->shared[i].start, w->shared[i].bytes);
    return hash;
}

/* Adds a state to those that the thread was in; true when it surely spins. A state between two barriers that is new
 * says nothing of a loop through barriers, since signals come at any place of it. A new one at a barrier says that the
 * thread works. */
static bool note_state(struct worker *w, int t, uint64_t state, enum spin_at at) {
    struct spin *spin = &w->spins[t];
    if (spin->epoch != w->epoch) *spin = (struct spin){.epoch = w->epoch};
    struct seen_states *s = &spin->at[at];
    uint32_t n = s->n < SEEN_STATES ? s->n : SEEN_STATES, i = 0;
    while (i < n && s->states[i] != state) i++;
    s->again = i < n ? s->again + 1 : 0;
    if (i == n) s->states[s->n++ % SEEN_STATES] = state;
    if (i == n && at == SPIN_AT_ROUND) spin->at[SPIN_BETWEEN].again = 0;
    if (i == n && at <= SPIN_BETWEEN) /* it may have left the loops that look */
        spin->at[SPIN_AT_LOOK].again = spin->at[SPIN_AT_INNER_LOOK].again = 0;
    w->spun += s->again >= SURE;
    return s->again >= SURE;
}

static bool spins_in_loop(const struct spin *s) {
    return s->at[SPIN_AT_LOOK].again >= SURE || s->at[SPIN_AT_INNER_LOOK].again >= SURE;
}

static bool surely_spins(const struct worker *w, int t) {
    const struct spin *s = &w->spins[t];
    return s->epoch == w->epoch && (s->at[SPIN_AT_ROUND].again >= SURE ||
                                    s->at[SPIN_BETWEEN].again >= SURE || spins_in_loop(s));
}

/* Whether each thread of the block waits, in the runtime or spinning. */
static bool all_wait(const struct worker *w, int running) {
    for (int t = 0; t < w->n; t++) {
        bool spins = w->state[t] == THREAD_READY && surely_spins(w, t);
        if (w->state[t] <= THREAD_READY && !spins && t != running) return false;
    }
    return true;
}

bool simt_spins(struct worker *w, const void *context) {
    uintptr_t sp, top = (uintptr_t)simt_stack_top(w, w->stack_of[w->current]);
    uint64_t state = registers_of(context, &sp) ^ shared_state(w);
    if (!sp || sp >= top) return false;
    bool spins = note_state(w, w->current, mix(state, (const void *)sp, top - sp), SPIN_BETWEEN);
    w->waits_in = surely_spins(w, w->current) && all_wait(w, w->current) ? w->epoch : 0;
    return spins;
}

void simt_look_at_round(struct worker *w) {
    uint64_t state = shared_state(w);
    w->asked = false;
    for (int t = 0; t < w->n; t++) {
        if (w->state[t] == THREAD_NEW || w->state[t] == THREAD_EXITED) continue;
        const char *top = simt_stack_top(w, w->stack_of[t]), *sp = w->sp[t];
        bool amid = w->spins[t].epoch == w->epoch && w->spins[t].interrupted;
        note_state(w, t, mix(state, sp, (size_t)(top - sp)), amid ? SPIN_BETWEEN : SPIN_AT_ROUND);
    }
    w->waits_in = all_wait(w, -1) ? w->epoch : 0;
}

__thread int simt_look_in[2];

/* Rounds between two questions. Where a loop has come to a new state each time, the questions become rarer. */
enum { FIRST_PACE = 16, LAST_PACE = 4096 };
/* So many spinning threads come before all threads of the block are looked at. */
enum { SELDOM = 16 };

void simt_look_soon(struct worker *w) {
    for (int i = 0; i < 2; i++) simt_look_in[i] = w->look_pace[i] = FIRST_PACE;
}

void simt_give_turn_if_spinning(int is_inner);

/* The thread goes on at once if its state is new. */
void *simt_look_step(int is_inner) {
    struct worker *w = simt_worker;
    int t = w->current, *pace = &w->look_pace[is_inner];
    const char *top = simt_stack_top(w, w->stack_of[t]), *sp = simt_sp;
    uint64_t state = mix(shared_state(w), sp, (size_t)(top - sp));
    w->warps[t / WARP_THREADS].looking &= ~(1u << t % WARP_THREADS);
    bool spins = note_state(w, t, state, is_inner ? SPIN_AT_INNER_LOOK : SPIN_AT_LOOK);
    *pace = spins ? FIRST_PACE : *pace < LAST_PACE ? 2 * *pace : LAST_PACE;
    simt_look_in[is_inner] = *pace;
    if (!spins) w->waits_in = 0;
    if (!spins) return simt_sp;
    if (w->launch->fault > 0) simt_leave_block(w); /* what it waits for may never come */
    if (++w->looked % SELDOM == 0) w->waits_in = all_wait(w, t) ? w->epoch : 0;
    if (w->alive == w->arrived + simt_waiting_in_cluster(w) + 1) {
        /* What it waits for is another worker's work. It yields seldom, so that the watchdog sees it work. */
        simt_look_in[is_inner] = *pace = LAST_PACE;
        if (w->looked % (SELDOM * SELDOM) == 0) sched_yield();
        return simt_sp;
    }
    w->warps[t / WARP_THREADS].looking |= 1u << t % WARP_THREADS;
    w->state[t] = THREAD_READY;
    w->sp[t] = simt_sp;
    return go_on(w);
}
SIMT_GATE(void, simt_give_turn_if_spinning, simt_look_step, (int is_inner), (is_inner));

void simt_look(int is_inner) {
    simt_in_runtime =
        1; /* so that a signal waits until the thread is back in its loop, and finds its line */
    if (simt_in_kernel()) {
        simt_give_turn_if_spinning(is_inner);
    } else {
        simt_look_in[is_inner] = LAST_PACE; /* of the host */
        simt_in_runtime = 0;
    }
}
