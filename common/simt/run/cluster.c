/**
 * @file
 * @brief Clusters: blocks that run at the same time, wait for each other and reach each other's shared memory.
 *
 * The blocks of a cluster have neighbouring tickets, and a launch has at least as many workers as a cluster has
 * blocks. So each cluster whose blocks have all been taken can go on, and at most one has not. A worker keeps its
 * block's shared memory until the whole cluster has ended, since others may still use it. Shared memory is
 * thread-local, and a variable has the same distance from the beginning of its module's part in each OS thread. That
 * gives its address in other blocks. A kernel alone knows its __cluster_dims__: it ends its launch with its first
 * statement, and the launch begins again with these clusters. Source: CUDA C++ Programming Guide, "Thread block
 * clusters" and "Distributed shared memory".
 */
#include "schedule.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

/* Defined as a gate below. */
void simt_stay_in_cluster(SIMT_SITE_PARAMETERS);

__thread dim3 simt_cluster_dim;
__thread uint32_t simt_cluster_rank;

enum { MOST_PARTS = 32 };

/* The thread-local variables of a module, as an OS thread has them. */
struct part {
    size_t module;
    uintptr_t start;
    size_t bytes;
};

/* A block of a cluster. */
struct place {
    struct worker *worker;
    uint64_t serial; /* simt_block_serial, as its variables know it */
    struct part parts[MOST_PARTS];
    int n_parts;
};

/* Sets of blocks have a bit for each rank. The launch's grid.mutex guards all that is not its block's own. */
struct cluster {
    struct cluster *next;
    uint64_t index; /* in the launch, by tickets */
    uint32_t all, begun, ended;
    uint32_t arrived, blocked; /* at the barrier; and where no thread can go on */
    _Atomic uint32_t epoch;    /* times that all have met */
    int inside;                /* workers that have entered it and not left */
    void *order[2];            /* of a check build: what was known at the last two meetings */
    struct place place[MOST_CLUSTER];
};

static void lock(struct launch *launch) {
    pthread_mutex_lock(&launch->grid.mutex);
}

static void unlock(struct launch *launch) {
    pthread_mutex_unlock(&launch->grid.mutex);
}

void simt_lock_cluster(const struct worker *w) {
    if (w->cluster) lock(w->launch);
}

void simt_unlock_cluster(const struct worker *w) {
    if (w->cluster) unlock(w->launch);
}

/*
 * What a launch may ask for.
 */
static uint64_t blocks_of(dim3 d) {
    return (uint64_t)d.x * d.y * d.z;
}

cudaError_t simt_cluster_error(const struct simt_config *config, dim3 cluster,
                               const void *function) {
    enum { FIRST_WITH_CLUSTERS = 90 };
    dim3 g = config->grid;
    if (!cluster.x && !cluster.y && !cluster.z) return cudaSuccess;
    if (!cluster.x || !cluster.y || !cluster.z) return cudaErrorInvalidClusterSize;
    if (blocks_of(cluster) > 1 && simt_gpu()->capability < FIRST_WITH_CLUSTERS)
        return cudaErrorNotSupported;
    bool divides = g.x % cluster.x == 0 && g.y % cluster.y == 0 && g.z % cluster.z == 0;
    bool fits = blocks_of(cluster) <= (uint64_t)simt_largest_cluster(function);
    return divides && fits ? cudaSuccess : cudaErrorInvalidClusterSize;
}

/* Kernels with __cluster_dims__ that have been launched. One type of call serves all kernels of one signature, so both
 * addresses make a kernel. */
static struct own_cluster {
    struct own_cluster *next;
    void (*call)(void *args);
    const void *function;
    dim3 cluster;
} * own_clusters;
static pthread_mutex_t own_mutex = PTHREAD_MUTEX_INITIALIZER;

dim3 simt_own_cluster(const struct simt_kernel *kernel) {
    pthread_mutex_lock(&own_mutex);
    const struct own_cluster *o = own_clusters;
    while (o && (o->call != kernel->call || o->function != kernel->function)) o = o->next;
    pthread_mutex_unlock(&own_mutex);
    return o ? o->cluster : (dim3){0, 0, 0};
}

dim3 simt_known_cluster(const void *function) {
    pthread_mutex_lock(&own_mutex);
    const struct own_cluster *o = own_clusters;
    while (o && o->function != function) o = o->next;
    pthread_mutex_unlock(&own_mutex);
    return o ? o->cluster : (dim3){0, 0, 0};
}

