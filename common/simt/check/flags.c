/**
 * @file
 * @brief Volatile words: who waits for one to change, who goes on with what was there; and stops beside them.
 *
 * A volatile word orders nothing. Still flags are made of them: a thread that reads one again and again until
 * it changes is right. So where one thread reads a word, and another one writes it with nothing between the
 * two, it depends on what the reader does next: if it reads the word again it has waited; if it writes
 * anything, or ends, it has gone on by the old value, and the two race. Whoever has already seen a new value
 * of the word (race.c) need not wait for a newer one.
 */
#include "check.h"
#include "race.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POLLS = 32 };

/** Words that a thread has read and not yet acted upon. */
struct polls {
    int n;
    bool lost; /**< there were more; of these nothing is told */
    struct poll {
        uintptr_t address;
        bool overtaken; /**< written meanwhile: */
        struct access by;
        struct hazard hazard;
    } poll[MOST_POLLS];
};

static struct poll *find(struct polls *p, uintptr_t address) {
    for (int i = 0; p && i < p->n; i++)
        if (p->poll[i].address == address) return &p->poll[i];
    return NULL;
}

void check_polls(struct block_clock *c, uintptr_t address, bool is_new) {
    uint32_t t = simt_self.linear;
    if (!c->polls[t] && !(c->polls[t] = calloc(1, sizeof(*c->polls[t]))))
        simt_die("the checks are out of memory. Use a smaller input");
    struct polls *p = c->polls[t];
    struct poll *poll = find(p, address);
    if (is_new) {
        if (poll) *poll = p->poll[--p->n];
        return;
    }
    if (!poll && p->n == MOST_POLLS) p->lost = true;
    if (!poll && p->n < MOST_POLLS) poll = &p->poll[p->n++];
    if (poll) *poll = (struct poll){.address = address};
}

void check_overtaken(const struct access *x, const struct hazard *h) {
    struct block_clock *c = check_clock_of(stamp_serial(h->then));
    struct polls *p = c ? c->polls[stamp_thread(h->then)] : NULL;
    struct poll *poll = find(p, h->address);
    if (poll && !poll->overtaken) {
        poll->overtaken = true;
        poll->by = *x;
        poll->hazard = *h;
    } else if (!poll && !(p && p->lost)) {
        check_record_race(x, h, false);
    }
}

void check_acts(struct block_clock *c, uint32_t thread) {
    struct polls *p = c->polls[thread];
    if (!p) return;
    for (int i = 0; i < p->n; i++)
        if (p->poll[i].overtaken) check_record_race(&p->poll[i].by, &p->poll[i].hazard, false);
    p->n = 0;
    p->lost = false;
}

void check_forget_polls(struct block_clock *c) {
    for (int t = 0; t < c->threads; t++) {
        if (!c->polls[t]) continue;
        check_acts(c, (uint32_t)t);
        free(c->polls[t]);
        c->polls[t] = NULL;
    }
}

/*
 * Stops. A thread that is about to write a volatile word, or to write anything after one, may be held up for
 * long on a GPU; so others go first here: always at first, and then by lot.
 */
bool check_stops;

void check_stop(uintptr_t address, int how) {
    enum { SURELY = 16, ONE_OF = 8, BLOCKS_ONE_OF = 64, ROUNDS = 8 };
    static uint64_t lot, launch, stops;
    struct block_clock *c = check_clock;
    uint32_t t = simt_self.linear;
    if (!(how & HOW_VOLATILE) && !c->told[t]) return;
    enum region region = check_page(address)->region;
    if (region == REGION_LOCAL || region == REGION_HOST) return;
    if (how & HOW_VOLATILE) c->told[t] = true;
    if (launch != check_launch_since) launch = check_launch_since, stops = 0;
    if (!lot) lot = simt_order()->seed + 1;
    uint64_t drawn = simt_random(&lot) >> 32;
    bool surely = stops++ < SURELY;
    bool stops_here = surely || drawn % ONE_OF == 0;
    for (int round = 0; stops_here && round < ROUNDS; round++) simt_yield();
    if (surely || drawn % BLOCKS_ONE_OF == 0) {
        simt_in_runtime = 1;
        check_step_back();
        simt_in_runtime = 0;
    }
}
