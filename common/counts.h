/**
 * @file
 * @brief What stages may demand of the counts of a profile, by their short names.
 */
#ifndef SORTLAB_COUNTS_H
#define SORTLAB_COUNTS_H

#include "common/stage.h"

#define COUNT_LOADS        "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define COUNT_LOAD_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define COUNT_CONFLICTS    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"

/** A bound above, and one below. */
#define DEMAND_MOST(count, per, at_most, words)                                                    \
    { (count), (per), 0, (at_most), (words) }
#define DEMAND_LEAST(count, per, at_least, words)                                                  \
    { (count), (per), (at_least), STAGE_NO_BOUND, (words) }

/** Neighbouring lanes load neighbouring words: 4 sectors a request, and a little for short warps. */
#define DEMAND_COALESCED                                                                           \
    DEMAND_MOST(COUNT_LOAD_SECTORS, COUNT_LOADS, 4.1,                                              \
                "sectors for each request that loads from global memory")

/** The lanes of a request to shared memory find their words in different banks. */
#define DEMAND_CONFLICTS(at_most)                                                                  \
    DEMAND_MOST(COUNT_CONFLICTS, "requests_shared_ld", at_most,                                    \
                "bank conflicts for each request that loads from shared memory")

/** So much a key. What is counted is the stage's case with the most keys, the last one among equals. */
#define DEMAND_LOADS(at_most)                                                                      \
    DEMAND_MOST(COUNT_LOADS, "keys", at_most,                                                      \
                "requests of a warp that load from global memory, a key")
#define DEMAND_BARRIERS(at_most)                                                                   \
    DEMAND_MOST("barriers", "keys", at_most, "barriers of a block, a key")
#define DEMAND_ATOMICS(at_most) DEMAND_MOST("atomics", "keys", at_most, "atomics of a warp, a key")
#define DEMAND_DIVERGENCE(at_most)                                                                 \
    DEMAND_MOST("divergent_branches", "keys", at_most,                                             \
                "branches at which the lanes of a warp part, a key")

/** What a row of the table demands: STAGE_AT(..., DEMANDS(DEMAND_COALESCED, DEMAND_BARRIERS(3.5))). */
#define DEMANDS(...) ((const struct stage_demand[]){__VA_ARGS__, {NULL, NULL, 0, 0, NULL}})

#endif
