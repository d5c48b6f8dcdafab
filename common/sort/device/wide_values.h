/**
 * @file
 * @brief The wide finish, keys that are known by their values alone: they are listed, and written anew.
 */
#ifndef SORTLAB_DEVICE_WIDE_VALUES_H
#define SORTLAB_DEVICE_WIDE_VALUES_H

#include "common/sort/device/wide_keys.h"

enum {
    MOST_VALUES =
        512, /**< that are written without any key's having a place, where bins are values */
    MOST_NAMES = 128,          /**< and where each bin has to be asked whether it is one */
    VOTERS = FINISH_ITEMS / 2, /**< of each thread's keys so many may give their bin its value */
};

#ifdef __CUDACC__

/** Gives each bin the least key of half of those in it, or UINT32_MAX; whether all keys are their bin's. */
static __device__ bool name_bins(const struct wide_keys *k, const struct wide_level *l,
                                 uint32_t *s_names, struct wide_shared *s) {
    bool named = true;
    for (uint32_t b = threadIdx.x; b < 1u << l->bits; b += blockDim.x) s_names[b] = UINT32_MAX;
    __syncthreads(); // no bin has a name
#pragma unroll
    for (uint32_t i = 0; i < VOTERS && wide_row(k, i); i++)
        if (wide_there(k, i))
            atomicMin(s_names + (wide_place(s, wide_bin(k, i, l)) - s->bins), k->key[i]);
    __syncthreads(); // all bins have theirs
#pragma unroll
    for (uint32_t i = 0; wide_row(k, i); i++)
        if (wide_there(k, i))
            named &= s_names[wide_place(s, wide_bin(k, i, l)) - s->bins] == k->key[i];
    return __syncthreads_and(named);
}

/**
 * Lists all keys as values, if those are few and no two of them are in a bin: then no key needs a place.
 * The first level has been counted.
 */
static __device__ bool list_values(const struct wide_keys *k, const struct wide_level *l,
                                   struct wide_shared *s) {
    uint32_t bins = 1u << l->bits, each = (bins + blockDim.x - 1) / blockDim.x;
    uint32_t first = threadIdx.x * each, end = min(first + each, bins), sum = 0, total;
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b);
        sum += n > 0 ? two_counts(1, n) : 0;
    }
    uint32_t before = block_scan(sum, s->sums, &total); // bins with keys, and those keys
    __syncthreads();                                    // s->sums may be used again
    if (high_count(total) > (l->exact ? MOST_VALUES : MOST_NAMES)) return false;
    if (!l->exact && !name_bins(k, l, s->keys, s)) return false;
    for (uint32_t b = first; b < end; b++) {
        uint32_t n = *wide_place(s, b), name = s->overfull[0].prefix | b << l->shift;
        if (n == 0) continue;
        if (!l->exact) name = s->keys[wide_place(s, b) - s->bins];
        const struct value value = {name, (uint16_t)low_count(before), (uint16_t)n};
        s->values[high_count(before)] = value;
        before += two_counts(1, n);
    }
    if (threadIdx.x == 0) s->n_values = high_count(total);
    __syncthreads(); // all values are listed, and the bins may be used again
    return true;
}

/** Writes the keys that are known by their values alone; where there are few values, warps share one. */
static __device__ void write_values(uint32_t *to, key_order order, const struct wide_shared *s) {
    uint32_t warp = threadIdx.x / WARP_THREADS, warps = blockDim.x / WARP_THREADS;
    uint32_t n = s->n_values, share = max(warps / max(n, 1), 1);
    uint32_t first = warp % share * WARP_THREADS + threadIdx.x % WARP_THREADS;
    for (uint32_t v = warp / share; v < n; v += warps / share) {
        uint32_t key = order_decode(s->values[v].key, order);
        for (uint32_t i = first; i < s->values[v].n; i += share * WARP_THREADS)
            to[s->values[v].begin + i] = key;
    }
}

/** Writes n keys whose values are listed in order. */
static __device__ void write_listed(uint32_t *d_out, uint32_t n, key_order order,
                                    struct wide_shared *s) {
    uint32_t *s_begins = s->bins, *s_before = s->bins + VALUE_ROWS;
    if (s->n_values * LONG_RUN <= n) return write_values(d_out, order, s);
    empty_rows(s_begins, n);
    __syncthreads(); // all bits are 0
    for (uint32_t v = threadIdx.x; v < s->n_values; v += blockDim.x)
        begin_value(s_begins, s->values[v].begin);
    __syncthreads(); // all bits are set
    count_begins(s_begins, s_before, n, s->sums);
    for (uint32_t at = threadIdx.x; at < n; at += blockDim.x)
        d_out[at] = order_decode(s->values[value_of(s_begins, s_before, at)].key, order);
}

#endif
#endif
