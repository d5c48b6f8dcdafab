/**
 * @file
 * @brief The ports that messages go through: of devices, of nodes, of the switches of groups, each out and in.
 */
#ifndef SORTLAB_MODEL_PORTS_H
#define SORTLAB_MODEL_PORTS_H

#include "grader/bench/model/network.h"

/** A message's hops, in any order of time: all of them are taken at once. */
enum { OUT, IN, UP, DOWN, HOPS, NOBODY = -1 };

/** A port, and the messages in it, chained as its users like. */
struct port {
    double rate;
    int messages, first;
};

/** All ports of a network, with no message in them; NULL without memory, else freed with free(). */
struct port *ports_make(const struct network *net, int ranks, int *n);

/** The ports of a message, by number; NOBODY where it takes none. */
void ports_find(const struct network *net, int ranks, int from, int to, int port[HOPS]);

#endif
