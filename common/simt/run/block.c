/**
 * @file
 * @brief A block: its threads run in rounds, in a seeded order, each until it waits or ends.
 *
 * Within a round every thread that can run is run once. A thread that waits hands over to the next
 * one directly. A thread that ends leaves its stack to the next one that has not started yet, so a
 * kernel without barriers runs on a single stack, like a loop.
 */
#include "schedule.h"

#include <string.h>

/* Defined as gates below. */
void simt_give_turn(void);
void simt_run_fibers(void);

__thread struct worker *simt_worker;
__thread struct simt_thread simt_self;
__thread uint3 simt_block_idx;
__thread dim3 simt_block_dim, simt_grid_dim;
__thread uint64_t simt_block_serial;
__thread struct simt_lane *simt_lanes;
__thread int simt_yield_in;
const struct check_hooks *simt_check;

/* The block's dynamic shared memory, and what `extern __shared__` arrays are called by the linker. */
__thread char simt_dynamic_shared_memory[SHARED_BYTES_OPTIN] __attribute__((aligned(1024)));

void *simt_dynamic_shared(void) {
    return simt_dynamic_shared_memory;
}

/* All that live are at the barrier: let them go on, in a round of their own. */
static __attribute__((noinline)) void release_barrier(struct worker *w) {
    w->barrier_result = w->predicates;
    w->barrier_members = w->arrived;
    w->predicates = 0;
    if (w->arrived == w->n)
        memset(w->state, THREAD_READY, (size_t)w->n);
    else
        for (int t = 0; t < w->n; t++)
            if (w->state[t] == THREAD_AT_BARRIER) w->state[t] = THREAD_READY;
    w->arrived = 0;
    w->marks++;
    if (simt_check) simt_check->barrier(w);
    if (w->asked) simt_look_at_round(w);
    simt_next_round(w);
}

static bool any_can_run(const struct worker *w) {
    for (int t = 0; t < w->n; t++)
        if (w->state[t] <= THREAD_READY) return true;
    return false;
}

/* The round is over: start one that somebody can run in. False when all threads have ended. */
__attribute__((noinline)) bool simt_start_round(struct worker *w) {
    if (w->alive == 0) return false;
    if (simt_check) simt_check->no_progress(w);
    simt_release_active(w);
    if (w->asked) simt_look_at_round(w);
    if (w->splits_cluster) simt_wake_in_cluster(w);
    if (!any_can_run(w) && !simt_wait_in_cluster(w)) {
        simt_note_deadlock(w);
        if (simt_check) simt_check->stuck(w);
        simt_leave_block(w);
    }
    simt_next_round(w);
    return true;
}

/* The running thread has ended: which one is next? */
static int end_thread(struct worker *w) {
    int t = w->current;
    w->state[t] = THREAD_EXITED;
    w->alive--;
    w->marks++;
    if (simt_check) simt_check->thread_ends(w, t);
    simt_warp_exit(w, t);
    if (w->splits_cluster) simt_end_in_cluster(w, t);
    if (w->arrived && w->arrived == w->alive) release_barrier(w);
    t = next_thread(w);
    if (t < 0) simt_leave_block(w);
    return t;
}

/* The same, in short, where nobody waits for the thread and the next one has not started yet. */
static inline int end_lone_thread(struct worker *w) {
    int t = w->current, next = w->order[w->pos];
    struct warp *warp = &w->warps[t / WARP_THREADS];
    if ((simt_check && !w->launch->trial) || warp->waiting || w->arrived || w->splits_cluster || w->pos == w->n ||
        w->state[next] != THREAD_NEW)
        return end_thread(w);
    w->state[t] = THREAD_EXITED;
    w->alive--;
    w->marks++;
    w->pos++;
    warp->exited |= 1u << t % WARP_THREADS;
    return next;
}

/* Blocks are numbered as they begin. A worker takes some numbers at a time, since those who share a counter wait. */
static uint64_t next_serial(void) {
    enum { AT_ONCE = 256 };
    static _Atomic uint64_t taken;
    static __thread uint64_t last, end;
    if (last == end) {
        last = atomic_fetch_add(&taken, AT_ONCE);
        end = last + AT_ONCE;
    }
    return ++last;
}

static void find_index(const struct simt_config *config, uint64_t block) {
    uint64_t rows = block / config->grid.x;
    simt_block_idx = (uint3){(uint32_t)(block % config->grid.x), (uint32_t)(rows % config->grid.y),
                             (uint32_t)(rows / config->grid.y)};
}

static void enter_block(const struct launch *launch, uint64_t block) {
    struct worker *w = simt_worker;
    const struct simt_config *config = launch->config;
    if (block == w->block + 1 && simt_block_idx.x + 1 < config->grid.x)
        simt_block_idx.x++;
    else
        find_index(config, block);
    w->block = block;
    simt_block_dim = config->block;
    simt_grid_dim = config->grid;
    simt_cluster_dim = launch->cluster;
    simt_cluster_rank = w->cluster ? w->rank : 0;
    simt_block_serial = next_serial();
    w->static_bytes = 0;
    w->n_shared = 0;
    if (config->shared_bytes) memset(simt_dynamic_shared_memory, simt_unwritten(), config->shared_bytes);
}

