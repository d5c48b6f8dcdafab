/**
 * @file
 * @brief Launches: what CUDA refuses, and the workers that take the blocks of what it accepts.
 *
 * The caller's own OS thread is always one of the workers, so a launch of one block wakes nobody. A launch is
 * over when the call returns, unless streams are lazy (queue.c): the program needs no lock against its own
 * kernels then. Workers take blocks by a ticket, an atomic counter, so a slow block holds up nobody. The other
 * OS threads live in a pool from launch to launch, since to create them takes longer than most kernels do. The
 * pool grows when all running blocks wait for one that has not begun (monitor.c): a GPU would have had room for
 * that block, too.
 */
#include "capture.h"
#include "child.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * Workers.
 */
static pthread_key_t worker_key; /* gives a worker back when its OS thread ends */
static pthread_mutex_t worker_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct worker *idle_workers[MAX_WORKERS];
static int n_idle;

static void give_back_worker(void *worker) {
    pthread_mutex_lock(&worker_mutex);
    if (n_idle < MAX_WORKERS) idle_workers[n_idle++] = worker;
    pthread_mutex_unlock(&worker_mutex);
}

static void make_worker_key(void) {
    pthread_key_create(&worker_key, give_back_worker);
}

static struct worker *take_worker(void) {
    pthread_mutex_lock(&worker_mutex);
    struct worker *w = n_idle ? idle_workers[--n_idle] : NULL;
    pthread_mutex_unlock(&worker_mutex);
    if (w) return w;
    w = mmap(NULL, sizeof(*w), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (w == MAP_FAILED)
        simt_die("there is no memory for another worker. Use a smaller SIMT_THREADS");
    simt_watch_worker(w);
    return w;
}

/* The calling OS thread's own. */
struct worker *simt_this_worker(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (simt_worker) return simt_worker;
    pthread_once(&once, make_worker_key);
    simt_worker = take_worker();
    simt_lanes = simt_worker->lanes;
    simt_step_stack = simt_worker->step_stack + sizeof(simt_worker->step_stack);
    simt_worker->thread = pthread_self();
    pthread_getcpuclockid(simt_worker->thread, &simt_worker->clock);
    pthread_setspecific(worker_key, simt_worker);
    simt_catch_faults();
    return simt_worker;
}

int simt_on_device(void) {
    return simt_in_kernel();
}

/* Blocks that a worker takes at a time. One that has run as loops waits for no other, so more are taken then: what
 * workers share moves from core to core, which takes longer than a short block. */
static uint64_t blocks_to_take(const struct worker *w, const struct launch *launch) {
    enum { MOST_AT_ONCE = 64, SHARES = 1024 };
    uint64_t share = launch->blocks / SHARES;
    if (!w->took_block || share < 2 || launch->cluster_blocks > 1) return 1;
    return share < MOST_AT_ONCE ? share : MOST_AT_ONCE;
}

static void work(struct launch *launch) {
    struct worker *w = simt_this_worker();
    w->launch = launch;
    w->took_block = false;
    w->block = UINT64_MAX - 1; /* none of this launch */
    while (!launch->fault) {
        uint64_t n = blocks_to_take(w, launch), ticket = atomic_fetch_add(&launch->ticket, n);
        if (ticket >= launch->blocks) break;
        w->ticket = ticket;
        w->last_ticket = n < launch->blocks - ticket ? ticket + n : launch->blocks;
        while (w->ticket < w->last_ticket && !launch->fault) {
            uint64_t one = w->ticket++;
            if (launch->cluster_blocks > 1) simt_enter_cluster(w, one);
            simt_run_block(w, simt_nth_block(launch, one));
            simt_grid_leave(launch);
            if (w->cluster) simt_leave_cluster(w);
        }
    }
    if (simt_check) simt_check->worker_ends();
}

/*
 * The pool: OS threads that wait for a launch with a place free.
 */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    struct launch *launch; /* NULL: none to join */
    int places;            /* workers that may still join it */
    int threads, waiting, running;
} pool = {PTHREAD_MUTEX_INITIALIZER,
          PTHREAD_COND_INITIALIZER,
          PTHREAD_COND_INITIALIZER,
          NULL,
          0,
          0,
          0,
          0};

