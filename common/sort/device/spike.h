/**
 * @file
 * @brief A spike: a value that so many keys have that they are counted, and not moved.
 *
 * A sample finds it. While digits are counted, the other keys move to the front of the array that they will be in. The
 * passes sort these, and the last one leaves a gap, which it fills with the value. So it is for keys without values,
 * all of whose bits count.
 */
#ifndef SORTLAB_DEVICE_SPIKE_H
#define SORTLAB_DEVICE_SPIKE_H

#include "common/size_min.h"
#include "common/sort/device/device.h"
#include "common/sort/device/pass.h"

#ifdef __CUDACC__

enum {
    SPIKE_KEYS = 1024, /**< of the sample */
    SPIKE_LEAST = 230, /**< of them have the value: with fewer passes take longer than without */
    SPIKE_BYTES = 4,   /**< of keys differ: else passes are left out */
};

/** A number that looks random, for number i. Two of them have nothing to do with each other. */
static __device__ __forceinline__ uint32_t random_of(uint32_t i) {
    i = (i ^ i >> 16) * 0x85ebca6bu;
    i = (i ^ i >> 13) * 0xc2b2ae35u;
    return i ^ i >> 16;
}

/** Key i of a sample of n keys, one in each of SPIKE_KEYS equal parts, as a word. */
static __device__ __forceinline__ uint32_t sample_key(const uint32_t *d_in, size_t n, uint32_t i,
                                                      struct sweep_map map) {
    const place_t part = n / SPIKE_KEYS;
    const struct item x = {d_in[i * part + (random_of(i) * part >> 32)], 0};
    return sweep_encode(x, map, false).low;
}

/**
 * How many keys of a sample have the value that stands out, *word; 0 if its keys differ in few bytes. All threads of
 * all blocks find the same.
 *
 * @param n SPIKE_KEYS or more
 */
static __device__ uint32_t find_spike(const uint32_t *d_in, size_t n, struct sweep_map map,
                                      uint32_t *word) {
    __shared__ uint32_t s_lanes[WARP_THREADS], s_word[WARP_THREADS], s_differ;
    const uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t key = sample_key(d_in, n, threadIdx.x, map), equal = 0, bytes = 0;
    const uint32_t lanes = __popc(__match_any_sync(ALL_LANES, key));
    const uint32_t most = warp_max(lanes * WARP_THREADS + lane);
    if (threadIdx.x == 0) s_differ = 0;
    if (lane == most % WARP_THREADS) s_lanes[warp] = lanes, s_word[warp] = key;
    __syncthreads(); // it is known which value most lanes of each warp have
    const bool there = lane < blockDim.x / WARP_THREADS;
    *word = s_word[warp_max(there ? s_lanes[lane] * WARP_THREADS + lane : 0) % WARP_THREADS];
    for (uint32_t i = threadIdx.x; i < SPIKE_KEYS; i += blockDim.x) {
        if (i >= blockDim.x) key = sample_key(d_in, n, i, map);
        const uint32_t differ = warp_or(key ^ *word);
        if (lane == 0) atomicOr(&s_differ, differ);
        equal += (uint32_t)__syncthreads_count(key == *word); // all have told their bits
    }
    for (uint32_t b = 0; b < sizeof(s_differ); b++) bytes += (s_differ >> b * 8 & 0xff) > 0;
    return bytes < SPIKE_BYTES ? 0 : equal;
}

/**
 * Looks for a spike, and writes zeros.
 *
 *  @launch SPIKE_KEYS threads in blocks: the first looks, the others write
 *  @shared 260 bytes: of each warp the value that most lanes have
 *  @cost   a sector read for each of SPIKE_KEYS keys, and so many fours of words written
 *  @source none
 */
static __global__ void __launch_bounds__(SPIKE_KEYS)
    begin_kernel(const __grid_constant__ struct pass p, uint4 *d_zeros, size_t fours) {
    const size_t step = (gridDim.x - 1) * SPIKE_KEYS;
    struct spike spike = {0, 0, 0, 0};
    await_kernel_before();
    for (size_t i = (blockIdx.x - 1) * SPIKE_KEYS + threadIdx.x; blockIdx.x > 0 && i < fours;
         i += step)
        d_zeros[i] = make_uint4(0, 0, 0, 0);
    if (blockIdx.x > 0) return;
    spike.there = find_spike(p.items.first.d_low, p.n, p.from, &spike.word) >= SPIKE_LEAST;
    if (threadIdx.x == 0) *p.d_spike = spike;
}

/** Writes so many zeros; if the pass may have a spike, looks for one at the same time. */
static inline void launch_begin(const struct pass *p, void *d_zeros, size_t bytes,
                                cudaStream_t stream) {
    size_t fours = bytes / sizeof(uint4);
    void *arguments[] = {(void *)p, &d_zeros, &fours};
    if (p->d_spike)
        launch_early((const void *)begin_kernel,
                     (uint32_t)size_min(fours / SPIKE_KEYS + 1, multiprocessors()) + 1, SPIKE_KEYS,
                     0, stream, arguments);
    else
        CU(cudaMemsetAsync(d_zeros, 0, bytes, stream));
}

#endif
#endif
