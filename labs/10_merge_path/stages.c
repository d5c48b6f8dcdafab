/** @file
 *  @brief Lab 10, the stages. */
#define STAGE_TILE MERGE_TILE
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/typed_keys.h"
#include "merge_path.h"

/* Steps 1 to 3: pairs of runs of `param` keys. */

/** Brings the keys into runs; "cuts" are the places that cut_path has to find, as words. */
STAGE_SIDE void prepare_runs(struct stage *s) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n), run = s->c->param;
    size_t *cuts = (size_t *)calloc(merge_tile_count(s->n) + 1, sizeof(*cuts)), a = 0, b = 0;
    if (!cuts) abort();
    shape_lists(keys, s->n, run, 1);
    for (size_t i = 0; i < s->n; i++) { // a merge, key by key
        const struct merge_pair both = merge_pair_at(i / run / 2 * 2 * run, s->n, run);
        if (i == both.start) a = i, b = both.middle;
        if (i % MERGE_TILE == 0) cuts[i / MERGE_TILE] = a;
        *(b == both.end || (a < both.middle && keys[a] <= keys[b]) ? &a : &b) += 1;
    }
    stage_in_put(s, "keys", keys, s->n);
    stage_in_put(s, "cuts", (const uint32_t *)cuts, 2 * merge_tile_count(s->n));
    free(cuts);
    free(keys);
}

/** Hands over the input, too, which must not change. */
STAGE_SIDE void hand_over(struct stage *s, uint32_t *d_in, uint32_t *d_out) {
    d_fence_out(s, "in", d_in, s->n);
    d_fence_out(s, "out", d_out, s->n);
}

STAGE_SIDE void run_ranks(struct stage *s) {
    uint32_t *d_in = d_fence_input(s, "keys", s->n), *d_out = d_fence_keys(s, s->n);
    merge_by_ranks(d_in, d_out, s->n, s->c->param, fence_stream());
    hand_over(s, d_in, d_out);
}

STAGE_SIDE void run_cuts(struct stage *s) {
    uint32_t words = 2 * merge_tile_count(s->n), *d_cuts = d_fence_new(words);
    uint32_t *d_in = d_input(s, "keys", s->n);
    cut_path(d_in, s->n, s->c->param, (size_t *)d_cuts, fence_stream());
    d_fence_out(s, "cuts", d_cuts, words);
    d_free(d_in);
}

STAGE_SIDE void run_tiles(struct stage *s) {
    uint32_t *d_in = d_fence_input(s, "keys", s->n), *d_out = d_fence_keys(s, s->n);
    uint32_t *d_cuts = d_input_wide(s, "cuts", 2 * merge_tile_count(s->n));
    merge_tiles(d_in, d_out, s->n, s->c->param, (size_t *)d_cuts, KEY_U32, fence_stream());
    hand_over(s, d_in, d_out);
    cu_free(d_cuts);
}

STAGE_SIDE bool verdict_cuts(struct stage *s) {
    uint32_t words = 2 * merge_tile_count(s->n);
    const uint32_t *want = stage_in(s, "cuts", words), *got = fence_got(s, "cuts", words);
    stage_want("cuts", want, words);
    for (uint32_t t = 0; got && t < words; t += 2)
        if (got[t] != want[t] || got[t + 1] > 0)
            return stage_fail(s, "tile %u is cut at place %u, not %u", t / 2, got[t], want[t]);
    return got;
}

/** The keys that were handed over are as they should be, and nothing was written beside the input. */
STAGE_SIDE bool are(struct stage *s, uint32_t *want) {
    bool ok = fence_equal(s, "out", fence_got(s, "out", s->n), want, s->n);
    free(want);
    return ok && fence_got(s, "in", s->n);
}

STAGE_SIDE bool verdict_merged(struct stage *s) {
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    shape_lists(want, s->n, 2 * s->c->param, 1);
    return are(s, want);
}

/* Steps 4 and 5: keys of type `param`. */

STAGE_SIDE void run_sort(struct stage *s) {
    uint32_t bytes = (uint32_t)merge_sort_bytes(s->n), *d_in = d_fence_input(s, "keys", s->n);
    uint32_t *d_out = d_fence_keys(s, s->n), *d_temp = (uint32_t *)cu_alloc(bytes);
    merge_sort(d_in, d_out, s->n, (enum key_type)s->c->param, d_temp, bytes, fence_stream());
    hand_over(s, d_in, d_out);
    cu_free(d_temp);
}

