/** @file
 *  @brief Lab 13, the stages. What `param` means stands in expected.h. */
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "expected.h"

/* Step 1: counts, written over what stood in the bins. */

STAGE_SIDE void run_count(struct stage *s) {
    const uint32_t bits = bits_that_fit(BITS_1(s)), words = 2u << bits;
    uint32_t *d_bins = d_fence_new(words), *d_keys = d_input(s, "keys", s->n);
    count_buckets(d_keys, s->n, TYPE_OF(s), bits, (place_t *)d_bins, fence_stream());
    d_fence_out(s, "bins", d_bins, words);
    stage_out(s, "bits", &bits, 1);
    d_free(d_keys);
}

STAGE_SIDE bool verdict_count(struct stage *s) {
    uint32_t less = bits_less(s, stage_got(s, "bits", 1)), bins = 1u << (BITS_1(s) - less);
    const uint32_t *got = fence_got(s, "bins", 2 * bins);
    const place_t *starts = starts_of(s);
    for (uint32_t b = 0; got && b < bins; b++) {
        place_t count = got[2 * b + 1], want = starts[(b + 1) << less] - starts[b << less];
        if ((count = count << 32 | got[2 * b]) != want)
            return stage_fail(s, "bucket %u: %llu keys were counted, not %llu", b, count, want);
    }
    return got;
}

/* Step 2: every key in its bucket, in any order there. */

STAGE_SIDE void run_partition(struct stage *s) {
    uint32_t *d_keys = d_input(s, "keys", s->n), *d_out = d_fence_keys(s, s->n);
    uint32_t words = 2u << BITS_1(s), *d_next = d_fence_new(words); // 64 bits each
    cu_send(d_next, starts_of(s), 4 * words);
    partition_keys(d_keys, d_out, s->n, TYPE_OF(s), BITS_1(s), (place_t *)d_next, fence_stream());
    d_fence_out(s, "keys", d_out, s->n);
    d_fence_out(s, "next", d_next, words);
    d_free(d_keys);
}

STAGE_SIDE bool verdict_partition(struct stage *s) {
    const uint32_t *got = fence_got(s, "keys", s->n), bits = BITS_1(s);
    const uint32_t *next = got ? fence_got(s, "next", 2u << bits) : NULL;
    const place_t *starts = starts_of(s);
    uint32_t *in = in_order(s, false), b = 0;
    bool ok = next && fence_permutation(s, got, in, s->n);
    for (uint32_t i = 0; ok && i < s->n; i++) {
        while (i >= starts[b + 1]) b++;
        uint32_t of = got[i] >> (32 - bits);
        ok = of == b || stage_fail(s, "index %u, in bucket %u, holds a key of %u", i, b, of);
    }
    for (b = 0; ok && b < 1u << bits; b++)
        ok = next[2 * b] == starts[b + 1] ||
             stage_fail(s, "d_next[%u] is %u, not %llu", b, next[2 * b], starts[b + 1]);
    free(in);
    return ok;
}

/* Step 3: buckets into sorted ones; what is left out stands on the list. */

STAGE_SIDE void run_finish(struct stage *s) {
    uint32_t *d_keys = d_input(s, "buckets", s->n), *d_out = d_fence_keys(s, s->n);
    size_t words = sizeof(struct bucket) / 4 << BITS_1(s);
    size_t starts = sizeof(place_t) * ((1u << BITS_1(s)) + 1);
    place_t *d_starts = (place_t *)cu_upload(starts_of(s), starts);
    const struct bucket_list list = {d_fence_new(1), (struct bucket *)d_fence_new(words)};
    d_keep("starts", (const uint32_t *)d_starts, (const uint32_t *)starts_of(s), starts / 4);
    CU(cudaMemsetAsync(list.d_n, 0, sizeof(*list.d_n), fence_stream()));
    finish_buckets(d_keys, d_out, TYPE_OF(s), BITS_1(s), d_starts, list, fence_stream());
    d_fence_out(s, "keys", d_out, s->n);
    d_fence_out(s, "n", list.d_n, 1);
    d_fence_out(s, "list", (uint32_t *)list.d_buckets, words);
    d_free(d_keys);
    cu_free(d_starts);
}

/* Step 4: a whole sort. */

STAGE_SIDE void run_sort(struct stage *s) {
    uint32_t *d_keys = d_fence_input(s, "keys", s->n), *d_out = d_fence_keys(s, s->n);
    size_t bytes = fast_sort_bytes(s->n, FAST_EXACT);
    uint32_t *d_temp = d_fence_new(bytes / 4);
    fast_sort_levels(d_keys, d_out, s->n, TYPE_OF(s), BITS_1(s), BITS_2(s), d_temp, bytes,
                     fence_stream());
    d_fence_out(s, "keys", d_out, s->n);
    d_fence_out(s, "input", d_keys, s->n);
    d_fence_drop(d_temp);
}

