/**
 * @file
 * @brief A thread that looks after kernels which do not call the runtime: it makes them take turns,
 *        starts a block that others may be waiting for, and ends a launch in which nothing moves.
 *
 * A loop that reads a volatile flag never calls the runtime, so nothing else could let the thread run
 * that will set the flag. After a tick without a switch the worker is sent a signal, and the handler
 * yields on behalf of the fiber that it interrupted, unless that is inside the runtime or in a library.
 */
#include "internal.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum {
    TICK_MS = 10,
    GROW_MS = 100,         /* of work without progress, before one more worker is started */
    WATCHDOG_SECONDS = 30, /* without progress, before the launch is ended */
};

extern char __executable_start, etext; /* by the linker: the program's own code lies between */

static struct worker *workers[MAX_WORKERS];
static _Atomic int n_workers;
static struct launch *_Atomic watched;
static _Atomic int ending; /* the launch that is watched has run out of time */
static uint64_t watchdog_seconds;

static bool may_interrupt(const struct worker *w, uintptr_t pc) {
    return w && w->in_kernel && !simt_in_runtime && pc >= (uintptr_t)&__executable_start &&
           pc < (uintptr_t)&etext;
}

/* Runs on the fiber's own stack, so that the fiber can be left here and come back. The signal is let in
 * again before that, for the other fibers; by then it finds that it must not interrupt. */
static void on_turn(int number, siginfo_t *info, void *context) {
    (void)info;
    struct worker *w = simt_worker;
    if (!may_interrupt(w, simt_interrupted_pc(context))) return; /* the next tick tries again */
    if (simt_check && !ending) return; /* its hooks yield, so that a run is the same each time */
    simt_in_runtime = 1;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    if (ending) {
        w->fault = (struct fault){
            .error = cudaErrorLaunchTimeout, .pc = simt_interrupted_pc(context), .late = true};
        simt_leave_block(w);
    }
    simt_yield();
}

void simt_watch_worker(struct worker *w) {
    int i = n_workers;
    do
        if (i == MAX_WORKERS) return;
    while (!atomic_compare_exchange_weak(&n_workers, &i, i + 1));
    workers[i] = w;
}

/* Sends the signal to each worker that still runs the thread that it ran at the last tick, if others
 * can run. (The same place in a later round looks the same: one turn too many does no harm.) */
static uint64_t look_at_workers(void) {
    uint64_t marks = 0;
    for (int i = 0; i < n_workers; i++) {
        struct worker *w = workers[i];
        if (!w) continue;
        uint64_t place = w->marks << 16 | (uint64_t)w->pos;
        marks += w->marks;
        if (w->in_kernel && (ending || (place == w->seen_place && w->alive > w->arrived + 1)))
            pthread_kill(w->thread, SIGURG);
        w->seen_place = place;
    }
    return marks;
}

/* What this process has worked. A busy machine makes it wait, and that says nothing of the kernel. */
static uint64_t worked_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void *monitor(void *unused) {
    (void)unused;
    const struct timespec tick = {0, TICK_MS * 1000000L};
    struct launch *seen = NULL;
    uint64_t last_marks = 0, idle_ticks = 0, worked = 0;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL); // a signal would make a tick short
    for (;;) {
        nanosleep(&tick, NULL);
        struct launch *launch = watched;
        uint64_t marks = look_at_workers();
        idle_ticks = launch && launch == seen && marks == last_marks ? idle_ticks + 1 : 0;
        seen = launch;
        last_marks = marks;
        if (idle_ticks == 0) worked = worked_ms();
        if (idle_ticks && worked_ms() - worked >= GROW_MS && !simt_check) {
            simt_grow_pool(launch);
            worked = worked_ms();
        }
        if (watchdog_seconds && idle_ticks > watchdog_seconds * 1000 / TICK_MS) ending = 1;
    }
    return NULL;
}

static void start_monitor(void) {
    struct sigaction action = {.sa_sigaction = on_turn, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGURG, &action, NULL);
    watchdog_seconds = simt_setting_number("SIMT_WATCHDOG", WATCHDOG_SECONDS, 0, 1 << 20);
    pthread_t thread;
    if (pthread_create(&thread, NULL, monitor, NULL) == 0) pthread_detach(thread);
}

void simt_watch(struct launch *launch) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start_monitor);
    ending = 0;
    watched = launch;
}
