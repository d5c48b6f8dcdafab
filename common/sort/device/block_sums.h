/**
 * @file
 * @brief Sums and other values of a warp or a block, digits of keys, and two counts in one word.
 */
#ifndef SORTLAB_DEVICE_BLOCK_SUMS_H
#define SORTLAB_DEVICE_BLOCK_SUMS_H

#include "common/cu.h"
#include "common/sort/device/buckets.h"
#include "common/tile.h"

/** A warp, whole. */
#define ALL_LANES 0xffffffffu

#ifdef __CUDACC__

/** The digit of a key: `bits` bits above the lowest `shift`. */
static __device__ __forceinline__ uint32_t digit_of(uint32_t key, uint32_t shift, uint32_t bits) {
    return (key >> shift) & ((1u << bits) - 1);
}

/** Lanes among these that have the same digit of so many bits as this one. */
static __device__ __forceinline__ uint32_t find_peers(uint32_t digit, uint32_t bits,
                                                      uint32_t among) {
    uint32_t peers = among;
#pragma unroll
    for (uint32_t b = 0; b < bits; b++) {
        const int32_t set = (int32_t)(digit << (31 - b)) >> 31; // all bits, or none
        peers &= ~(__ballot_sync(ALL_LANES, set) ^ set);
    }
    return peers;
}

/** The same where all lanes have one: in PTX, with fewer instructions, but a predicate for each bit. */
static __device__ __forceinline__ uint32_t peers_of(uint32_t digit, uint32_t bits) {
    uint32_t peers = ALL_LANES;
#pragma unroll
    for (uint32_t b = 0; b < bits; b++) {
        uint32_t same;
        asm volatile("{ .reg .pred p; and.b32 %0, %1, %2; setp.ne.u32 p, %0, 0;"
                     " vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
                     : "=r"(same)
                     : "r"(digit), "r"(1u << b));
        peers &= same;
    }
    return peers;
}

/*
 * Two counts of up to 2^16 - 1 in one word, so that one atomic or one scan adds to both.
 */

static __device__ __forceinline__ uint32_t two_counts(uint32_t high, uint32_t low) {
    return high << 16 | low;
}

static __device__ __forceinline__ uint32_t high_count(uint32_t counts) {
    return counts >> 16;
}

static __device__ __forceinline__ uint32_t low_count(uint32_t counts) {
    return counts & 0xffff;
}

/* One instruction each from compute capability 8.0 on. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define BY_SHUFFLES
#endif

/** The bits that some lanes have. */
static __device__ __forceinline__ uint32_t warp_or(uint32_t bits) {
#ifdef BY_SHUFFLES
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2)
        bits |= __shfl_xor_sync(ALL_LANES, bits, step);
    return bits;
#else
    return __reduce_or_sync(ALL_LANES, bits);
#endif
}

/** The greatest of the lanes' values. */
static __device__ __forceinline__ uint32_t warp_max(uint32_t value) {
#ifdef BY_SHUFFLES
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2)
        value = max(value, __shfl_xor_sync(ALL_LANES, value, step));
    return value;
#else
    return __reduce_max_sync(ALL_LANES, value);
#endif
}

/** The sum of a value over the lanes up to this one. */
static __device__ __forceinline__ uint32_t warp_scan(uint32_t value) {
    uint32_t lane = threadIdx.x % WARP_THREADS;
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2) {
        uint32_t before = __shfl_up_sync(ALL_LANES, value, step);
        if (lane >= step) value += before;
    }
    return value;
}

/** The same of places: 64 bits. */
static __device__ __forceinline__ place_t warp_scan_places(place_t value) {
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2) {
        const place_t before = __shfl_up_sync(ALL_LANES, value, step);
        if (threadIdx.x % WARP_THREADS >= step) value += before;
    }
    return value;
}

/** The sum over the threads before this one; of all in *total. s_sums has a word for each warp. */
static __device__ __forceinline__ uint32_t block_scan(uint32_t value, uint32_t *s_sums,
                                                      uint32_t *total) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t warps = blockDim.x / WARP_THREADS, sum = warp_scan(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    uint32_t sums = warp_scan(lane < warps ? s_sums[lane] : 0);
    *total = __shfl_sync(ALL_LANES, sums, WARP_THREADS - 1);
    uint32_t before = __shfl_up_sync(ALL_LANES, sums, 1); // of the warps before warp `lane`
    before = __shfl_sync(ALL_LANES, before, warp);
    return sum - value + (warp > 0 ? before : 0);
}

/** The same of places; s_sums may be used again at once. */
static __device__ place_t block_scan_places(place_t value, place_t *s_sums, place_t *total) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    const place_t sum = warp_scan_places(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    const place_t sums = warp_scan_places(lane < blockDim.x / WARP_THREADS ? s_sums[lane] : 0);
    *total = __shfl_sync(ALL_LANES, sums, WARP_THREADS - 1);
    const place_t before = __shfl_sync(ALL_LANES, sums, max(warp, 1) - 1);
    __syncthreads(); // s_sums may be used again
    return sum - value + (warp > 0 ? before : 0);
}

/** Whether all other blocks have called this with the same word, which was 0: then what they wrote before is there. */
static __device__ bool is_last_block(uint32_t *d_done) {
    __shared__ bool s_last;
    __syncthreads(); // the block has written
    if (threadIdx.x == 0) {
        __threadfence(); // before it says so
        s_last = atomicAdd(d_done, 1) + 1 == gridDim.x;
    }
    __syncthreads(); // it is known whether all have
    if (s_last) __threadfence();
    return s_last;
}

#endif
#endif