/* The monitor may have made the thread, and it takes no signals. Those of a kernel must come. */
static void take_signals(void) {
    static const int of_kernels[] = {SIGURG, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof(of_kernels) / sizeof(*of_kernels); i++)
        sigaddset(&set, of_kernels[i]);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void *pool_thread(void *unused) {
    (void)unused;
    take_signals();
    pthread_mutex_lock(&pool.mutex);
    for (;;) {
        while (!pool.launch || pool.places == 0) {
            pool.waiting++;
            pthread_cond_wait(&pool.wake, &pool.mutex);
            pool.waiting--;
        }
        struct launch *launch = pool.launch;
        pool.places--;
        pool.running++;
        pthread_mutex_unlock(&pool.mutex);
        work(launch);
        pthread_mutex_lock(&pool.mutex);
        if (--pool.running == 0) pthread_cond_signal(&pool.done);
    }
    return NULL;
}

/* Room for `more` further workers; called with the mutex held. Fewer threads only make it slower. */
static void open_places(int more) {
    pool.places += more;
    for (int missing = pool.places - pool.waiting; missing > 0 && pool.threads < MAX_WORKERS - 1;
         missing--) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, pool_thread, NULL)) break;
        pthread_detach(thread);
        pool.threads++;
    }
    pthread_cond_broadcast(&pool.wake);
}

static int resident; /* blocks that may be under way at once, by SIMT_RESIDENT; 0: not read yet */

/* The blocks that run may wait for some that nobody has started: as many again, or one more where it is not
 * known that all of them wait. False when there are none, or the device has no room. */
bool simt_grow_pool(struct launch *launch, int waiting) {
    pthread_mutex_lock(&pool.mutex);
    int running = pool.running + 1, more = waiting ? waiting : 1;
    int most =
        simt_gpu()->sm_count * simt_max_blocks(launch->config->shared_bytes, launch->threads);
    if (most > resident) most = resident;
    int whole =
        (int)launch->cluster_blocks; /* the last cluster that has begun must get all its blocks */
    most = most < whole ? whole : most / whole * whole;
    more = (more + whole - 1) / whole * whole;
    bool grows = pool.launch == launch && pool.places == 0 && launch->ticket < launch->blocks &&
                 running < most && (!waiting || waiting == running);
    if (grows) open_places(running + more < most ? more : most - running);
    pthread_mutex_unlock(&pool.mutex);
    return grows;
}

static int core_count(void) {
    static int cores;
    if (cores) return cores;
    if (simt_check) return cores = simt_check->blocks_at_once();
    cpu_set_t set;
    uint64_t all = sched_getaffinity(0, sizeof(set), &set) == 0 ? (uint64_t)CPU_COUNT(&set) : 1;
    return cores = (int)simt_setting_number(
               "SIMT_THREADS", all < USUAL_WORKERS ? all : USUAL_WORKERS, 1, USUAL_WORKERS);
}

/* With fewer workers than a cluster has blocks, these would wait for one that cannot begin. */
static void run(struct launch *launch) {
    uint64_t workers = launch->config->cooperative ? launch->blocks : (uint64_t)core_count();
    if (workers < launch->cluster_blocks) workers = launch->cluster_blocks;
    if (workers > launch->blocks) workers = launch->blocks;
    if (!resident)
        resident = (int)simt_setting_number("SIMT_RESIDENT", USUAL_WORKERS, 1, USUAL_WORKERS);
    pthread_mutex_lock(&pool.mutex);
    pool.launch = launch;
    pool.places = 0;
    if (workers > 1) open_places((int)workers - 1);
    if ((launch->config->cooperative || launch->cluster_blocks > 1 || simt_check) &&
        (uint64_t)pool.threads + 1 < workers)
        simt_die(
            "the system gave %d threads, and %lu blocks that are under way at once need one each",
            pool.threads + 1, (unsigned long)workers);
    pthread_mutex_unlock(&pool.mutex);
    simt_watch(launch);
    work(launch);
    simt_watch(NULL);
    pthread_mutex_lock(&pool.mutex);
    pool.launch = NULL;
    while (pool.running) pthread_cond_wait(&pool.done, &pool.mutex);
    pthread_mutex_unlock(&pool.mutex);
}

/*
 * What a launch may ask for.
 */
