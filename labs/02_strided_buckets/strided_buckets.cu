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
    // TODO 1: memory on the device, keys in, add_owners_kernel with a block a tile, keys out,
    // memory back; CU() around each call, CU_LAUNCHED() behind the launch; no keys, no launch.
}

/** Sorts a list: key r stands at list[r * stride]. `ones` has room for all, strided alike. */
static __device__ void sort_list(uint32_t *list, uint32_t *ones, uint32_t length, uint32_t stride) {
    // TODO 2: for each bit, the lowest first: keys whose bit is 0 move up to the front of list,
    // the others go to ones; then what is in ones goes behind the zeros.
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
    // TODO 3: take two tiles of shared memory, bring this thread's list to one of them, with the
    // same stride, sort it there by sort_list, and write it back. Is there anything to wait for?
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
    // TODO 4: as in step 3, in two arrays that are this thread's alone. What is their stride?
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
    // TODO 5: as in step 3, but to and fro between two tiles: for each bit, let next[0], next[1]
    // be the rows where zeros and ones begin in the other tile; a key's bit picks its row there.
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}
