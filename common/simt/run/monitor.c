/**
 * @file
 * @brief A thread that looks after kernels which do not call the runtime: it makes spinning threads take
 *        turns, starts blocks that all running ones wait for, and ends a launch in which nothing moves.
 *
 * A loop that reads a volatile flag never calls the runtime, so nothing else could let the thread run that
 * will set the flag. A worker without a switch since the last look is sent signals, and the handler asks
 * whether the thread that it interrupted spins (spin.c). If so it yields on behalf of it, unless the signal
 * came inside the runtime or a library. The looks come by the clock, but what they find does not: a thread
 * that works is left alone however long it takes. Only for a thread that counts its turns while it spins, so
 * that no state comes again, processor time has to decide, long before the watchdog does.
 */
#include "loaded.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum {
    TICK_US = 10000,  /* between two looks */
    QUICK_US = 200,   /* while somebody seems to spin */
    QUICK_LOOKS = 32, /* before it is believed that nobody does */
    REST_TICKS = 15,  /* most that it is believed for */
    TURN_MS = 1000,   /* of processor time, before a thread without a switch yields in any case */
    LOOPS_GAIN = 256, /* threads that run as loops end together: so many take twice the time of one that runs alone */
    TRIAL_SHARE = 8,  /* of the watchdog's time, for a trial (loops.c) */
    WATCHDOG_SECONDS = 30, /* of processor time without progress, before the launch is ended */
};

static struct worker *workers[MAX_WORKERS];
static _Atomic int n_workers;
static struct launch *_Atomic watched;
static _Atomic uint64_t launches; /* watched so far: one may lie where the last one lay */
static _Atomic int ending;        /* the launch that is watched has run out of time */
static uint64_t watchdog_ms;

static bool may_interrupt(const struct worker *w, uintptr_t pc) {
    return w && w->in_kernel && !simt_in_runtime && simt_loaded_at(pc);
}

/* Runs on the fiber's own stack, so that the fiber can be left here and come back. The signal is let in
 * again before that, for the other fibers; by then it finds that it must not interrupt. */
static void on_turn(int number, siginfo_t *info, void *context) {
    (void)info;
    struct worker *w = simt_worker;
    if (!may_interrupt(w, simt_interrupted_pc(context))) return; /* the next look tries again */
    if (simt_check && !ending) return; /* its hooks yield, so that a run is the same each time */
    bool spins = !ending && simt_spins(w, context);
    bool leaves = ending || (spins && w->launch->fault > 0); /* what it waits for may never come */
    bool others = w->alive > w->arrived + simt_waiting_in_cluster(w) + 1;
    if (spins && !others) sched_yield(); /* what it waits for is another worker's work */
    if (!leaves && !(others && (spins || w->overdue))) return;
    simt_in_runtime = 1;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    if (ending) {
        w->fault = (struct fault){
            .error = cudaErrorLaunchTimeout, .pc = simt_interrupted_pc(context), .late = true};
        if (simt_check) simt_note_callers(&w->fault);
    }
    if (leaves) simt_leave_block(w);
    w->overdue = false;
    int t = w->current;
    w->spins[t].interrupted = true;
    simt_yield();
    w->spins[t].interrupted = false;
}

void simt_watch_worker(struct worker *w) {
    int i = n_workers;
    do
        if (i == MAX_WORKERS) return;
    while (!atomic_compare_exchange_weak(&n_workers, &i, i + 1));
    workers[i] = w;
}

