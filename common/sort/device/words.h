/**
 * @file
 * @brief What stands behind the passes of a sweep: values by their indices.
 */
#ifndef SORTLAB_DEVICE_WORDS_H
#define SORTLAB_DEVICE_WORDS_H

#include "common/sort/device/device.h"
#include "common/sort/device/pass.h"

#ifdef __CUDACC__

enum { WORDS_THREADS = 256, GATHER_BATCH = 4 /**< loads of a thread on their way at once */ };

/** What is gathered: n values of so many units, and a unit of 1, 2 or 4 words is loaded at once. */
struct gather {
    const uint32_t *d_values, *d_indices;
    size_t n;
    uint32_t units, words;
    uint32_t *d_out;
};

/** Gathers the thread's units, of so many words: a constant. */
static __device__ __forceinline__ void gather_units(const struct gather *g, uint32_t words) {
    const struct lies values = {(uint32_t *)g->d_values, NULL};
    const size_t first = (size_t)blockIdx.x * WORDS_THREADS * GATHER_BATCH + threadIdx.x;
    const size_t all = g->n * g->units;
    size_t from[GATHER_BATCH];
    struct cargo x[GATHER_BATCH];
#pragma unroll
    for (uint32_t k = 0; k < GATHER_BATCH; k++) {
        const size_t at = first + k * WORDS_THREADS, i = g->units == 1 ? at : at / g->units;
        if (at < all) from[k] = g->d_indices[i] * (size_t)g->units + (at - i * g->units);
    }
#pragma unroll
    for (uint32_t k = 0; k < GATHER_BATCH; k++)
        if (first + k * WORDS_THREADS < all) x[k] = load_cargo(values, from[k], 0, words);
#pragma unroll
    for (uint32_t k = 0; k < GATHER_BATCH; k++)
        if (first + k * WORDS_THREADS < all)
            store_cargo(g->d_out, first + k * WORDS_THREADS, words, x[k]);
}

/**
 * Value i is the one that stood at index i.
 *
 *  @launch a thread for GATHER_BATCH units, WORDS_THREADS a block
 *  @shared none
 *  @cost   8 bytes a word and 4 a unit moved; values are read in any order, by sectors of 32 bytes
 *  @source Seward 1954
 */
static __global__ void gather_kernel(const __grid_constant__ struct gather g) {
    await_kernel_before();
    if (g.words == 4)
        gather_units(&g, 4);
    else if (g.words == 2)
        gather_units(&g, 2);
    else
        gather_units(&g, 1);
}

/** Brings values of so many bytes, a multiple of 4, into the order of their indices. */
static inline void gather_values(const void *d_values, const uint32_t *d_indices, size_t n,
                                 size_t bytes, void *d_out, cudaStream_t stream) {
    const uintptr_t ends = (uintptr_t)d_values | (uintptr_t)d_out | bytes; // their lowest bits
    const uint32_t words = ends % 16 == 0 ? 4 : ends % 8 == 0 ? 2 : 1;
    const struct gather g = {(const uint32_t *)d_values,
                             d_indices,
                             n,
                             (uint32_t)(bytes / sizeof(uint32_t)) / words,
                             words,
                             (uint32_t *)d_out};
    const size_t each = WORDS_THREADS * GATHER_BATCH;
    void *arguments[] = {(void *)&g};
    launch_early((const void *)gather_kernel, (uint32_t)((n * g.units + each - 1) / each),
                 WORDS_THREADS, 0, stream, arguments);
}

#endif
#endif
