/**
 * @file
 * @brief Lab 03: a block's lists become one run; in each round the threads bid with their heads.
 */
#include "atomic_merge.h"

#include "common/cu.h"

/** What all threads of a block agree on in a round. */
struct choice {
    uint32_t key;  /**< the smallest key of all heads; UINT32_MAX if all lists are exhausted */
    uint32_t list; /**< the first list with this key at its head; BLOCK_THREADS if there is none */
};

/** The choice of one round. All threads of the block call it, also those that have no key left. */
static __device__ struct choice choose(bool has_key, uint32_t key) {
    struct choice choice = {UINT32_MAX, BLOCK_THREADS};
    // TODO 1: set choice.key to the smallest key of all threads. Declare two words in shared memory,
    // s_lowest and s_winner. Set them to UINT32_MAX and BLOCK_THREADS. Each thread with a key bids
    // for s_lowest by atomicMin. Then all threads read it. Where must the threads wait?
    // TODO 2: set choice.list to the first of the threads whose key is choice.key.
    return choice;
}

/**
 * Merges for `rounds` rounds. All threads of the block call it. Each one passes the place where the
 * head of its list is, and gets back the place where the head is after the last round.
 */
static __device__ uint32_t merge(const uint32_t *tile, uint32_t m, uint32_t head, uint32_t *run,
                                 uint32_t rounds) {
    uint32_t key = head < m ? tile[head] : 0;
    for (uint32_t i = 0; i < rounds; i++) { // run[0 .. i) has the keys that are merged already
        // TODO 3: choose a list. Its thread writes its key to the run. Then its head moves to the
        // next key of the list.
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
 *  @cost   for each key 3 barriers, an atomic for every list that is not exhausted, and another for
 *          every list whose head is the smallest key
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

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared 8 bytes
 *  @cost   8 bytes a key moved; 3 barriers and up to BLOCK_THREADS + 1 atomics a key without ties
 *  @source write-ups of student GPU sorts */
static __global__ void merge_lists_atomic_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                                 size_t n) {
    // TODO 4: compute where this block's tile starts and how many keys it has: the last tile may be
    // short. Merge all of them.
}

void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    uint32_t blocks = 1;
    // TODO 5: launch one block for each tile. If there is no tile, launch nothing.
    merge_lists_atomic_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
