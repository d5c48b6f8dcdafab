/**
 * @file
 * @brief What a sweep counts before its first pass: all digits of a word of all keys, which are read once.
 */
#ifndef SORTLAB_DEVICE_HISTOGRAM_H
#define SORTLAB_DEVICE_HISTOGRAM_H

#include "common/sort/device/sweep.h"

#ifdef __CUDACC__

/**
 * Counts the digits. Lanes have bins of their own, all 32 or each two, so that they seldom meet in a bank. Bin d of
 * digit p of copy l is word (p * RADIX + d) * copies + l.
 *
 * @param copies 32 or 16
 *  @launch a block a multiprocessor, HISTOGRAM_THREADS threads
 *  @shared 4 KB a copy: WORD_DIGITS * RADIX bins
 *  @cost   4 bytes a key moved, 4 atomics a key in shared memory; 2 barriers
 *  @source Adinets 2022
 */
static __global__ void __launch_bounds__(HISTOGRAM_THREADS)
    histogram_kernel(const uint32_t *d_keys, size_t n, struct sweep_order order, uint32_t copies,
                     place_t *d_bins) {
    extern __shared__ uint32_t s_bins[];
    const uint32_t lane = threadIdx.x % copies, step = HISTOGRAM_THREADS * HISTOGRAM_ITEMS;
    for (uint32_t i = threadIdx.x; i < WORD_DIGITS * RADIX * copies; i += HISTOGRAM_THREADS)
        s_bins[i] = 0;
    __syncthreads(); // all bins are empty
    for (size_t i = (size_t)blockIdx.x * step + threadIdx.x; i < n; i += (size_t)gridDim.x * step) {
        uint32_t keys[HISTOGRAM_ITEMS]; // all on their way at once
#pragma unroll
        for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++)
            keys[k] = i + k * HISTOGRAM_THREADS < n ? d_keys[i + k * HISTOGRAM_THREADS] : 0;
#pragma unroll
        for (uint32_t k = 0; k < HISTOGRAM_ITEMS; k++) {
            if (i + k * HISTOGRAM_THREADS >= n) break;
            uint32_t key = sweep_encode(keys[k], order);
#pragma unroll
            for (uint32_t p = 0; p < WORD_DIGITS; p++)
                atomicAdd(&s_bins[(p * RADIX + byte_of(key, p)) * copies + lane], 1);
        }
    }
    __syncthreads(); // all keys are counted
    for (uint32_t b = threadIdx.x; b < WORD_DIGITS * RADIX; b += HISTOGRAM_THREADS) {
        place_t sum = 0;
        for (uint32_t l = 0; l < copies; l++) sum += s_bins[b * copies + (l + b) % copies];
        if (sum > 0) atomicAdd(&d_bins[b], sum);
    }
}

/**
 * Turns the counts of each digit into starts: how many keys have a lesser digit.
 *
 * @param last_mask the bits of the last digit that count; of all others, whole bytes do
 *  @launch a block for each digit, of RADIX threads
 *  @shared 2 KB: the counts
 *  @cost   16 bytes a bin; 1 barrier
 *  @source Blelloch 1990
 */
static __global__ void start_digits_kernel(place_t *d_bins, uint32_t last_mask) {
    __shared__ place_t s_bins[RADIX];
    const uint32_t mask = blockIdx.x + 1 == gridDim.x ? last_mask : RADIX - 1;
    place_t start = 0;
    s_bins[threadIdx.x] = d_bins[blockIdx.x * RADIX + threadIdx.x];
    __syncthreads(); // all counts are there
    for (uint32_t b = 0; b < RADIX; b++)
        if ((b & mask) < threadIdx.x) start += s_bins[b];
    d_bins[blockIdx.x * RADIX + threadIdx.x] = start;
}

/** Adds the counts of a word's digits to d_bins: RADIX bins for each of WORD_DIGITS. */
static inline void launch_histogram(const uint32_t *d_keys, size_t n, struct sweep_order order,
                                    place_t *d_bins, cudaStream_t stream) {
    const size_t most = n / (HISTOGRAM_THREADS * HISTOGRAM_ITEMS) + 1;
    const uint32_t blocks = (uint32_t)(most < multiprocessors() ? most : multiprocessors());
    uint32_t copies = WARP_THREADS;
    while (WORD_DIGITS * RADIX * copies * sizeof(uint32_t) > block_bytes()) copies /= 2;
    const size_t shared = WORD_DIGITS * RADIX * copies * sizeof(uint32_t);
    allow_shared((const void *)histogram_kernel, shared);
    histogram_kernel<<<blocks, HISTOGRAM_THREADS, shared, stream>>>(d_keys, n, order, copies,
                                                                    d_bins);
    CU_LAUNCHED();
}

#endif
#endif
