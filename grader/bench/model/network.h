/**
 * @file
 * @brief How long an exchange takes on a network: events, and ports that share what they have.
 *
 * A message goes out of its node's port and into the other's; between groups of nodes also up and down through
 * their switches' ports; inside a node through ports of the two devices. A port gives each of the messages in it the
 * same part of its rate, and a message goes at the least rate that one of its ports gives. (What it leaves unused
 * of the others' nobody gets, so times err upwards.) A message begins `latency` after its sender got to it.
 */
#ifndef SORTLAB_MODEL_NETWORK_H
#define SORTLAB_MODEL_NETWORK_H

#include "grader/bench/model/exchange.h"

struct network {
    int ranks_a_node;
    int nodes_a_group; /**< of nodes on one switch; 0: all are on one */
    double node,
        inside;  /**< bytes/s out of a node, and as much in; the same of a device inside a node */
    double core; /**< of what its nodes can send, what a group's switch can: 1, or 0.25 */
    double latency; /**< s a message */
};

enum order {
    ORDER_ROUNDS, /**< in round i with those i behind and before, and both are waited for: comm_mpi */
    ORDER_FREE,   /**< to those 1, 2, ... behind; nobody waits for what comes */
    ORDER_EIGHT, /**< the same, with eight messages on their way at once */
    ORDER_NAIVE, /**< all to rank 0 first, then to rank 1, ... */
    ORDERS
};

const char *order_name(enum order order);

/**
 * Every rank sends one message after another, or eight at once.
 * @param bytes of a key of the exchange: more than 4 where each stands for many
 * @return seconds until the last message is there; negative: no memory
 */
double network_time(const struct network *net, const struct exchange *x, double bytes,
                    enum order order);

/** No order is faster: the port that has most to do takes so long. */
double network_bound(const struct network *net, const struct exchange *x, double bytes);

#endif
