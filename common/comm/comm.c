/**
 * @file
 * @brief A communicator of threads: each posts what it brings, all meet, each takes what it needs, all meet.
 */
#include "common/comm/comm.h"

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

enum call { ALLGATHER = 1, ALLREDUCE_SUM, ALLTOALLV };
static const char *const call_names[] = {"", "allgather", "allreduce_sum", "alltoallv"};

/** One rank, and what it has brought. */
struct member {
    struct local_comm *comm;
    int rank;
    enum call call; /**< 0: it is not in a call */
    unsigned met;   /**< how many meetings it has come to */
    size_t words;
    const uint64_t *mine;
    const uint32_t *d_from;
    const size_t *from, *n_from, *to, *n_to;
};

struct local_comm {
    pthread_mutex_t mutex;
    pthread_cond_t all_here;
    int ranks, here, patience_ms;
    _Atomic int error; /* this and the next one are looked at without the mutex, too */
    _Atomic unsigned meetings;
    comm_copy *copy;
    comm_carry *carry;
    void *carrier;
    char why[200];
    struct member members[];
};

static void fail_for(struct local_comm *c, int error, const char *format, va_list values) {
    if (c->error) return;
    c->error = error;
    vsnprintf(c->why, sizeof(c->why), format, values);
}

__attribute__((format(printf, 3, 4))) static void fail(struct local_comm *c, int error,
                                                       const char *format, ...) {
    va_list values;
    va_start(values, format);
    fail_for(c, error, format, values);
    va_end(values);
}

int local_comm_fail(struct local_comm *c, int error, const char *format, ...) {
    va_list values;
    pthread_mutex_lock(&c->mutex);
    va_start(values, format);
    fail_for(c, error, format, values);
    va_end(values);
    error = c->error;
    pthread_cond_broadcast(&c->all_here);
    pthread_mutex_unlock(&c->mutex);
    return error;
}

/** Keys that rank a sends to rank b, as a sees it and as b does. */
static void check_message(struct local_comm *c, int a, int b) {
    size_t sent = c->members[a].n_from[b], expected = c->members[b].n_to[a];
    if (sent != expected)
        fail(c, EPROTO, "rank %d sends %zu keys to rank %d, which expects %zu", a, sent, b,
             expected);
}

/** All are here: do their calls fit together? */
static void check_calls(struct local_comm *c) {
    const struct member *first = c->members;
    for (int r = 1; r < c->ranks; r++) {
        const struct member *s = &c->members[r];
        if (s->call != first->call)
            fail(c, EPROTO, "rank 0 calls %s, and rank %d calls %s", call_names[first->call], r,
                 call_names[s->call]);
        else if (s->words != first->words)
            fail(c, EPROTO, "to %s rank 0 gives %zu words, and rank %d gives %zu",
                 call_names[s->call], first->words, r, s->words);
    }
    for (int i = 0; first->call == ALLTOALLV && !c->error && i < c->ranks * c->ranks; i++)
        check_message(c, i / c->ranks, i % c->ranks);
}

