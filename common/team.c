/**
 * @file
 * @brief A team of threads: each posts what it brings, all meet, each takes what it needs, all meet.
 */
#include "common/team.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/timer.h"

enum call { GATHER = 1, ADD, EXCHANGE };
static const char *const call_names[] = {"", "gather", "add", "exchange"};

/** A rank's place in the hall, and what it has brought. */
struct seat {
    struct team_hall *hall;
    int rank;
    enum call call; /**< 0: it is not in a call */
    unsigned met;   /**< how many meetings it has come to */
    size_t words;
    const uint64_t *mine;
    const uint32_t *d_from;
    const size_t *from, *n_from, *to, *n_to;
};

struct team_hall {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    int ranks, here, patience_ms;
    _Atomic int error; /* this and the next one are looked at without the mutex, too */
    _Atomic unsigned meetings;
    team_copy *copy;
    team_carry *carry;
    void *carrier;
    char why[200];
    struct seat seats[];
};

static void fail_for(struct team_hall *h, int error, const char *format, va_list values) {
    if (h->error) return;
    h->error = error;
    vsnprintf(h->why, sizeof(h->why), format, values);
}

__attribute__((format(printf, 3, 4))) static void fail(struct team_hall *h, int error,
                                                       const char *format, ...) {
    va_list values;
    va_start(values, format);
    fail_for(h, error, format, values);
    va_end(values);
}

int team_hall_fail(struct team_hall *h, int error, const char *format, ...) {
    va_list values;
    pthread_mutex_lock(&h->mutex);
    va_start(values, format);
    fail_for(h, error, format, values);
    va_end(values);
    error = h->error;
    pthread_cond_broadcast(&h->all_here);
    pthread_mutex_unlock(&h->mutex);
    return error;
}

/** Keys that rank a sends to rank b, as a sees it and as b does. */
static void check_parcel(struct team_hall *h, int a, int b) {
    size_t sent = h->seats[a].n_from[b], expected = h->seats[b].n_to[a];
    if (sent != expected)
        fail(h, EPROTO, "rank %d sends %zu keys to rank %d, which expects %zu", a, sent, b,
             expected);
}

/** All are here: do their calls fit together? */
static void check_calls(struct team_hall *h) {
    const struct seat *first = h->seats;
    for (int r = 1; r < h->ranks; r++) {
        const struct seat *s = &h->seats[r];
        if (s->call != first->call)
            fail(h, EPROTO, "rank 0 calls %s, and rank %d calls %s", call_names[first->call], r,
                 call_names[s->call]);
        else if (s->words != first->words)
            fail(h, EPROTO, "to %s rank 0 gives %zu words, and rank %d gives %zu",
                 call_names[s->call], first->words, r, s->words);
    }
    for (int i = 0; first->call == EXCHANGE && !h->error && i < h->ranks * h->ranks; i++)
        check_parcel(h, i / h->ranks, i % h->ranks);
}

/** One has not come to the meeting: who that is, as one says who has. */
static void miss(struct team_hall *h, const struct seat *waiting, bool opens) {
    for (int r = 0; r < h->ranks; r++)
        if (h->seats[r].met != waiting->met)
            fail(h, ETIMEDOUT, "rank %d waited %d ms in %s, and rank %d did not come%s",
                 waiting->rank, h->patience_ms, call_names[waiting->call], r, opens ? "" : " back");
}

static struct timespec later(int ms) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000L;
    if (t.tv_nsec >= 1000000000L) t.tv_sec++, t.tv_nsec -= 1000000000L;
    return t;
}

/** Looks for the others for 0.1 ms: to fall asleep and be woken takes longer than most meetings. */
static void look_out(const struct team_hall *h, unsigned meeting) {
    double began = timer_now_ms();
    while (!h->error && meeting == h->meetings && timer_now_ms() - began < 0.1) sched_yield();
}

/** Waits until all ranks are here; `opens` says that they have posted something. The hall's error. */
static int meet(struct seat *s, bool opens) {
    struct team_hall *h = s->hall;
    struct timespec until = later(h->patience_ms > 0 ? h->patience_ms : INT_MAX);
    pthread_mutex_lock(&h->mutex);
    unsigned meeting = h->meetings;
    s->met = meeting + 1;
    if (!h->error && ++h->here == h->ranks) {
        if (opens) check_calls(h);
        h->here = 0;
        h->meetings++;
        pthread_cond_broadcast(&h->all_here);
    }
    pthread_mutex_unlock(&h->mutex);
    look_out(h, meeting);
    pthread_mutex_lock(&h->mutex);
    while (!h->error && meeting == h->meetings)
        if (pthread_cond_timedwait(&h->all_here, &h->mutex, &until) == ETIMEDOUT &&
            meeting == h->meetings)
            miss(h, s, opens);
    if (h->error) pthread_cond_broadcast(&h->all_here);
    int error = h->error;
    pthread_mutex_unlock(&h->mutex);
    return error;
}

