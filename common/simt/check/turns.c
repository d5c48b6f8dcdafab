/**
 * @file
 * @brief Blocks of several workers take turns: one runs, the others wait, the lowest number first.
 *
 * A launch has several workers when it is cooperative, or when a block spins for one that has not begun.
 */
#include "check.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static bool taken;
static uint64_t last;       /* who had it */
static int missing;         /* workers that have to come before the first one begins */
static uint64_t seen_marks; /* of the block that runs, when it last offered its turn */
static int idle_offers;
static struct {
    uint64_t block;
    bool waits;
} queue[MAX_WORKERS];
static _Atomic int n_waiting;

/* The next one after the last, in the order of blocks, and then from the beginning. */
static bool is_next(uint64_t block) {
    for (int i = 0; i < MAX_WORKERS; i++) {
        if (!queue[i].waits || queue[i].block == block) continue;
        uint64_t mine = block - last - 1, other = queue[i].block - last - 1;
        if (other < mine) return false;
    }
    return true;
}

static void wait_for_turn(uint64_t block) {
    int place = 0;
    pthread_mutex_lock(&mutex);
    while (queue[place].waits) place++;
    queue[place].block = block;
    queue[place].waits = true;
    n_waiting++;
    if (missing && --missing == 0) pthread_cond_broadcast(&change);
    while (missing || taken || !is_next(block)) pthread_cond_wait(&change, &mutex);
    queue[place].waits = false;
    n_waiting--;
    taken = true;
    last = block;
    pthread_mutex_unlock(&mutex);
}

static uint64_t block_number(void) {
    return ((uint64_t)simt_block_idx.z * simt_grid_dim.y + simt_block_idx.y) * simt_grid_dim.x +
           simt_block_idx.x;
}

void check_first_turn(int workers) {
    missing = workers;
    last = ~(uint64_t)0;
}

void check_take_turn(struct worker *w) {
    (void)w;
    wait_for_turn(block_number());
}

void check_end_turn(void) {
    pthread_mutex_lock(&mutex);
    taken = false;
    pthread_cond_broadcast(&change);
    pthread_mutex_unlock(&mutex);
}

/* Another block may be what this one waits for; if none is there, one has to begin. */
void check_offer_turn(struct worker *w) {
    enum { PATIENCE = 1024 };
    idle_offers = w->marks == seen_marks ? idle_offers + 1 : 0;
    seen_marks = w->marks;
    if (idle_offers && idle_offers % PATIENCE == 0) simt_grow_pool(w->launch);
    if (n_waiting == 0) return;
    check_end_turn();
    check_take_turn(w);
}
