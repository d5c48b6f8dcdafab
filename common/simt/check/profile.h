/**
 * @file
 * @brief The parts of the profiler as they see each other, and what the hooks tell it.
 *
 * A GPU's warp issues one request for all lanes that stand at a load or store together. Here lanes run one after
 * another. So each lane keeps a log of the code that it passes (-fsanitize-coverage=trace-pc) and of the words that it
 * touches. Then the warp is replayed from the logs. The lanes at the lowest code position go on, because a GPU's lanes
 * wait for each other there.
 */
#ifndef SIMT_PROFILE_H
#define SIMT_PROFILE_H

#include <stdio.h>

#include "check.h"

/*
 * profile.c: logs, and their replay.
 */
void profile_block_begins(struct worker *w);
void profile_block_ends(struct worker *w);
void profile_barrier(struct worker *w); /**< all live threads of the block have met */
void profile_warp_met(int base, uint32_t members);
void profile_access(uintptr_t address, size_t bytes, int how, uint32_t at);
void profile_call(uint32_t from, uint32_t at); /**< a function that was not inlined begins */
void profile_return(void);

/*
 * profile_count.c: what is counted.
 */
enum request_kind {
    GLOBAL_LD,
    GLOBAL_ST,
    GLOBAL_RED, /**< an atomic whose result nobody wants */
    GLOBAL_ATOM,
    SHARED_LD,
    SHARED_ST,
    SHARED_ATOM,
    BARRIER,
    DIVERGENCE,
    REQUEST_KINDS
};

/** What one kind of request came to. */
struct count {
    uint64_t requests;
    uint64_t lanes;  /**< that take part in them, together */
    uint64_t passes; /**< sectors of global memory, wavefronts of shared memory */
    uint64_t words;  /**< requests of words of 4 bytes, where one of up to 16 counts as up to 4 */
    uint64_t ideal;  /**< the fewest that the same lanes and bytes can do with */
};

/** The counts of a kernel at a code position. */
struct tally {
    uint32_t at, to;  /**< to: of a divergence, where the first lanes went */
    struct site site; /**< of a barrier, in place of a code position */
    enum request_kind kind;
    struct count count;
};

struct kernel_profile {
    const char *name;
    uint64_t launches, blocks, threads;
    uint64_t busiest_warp, busiest_block; /**< requests of each launch's, added up */
    dim3 grid, block;                     /**< of the last launch */
    size_t static_bytes, dynamic_bytes;
    struct tally *tally;
    size_t n, room;
    uint32_t *slots; /**< 1 + index of a tally */
    size_t n_slots;
};

/** What a group of lanes does at once. */
struct request {
    uint32_t at;
    size_t bytes;
    int how;
    bool loose;            /**< of a type whose alignment is less than its size */
    enum simt_atomic kind; /**< of an atomic */
    bool unused, adds_one; /**< of an atomic: its result is not used, it just counts */
    int n;
    uint8_t lane[WARP_THREADS];
    uintptr_t address[WARP_THREADS];
};

void profile_launch(const struct launch *launch);
uint64_t profile_count_request(const struct request *r); /**< how many a GPU makes of it */
void profile_count_barrier(struct site site);
void profile_count_divergence(uint32_t at, uint32_t to);
void profile_count_block(size_t static_bytes, uint64_t most_of_a_warp, uint64_t all);
struct kernel_profile *profile_kernels(size_t *n);

/*
 * profile_gpu.c: what a GPU could hold at once.
 */
struct occupancy {
    const char *gpu;
    int blocks, warps, most_warps; /**< of a multiprocessor */
    const char *limit;
};
struct occupancy profile_occupancy(const struct kernel_profile *k);

/*
 * profile_host.c: what host code does. The hooks and calls of checked files tell it, while the profiler runs.
 */
void profile_host_access(uintptr_t address, size_t bytes, int how);
void profile_host_memory(const void *memory,
                         int sign);       /**< from malloc: 1; about to be freed: -1 */
void profile_host_pageable(size_t bytes); /**< an Async copy from or to pageable memory */
void profile_host_json(FILE *out);
/** For programs: so many more threads of the host are under way. */
void simt_host_threads(int more);

/*
 * profile_report.c: how it is told.
 */
void profile_write_json(FILE *out);               /**< the list of kernels */
void check_put_json(FILE *out, const char *text); /**< report.c: a string, quoted */
void profile_print(FILE *out);                    /**< a table, for people */
void profile_write_page(void);                    /**< SIMT_PAGE */

#endif
