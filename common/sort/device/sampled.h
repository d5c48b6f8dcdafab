/**
 * @file
 * @brief The sampled form: two partitions into buckets of about one size, whatever the keys are, each with space
 * enough.
 *
 * Top bits make bad digits of keys that are not spread evenly: some buckets come out a hundred times too large. So the
 * first partition's digits are planned from a sample of the input, and those of each of its buckets from a sample of
 * that bucket. A sample also says how much space a bucket needs. Where its keys belong is known once all keys lie in
 * their spaces. If a space turns out too small, the keys are split from the first bit on: all are still in the input,
 * or at the second level in their bucket.
 */
#ifndef SORTLAB_DEVICE_SAMPLED_H
#define SORTLAB_DEVICE_SAMPLED_H

#include <math.h>

#include "common/sort/device/by_bits.h"
#include "common/sort/device/launches.h"
#include "common/sort/device/buffered.h"

#ifdef __CUDACC__

/** Says who finishes a bucket of the second level. */
static __device__ void list_planned(const struct sampled *q, struct digit_keys keys, place_t start,
                                    place_t from, place_t n) {
    bool one = keys.left == 0;
    uint32_t at = n > 0 && n <= BUCKET_ITEMS && (one || keys.left > FINAL_BITS)
                      ? atomicAdd(&q->notes->n_jobs, 1)
                      : UINT32_MAX;
    if (n == 0) return;
    if (at < q->most_jobs) {
        const struct finish_job job = {start, from, (uint32_t)n, keys};
        q->jobs[at] = job;
    } else if (at != UINT32_MAX && one) { // hardly ever: there are not so many
        for (place_t i = 0; i < n; i++)
            q->t.side[SIDE_OUT][start + i] = order_decode(keys.low, q->t.order);
    } else if (at != UINT32_MAX) {
        list_bucket(q->t.repeats, start, from, (uint32_t)n, keys.left, SIDE_SPACES);
    } else if (one) {
        list_segment(&q->t, 0, start, 0, n, 0, SIDE_SPACES, keys.low);
    } else {
        hand_on(&q->t, 0, start, from, n, keys.left, SIDE_SPACES);
    }
}

/** Moves keys from the ends of the spaces of bucket b's digits to the others: a warp those of its threads. */
static __device__ __forceinline__ void join_rests(const struct sampled *q, uint32_t b, place_t next,
                                                  place_t space_end, uint32_t rest) {
    enum { AT_ONCE = 16 };
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    const uint32_t tiles = q->first_tile[b + 1] - q->first_tile[b];
    uint32_t moved, *d_keys = q->t.side[SIDE_SPACES], key[AT_ONCE];
    const place_t from = rest_from(next, space_end - rest_space(tiles, q->chunk), rest, &moved);
    for (uint32_t i = lane, most = warp_max(moved); i - lane < most; i += WARP_THREADS)
        for (uint32_t j = 0; j < WARP_THREADS; j += AT_ONCE) {
#pragma unroll
            for (uint32_t a = 0; a < AT_ONCE; a++) {
                const place_t at = __shfl_sync(ALL_LANES, from, j + a);
                key[a] = i < __shfl_sync(ALL_LANES, moved, j + a) ? d_keys[at + i] : 0;
            }
#pragma unroll
            for (uint32_t a = 0; a < AT_ONCE; a++) {
                const place_t at = __shfl_sync(ALL_LANES, next, j + a);
                if (i < __shfl_sync(ALL_LANES, moved, j + a)) d_keys[at + i] = key[a];
            }
        }
}

/** Hands on bucket b of the first level, for whose digits there was no space; its keys belong behind `start` others. */
static __device__ void hand_bucket_on(const struct sampled *q, uint32_t b, place_t start) {
    const place_t n = keys_in(q, b);
    const uint32_t *d_from = q->t.side[SIDE_TEMP] + q->begins_1[b];
    uint32_t *d_to = q->t.side[SIDE_OUT] + start; // those that split others write to SIDE_TEMP
#pragma unroll 8
    for (place_t i = threadIdx.x; i < n; i += DIGITS) d_to[i] = d_from[i];
    if (threadIdx.x == 0) hand_on(&q->t, 0, start, start, n, 32, SIDE_OUT);
}

