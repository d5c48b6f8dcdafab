/**
 * @file
 * @brief Lab 04: a block's lists become one run; in each round a reduction finds the least head.
 */
#include "reduce_merge.h"

#include "common/cu.h"

/** Leaves the least of s_words[0 .. count) in s_words[0], where thread 0 may read it. */
static __device__ void fold_neighbours(uint64_t *s_words, uint32_t count) {
    for (uint32_t step = 1; step < count; step *= 2) {
        __syncthreads();
        uint32_t left = threadIdx.x * step * 2;
        uint32_t right = left + step;
        if (right < count) {
            if (s_words[right] < s_words[left]) {
                s_words[left] = s_words[right];
            }
        }
    }
    __syncthreads();
}

/** The same, with another tree. */
static __device__ void fold_halves(uint64_t *s_words, uint32_t count) {
    while (count > 1) {
        __syncthreads();
        uint32_t half = count / 2;
        uint32_t front = count - half;
        if (threadIdx.x < half) {
            if (s_words[threadIdx.x + front] < s_words[threadIdx.x]) {
                s_words[threadIdx.x] = s_words[threadIdx.x + front];
            }
        }
        count = front;
    }
    __syncthreads();
}

/** A head as one word, the lesser the sooner its turn; UINT64_MAX: the list is exhausted. */
static __device__ uint64_t head_word(bool has_key, uint32_t key, uint32_t list) {
    if (!has_key) return UINT64_MAX;
    return ((uint64_t)key << 32) | list;
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
    size_t offset = (size_t)blockIdx.x * TILE_ITEMS;
    size_t left = n - offset;
    uint32_t m = left > TILE_ITEMS ? TILE_ITEMS : left;
    uint32_t head = threadIdx.x;
    for (uint32_t i = 0; i < m; i++) {
        bool has_key = head < m;
        uint32_t key = has_key ? d_lists[offset + head] : 0;
        s_words[threadIdx.x] = head_word(has_key, key, threadIdx.x);
        fold_halves(s_words, BLOCK_THREADS);
        if (threadIdx.x == 0) s_best = s_words[0];
        __syncthreads();
        uint32_t winner = s_best & 0xffffffff;
        if (threadIdx.x == winner) {
            d_runs[offset + i] = s_best >> 32;
            head += BLOCK_THREADS;
        }
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
    __shared__ uint64_t s_warps[2][BLOCK_THREADS / WARP_THREADS];
    size_t offset = (size_t)blockIdx.x * TILE_ITEMS;
    size_t left = n - offset;
    uint32_t m = left > TILE_ITEMS ? TILE_ITEMS : left;
    uint32_t head = threadIdx.x;
    uint32_t warp = threadIdx.x / WARP_THREADS;
    uint32_t lane = threadIdx.x % WARP_THREADS;
    for (uint32_t i = 0; i < m; i++) {
        bool has_key = head < m;
        uint32_t key = has_key ? d_lists[offset + head] : 0;
        uint64_t word = head_word(has_key, key, threadIdx.x);
        for (int d = 16; d > 0; d >>= 1) {
            uint64_t other = __shfl_down_sync(0xffffffff, word, d);
            if (other < word) word = other;
        }
        if (lane == 0) s_warps[i & 1][warp] = word;
        __syncthreads();
        uint64_t best = s_warps[i & 1][0];
        for (int w = 1; w < BLOCK_THREADS / WARP_THREADS; w++) {
            if (s_warps[i & 1][w] < best) best = s_warps[i & 1][w];
        }
        if ((best & 0xffffffff) == threadIdx.x) {
            d_runs[offset + i] = best >> 32;
            head += BLOCK_THREADS;
        }
    }
}

void merge_lists_reduce(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    if (n > 0)
        merge_lists_reduce_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_lists, d_runs, n);
    CU_LAUNCHED();
}
