/** @file
 *  @brief Lab 06, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "bitonic_merge.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/make_inputs.h"

/* Step 1: one level, whose mask is `param`. */

STAGE_SIDE void run_level(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    compare_partners(d_keys, s->n, s->c->param, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

STAGE_SIDE bool verdict_level(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n), *got = fence_got(s, "keys", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t p = k ^ s->c->param, own = keys[k], other = p < s->n ? keys[p] : own;
        want[k] = (k < p) == (own < other) ? own : other;
    }
    uint32_t i = fence_wrong("keys", got, want, s->n);
    bool ok = got && (i == s->n || stage_fail(s, "place %u (partner %u) holds %u, not %u", i,
                                              i ^ s->c->param, got[i], want[i]));
    free(want);
    return ok;
}

/* Step 2: one round, from tile `param` on. */

STAGE_SIDE void prepare_runs(struct stage *s) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n);
    shape_lists(keys, s->n, TILE_ITEMS, 1);
    stage_in_put(s, "keys", keys, s->n);
    free(keys);
}

STAGE_SIDE void run_round(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    merge_neighbours(d_keys, s->n, s->c->param, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

/** From place `from` on every `length` keys are sorted; before it nothing has changed. */
STAGE_SIDE bool runs_from(struct stage *s, uint32_t from, uint32_t length) {
    const uint32_t *got = fence_got(s, "keys", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    if (from < s->n) shape_lists(want + from, s->n - from, length, 1);
    bool ok = fence_equal(s, "keys", got, want, s->n);
    free(want);
    return ok;
}

STAGE_SIDE bool verdict_tiles(struct stage *s) {
    return runs_from(s, 0, TILE_ITEMS);
}

STAGE_SIDE bool verdict_round(struct stage *s) {
    return runs_from(s, s->c->param * TILE_ITEMS, 2 * TILE_ITEMS);
}

/* Steps 3 to 5: the whole array, or tile by tile. */

STAGE_SIDE void run_sort(struct stage *s, void (*sort)(uint32_t *, size_t, cudaStream_t)) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    sort(d_keys, s->n, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

// clang-format off
STAGE_SIDE void run_merge(struct stage *s) { run_sort(s, merge_runs_bitonic); }
STAGE_SIDE void run_tiles(struct stage *s) { run_sort(s, sort_tiles_bitonic); }
STAGE_SIDE void run_whole(struct stage *s) { run_sort(s, sort_bitonic); }
// clang-format on

STAGE_SIDE bool verdict_sorted(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *got = fence_got(s, "keys", s->n);
    fence_want_lists("keys", in, s->n, s->n, 1);
    return got && check_sorted(got, s->n, &s->note) && fence_permutation(s, got, in, s->n);
}

/* The table. */

// clang-format off
static const struct stage_case level_cases[] = {
    CASE(33, UNIFORM, 16), CASE(33, ORGAN, 32), CASE(1, UNIFORM, 1), CASE(31, REVERSED, 31),
    CASE(TILE_ITEMS, FEW, 1), CASE(TILE_ITEMS + 1, UNIFORM, TILE_ITEMS), CASE(700, MAX, 1023),
    CASE(3 * TILE_ITEMS, REVERSED, 1), CASE(0, UNIFORM, 1),
    CASE(3 * TILE_ITEMS + 77, UNIFORM, 4 * TILE_ITEMS - 1), CASE(1500, UNIFORM, 1)};
static const struct stage_case round_cases[] = {
    CASE(2 * TILE_ITEMS, UNIFORM, 0), CASE(33, UNIFORM, 0), CASE(TILE_ITEMS, UNIFORM, 1),
    CASE(2 * TILE_ITEMS - 6, REVERSED, 0), CASE(TILE_ITEMS + 1, REVERSED, 0), CASE(5000, MAX, 0),
    CASE(4000, EXTREMES, 0), CASE(4 * TILE_ITEMS - 31, REVERSED, 1), CASE(5 * TILE_ITEMS, FEW, 0),
    CASE(0, FEW, 1)};
static const struct stage_case tile_cases[] = {
    CASE(33, UNIFORM, 0), CASE_KEYS(0, 5, UINT32_MAX, 3, UINT32_MAX, 4), CASE(1, UNIFORM, 0),
    CASE(31, REVERSED, 0), CASE(700, MAX, 0), CASE(TILE_ITEMS - 1, EXTREMES, 0), CASE(0, FEW, 0),
    CASE(TILE_ITEMS, REVERSED, 0), CASE(TILE_ITEMS + 1, FEW, 0), CASE(7000, ORGAN, 0)};
#define ARRAY_CASES \
    CASE(3 * TILE_ITEMS, REVERSED, 0), CASE(1, UNIFORM, 0), CASE(TILE_ITEMS + 1, UNIFORM, 0), \
    CASE(3000, MAX, 0), CASE(9000, SORTED, 0), CASE(10000, EXTREMES, 0), CASE(0, UNIFORM, 0), \
    CASE(2 * TILE_ITEMS, EQUAL, 0), CASE(5 * TILE_ITEMS + 77, FEW, 0), \
    CASE(4 * TILE_ITEMS + 1, REVERSED, 0), CASE(3 * TILE_ITEMS, ORGAN, 0)
static const struct stage_case merge_cases[] = {
    ARRAY_CASES, CASE(8 * TILE_ITEMS, REVERSED, 0)}; // ORGAN: the first round has nothing to do
static const struct stage_case array_cases[] = {
    ARRAY_CASES, CASE_ONCE_COUNTED(40 * TILE_ITEMS, REVERSED, 0)}; // far enough for O(n T) to be more than O(n log^2 n)

static const struct stage_row rows[] = {
    STAGE_AT("one level over the array", "compare_partners(d_keys, n = {n}, mask = {param}, stream)|d_keys=keys",
        1, 15, level_cases, run_level, verdict_level, NULL, DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2))),
    STAGE_AT("two runs into one", "merge_neighbours(d_keys, n = {n}, first = {param}, stream)|d_keys=keys",
        2, 30, round_cases, run_round, verdict_round, prepare_runs,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(1.5), DEMAND_LOADS(0.06))),
    STAGE_AT("all runs into one", "merge_runs_bitonic(d_keys, n = {n}, stream)|d_keys=keys",
        3, 15, merge_cases, run_merge, verdict_sorted, prepare_runs,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_LOADS(0.27))),
    STAGE_AT("tiles into runs", "sort_tiles_bitonic(d_keys, n = {n}, stream)|d_keys=keys",
        4, 20, tile_cases, run_tiles, verdict_tiles, NULL,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_COALESCED, DEMAND_LOADS(0.05), DEMAND_CONFLICTS(0.8))),
    STAGE_AT("the whole array", "sort_bitonic(d_keys, n = {n}, stream)|d_keys=keys",
        5, 20, array_cases, run_whole, verdict_sorted, NULL,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(8), DEMAND_COALESCED, DEMAND_LOADS(1.1))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
