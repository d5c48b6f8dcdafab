/**
 * @file
 * @brief What stages may demand of the counts of a profile, by their short names.
 */
#ifndef SORTLAB_COUNTS_H
#define SORTLAB_COUNTS_H

#include "common/stage/stage.h"

#define COUNT_LOADS         "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define COUNT_LOAD_SECTORS  "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define COUNT_STORE_SECTORS "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define COUNT_WAVEFRONTS    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define COUNT_CONFLICTS     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"

/** A bound above, and one below. */
#define DEMAND_MOST(count, per, at_most, words)                                                    \
    { (count), (per), 0, (at_most), (words) }
#define DEMAND_LEAST(count, per, at_least, words)                                                  \
    { (count), (per), (at_least), STAGE_NO_BOUND, (words) }

/** Neighbouring lanes load neighbouring words: 4 sectors a request, and a little for short warps. A request of
 *  16 bytes a lane takes 16 sectors, and counts as four. */
#define DEMAND_COALESCED                                                                           \
    DEMAND_MOST(COUNT_LOAD_SECTORS, "word_requests_global_ld", 4.1,                                \
                "sectors per global load request")

/** The lanes of a request to shared memory find their words in different banks. */
#define DEMAND_CONFLICTS(at_most)                                                                  \
    DEMAND_MOST(COUNT_CONFLICTS, "requests_shared_ld", at_most,                                    \
                "bank conflicts per shared load request")

#define DEMAND_ATOMIC_CONFLICTS(at_most)                                                           \
    DEMAND_MOST("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",                      \
                "requests_shared_atom", at_most,                                                   \
                "bank conflicts per atomic of a warp in shared memory")

/** So much a key. What is counted is the stage's case with the most keys, the last one among equals. */
#define DEMAND_LOADS(at_most)                                                                      \
    DEMAND_MOST(COUNT_LOADS, "keys", at_most, "global load requests per key")
#define DEMAND_BARRIERS(at_most)                                                                   \
    DEMAND_MOST("barriers", "keys", at_most, "barriers of a block per key")
#define DEMAND_ATOMICS_FROM(at_least, at_most)                                                     \
    { "atomics", "keys", (at_least), (at_most), "atomics of a warp per key" }
#define DEMAND_GLOBAL_ATOMICS(at_most)                                                             \
    DEMAND_MOST("lanes_global_atomics", "keys", at_most,                                           \
                "atomics of a thread in global memory per key")
#define DEMAND_LEAST_GLOBAL_ATOMICS(at_least)                                                      \
    DEMAND_LEAST("lanes_global_atomics", "keys", at_least,                                         \
                 "atomics of a thread in global memory per key")
#define DEMAND_SHARED_ATOMICS(at_least)                                                            \
    DEMAND_LEAST("requests_shared_atom", "keys", at_least,                                         \
                 "atomics of a warp in shared memory per key")
#define DEMAND_BARRIERS_FROM(at_least)                                                             \
    DEMAND_LEAST("barriers", "keys", at_least, "barriers of a block per key")
#define DEMAND_ATOMICS(at_most) DEMAND_MOST("atomics", "keys", at_most, "atomics of a warp per key")
#define DEMAND_DIVERGENCE(at_most)                                                                 \
    DEMAND_MOST("divergent_branches", "keys", at_most, "diverging branches per key")

/**
 * Who is at work, on average, while the busiest warp or the busiest block of a launch makes its requests to
 * memory. One thread that does the work of all, one block for a whole array and a launch for each tile show here.
 */
#define DEMAND_THREADS(at_least)                                                                   \
    DEMAND_LEAST("lanes", "busiest_warp", at_least, "threads at work at a time")
#define DEMAND_BLOCKS(at_least)                                                                    \
    DEMAND_LEAST("requests", "busiest_block", at_least, "blocks at work at a time")

/** Passes over global memory: 0.125 sectors a key are one, if lanes touch neighbouring words. */
#define DEMAND_READ(at_most)                                                                       \
    DEMAND_MOST(COUNT_LOAD_SECTORS, "keys", at_most, "sectors loaded from global memory per key")
#define DEMAND_WRITTEN(at_most)                                                                    \
    DEMAND_MOST(COUNT_STORE_SECTORS, "keys", at_most, "sectors stored to global memory per key")

/** What a method uses that another one does without. */
#define DEMAND_LEAST_LOADS(at_least)                                                               \
    DEMAND_LEAST(COUNT_LOADS, "keys", at_least, "global load requests per key")
#define DEMAND_SHARED_LOADS_MOST(at_most)                                                          \
    DEMAND_MOST("requests_shared_ld", "keys", at_most, "shared load requests per key")
#define DEMAND_NOT_SHARED DEMAND_SHARED_LOADS_MOST(0.05)
#define DEMAND_SHARED_LOADS(at_least)                                                              \
    DEMAND_LEAST("requests_shared_ld", "keys", at_least, "shared load requests per key")
#define DEMAND_SHARED_STORES(at_least)                                                             \
    DEMAND_LEAST("requests_shared_st", "keys", at_least, "shared store requests per key")

/**
 * What the host's code does to memory, its stack apart, a key. Code that the compiler does not count is
 * below the least.
 */
#define DEMAND_HOST(at_least, at_most)                                                             \
    { "host_accesses", "keys", (at_least), (at_most), "loads and stores of host code per key" }

#define DEMAND_HOST_STORES(at_least, at_most)                                                      \
    { "host_stores", "keys", (at_least), (at_most), "stores of host code per key" }

/** Comparisons of two keys, on the host. Keys have to be large to count: DATA_UNIFORM. */
#define DEMAND_COMPARISONS(at_most)                                                                \
    DEMAND_MOST("host_comparisons", "keys", at_most, "comparisons of keys per key")

/** The part of the host's loads and stores that its busiest thread does, and how many threads it has at once. */
#define DEMAND_SHARE(at_most)                                                                      \
    DEMAND_MOST("host_busiest_thread", "host_accesses", at_most,                                   \
                "of all loads and stores by one thread")
#define DEMAND_HOST_THREADS(at_least)                                                              \
    DEMAND_LEAST("host_threads", NULL, at_least, "threads under way at once")

/** What the host takes from malloc; what it sends by Async copies from or to memory that is not pinned. */
#define DEMAND_MEMORY(at_most)                                                                     \
    DEMAND_MOST("host_bytes", "keys", at_most, "bytes per key of memory of its own")
#define DEMAND_PINNED                                                                              \
    DEMAND_MOST("pageable_bytes", "keys", 0.1,                                                     \
                "bytes per key copied from or to memory that is not pinned")

/** What a row of the table demands: STAGE_AT(..., DEMANDS(DEMAND_COALESCED, DEMAND_BARRIERS(3.5))). */
#define DEMANDS(...) ((const struct stage_demand[]){__VA_ARGS__, {NULL, NULL, 0, 0, NULL}})

#endif
