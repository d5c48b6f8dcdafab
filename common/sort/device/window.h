/**
 * @file
 * @brief A bucket that lies nearly in order is put in order in registers, and stored.
 */
#ifndef SORTLAB_DEVICE_WINDOW_H
#define SORTLAB_DEVICE_WINDOW_H

#include "common/sort/device/steps.h"

#ifdef __CUDACC__

/** Words by which d_out misses a multiple of 16 bytes; s->keys misses it by the same. */
static __device__ __forceinline__ uint32_t words_off(const uint32_t *d_out) {
    return (uint32_t)((uintptr_t)d_out / 4 % 4);
}

/** Puts what never moves around the bucket's n keys. */
static __device__ __forceinline__ void pad_bucket(uint32_t *s_buffer, uint32_t words, uint32_t n,
                                                  uint32_t off) {
    uint32_t at = HALO + off + n + threadIdx.x;
    if (threadIdx.x < HALO + off) s_buffer[threadIdx.x] = 0;
    for (; at < words && at < HALO + off + n + WINDOW; at += blockDim.x) s_buffer[at] = UINT32_MAX;
}

static __device__ __forceinline__ void order_pair(uint32_t *low, uint32_t *high) {
    uint32_t a = *low, b = *high;
    *low = min(a, b);
    *high = max(a, b);
}

/** Two phases of an odd-even sort over a warp's window, FINISH_ITEMS neighbours a lane (lab 05). */
static __device__ __forceinline__ void two_phases(uint32_t *keys, uint32_t lane) {
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i += 2) order_pair(&keys[i], &keys[i + 1]);
#pragma unroll
    for (uint32_t i = 1; i + 1 < FINISH_ITEMS; i += 2) order_pair(&keys[i], &keys[i + 1]);
    uint32_t next = __shfl_down_sync(ALL_LANES, keys[0], 1);
    uint32_t last = __shfl_up_sync(ALL_LANES, keys[FINISH_ITEMS - 1], 1);
    if (lane < WARP_THREADS - 1) keys[FINISH_ITEMS - 1] = min(keys[FINISH_ITEMS - 1], next);
    if (lane > 0) keys[0] = max(keys[0], last);
}

/** Whether some key of the window is greater than the next one. */
static __device__ __forceinline__ bool unsorted(const uint32_t *keys, uint32_t lane) {
    uint32_t next = __shfl_down_sync(ALL_LANES, keys[0], 1);
    bool wrong = lane < WARP_THREADS - 1 && keys[FINISH_ITEMS - 1] > next;
#pragma unroll
    for (uint32_t i = 0; i + 1 < FINISH_ITEMS; i++) wrong |= keys[i] > keys[i + 1];
    return __any_sync(ALL_LANES, wrong);
}

/** A warp copies keys from shared memory to places of the array that are as far off 16 bytes. */
static __device__ __forceinline__ void store_window(const uint32_t *s_keys, uint32_t *d_out,
                                                    uint32_t begin, uint32_t end, uint32_t lane) {
#if !defined(__SIMT__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    // the copy engine takes whole 16 bytes in one go; lanes see to the words at both ends
    uint32_t from = min((begin + 3) / 4 * 4, end), to = max(end / 4 * 4, from);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // the engine sees what was written
    __syncwarp();
    if (lane == 0 && from < to) {
        uint32_t source = (uint32_t)__cvta_generic_to_shared(s_keys + from);
        asm volatile(
            "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(d_out + from),
            "r"(source), "r"((to - from) * 4)
            : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
    if (begin + lane < from) d_out[begin + lane] = s_keys[begin + lane];
    if (to + lane < end) d_out[to + lane] = s_keys[to + lane];
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); // it needs s_keys no more
#else
    __syncwarp(); // all lanes have written their keys
    for (uint32_t i = begin + lane; i < end; i += WARP_THREADS) d_out[i] = s_keys[i];
#endif
}

/**
 * A warp orders, in registers, a window of keys that end at index `end` of a buffer. It leaves the window's core, from
 * index `core` on, in order, and adds `low` to each key. A bin that the window cuts lies in the halo. False: it has no
 * keys.
 */
static __device__ __forceinline__ bool order_window(uint32_t *s_buffer, uint32_t core, uint32_t end,
                                                    uint32_t low, key_order order) {
    uint32_t keys[FINISH_ITEMS], lane = threadIdx.x % WARP_THREADS;
    uint32_t first = core - HALO + lane * FINISH_ITEMS;
    uint2 *s_pairs = (uint2 *)(s_buffer + first);
    if (core < end) {
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS / 2; i++) {
            uint2 two = s_pairs[i];
            keys[2 * i] = two.x;
            keys[2 * i + 1] = two.y;
        }
        two_phases(keys, lane);
        do two_phases(keys, lane);
        while (unsorted(keys, lane));
    }
    __syncthreads(); // all windows are read
    if (core >= end) return false;
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) keys[i] += low;
    if (order != ORDER_NONE)
#pragma unroll
        for (uint32_t i = 0; i < FINISH_ITEMS; i++) keys[i] = order_decode(keys[i], order);
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS / 2; i++)
        if (first + 2 * i - core < CORE) s_pairs[i] = make_uint2(keys[2 * i], keys[2 * i + 1]);
    return true;
}

/**
 * Stores a bucket whose n keys lie in their bins, of BUCKET_REPEATS keys at most, in any order there; each
 * warp the core of its window. They lie there less `low`.
 */
static __device__ __forceinline__ void order_and_store(uint32_t *s_buffer, uint32_t n, uint32_t low,
                                                       uint32_t *d_out, key_order order) {
    uint32_t lane = threadIdx.x % WARP_THREADS, off = words_off(d_out), end = HALO + off + n;
    uint32_t core = HALO + (off & 2) + threadIdx.x / WARP_THREADS * CORE; // even: two keys a load
    if (!order_window(s_buffer, core, end, low, order)) return;
    store_window(s_buffer, d_out - HALO - off, max(core, HALO + off), min(core + CORE, end), lane);
}

#endif
#endif
