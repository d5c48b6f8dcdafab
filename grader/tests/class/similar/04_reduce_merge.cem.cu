/**
 * @file
 * @brief Lab 04: a block's lists become one run; in each round a reduction finds the least head.
 */
#include "reduce_merge.h"

#include "common/cu.h"

/** Leaves the least of s_words[0 .. count) in s_words[0], where thread 0 may read it. */
static __device__ void fold_neighbours(uint64_t *s_words, uint32_t count) {
    uint32_t step = 1;
    do {
        __syncthreads();
        uint64_t *mine = s_words + 2 * (size_t)step * threadIdx.x;
        if (mine + step < s_words + count) *mine = min(mine[0], mine[step]);
        step <<= 1;
    } while (step < count);
}

/** The same, with another tree. */
static __device__ void fold_halves(uint64_t *s_words, uint32_t count) {
    for (uint32_t n = count, rear; n > 1; n -= rear) {
        rear = n >> 1;
        __syncthreads();
        if (threadIdx.x < rear)
            s_words[threadIdx.x] = min(s_words[threadIdx.x], s_words[n - rear + threadIdx.x]);
    }
}

/** A head as one word, the lesser the sooner its turn; UINT64_MAX: the list is exhausted. */
static __device__ uint64_t head_word(bool has_key, uint32_t key, uint32_t list) {
    const uint64_t word = (uint64_t)key << 32 | list;
    return has_key ? word : ~(uint64_t)0;
}

/** @launch one block of as many threads as there are lists
 *  @shared 8 KB
 *  @cost   log2(lists) barriers, rounded up, and lists - 1 comparisons
 *  @source M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void least_head_kernel(const uint32_t *d_tile, uint32_t m,
                                         const uint32_t *d_heads, bool halves, uint32_t *d_choice) {
    __shared__ uint64_t s_words[MOST_LISTS];
    uint32_t t = threadIdx.x, head = d_heads[t];
    s_words[t] = head_word(head < m, head < m ? d_tile[head] : 0, t);
    if (halves)
        fold_halves(s_words, blockDim.x);
    else
        fold_neighbours(s_words, blockDim.x);
    if (t > 0) return;
    d_choice[0] = (uint32_t)(s_words[0] >> 32);
    d_choice[1] = (uint32_t)s_words[0];
}

void least_head_neighbours(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads,
                           uint32_t lists, uint32_t *d_choice, cudaStream_t stream) {
    least_head_kernel<<<1, lists, 0, stream>>>(d_tile, m, d_heads, false, d_choice);
    CU_LAUNCHED();
}

void least_head_halves(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t lists,
                       uint32_t *d_choice, cudaStream_t stream) {
    least_head_kernel<<<1, lists, 0, stream>>>(d_tile, m, d_heads, true, d_choice);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 1 KB and 8 bytes
 *  @cost   8 bytes a key moved; 8 barriers a key, 127 comparisons, no atomics
 *  @source write-ups of student GPU sorts; M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void merge_lists_tree_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                               size_t n) {
    __shared__ uint64_t s_words[BLOCK_THREADS];
    __shared__ uint64_t s_best;
    const uint32_t *tile = d_lists + (size_t)blockIdx.x * TILE_ITEMS;
    const uint32_t *end = d_lists + n < tile + TILE_ITEMS ? d_lists + n : tile + TILE_ITEMS;
    uint32_t *out = d_runs + (size_t)blockIdx.x * TILE_ITEMS;
    const uint32_t *head = tile + threadIdx.x;
    for (long left = end - tile; left > 0; left--, out++) {
        s_words[threadIdx.x] = head_word(head < end, head < end ? *head : 0, threadIdx.x);
        fold_halves(s_words, BLOCK_THREADS);
        if (!threadIdx.x) s_best = *s_words;
        __syncthreads();
        if ((uint32_t)s_best != threadIdx.x) continue;
        *out = *head;
        head += BLOCK_THREADS;
    }
}

void merge_lists_tree(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_tree_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 64 bytes
 *  @cost   8 bytes a key moved; 1 barrier a key and 5 shuffles of 8 bytes, no atomics
 *  @source write-ups of student GPU sorts; M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void merge_lists_reduce_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                                 size_t n) {
    __shared__ uint64_t s_min[2 * BLOCK_THREADS / WARP_THREADS];
    const uint32_t *tile = d_lists + (size_t)blockIdx.x * TILE_ITEMS;
    const uint32_t *end = d_lists + n < tile + TILE_ITEMS ? d_lists + n : tile + TILE_ITEMS;
    const uint32_t *head = tile + threadIdx.x;
    uint32_t *out = d_runs + (size_t)blockIdx.x * TILE_ITEMS;
    uint64_t *set = s_min, *other = s_min + BLOCK_THREADS / WARP_THREADS;
    for (long left = end - tile; left > 0; left--, out++) {
        uint64_t least = head_word(head < end, head < end ? *head : 0, threadIdx.x);
        for (int d = 1; d < WARP_THREADS; d += d)
            least = min(least, __shfl_down_sync(UINT32_MAX, least, d));
        if ((threadIdx.x & (WARP_THREADS - 1)) == 0) set[threadIdx.x / WARP_THREADS] = least;
        __syncthreads();
        least = min(min(set[0], set[1]), min(set[2], set[3]));
        uint64_t *swap = set;
        set = other;
        other = swap;
        if ((uint32_t)least != threadIdx.x) continue;
        *out = *head;
        head += BLOCK_THREADS;
    }
}

void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_reduce_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