/* The next of the blocks that the worker has taken, on the same stack. Threads that ran as loops are as new. */
static bool go_on_as_loops(struct worker *w) {
    struct launch *launch = w->launch;
    if (w->ticket == w->last_ticket || launch->fault || launch->config->cooperative) return false;
    w->loops = false;
    w->marks += (uint64_t)w->n;
    w->alive = w->n;
    enter_block(launch, simt_nth_block(launch, w->ticket++));
    if (simt_check) simt_check->block_begins(w, w->block); /* of a trial */
    simt_offered = 1;
    return true;
}

/* All threads have run, as loops. */
static _Noreturn void end_loops(struct worker *w) {
    w->loops = false;
    w->marks += (uint64_t)w->n;
    w->alive = 0;
    w->untouched = w->n;
    simt_leave_block(w);
}

/* One thread after another, for as long as they end before the next has to be resumed. */
static void run_threads(void) {
    struct worker *w = simt_worker;
    uint16_t stack = w->stack_of[w->current];
    for (;;) {
        simt_in_runtime = 0;
        w->launch->kernel->call(w->launch->args);
        simt_in_runtime = 1;
        if (w->loops && go_on_as_loops(w)) continue;
        if (w->loops) end_loops(w);
        simt_offered = 0;
        int t = end_lone_thread(w);
        w->current = t;
        simt_self = w->views[t];
        w->stack_of[t] = w->state[t] == THREAD_NEW ? stack : w->stack_of[t];
        if (w->state[t] == THREAD_NEW) continue;
        w->free_stacks[w->n_free++] = stack;
        simt_jump(w->sp[t]);
    }
}

/* A thread ends in the middle of its kernel. Its stack is free at once: a step runs on another. */
void *simt_exit_step(void) {
    struct worker *w = simt_worker;
    uint16_t stack = w->stack_of[w->current];
    int t = end_thread(w);
    w->free_stacks[w->n_free++] = stack;
    w->current = t;
    simt_self = w->views[t];
    return w->state[t] == THREAD_NEW ? simt_start_thread(w, t) : w->sp[t];
}
SIMT_GATE(void, simt_end_this_thread, simt_exit_step, (void), ());

void simt_exit_thread(void) {
    if (!simt_worker || !simt_worker->in_kernel) simt_die_on_host("exit", "asm", 0);
    simt_end_this_thread();
    __builtin_unreachable();
}

void *simt_start_thread(struct worker *w, int t) {
    int stack = simt_take_stack(w);
    w->stack_of[t] = (uint16_t)stack;
    return simt_prepare_stack(simt_stack_top(w, stack), run_threads);
}

void simt_die_on_host(const char *what, SIMT_SITE_PARAMETERS) {
    simt_die("%s:%d: %s was called on the host. It belongs in a kernel", SIMT_SITE, what);
}

/*
 * The gates at which a thread waits.
 */
void *simt_barrier_step(int predicate, SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    arrive(w, THREAD_AT_BARRIER, "__syncthreads()", SIMT_SITE);
    w->predicates += predicate != 0;
    if (++w->arrived == w->alive) release_barrier(w);
    return go_on(w);
}
SIMT_GATE(void, simt_barrier, simt_barrier_step, (int predicate, SIMT_SITE_PARAMETERS),
          (predicate, SIMT_SITE));

int simt_barrier_result(enum simt_barrier_op op) {
    const struct worker *w = simt_worker;
    switch (op) {
    case SIMT_BARRIER_COUNT:
        return w->barrier_result;
    case SIMT_BARRIER_AND:
        return w->barrier_result == w->barrier_members;
    default:
        return w->barrier_result != 0;
    }
}

void *simt_yield_step(void) {
    struct worker *w = simt_worker;
    simt_yield_in = simt_order_yield(w);
    w->warps[w->current / WARP_THREADS].looking &= ~(1u << w->current % WARP_THREADS);
    w->state[w->current] = THREAD_READY;
    w->sp[w->current] = simt_sp;
    return go_on(w);
}
SIMT_GATE(void, simt_give_turn, simt_yield_step, (void), ());

void simt_yield(void) {
    if (simt_in_kernel()) simt_give_turn(); /* else it is an atomic on the host */
}

/* The worker's own way into its first fiber; simt_leave_block comes back. */
void *simt_first_step(void) {
    struct worker *w = simt_worker;
    w->main_sp = simt_sp;
    return go_on(w);
}
SIMT_GATE(void, simt_run_fibers, simt_first_step, (void), ());

