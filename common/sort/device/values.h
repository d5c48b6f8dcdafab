/**
 * @file
 * @brief Buckets of few values: they are counted, and the keys are written anew.
 *
 * A place asks which value it has: a row of WARP_THREADS places has a bit wherever a value begins, and it is
 * known how many begin before the row.
 */
#ifndef SORTLAB_DEVICE_VALUES_H
#define SORTLAB_DEVICE_VALUES_H

#include "common/sort/device/plan.h"

enum {
    VALUE_ROWS = WIDE_ITEMS / WARP_THREADS + 1,
    VALUE_LOADS = 4, /**< keys of a thread that are on their way */
    LONG_RUN =
        4 *
        WARP_THREADS, /**< of values with more keys, on the average, a warp writes one at a time */
};

/** What the threads of a block share while they write a bucket anew. */
struct values_shared {
    uint32_t counts[VALUES]; /**< keys of each value */
    uint32_t listed[VALUES]; /**< those that there are, in order */
    uint32_t begins[VALUE_ROWS], before[VALUE_ROWS], sums[WARP_THREADS];
};

#ifdef __CUDACC__

/** Forgets where values begin among n places. */
static __device__ __forceinline__ void empty_rows(uint32_t *s_begins, uint32_t n) {
    for (uint32_t r = threadIdx.x; r * WARP_THREADS < n; r += blockDim.x) s_begins[r] = 0;
}

/** Notes that a value begins at a place. */
static __device__ __forceinline__ void begin_value(uint32_t *s_begins, uint32_t place) {
    atomicOr(&s_begins[place / WARP_THREADS], 1u << place % WARP_THREADS);
}

/** How many values begin before each row; two rows a thread. Then all threads may ask. */
static __device__ __forceinline__ void count_begins(const uint32_t *s_begins, uint32_t *s_before,
                                                    uint32_t n, uint32_t *s_sums) {
    uint32_t rows = (n + WARP_THREADS - 1) / WARP_THREADS, r = 2 * threadIdx.x, total;
    uint32_t first = r < rows ? __popc(s_begins[r]) : 0;
    uint32_t second = r + 1 < rows ? __popc(s_begins[r + 1]) : 0;
    uint32_t before = block_scan(first + second, s_sums, &total);
    if (r < rows) s_before[r] = before;
    if (r + 1 < rows) s_before[r + 1] = before + first;
    __syncthreads(); // all rows have been counted
}

/** Which of the values, by order, a place has. */
static __device__ __forceinline__ uint32_t value_of(const uint32_t *s_begins,
                                                    const uint32_t *s_before, uint32_t place) {
    uint32_t row = place / WARP_THREADS, lane = place % WARP_THREADS;
    return s_before[row] + __popc(s_begins[row] << (WARP_THREADS - 1 - lane)) - 1;
}

/** Counts a bucket's keys by their lowest `left` bits. */
static __device__ __forceinline__ void count_bucket(const uint32_t *d_keys, uint32_t n,
                                                    uint32_t left, key_order order,
                                                    struct values_shared *s) {
    for (uint32_t first = threadIdx.x; first < n; first += VALUE_LOADS * VALUES) {
        uint32_t key[VALUE_LOADS];
#pragma unroll
        for (uint32_t i = 0; i < VALUE_LOADS; i++)
            if (first + i * VALUES < n) key[i] = d_keys[first + i * VALUES];
#pragma unroll
        for (uint32_t i = 0; i < VALUE_LOADS; i++)
            if (first + i * VALUES < n)
                atomicAdd(&s->counts[digit_of(order_encode(key[i], order), 0, left)], 1);
    }
}

/** @launch blocks of VALUES threads, one for each value, which share the list
 *  @shared 9 KB: counts, values, and where they begin
 *  @cost   8 bytes a key moved; an atomic a key in shared memory; 7 barriers
 *  @source Seward 1954 */
static __global__ void __launch_bounds__(VALUES, 4) values_kernel(struct tables t) {
    __shared__ struct values_shared s;
    await_kernel_before();
    uint32_t n = *t.valued.d_n, v = threadIdx.x, total;
    __shared__ uint32_t s_next;
    for (uint32_t i = blockIdx.x; i < n; i = take_bucket(i, &t.notes->valued_taken, &s_next)) {
        const struct bucket b = t.valued.d_buckets[i];
        const uint32_t *d_keys = t.side[b.side] + b.from;
        key_order order = b.side == SIDE_IN ? t.order : ORDER_NONE;
        s.counts[v] = 0;
        empty_rows(s.begins, b.n);
        __syncthreads(); // no key is counted, and no value begins
        count_bucket(d_keys, b.n, b.left, order, &s);
        uint32_t prefix = order_encode(d_keys[0], order) >> b.left << b.left;
        __syncthreads(); // all keys are counted
        uint32_t count = s.counts[v];
        uint32_t before = block_scan(count > 0 ? two_counts(1, count) : 0, s.sums, &total);
        if (count > 0) s.listed[high_count(before)] = order_decode(prefix | v, t.order);
        if (count > 0) begin_value(s.begins, low_count(before));
        __syncthreads(); // it is known which values there are, and where they begin
        count_begins(s.begins, s.before, b.n, s.sums);
        for (uint32_t at = v; at < b.n; at += VALUES)
            t.side[SIDE_OUT][b.start + at] = s.listed[value_of(s.begins, s.before, at)];
    }
}

static inline void launch_values(struct tables t, uint32_t blocks, cudaStream_t stream) {
    void *arguments[] = {&t};
    launch_early((const void *)values_kernel, blocks, VALUES, 0, stream, arguments);
}

#endif
#endif
