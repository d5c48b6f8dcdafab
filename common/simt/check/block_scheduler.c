/**
 * @file
 * @brief Blocks of several workers take turns: one runs, the others wait, the highest in rank first.
 *
 * A launch has several workers when it is cooperative, when a block spins for one that has not begun, or
 * when SIMT_OVERLAP lets several blocks be under way. A block that lets others run is the last in rank from
 * then on. Where blocks overlap their first ranks are drawn, and they fall back at barriers drawn by lot: so
 * one may stay behind for long, as on a GPU, and in each run it is the same one (Burckhardt 2010).
 */
#include "check.h"

enum { NOBODY = -1 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int64_t rank;
    bool waits;
    pthread_cond_t turn;
} queue[MAX_WORKERS] = {[0 ... MAX_WORKERS - 1] = {0, false, PTHREAD_COND_INITIALIZER}};
static int places; /* that anybody has stood at */
static _Atomic int n_waiting;
static bool taken;
static int chosen = NOBODY; /* whose turn is next: a place in the queue */
static int64_t lowest;      /* rank that was given */
static int missing;         /* workers that have to come before the first one begins */
static uint64_t lot;        /* a random state */
static uint64_t one_of;     /* so many barriers a block falls back at; each launch has its own */
static uint64_t seen_marks; /* of the block that runs, when it last offered its turn */
static int idle_offers;

static __thread int64_t rank;
static __thread bool mine; /* also between two blocks: a worker's pace decides nothing */

int check_blocks_at_once(void) {
    enum { MOST = 32 };
    static int n;
    if (n == 0) n = (int)simt_setting_number("SIMT_OVERLAP", 1, 1, MOST);
    bool one_by_one = check_tools & (TOOL_PROFILE | TOOL_TRACE); /* they tell block after block */
    return one_by_one ? 1 : n;
}

static void choose(void) {
    chosen = NOBODY;
    for (int i = 0; i < places; i++)
        if (queue[i].waits && (chosen == NOBODY || queue[i].rank > queue[chosen].rank)) chosen = i;
    if (chosen != NOBODY) pthread_cond_signal(&queue[chosen].turn);
}

static void give_up_turn(void) {
    if (!mine) return;
    taken = mine = false;
    choose();
}

static void wait_for_turn(void) {
    int place = 0;
    pthread_mutex_lock(&mutex);
    while (queue[place].waits) place++;
    if (place == places) places++;
    queue[place].rank = rank;
    queue[place].waits = true;
    n_waiting++;
    give_up_turn();
    if (missing) missing--;
    if (!missing && !taken && chosen == NOBODY) choose();
    while (chosen != place) pthread_cond_wait(&queue[place].turn, &mutex);
    queue[place].waits = false;
    n_waiting--;
    taken = mine = true;
    chosen = NOBODY;
    pthread_mutex_unlock(&mutex);
}

static void fall_back(void) {
    rank = --lowest;
    wait_for_turn();
}

void check_first_turn(int workers) {
    missing = workers;
    lowest = 0;
    if (!lot) lot = simt_order()->seed + 1; /* and on from launch to launch */
    one_of = 2u << (simt_random(&lot) >> 32) % 5;
}

void check_take_turn(uint64_t block) {
    uint64_t mixed = lot + block;
    rank = check_blocks_at_once() > 1 ? (int64_t)(simt_random(&mixed) >> 1)
                                      : INT64_MAX - (int64_t)block;
    wait_for_turn();
}

void check_end_turns(void) {
    pthread_mutex_lock(&mutex);
    give_up_turn();
    pthread_mutex_unlock(&mutex);
}

/* Whether all threads of the block wait, though they come through votes and barriers meanwhile (spin.c). To look
 * at their states takes a while, so it is done now and then. */
static bool all_wait(struct worker *w) {
    enum { SELDOM = 16 };
    static __thread unsigned asked;
    if (++asked % SELDOM == 0) simt_look_at_round(w);
    return w->waits_in == w->epoch;
}

/* Another block may be what this one waits for; if none is there, one has to begin. Where blocks overlap one
 * that counts by atomics for some rounds waits for nobody. */
void check_offer_turn(struct worker *w) {
    enum { BUSY = 8, PATIENCE = 1024 };
    idle_offers = w->marks == seen_marks ? idle_offers + 1 : 0;
    seen_marks = w->marks;
    bool spins = all_wait(w);
    if (spins || (idle_offers && idle_offers % PATIENCE == 0)) simt_grow_pool(w->launch, 0);
    bool waits = spins || idle_offers > BUSY || w->at_grid_barrier || w->at_cluster ||
                 check_blocks_at_once() == 1;
    if (n_waiting && waits) fall_back();
}

void check_stand_back(void) {
    fall_back();
}

void check_step_back(void) {
    if (check_blocks_at_once() > 1 && n_waiting) fall_back();
}

void check_pass_turn(void) {
    bool overlap = check_blocks_at_once() > 1 && n_waiting;
    if (all_wait(simt_worker)) {
        simt_grow_pool(simt_worker->launch, 0);
        if (n_waiting) fall_back();
    } else if (overlap && (simt_random(&lot) >> 32) % one_of == 0) {
        fall_back();
    }
}
