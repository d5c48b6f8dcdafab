/**
 * @file
 * @brief How long a sort takes on machines that are not here, by what was measured on those that are.
 *
 * It runs in the kit's top folder. Exit status: 0; 1 a rank of the simulation does not hold its share; 2 the request
 * or figures.csv is wrong.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/comm/comm.h"
#include "grader/bench/model/model.h"
#include "grader/shared/options.h"

static double keys = 1e12, nodes = 100, gpus = 4, ranks = 1000, each = 10000, core_part = 0.25;
static double told[FIGURES]; /**< figures that the command line has; 0: as the file has it */
static const char *dist_name;
static bool page;

#define REAL(place, from, to_most) .real = &(place), .low = (from), .high = (to_most)
#define FIGURE(name)               REAL(told[name], 1e-6, 1e9)
static const struct option_row rows[] = {
    {"keys", 0, "N", "to sort (1e12)", REAL(keys, 1, 1e18)},
    {"nodes", 0, "N", "machines (100)", REAL(nodes, 1, 1e5)},
    {"gpus", 0, "N", "of a machine (4)", REAL(gpus, 1, 64)},
    {"link", 0, "GB/S", "from a host to a device", FIGURE(LINK_IN)},
    {"network", 0, "GB/S", "out of a machine", FIGURE(NETWORK_GB_S)},
    {"latency", 0, "US", "of a message", FIGURE(LATENCY_US)},
    {"disk", 0, "GB/S", "of a machine", FIGURE(DISK_GB_S)},
    {"memory", 0, "GB", "of a machine", FIGURE(MEMORY_GB)},
    {"device-memory", 0, "GB", "of a GPU", FIGURE(DEVICE_GB)},
    {"page", 0, NULL, "the tables of docs/model.md", .flag = &page},
    {"dist", 0, "NAME|all", "simulate the exchange of such keys", .text = &dist_name},
    {"ranks", 0, "N", "that exchange (1000)", REAL(ranks, 1, 10000)},
    {"each", 0, "N", "keys that a rank draws (10000)", REAL(each, 1, 1e6)},
    {"core", 0, "PART", "that the core lets through (0.25)", REAL(core_part, 1e-3, 1)},
    {0}};

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
    double bytes = 4 * keys / (double)x->n, bound = network_bound(net, x, bytes);
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
    core.nodes_a_group = 16, core.core = core_part;
    size_t n = (size_t)each * (size_t)ranks;
    struct exchange x = exchange_make((int)ranks, n, dist, spread, 1);
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
    struct network net = {.ranks_a_node = (int)gpus,
                          .node = m[NETWORK_GB_S] * 1e9,
                          .inside = m[NVLINK] * 1e9,
                          .core = 1,
                          .latency = m[LATENCY_US] / 1e6};
    bool all = strcmp(name, "all") == 0, fair = true;
    if (!all && !data_dist_from_name(name, &dist))
        model_stop("--dist is '%s'. It can be all, %s", name, data_dist_names());
    printf(
        "%g ranks, %d a node, %g keys drawn by each for %.3g in all. The bound is the time that\n"
        "every order needs, and the numbers behind it say how many times as long each order\n"
        "takes. The columns behind that are with switches of 16 nodes that let %g of their traffic "
        "out.\n"
        "%-13s %-9s %6s %6s %6s %8s %9s rounds   free  eight  naive %9s rounds   free\n",
        ranks, net.ranks_a_node, each, keys, core_part, "keys lie", "", "shares", "sends", "gets",
        "messages", "bound, s", "bound, s");
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
    options_read(
        &(struct options){.rows = rows,
                          .about = "Says how long a sort takes on machines that are not here."},
        argc, argv);
    if (each * ranks > 4e9) model_stop("--each is too many for so many ranks");
    model_read(&model, ".");
    double links = told[LINK_IN] > 0 ? told[LINK_IN] / m[LINK_IN] : 1;
    m[LINK_BOTH] *= links, m[LINK_IN_4] *= links, m[LINK_BOTH_4] *= links; // all that goes over it
    for (int i = 0; i < FIGURES; i++)
        if (told[i] > 0) m[i] = told[i];
    if (dist_name) return !simulate_all(m, dist_name);
    (page ? model_print_groups : model_print)(&model);
    puts("");
    plan_print(m, (struct job){keys, (int)nodes, (int)gpus, 0, 0}, !page);
    return 0;
}
