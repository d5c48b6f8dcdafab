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
    const uint32_t me = threadIdx.x;
    if (me + 1 == BLOCK_THREADS) {
        s_winner = BLOCK_THREADS;
        s_lowest = UINT32_MAX;
    }
    __syncthreads();
    if (has_key) {
        atomicMin(&s_lowest, key);
    }
    __syncthreads();
    uint32_t least = s_lowest;
    bool mine = has_key;
    mine = mine && least == key;
    if (mine) (void)atomicMin(&s_winner, me);
    __syncthreads();
    uint32_t who = s_winner;
    __syncthreads(); // or the next round sets them too early
    choice = (struct choice){least, who};
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
        struct choice best = choose(m > head, key);
        if (best.list != threadIdx.x) continue;
        run[i] = best.key;
        head = head + BLOCK_THREADS;
        key = 0;
        if (m > head) {
            key = tile[head];
        }
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
    const size_t first = (size_t)TILE_ITEMS * blockIdx.x;
    size_t rest = n - first;
    if (rest > TILE_ITEMS) {
        rest = TILE_ITEMS;
    }
    uint32_t length = (uint32_t)rest;
    merge(&d_lists[first], length, threadIdx.x, &d_runs[first], length);
}

void merge_lists_atomic(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    uint32_t blocks = 1;
    if (!n) {
        return;
    }
    blocks = (uint32_t)((n + TILE_ITEMS - 1) / TILE_ITEMS);
    merge_lists_atomic_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
