/**
 * @file
 * @brief SIMT_ORDER: the order in which threads, warps and blocks get their turn.
 *
 * CUDA promises none. A program with a missing barrier is right in some orders and wrong in others,
 * so a grader runs several: forward, reverse, and random ones by seed.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* splitmix64 */
uint64_t simt_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static struct order the_order;

static void read_order(void) {
    const char *text = simt_setting("SIMT_ORDER");
    if (!text || !*text || strcmp(text, "forward") == 0) return;
    if (strcmp(text, "reverse") == 0) {
        the_order.kind = ORDER_REVERSE;
        return;
    }
    char *end = NULL;
    if (strncmp(text, "random:", 7) == 0) the_order.seed = strtoull(text + 7, &end, 0);
    if (!end || end == text + 7 || *end)
        simt_die("SIMT_ORDER is '%s'. It can be forward, reverse or random:SEED", text);
    the_order.kind = ORDER_RANDOM;
}

const struct order *simt_order(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static bool known; /* read without the call once it is set: this is asked at every barrier */
    if (!known) {
        pthread_once(&once, read_order);
        known = true;
    }
    return &the_order;
}

static void shuffle(struct worker *w) {
    for (uint32_t left = (uint32_t)w->n; left > 1; left--) {
        uint32_t pick = (uint32_t)((simt_random(&w->rng) >> 32) * left >> 32);
        uint16_t last = w->order[left - 1];
        w->order[left - 1] = w->order[pick];
        w->order[pick] = last;
    }
}

/* A block's first round: the same for the same block and seed, whichever worker runs it. */
void simt_first_round(struct worker *w, uint64_t block) {
    const struct order *order = simt_order();
    w->rng = order->seed + block * 0x2545F4914F6CDD1Du;
    if (order->kind == ORDER_RANDOM || w->n != w->ordered)
        for (int i = 0; i < w->n; i++)
            w->order[i] = (uint16_t)(order->kind == ORDER_REVERSE ? w->n - 1 - i : i);
    w->ordered = w->n;
    simt_next_round(w);
}

/* Random rounds shuffle what the last one left; the others repeat it. */
void simt_next_round(struct worker *w) {
    w->pos = w->turns_in_round = 0;
    if (simt_order()->kind == ORDER_RANDOM) shuffle(w);
}

/* Blocks, or clusters of them, in random order by a stride that has no factor in common with their number. */
void simt_order_blocks(struct launch *launch) {
    const struct order *order = simt_order();
    uint64_t n = launch->blocks / launch->cluster_blocks;
    launch->stride = 1;
    launch->offset = 0;
    if (order->kind == ORDER_REVERSE) launch->stride = launch->offset = n - 1;
    if (order->kind != ORDER_RANDOM || n < 2) return;
    uint64_t state = order->seed, a, b, r;
    launch->offset = simt_random(&state) % n;
    do {
        launch->stride = a = 1 + simt_random(&state) % (n - 1);
        for (b = n; (r = a % b) != 0; a = b, b = r) {
        }
    } while (b != 1);
}

static uint64_t nth(const struct launch *launch, uint64_t ticket, uint64_t n) {
    unsigned __int128 place = (unsigned __int128)ticket * launch->stride + launch->offset;
    return (uint64_t)(place % n);
}

uint64_t simt_nth_block(const struct launch *launch, uint64_t ticket) {
    uint64_t in_cluster = launch->cluster_blocks;
    if (in_cluster > 1) {
        uint64_t cluster = nth(launch, ticket / in_cluster, launch->blocks / in_cluster);
        return simt_block_in_cluster(launch, cluster, ticket % in_cluster);
    }
    if (launch->stride == 1 && launch->offset == 0) return ticket; /* a division takes as long as a short block */
    return nth(launch, ticket, launch->blocks);
}

/* How many atomics and fences may pass before the next one lets others run. */
int simt_order_yield(struct worker *w) {
    if (simt_order()->kind != ORDER_RANDOM) return 61;
    return (int)(simt_random(&w->rng) >> 60);
}
