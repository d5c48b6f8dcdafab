/**
 * @file
 * @brief Lab 04: a block's lists become one run; in each round a reduction finds the least head.
 */
#include "reduce_merge.h"

#include "common/cu.h"

/** Leaves the smallest of s_words[0 .. count) in s_words[0]. Thread 0 may read it at once. */
static __device__ void fold_neighbours(uint64_t *s_words, uint32_t count) {
    //> TODO 1: for step = 1, 2, 4, ... let i = 2 * step * t. Thread t compares words i and i + step,
    //> if both exist. It leaves the smaller one in word i. Where must all threads wait?
    uint32_t t = threadIdx.x;
    for (uint32_t step = 1; step < count; step *= 2) {
        __syncthreads(); // what the level before wrote is read now
        uint32_t i = 2 * step * t;
        if (i + step < count) s_words[i] = min(s_words[i], s_words[i + step]);
    }
    //<
}

/** The same, with another tree. */
static __device__ void fold_halves(uint64_t *s_words, uint32_t count) {
    //> TODO 2: fold the rear half of the words onto the front half, until one word is left. If their
    //> number is odd, the middle word has no partner and stays.
    uint32_t t = threadIdx.x;
    for (uint32_t left = count; left > 1; left = (left + 1) / 2) {
        uint32_t front = (left + 1) / 2;
        __syncthreads(); // what the level before wrote is read now
        if (t + front < left) s_words[t] = min(s_words[t], s_words[t + front]);
    }
    //<
}

/** A head as one word. The smallest word is next. UINT64_MAX says that the list is exhausted. */
static __device__ uint64_t head_word(bool has_key, uint32_t key, uint32_t list) {
    //> TODO 3: put the key into the upper 32 bits and the list into the lower ones. If keys are
    //> equal, the first list has the smaller word.
    return has_key ? (uint64_t)key << 32 | list : UINT64_MAX; // the word of no key: list is less
    //| return has_key ? (uint64_t)key << 32 : UINT64_MAX;
    //<
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

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared 1 KB and 8 bytes
 *  @cost   8 bytes a key moved; 8 barriers a key, 127 comparisons, no atomics
 *  @source write-ups of student GPU sorts; M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void merge_lists_tree_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                               size_t n) {
    //> TODO 4: for each key of the run: all threads write their heads to s_words. After the tree,
    //> thread 0 copies its root to s_best, for all to read. The thread of the list in s_best writes
    //> its key.
    __shared__ uint64_t s_words[BLOCK_THREADS], s_best;
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = n - start < TILE_ITEMS ? (uint32_t)(n - start) : TILE_ITEMS;
    uint32_t t = threadIdx.x, head = t, key = head < m ? d_lists[start + head] : 0;
    for (uint32_t i = 0; i < m; i++) {
        s_words[t] = head_word(head < m, key, t); // all are past the last tree
        fold_halves(s_words, BLOCK_THREADS);
        if (t == 0) s_best = s_words[0];
        __syncthreads(); // s_best is set; and it is read before the next tree is through
        if ((uint32_t)s_best == t) {
            d_runs[start + i] = key;
            head += BLOCK_THREADS;
            if (head < m) key = d_lists[start + head];
        }
    }
    //<
}

void merge_lists_tree(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_tree_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared 64 bytes
 *  @cost   8 bytes a key moved; 1 barrier a key and 5 shuffles of 8 bytes, no atomics
 *  @source write-ups of student GPU sorts; M. Harris, Optimizing parallel reduction in CUDA */
static __global__ void merge_lists_reduce_kernel(const uint32_t *d_lists, uint32_t *d_runs,
                                                 size_t n) {
    //> TODO 5: as in step 4, but each warp folds its own words by __shfl_down_sync. Its lane 0 writes
    //> the smallest to a word in shared memory. Each thread looks at the words of all warps. With
    //> two sets of these words, for even and odd keys, one barrier a key is enough.
    enum { WARPS = BLOCK_THREADS / WARP_THREADS };
    __shared__ uint64_t s_least[2][WARPS];
    size_t start = (size_t)blockIdx.x * TILE_ITEMS;
    uint32_t m = n - start < TILE_ITEMS ? (uint32_t)(n - start) : TILE_ITEMS;
    uint32_t t = threadIdx.x, head = t, key = head < m ? d_lists[start + head] : 0;
    for (uint32_t i = 0; i < m; i++) {
        uint64_t best = head_word(head < m, key, t);
        for (int lanes = WARP_THREADS / 2; lanes > 0; lanes /= 2)
            best = min(best, __shfl_down_sync(~0u, best, lanes));
        if (t % WARP_THREADS == 0) s_least[i % 2][t / WARP_THREADS] = best;
        __syncthreads(); // all warps have written; and all have read what is overwritten next
        for (int w = 0; w < WARPS; w++) best = min(best, s_least[i % 2][w]);
        if ((uint32_t)best == t) {
            d_runs[start + i] = key;
            head += BLOCK_THREADS;
            if (head < m) key = d_lists[start + head];
        }
    }
    //<
}

void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_reduce_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
