/**
 * @file
 * @brief Sorting by slices, on the device: the keys that cuts fall on are counted.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "grader/sort/ranks/slices.h"
#include "parts.h"

enum { MOST_BLOCKS = 2048, A_BLOCK = 16 * DIGITS };

/** @launch blocks of DIGITS threads, as many as there is work for, times k cut buckets
 *  @shared 1,024 bytes
 *  @cost   2 barriers, an atomic a key of the prefix in shared memory; reads their 4 bytes a key
 *  @source Merrill 2016 */
static __global__ void count_cut_buckets_kernel(const uint32_t *d_keys,
                                                const struct cut_bucket *d_cut_buckets, int shift,
                                                word64 *d_counts) {
    __shared__ uint32_t s_counts[DIGITS];
    struct cut_bucket c = d_cut_buckets[blockIdx.y];
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
    return (uint32_t)size_min((n + A_BLOCK - 1) / A_BLOCK, MOST_BLOCKS);
}

enum { SPLIT_THREADS = 256, SPLIT_ITEMS = 16, SPLIT_TILE = SPLIT_THREADS * SPLIT_ITEMS };

/** Counts one in s_counts for each lane that is `here`, by its class; how many of the class came before it. */
static __device__ uint32_t count_one(bool here, uint32_t cls, uint32_t *s_counts) {
    uint32_t lane = threadIdx.x % warpSize, peers = __match_any_sync(~0u, here ? cls : ~0u),
             base = 0;
    uint32_t leader = (uint32_t)__ffs((int)peers) - 1;
    if (here && lane == leader) base = atomicAdd(&s_counts[cls], (uint32_t)__popc(peers));
    return __shfl_sync(~0u, base, (int)leader) + (uint32_t)__popc(peers & ((1u << lane) - 1));
}

/** As lab 14's part_keys: but few classes are the rule here, so a warp counts those of a class together.
 *  @launch one block of SPLIT_THREADS threads for SPLIT_TILE keys
 *  @shared 12 bytes a class
 *  @cost   3 barriers; an atomic a warp and class of 32 keys in shared memory, one a block and class in
 *          global memory; reads the splitters log2(k) times a key, moves 8 bytes a key
 *  @source Sanders 2004; Westphal 2015 (warp-aggregated atomics) */
static __global__ void split_kernel(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters,
                                    uint32_t k, word64 *d_places, uint32_t *d_to) {
    __shared__ uint32_t s_counts[2 * MOST_SLICED];
    __shared__ word64 s_places[2 * MOST_SLICED];
    uint32_t keys[SPLIT_ITEMS], classes[SPLIT_ITEMS], ranks[SPLIT_ITEMS];
    size_t first = (size_t)blockIdx.x * SPLIT_TILE + threadIdx.x;
    for (uint32_t c = threadIdx.x; c <= 2 * k; c += blockDim.x) s_counts[c] = 0;
    __syncthreads(); // all are 0 before anybody counts
#pragma unroll
    for (uint32_t i = 0; i < SPLIT_ITEMS; i++) {
        bool here = first + i * SPLIT_THREADS < n;
        keys[i] = here ? d_keys[first + i * SPLIT_THREADS] : 0;
        classes[i] = class_of(keys[i], d_splitters, k);
        ranks[i] = count_one(here, classes[i], s_counts);
    }
    __syncthreads(); // all are counted
    for (uint32_t c = threadIdx.x; c <= 2 * k; c += blockDim.x)
        if (s_counts[c] > 0) s_places[c] = atomicAdd(&d_places[c], s_counts[c]);
    __syncthreads(); // and every class has its places
#pragma unroll
    for (uint32_t i = 0; i < SPLIT_ITEMS; i++)
        if (first + i * SPLIT_THREADS < n) d_to[s_places[classes[i]] + ranks[i]] = keys[i];
}

void split_cut_bucket(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters, uint32_t k,
                      uint64_t *d_places, uint32_t *d_to, cudaStream_t stream) {
    if (n == 0) return;
    split_kernel<<<(uint32_t)((n + SPLIT_TILE - 1) / SPLIT_TILE), SPLIT_THREADS, 0, stream>>>(
        d_keys, n, d_splitters, k, (word64 *)d_places, d_to);
    CU_LAUNCHED();
}

void count_cut_buckets(const uint32_t *d_keys, const struct cut_bucket *d_cut_buckets, uint32_t k,
                       uint64_t most, int shift, uint64_t *d_counts, cudaStream_t stream) {
    CU(cudaMemsetAsync(d_counts, 0, k * DIGITS * sizeof(*d_counts), stream));
    if (k == 0 || most == 0) return;
    count_cut_buckets_kernel<<<dim3(blocks_for(most), k), DIGITS, 0, stream>>>(
        d_keys, d_cut_buckets, shift, (word64 *)d_counts);
    CU_LAUNCHED();
}
