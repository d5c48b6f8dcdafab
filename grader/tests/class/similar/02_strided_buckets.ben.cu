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
    uint32_t *d_data = NULL;
    if (n > 0) {
        CU(cudaMalloc((void **)&d_data, n * sizeof(uint32_t)));
        CU(cudaMemcpy(d_data, keys, n * sizeof(uint32_t), cudaMemcpyHostToDevice));
        add_owners_kernel<<<tile_count(n), BLOCK_THREADS>>>(d_data, n);
        CU_LAUNCHED();
        CU(cudaMemcpy(out, d_data, n * sizeof(uint32_t), cudaMemcpyDeviceToHost));
        CU(cudaFree(d_data));
    }
}

/** Sorts a list: key r stands at list[r * stride]. `ones` has room for all, strided alike. */
static __device__ void sort_list(uint32_t *list, uint32_t *ones, uint32_t length, uint32_t stride) {
    for (int b = 0; b < KEY_BITS; b++) {
        uint32_t z = 0;
        uint32_t o = 0;
        for (uint32_t i = 0; i < length; i++) {
            uint32_t key = list[i * stride];
            if (((key >> b) & 1) == 0) {
                list[z * stride] = key;
                z++;
            } else {
                ones[o * stride] = key;
                o++;
            }
        }
        for (uint32_t i = 0; i < o; i++) {
            list[(z + i) * stride] = ones[i * stride];
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
    __shared__ uint32_t s_list[TILE_ITEMS];
    __shared__ uint32_t s_ones[TILE_ITEMS];
    uint32_t length = list_length(n);
    size_t start = list_start();
    for (uint32_t i = 0; i < length; i++) {
        s_list[threadIdx.x + i * BLOCK_THREADS] = d_keys[start + i * BLOCK_THREADS];
    }
    sort_list(&s_list[threadIdx.x], &s_ones[threadIdx.x], length, BLOCK_THREADS);
    for (uint32_t i = 0; i < length; i++) {
        d_keys[start + i * BLOCK_THREADS] = s_list[threadIdx.x + i * BLOCK_THREADS];
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
    uint32_t mine[ITEMS_PER_THREAD];
    uint32_t ones[ITEMS_PER_THREAD];
    uint32_t length = list_length(n);
    size_t start = list_start();
    for (uint32_t i = 0; i < length; i++) {
        mine[i] = d_keys[start + i * BLOCK_THREADS];
    }
    sort_list(mine, ones, length, 1);
    for (uint32_t i = 0; i < length; i++) {
        d_keys[start + i * BLOCK_THREADS] = mine[i];
    }
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
    __shared__ uint32_t s_a[TILE_ITEMS];
    __shared__ uint32_t s_b[TILE_ITEMS];
    uint32_t length = list_length(n);
    size_t start = list_start();
    uint32_t *src = &s_a[threadIdx.x];
    uint32_t *dst = &s_b[threadIdx.x];
    for (uint32_t i = 0; i < length; i++) {
        src[i * BLOCK_THREADS] = d_keys[start + i * BLOCK_THREADS];
    }
    for (int b = 0; b < KEY_BITS; b++) {
        uint32_t zeros = 0;
        for (uint32_t i = 0; i < length; i++) {
            if (((src[i * BLOCK_THREADS] >> b) & 1) == 0) zeros++;
        }
        uint32_t next0 = 0;
        uint32_t next1 = zeros;
        for (uint32_t i = 0; i < length; i++) {
            uint32_t key = src[i * BLOCK_THREADS];
            if ((key >> b) & 1) {
                dst[next1 * BLOCK_THREADS] = key;
                next1++;
            } else {
                dst[next0 * BLOCK_THREADS] = key;
                next0++;
            }
        }
        uint32_t *tmp = src;
        src = dst;
        dst = tmp;
    }
    for (uint32_t i = 0; i < length; i++) {
        d_keys[start + i * BLOCK_THREADS] = src[i * BLOCK_THREADS];
    }
}

void sort_lists(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    if (n > 0) sort_lists_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_keys, n);
    CU_LAUNCHED();
}
