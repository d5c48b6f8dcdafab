/**
 * @file
 * @brief Messages on a network, event by event (see network.h).
 */
#include "grader/bench/model/ports.h"

#include <math.h>
#include <stdlib.h>

enum { AT_ONCE = 8 };

/** What a rank sends right now: message i is one of rank i / width. */
struct message {
    int port[HOPS]; /**< NOBODY: it does not go there */
    int next[HOPS], before[HOPS];
    int to;
    double left, rate,
        since; /**< bytes; since when at this rate; a rate of 0: it has yet to begin */
};

struct rank {
    int round;            /**< which partner it is at */
    bool sends, receives; /**< has yet to, in this round */
};

struct sim {
    const struct network *net;
    const struct exchange *x;
    double bytes, now;
    enum order order;
    int ranks, width, leaves; /**< messages of a rank at once; of the tree, a power of two */
    struct port *ports;       /**< out and in of each device, each node, each group */
    struct message *messages;
    struct rank *at;
    double *next; /**< a tree of minima over the messages' next events */
};

static const char *const orders[ORDERS] = {"rounds", "free", "eight at once", "naive"};

const char *order_name(enum order order) {
    return (unsigned)order < ORDERS ? orders[order] : NULL;
}

/** A message's next event is at this time. */
static void set_next(struct sim *s, int id, double time) {
    int i = s->leaves + id;
    s->next[i] = time;
    for (i /= 2; i > 0; i /= 2) {
        double a = s->next[2 * i], b = s->next[2 * i + 1], earlier = a < b ? a : b;
        if (s->next[i] == earlier) break; // and so it is above
        s->next[i] = earlier;
    }
}

static int first_message(const struct sim *s) {
    int i = 1;
    while (i < s->leaves) i = s->next[2 * i] == s->next[i] ? 2 * i : 2 * i + 1;
    return i - s->leaves;
}

static void enter(struct sim *s, int id) {
    struct message *m = &s->messages[id];
    for (int h = 0; h < HOPS; h++) {
        if (m->port[h] == NOBODY) continue;
        struct port *p = &s->ports[m->port[h]];
        m->next[h] = p->first;
        m->before[h] = NOBODY;
        if (p->first != NOBODY) s->messages[p->first].before[h] = id;
        p->first = id;
        p->messages++;
    }
}

static void leave(struct sim *s, int id) {
    struct message *m = &s->messages[id];
    for (int h = 0; h < HOPS; h++) {
        if (m->port[h] == NOBODY) continue;
        struct port *p = &s->ports[m->port[h]];
        if (m->next[h] != NOBODY) s->messages[m->next[h]].before[h] = m->before[h];
        if (m->before[h] != NOBODY)
            s->messages[m->before[h]].next[h] = m->next[h];
        else
            p->first = m->next[h];
        p->messages--;
    }
}

/** What a message has moved so far is done; from now on it goes as its ports allow. */
static void set_rate(struct sim *s, int id) {
    struct message *m = &s->messages[id];
    m->left = fmax(m->left - m->rate * (s->now - m->since), 0);
    m->since = s->now;
    m->rate = INFINITY;
    for (int h = 0; h < HOPS; h++)
        if (m->port[h] != NOBODY)
            m->rate = fmin(m->rate, s->ports[m->port[h]].rate / s->ports[m->port[h]].messages);
    set_next(s, id, s->now + m->left / m->rate);
}

/** All that are in the ports of a message. */
static void set_rates(struct sim *s, const struct message *m) {
    for (int h = 0; h < HOPS; h++)
        if (m->port[h] != NOBODY)
            for (int i = s->ports[m->port[h]].first; i != NOBODY; i = s->messages[i].next[h])
                set_rate(s, i);
}

static uint64_t sent(const struct sim *s, int from, int to) {
    return s->x->sent[(size_t)from * (size_t)s->ranks + (size_t)to];
}

static void start(struct sim *s, int id, int to) {
    struct message *m = &s->messages[id];
    int from = id / s->width;
    m->to = to;
    m->left = (double)sent(s, from, to) * s->bytes;
    m->rate = 0;
    ports_find(s->net, s->ranks, from, to, m->port);
    set_next(s, id, s->now + s->net->latency);
}

/** To whom a rank sends in its i-th round, from 1; NOBODY: it is done. */
static int partner(const struct sim *s, int rank, int i) {
    if (i >= s->ranks) return NOBODY;
    if (s->order == ORDER_NAIVE) return i - 1 < rank ? i - 1 : i;
    return (rank + i) % s->ranks;
}

/** Without rounds: the next message of a rank that is not empty, in this one's place. */
static void go_on(struct sim *s, int id) {
    int rank = id / s->width, *round = &s->at[rank].round, to = partner(s, rank, ++*round);
    while (to != NOBODY && sent(s, rank, to) == 0) to = partner(s, rank, ++*round);
    if (to != NOBODY) start(s, id, to);
}

/** With rounds: goes on while there is nothing to wait for, and starts what both sides are ready for. */
static void go_round(struct sim *s, int rank) {
    struct rank *a = &s->at[rank];
    while (!a->sends && !a->receives) {
        int i = ++a->round;
        if (i >= s->ranks) return;
        int to = (rank + i) % s->ranks, from = (rank + s->ranks - i) % s->ranks;
        a->sends = sent(s, rank, to) > 0;
        a->receives = sent(s, from, rank) > 0;
        if (a->sends && s->at[to].round == i) start(s, rank, to);
        if (a->receives && s->at[from].round == i) start(s, from, rank);
    }
}

/** A message begins to move, or is there. */
static void happen(struct sim *s, int id) {
    struct message *m = &s->messages[id];
    if (m->rate == 0) {
        m->since = s->now;
        enter(s, id);
        set_rates(s, m);
        return;
    }
    leave(s, id);
    set_next(s, id, INFINITY);
    set_rates(s, m);
    if (s->order == ORDER_ROUNDS) {
        int to = m->to; // which the next message overwrites soon
        s->at[id].sends = s->at[to].receives = false;
        go_round(s, id);
        go_round(s, to);
    } else {
        go_on(s, id);
    }
}

static double run(struct sim *s) {
    for (int i = 0; i < s->ranks * s->width; i++) {
        if (s->order == ORDER_ROUNDS)
            go_round(s, i);
        else
            go_on(s, i);
    }
    while (s->next[1] < INFINITY) {
        s->now = s->next[1];
        happen(s, first_message(s));
    }
    return s->now;
}

double network_time(const struct network *net, const struct exchange *x, double bytes,
                    enum order order) {
    struct sim s = {.net = net, .x = x, .bytes = bytes, .order = order, .ranks = x->ranks};
    int n_ports;
    double time = -1;
    s.width = order == ORDER_EIGHT ? AT_ONCE : 1;
    for (s.leaves = 1; s.leaves < s.ranks * s.width;) s.leaves *= 2;
    s.ports = ports_make(net, s.ranks, &n_ports);
    s.messages = calloc((size_t)(s.ranks * s.width), sizeof(*s.messages));
    s.at = calloc((size_t)s.ranks, sizeof(*s.at));
    s.next = malloc(2 * (size_t)s.leaves * sizeof(*s.next));
    for (int i = 0; s.next && i < 2 * s.leaves; i++) s.next[i] = INFINITY;
    if (s.ports && s.messages && s.at && s.next) time = run(&s);
    free(s.next);
    free(s.at);
    free(s.messages);
    free(s.ports);
    return time;
}