static void note_own_cluster(const struct simt_kernel *kernel, dim3 cluster) {
    struct own_cluster *o = malloc(sizeof(*o));
    if (!o) return; /* it is asked again */
    pthread_mutex_lock(&own_mutex);
    *o = (struct own_cluster){own_clusters, kernel->call, kernel->function, cluster};
    own_clusters = o;
    pthread_mutex_unlock(&own_mutex);
}

bool simt_set_cluster(struct launch *launch, dim3 cluster) {
    cudaError_t error = simt_cluster_error(launch->config, cluster, launch->kernel->function);
    launch->cluster = cluster.x ? cluster : (dim3){1, 1, 1};
    launch->cluster_blocks = (uint32_t)blocks_of(launch->cluster);
    launch->fault = error;
    return !error;
}

void simt_take_wanted_cluster(struct launch *launch) {
    dim3 cluster = launch->cluster;
    note_own_cluster(launch->kernel, cluster);
    launch->ticket = 0;
    launch->grid.arrived = launch->grid.left = launch->grid.epoch = 0;
    simt_set_cluster(launch, cluster);
}

/* A launch that has said another shape than the kernel's does not begin. */
void simt_other_cluster(uint32_t x, uint32_t y, uint32_t z) {
    struct worker *w = simt_worker;
    struct launch *launch = w->launch;
    simt_in_runtime = 1;
    if (launch->config->cluster.x || launch->cluster_blocks > 1) {
        simt_end_launch(launch, cudaErrorInvalidClusterSize);
    } else {
        lock(launch);
        launch->cluster = (dim3){x, y, z};
        unlock(launch);
        simt_end_launch(launch, ASKS_FOR_CLUSTER);
    }
    w->loops = false;
    simt_leave_block(w);
}

/*
 * Which blocks make a cluster.
 */
static dim3 place_in(dim3 shape, uint64_t rank) {
    return (dim3){(uint32_t)(rank % shape.x), (uint32_t)(rank / shape.x % shape.y),
                  (uint32_t)(rank / shape.x / shape.y)};
}

static uint32_t rank_in_cluster(const struct launch *launch, uint64_t cluster, uint64_t turn) {
    uint32_t n = launch->cluster_blocks;
    if (simt_order()->kind == ORDER_REVERSE) return (uint32_t)(n - 1 - turn);
    return simt_order()->kind == ORDER_RANDOM ? (uint32_t)((turn + cluster) % n) : (uint32_t)turn;
}

uint64_t simt_block_in_cluster(const struct launch *launch, uint64_t cluster, uint64_t turn) {
    dim3 g = launch->config->grid, c = launch->cluster;
    dim3 at = place_in((dim3){g.x / c.x, g.y / c.y, g.z / c.z}, cluster);
    dim3 in = place_in(c, rank_in_cluster(launch, cluster, turn));
    uint64_t x = at.x * c.x + in.x, y = at.y * c.y + in.y, z = (uint64_t)at.z * c.z + in.z;
    return (z * g.y + y) * g.x + x;
}

static uint32_t rank_of_block(const struct launch *launch, uint64_t block) {
    dim3 g = launch->config->grid, c = launch->cluster, b = place_in(g, block);
    return (b.z % c.z * c.y + b.y % c.y) * c.x + b.x % c.x;
}

/*
 * Beginning and end of a block.
 */
static struct cluster *find_or_make(struct launch *launch, uint64_t index) {
    struct cluster *c = launch->clusters;
    while (c && c->index != index) c = c->next;
    if (c) return c;
    c = calloc(1, sizeof(*c));
    if (!c) simt_die("there is no memory for another worker. Use a smaller SIMT_THREADS");
    c->index = index;
    c->all = (1u << launch->cluster_blocks) - 1;
    c->next = launch->clusters;
    return launch->clusters = c;
}

void simt_enter_cluster(struct worker *w, uint64_t ticket) {
    struct launch *launch = w->launch;
    w->rank = rank_of_block(launch, simt_nth_block(launch, ticket));
    lock(launch);
    w->cluster = find_or_make(launch, ticket / launch->cluster_blocks);
    w->cluster->inside++;
    unlock(launch);
}

