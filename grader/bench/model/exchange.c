/**
 * @file
 * @brief Who sends how many keys to whom, and on a network, event by event, how long that takes (see model.h).
 */
#include "grader/bench/model/model.h"

#include <math.h>
#include <stdlib.h>

#include "common/comm/comm.h"

enum { AT_ONCE = 8, HOPS = 4 };

static void *take(size_t n, size_t size) {
    void *memory = calloc(n + 1, size);
    if (!memory) model_stop("no memory. Ask for fewer --ranks or --each");
    return memory;
}

/** Where each rank's keys begin, and what they are. */
static void deal(struct exchange *x, enum data_dist dist, enum spread spread, uint64_t seed) {
    uint64_t ranks = (uint64_t)x->ranks, width = ((uint64_t)1 << 32) / ranks, step = 7;
    uint32_t *cuts = take(ranks + 1, sizeof(*cuts));
    data_cut(cuts, (uint32_t)ranks, (uint32_t)x->n, DATA_ZIPF, seed);
    for (int r = 0; r <= x->ranks; r++)
        x->begin[r] = spread == SPREAD_UNEVEN ? cuts[r] : (size_t)comm_begin(x->n, r, x->ranks);
    free(cuts);
    data_fill(x->keys, x->n, dist, seed);
    while (ranks % step == 0)
        step += 2; // ranges in a mixed order: step is a prime, and no factor of ranks
    for (uint64_t r = 0; spread == SPREAD_RANGES && r < ranks; r++)
        for (size_t i = x->begin[r]; i < x->begin[r + 1]; i++)
            x->keys[i] = (uint32_t)(r * step % ranks * width + x->keys[i] * width / 4294967296u);
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

struct exchange exchange_make(int ranks, size_t n, enum data_dist dist, enum spread spread,
                              uint64_t seed) {
    size_t k = (size_t)ranks;
    struct exchange x = {ranks, n, take(n, sizeof(*x.keys)), take(k + 1, sizeof(*x.begin)),
                         take(k * k, sizeof(*x.sent))};
    uint64_t *words =
        take(n, sizeof(*words)); // key and rank, so that ranks ascend among equal keys
    deal(&x, dist, spread, seed);
    for (size_t r = 0; r < k; r++)
        for (size_t i = x.begin[r]; i < x.begin[r + 1]; i++)
            words[i] = (uint64_t)x.keys[i] << 32 | r;
    qsort(words, n, sizeof(*words), compare);
    for (int p = 0; p < ranks; p++)
        for (uint64_t i = comm_begin(n, p, ranks); i < comm_begin(n, p + 1, ranks); i++)
            x.sent[(uint32_t)words[i] * k + (size_t)p]++;
    free(words);
    return x;
}

void exchange_free(struct exchange *x) {
    free(x->keys);
    free(x->begin);
    free(x->sent);
}

uint64_t exchange_sum(const struct exchange *x, int from, int to) {
    uint64_t sum = 0, k = (uint64_t)x->ranks;
    for (uint64_t i = 0; i < k; i++)
        sum += x->sent[from >= 0 ? (uint64_t)from * k + i : i * k + (uint64_t)to];
    return sum;
}

/** Message i is what rank i / width sends right now, or waits to send. */
struct message {
    int port[HOPS], hops, to;     /**< all hops are taken at once */
    double left, rate, since;     /**< bytes; since when at this rate, 0: it has yet to begin */
    struct message *behind[HOPS]; /**< in each port */
};

struct sim {
    const struct network *net;
    const struct exchange *x;
    double bytes, now;
    enum order order;
    int ranks, width, nodes, group; /**< messages of a rank at once; nodes of a group */
    struct port {
        double rate, load; /**< load: bytes in all, for the bound */
        int messages;
        struct message *first;
    } * ports;           /**< out and in of each device, each node, each group */
    double *next;        /**< a tree of minima over the messages' next events */
    int n_ports, leaves; /**< leaves: of the tree, a power of two */
    struct message *messages;
    struct rank {
        int round;            /**< which partner it is at */
        bool sends, receives; /**< has yet to, in this round */
    } * at;
};

static struct sim sim_open(const struct network *net, const struct exchange *x, double bytes,
                           enum order order) {
    struct sim s = {.net = net, .x = x, .bytes = bytes, .order = order, .ranks = x->ranks};
    s.width = order == ORDER_EIGHT ? AT_ONCE : 1;
    s.nodes = (s.ranks + net->ranks_a_node - 1) / net->ranks_a_node;
    s.group = net->nodes_a_group > 0 ? net->nodes_a_group : s.nodes;
    s.n_ports = 2 * (s.ranks + s.nodes + (s.nodes + s.group - 1) / s.group);
    s.ports = take((size_t)s.n_ports, sizeof(*s.ports));
    s.messages = take((size_t)(s.ranks * s.width), sizeof(*s.messages));
    s.at = take((size_t)s.ranks, sizeof(*s.at));
    for (s.leaves = 1; s.leaves < s.ranks * s.width;) s.leaves *= 2;
    s.next = take(2 * (size_t)s.leaves, sizeof(*s.next));
    for (int i = 0; i < 2 * s.leaves; i++) s.next[i] = INFINITY;
    for (int i = 0; i < s.n_ports; i++)
        s.ports[i].rate = i < 2 * s.ranks               ? net->inside
                          : i < 2 * (s.ranks + s.nodes) ? net->node
                                                        : net->node * s.group * net->core;
    return s;
}

static void sim_close(struct sim *s) {
    free(s->ports);
    free(s->messages);
    free(s->at);
    free(s->next);
}

static double sent(const struct sim *s, int from, int to) {
    return (double)s->x->sent[(size_t)from * (size_t)s->ranks + (size_t)to] * s->bytes;
}

/** What one rank sends to another, and through which ports. */
static struct message message_of(const struct sim *s, int from, int to) {
    int a = from / s->net->ranks_a_node, b = to / s->net->ranks_a_node;
    int groups = 2 * (s->ranks + s->nodes);
    return (struct message){.port = {a == b ? 2 * from : 2 * (s->ranks + a),
                                     a == b ? 2 * to + 1 : 2 * (s->ranks + b) + 1,
                                     groups + 2 * (a / s->group), groups + 2 * (b / s->group) + 1},
                            .hops = a / s->group == b / s->group ? 2 : HOPS,
                            .to = to,
                            .left = sent(s, from, to)};
}

double network_bound(const struct network *net, const struct exchange *x, double bytes) {
    struct sim s = sim_open(net, x, bytes, ORDER_FREE);
    double longest = 0;
    for (int i = 0; i < s.ranks * s.ranks; i++) {
        struct message m = message_of(&s, i / s.ranks, i % s.ranks);
        for (int h = 0; h < m.hops && i / s.ranks != m.to; h++) s.ports[m.port[h]].load += m.left;
    }
    for (int i = 0; i < s.n_ports; i++) longest = fmax(longest, s.ports[i].load / s.ports[i].rate);
    sim_close(&s);
    return longest;
}

/** A message's next event is at this time. */
static void set_next(struct sim *s, int id, double time) {
    int i = s->leaves + id;
    for (s->next[i] = time; i /= 2;) s->next[i] = fmin(s->next[2 * i], s->next[2 * i + 1]);
}

static void set_out(struct sim *s, int id, int from, int to) {
    s->messages[id] = message_of(s, from, to);
    set_next(s, id, s->now + s->net->latency);
}

/** What a message has moved so far is done; from now on it goes as its ports allow. */
static void set_rate(struct sim *s, struct message *m) {
    m->left = fmax(m->left - m->rate * (s->now - m->since), 0);
    m->since = s->now, m->rate = INFINITY;
    for (int h = 0; h < m->hops; h++)
        m->rate = fmin(m->rate, s->ports[m->port[h]].rate / s->ports[m->port[h]].messages);
    set_next(s, (int)(m - s->messages), s->now + m->left / m->rate);
}

/** A message begins to move, or is there: those in its ports go at another rate from now on. */
static void change(struct sim *s, struct message *moved, bool begins) {
    moved->since = s->now;
    for (int h = 0; h < moved->hops; h++) {
        struct port *p = &s->ports[moved->port[h]];
        struct message **at = &p->first;
        while (!begins && *at != moved) at = &(*at)->behind[h];
        if (begins) moved->behind[h] = p->first;
        *at = begins ? moved : moved->behind[h];
        p->messages += begins ? 1 : -1;
    }
    for (int h = 0; h < moved->hops; h++)
        for (struct message *m = s->ports[moved->port[h]].first; m; m = m->behind[h])
            set_rate(s, m);
}

/** Without rounds: the next message of a rank that is not empty. */
static void go_on(struct sim *s, int id) {
    int rank = id / s->width, ranks = s->ranks;
    for (int i; (i = ++s->at[rank].round) < ranks;) {
        int to = s->order != ORDER_NAIVE ? (rank + i) % ranks : i - 1 < rank ? i - 1 : i;
        if (sent(s, rank, to) == 0) continue;
        set_out(s, id, rank, to);
        return;
    }
}

/** With rounds: goes on while there is nothing to wait for, and starts what both sides are ready for. */
static void go_round(struct sim *s, int id) {
    struct rank *rank = &s->at[id];
    while (!rank->sends && !rank->receives && ++rank->round < s->ranks) {
        int i = rank->round, to = (id + i) % s->ranks, from = (id + s->ranks - i) % s->ranks;
        rank->sends = sent(s, id, to) > 0;
        rank->receives = sent(s, from, id) > 0;
        if (rank->sends && s->at[to].round == i) set_out(s, id, id, to);
        if (rank->receives && s->at[from].round == i) set_out(s, from, from, id);
    }
}

/** The next event: a message begins to move, or is there. */
static void happen(struct sim *s) {
    int i = 1;
    while (i < s->leaves) i = s->next[2 * i] == s->next[i] ? 2 * i : 2 * i + 1;
    int id = i - s->leaves, to = s->messages[id].to;
    bool begins = s->messages[id].rate == 0;
    s->now = s->next[i];
    if (!begins) set_next(s, id, INFINITY);
    change(s, &s->messages[id], begins);
    if (begins) return;
    if (s->order != ORDER_ROUNDS) {
        go_on(s, id);
        return;
    }
    s->at[id].sends = s->at[to].receives = false;
    go_round(s, id);
    go_round(s, to);
}

double network_time(const struct network *net, const struct exchange *x, double bytes,
                    enum order order) {
    struct sim s = sim_open(net, x, bytes, order);
    for (int id = 0; id < s.ranks * s.width; id++)
        (order == ORDER_ROUNDS ? go_round : go_on)(&s, id);
    while (s.next[1] < INFINITY) happen(&s);
    sim_close(&s);
    return s.now;
}