/** One has not come to the meeting: who that is, as one says who has. */
static void miss(struct local_comm *c, const struct member *waiting, bool opens) {
    for (int r = 0; r < c->ranks; r++)
        if (c->members[r].met != waiting->met)
            fail(c, ETIMEDOUT, "rank %d waited %d ms in %s, and rank %d did not come%s",
                 waiting->rank, c->patience_ms, call_names[waiting->call], r, opens ? "" : " back");
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
static void look_out(const struct local_comm *c, unsigned meeting) {
    double began = timer_now_ms();
    while (!c->error && meeting == c->meetings && timer_now_ms() - began < 0.1) sched_yield();
}

/** Waits until all ranks are here; `opens` says that they have posted something. The communicator's error. */
static int meet(struct member *s, bool opens) {
    struct local_comm *c = s->comm;
    struct timespec until = later(c->patience_ms > 0 ? c->patience_ms : INT_MAX);
    pthread_mutex_lock(&c->mutex);
    unsigned meeting = c->meetings;
    s->met = meeting + 1;
    if (!c->error && ++c->here == c->ranks) {
        if (opens) check_calls(c);
        c->here = 0;
        c->meetings++;
        pthread_cond_broadcast(&c->all_here);
    }
    pthread_mutex_unlock(&c->mutex);
    look_out(c, meeting);
    pthread_mutex_lock(&c->mutex);
    while (!c->error && meeting == c->meetings)
        if (pthread_cond_timedwait(&c->all_here, &c->mutex, &until) == ETIMEDOUT &&
            meeting == c->meetings)
            miss(c, s, opens);
    if (c->error) pthread_cond_broadcast(&c->all_here);
    int error = c->error;
    pthread_mutex_unlock(&c->mutex);
    return error;
}

/** Posts a call and waits for those of the others. */
static int post(struct member *s, struct member brought) {
    brought.comm = s->comm;
    brought.rank = s->rank;
    brought.met = s->met;
    pthread_mutex_lock(&s->comm->mutex);
    *s = brought;
    pthread_mutex_unlock(&s->comm->mutex);
    return meet(s, true);
}

/** This rank has what it needs, and waits until all have: only then what it posted may change. */
static int leave(struct member *s) {
    int error = meet(s, false);
    pthread_mutex_lock(&s->comm->mutex);
    if (!error) s->call = (enum call)0;
    pthread_mutex_unlock(&s->comm->mutex);
    return error;
}

static int allgather(void *context, const uint64_t *mine, size_t words, uint64_t *all) {
    struct member *s = context;
    int error = post(s, (struct member){.call = ALLGATHER, .words = words, .mine = mine});
    for (int r = 0; r < s->comm->ranks && !error; r++)
        if (words > 0)
            memcpy(all + (size_t)r * words, s->comm->members[r].mine, words * sizeof(*all));
    return error ? error : leave(s);
}

static int allreduce_sum(void *context, uint64_t *counts, size_t words) {
    struct member *s = context;
    uint64_t *sums = calloc(words + 1, sizeof(*sums));
    if (!sums) abort();
    int error = post(s, (struct member){.call = ALLREDUCE_SUM, .words = words, .mine = counts});
    for (int r = 0; r < s->comm->ranks && !error; r++)
        for (size_t i = 0; i < words; i++) sums[i] += s->comm->members[r].mine[i];
    if (!error) error = leave(s);
    if (!error && words > 0) memcpy(counts, sums, words * sizeof(*sums));
    free(sums);
    return error;
}

/** What this rank and another one have to do with each other. */
static struct comm_message message_of(const struct member *s, int r, uint32_t *d_to) {
    const struct member *other = &s->comm->members[r];
    return (struct comm_message){
        .d_sent = s->d_from + s->from[r],
        .n_sent = s->n_from[r],
        .d_there = other->d_from + other->from[s->rank],
        .d_here = d_to + s->to[r],
        .n_here = s->n_to[r],
    };
}

/** How keys come without a carrier: one message after the other. */
static int copy_messages(void *comm, int rank, const struct comm_message *messages) {
    struct local_comm *c = comm;
    (void)rank;
    for (int i = 0; i < c->ranks; i++)
        if (messages[i].n_here > 0)
            c->copy(messages[i].d_here, messages[i].d_there,
                    messages[i].n_here * sizeof(*messages[i].d_here));
    return 0;
}

int local_comm_alltoallv(void *context, const uint32_t *d_from, const size_t *from,
                         const size_t *n_from, uint32_t *d_to, const size_t *to,
                         const size_t *n_to) {
    struct member *s = context;
    struct local_comm *c = s->comm;
    struct comm_message *messages = calloc((size_t)c->ranks, sizeof(*messages));
    if (!messages) abort();
    int error = post(s, (struct member){.call = ALLTOALLV,
                                        .d_from = d_from,
                                        .from = from,
                                        .n_from = n_from,
                                        .to = to,
                                        .n_to = n_to});
    for (int i = 0; i < c->ranks && !error; i++)
        messages[i] = message_of(s, (s->rank + i) % c->ranks, d_to);
    if (!error) error = c->carry(c->carrier, s->rank, messages);
    free(messages);
    return error ? error : leave(s);
}

static int alltoallv(void *context, const uint32_t *d_from, const size_t *from, uint32_t *d_to,
                     const size_t *to) {
    const int ranks = ((struct member *)context)->comm->ranks;
    size_t *lengths = calloc(2 * (size_t)ranks, sizeof(*lengths));
    if (!lengths) abort();
    comm_lengths(from, ranks, lengths);
    comm_lengths(to, ranks, lengths + ranks);
    int error = local_comm_alltoallv(context, d_from, from, lengths, d_to, to, lengths + ranks);
    free(lengths);
    return error;
}

struct local_comm *local_comm_open(int ranks, comm_copy *copy, int patience_ms) {
    struct local_comm *c = calloc(1, sizeof(*c) + (size_t)ranks * sizeof(c->members[0]));
    if (!c) return NULL;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->all_here, NULL);
    c->ranks = ranks;
    c->copy = copy;
    local_comm_carry(c, copy_messages, c);
    c->patience_ms = patience_ms;
    for (int r = 0; r < ranks; r++) c->members[r] = (struct member){.comm = c, .rank = r};
    return c;
}

void local_comm_carry(struct local_comm *c, comm_carry *carry, void *carrier) {
    c->carry = carry;
    c->carrier = carrier;
}

struct comm local_comm_rank(struct local_comm *c, int rank) {
    return (struct comm){rank, c->ranks, &c->members[rank], allgather, allreduce_sum, alltoallv};
}

const char *local_comm_why(const struct local_comm *c) {
    return c->why;
}

void local_comm_close(struct local_comm *c) {
    if (!c) return;
    pthread_cond_destroy(&c->all_here);
    pthread_mutex_destroy(&c->mutex);
    free(c);
}
