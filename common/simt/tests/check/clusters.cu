/**
 * @file
 * @brief Shared memory of other blocks of a cluster, with and without a mistake.
 */
#include <cooperative_groups.h>
#include <utility>

#include "cases.h"

namespace cg = cooperative_groups;

enum { THREADS = 64, BLOCKS = 4, CLUSTER = 2 };
static int *d_out;

/* Where a kernel has a mistake. */
enum place {
    NOWHERE,
    NO_BARRIER_BEFORE,
    NO_BARRIER_AFTER,
    BETWEEN_HALVES,
    BEYOND,
    UNWRITTEN,
    AFTER_BARRIER,
    FAR
};

/* Each thread reads a word of the next block's array. */
template <place P> __global__ void __cluster_dims__(CLUSTER) read_other(int *out) {
    __shared__ int s_words[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned t = threadIdx.x, rank = cluster.block_rank();
    if (P != UNWRITTEN || rank == 0) s_words[t] = t;
    if (P == BETWEEN_HALVES) {
        auto token = cluster.barrier_arrive();
        s_words[t] = 1 + t; // unordered
        cluster.barrier_wait(std::move(token));
    } else if (P != NO_BARRIER_BEFORE) {
        cluster.sync();
    }
    if (P == AFTER_BARRIER) s_words[t] = 2 + t;
    const int *other = cluster.map_shared_rank(s_words, (rank + 1) % CLUSTER);
    out[blockIdx.x * THREADS + t] = other[t + (P == BEYOND)]; // read
    if (P != NO_BARRIER_AFTER) cluster.sync();
}

/* Adds to one word of the other block, in the array that a launch gives. */
template <place P> __global__ void __cluster_dims__(CLUSTER) add_to_other(int *out) {
    extern __shared__ int s_sums[];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank();
    if (threadIdx.x < 2) s_sums[threadIdx.x] = 0;
    cluster.sync();
    int *other = cluster.map_shared_rank(s_sums, (rank + 1) % CLUSTER);
    if (P == FAR) other += THREADS;
    if (P == BETWEEN_HALVES)
        other[0] += 1; // unordered
    else
        atomicAdd(&other[threadIdx.x % 2], 1);
    cluster.sync();
    if (threadIdx.x < 2) out[blockIdx.x * 2 + threadIdx.x] = s_sums[threadIdx.x];
}

/* Halves of the barrier that are apart, as they should be: what lies between touches the block's own words. */
__global__ void __cluster_dims__(CLUSTER) halves(int *out) {
    __shared__ int s_words[THREADS], s_own[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned t = threadIdx.x, other = (cluster.block_rank() + 1) % CLUSTER;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        s_words[t] = i;
        auto full = cluster.barrier_arrive();
        s_own[t] = sum;
        cluster.barrier_wait(std::move(full));
        sum += s_own[t] + cluster.map_shared_rank(s_words, other)[THREADS - 1 - t];
        cluster.barrier_wait(cluster.barrier_arrive());
    }
    out[blockIdx.x * THREADS + t] = sum;
}

/* A block that has ended lets the others meet, and its shared memory ends with it. */
template <bool READS> __global__ void __cluster_dims__(CLUSTER) leave(int *out) {
    __shared__ int s_words[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    s_words[threadIdx.x] = 1;
    cluster.sync();
    const int *other = cluster.map_shared_rank(s_words, 1);
    if (cluster.block_rank() == 1) return;
    cluster.sync();
    out[blockIdx.x * THREADS + threadIdx.x] = READS ? other[threadIdx.x] : 0; // ended
}

/* A variable that the other block enters later. */
__global__ void __cluster_dims__(CLUSTER) enter_later(int *out) {
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned other = (cluster.block_rank() + 1) % CLUSTER;
    for (int i = 0; i < 2; i++) {
        if (i == 0) cluster.sync();
        if (i == 0 && cluster.block_rank() == 1) continue;
        __shared__ int s_words[THREADS];
        if (i == 0) cluster.map_shared_rank(s_words, other)[threadIdx.x] = 5;
        if (i == 0) s_words[threadIdx.x] = 6;
        if (i == 1) cluster.sync();
        if (i == 1) out[blockIdx.x * THREADS + threadIdx.x] = s_words[threadIdx.x];
    }
}

template <void (*KERNEL)(int *)> static void run() {
    KERNEL<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(d_out);
}

static const check_case tests[] = {
    {"read_other", "clean", run<read_other<NOWHERE>>},
    {"no_barrier_before", "ERROR", run<read_other<NO_BARRIER_BEFORE>>},
    {"no_barrier_at_the_end", "ERROR", run<read_other<NO_BARRIER_AFTER>>},
    {"written_after_the_barrier", "ERROR", run<read_other<AFTER_BARRIER>>},
    {"written_between_its_halves", "ERROR", run<read_other<BETWEEN_HALVES>>},
    {"beyond_the_array", "ERROR", run<read_other<BEYOND>>},
    {"never_written", "ERROR", run<read_other<UNWRITTEN>>},
    {"add_to_other", "clean", run<add_to_other<NOWHERE>>},
    {"add_without_atomics", "ERROR", run<add_to_other<BETWEEN_HALVES>>},
    {"beyond_dynamic_memory", "ERROR", run<add_to_other<FAR>>},
    {"halves", "clean", run<halves>},
    {"leave", "clean", run<leave<false>>},
    {"leave_and_read", "ERROR", run<leave<true>>},
    {"enter_later", "clean", run<enter_later>},
};

int main(int argc, char **argv) {
    cudaMalloc(&d_out, BLOCKS * THREADS * sizeof *d_out);
    return run_case(tests, argc, argv);
}
