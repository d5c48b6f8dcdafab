/**
 * @file
 * @brief Grids that kernels launch: their streams, their order, and what becomes of them. See child.h.
 *
 * Streams of a block run in any order among each other, which SIMT_ORDER chooses. Within a stream work runs in the
 * order of its launches. A grid that was launched into cudaStreamTailLaunch runs when the parent grid and all its
 * other children are complete. A tail's own tails come before the parent's next one.
 */
#include "child.h"

#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static size_t pending; /* grids that have been launched and have not begun */
static size_t most_pending = PENDING_GRIDS;
static __thread struct child_stream *block_streams; /* of the running block, its default stream among them */
static __thread uint64_t streams_of;
static __thread struct child_stream *default_stream;

size_t simt_pending_limit(void) {
    return most_pending;
}

void simt_set_pending_limit(size_t n) {
    most_pending = n;
}

void simt_lock_children(void) {
    simt_in_runtime = 1;
    pthread_mutex_lock(&mutex);
}

void simt_unlock_children(void) {
    pthread_mutex_unlock(&mutex);
    simt_in_runtime = 0;
}

/*
 * Streams of the running block.
 */
struct children *simt_children(void) {
    struct launch *launch = simt_worker->launch;
    if (!launch->children) launch->children = calloc(1, sizeof(*launch->children));
    return launch->children;
}

static void look_at_block(void) {
    if (streams_of == simt_block_serial) return;
    streams_of = simt_block_serial;
    block_streams = default_stream = NULL;
}

/* Called with the lock held. */
static struct child_stream *new_stream(bool of_block) {
    struct children *all = simt_children();
    struct child_stream *s = all ? calloc(1, sizeof(*s)) : NULL;
    if (!s) return NULL;
    s->block = simt_block_serial;
    s->next_of_grid = all->streams;
    all->streams = s;
    if (!of_block) return s;
    s->next_of_block = block_streams;
    return block_streams = s;
}

struct child_stream *simt_child_stream(cudaStream_t stream) {
    look_at_block();
    if (!stream || stream == cudaStreamLegacy)
        return default_stream ? default_stream : (default_stream = new_stream(true));
    if (stream == cudaStreamFireAndForget) return new_stream(false);
    struct child_stream *s = block_streams;
    while (s && (s != (struct child_stream *)stream || s->destroyed)) s = s->next_of_block;
    return s == default_stream ? NULL : s;
}

