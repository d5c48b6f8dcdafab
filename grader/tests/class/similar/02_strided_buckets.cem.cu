/**
 * @file
 * @brief Lab 02: every thread radix-sorts its strided list, in one kind of memory after another.
 */
#include "strided_buckets.h"

#include "common/cu.h"

enum { KEY_BITS = 32 };

/** Where in the array this thread's list begins. */
static __device__ size_t list_start(void) {
    return (size_t)blockIdx.x * TILE_ITEMS + threadIdx.x;
}

/** Keys of this thread's list: ITEMS_PER_THREAD, or in the last tile fewer, down to none. */
static __device__ uint32_t list_length(size_t n) {
    size_t start = list_start();
    size_t left = start < n ? (n - start + BLOCK_THREADS - 1) / BLOCK_THREADS : 0;
    return left < ITEMS_PER_THREAD ? (uint32_t)left : ITEMS_PER_THREAD;
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void add_owners_kernel(uint32_t *d_keys, size_t n) {
    uint32_t *d_list = d_keys + list_start(), length = list_length(n);
    for (uint32_t r = 0; r < length; r++) // in row r neighbours touch neighbouring words
        d_list[r * BLOCK_THREADS] += blockIdx.x * BLOCK_THREADS + threadIdx.x;
}

void add_owners(const uint32_t *keys, uint32_t *out, size_t n) {
    uint32_t blocks = tile_count(n), *d;
    if (!blocks) return;
    CU(cudaMalloc(&d, sizeof(uint32_t) * n));
    CU(cudaMemcpy(d, keys, sizeof(uint32_t) * n, cudaMemcpyHostToDevice));
    add_owners_kernel<<<blocks, BLOCK_THREADS, 0, 0>>>(d, n);
    CU_LAUNCHED();
    CU(cudaDeviceSynchronize());
    CU(cudaMemcpy(out, d, sizeof(uint32_t) * n, cudaMemcpyDeviceToHost));
    CU(cudaFree(d));
}

/** Sorts a list: key r stands at list[r * stride]. `ones` has room for all, strided alike. */
static __device__ void sort_list(uint32_t *list, uint32_t *ones, uint32_t length, uint32_t stride) {
    for (uint32_t mask = 1; mask != 0; mask <<= 1) {
        uint32_t *front = list, *side = ones;
        for (uint32_t *p = list; p != list + length * stride; p += stride) {
            uint32_t k = *p;
            uint32_t **where = k & mask ? &side : &front;
            **where = k;
            *where += stride;
        }
        while (side != ones) {
            side -= stride;
            front[side - ones] = *side;
        }
    }
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   96 words a key moved in global memory on average, 3 for each bit; no barrier
 *  @source write-ups of student GPU sorts; S. Cook, CUDA Programming, ch. 6 */
static __global__ void sort_lists_global_kernel(uint32_t *d_keys, uint32_t *d_ones, size_t n) {
    size_t start = list_start();
    sort_list(d_keys + start, d_ones + start, list_length(n), BLOCK_THREADS);
}

void sort_lists_global(uint32_t *d_keys, uint32_t *d_ones, size_t n, cudaStream_t stream) {
    if (n > 0)
        sort_lists_global_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, d_ones, n);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 16 KB: two words for each key of a tile
 *  @cost   8 bytes a key moved in global memory, 96 words on average in shared; no barrier
 *  @source write-ups of student GPU sorts; S. Cook, CUDA Programming, ch. 6 */
static __global__ void sort_lists_shared_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_tiles[2 * TILE_ITEMS];
    uint32_t *mine = s_tiles + threadIdx.x, m = list_length(n);
    const uint32_t *from = d_keys + list_start();
    for (uint32_t at = 0; at < m * BLOCK_THREADS; at += BLOCK_THREADS) mine[at] = from[at];
    sort_list(mine, mine + TILE_ITEMS, m, BLOCK_THREADS);
    uint32_t *back = d_keys + list_start();
    for (uint32_t at = 0; at < m * BLOCK_THREADS; at += BLOCK_THREADS) back[at] = mine[at];
}

void sort_lists_shared(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_shared_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved in global memory, 96 words on average in local; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void sort_lists_local_kernel(uint32_t *d_keys, size_t n) {
    uint32_t words[2][ITEMS_PER_THREAD], m = list_length(n), r = 0;
    uint32_t *column = d_keys + list_start();
    for (uint32_t *p = column; r < m; p += BLOCK_THREADS) words[0][r++] = *p;
    sort_list(words[0], words[1], m, 1);
    while (r-- > 0) column[(size_t)r * BLOCK_THREADS] = words[0][r];
}

void sort_lists_local(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_local_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch a block a tile, BLOCK_THREADS threads
 *  @shared 16 KB: two words for each key of a tile
 *  @cost   8 bytes a key moved in global memory, 96 words in shared; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void sort_lists_kernel(uint32_t *d_keys, size_t n) {
    __shared__ uint32_t s_rows[2][ITEMS_PER_THREAD][BLOCK_THREADS];
    uint32_t t = threadIdx.x, m = list_length(n), now = 0;
    uint32_t *column = d_keys + list_start();
    for (uint32_t r = 0; r < m; r++) s_rows[now][r][t] = column[r * BLOCK_THREADS];
    for (uint32_t mask = 1; mask; mask *= 2, now ^= 1) {
        uint32_t next[2] = {0, m};
        for (uint32_t r = 0; r < m; r++) next[1] -= (s_rows[now][r][t] & mask) != 0;
        for (uint32_t r = 0; r < m; r++) {
            uint32_t k = s_rows[now][r][t], row = next[(k & mask) != 0]++;
            s_rows[now ^ 1][row][t] = k;
        }
    }
    for (uint32_t r = 0; r < m; r++) column[r * BLOCK_THREADS] = s_rows[now][r][t];
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}