/* What the worker's OS thread has worked. A busy machine makes it wait, and that says nothing of the kernel. */
static uint64_t worked_ns(const struct worker *w) {
    struct timespec t = {0};
    clock_gettime(w->clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t worked_ms(const struct worker *w) {
    return worked_ns(w) / 1000000;
}

/* What one look sees of all workers that run a block. */
struct look {
    int running, waiting; /* workers; those of which all threads wait */
    bool same_place;      /* one runs the thread that it ran at the last look */
    bool worked;          /* one has had a processor since the last look */
    uint64_t spun;        /* threads that were found to spin, so far */
    uint64_t idle_ms;     /* the most that one has worked while nothing moved */
};

/* A round without a switch is in the hands of signals, and what switches is looked at between two rounds. (The
 * same place in a later round looks the same: one question too many does no harm.) */
static void look_at(struct worker *w, bool ask, struct look *look) {
    uint64_t place = w->marks << 16 | (uint64_t)w->pos, now_ns = worked_ns(w);
    uint64_t now_ms = now_ns / 1000000;
    bool stays = place == w->seen_place, same_marks = place >> 16 == w->seen_place >> 16;
    look->running++;
    look->waiting += w->waits_in == w->epoch || w->at_cluster;
    look->spun += w->spun;
    look->same_place |= stays;
    look->worked |= now_ns != w->looked_ns;
    w->looked_ns = now_ns;
    if (!stays || now_ms < w->switched_ms) w->switched_ms = now_ms;
    w->seen_place = place;
    w->overdue = now_ms - w->switched_ms >= TURN_MS;
    w->asked = ask;
    if (ending || w->overdue || (ask && (stays || same_marks))) pthread_kill(w->thread, SIGURG);
}

/* What a worker has worked since something moved. Work before the launch is none of the kernel's, and the first look
 * at the launch may come before the worker is in its kernel. */
static uint64_t idle_ms(struct worker *w, bool moved) {
    uint64_t now_ms = worked_ms(w);
    if (moved || w->looked_launch != launches) w->progress_ms = now_ms;
    w->looked_launch = launches;
    return now_ms - w->progress_ms;
}

/* Nothing moves where all wait, even if that takes them through warp operations and barriers again and again. */
static struct look look_at_workers(bool ask, bool begins) {
    static uint64_t last_marks;
    uint64_t marks = 0;
    struct look look = {0};
    for (int i = 0; i < n_workers; i++) {
        if (!workers[i]) continue;
        marks += workers[i]->marks;
        if (workers[i]->in_kernel) look_at(workers[i], ask, &look);
    }
    bool moved =
        begins || (marks != last_marks && (look.waiting == 0 || look.waiting < look.running));
    for (int i = 0; i < n_workers; i++) {
        if (!workers[i] || !workers[i]->in_kernel) continue;
        uint64_t idle = idle_ms(workers[i], moved);
        if (workers[i]->loops) idle /= 1 + (uint64_t)workers[i]->n / LOOPS_GAIN;
        if (idle > look.idle_ms) look.idle_ms = idle;
    }
    last_marks = marks;
    return look;
}

/* When a launch gets more workers: where all blocks wait; and where processor time has to decide, late. */
static void start_blocks(struct launch *launch, const struct look *look) {
    bool all_wait = look->waiting > 0 && look->waiting == look->running;
    bool grown = all_wait && simt_grow_pool(launch, look->running);
    if (watchdog_ms && look->idle_ms > watchdog_ms / 2) simt_grow_pool(launch, 0);
    for (int i = 0; i < n_workers && grown; i++)
        if (workers[i]) workers[i]->epoch++; /* what they wait for may have come */
}

/* Looks come quickly while they find spinning threads. Where a number of them finds none they rest, for longer
 * each time, until a launch begins or a tick finds something to suspect. On a busy machine most looks see workers that
 * have had no processor since the last one: these say nothing. */
struct pace {
    int quick, rest, rests;
    uint64_t spun, ticket;
};

static void set_pace(struct pace *p, const struct look *look, uint64_t ticket) {
    bool found = look->spun != p->spun;
    bool suspect = look->same_place || ticket == p->ticket;
    if (found)
        p->quick = QUICK_LOOKS, p->rests = 0;
    else if (p->quick > 0 && look->worked && --p->quick == 0)
        p->rest = p->rests = p->rests < REST_TICKS ? 2 * p->rests + 1 : p->rests;
    else if (p->quick == 0 && (p->rest == 0 || --p->rest == 0) && suspect)
        p->quick = QUICK_LOOKS;
    p->spun = look->spun;
    if (p->quick == 0) p->ticket = ticket;
}

static void *monitor(void *unused) {
    (void)unused;
    uint64_t seen = 0;
    struct pace pace = {0};
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); // a signal would make a tick short
    for (;;) {
        nanosleep(&(struct timespec){0, (pace.quick ? QUICK_US : TICK_US) * 1000L}, NULL);
        struct launch *launch = watched;
        bool begins = launches != seen;
        if (begins) pace = (struct pace){0}, seen = launches;
        struct look look = look_at_workers(pace.quick > 0, begins);
        if (!launch) continue;
        if (!simt_check) {
            set_pace(&pace, &look, launch->ticket);
            start_blocks(launch, &look);
        }
        /* What fails in a trial has all its time once more. */
        if (watchdog_ms && look.idle_ms > (launch->trial ? watchdog_ms / TRIAL_SHARE : watchdog_ms)) ending = 1;
    }
    return NULL;
}

uint64_t simt_watchdog_seconds(void) {
    return simt_setting_number("SIMT_WATCHDOG", WATCHDOG_SECONDS, 0, 1 << 20);
}

static void start_monitor(void) {
    struct sigaction action = {.sa_sigaction = on_turn, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGURG, &action, NULL);
    watchdog_ms = 1000 * simt_watchdog_seconds();
    pthread_t thread;
    if (pthread_create(&thread, NULL, monitor, NULL) == 0) pthread_detach(thread);
}

void simt_watch(struct launch *launch) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_monitor);
    ending = 0;
    launches++;
    watched = launch;
}
