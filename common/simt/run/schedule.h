/**
 * @file
 * @brief Waiting and handing over, inlined into the steps of every operation that waits (switch.h).
 */
#ifndef SIMT_SCHEDULE_H
#define SIMT_SCHEDULE_H

#include "internal.h"

/* block.c: what happens once a round or a thread, and need not be inlined. */
bool simt_start_round(struct worker *w);
void *simt_start_thread(struct worker *w, int thread);
_Noreturn __attribute__((cold)) void simt_die_on_host(const char *what, SIMT_SITE_PARAMETERS);

/* The thread to run next, or -1 when all have ended. */
static inline int next_thread(struct worker *w) {
    do
        while (w->pos < w->n) {
            int t = w->order[w->pos++];
            if (w->state[t] <= THREAD_READY) return t;
        }
    while (simt_start_round(w));
    return -1;
}

/* The stack of the thread to run next: the end of every step. */
static inline void *go_on(struct worker *w) {
    int t = next_thread(w);
    w->current = t;
    simt_self = w->views[t];
    __builtin_prefetch(w->sp[w->order[w->pos + 2]]); /* a stack costs a cache miss; ask early */
    return w->state[t] == THREAD_NEW ? simt_start_thread(w, t) : w->sp[t];
}

/* The running thread is about to wait, in this state and at this place. Returns which it is. */
static inline int arrive(struct worker *w, enum thread_state state, const char *what,
                         SIMT_SITE_PARAMETERS) {
    if (!w || !w->in_kernel) simt_die_on_host(what, SIMT_SITE);
    int t = w->current;
    w->state[t] = (uint8_t)state;
    w->sp[t] = simt_sp;
    w->site[t].file = simt_file;
    w->site[t].line = simt_line;
    return t;
}

#endif
