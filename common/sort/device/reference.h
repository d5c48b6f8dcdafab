/**
 * @file
 * @brief The library's own steps, and a whole sort of them. Students write these in lab 13, so it is not handed out.
 */
#ifndef SORTLAB_DEVICE_REFERENCE_H
#define SORTLAB_DEVICE_REFERENCE_H

#include "common/sort/device/kernels.h"

#ifdef __CUDACC__

static __device__ __forceinline__ void count_key(uint32_t *s_bins, uint32_t key, uint32_t shift,
                                                 key_order order) {
    atomicAdd(&s_bins[bin_place(order_encode(key, order) >> shift)], 1); // no result is asked for
}

static __device__ __forceinline__ void add_counts(const uint32_t *s_bins, uint32_t bins,
                                                  place_t *d_bins) {
    for (uint32_t b = threadIdx.x; b < bins; b += COUNT_THREADS)
        if (s_bins[bin_place(b)] > 0) atomicAdd(&d_bins[b], (place_t)s_bins[bin_place(b)]);
}

static __device__ __forceinline__ void count_digits(const struct part_keys *k,
                                                    struct part_shared *s) {
    if (k->common != NO_DIGIT) { // one atomic for all keys of the warp
        if (threadIdx.x % WARP_THREADS == 0) atomicAdd(&s->bins[k->common], PART_WARP);
        return;
    }
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        if (part_there(k, i)) atomicAdd(&s->bins[part_digit(k, i)], 1);
}

static __device__ __forceinline__ place_t reserve(place_t *d_next, uint32_t digit, uint32_t count) {
    return atomicAdd(&d_next[digit], (place_t)count);
}

static __device__ __forceinline__ void place_digits(const struct part_keys *k,
                                                    struct part_shared *s) {
    if (k->common != NO_DIGIT) {
        uint32_t lane = threadIdx.x % WARP_THREADS, base = 0;
        if (lane == 0) base = atomicAdd(&s->bins[k->common], PART_WARP);
        base = __shfl_sync(ALL_LANES, base, 0) + lane;
#pragma unroll
        for (uint32_t i = 0; i < PART_ITEMS; i++) s->keys[base + i * WARP_THREADS] = k->key[i];
        return;
    }
#pragma unroll
    for (uint32_t i = 0; i < PART_ITEMS; i++)
        if (part_there(k, i)) s->keys[atomicAdd(&s->bins[part_digit(k, i)], 1)] = k->key[i];
}

static __device__ __forceinline__ void count_bins(const struct finish_keys *k,
                                                  struct finish_shared *s) {
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t bin = finish_bin(k, i), one = __funnelshift_l(0, 1, 16 * bin); // in its half
        if (finish_there(k, i)) atomicAdd(&s->words[bin / 2], one);
    }
}

static __device__ __forceinline__ void place_keys(const struct finish_keys *k, uint32_t *s_keys,
                                                  struct finish_shared *s) {
#pragma unroll
    for (uint32_t i = 0; i < FINISH_ITEMS; i++) {
        uint32_t bin = finish_bin(k, i), one = __funnelshift_l(0, 1, 16 * bin);
        if (!finish_there(k, i)) continue;
        uint32_t two = atomicAdd(&s->words[bin / 2], one); // its index, and that of its neighbour
        s_keys[__funnelshift_r(two, 0, 16 * bin) & 0xffff] = k->key[i];
    }
}

/** Sorts n keys, all of which are counted, by two partitions; by one where bits_2 is 0. */
static inline void sort_exact(const uint32_t *d_in, uint32_t *d_out, size_t n, key_order order,
                              uint32_t bits_1, uint32_t bits_2, void *d_temp, size_t temp_bytes,
                              cudaStream_t stream) {
    struct tables t = make_tables(d_in, d_out, n, order, bits_1, bits_2, d_temp, temp_bytes);
    if (n > t.most) {
        empty_notes(t, stream);
        launch_count(d_in, n, order, bits_1 + bits_2, t.bins, stream);
        launch_plan(t, stream);
        launch_partition(first_level(&t), stream);
        if (bits_2 > 0) launch_partition(second_level(&t), stream);
        launch_split(t, stream);
        launch_finish(t, stream);
        launch_lists(t, stream);
    } else if (n > 0) {
        launch_small(t, stream);
    }
}

/** The same in the form that is best for n and the temporary memory. */
static inline void sort_words(const uint32_t *d_in, uint32_t *d_out, size_t n, key_order order,
                              void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    const struct sort_form f = choose_form(n, temp_bytes);
    if (f.sampled)
        sort_sampled(d_in, d_out, n, order, d_temp, temp_bytes, stream);
    else
        sort_exact(d_in, d_out, n, order, f.bits_1, f.bits_2, d_temp, temp_bytes, stream);
}

#endif
#endif