#if defined(__GLIBC__)
/* Memory for thread-local variables of a module that came later exists when a thread has asked for it. */
struct tls_index {
    size_t module, offset;
};
extern void *__tls_get_addr(struct tls_index *of);
#endif

static int add_part(struct dl_phdr_info *info, size_t bytes, void *place) {
    (void)bytes;
    struct place *p = place;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_TLS || p->n_parts == MOST_PARTS) continue;
        void *start = info->dlpi_tls_data;
#if defined(__GLIBC__)
        if (!start) start = __tls_get_addr(&(struct tls_index){info->dlpi_tls_modid, 0});
#endif
        p->parts[p->n_parts++] =
            (struct part){info->dlpi_tls_modid, (uintptr_t)start, info->dlpi_phdr[i].p_memsz};
    }
    return 0;
}

void simt_begin_in_cluster(struct worker *w) {
    struct cluster *c = w->cluster;
    struct place *p = &c->place[w->rank];
    lock(w->launch);
    p->worker = w;
    p->serial = simt_block_serial;
    p->n_parts = 0;
    dl_iterate_phdr(add_part, p);
    c->begun |= 1u << w->rank;
    pthread_cond_broadcast(&w->launch->grid.turn);
    unlock(w->launch);
}

/* All blocks have come to the barrier or have ended. What was known at the meeting before is asked no more. */
static void meet(struct cluster *c, struct launch *launch) {
    if (simt_check) simt_check->cluster_forget(&c->order[(c->epoch + 1) % 2]);
    c->arrived = c->blocked = 0;
    c->epoch++;
    pthread_cond_broadcast(&launch->grid.turn);
}

static void remove_cluster(struct launch *launch, struct cluster *c) {
    struct cluster **at = &launch->clusters;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    for (int i = 0; simt_check && i < 2; i++) simt_check->cluster_forget(&c->order[i]);
    free(c);
}

void simt_leave_cluster(struct worker *w) {
    struct launch *launch = w->launch;
    struct cluster *c = w->cluster;
    lock(launch);
    c->ended |= 1u << w->rank;
    if (c->arrived && (c->arrived | c->ended) == c->all) meet(c, launch);
    pthread_cond_broadcast(&launch->grid.turn);
    while (c->ended != c->all && !launch->fault) {
        if (!simt_check) {
            pthread_cond_wait(&launch->grid.turn, &launch->grid.mutex);
            continue;
        }
        unlock(launch);
        simt_check->stand_back();
        lock(launch);
    }
    w->cluster = NULL;
    if (simt_check) simt_check->cluster_ended();
    if (--c->inside == 0) remove_cluster(launch, c);
    unlock(launch);
}

/*
 * The barrier. Threads of a block come one by one; a block has come when all that live have.
 */
static uint32_t epoch_of(const struct worker *w) {
    return w->cluster ? w->cluster->epoch : w->cluster_phase;
}

static void block_arrives(struct worker *w) {
    struct cluster *c = w->cluster;
    void **order = c ? c->order : w->cluster_order;
    w->cluster_arrived = 0;
    if (simt_check) {
        if (!c) simt_check->cluster_forget(&order[w->cluster_phase % 2]);
        simt_check->cluster_met(w, w->cluster_phase, &order[w->cluster_phase % 2]);
    }
    w->cluster_phase++;
    w->marks++;
    if (!c) return;
    lock(w->launch);
    c->arrived |= 1u << w->rank;
    if ((c->arrived | c->ended) == c->all) meet(c, w->launch);
    unlock(w->launch);
}

/* Counts anew for each block, when the first of its threads comes. */
static void begin_arrivals(struct worker *w) {
    if (w->splits_cluster) return;
    w->splits_cluster = true;
    w->cluster_phase = 0;
    w->cluster_arrived = 0;
    memset(w->cluster_arrivals, 0, (size_t)w->n * sizeof(w->cluster_arrivals[0]));
}

void simt_cluster_arrive(int splits, SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    if (!w || !w->in_kernel) simt_die_on_host("the barrier of a cluster", SIMT_SITE);
    simt_in_runtime = 1;
    begin_arrivals(w);
    int t = w->current;
    if (w->cluster_arrivals[t] != w->cluster_phase)
        simt_fault(cudaErrorLaunchFailure,
                   "%s:%d: comes to the barrier of its cluster twice and does not wait in between",
                   SIMT_SITE);
    if (simt_check) simt_check->cluster_arrive(w, splits);
    w->cluster_arrivals[t]++;
    if (++w->cluster_arrived == w->alive) block_arrives(w);
    simt_in_runtime = 0;
}