STAGE_SIDE bool verdict_sort(struct stage *s) {
    stage_type((enum key_type)s->c->param);
    return are(s, typed_sorted(stage_in(s, "keys", s->n), s->n, (enum key_type)s->c->param));
}

// clang-format off
static const struct stage_case rank_cases[] = {
    CASE(10, UNIFORM, 5), CASE_KEYS(3, 7, 7, 9, 7, 7, 8, 1), CASE(0, UNIFORM, 1), CASE(33, REVERSED, 1),
    CASE(1023, MAX, 100), CASE(1000, FEW, 64), CASE(3000, EXTREMES, 1000), CASE(513, UNIFORM, 400)};
#define TILE_CASES \
    CASE(2 * MERGE_TILE, UNIFORM, MERGE_TILE), CASE(2 * MERGE_TILE - 1, REVERSED, MERGE_TILE), \
    CASE(1, UNIFORM, MERGE_TILE), CASE(0, UNIFORM, MERGE_TILE), CASE(4 * MERGE_TILE + 1, FEW, 2 * MERGE_TILE), \
    CASE(MERGE_TILE + 33, MAX, MERGE_TILE), CASE(5 * MERGE_TILE - 31, EXTREMES, MERGE_TILE), \
    CASE(4 * MERGE_TILE - 1, ORGAN, 2 * MERGE_TILE)
static const struct stage_case tile_cases[] = {TILE_CASES};
static const struct stage_case cut_cases[] = {
    TILE_CASES, // and more tiles than two, or three, blocks have threads
    CASE(512 * MERGE_TILE + 1, UNIFORM, 2 * MERGE_TILE), CASE_ONCE(767 * MERGE_TILE, REVERSED, 32 * MERGE_TILE)};
static const struct stage_case one_cases[] = {
    CASE(60, UNIFORM, KEY_U32), CASE(0, UNIFORM, KEY_U32), CASE(1, UNIFORM, KEY_I32), CASE(700, MAX, KEY_U32),
    CASE(1000, FLOATS, KEY_F32), CASE(MERGE_TILE, REVERSED, KEY_I32), CASE(MERGE_TILE - 1, EXTREMES, KEY_I32),
    CASE(4000, FEW, KEY_U32)};
static const struct stage_case sort_cases[] = {
    CASE(MERGE_TILE + 1, UNIFORM, KEY_I32), CASE(2 * MERGE_TILE + 1, REVERSED, KEY_I32),
    CASE(4 * MERGE_TILE, UNIFORM, KEY_I32), CASE(9000, MAX, KEY_U32), CASE(10000, FLOATS, KEY_F32),
    CASE(3 * MERGE_TILE - 1, FEW, KEY_U32), CASE(5 * MERGE_TILE, EXTREMES, KEY_I32),
    CASE_ONCE(130 * MERGE_TILE + 1, UNIFORM, KEY_U32)};
static const struct stage_row rows[] = {
    STAGE_AT("a merge by ranks",
        "merge_by_ranks(d_in, d_out, n = {n}, run = {param}, stream)|d_in=keys d_out=out",
        1, 15, rank_cases, run_ranks, verdict_merged, prepare_runs,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_LOADS(0.5))),
    STAGE_AT("the cuts of all tiles",
        "cut_path(d_in, n = {n}, run = {param}, d_cuts, stream)|d_in=keys d_cuts<cuts:u64",
        2, 25, cut_cases, run_cuts, verdict_cuts, prepare_runs, DEMANDS(DEMAND_THREADS(32), DEMAND_LOADS(0.0015))),
    STAGE_AT("tiles merged",
        "merge_tiles(d_in, d_out, n = {n}, run = {param}, d_cuts, KEY_U32, stream)|d_in=keys d_out=out",
        3, 25, tile_cases, run_tiles, verdict_merged, prepare_runs,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.25), DEMAND_WRITTEN(0.25))),
    STAGE_AT("a tile sorted",
        "merge_sort(d_in, d_out, n = {n}, {type}, d_temp, temp_bytes, stream)|d_in=keys:type d_out=out:type",
        4, 15, one_cases, run_sort, verdict_sort, NULL,
        DEMANDS(DEMAND_THREADS(64), DEMAND_READ(0.25), DEMAND_WRITTEN(0.25))),
    STAGE_AT("the whole sort",
        "merge_sort(d_in, d_out, n = {n}, {type}, d_temp, temp_bytes, stream)|d_in=keys:type d_out=out:type",
        5, 20, sort_cases, run_sort, verdict_sort, NULL,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.65), DEMAND_WRITTEN(0.58))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
