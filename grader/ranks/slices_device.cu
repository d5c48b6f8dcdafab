/**
 * @file
 * @brief Sorting by slices, on the device: the keys that cuts fall on are counted.
 */
#include "common/cu.h"
#include "common/least.h"
#include "grader/ranks/slices.h"
#include "parts.h"

enum { MOST_BLOCKS = 2048, A_BLOCK = 16 * DIGITS };

/** @launch blocks of DIGITS threads, as many as there is work for, times k crowds
 *  @shared 1,024 bytes
 *  @cost   2 barriers, an atomic a key of the prefix in shared memory; reads the crowds' 4 bytes a key
 *  @source Merrill 2016 */
static __global__ void count_crowds_kernel(const uint32_t *d_keys, const struct crowd *d_crowds,
                                           int shift, word64 *d_counts) {
    __shared__ uint32_t s_counts[DIGITS];
    struct crowd c = d_crowds[blockIdx.y];
    s_counts[threadIdx.x] = 0;
    __syncthreads(); // all counts are 0
    for (uint64_t i = grid_thread(); i < c.n; i += grid_threads()) {
        uint32_t key = d_keys[c.start + i];
        if ((uint64_t)key >> shift >> DIGIT_BITS == c.prefix)
            atomicAdd(&s_counts[key >> shift & (DIGITS - 1)], 1);
    }
    __syncthreads(); // the block has counted
    uint32_t count = s_counts[threadIdx.x];
    if (count > 0) atomicAdd(&d_counts[(size_t)blockIdx.y * DIGITS + threadIdx.x], count);
}

static uint32_t blocks_for(uint64_t n) {
    return (uint32_t)least((n + A_BLOCK - 1) / A_BLOCK, MOST_BLOCKS);
}

void count_crowds(const uint32_t *d_keys, const struct crowd *d_crowds, uint32_t k, uint64_t most,
                  int shift, uint64_t *d_counts, cudaStream_t stream) {
    CU(cudaMemsetAsync(d_counts, 0, k * DIGITS * sizeof(*d_counts), stream));
    if (k == 0 || most == 0) return;
    count_crowds_kernel<<<dim3(blocks_for(most), k), DIGITS, 0, stream>>>(d_keys, d_crowds, shift,
                                                                          (word64 *)d_counts);
    CU_LAUNCHED();
}
