/**
 * @file
 * @brief Lab 09: reduction, scan, compaction and histogram, each over many blocks.
 */
#include "frames.h"

/** The sum of one value of each thread, for all threads; called once in a kernel. */
static __device__ uint32_t block_sum(uint32_t value) {
    __shared__ uint32_t s_sums[WARPS];
    //> TODO 1: add up the values of each warp by __shfl_down_sync, as in lab 04. Lane 0 writes the
    //> warp's sum to its word of s_sums. Then each thread adds up these words. One barrier is enough.
    for (int lanes = WARP_THREADS / 2; lanes > 0; lanes /= 2)
        value += __shfl_down_sync(~0u, value, lanes);
    if (threadIdx.x % WARP_THREADS == 0) s_sums[threadIdx.x / WARP_THREADS] = value;
    __syncthreads(); // all warps have written
    value = 0;
    for (int w = 0; w < WARPS; w++) value += s_sums[w];
    //<
    return value;
}

void sum_tiles(const uint32_t *d_in, size_t n, uint32_t *d_sums, cudaStream_t stream) {
    if (n > 0) sum_tiles_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_in, n, d_sums);
    CU_LAUNCHED();
}

void sum_all(const uint32_t *d_in, size_t n, uint32_t *d_sum, uint32_t *d_temp,
             cudaStream_t stream) {
    //> TODO 1, continued: the sums of the tiles are a shorter array. Sum that array too, until one
    //> sum is left. Each level uses its own part of d_temp. For n = 0, cudaMemsetAsync writes the 0.
    uint32_t tiles = tile_count(n);
    if (tiles == 0) CU(cudaMemsetAsync(d_sum, 0, sizeof(*d_sum), stream));
    sum_tiles(d_in, n, tiles > 1 ? d_temp : d_sum, stream);
    if (tiles > 1) sum_all(d_temp, tiles, d_sum, d_temp + tiles, stream);
    //<
}

/** The index in shared memory of word i of a tile. */
static __device__ uint32_t padded(uint32_t i) {
    //> TODO 3: skip one word after every 32 words. Then words whose distance is a power of two lie
    //> in different banks. Finish step 2 first, then look at the bank conflicts.
    return i + i / WARP_THREADS;
    //| return i;
    //<
}

/** Up-sweep: each right child becomes the sum of its pair, which is its parent's value. */
static __device__ void up_sweep(uint32_t *s_sums) {
    //> TODO 2: go through the strides 1, 2, 4, ... TILE_ITEMS / 2. Pair p of a stride begins at index
    //> 2 stride p + stride - 1. Add this word to the word one stride further. The threads share the
    //> pairs. Put padded() around every index.
    for (uint32_t stride = 1; stride < TILE_ITEMS; stride *= 2) {
        __syncthreads(); // what the load or the level before wrote is read now
        uint32_t pairs = TILE_ITEMS / 2 / stride;
        for (uint32_t p = threadIdx.x; p < pairs; p += BLOCK_THREADS) {
            uint32_t left = 2 * stride * p + stride - 1;
            s_sums[padded(left + stride)] += s_sums[padded(left)];
        }
    }
    //<
}

/** Down-sweep: each node gets the sum of all words before its part; the root gets `before`. */
static __device__ void down_sweep(uint32_t *s_sums, uint32_t before) {
    //> TODO 2, continued: set the root, which is the last word. Then go through the strides in reverse
    //> order. The left child gets its parent's value. The right child gets that value plus the left
    //> child's old sum.
    if (threadIdx.x == 0)
        s_sums[padded(TILE_ITEMS - 1)] = before; // its last pair was this thread's
    for (uint32_t stride = TILE_ITEMS / 2; stride > 0; stride /= 2) {
        __syncthreads(); // what the level before wrote is read now
        uint32_t pairs = TILE_ITEMS / 2 / stride;
        for (uint32_t p = threadIdx.x; p < pairs; p += BLOCK_THREADS) {
            uint32_t left = 2 * stride * p + stride - 1, sum = s_sums[padded(left)];
            s_sums[padded(left)] = s_sums[padded(left + stride)];
            s_sums[padded(left + stride)] += sum;
        }
    }
    //<
}

void scan_tiles(const uint32_t *d_in, const uint32_t *d_before, uint32_t *d_out, size_t n,
                cudaStream_t stream) {
    if (n > 0)
        scan_tiles_kernel<<<tile_count(n), BLOCK_THREADS, 0, stream>>>(d_in, d_before, d_out, n);
    CU_LAUNCHED();
}

