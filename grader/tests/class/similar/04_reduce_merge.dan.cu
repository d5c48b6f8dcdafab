/**
 * @file
 * @brief Lab 04: a block's lists become one run; in each round a reduction finds the least head.
 */
#include "reduce_merge.h"

#include "common/cu.h"

/** Leaves the least of s_words[0 .. count) in s_words[0], where thread 0 may read it. */
static __device__ void fold_neighbours(uint64_t *s_words, uint32_t count) {
    const uint32_t tid = threadIdx.x;
    __syncthreads();
    for (uint32_t step = 1; step < count; step <<= 1) {
        if (2 * step * tid + step < count) {
            s_words[2 * step * tid] = min(s_words[2 * step * tid], s_words[2 * step * tid + step]);
        }
        __syncthreads();
    }
}

/** The same, with another tree. */
static __device__ void fold_halves(uint64_t *s_words, uint32_t count) {
    const uint32_t tid = threadIdx.x;
    uint32_t remaining = count;
    __syncthreads();
    while (remaining > 1) {
        const uint32_t half = (remaining + 1) / 2;
        if (tid + half < remaining) {
            s_words[tid] = min(s_words[tid], s_words[tid + half]);
        }
        __syncthreads();
        remaining = half;
    }
}

/** A head as one word, the lesser the sooner its turn; UINT64_MAX: the list is exhausted. */
static __device__ uint64_t head_word(bool has_key, uint32_t key, uint32_t list) {
    if (has_key) {
        uint64_t word = key;
        word <<= 32;
        word += list;
        return word;
    }
    return UINT64_MAX;
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
    const uint32_t tid = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * TILE_ITEMS;
    const uint32_t count = base + TILE_ITEMS <= n ? TILE_ITEMS : n - base;
    uint32_t position = tid;
    for (uint32_t written = 0; written < count; ++written) {
        if (position < count)
            s_words[tid] = head_word(true, d_lists[base + position], tid);
        else
            s_words[tid] = head_word(false, 0, tid);
        fold_halves(s_words, BLOCK_THREADS);
        if (tid == 0) s_best = s_words[0];
        __syncthreads();
        const uint32_t best_list = (uint32_t)s_best;
        if (best_list == tid) {
            d_runs[base + written] = d_lists[base + position];
            position += BLOCK_THREADS;
        }
        __syncthreads();
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
    const int warps = BLOCK_THREADS / WARP_THREADS;
    __shared__ uint64_t s_best[2][warps];
    const uint32_t tid = threadIdx.x;
    const size_t base = (size_t)blockIdx.x * TILE_ITEMS;
    const uint32_t count = base + TILE_ITEMS <= n ? TILE_ITEMS : n - base;
    uint32_t position = tid;
    int parity = 0;
    for (uint32_t written = 0; written < count; ++written) {
        uint64_t word = UINT64_MAX;
        if (position < count) word = head_word(true, d_lists[base + position], tid);
        for (int offset = WARP_THREADS / 2; offset > 0; offset /= 2)
            word = min(word, __shfl_down_sync(0xffffffffu, word, offset));
        if (tid % WARP_THREADS == 0) s_best[parity][tid / WARP_THREADS] = word;
        __syncthreads();
        uint64_t best = UINT64_MAX;
        for (int w = 0; w < warps; ++w) best = min(best, s_best[parity][w]);
        if ((uint32_t)best == tid) {
            d_runs[base + written] = (uint32_t)(best >> 32);
            position += BLOCK_THREADS;
        }
        parity = 1 - parity;
    }
}

void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_reduce_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
