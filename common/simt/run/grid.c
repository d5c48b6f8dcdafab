/**
 * @file
 * @brief The barrier over a whole grid, for cooperative launches, where each block has its worker.
 *
 * A block is bound to its worker, since its shared memory is thread-local there and its fibers lie on that
 * worker's stacks. So a block that waits for the others holds up its OS thread, and a cooperative grid needs as
 * many OS threads as it has blocks. Inside the block an ordinary barrier comes first and another one last: the
 * first thread that gets through waits for all blocks, on behalf of the rest.
 */
#include "internal.h"

static bool all_there(const struct launch *launch) {
    return launch->grid.arrived + launch->grid.left >= launch->blocks;
}

static void release(struct launch *launch) {
    launch->grid.arrived = 0;
    launch->grid.epoch++;
    if (simt_check) simt_check->grid_met();
    pthread_cond_broadcast(&launch->grid.turn);
}

/* A block that has ended is no longer waited for. */
void simt_grid_leave(struct launch *launch) {
    if (!launch->config->cooperative) return;
    pthread_mutex_lock(&launch->grid.mutex);
    launch->grid.left++;
    if (launch->grid.arrived && all_there(launch)) release(launch);
    pthread_mutex_unlock(&launch->grid.mutex);
}

void simt_end_launch(struct launch *launch, int error) {
    int none = 0;
    atomic_compare_exchange_strong(&launch->fault, &none, error);
    pthread_mutex_lock(&launch->grid.mutex);
    pthread_cond_broadcast(&launch->grid.turn);
    pthread_mutex_unlock(&launch->grid.mutex);
}

/* In a check build blocks run one at a time, so others can only come when this one makes room. */
void simt_wait_for_others(struct launch *launch) {
    if (!simt_check) {
        pthread_cond_wait(&launch->grid.turn, &launch->grid.mutex);
        return;
    }
    pthread_mutex_unlock(&launch->grid.mutex);
    simt_check->no_progress(simt_worker);
    pthread_mutex_lock(&launch->grid.mutex);
}

/* Holds up this OS thread, and so the whole block, until every other block is here. */
static void wait_for_grid(struct launch *launch) {
    pthread_mutex_lock(&launch->grid.mutex);
    uint64_t epoch = launch->grid.epoch;
    launch->grid.arrived++;
    if (all_there(launch)) release(launch);
    while (launch->grid.epoch == epoch && !launch->fault) simt_wait_for_others(launch);
    pthread_mutex_unlock(&launch->grid.mutex);
    if (simt_check) simt_check->grid_passed();
}

void simt_grid_barrier(SIMT_SITE_PARAMETERS) {
    simt_barrier(0, SIMT_SITE);
    struct worker *w = simt_worker;
    if (!w->launch->config->cooperative)
        simt_fault(cudaErrorLaunchFailure,
                   "%s:%d: a grid barrier needs a cooperative launch (cudaLaunchCooperativeKernel)",
                   SIMT_SITE);
    simt_in_runtime = 1;
    if (!w->at_grid_barrier) { /* the first to get here waits for all */
        w->at_grid_barrier = true;
        wait_for_grid(w->launch);
        if (w->launch->fault) simt_leave_block(w);
    }
    simt_in_runtime = 0;
    simt_barrier(0, SIMT_SITE);
    w->at_grid_barrier = false;
}
