/** @file
 *  @brief Lab 02, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/make_inputs.h"
#include "strided_buckets.h"

/* Step 1: the way to the device and back. */

STAGE_SIDE void run_add_owners(struct stage *s) {
    uint32_t *out = fence_new(s->n);
    add_owners(stage_in(s, "keys", s->n), out, s->n);
    fence_out(s, "out", out, s->n);
}

STAGE_SIDE bool verdict_add_owners(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n), *out = fence_got(s, "out", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    for (uint32_t k = 0; k < s->n; k++)
        want[k] += k / TILE_ITEMS * BLOCK_THREADS + k % BLOCK_THREADS;
    uint32_t i = fence_wrong("out", out, want, s->n);
    if (out && i < s->n)
        stage_fail(s,
                   "index %u: the key was %u and came back as %u; thread %u of block %u owns it, "
                   "number %u in all, so %u belongs there",
                   i, keys[i], out[i], i % BLOCK_THREADS, i / TILE_ITEMS, want[i] - keys[i],
                   want[i]);
    free(want);
    return out && i == s->n;
}

/* Steps 2 to 5: the lists, sorted in place. */

/** Two calls that run at the same time share nothing but what they are given. */
STAGE_SIDE void run_global(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n), *d_ones = d_fence_copy(s, "keys", s->n);
    uint32_t apart = s->c->param < s->n ? s->c->param : s->n; // keys of a call in another stream
    if (apart > 0) sort_lists_global(d_keys, d_ones, apart, fence_second_stream());
    sort_lists_global(d_keys + apart, d_ones + apart, s->n - apart, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
    d_fence_out(s, "ones", d_ones, s->n);
}

STAGE_SIDE void run_sort(struct stage *s, void (*sort)(uint32_t *, size_t, cudaStream_t)) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    sort(d_keys, s->n, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

// clang-format off
STAGE_SIDE void run_shared(struct stage *s) { run_sort(s, sort_lists_shared); }
STAGE_SIDE void run_local(struct stage *s) { run_sort(s, sort_lists_local); }
STAGE_SIDE void run_uniform(struct stage *s) { run_sort(s, sort_lists); }
// clang-format on

/** Of lists that are in no order: the usual mistake, if it is that one. */
STAGE_SIDE bool explain_order(struct stage *s, const uint32_t *got) {
    struct check_note other;
    if (BLOCK_THREADS >= s->n || !check_runs(got, s->n, ITEMS_PER_THREAD, &other)) return false;
    return stage_fail(s,
                      "every %d neighbours are in order, but a list is strided: thread t owns "
                      "indices t, t + %d, t + %d, ... of its tile",
                      ITEMS_PER_THREAD, BLOCK_THREADS, 2 * BLOCK_THREADS);
}

STAGE_SIDE bool verdict_lists(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n), *got = fence_got(s, "keys", s->n);
    fence_want_lists("keys", keys, s->n, TILE_ITEMS, BLOCK_THREADS);
    const bool sorted = got && check_lists(got, s->n, TILE_ITEMS, BLOCK_THREADS, &s->note);
    if (!sorted) return got && explain_order(s, got);
    if (!check_tiles_permutation(got, keys, s->n, TILE_ITEMS, &s->note)) return false;
    uint32_t *want = stage_in_copy(s, "keys", s->n), i = 0;
    shape_lists(want, s->n, TILE_ITEMS, BLOCK_THREADS);
    while (i < s->n && got[i] == want[i]) i++;
    free(want);
    return i == s->n ||
           stage_fail(s, "index %u of list %u of block %u holds %u, a key of another list", i,
                      i % BLOCK_THREADS, i / TILE_ITEMS, got[i]);
}

STAGE_SIDE bool verdict_global(struct stage *s) {
    return verdict_lists(s) && fence_got(s, "ones", s->n);
}

/* The table. */

// clang-format off
static const struct stage_case copy_cases[] = {
    CASE(1, UNIFORM, 0), CASE(33, UNIFORM, 0), CASE(BLOCK_THREADS + 1, UNIFORM, 0),
    CASE(TILE_ITEMS - 1, MAX, 0), CASE(TILE_ITEMS, SORTED, 0), CASE(TILE_ITEMS + 1, UNIFORM, 0),
    CASE(5 * TILE_ITEMS + 77, UNIFORM, 0), CASE(0, UNIFORM, 0)};
#define SORT_CASES \
    CASE(2 * BLOCK_THREADS, REVERSED, 0), CASE(1, UNIFORM, 0), CASE(31, REVERSED, 0), \
    CASE(BLOCK_THREADS - 1, UNIFORM, 0), CASE(BLOCK_THREADS + 1, REVERSED, 0), \
    CASE(1000, UNIFORM, 0), CASE(1000, FEW, 0), CASE(1000, MAX, 0), CASE(1000, EXTREMES, 0), \
    CASE(TILE_ITEMS - 1, UNIFORM, 0), CASE(TILE_ITEMS, NEARLY, 0), CASE(TILE_ITEMS + 1, ORGAN, 0), \
    CASE(2 * TILE_ITEMS + 77, UNIFORM, 0), CASE(3 * TILE_ITEMS - 33, EXTREMES, 0), \
    CASE(0, UNIFORM, 0)
static const struct stage_case sort_cases[] = {SORT_CASES};
static const struct stage_case global_cases[] = {
    SORT_CASES, CASE(2 * TILE_ITEMS, UNIFORM, TILE_ITEMS), CASE_ONCE(1200000, UNIFORM, 0)}; // d_ones is there for any n

#define A_THREAD_A_LIST DEMAND_THREADS(150), DEMAND_BLOCKS(2)
static const struct stage_row rows[] = {
    STAGE_AT("to the device and back", "add_owners(keys, out, n = {n})|keys out",
        1, 15, copy_cases, run_add_owners, verdict_add_owners, NULL, DEMANDS(A_THREAD_A_LIST, DEMAND_HOST(0, 0.5))),
    STAGE_AT("sorted lists, in global memory", "sort_lists_global(d_keys, d_ones, n = {n}, stream)|d_keys=keys",
        2, 25, global_cases, run_global, verdict_global, NULL,
        DEMANDS(A_THREAD_A_LIST, DEMAND_COALESCED, DEMAND_LEAST_LOADS(0.8))),
    STAGE_AT("sorted lists, in shared memory", "sort_lists_shared(d_keys, n = {n}, stream)|d_keys=keys",
        3, 20, sort_cases, run_shared, verdict_lists, NULL,
        DEMANDS(A_THREAD_A_LIST, DEMAND_COALESCED, DEMAND_LOADS(0.05), DEMAND_CONFLICTS(0.05),
                DEMAND_SHARED_LOADS(0.9))),
    STAGE_AT("sorted lists, in local memory", "sort_lists_local(d_keys, n = {n}, stream)|d_keys=keys",
        4, 20, sort_cases, run_local, verdict_lists, NULL,
        DEMANDS(A_THREAD_A_LIST, DEMAND_COALESCED, DEMAND_LOADS(0.05), DEMAND_NOT_SHARED)),
    STAGE_AT("sorted lists, no branch on a key", "sort_lists(d_keys, n = {n}, stream)|d_keys=keys",
        5, 20, sort_cases, run_uniform, verdict_lists, NULL,
        DEMANDS(A_THREAD_A_LIST, DEMAND_COALESCED, DEMAND_LOADS(0.05), DEMAND_CONFLICTS(0.05), DEMAND_DIVERGENCE(0.1))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_GIVES_BACK | STAGE_NO_STATE, STAGE_ASYNC)
