/**
 * @file
 * @brief Lab 03: a block's lists become one run; in each round the threads bid with their heads.
 */
#include "atomic_merge.h"

#include "common/cu.h"

/** What all threads of a block agree on in a round. */
struct choice {
    uint32_t key;  /**< the least at any head; UINT32_MAX where there is none */
    uint32_t list; /**< whose head it is, the first of those that have it; or BLOCK_THREADS */
};

/** One round's choice. All threads of the block call it; a thread with no key left only listens. */
static __device__ struct choice choose(bool has_key, uint32_t key) {
    struct choice choice = {UINT32_MAX, BLOCK_THREADS};
    __shared__ uint32_t s_lowest;
    __shared__ uint32_t s_winner;
    uint32_t bid = has_key ? key : UINT32_MAX;
    __syncthreads();
    if (!threadIdx.x) s_winner = BLOCK_THREADS, s_lowest = UINT32_MAX;
    __syncthreads();
    atomicMin(&s_lowest, bid);
    __syncthreads();
    choice.key = s_lowest;
    bool winner = has_key && bid == choice.key;
    if (winner) {
        atomicMin(&s_winner, threadIdx.x);
    }
    __syncthreads();
    choice.list = s_winner;
    return choice;
}

/**
 * Merges for some rounds. All threads of the block call it, each with where the head of its list
 * stands, and each gets back where it stands afterwards.
 */
static __device__ uint32_t merge(const uint32_t *tile, uint32_t m, uint32_t head, uint32_t *run,
                                 uint32_t rounds) {
    uint32_t key = head < m ? tile[head] : 0;
    for (uint32_t i = 0; i < rounds; i++) { // run[0 .. i) is what the heads have left behind
        bool more = head < m;
        struct choice best = choose(more, key);
        bool mine = best.list == threadIdx.x;
        if (mine) run[i] = key;
        if (mine) head += BLOCK_THREADS;
        key = head < m ? tile[head] : 0;
    }
    return head;
}

/** @launch one block of BLOCK_THREADS threads
 *  @shared 8 bytes
 *  @cost   3 barriers, at most 2 atomics a thread
 *  @source write-ups of student GPU sorts */
static __global__ void choose_head_kernel(const uint32_t *d_tile, uint32_t m,
                                          const uint32_t *d_heads, uint32_t *d_choice) {
    uint32_t head = d_heads[threadIdx.x];
    struct choice choice = choose(head < m, head < m ? d_tile[head] : 0);
    if (threadIdx.x > 0) return;
    d_choice[0] = choice.key;
    d_choice[1] = choice.list;
}

void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice,
                 cudaStream_t stream) {
    choose_head_kernel<<<1, BLOCK_THREADS, 0, stream>>>(d_tile, m, d_heads, d_choice);
    CU_LAUNCHED();
}

/** @launch one block of BLOCK_THREADS threads
 *  @shared 8 bytes
 *  @cost   for each key 3 barriers and an atomic for every list that is not exhausted, and one more
 *          for every list that ties
 *  @source write-ups of student GPU sorts */
static __global__ void merge_rounds_kernel(const uint32_t *d_tile, uint32_t m, uint32_t *d_heads,
                                           uint32_t *d_run, uint32_t rounds) {
    d_heads[threadIdx.x] = merge(d_tile, m, d_heads[threadIdx.x], d_run, rounds);
}

void merge_rounds(const uint32_t *d_tile, uint32_t m, uint32_t *d_heads, uint32_t *d_run,
                  uint32_t rounds, cudaStream_t stream) {
    merge_rounds_kernel<<<1, BLOCK_THREADS, 0, stream>>>(d_tile, m, d_heads, d_run, rounds);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 8 bytes
 *  @cost   8 bytes a key moved; 3 barriers and up to BLOCK_THREADS + 1 atomics a key without ties
 *  @source write-ups of student GPU sorts */
static __global__ void merge_lists_atomic_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                                 size_t n) {
    const uint32_t last = gridDim.x - 1;
    uint32_t m = blockIdx.x < last ? TILE_ITEMS : (uint32_t)(n - (size_t)last * TILE_ITEMS);
    const uint32_t *tile = d_lists + (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t *run = d_runs + (size_t)blockIdx.x * TILE_ITEMS;
    merge(tile, m, threadIdx.x, run, m);
}

void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    uint32_t blocks = 1;
    blocks = tile_count(n);
    if (n == 0) return;
    merge_lists_atomic_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
