/**
 * @file
 * @brief How long a sort takes on machines that are not here, by what was measured on those that are.
 *
 *     model [--keys N] [--nodes N] [--gpus N] [--link GB/S] [--network GB/S] [--latency US] [--disk GB/S]
 *           [--memory GB] [--device-memory GB] [--page 1 | --dist NAME|all [--ranks N] [--each N] [--core PART]]
 *
 * It runs in the kit's top folder. Exit status: 0; 1 a rank of the simulation does not hold its share; 2 the request
 * or figures.csv is wrong.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/comm/comm.h"
#include "grader/bench/model/model.h"

enum { KEYS, NODES, GPUS, RANKS, EACH, CORE, PAGE, LINK, KNOBS = LINK + 6 };

/** From LINK on a figure is told otherwise; a value of 0 is none. */
static struct {
    const char *name;
    double least, most, value;
    enum figure figure;
} knobs[KNOBS] = {
    {"keys", 1, 1e18, 1e12, 0},
    {"nodes", 1, 1e5, 100, 0},
    {"gpus", 1, 64, 4, 0},
    {"ranks", 1, 10000, 1000, 0},
    {"each", 1, 1e6, 10000, 0},
    {"core", 1e-3, 1, 0.25, 0},
    {"page", 1, 1, 0, 0},
    {"link", 1e-6, 1e9, 0, LINK_IN},
    {"network", 1e-6, 1e9, 0, NETWORK_GB_S},
    {"latency", 1e-6, 1e9, 0, LATENCY_US},
    {"disk", 1e-6, 1e9, 0, DISK_GB_S},
    {"memory", 1e-6, 1e9, 0, MEMORY_GB},
    {"device-memory", 1e-6, 1e9, 0, DEVICE_GB},
};

/** --name text; a --dist is left to the caller. */
static void turn(const char *name, const char *text) {
    int k = 0, end = 0;
    while (k < KNOBS && strcmp(knobs[k].name, name) != 0) k++;
    if (k == KNOBS)
        model_stop("'--%s' is not known; see the head of grader/bench/model/main.c", name);
    if (sscanf(text, "%lf%n", &knobs[k].value, &end) != 1 || text[end] ||
        !(knobs[k].value >= knobs[k].least && knobs[k].value <= knobs[k].most))
        model_stop("--%s is '%s'; it is a number from %g to %g", name, text, knobs[k].least,
                   knobs[k].most);
}

/** Shares, what a rank sends and gets at most, in shares, and how many messages; true: each has its share. */
static bool print_shares(const struct exchange *x) {
    double share = (double)x->n / x->ranks, sends = 0, gets = 0;
    unsigned long long messages = 0;
    bool fair = true;
    for (int r = 0; r < x->ranks; r++) {
        const uint64_t *to = x->sent + (size_t)r * (size_t)x->ranks;
        uint64_t held = exchange_sum(x, -1, r);
        sends = fmax(sends, (double)(exchange_sum(x, r, 0) - to[r]) / share);
        gets = fmax(gets, (double)(held - to[r]) / share);
        fair = fair && held == comm_share(x->n, r, x->ranks);
        for (int p = 0; p < x->ranks; p++) messages += p != r && to[p] > 0;
    }
    printf("%6s %6.2f %6.2f %8llu", fair ? "yes" : "NO", sends, gets, messages);
    return fair;
}

/** The first n orders: how often as long as what no order can do without. */
static void print_times(const struct network *net, const struct exchange *x, int n) {
    double bytes = 4 * knobs[KEYS].value / (double)x->n, bound = network_bound(net, x, bytes);
    printf(" %9.3g", bound);
    for (int order = 0; order < n; order++)
        if (bound > 0)
            printf(" %6.2f", network_time(net, x, bytes, (enum order)order) / bound);
        else
            printf("      -");
}

static bool simulate(const struct network *net, enum data_dist dist, enum spread spread) {
    static const char *const spreads[SPREADS] = {"by place", "a range each", "uneven"};
    struct network core = *net;
    core.nodes_a_group = 16, core.core = knobs[CORE].value;
    int ranks = (int)knobs[RANKS].value;
    size_t n = (size_t)knobs[EACH].value * (size_t)ranks;
    struct exchange x = exchange_make(ranks, n, dist, spread, 1);
    printf("%-13s %-9s ", spreads[spread], data_dist_name(dist));
    bool fair = print_shares(&x);
    print_times(net, &x, ORDERS);
    print_times(&core, &x, 2);
    puts("");
    fflush(stdout);
    exchange_free(&x);
    return fair;
}

/** A line for each way in which keys can lie on the ranks; false: a rank does not hold its share. */
static bool simulate_all(const double *m, const char *name) {
    enum data_dist dist = DATA_UNIFORM;
    struct network net = {.ranks_a_node = (int)knobs[GPUS].value,
                          .node = m[NETWORK_GB_S] * 1e9,
                          .inside = m[NVLINK] * 1e9,
                          .core = 1,
                          .latency = m[LATENCY_US] / 1e6};
    bool all = strcmp(name, "all") == 0, fair = true;
    if (!all && !data_dist_from_name(name, &dist))
        model_stop("--dist is '%s'; there are all, %s", name, data_dist_names());
    printf("%g ranks, %d a node, %g keys drawn by each for %.3g in all. Times are those that no "
           "order can do without,\nthen how often as long each order takes; behind that, where a "
           "switch of 16 nodes lets %g of what they send out.\n"
           "%-13s %-9s %6s %6s %6s %8s %9s rounds   free  eight  naive %9s rounds   free\n",
           knobs[RANKS].value, net.ranks_a_node, knobs[EACH].value, knobs[KEYS].value,
           knobs[CORE].value, "keys lie", "", "shares", "sends", "gets", "messages", "bound, s",
           "bound, s");
    for (int spread = 0; spread < SPREADS; spread++)
        for (int i = all ? 0 : (int)dist; i < (all ? DATA_LITERAL : (int)dist + 1); i++)
            // from a range of its own a rank sends all to one other, whatever the keys are
            if (spread != SPREAD_RANGES || i == (all ? 0 : (int)dist))
                fair = simulate(&net, (enum data_dist)i, (enum spread)spread) && fair;
    return fair;
}

int main(int argc, char **argv) {
    static struct model model;
    double *m = model.m;
    const char *dist = NULL;
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strncmp(argv[i], "--", 2) != 0) model_stop("'%s' is not expected", argv[i]);
        if (strcmp(argv[i], "--dist") == 0)
            dist = value;
        else
            turn(argv[i] + 2, value);
    }
    if (knobs[EACH].value * knobs[RANKS].value > 4e9)
        model_stop("--each is too many for so many ranks");
    model_read(&model, ".");
    double links = knobs[LINK].value > 0 ? knobs[LINK].value / m[LINK_IN] : 1;
    m[LINK_BOTH] *= links, m[LINK_IN_4] *= links, m[LINK_BOTH_4] *= links; // all that goes over it
    for (int k = LINK; k < KNOBS; k++)
        if (knobs[k].value > 0) m[knobs[k].figure] = knobs[k].value;
    if (dist) return !simulate_all(m, dist);
    struct job job = {knobs[KEYS].value, (int)knobs[NODES].value, (int)knobs[GPUS].value, 0, 0};
    (knobs[PAGE].value > 0 ? model_print_groups : model_print)(&model);
    puts("");
    plan_print(m, job, knobs[PAGE].value == 0);
    return 0;
}