int simt_max_blocks(size_t shared_bytes, uint32_t threads) {
    const struct simt_gpu *gpu = simt_gpu();
    uint32_t rounded = (threads + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS;
    int most = gpu->sm_threads / (int)(rounded ? rounded : 1);
    size_t bytes = shared_bytes + gpu->reserved;
    if (bytes * (size_t)most > gpu->sm_shared) most = (int)(gpu->sm_shared / bytes);
    return most < gpu->sm_blocks ? most : gpu->sm_blocks;
}

static dim3 cluster_of(const struct simt_config *config, const struct simt_kernel *kernel) {
    return config->cluster.x ? config->cluster : simt_own_cluster(kernel);
}

static bool shape_fits(const struct simt_config *c) {
    uint64_t threads = (uint64_t)c->block.x * c->block.y * c->block.z;
    return c->block.x && c->block.y && c->block.z && c->block.z <= 64 && c->block.x <= 1024 &&
           c->block.y <= 1024 && threads <= MAX_BLOCK_THREADS && c->grid.x && c->grid.y &&
           c->grid.z && c->grid.x <= INT32_MAX && c->grid.y <= 65535 && c->grid.z <= 65535;
}

cudaError_t simt_launch_error(const struct simt_config *c, const struct simt_kernel *kernel) {
    if (!shape_fits(c) || c->shared_bytes > simt_dynamic_limit(kernel->function))
        return cudaErrorInvalidValue;
    cudaError_t error = simt_cluster_error(c, cluster_of(c, kernel), kernel->function);
    if (error || !c->cooperative) return error;
    uint64_t blocks = (uint64_t)c->grid.x * c->grid.y * c->grid.z;
    uint32_t threads = c->block.x * c->block.y * c->block.z;
    int most = simt_gpu()->sm_count * simt_max_blocks(c->shared_bytes, threads);
    return blocks > (uint64_t)most ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

struct launch simt_new_grid(const struct simt_kernel *kernel, const struct simt_config *config,
                            void *args, size_t limit, int device) {
    struct launch launch = {
        .kernel = kernel,
        .config = config,
        .args = args,
        .device = device,
        .threads = config->block.x * config->block.y * config->block.z,
        .blocks = (uint64_t)config->grid.x * config->grid.y * config->grid.z,
        .shared_limit = limit,
        .grid = {.mutex = PTHREAD_MUTEX_INITIALIZER, .turn = PTHREAD_COND_INITIALIZER},
    };
    simt_set_cluster(&launch, cluster_of(config, kernel));
    return launch;
}

void simt_run_grid(struct launch *launch) {
    if (launch->fault) return; /* its clusters do not fit */
    simt_order_blocks(launch);
    run(launch);
    while (launch->trial && !simt_end_trial(launch)) {
        simt_check->grid_again(launch);
        run(launch);
    }
    if (launch->fault != ASKS_FOR_CLUSTER) return;
    simt_take_wanted_cluster(launch);
    if (launch->fault) return;
    if (simt_check) simt_check->grid_again(launch);
    simt_order_blocks(launch);
    run(launch);
}

/* A launch that should not have begun: the next call after it works. */
static bool is_refusal(int fault) {
    return fault == cudaErrorInvalidValue || fault == cudaErrorInvalidClusterSize ||
           fault == cudaErrorNotSupported;
}

static int run_launch(const struct simt_kernel *kernel, const struct simt_config *config,
                      void *args, size_t limit, int device, bool holds_up_host) {
    static pthread_mutex_t one_launch = PTHREAD_MUTEX_INITIALIZER;
    struct launch launch = simt_new_grid(kernel, config, args, limit, device);
    launch.holds_up_host = holds_up_host;
    simt_note_launch();
    pthread_mutex_lock(&one_launch);
    if (simt_check) simt_check->launch_begins(&launch);
    uint32_t reach = simt_reach(device);
    simt_open_memory(reach);
    simt_run_grid(&launch);
    simt_run_children(&launch);
    simt_close_memory(reach);
    if (simt_check) simt_check->launch_ends();
    pthread_mutex_unlock(&one_launch);
    return launch.fault;
}

/*
 * Launches for later.
 */
struct launching {
    struct work work;
    struct simt_kernel kernel;
    struct simt_config config;
    size_t limit;
    _Alignas(ARGUMENT_ALIGNMENT) char args[];
};

static size_t align(size_t bytes) {
    return (bytes + ARGUMENT_ALIGNMENT - 1) / ARGUMENT_ALIGNMENT * ARGUMENT_ALIGNMENT;
}

/* Keeps the bits of the arguments as they are at the launch, as a GPU does; `to` may be NULL. Returns
 * how many bytes that takes. */
size_t simt_keep_args(const struct simt_kernel *kernel, void *args, char *to) {
    if (!kernel->sizes) {
        if (to) memcpy(to, args, kernel->args_bytes);
        return kernel->args_bytes;
    }
    size_t n = 0; /* an array of pointers, and then what they point to */
    while (kernel->sizes[n]) n++;
    size_t used = align(n * sizeof(void *));
    for (size_t i = 0; i < n; i++) {
        if (to) memcpy(to + used, ((void **)args)[i], kernel->sizes[i]);
        if (to) ((void **)to)[i] = to + used;
        used += align(kernel->sizes[i]);
    }
    return used;
}

static void launch_now(struct work *work, cudaError_t error) {
    struct launching *l = (struct launching *)work;
    if (error) return;
    int device = work->stream->device;
    int fault = run_launch(&l->kernel, &l->config, l->args, l->limit, device, false);
    if (is_refusal(fault))
        simt_set_refused(device, (cudaError_t)fault);
    else if (fault)
        simt_set_pending(device, (cudaError_t)fault);
}

static cudaError_t launch_later(const struct simt_kernel *kernel, const struct simt_config *config,
                                void *args, size_t limit) {
    struct launching *l =
        simt_new_work(sizeof(*l) + simt_keep_args(kernel, args, NULL), kernel->name, launch_now);
    if (!l) return simt_fail(cudaErrorMemoryAllocation);
    l->kernel = *kernel;
    l->config = *config;
    l->limit = limit;
    l->work.launches = true;
    simt_keep_args(kernel, args, l->args);
    return simt_put(config->stream, &l->work, false);
}

/* And at once. */
struct launching_now {
    struct work work;
    const struct simt_kernel *kernel;
    const struct simt_config *config;
    void *args;
    size_t limit;
    int fault;
};

void simt_wait_for_host(void) {
    struct worker *w = simt_worker;
    if (!w->launch->holds_up_host) return;
    simt_in_runtime = 1;
    simt_end_launch(w->launch, ASKS_FOR_LAZY);
    w->loops = false;
    simt_leave_block(w);
}

/* Does an argument lead to pinned or managed memory? */
static bool reaches_host(const struct launch *launch) {
    size_t bytes = simt_keep_args(launch->kernel, launch->args, NULL);
    char *args = malloc(bytes + 1);
    bool reaches = false;
    if (args) simt_keep_args(launch->kernel, launch->args, args);
    for (size_t at = 0; args && at + sizeof(void *) <= bytes && !reaches; at += sizeof(void *)) {
        void *pointer;
        memcpy(&pointer, args + at, sizeof(pointer));
        reaches = simt_host_may_touch(pointer);
    }
    free(args);
    return reaches;
}

void simt_may_wait_for_host(void) {
    struct launch *launch = simt_worker->launch;
    if (launch->talks < 0 || (launch->talks > 0 && !launch->holds_up_host)) return;
    simt_in_runtime = 1;
    if (launch->talks == 0) launch->talks = reaches_host(launch) ? 1 : -1;
    if (launch->talks > 0 && launch->holds_up_host && !simt_check) {
        simt_end_launch(launch, ASKS_FOR_HOST);
        simt_worker->loops = false;
        simt_leave_block(simt_worker);
    }
    simt_in_runtime = 0;
}

static void launch_at_once(struct work *work, cudaError_t error) {
    struct launching_now *l = (struct launching_now *)work;
    (void)error; /* it shows at a call that waits */
    l->fault = run_launch(l->kernel, l->config, l->args, l->limit, work->stream->device,
                          simt_may_be_lazy());
}

int simt_launch(const struct simt_kernel *kernel, const struct simt_config *config, void *args) {
    if (simt_in_kernel()) return simt_launch_child(kernel, config, args);
    if (config->stream == cudaStreamTailLaunch || config->stream == cudaStreamFireAndForget)
        return simt_fail(cudaErrorInvalidValue); /* streams of kernels */
    cudaError_t error = simt_enter(false);
    if (error) return error;
    size_t limit = simt_shared_limit(kernel->function, config->shared_bytes);
    error = simt_launch_error(config, kernel);
    if (!error && simt_device_of(config->stream) != simt_device)
        error = cudaErrorInvalidResourceHandle; /* the stream is of another device */
    struct simt_stream *captured = NULL;
    if (!error) error = simt_begin_work(config->stream, &captured);
    if (error) return simt_fail(error);
    if (captured) return simt_capture_kernel(captured, kernel, config, args);
    if (simt_lazy()) return launch_later(kernel, config, args, limit);
    struct launching_now l = {
        .work = {.run = launch_at_once, .name = kernel->name, .launches = true},
        .kernel = kernel,
        .config = config,
        .args = args,
        .limit = limit};
    simt_do_now(&l.work, config->stream);
    if (l.fault == ASKS_FOR_LAZY || l.fault == ASKS_FOR_HOST) {
        simt_streams = 1; /* from now on: what the host does next comes before the kernel's end */
        if (l.fault == ASKS_FOR_HOST) simt_serve_streams();
        return launch_later(kernel, config, args, limit);
    }
    if (is_refusal(l.fault)) return simt_fail((cudaError_t)l.fault);
    if (l.fault) simt_set_pending(simt_device, (cudaError_t)l.fault);
    return cudaSuccess;
}
