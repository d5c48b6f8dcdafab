/**
 * @file
 * @brief The count of all keys by their top bits.
 */
#ifndef SORTLAB_DEVICE_COUNT_H
#define SORTLAB_DEVICE_COUNT_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/steps.h"

enum {
    COUNT_VECTORS = 4, /**< loads of four keys that a thread has on their way */
    COUNT_STRETCH = COUNT_THREADS * COUNT_VECTORS,
};

#ifdef __CUDACC__

/** Top bits that are counted at once: COUNT_BITS, or as many as fit in a block. */
static inline uint32_t count_bits(void) {
    uint32_t bits = COUNT_BITS;
    while (sizeof(uint32_t) << bits > block_bytes()) bits--;
    return bits;
}

/** @launch a block of COUNT_THREADS threads a multiprocessor; it takes a stretch, skips those of the others
 *  @shared 4 bytes a bin
 *  @cost   4 bytes a key read; an atomic a key in shared memory, and one a bin and block in global
 *  @source Stehle 2017 */
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    count_kernel(const uint32_t *d_in, size_t n, key_order order, uint32_t bits, place_t *d_bins) {
    extern __shared__ uint32_t s_bins[];
    await_kernel_before();
    size_t head = min(n, (size_t)((0 - (uintptr_t)d_in) / 4 % 4)), vectors = (n - head) / 4;
    const uint4 *d_vectors = (const uint4 *)(d_in + head);
    for (uint32_t b = threadIdx.x; b < 1u << bits; b += COUNT_THREADS) s_bins[b] = 0;
    __syncthreads(); // all bins are empty
    for (size_t first = blockIdx.x * COUNT_STRETCH + threadIdx.x; first < vectors;
         first += (size_t)gridDim.x * COUNT_STRETCH) {
        uint4 four[COUNT_VECTORS];
        for (uint32_t v = 0; v < COUNT_VECTORS; v++)
            if (first + v * COUNT_THREADS < vectors) four[v] = d_vectors[first + v * COUNT_THREADS];
        for (uint32_t v = 0; v < COUNT_VECTORS && first + v * COUNT_THREADS < vectors; v++) {
            count_key(s_bins, four[v].x, 32 - bits, order);
            count_key(s_bins, four[v].y, 32 - bits, order);
            count_key(s_bins, four[v].z, 32 - bits, order);
            count_key(s_bins, four[v].w, 32 - bits, order);
        }
    }
    if (blockIdx.x == 0 &&
        threadIdx.x < n - 4 * vectors) { // before the first vector, behind the last
        size_t i = threadIdx.x < head ? threadIdx.x : 4 * vectors + threadIdx.x;
        count_key(s_bins, d_in[i], 32 - bits, order);
    }
    __syncthreads(); // all keys are counted
    add_counts(s_bins, 1u << bits, d_bins);
}

/** Adds to bins that are 0 at first. */
static inline void launch_count(const uint32_t *d_in, size_t n, key_order order, uint32_t bits,
                                place_t *d_bins, cudaStream_t stream) {
    uint32_t stretches = (uint32_t)size_min(n / (4 * COUNT_STRETCH) + 1, multiprocessors());
    void *arguments[] = {&d_in, &n, &order, &bits, &d_bins};
    launch_early((const void *)count_kernel, stretches, COUNT_THREADS, sizeof(uint32_t) << bits,
                 stream, arguments);
}

#endif
#endif
