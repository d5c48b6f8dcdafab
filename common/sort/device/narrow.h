/**
 * @file
 * @brief A narrow range of keys: they agree in all upper bytes, or would, were they counted from where it begins.
 *
 * Small numbers with a sign differ in all bytes, and so do times that pass a power of two. But if all of them lie in a
 * range of 256^k keys, byte k - 1 tells all bytes above it. So the passes by those are left out. In the pass by byte
 * k - 1 the digits begin with that of the range, and not with 0.
 *
 * If the keys of a sample lie in a narrow range, who counts all keys finds the least and the greatest of these.
 */
#ifndef SORTLAB_DEVICE_NARROW_H
#define SORTLAB_DEVICE_NARROW_H

#include "common/sort/device/pass.h"

#ifdef __CUDACC__

/** A key as one word, zeros above if it has 32 bits. */
static __device__ __forceinline__ place_t key_word(struct item x) {
    return (place_t)x.high << 32 | x.low;
}

/** The bits of a key that are compared. */
static __device__ __forceinline__ place_t compared_bits(struct counted c) {
    return ((place_t)c.last << (c.bytes - 1) * RADIX_BITS) |
           (((place_t)1 << (c.bytes - 1) * RADIX_BITS) - 1);
}

/**
 * The narrowest range of keys of so many bytes. Where it can, it begins at half its length, as small numbers with a
 * sign do; else they lie in its middle.
 */
static __device__ struct narrow range_around(struct ends e, uint32_t bytes) {
    struct narrow r = {bytes, 0};
    for (uint32_t k = 1; k < bytes; k++) {
        const uint32_t shift = (k - 1) * RADIX_BITS;
        const place_t from = e.least >> shift, to = e.greatest >> shift,
                      half = from & ~(place_t)(RADIX / 2 - 1);
        if (to - from >= RADIX) continue;
        r.bytes = k;
        r.low = (to - half < RADIX ? half : (from + to + 1) / 2 - RADIX / 2) << shift;
        break;
    }
    return r;
}

/** Whether keys with these ends differ in fewer bytes than they have. */
static __device__ __forceinline__ bool is_narrow(struct ends e, uint32_t bytes) {
    return range_around(e, bytes).bytes < bytes;
}

/** Of no key: all others widen it. */
static __device__ __forceinline__ struct ends no_ends(void) {
    const struct ends e = {~(place_t)0, 0};
    return e;
}

/** The ends of the keys that a warp's lanes have met. */
static __device__ __forceinline__ struct ends join_lanes(struct ends e) {
    for (uint32_t d = 1; d < WARP_THREADS; d *= 2) {
        e.least = min(e.least, __shfl_xor_sync(ALL_LANES, e.least, d));
        e.greatest = max(e.greatest, __shfl_xor_sync(ALL_LANES, e.greatest, d));
    }
    return e;
}

/** Widens *met by the keys that the threads of a block have met; there are WARP_THREADS warps. */
static __device__ void note_ends(struct ends e, struct ends *met) {
    __shared__ struct ends s_warps[WARP_THREADS];
    e = join_lanes(e);
    s_warps[threadIdx.x / WARP_THREADS] = e;
    __syncthreads(); // all warps have told theirs
    e = join_lanes(s_warps[threadIdx.x % WARP_THREADS]);
    if (threadIdx.x == 0) atomicMin(&met->least, e.least), atomicMax(&met->greatest, e.greatest);
}

#endif
#endif