/** @launch a block of DIGITS threads a bucket of the first level, a thread for each of its digits
 *  @shared 256 bytes: a sum of each warp
 *  @cost   36 bytes a bucket of the second level read, 24 written; 8 moved for each key that fills no line, or whose
 *          bucket had no space; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void __launch_bounds__(DIGITS) plan_filled_kernel(struct sampled q) {
    __shared__ place_t s_sums[WARP_THREADS];
    const uint32_t b = blockIdx.x, d = threadIdx.x, x = b * DIGITS + d;
    await_kernel_before();
    if (misled_before(q.notes, BY_SECOND_PARTITION)) {
        if (x == 0 && !q.notes->elsewhere) hand_on(&q.t, 0, 0, 0, q.t.n, 32, SIDE_IN);
        return;
    }
    if (b >= q.rule_1->n) return;
    const place_t from = q.begins_2[x + b], end = q.begins_2[x + b + 1], next = q.t.next_2[x];
    const uint32_t rest = q.rests_2[x];
    const struct digit_keys keys = q.keys_2[x];
    const place_t n = next - from + rest;
    place_t before, total;
    block_scan_places(d < b ? keys_in(&q, d) : 0, s_sums, &before);
    if (q.notes->full[b]) {
        hand_bucket_on(&q, b, before);
        return;
    }
    const place_t start = before + block_scan_places(n, s_sums, &total);
    list_planned(&q, keys, start, from, n);
    if (q.notes->by_bits) join_rests(&q, b, next, end, rest);
}

/** @launch a block of FINISH_THREADS threads a bucket, most_jobs: a loop would take the threads too many registers
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved, 4 of one value; two atomics a key in shared memory; 6 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3) finish_jobs_kernel(struct sampled q) {
    extern __shared__ struct finish_shared s_finish[];
    await_kernel_before();
    if (blockIdx.x >= q.notes->n_jobs) return;
    const struct finish_job *j = q.jobs + blockIdx.x;
    uint32_t *d_out = q.t.side[SIDE_OUT] + j->start, n = j->n, low = j->keys.low;
    bool done = j->keys.left == 0;
    for (uint32_t i = threadIdx.x; done && i < n; i += FINISH_THREADS)
        d_out[i] = order_decode(low, q.t.order);
    if (!done)
        done = finish_bucket(q.t.side[SIDE_SPACES] + j->from, n, low, j->keys.shift, d_out, &q.t,
                             s_finish);
    if (done || threadIdx.x > 0) return;
    j = q.jobs + blockIdx.x;
    list_bucket(q.t.repeats, j->start, j->from, j->n, j->keys.left, SIDE_SPACES);
}

/** Words for the spaces of a level that has so many digits: when all have the same number of keys. */
static inline size_t space_in_all(size_t n, size_t every, size_t digits, size_t sigmas) {
    double met = (double)n / (double)every + 9 * (double)digits;
    return n + (18 * every + WARP_THREADS) * digits +
           (size_t)((double)(every * sigmas) * sqrt(met * (double)digits)) + WARP_THREADS;
}

/** The same of the first level if its digits are bits. */
static inline size_t coarse_space(const struct sampled *q) {
    const size_t digits = (size_t)1 << q->t.bits_1;
    return space_in_all(q->t.n, SAMPLE_EVERY, digits, FIRST_SIGMAS) +
           digits * rest_space(tiles_of(q->t.n), q->chunk);
}

/** And of the second one. */
static inline size_t fine_spaces(const struct sampled *q) {
    const size_t digits = (size_t)1 << bits_of_sample(q->t.n);
    return space_in_all(q->t.n, SAMPLE_EVERY, digits, SECOND_SIGMAS) + digits * fine_rest(q);
}

/** The tables in temporary memory, and how many digits the first level should have. */
static inline struct sampled lay_out_sampled(size_t n, struct pieces *p) {
    size_t buckets = (n + PLANNED_ITEMS - 1) / PLANNED_ITEMS;
    size_t root = (size_t)sqrt((double)buckets) + 1, fine = (size_t)DIGITS * DIGITS;
    struct sampled q = {{{NULL, NULL, NULL}}};
    q.every = n < 1 << 27 ? 16 : 64;
    q.digits =
        (uint32_t)size_min(root > FIRST_DIGITS ? buckets / SECOND_DIGITS + 1 : root, SECOND_DIGITS);
    size_t even = (n + EVEN_ITEMS - 1) / EVEN_ITEMS, by_bits = (size_t)1 << bits_of_sample(n);
    q.even_digits = root > FIRST_DIGITS ? (uint32_t)size_min(even / DIGITS + 1, DIGITS) : q.digits;
    q.t.n = n, q.t.bits_1 = bits_of_sample(n) / 2;
    q.chunk = (uint32_t)(tiles_of(n) / (CHUNKS * multiprocessors()) + 1);
    q.space = size_max(space_in_all(n, q.every, q.digits * 3 / 2, FIRST_SIGMAS), coarse_space(&q));
    q.spaces =
        size_max(space_in_all(n, 16, buckets * 3 / 2 + DIGITS, SECOND_SIGMAS), fine_spaces(&q));
    q.notes = (struct sample_notes *)take(p, sizeof(*q.notes) + 3 * ENTRIES_1 * sizeof(uint32_t));
    q.spread.met = (uint32_t *)(q.notes + 1);
    q.t = lay_out(n, q.space, 2 * RADIX_BITS, p);
    q.met = (uint32_t *)q.t.bins;
    q.t.side[SIDE_SPACES] = (uint32_t *)take(p, q.spaces * sizeof(uint32_t));
    q.spread.key = q.spread.met + ENTRIES_1, q.spread.other = q.spread.key + ENTRIES_1;
    q.rule_1 = (struct digit_rule *)take(p, (1 + DIGITS) * sizeof(*q.rule_1));
    q.rules_2 = q.rule_1 + 1;
    q.table_1 = (uint8_t *)take(p, ENTRIES_1 + DIGITS * ENTRIES_2);
    q.tables_2 = q.table_1 + ENTRIES_1;
    q.values_1 = (uint32_t *)take(p, (DIGITS + fine) * sizeof(uint32_t));
    q.values_2 = q.values_1 + DIGITS;
    q.keys_1 = (struct digit_keys *)take(p, (DIGITS + fine) * sizeof(*q.keys_1));
    q.keys_2 = q.keys_1 + DIGITS;
    q.bounds_1 = (uint32_t *)take(p, (2 * DIGITS + DIGITS + 1) * sizeof(uint32_t));
    q.first_tile = q.bounds_1 + 2 * DIGITS;
    q.begins_1 = (place_t *)take(p, (DIGITS + 1) * (1 + DIGITS) * sizeof(place_t));
    q.begins_2 = q.begins_1 + DIGITS + 1;
    q.rests_1 = (uint32_t *)take(p, (DIGITS + fine) * sizeof(uint32_t));
    q.rests_2 = q.rests_1 + DIGITS;
    q.done = (uint32_t *)take(p, (tiles_of(n) / q.chunk + DIGITS + 1) * sizeof(uint32_t));
    q.most_jobs = (uint32_t)(size_max(buckets * 3 / 2, by_bits) + DIGITS);
    q.jobs = (struct finish_job *)take(p, q.most_jobs * sizeof(*q.jobs));
    return q;
}