cudaError_t simt_create_child_stream(cudaStream_t *stream, unsigned int flags) {
    if (!stream || flags != cudaStreamNonBlocking) return simt_fail(cudaErrorInvalidValue);
    simt_lock_children();
    look_at_block();
    struct child_stream *s = new_stream(true);
    simt_unlock_children();
    *stream = (cudaStream_t)s;
    return s ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

/* What is in it runs all the same. */
cudaError_t simt_destroy_child_stream(cudaStream_t stream) {
    if (!stream || stream == cudaStreamLegacy || stream == cudaStreamFireAndForget)
        return simt_fail(cudaErrorInvalidResourceHandle);
    simt_lock_children();
    struct child_stream *s = simt_child_stream(stream);
    if (s) s->destroyed = true;
    simt_unlock_children();
    return s ? cudaSuccess : simt_fail(cudaErrorInvalidResourceHandle);
}

void simt_put_child(struct child *child, struct child_stream *stream) {
    struct children *all = simt_worker->launch->children;
    child->stream = stream;
    if (stream->last)
        stream->last->next = child;
    else
        stream->first = child;
    stream->last = child;
    if (all->last)
        all->last->later = child;
    else
        all->first = child;
    all->last = child;
}

/*
 * Launches.
 */
static void put_tail(struct child *child) {
    struct children *all = simt_worker->launch->children;
    if (all->last_tail)
        all->last_tail->later = child;
    else
        all->first_tail = child;
    all->last_tail = child;
}

static cudaError_t too_many(const char *name) {
    static bool told;
    if (!told)
        simt_print("simt: %zu grids that kernels launched have not begun yet, and %s is one too many. "
                "Set cudaLimitDevRuntimePendingLaunchCount with cudaDeviceSetLimit\n",
                most_pending, name);
    told = true;
    return cudaErrorLaunchPendingCountExceeded;
}

/* Called with the lock held. */
static cudaError_t put_grid(struct child *child, cudaStream_t stream) {
    const struct launch *parent = simt_worker->launch;
    bool tail = stream == cudaStreamTailLaunch;
    if (!tail && parent->depth == DEEPEST_GRID) return cudaErrorLaunchMaxDepthExceeded;
    if (pending >= most_pending) return too_many(child->kernel.name);
    if (!simt_children()) return cudaErrorMemoryAllocation;
    struct child_stream *s = tail ? NULL : simt_child_stream(stream);
    if (!tail && !s) return cudaErrorInvalidResourceHandle;
    if (simt_check) child->order = simt_check->order_now();
    pending++;
    if (tail)
        put_tail(child);
    else
        simt_put_child(child, s);
    return cudaSuccess;
}

cudaError_t simt_launch_child(const struct simt_kernel *kernel, const struct simt_config *config, void *args) {
    simt_in_runtime = 1;
    size_t limit = simt_shared_limit(kernel->function, config->shared_bytes);
    cudaError_t error = simt_launch_error(config, kernel);
    struct child *child = NULL;
    size_t bytes = sizeof(*child) + simt_keep_args(kernel, args, NULL);
    bytes = (bytes + ARGUMENT_ALIGNMENT - 1) / ARGUMENT_ALIGNMENT * ARGUMENT_ALIGNMENT;
    if (!error && !(child = aligned_alloc(ARGUMENT_ALIGNMENT, bytes))) error = cudaErrorMemoryAllocation;
    if (child) {
        *child = (struct child){.kernel = *kernel, .config = *config, .limit = limit};
        child->config.stream = NULL;
        simt_keep_args(kernel, args, child->args);
        simt_lock_children();
        error = put_grid(child, config->stream);
        simt_unlock_children();
    }
    if (error) free(child);
    simt_in_runtime = 0;
    return simt_fail(error);
}

void simt_pointer_argument(const void *pointer) {
    struct worker *w = simt_worker;
    if (!simt_in_kernel() || !pointer) return;
    const char *kind = simt_on_stack(w, (uintptr_t)pointer) ? "local" : NULL;
    uintptr_t dynamic = (uintptr_t)pointer - (uintptr_t)simt_dynamic_shared();
    if (dynamic < w->launch->config->shared_bytes) kind = "shared";
    for (int i = 0; i < w->n_shared; i++)
        if ((uintptr_t)pointer - (uintptr_t)w->shared[i].start < w->shared[i].bytes) kind = "shared";
    if (kind)
        simt_fault(cudaErrorIllegalAddress,
                   "gives the kernel that it launches a pointer to its own %s memory, which ends "
                   "with the block. Use global memory",
                   kind);
}

/*
 * Turns.
 */
static void free_children(struct children *all) {
    for (struct child_stream *s = all->streams, *next; s; s = next) {
        next = s->next_of_grid;
        if (simt_check) simt_check->order_free(s->order);
        free(s);
    }
    for (struct child_event *e = all->events, *next; e; e = next) {
        next = e->next_of_grid;
        free(e);
    }
    for (struct child_mark *m = all->marks, *next; m; m = next) {
        next = m->next_of_grid;
        if (simt_check) simt_check->order_free(m->order);
        free(m);
    }
    free(all);
}

static void free_child(struct child *child) {
    if (simt_check) simt_check->order_free(child->order);
    free(child);
}

static void run_children(struct launch *parent);

/* Runs the blocks of a grid and its children, but not its tails, which are left in grid->children. */
static void run_grid(struct launch *grid, const struct child *child, struct launch *parent, int depth) {
    *grid = simt_new_grid(&child->kernel, &child->config, (void *)child->args, child->limit, parent->device);
    grid->depth = depth;
    pending--;
    if (simt_check) simt_check->child_begins(grid, child->order);
    simt_run_grid(grid);
    run_children(grid);
    if (grid->fault) simt_end_launch(parent, grid->fault);
}

static void run_tails(struct launch *parent, uint64_t since, int depth);

/* The head of a stream: a grid with all that belongs to it, or what an event wants. */
static void run_head(struct child *child, struct launch *parent) {
    struct child_stream *s = child->stream;
    s->first = child->next;
    if (!s->first) s->last = NULL;
    if (child->awaits && simt_check) simt_check->order_join(&s->order, child->awaits->order);
    if (child->records) {
        child->records->reached = true;
        if (simt_check) simt_check->order_join(&child->records->order, s->order);
    }
    if (!child->awaits && !child->records && parent->fault) pending--;
    if (!child->awaits && !child->records && !parent->fault) {
        struct launch grid;
        uint64_t since = simt_check ? simt_check->order_begins() : 0;
        if (simt_check) simt_check->order_join(&child->order, s->order);
        run_grid(&grid, child, parent, parent->depth + 1);
        run_tails(&grid, since, grid.depth);
        if (grid.fault) simt_end_launch(parent, grid.fault);
        if (simt_check) simt_check->order_join(&s->order, child->order);
        if (simt_check) simt_check->order_since(&s->order, since);
    }
    free_child(child);
}

static bool is_ready(const struct child_stream *s) {
    return s->first && (!s->first->awaits || s->first->awaits->reached);
}

/* In the order of the launches; what is waited for has then been done. */
static void run_in_order(struct launch *parent) {
    struct children *all = parent->children;
    for (struct child *next; all->first; all->first = next) {
        next = all->first->later;
        run_head(all->first, parent);
    }
}

/* By the streams, the last one first or drawn by lot. */
static void run_by_streams(struct launch *parent) {
    static uint64_t lot;
    const struct order *order = simt_order();
    size_t n = 0, i;
    if (!lot) lot = order->seed + 1;
    for (struct child_stream *s = parent->children->streams; s; s = s->next_of_grid) n += s->first != NULL;
    struct child_stream **ready = calloc(n ? n : 1, sizeof(*ready));
    if (!ready) simt_die("there is no memory for %zu streams of kernels. Use a smaller input", n);
    n = 0;
    for (struct child_stream *s = parent->children->streams; s; s = s->next_of_grid)
        if (s->first) ready[n++] = s; /* the newest is the first */
    for (size_t from = 0; from < n;) {
        i = order->kind == ORDER_RANDOM ? from + (size_t)((simt_random(&lot) >> 32) * (n - from) >> 32) : from;
        while (!is_ready(ready[i])) i = i + 1 < n ? i + 1 : from;
        run_head(ready[i]->first, parent);
        if (ready[i]->first) continue;
        ready[i] = ready[from++];
    }
    free(ready);
}

/* All that the grid's blocks have launched, but its tails. */
static void run_children(struct launch *parent) {
    struct children *all = parent->children;
    if (!all) return;
    if (simt_order()->kind == ORDER_FORWARD)
        run_in_order(parent);
    else
        run_by_streams(parent);
    all->first = all->last = NULL;
}

/* What comes behind the grid and its children, one after the other; then nothing is left of the list. */
static void run_tails(struct launch *parent, uint64_t since, int depth) {
    struct children *all = parent->children;
    struct child *first = all ? all->first_tail : NULL;
    while (first) {
        struct child *child = first;
        first = child->later;
        if (parent->fault) {
            pending--;
        } else {
            struct launch grid;
            if (simt_check) simt_check->order_since(&child->order, since);
            run_grid(&grid, child, parent, depth);
            if (grid.children && grid.children->first_tail) {
                grid.children->last_tail->later = first;
                first = grid.children->first_tail;
            }
            if (grid.children) free_children(grid.children);
        }
        free_child(child);
    }
    if (all) free_children(all);
    parent->children = NULL;
}

void simt_run_children(struct launch *root) {
    if (!root->children) return;
    uint64_t since = 0; /* of the root grid: all of it comes before its tails */
    run_children(root);
    run_tails(root, since, root->depth);
}
