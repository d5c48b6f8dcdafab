/**
 * @file
 * @brief The exchange of lab 14 on many ranks, with keys that are skewed in many ways.
 */
#ifndef SORTLAB_MODEL_SIMULATE_H
#define SORTLAB_MODEL_SIMULATE_H

#include "grader/bench/model/network.h"

struct simulation {
    int ranks, gpus; /**< gpus: ranks of a node */
    size_t each;     /**< keys that a rank draws */
    double keys;     /**< how many all of these stand for */
    double
        core; /**< the second network's: of what a switch's nodes can send, what the switch can */
    int nodes_a_group;
    const char *dist; /**< a name, or "all" */
};

/**
 * Prints a line for each way in which keys can lie on the ranks.
 * @param m machine.value
 * @return false without memory, or if a rank does not hold its share
 */
bool simulate(const double *m, const struct simulation *s);

#endif