/** What a block of this form needs of shared memory: the sample's. */
static inline size_t most_sampled_bytes(void) {
    return (2 * ENTRIES_1 + ENTRIES_1 / 32) * sizeof(uint32_t);
}

/** Whether a block of the device has that. */
static inline bool can_sample(void) {
    return block_bytes() >= most_sampled_bytes();
}

/** The tables of a sort. What has to be 0 comes first in d_temp: see empty_sampled. */
static inline struct sampled prepare_sampled(const uint32_t *d_in, uint32_t *d_out, size_t n,
                                             key_order order, void *d_temp, size_t temp_bytes) {
    struct pieces p = {(char *)d_temp, 0};
    struct sampled q = lay_out_sampled(n, &p);
    uint32_t bits = bits_of_sample(n);
    q.t = fill_in(q.t, d_in, d_out, n, order, bits / 2, bits - bits / 2, p.bytes, temp_bytes);
    return q;
}

/** Makes all words 0 from d_first on up to the last bin, notes among them: one call takes less time than three. */
static inline void empty_sampled(const struct sampled *q, void *d_first, cudaStream_t stream) {
    const char *d_end = (const char *)(q->t.bins + ((size_t)1 << (q->t.bits_1 + q->t.bits_2)));
    CU(cudaMemsetAsync(d_first, 0, (size_t)(d_end - (char *)d_first), stream));
}

/** All steps. */
static inline void launch_sampled(struct sampled q, cudaStream_t stream) {
    struct space_level first = first_into_spaces(&q), second = second_into_spaces(&q);
    uint32_t most = multiprocessors();
    uint32_t pieces =
        (uint32_t)size_min(q.t.n / (q.every * SPREAD_THREADS * PIECE_AHEAD) + 1, most);
    void *sample[] = {&q.t.side[SIDE_IN], &q.t.n, &q.t.order, &q.every, &q.notes, &q.spread};
    void *plan[] = {&q};
    if (!q.chosen) launch_sample(q, stream);
    launch_plan_bits(q, stream);
    if (!q.chosen)
        launch_early((const void *)range_kernel, 2 * pieces, RANGE_THREADS, 0, stream, sample);
    launch_early((const void *)spread_kernel, pieces, SPREAD_THREADS, most_sampled_bytes(), stream,
                 sample);
    launch_early((const void *)plan_first_kernel, 1, PLAN_THREADS,
                 (ENTRIES_1 + 1) * sizeof(uint32_t) + ENTRIES_1 * sizeof(uint16_t), stream, plan);
    launch_buffered(&first, stream);
    launch_spaces(first, stream);
    launch_early((const void *)plan_second_kernel, DIGITS, LEVEL_THREADS, 0, stream, plan);
    launch_buffered(&second, stream);
    launch_spaces(second, stream);
    launch_early((const void *)plan_filled_kernel, DIGITS, DIGITS, 0, stream, plan);
    launch_split(q.t, stream);
    launch_early((const void *)finish_jobs_kernel, q.most_jobs, FINISH_THREADS,
                 sizeof(struct finish_shared), stream, plan);
    launch_lists(q.t, stream);
}

/** Sorts FAST_SAMPLED_ITEMS keys or more by two partitions into spaces. */
static void sort_sampled(const uint32_t *d_in, uint32_t *d_out, size_t n, key_order order,
                         void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    const struct sampled q = prepare_sampled(d_in, d_out, n, order, d_temp, temp_bytes);
    empty_sampled(&q, q.notes, stream);
    launch_sampled(q, stream);
}

#endif
#endif