/** Posts a call and waits for those of the others. */
static int post(struct seat *s, struct seat brought) {
    brought.hall = s->hall;
    brought.rank = s->rank;
    brought.met = s->met;
    pthread_mutex_lock(&s->hall->mutex);
    *s = brought;
    pthread_mutex_unlock(&s->hall->mutex);
    return meet(s, true);
}

/** This rank has what it needs, and waits until all have: only then what it posted may change. */
static int leave(struct seat *s) {
    int error = meet(s, false);
    pthread_mutex_lock(&s->hall->mutex);
    if (!error) s->call = (enum call)0;
    pthread_mutex_unlock(&s->hall->mutex);
    return error;
}

static int gather(void *wire, const uint64_t *mine, size_t words, uint64_t *all) {
    struct seat *s = wire;
    int error = post(s, (struct seat){.call = GATHER, .words = words, .mine = mine});
    for (int r = 0; r < s->hall->ranks && !error; r++)
        if (words > 0)
            memcpy(all + (size_t)r * words, s->hall->seats[r].mine, words * sizeof(*all));
    return error ? error : leave(s);
}

static int add(void *wire, uint64_t *counts, size_t words) {
    struct seat *s = wire;
    uint64_t *sums = calloc(words + 1, sizeof(*sums));
    if (!sums) abort();
    int error = post(s, (struct seat){.call = ADD, .words = words, .mine = counts});
    for (int r = 0; r < s->hall->ranks && !error; r++)
        for (size_t i = 0; i < words; i++) sums[i] += s->hall->seats[r].mine[i];
    if (!error) error = leave(s);
    if (!error && words > 0) memcpy(counts, sums, words * sizeof(*sums));
    free(sums);
    return error;
}

/** What this rank and another one have to do with each other. */
static struct team_parcel parcel_of(const struct seat *s, int r, uint32_t *d_to) {
    const struct seat *other = &s->hall->seats[r];
    return (struct team_parcel){
        .d_sent = s->d_from + s->from[r],
        .n_sent = s->n_from[r],
        .d_there = other->d_from + other->from[s->rank],
        .d_here = d_to + s->to[r],
        .n_here = s->n_to[r],
    };
}

/** How keys come without a carrier: one parcel after the other. */
static int copy_parcels(void *hall, int rank, const struct team_parcel *parcels) {
    struct team_hall *h = hall;
    (void)rank;
    for (int i = 0; i < h->ranks; i++)
        if (parcels[i].n_here > 0)
            h->copy(parcels[i].d_here, parcels[i].d_there,
                    parcels[i].n_here * sizeof(*parcels[i].d_here));
    return 0;
}

int team_hall_pieces(void *wire, const uint32_t *d_from, const size_t *from, const size_t *n_from,
                     uint32_t *d_to, const size_t *to, const size_t *n_to) {
    struct seat *s = wire;
    struct team_hall *h = s->hall;
    struct team_parcel *parcels = calloc((size_t)h->ranks, sizeof(*parcels));
    if (!parcels) abort();
    int error = post(s, (struct seat){.call = EXCHANGE,
                                      .d_from = d_from,
                                      .from = from,
                                      .n_from = n_from,
                                      .to = to,
                                      .n_to = n_to});
    for (int i = 0; i < h->ranks && !error; i++)
        parcels[i] = parcel_of(s, (s->rank + i) % h->ranks, d_to);
    if (!error) error = h->carry(h->carrier, s->rank, parcels);
    free(parcels);
    return error ? error : leave(s);
}

static int exchange(void *wire, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                    const size_t *to) {
    const int ranks = ((struct seat *)wire)->hall->ranks;
    size_t *lengths = calloc(2 * (size_t)ranks, sizeof(*lengths));
    if (!lengths) abort();
    team_lengths(from, ranks, lengths);
    team_lengths(to, ranks, lengths + ranks);
    int error = team_hall_pieces(wire, d_from, from, lengths, d_to, to, lengths + ranks);
    free(lengths);
    return error;
}

struct team_hall *team_hall_open(int ranks, team_copy *copy, int patience_ms) {
    struct team_hall *h = calloc(1, sizeof(*h) + (size_t)ranks * sizeof(h->seats[0]));
    if (!h) return NULL;
    pthread_mutex_init(&h->mutex, NULL);
    pthread_cond_init(&h->all_here, NULL);
    h->ranks = ranks;
    h->copy = copy;
    team_hall_carry(h, copy_parcels, h);
    h->patience_ms = patience_ms;
    for (int r = 0; r < ranks; r++) h->seats[r] = (struct seat){.hall = h, .rank = r};
    return h;
}

void team_hall_carry(struct team_hall *h, team_carry *carry, void *carrier) {
    h->carry = carry;
    h->carrier = carrier;
}

struct team team_hall_rank(struct team_hall *h, int rank) {
    return (struct team){rank, h->ranks, &h->seats[rank], gather, add, exchange};
}

const char *team_hall_why(const struct team_hall *h) {
    return h->why;
}

void team_hall_close(struct team_hall *h) {
    if (!h) return;
    pthread_cond_destroy(&h->all_here);
    pthread_mutex_destroy(&h->mutex);
    free(h);
}