void scan_all(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t *d_temp,
              cudaStream_t stream) {
    //> TODO 4: sum the tiles, scan these sums, then scan each tile with its sum as d_before. Which
    //> function can scan the sums? If there is only one tile, pass NULL. This moves 12 bytes a word.
    uint32_t tiles = tile_count(n);
    if (tiles > 1) {
        sum_tiles(d_in, n, d_temp, stream);
        scan_all(d_temp, d_temp, tiles, d_temp + tiles, stream);
    }
    scan_tiles(d_in, tiles > 1 ? d_temp : NULL, d_out, n, stream);
    //<
}

/** Writes those of the m keys of a tile that are `bound` or greater to d_out. */
static __device__ void keep_keys(const uint32_t *d_keys, const uint32_t *d_ranks, uint32_t m,
                                 uint32_t bound, uint32_t *d_out) {
    //> TODO 5: d_ranks[i] counts the kept keys before key i, in this tile and in all tiles before.
    //> Which index of d_out does a kept key get?
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS)
        if (d_keys[i] >= bound) d_out[d_ranks[i]] = d_keys[i];
    //<
}

void keep_from(const uint32_t *d_keys, size_t n, uint32_t bound, uint32_t *d_out, uint32_t *d_count,
               uint32_t *d_temp, cudaStream_t stream) {
    uint32_t tiles = tile_count(n), *d_ranks = d_temp;
    CU(cudaMemsetAsync(d_count, 0, sizeof(*d_count), stream));
    if (tiles == 0) return;
    flag_kernel<<<tiles, BLOCK_THREADS, 0, stream>>>(d_keys, n, bound, d_ranks);
    CU_LAUNCHED();
    scan_all(d_ranks, d_ranks, n, d_temp + n, stream);
    keep_kernel<<<tiles, BLOCK_THREADS, 0, stream>>>(d_keys, d_ranks, n, bound, d_out, d_count);
    CU_LAUNCHED();
}

/** Counts m keys in bins of global memory. */
static __device__ void count_global(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                    uint32_t *d_bins) {
    //> TODO 6: add 1 to the bin of each key's digit. Other blocks add to the same bins.
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS)
        atomicAdd(&d_bins[digit_of(d_keys[i], shift)], 1);
    //<
}

/** Counts m keys in the block's bins, which hold arbitrary values at first. */
static __device__ void count_block(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                   uint32_t *s_bins) {
    //> TODO 7: set all bins to 0. Then count as in step 6, in shared memory.
    for (uint32_t b = threadIdx.x; b < DIGIT_BINS; b += BLOCK_THREADS) s_bins[b] = 0;
    __syncthreads(); // all bins are 0
    for (uint32_t i = threadIdx.x; i < m; i += BLOCK_THREADS)
        atomicAdd(&s_bins[digit_of(d_keys[i], shift)], 1);
    //<
}

/** Counts this warp's part of the m keys in its own bins, which hold arbitrary values at first. */
static __device__ void count_warp(const uint32_t *d_keys, uint32_t m, uint32_t shift,
                                  uint32_t *s_own) {
    uint32_t lane = threadIdx.x % WARP_THREADS;
    //> TODO 8: set the bins to 0. Then take 32 keys a round; a lane without a key uses DIGIT_BINS as
    //> its digit. __match_any_sync gives each lane the mask of the lanes with its digit. The lowest
    //> of them adds their number, without an atomic. What must stand between two rounds?
    for (uint32_t b = lane; b < DIGIT_BINS; b += WARP_THREADS) s_own[b] = 0;
    for (uint32_t row = threadIdx.x - lane; row < m; row += BLOCK_THREADS) {
        uint32_t digit = row + lane < m ? digit_of(d_keys[row + lane], shift) : DIGIT_BINS;
        uint32_t peers = __match_any_sync(~0u, digit);
        __syncwarp(); // what other lanes wrote before is read now
        bool lowest = lane == __ffs(peers) - 1u;
        if (lowest && digit < DIGIT_BINS) s_own[digit] += __popc(peers);
    }
    //<
}

void histogram(const uint32_t *d_keys, size_t n, uint32_t shift, enum histogram_way way,
               uint32_t *d_bins, cudaStream_t stream) {
    uint32_t blocks = (uint32_t)((n + SHARE_ITEMS - 1) / SHARE_ITEMS);
    CU(cudaMemsetAsync(d_bins, 0, DIGIT_BINS * sizeof(*d_bins), stream));
    if (blocks == 0) return;
    if (way == BINS_GLOBAL)
        count_global_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_keys, n, shift, d_bins);
    else if (way == BINS_OF_BLOCK)
        count_block_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_keys, n, shift, d_bins);
    else
        count_warps_kernel<<<blocks, BLOCK_THREADS, 0, stream>>>(d_keys, n, shift, d_bins);
    CU_LAUNCHED();
}
