/**
 * @file
 * @brief Overfull bins: those with more keys than fit in a window's halo. A warp sorts each.
 */
#ifndef SORTLAB_DEVICE_OVERFULL_H
#define SORTLAB_DEVICE_OVERFULL_H

#include "common/sort/device/window.h"

#ifdef __CUDACC__

/** One level of a bitonic network over n keys: pairs `width` apart, or mirrored. Some threads take pairs by turns. */
static __device__ __forceinline__ void order_level(uint32_t *keys, uint32_t n, uint32_t width,
                                                   bool mirrored, uint32_t thread,
                                                   uint32_t threads) {
    for (uint32_t p = thread; p < n; p += threads) {
        uint32_t low = p % width, i = 2 * (p - low) + low;
        uint32_t partner = mirrored ? 2 * (p - low) + 2 * width - 1 - low : i + width;
        if (partner < n) order_pair(&keys[i], &keys[partner]);
    }
}

/** A bitonic network over n keys, by a warp or by all threads of a block (lab 06). */
static __device__ __forceinline__ void order_network(uint32_t *keys, uint32_t n, bool block) {
    const uint32_t threads = block ? blockDim.x : WARP_THREADS, thread = threadIdx.x % threads;
    for (uint32_t size = 1; size < n; size *= 2)
        for (uint32_t width = size; width > 0; width /= 2) {
            order_level(keys, n, width, width == size, thread, threads);
            if (block)
                __syncthreads(); // the next level compares these
            else
                __syncwarp(); // as above
        }
}

/**
 * A warp sorts n keys that differ only in the 5 bits from `low` on. Lane v counts the keys whose bits are v. Then all
 * lanes write each value again as often as it was counted.
 */
static __device__ void count_values(uint32_t *keys, uint32_t n, uint32_t low) {
    uint32_t lane = threadIdx.x % WARP_THREADS, count = 0;
    uint32_t same = keys[0] & ~((WARP_THREADS - 1) << low);
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS) {
        uint32_t bits = i < n ? keys[i] >> low : 0, mine = __ballot_sync(ALL_LANES, i < n);
        // Of the lanes with a key leave those whose bit b is that of this lane's number.
#pragma unroll
        for (uint32_t b = 0; b < 5; b++)
            mine &= __ballot_sync(ALL_LANES, bits >> b & 1) ^ ((lane >> b & 1) - 1);
        count += __popc(mine);
    }
    uint32_t end = warp_scan(count); // of the keys up to this value
    __syncwarp();                    // all lanes have read all keys
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS) {
        uint32_t value = 0; // as many as end at place i or before it
#pragma unroll
        for (uint32_t step = WARP_THREADS / 2; step > 0; step /= 2)
            if (__shfl_sync(ALL_LANES, end, value + step - 1) <= i) value += step;
        if (i < n) keys[i] = same | value << low;
    }
}

/** A warp sorts up to WARP_THREADS keys in registers, by a bitonic network (lab 06). */
static __device__ void order_lanes(uint32_t *keys, uint32_t n) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    uint32_t key = lane < n ? keys[lane] : UINT32_MAX; // which comes behind all keys
    const uint32_t first = __shfl_sync(ALL_LANES, key, 0);
    if (__all_sync(ALL_LANES, lane >= n || key == first)) return; // copies of a value
#pragma unroll
    for (uint32_t half = 1; half < WARP_THREADS; half *= 2) {
        if (half >= n) break;
#pragma unroll
        for (uint32_t width = half; width > 0; width /= 2) {
            const uint32_t other = // mirrored at first: both halves ascend
                __shfl_xor_sync(ALL_LANES, key, width == half ? 2 * half - 1 : width);
            key = lane & width ? max(key, other) : min(key, other);
        }
    }
    if (lane < n) keys[lane] = key; // no other lane has read it
}

/** A warp sorts up to 64 keys: each goes behind those that are less, or equal and before it. */
static __device__ void rank_few(uint32_t *keys, uint32_t n) {
    uint32_t i = threadIdx.x % WARP_THREADS, j = i + WARP_THREADS, rank_i = 0, rank_j = 0;
    uint32_t key_i = i < n ? keys[i] : 0, key_j = j < n ? keys[j] : 0;
#pragma unroll 4
    for (uint32_t k = 0; k < n; k++) {
        uint32_t other = keys[k];
        rank_i += other < key_i || (other == key_i && k < i);
        rank_j += other < key_j || (other == key_j && k < j);
    }
    __syncwarp(); // all lanes have read all keys
    if (i < n) keys[rank_i] = key_i;
    if (j < n) keys[rank_j] = key_j;
}

