/**
 * @file
 * @brief Lab 02: every thread radix-sorts its strided list, in one kind of memory after another.
 */
#include "strided_buckets.h"

#include "common/cu.h"

enum { KEY_BITS = 32 };

/** The index in the array where this thread's list begins. */
static __device__ size_t list_start(void) {
    return (size_t)blockIdx.x * TILE_ITEMS + threadIdx.x;
}

/** The number of keys of this thread's list. In a short last tile a list has fewer keys, or none. */
static __device__ uint32_t list_length(size_t n) {
    size_t start = list_start();
    size_t left = start < n ? (n - start + BLOCK_THREADS - 1) / BLOCK_THREADS : 0;
    return left < ITEMS_PER_THREAD ? (uint32_t)left : ITEMS_PER_THREAD;
}

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void add_owners_kernel(uint32_t *d_keys, size_t n) {
    uint32_t *d_list = d_keys + list_start(), length = list_length(n);
    for (uint32_t r = 0; r < length; r++) // in a row, neighbouring threads touch neighbouring words
        d_list[r * BLOCK_THREADS] += blockIdx.x * BLOCK_THREADS + threadIdx.x;
}

void add_owners(const uint32_t *keys, uint32_t *out, size_t n) {
    //> TODO 1: allocate device memory, copy keys in, launch add_owners_kernel, copy out, free. One
    //> block for each tile. CU() around each call, CU_LAUNCHED() after the launch. n may be 0.
    if (n == 0) return;
    size_t bytes = n * sizeof(*keys);
    uint32_t *d_keys;
    CU(cudaMalloc(&d_keys, bytes));
    CU(cudaMemcpy(d_keys, keys, bytes, cudaMemcpyHostToDevice));
    add_owners_kernel<<<tile_count(n), BLOCK_THREADS>>>(d_keys, n);
    CU_LAUNCHED();
    CU(cudaMemcpy(out, d_keys, bytes, cudaMemcpyDeviceToHost)); // waits for the kernel
    CU(cudaFree(d_keys));
    //<
}

/** Sorts a list. Key r is list[r * stride]. `ones` has space for all keys, with this stride too. */
static __device__ void sort_list(uint32_t *list, uint32_t *ones, uint32_t length, uint32_t stride) {
    //> TODO 2: for each bit, the lowest first: move the keys whose bit is 0 to the front of list, and
    //> the others to ones. Then copy the keys in ones back into list, after the zeros.
    for (int bit = 0; bit < KEY_BITS; bit++) { // the list is in order as far as lower bits go
        uint32_t n_zeros = 0, n_ones = 0;
        for (uint32_t r = 0; r < length; r++) {
            uint32_t key = list[r * stride];
            if (key >> bit & 1)
                ones[n_ones++ * stride] = key;
            else
                list[n_zeros++ * stride] = key; // n_zeros <= r: what it hits has been read
        }
        for (uint32_t r = 0; r < n_ones; r++) list[(n_zeros + r) * stride] = ones[r * stride];
    }
    //<
}

/** @launch one block for each tile, BLOCK_THREADS threads
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

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared 16 KB: two words for each key of a tile
 *  @cost   8 bytes a key moved in global memory, 96 words on average in shared; no barrier
 *  @source write-ups of student GPU sorts; S. Cook, CUDA Programming, ch. 6 */
static __global__ void sort_lists_shared_kernel(uint32_t *d_keys, size_t n) {
    //> TODO 3: declare two tiles in shared memory. Copy this thread's list into one of them, with the
    //> same stride, sort it there by sort_list, and copy it back. Must a thread wait for another?
    __shared__ uint32_t s_keys[TILE_ITEMS], s_ones[TILE_ITEMS];
    uint32_t *d_list = d_keys + list_start(), length = list_length(n);
    uint32_t *list = s_keys + threadIdx.x, *ones = s_ones + threadIdx.x;
    for (uint32_t r = 0; r < length; r++) list[r * BLOCK_THREADS] = d_list[r * BLOCK_THREADS];
    sort_list(list, ones, length, BLOCK_THREADS); // no barrier: nobody else touches these words
    for (uint32_t r = 0; r < length; r++) d_list[r * BLOCK_THREADS] = list[r * BLOCK_THREADS];
    //<
}

void sort_lists_shared(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_shared_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared none
 *  @cost   8 bytes a key moved in global memory, 96 words on average in local; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void sort_lists_local_kernel(uint32_t *d_keys, size_t n) {
    //> TODO 4: as in step 3, but in two arrays that only this thread has. What is their stride?
    uint32_t list[ITEMS_PER_THREAD], ones[ITEMS_PER_THREAD];
    uint32_t *d_list = d_keys + list_start(), length = list_length(n);
    for (uint32_t r = 0; r < length; r++) list[r] = d_list[r * BLOCK_THREADS];
    sort_list(list, ones, length, 1);
    for (uint32_t r = 0; r < length; r++) d_list[r * BLOCK_THREADS] = list[r];
    //<
}

void sort_lists_local(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_local_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}

/** @launch one block for each tile, BLOCK_THREADS threads
 *  @shared 16 KB: two words for each key of a tile
 *  @cost   8 bytes a key moved in global memory, 96 words in shared; no barrier
 *  @source write-ups of student GPU sorts */
static __global__ void sort_lists_kernel(uint32_t *d_keys, size_t n) {
    //> TODO 5: as in step 3, but back and forth between two tiles. For each bit, declare next[2]:
    //> the next free rows for zeros and for ones. Write each key to row next[its bit].
    __shared__ uint32_t s_keys[2][TILE_ITEMS];
    uint32_t *d_list = d_keys + list_start(), length = list_length(n);
    uint32_t *from = s_keys[0] + threadIdx.x, *to = s_keys[1] + threadIdx.x;
    for (uint32_t r = 0; r < length; r++) from[r * BLOCK_THREADS] = d_list[r * BLOCK_THREADS];
    for (int bit = 0; bit < KEY_BITS; bit++) {
        uint32_t next[2] = {0, 0};
        for (uint32_t r = 0; r < length; r++) next[1] += ~from[r * BLOCK_THREADS] >> bit & 1;
        for (uint32_t r = 0; r < length; r++) {
            uint32_t key = from[r * BLOCK_THREADS];
            to[next[key >> bit & 1]++ * BLOCK_THREADS] = key;
        }
        uint32_t *filled = to;
        to = from;
        from = filled;
    }
    for (uint32_t r = 0; r < length; r++) d_list[r * BLOCK_THREADS] = from[r * BLOCK_THREADS];
    //<
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}