void *simt_stay_step(SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    arrive(w, THREAD_AT_CLUSTER, "the barrier of a cluster", SIMT_SITE);
    return go_on(w);
}
SIMT_GATE(void, simt_stay_in_cluster, simt_stay_step, (SIMT_SITE_PARAMETERS), (SIMT_SITE));

/* In split halves each thread goes on with what it has learned; else the block has done so as one. */
static void pass(struct worker *w, int t) {
    if (!simt_check || !w->cluster_arrivals[t]) return;
    uint32_t phase = w->cluster_arrivals[t] - 1;
    void **order = w->cluster ? w->cluster->order : w->cluster_order;
    simt_check->cluster_passed(w, t, phase, order[phase % 2]);
}

void simt_cluster_wait(SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    if (!w || !w->in_kernel) simt_die_on_host("the barrier of a cluster", SIMT_SITE);
    begin_arrivals(w);
    if (w->cluster_arrivals[w->current] > epoch_of(w)) simt_stay_in_cluster(SIMT_SITE);
    simt_in_runtime = 1;
    pass(w, w->current);
    simt_in_runtime = 0;
}

/* A thread that has ended is waited for no more. */
void simt_end_in_cluster(struct worker *w, int thread) {
    if (w->cluster_arrivals[thread] > w->cluster_phase) w->cluster_arrived--;
    if (w->cluster_arrived && w->cluster_arrived == w->alive) block_arrives(w);
}

void simt_wake_in_cluster(struct worker *w) {
    uint32_t epoch = epoch_of(w);
    for (int t = 0; t < w->n; t++)
        if (w->state[t] == THREAD_AT_CLUSTER && w->cluster_arrivals[t] <= epoch)
            w->state[t] = THREAD_READY;
}

int simt_waiting_in_cluster(const struct worker *w) {
    int n = 0;
    for (int t = 0; w->splits_cluster && t < w->n; t++) n += w->state[t] == THREAD_AT_CLUSTER;
    return n;
}

/* The meeting that the block's threads wait for; 0: none of them waits. */
static uint32_t awaited(const struct worker *w) {
    uint32_t epoch = 0;
    for (int t = 0; t < w->n; t++) {
        bool sooner = !epoch || w->cluster_arrivals[t] < epoch;
        if (w->state[t] == THREAD_AT_CLUSTER && sooner) epoch = w->cluster_arrivals[t];
    }
    return epoch;
}

bool simt_wait_in_cluster(struct worker *w) {
    struct launch *launch = w->launch;
    struct cluster *c = w->cluster;
    uint32_t epoch = c && w->splits_cluster ? awaited(w) : 0;
    if (!epoch) return false;
    lock(launch);
    c->blocked |= 1u << w->rank;
    pthread_cond_broadcast(&launch->grid.turn); /* it may be the last one that could go on */
    w->at_cluster = true;
    while (c->epoch < epoch && !launch->fault && (c->blocked | c->ended) != c->all)
        simt_wait_for_others(launch);
    w->at_cluster = false;
    bool met = c->epoch >= epoch;
    if (met || launch->fault) c->blocked &= ~(1u << w->rank);
    unlock(launch);
    if (launch->fault) simt_leave_block(w);
    simt_wake_in_cluster(w);
    return met;
}

/*
 * Shared memory of other blocks.
 */
static const struct part *part_of(const struct place *p, uintptr_t address) {
    for (int i = 0; i < p->n_parts; i++)
        if (address - p->parts[i].start < p->parts[i].bytes) return &p->parts[i];
    return NULL;
}

/* The rank whose memory it is, the own one first; MOST_CLUSTER: none. */
static uint32_t find_rank(const struct worker *w, uintptr_t address, const struct part **part) {
    const struct cluster *c = w->cluster;
    if ((*part = part_of(&c->place[w->rank], address))) return w->rank;
    for (uint32_t r = 0; r < MOST_CLUSTER; r++)
        if (c->begun >> r & 1 && (*part = part_of(&c->place[r], address))) return r;
    return MOST_CLUSTER;
}

