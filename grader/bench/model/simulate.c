/**
 * @file
 * @brief Exchanges on many ranks, simulated and printed (see simulate.h).
 */
#include "grader/bench/model/simulate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/comm/comm.h"
#include "grader/bench/model/figures.h"

/** What an exchange asks of a rank at most, in shares. */
struct most {
    double sent, came;
    uint64_t messages; /**< of all ranks */
    bool fair;         /**< each has its share, to the key */
};

static struct most most_of(const struct exchange *x) {
    struct most m = {0, 0, 0, true};
    double share = (double)x->keys / x->ranks;
    for (int r = 0; r < x->ranks; r++) {
        m.sent = fmax(m.sent, (double)exchange_sent(x, r) / share);
        m.came = fmax(m.came, (double)exchange_came(x, r) / share);
        m.fair = m.fair && exchange_held(x, r) == comm_share(x->keys, r, x->ranks);
        for (int p = 0; p < x->ranks; p++)
            m.messages += p != r && x->sent[(size_t)r * (size_t)x->ranks + (size_t)p] > 0;
    }
    return m;
}

/** A network, and orders of an exchange on it: how often as long as what no order can do without. */
static bool print_times(const struct network *net, const struct exchange *x, double bytes,
                        const enum order *orders, int n) {
    double bound = network_bound(net, x, bytes);
    printf(" %9.3g", bound);
    for (int i = 0; i < n; i++) {
        double time = network_time(net, x, bytes, orders[i]);
        if (time < 0) return false;
        if (bound > 0)
            printf(" %6.2f", time / bound);
        else
            printf("      -");
    }
    return true;
}

static const enum order orders[ORDERS] = {ORDER_ROUNDS, ORDER_FREE, ORDER_EIGHT, ORDER_NAIVE};

static bool line(const struct network *nets, const struct simulation *s, enum data_dist dist,
                 enum spread spread) {
    struct dealt d;
    struct exchange x;
    size_t n = s->each * (size_t)s->ranks;
    if (!dealt_make(&d, s->ranks, n, dist, spread, 1)) return false;
    bool found = exchange_find(&x, &d);
    dealt_free(&d);
    if (!found) return false;
    struct most most = most_of(&x);
    printf("%-13s %-9s %6s %6.2f %6.2f %8llu", spread_name(spread), data_dist_name(dist),
           most.fair ? "yes" : "NO", most.sent, most.came, (unsigned long long)most.messages);
    double bytes = 4 * s->keys / (double)x.keys;
    bool good = most.fair && print_times(&nets[0], &x, bytes, orders, ORDERS) &&
                print_times(&nets[1], &x, bytes, orders, 2);
    puts("");
    fflush(stdout);
    exchange_free(&x);
    return good;
}

static void print_head(const struct simulation *s) {
    printf("%d ranks, %d a node, %zu keys drawn by each for %.3g in all. Times are those that no "
           "order "
           "can do without,\nthen how often as long each order takes; behind that, where a switch "
           "of %d "
           "nodes lets %g of what they send out.\n",
           s->ranks, s->gpus, s->each, s->keys, s->nodes_a_group, s->core);
    printf("%-13s %-9s %6s %6s %6s %8s %9s rounds   free  eight  naive %9s rounds   free\n",
           "keys lie", "", "shares", "sends", "gets", "messages", "bound, s", "bound, s");
}

bool simulate(const double *m, const struct simulation *s) {
    enum data_dist dist = DATA_UNIFORM;
    bool all = strcmp(s->dist, "all") == 0, good = true;
    if (!all && !data_dist_from_name(s->dist, &dist)) return false;
    struct network full = {s->gpus,         0, m[NETWORK_GB_S] * 1e9,
                           m[NVLINK] * 1e9, 1, m[LATENCY_US] / 1e6};
    struct network nets[2] = {full, full};
    nets[1].nodes_a_group = s->nodes_a_group;
    nets[1].core = s->core;
    print_head(s);
    for (int spread = 0; spread < SPREADS && good; spread++)
        for (int i = all ? 0 : (int)dist; good && i < (all ? DATA_LITERAL : (int)dist + 1); i++)
            // from a range of its own a rank sends all to one other, whatever the keys are
            if (spread != SPREAD_RANGES || i == (all ? 0 : (int)dist))
                good = line(nets, s, (enum data_dist)i, (enum spread)spread);
    return good;
}