/** The key that is more usual than all others together of WARP_THREADS of a warp's n keys; if there is none, any. */
static __device__ uint32_t usual_key(const uint32_t *keys, uint32_t n) {
    const uint32_t key = keys[threadIdx.x % WARP_THREADS * (n / WARP_THREADS)];
    uint32_t usual = 0;
    for (uint32_t b = 0; b < 32; b++)
        if (__popc(__ballot_sync(ALL_LANES, key >> b & 1)) > WARP_THREADS / 2) usual |= 1u << b;
    return usual;
}

/**
 * A warp sorts n keys, WARP_THREADS or more, that mostly have one value: a few lie on either side of a sensor's zeros.
 * False, and nothing has changed: more than 64 have others.
 */
static __device__ bool order_usual(uint32_t *keys, uint32_t n) {
    const uint32_t lane = threadIdx.x % WARP_THREADS, usual = usual_key(keys, n);
    uint32_t others = 0, less = 0, at = 0;
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS) {
        const uint32_t key = i < n ? keys[i] : usual;
        others += __popc(__ballot_sync(ALL_LANES, key != usual));
        less += __popc(__ballot_sync(ALL_LANES, key < usual));
    }
    __syncwarp(); // all lanes have read all keys
    if (others > 2 * WARP_THREADS) return false;
    for (uint32_t i = lane; i - lane < n; i += WARP_THREADS) { // they come to the front
        const uint32_t key = i < n ? keys[i] : usual,
                       moved = __ballot_sync(ALL_LANES, key != usual);
        __syncwarp(); // all lanes have read their keys
        if (key != usual) keys[at + __popc(moved & ((1u << lane) - 1))] = key;
        at += __popc(moved);
    }
    __syncwarp(); // all are there
    rank_few(keys, others);
    __syncwarp(); // they are in order
    const uint32_t greater = others - less, i = less + lane, end = n - greater;
    const uint32_t one = i < others ? keys[i] : 0,
                   two = i + WARP_THREADS < others ? keys[i + WARP_THREADS] : 0;
    __syncwarp(); // lanes have the greater ones
    for (uint32_t k = i; k < end; k += WARP_THREADS) keys[k] = usual;
    if (lane < greater) keys[end + lane] = one;
    if (lane + WARP_THREADS < greater) keys[end + lane + WARP_THREADS] = two;
    return true;
}

/** The bits in which a warp's n keys differ. */
static __device__ uint32_t differing_bits(const uint32_t *keys, uint32_t n) {
    uint32_t first = keys[0], differ = 0;
    for (uint32_t i = threadIdx.x % WARP_THREADS; i < n; i += WARP_THREADS)
        differ |= keys[i] ^ first;
    __syncwarp(); // all lanes have read all keys
    return warp_or(differ);
}

/** A warp sorts n keys in shared memory, of which many may be equal. */
static __device__ void order_bin(uint32_t *keys, uint32_t n) {
    if (n <= WARP_THREADS) return order_lanes(keys, n);
    uint32_t differ = differing_bits(keys, n), low = (uint32_t)__ffs((int)differ) - 1;
    if (differ == 0) return;
    if (differ >> low < WARP_THREADS) {
        count_values(keys, n, low);
    } else if (n <= 2 * WARP_THREADS) {
        rank_few(keys, n);
    } else if (!order_usual(keys, n)) {
        order_network(keys, n, false);
    }
}

/** Where bin b begins, when all keys lie in their bins: where the bin before it ends. */
static __device__ __forceinline__ uint32_t bin_begin(const struct finish_shared *s, uint32_t b) {
    return b > 0 ? s->bins[b - 1] : 0;
}

/** Lists the bins of more than BUCKET_REPEATS keys: no window can sort them. All keys lie in their bins behind it. */
static __device__ __forceinline__ void list_overfull(struct finish_shared *s) {
    if (threadIdx.x == 0) s->n_overfull = 0;
    __syncthreads(); // the list is empty, and all keys lie in their bins
    for (uint32_t b = threadIdx.x; b < FINISH_BINS; b += FINISH_THREADS)
        if (s->bins[b] - bin_begin(s, b) > BUCKET_REPEATS)
            s->overfull[atomicAdd(&s->n_overfull, 1)] = (uint16_t)b;
    __syncthreads(); // the list is complete
}

/** Sorts overfull bins, a warp each. */
static __device__ __noinline__ void sort_overfull(uint32_t *s_keys, struct finish_shared *s) {
    list_overfull(s);
    for (uint32_t i = threadIdx.x / WARP_THREADS; i < s->n_overfull;
         i += FINISH_THREADS / WARP_THREADS) {
        uint32_t b = s->overfull[i], begin = bin_begin(s, b);
        order_bin(s_keys + begin, s->bins[b] - begin);
    }
}

#endif
#endif
