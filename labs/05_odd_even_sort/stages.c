/** @file
 *  @brief Lab 05, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/make_inputs.h"
#include "odd_even_sort.h"
#include "phases.h"

/* Step 1: one phase, number `param`. */

STAGE_SIDE void run_phase(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    compare_neighbours(d_keys, s->n, s->c->param, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

STAGE_SIDE bool verdict_phase(struct stage *s) {
    const uint32_t *got = fence_got(s, "keys", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    order_pairs(want, s->n, s->c->param % 2);
    bool ok = fence_equal(s, "keys", got, want, s->n);
    free(want);
    return ok;
}

/* Steps 2 and 3: a fixed number of phases. */

/** The last tile, where `param` is 1, or every tile, where it is 2, is in order but for its keys 1 and 2. */
STAGE_SIDE void prepare_rest(struct stage *s) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n), tiles = tile_count(s->n);
    for (uint32_t k = s->c->param == 2 ? 0 : tiles - 1; s->c->param && k < tiles; k++) {
        uint32_t *tile = keys + k * TILE_ITEMS, m = s->n - k * TILE_ITEMS;
        if (m > TILE_ITEMS) m = TILE_ITEMS;
        shape_lists(tile, m, m, 1);
        uint32_t key = tile[1];
        if (m > 2) tile[1] = tile[2], tile[2] = key;
    }
    stage_in_put(s, "keys", keys, s->n);
    free(keys);
}

STAGE_SIDE void run_phases(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n);
    sort_tiles_phases(d_keys, s->n, fence_stream());
    d_fence_out(s, "keys", d_keys, s->n);
}

STAGE_SIDE bool verdict_runs(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *got = fence_got(s, "keys", s->n);
    fence_want_lists("keys", in, s->n, TILE_ITEMS, 1);
    return got && check_runs(got, s->n, TILE_ITEMS, &s->note) &&
           check_tiles_permutation(got, in, s->n, TILE_ITEMS, &s->note);
}

/* Step 4: as many passes as it takes. */

STAGE_SIDE void run_oddeven(struct stage *s) {
    uint32_t *d_keys = d_fence_send(s, "keys", s->n), *d_counted = d_fence_send(s, "keys", s->n);
    uint32_t *d_passes = d_fence_new(tile_count(s->n));
    sort_tiles_oddeven(d_keys, s->n, fence_stream());
    count_passes(d_counted, d_passes, s->n, fence_stream());
    d_fence_out(s, "passes", d_passes, tile_count(s->n));
    d_fence_out(s, "keys", d_keys, s->n);
    d_fence_out(s, "keys counted", d_counted, s->n);
}

STAGE_SIDE bool verdict_passes(struct stage *s) {
    uint32_t tiles = tile_count(s->n);
    const uint32_t *sorted = verdict_runs(s) ? fence_got(s, "keys", s->n) : NULL;
    const uint32_t *counted = sorted ? fence_got(s, "keys counted", s->n) : NULL;
    const uint32_t *passes = counted ? fence_got(s, "passes", tiles) : NULL;
    if (!passes || memcmp(counted, sorted, sizeof(*sorted) * s->n))
        return passes && stage_fail(s, "count_passes leaves other keys than sort_tiles_oddeven");
    uint32_t *keys = stage_in_copy(s, "keys", s->n), *want = fence_new(tiles);
    for (uint32_t k = 0; k < tiles; k++) {
        uint32_t start = k * TILE_ITEMS, left = s->n - start;
        want[k] = passes_of(keys + start, left < TILE_ITEMS ? left : TILE_ITEMS);
    }
    free(keys);
    uint32_t k = fence_wrong("passes", passes, want, tiles), first = k < tiles ? want[k] : 0;
    fence_free(want);
    return k == tiles ||
           stage_fail(s, "tile %u took %u pass%s; pass %u is the first that swaps nothing", k,
                      passes[k], passes[k] == 1 ? "" : "es", first);
}

// clang-format off
static const struct stage_case phase_cases[] = {
    CASE(33, UNIFORM, 0), CASE(33, UNIFORM, 1), CASE(1, MAX, 0), CASE(2, REVERSED, 1),
    CASE(31, REVERSED, 7), CASE(TILE_ITEMS - 1, EXTREMES, 0), CASE(TILE_ITEMS, UNIFORM, 1),
    CASE(2 * TILE_ITEMS + 1, REVERSED, 1), CASE(3 * TILE_ITEMS, REVERSED, 2), CASE(0, UNIFORM, 1)};
static const struct stage_case whole_cases[] = {
    CASE(TILE_ITEMS, REVERSED, 0), CASE(TILE_ITEMS, MAX, 0), CASE(TILE_ITEMS, FEW, 0),
    CASE(2 * TILE_ITEMS, UNIFORM, 0), CASE(3 * TILE_ITEMS, REVERSED, 1), CASE(0, UNIFORM, 0)};
static const struct stage_case short_cases[] = {
    CASE(TILE_ITEMS - 1, REVERSED, 0), CASE_KEYS(0, 5, UINT32_MAX, 3, UINT32_MAX, 4),
    CASE(33, UNIFORM, 0), CASE(1, UNIFORM, 0), CASE(2, REVERSED, 0), CASE(TILE_ITEMS + 1, SORTED, 0),
    CASE(TILE_ITEMS + 32, EXTREMES, 0), CASE(700, MAX, 0), CASE(2 * TILE_ITEMS + 77, FEW, 0)};
static const struct stage_case pass_cases[] = {
    CASE_KEYS(0, 1, 3, 2, 4), CASE_KEYS(0, 2, 1, 4, 3), CASE(33, UNIFORM, 0), CASE(1, UNIFORM, 0),
    CASE(1000, EXTREMES, 0), CASE(TILE_ITEMS - 1, NEARLY, 0), CASE(TILE_ITEMS, REVERSED, 0),
    CASE(TILE_ITEMS, SORTED, 0), CASE(TILE_ITEMS + 1, EQUAL, 0), CASE(TILE_ITEMS + 33, MAX, 0),
    CASE(2 * TILE_ITEMS + 77, UNIFORM, 0), CASE(3 * TILE_ITEMS + 77, NEARLY, 0), CASE(0, UNIFORM, 0),
    CASE(4 * TILE_ITEMS, UNIFORM, 2)}; // two passes: a network that does not look takes as long as ever

static const struct stage_row rows[] = {
    STAGE_AT("one phase over the array", "compare_neighbours(d_keys, n = {n}, phase = {param}, stream)|d_keys=keys",
        1, 20, phase_cases, run_phase, verdict_phase, NULL, DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2))),
    STAGE_AT("whole tiles into runs", "sort_tiles_phases(d_keys, n = {n}, stream)|d_keys=keys",
        2, 35, whole_cases, run_phases, verdict_runs, prepare_rest,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_BARRIERS_FROM(0.2))),
    STAGE("a short tile into its run", "sort_tiles_phases(d_keys, n = {n}, stream)|d_keys=keys",
        3, 15, short_cases, run_phases, verdict_runs, NULL),
    STAGE_AT("stop after the first pass without a swap",
        "sort_tiles_oddeven(d_keys, n = {n}, stream); count_passes(...)|d_keys=keys d_passes=passes",
        4, 30, pass_cases, run_oddeven, verdict_passes, prepare_rest,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_COALESCED, DEMAND_LOADS(0.1), DEMAND_BARRIERS(0.015))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
