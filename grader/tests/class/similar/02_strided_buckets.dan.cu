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
    if (n == 0) return;
    uint32_t *d_keys;
    CU(cudaMalloc(&d_keys, n * sizeof(uint32_t)));
    CU(cudaMemcpy(d_keys, keys, n * sizeof(uint32_t), cudaMemcpyHostToDevice));
    uint32_t blocks = (n + TILE_ITEMS - 1) / TILE_ITEMS;
    add_owners_kernel<<<blocks, BLOCK_THREADS>>>(d_keys, n);
    CU_LAUNCHED();
    CU(cudaMemcpy(out, d_keys, n * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    CU(cudaFree(d_keys));
}

/** Sorts a list: key r stands at list[r * stride]. `ones` has room for all, strided alike. */
static __device__ void sort_list(uint32_t *list, uint32_t *ones, uint32_t length, uint32_t stride) {
    for (int bit = 0; bit < KEY_BITS; ++bit) {
        uint32_t zero_count = 0;
        uint32_t one_count = 0;
        for (uint32_t r = 0; r < length; ++r) {
            const uint32_t value = list[r * stride];
            const bool is_one = (value & (1u << bit)) != 0;
            if (is_one) ones[stride * one_count++] = value;
            if (!is_one) list[stride * zero_count++] = value;
        }
        for (uint32_t r = zero_count; r < length; ++r)
            list[r * stride] = ones[(r - zero_count) * stride];
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
    __shared__ uint32_t keys[TILE_ITEMS];
    __shared__ uint32_t ones[TILE_ITEMS];
    const uint32_t tid = threadIdx.x;
    const uint32_t len = list_length(n);
    for (uint32_t r = 0; r < len; ++r) {
        const uint32_t offset = r * BLOCK_THREADS + tid;
        keys[offset] = d_keys[blockIdx.x * (size_t)TILE_ITEMS + offset];
    }
    sort_list(keys + tid, ones + tid, len, BLOCK_THREADS);
    for (uint32_t r = 0; r < len; ++r) {
        const uint32_t offset = r * BLOCK_THREADS + tid;
        d_keys[blockIdx.x * (size_t)TILE_ITEMS + offset] = keys[offset];
    }
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
    uint32_t keys[ITEMS_PER_THREAD], ones[ITEMS_PER_THREAD];
    const uint32_t len = list_length(n);
    const size_t first = list_start();
    for (uint32_t r = 0; r < len; ++r) keys[r] = d_keys[first + (size_t)r * BLOCK_THREADS];
    sort_list(keys, ones, len, 1);
    for (uint32_t r = 0; r < len; ++r) d_keys[first + (size_t)r * BLOCK_THREADS] = keys[r];
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
    __shared__ uint32_t tiles[2][TILE_ITEMS];
    const uint32_t tid = threadIdx.x;
    const uint32_t len = list_length(n);
    const size_t first = list_start();
    for (uint32_t r = 0; r < len; ++r)
        tiles[0][r * BLOCK_THREADS + tid] = d_keys[first + r * BLOCK_THREADS];
    for (int bit = 0; bit < KEY_BITS; ++bit) {
        const int from = bit & 1;
        const int to = 1 - from;
        uint32_t next[2] = {0, 0};
        for (uint32_t r = 0; r < len; ++r)
            if (!(tiles[from][r * BLOCK_THREADS + tid] & (1u << bit))) ++next[1];
        for (uint32_t r = 0; r < len; ++r) {
            const uint32_t value = tiles[from][r * BLOCK_THREADS + tid];
            const uint32_t digit = (value >> bit) & 1;
            tiles[to][next[digit] * BLOCK_THREADS + tid] = value;
            ++next[digit];
        }
    }
    for (uint32_t r = 0; r < len; ++r)
        d_keys[first + r * BLOCK_THREADS] = tiles[0][r * BLOCK_THREADS + tid];
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}