/* The views of a block's threads depend on its shape alone, so most blocks find them made. */
static void make_views(struct worker *w, dim3 shape) {
    if (w->views_of.x == shape.x && w->views_of.y == shape.y && w->views_of.z == shape.z) return;
    w->views_of = shape;
    uint32_t t = 0;
    for (uint32_t z = 0; z < shape.z; z++)
        for (uint32_t y = 0; y < shape.y; y++)
            for (uint32_t x = 0; x < shape.x; x++, t++)
                w->views[t] = (struct simt_thread){{x, y, z}, t};
}

static void reset_threads(struct worker *w, int n, uint64_t block) {
    w->n = w->alive = n;
    w->arrived = w->predicates = 0;
    w->at_grid_barrier = w->splits_cluster = false;
    simt_first_round(w, block);
    int warps = (n + WARP_THREADS - 1) / WARP_THREADS;
    if (w->untouched != n) { /* else they are as new */
        memset(w->state, THREAD_NEW, (size_t)n);
        memset(w->warps, 0, (size_t)warps * sizeof(w->warps[0]));
        if (n % WARP_THREADS) w->warps[warps - 1].exited = ~0u << n % WARP_THREADS;
    }
    w->untouched = 0;
    simt_yield_in = simt_order_yield(w);
    simt_look_soon(w);
    simt_free_all_stacks(w);
}

/* Runs the block to its end, or to a fault. */
static void run_block(struct worker *w, uint64_t block, bool offered) {
    enter_block(w->launch, block);
    reset_threads(w, (int)w->launch->threads, block);
    w->fault.error = 0;
    w->asserted = false;
    w->epoch++;
    if (simt_check) simt_check->block_begins(w, block);
    if (w->cluster) simt_begin_in_cluster(w);
    simt_in_runtime = 1; /* until the first fiber runs */
    w->in_kernel = true;
    simt_offered = offered;
    simt_run_fibers();
}

/* A fault in loops does not tell whose it was, so the threads run again one by one. The launch fails in any case. */
static void find_fault_of_loops(struct worker *w, uint64_t block) {
    struct fault fault = w->fault;
    w->loops = false;
    if (!fault.late) run_block(w, block, false);
    if (!w->fault.error) w->fault = fault;
}

void simt_run_block(struct worker *w, uint64_t block) {
    make_views(w, w->launch->config->block);
    run_block(w, block, simt_offer_block(w->launch));
    if (w->launch->trial) {
        w->loops = false;
        if (w->alive) simt_end_launch(w->launch, ASKS_FOR_TOOLS);
        return;
    }
    if (w->loops) find_fault_of_loops(w, w->block); /* it may be a later one */
    if (simt_check) simt_check->block_ends();
    if (w->fault.error) simt_report_fault(w);
}

/* Drops the block as it stands: its fibers are never resumed, their stacks are used anew. */
_Noreturn void simt_leave_block(struct worker *w) {
    w->in_kernel = false;
    simt_block_dim = (dim3){0, 0, 0};
    simt_jump(w->main_sp);
}

void simt_too_many_threads(unsigned most) {
    simt_fault(cudaErrorInvalidValue,
               "is launched with %u threads a block, and its __launch_bounds__ allow %u. Launch "
               "fewer, or allow more",
               simt_worker->launch->threads, most);
}

/* Adds to the shared memory that the block has taken, if it may have so much. */
static void count_shared(struct worker *w, size_t bytes, const char *name) {
    size_t dynamic_bytes = w->launch->config->shared_bytes;
    w->static_bytes += bytes;
    if (w->static_bytes > SHARED_BYTES)
        simt_fault(cudaErrorInvalidValue,
                   "uses too much shared data with %s (%zu bytes, %d is the most). Use a smaller "
                   "tile, or dynamic shared memory",
                   name, w->static_bytes, SHARED_BYTES);
    if (w->static_bytes + dynamic_bytes > w->launch->shared_limit)
        simt_fault(
            cudaErrorInvalidValue,
            "wants %zu bytes of static and %zu of dynamic shared memory. The block may have %zu",
            w->static_bytes, dynamic_bytes, w->launch->shared_limit);
}

static void enter_shared(struct worker *w, const struct shared_variable *v) {
    memset(v->start, simt_unwritten(), v->bytes);
    if (w->n_shared < MAX_SHARED) w->shared[w->n_shared++] = *v;
    if (simt_check) simt_check->shared(w, v);
}

/* The thread may have been interrupted since it asked, so it asks again. */
void simt_shared_enter(void *variable, size_t bytes, size_t item_bytes, const char *name,
                       uint64_t *entered) {
    struct shared_variable v = {variable, NULL, bytes, item_bytes, 0, name, entered};
    simt_in_runtime = 1;
    simt_lock_cluster(simt_worker);
    bool enters = *entered != simt_block_serial;
    if (enters) *entered = simt_block_serial;
    if (enters) enter_shared(simt_worker, &v);
    simt_unlock_cluster(simt_worker);
    if (enters) count_shared(simt_worker, bytes, name);
    simt_in_runtime = 0;
}