STAGE_SIDE bool verdict_sort(struct stage *s) {
    return verdict_sorted(s) && fence_got(s, "input", s->n);
}

// clang-format off
enum { TILE = PART_TILE, FULL = BUCKET_ITEMS };
static const struct stage_case count_cases[] = {
    CASE(33, UNIFORM, 4), CASE(0, UNIFORM, 3), CASE(1, MAX, 1), CASE(5, EXTREMES, 8), CASE(16385, UNIFORM, 13),
    CASE(20000, FLOATS, 8 + F32), CASE(20001, EXTREMES, 8 + I32), CASE(33333, EQUAL, 15), CASE(3000, ZIPF, 10),
    CASE(4099, FEW, 5), CASE(40000, UNIFORM, 15 + ROUND)};
static const struct stage_case part_cases[] = {
    CASE(700, UNIFORM, 3), CASE(0, UNIFORM, 3), CASE(1, MAX, 8), CASE(33, FEW, 8), CASE(TILE, UNIFORM, 8),
    CASE(TILE + 1, UNIFORM, 7), CASE(2 * TILE - 1, SORTED, 5), CASE(TILE - 1, EQUAL, 8),
    CASE(2 * TILE + 33, FLOATS, 8 + F32), CASE(5000, EXTREMES, 6 + I32), CASE(3000, ZIPF, 1)};
static const struct stage_case finish_cases[] = {
    CASE(33, UNIFORM, 1 + LISTED), CASE(0, UNIFORM, 2 + LISTED), CASE(1, MAX, 1 + LISTED),
    CASE(700, UNIFORM, 8 + LISTED), CASE(8, EXTREMES, 3 + LISTED), CASE(FULL, SORTED, 1 + LISTED),
    CASE(FULL, REVERSED, 2 + LISTED), CASE(15000, UNIFORM, 1 + LISTED), CASE(8000, FLOATS, 2 + F32 + LISTED),
    CASE(3000, UNIFORM, 5 + I32 + LISTED), CASE(3000, FEW, 3 + LISTED), CASE(1000, EXTREMES, 4 + I32 + LISTED),
    CASE(200, MAX, 1 + LISTED), CASE(1090, SORTED, 1 + OVERFULL + LISTED)};
static const struct stage_case sort_cases[] = {
    CASE(20000, UNIFORM, 3), CASE(9000, ZIPF, 3), CASE(0, UNIFORM, 3), CASE(1, MAX, 3 + TWO),
    CASE(17400, EXTREMES, 2), CASE(17401, REVERSED, 2 + 3 * TWO), CASE(30000, UNIFORM, 3 + 4 * TWO),
    CASE(20001, FLOATS, 2 + TWO + F32), CASE(40000, ZIPF, 4 + 4 * TWO), CASE(20000, EQUAL, 8),
    CASE(60000, FEW, 3 + 3 * TWO), CASE(40000, EXTREMES, 1 + I32)};
static const struct stage_row rows[] = {
    STAGE_AT("keys counted by their top bits",
        "count_buckets(d_in, n = {n}, {type}, bits = {param%16}, d_bins, stream)|d_in=keys:type d_bins=bins:u64",
        1, 20, count_cases, run_count, verdict_count, prepare_count,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(1.5), DEMAND_READ(0.2), DEMAND_ATOMIC_CONFLICTS(8))),
    STAGE_AT("keys in their buckets",
        "partition_keys(d_in, d_out, n = {n}, {type}, bits = {param%16}, d_next, stream)|"
        "d_in=keys:type d_out<keys:hex",
        2, 30, part_cases, run_partition, verdict_partition, NULL,
        DEMANDS(DEMAND_THREADS(100), DEMAND_BLOCKS(1.5), DEMAND_READ(0.2), DEMAND_WRITTEN(0.3))),
    STAGE_AT("buckets sorted",
        "finish_buckets(d_keys, d_out, {type}, bits = {param%16}, d_starts, repeats, stream)|"
        "d_keys=buckets:hex d_out<keys:type",
        3, 30, finish_cases, run_finish, verdict_sorted, prepare_buckets,
        DEMANDS(DEMAND_THREADS(100), DEMAND_BLOCKS(1.5), DEMAND_READ(0.25), DEMAND_WRITTEN(0.25))),
    STAGE_AT("a whole sort",
        "fast_sort_levels(d_in, d_out, n = {n}, {type}, bits_1 = {param%16}, ...)|d_in=keys:type d_out<keys:type",
        4, 20, sort_cases, run_sort, verdict_sort, NULL, DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2))),
};
// clang-format on
STAGE_TABLE(rows, STAGE_ASYNC)