static uintptr_t same_in(const struct place *p, const struct part *part, uintptr_t address) {
    for (int i = 0; i < p->n_parts; i++)
        if (p->parts[i].module == part->module) return address - part->start + p->parts[i].start;
    return 0;
}

/* The mutex is held. */
static void enter_for(struct place *other, const struct part *part,
                      const struct shared_variable *mine) {
    struct shared_variable v = *mine;
    struct worker *owner = other->worker;
    v.start = (void *)same_in(other, part, (uintptr_t)mine->start);
    v.entered = (uint64_t *)same_in(other, part, (uintptr_t)mine->entered);
    v.zone = mine->zone ? (void *)same_in(other, part, (uintptr_t)mine->zone) : NULL;
    if (!v.start || !v.entered || *v.entered == other->serial) return;
    memset(v.start, simt_unwritten(), v.bytes);
    owner->static_bytes += v.bytes;
    if (owner->n_shared < MAX_SHARED) owner->shared[owner->n_shared++] = v;
    if (simt_check) simt_check->shared(owner, &v);
    *v.entered = other->serial;
}

/* What the other block has not entered yet would be lost when it does. */
static void enter_variable(struct worker *w, struct place *other, const struct part *part,
                           uintptr_t address) {
    for (int i = 0; i < w->n_shared; i++)
        if (address - (uintptr_t)w->shared[i].start < w->shared[i].bytes)
            enter_for(other, part, &w->shared[i]);
}

static struct place *wait_for_begin(struct worker *w, uint32_t rank) {
    struct cluster *c = w->cluster;
    w->at_cluster = true;
    while (!(c->begun >> rank & 1) && !w->launch->fault) simt_wait_for_others(w->launch);
    w->at_cluster = false;
    return c->begun >> rank & 1 ? &c->place[rank] : NULL;
}

void *simt_cluster_map(const void *address, uint32_t rank, SIMT_SITE_PARAMETERS) {
    struct worker *w = simt_worker;
    if (!w || !w->in_kernel) simt_die_on_host("map_shared_rank", SIMT_SITE);
    const struct part *part = NULL;
    uint32_t n = w->launch->cluster_blocks;
    simt_in_runtime = 1;
    if (rank >= n)
        simt_fault(cudaErrorLaunchFailure,
                   "%s:%d: asks for the shared memory of block %u in a cluster of %u. Launch it "
                   "with larger "
                   "clusters, or use a smaller rank",
                   SIMT_SITE, rank, n);
    if (w->cluster && find_rank(w, (uintptr_t)address, &part) == MOST_CLUSTER)
        simt_fault(
            cudaErrorLaunchFailure,
            "%s:%d: asks for another block's copy of what is not shared memory of its cluster",
            SIMT_SITE);
    uintptr_t found = (uintptr_t)address;
    if (w->cluster) {
        lock(w->launch);
        struct place *other = wait_for_begin(w, rank);
        if (other) found = same_in(other, part, (uintptr_t)address);
        if (other && rank != w->rank) enter_variable(w, other, part, (uintptr_t)address);
        unlock(w->launch);
        if (!other) simt_leave_block(w);
    }
    simt_in_runtime = 0;
    return (void *)found;
}

uint32_t simt_cluster_owner(const void *address) {
    struct worker *w = simt_worker;
    const struct part *part;
    if (!w || !w->in_kernel) return UINT32_MAX;
    if (!w->cluster) return simt_is_shared(address) ? 0 : UINT32_MAX;
    uint32_t rank = find_rank(w, (uintptr_t)address, &part);
    return rank == MOST_CLUSTER ? UINT32_MAX : rank;
}

bool simt_other_owner(uintptr_t address, struct owner *owner) {
    const struct worker *w = simt_worker;
    const struct part *part, *dynamic;
    if (!w || !w->cluster) return false;
    const struct cluster *c = w->cluster;
    uint32_t rank = find_rank(w, address, &part);
    if (rank == MOST_CLUSTER || rank == w->rank) return false;
    uintptr_t own = (uintptr_t)simt_dynamic_shared();
    dynamic = part_of(&c->place[w->rank], own);
    *owner = (struct owner){c->place[rank].worker, same_in(&c->place[rank], dynamic, own),
                            c->ended >> rank & 1};
    return true;
}
