/**
 * @file
 * @brief Sums over the lanes of a warp and the threads of a block, and space reserved by them.
 */
#ifndef SORTLAB_WARP_H
#define SORTLAB_WARP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__

/** The sum of the numbers of this lane and all lanes before it. All lanes of the warp call it. */
static __device__ __forceinline__ uint64_t warp_sum(uint64_t mine) {
    uint32_t lane = threadIdx.x % 32;
    for (uint32_t d = 1; d < 32; d *= 2) {
        uint64_t before = __shfl_up_sync(~0u, mine, d);
        if (lane >= d) mine += before;
    }
    return mine;
}

/**
 * The sum of the numbers of this thread and all threads before it. All threads of the block call it.
 * A second call needs a barrier before it.
 * @param s_sums a word for each warp, in shared memory
 */
static __device__ __forceinline__ uint64_t block_sum(uint64_t mine, uint64_t *s_sums) {
    uint32_t warp = threadIdx.x / 32;
    uint64_t sum = warp_sum(mine);
    if (threadIdx.x % 32 == 31) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    for (uint32_t w = 0; w < warp; w++) sum += s_sums[w];
    return sum;
}

/** Reserves `mine` indices for each lane and adds them to *d_count. Returns this lane's first index. */
static __device__ __forceinline__ uint64_t warp_take(uint32_t mine, unsigned long long *d_count) {
    uint64_t sum = warp_sum(mine);
    unsigned long long first = 0;
    if (threadIdx.x % 32 == 31) first = atomicAdd(d_count, (unsigned long long)sum);
    return __shfl_sync(~0u, first, 31) + sum - mine;
}

#endif
#endif
