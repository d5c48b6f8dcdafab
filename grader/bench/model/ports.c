/**
 * @file
 * @brief Ports of a network, and what goes through them in all (see ports.h, network.h).
 */
#include "grader/bench/model/ports.h"

#include <math.h>
#include <stdlib.h>

static int groups_of(const struct network *net, int nodes) {
    return net->nodes_a_group > 0 ? (nodes + net->nodes_a_group - 1) / net->nodes_a_group : 1;
}

void ports_find(const struct network *net, int ranks, int from, int to, int port[HOPS]) {
    int nodes = (ranks + net->ranks_a_node - 1) / net->ranks_a_node;
    int a = from / net->ranks_a_node, b = to / net->ranks_a_node;
    int up = net->nodes_a_group > 0 ? a / net->nodes_a_group : 0;
    int down = net->nodes_a_group > 0 ? b / net->nodes_a_group : 0;
    bool leaves = a != b, crosses = up != down;
    port[OUT] = leaves ? 2 * ranks + 2 * a : 2 * from;
    port[IN] = leaves ? 2 * ranks + 2 * b + 1 : 2 * to + 1;
    port[UP] = crosses ? 2 * ranks + 2 * nodes + 2 * up : NOBODY;
    port[DOWN] = crosses ? 2 * ranks + 2 * nodes + 2 * down + 1 : NOBODY;
}

struct port *ports_make(const struct network *net, int ranks, int *n) {
    int nodes = (ranks + net->ranks_a_node - 1) / net->ranks_a_node;
    *n = 2 * (ranks + nodes + groups_of(net, nodes));
    struct port *ports = malloc((size_t)*n * sizeof(*ports));
    for (int i = 0; ports && i < *n; i++) {
        double rate = i < 2 * ranks             ? net->inside
                      : i < 2 * (ranks + nodes) ? net->node
                                                : net->node * net->nodes_a_group * net->core;
        ports[i] = (struct port){rate, 0, NOBODY};
    }
    return ports;
}

double network_bound(const struct network *net, const struct exchange *x, double bytes) {
    int n_ports, port[HOPS], ranks = x->ranks;
    double longest = 0;
    struct port *ports = ports_make(net, ranks, &n_ports);
    double *load = calloc((size_t)n_ports, sizeof(*load));
    for (int r = 0; ports && load && r < ranks; r++)
        for (int p = 0; p < ranks; p++) {
            if (p == r) continue;
            ports_find(net, ranks, r, p, port);
            for (int h = 0; h < HOPS; h++)
                if (port[h] != NOBODY)
                    load[port[h]] += (double)x->sent[(size_t)r * (size_t)ranks + (size_t)p] * bytes;
        }
    for (int i = 0; ports && load && i < n_ports; i++)
        longest = fmax(longest, load[i] / ports[i].rate);
    free(load);
    free(ports);
    return longest;
}
