/** @file
 *  @brief Lab 04, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/list_heads.h"
#include "reduce_merge.h"

/* Steps 1 to 3: one reduction, of as many lists as `param` says. */

STAGE_SIDE void prepare_heads(struct stage *s) {
    heads_prepare(s, s->c->param);
}

/** One choice from the heads; and then, of each list that is tried alone, from its head. */
STAGE_SIDE void run_head(struct stage *s, void (*find)(const uint32_t *, uint32_t, const uint32_t *,
                                                       uint32_t, uint32_t *, cudaStream_t)) {
    uint32_t lists = s->c->param, *d_lists = d_input(s, "lists", s->n);
    uint32_t *d_heads = d_input(s, "heads", lists + HEADS_SPARE), *d_choice = d_fence_new(2);
    uint32_t *d_alone = d_fence_new(2 * lists);
    guard_array(d_heads, lists * sizeof(*d_heads));
    find(d_lists, s->n, d_heads, lists, d_choice, fence_stream());
    d_inputs_left(s);
    CU(cudaMemsetAsync(d_heads, 0xff, lists * sizeof(*d_heads),
                       fence_stream())); // now all are exhausted
    for (uint32_t t = 0; t < lists; t += heads_alone_step(lists)) {
        CU(cudaMemsetAsync(d_heads + t, 0, sizeof(*d_heads), fence_stream()));
        find(d_lists, s->n, d_heads, lists, d_alone + 2 * t, fence_stream());
        CU(cudaMemsetAsync(d_heads + t, 0xff, sizeof(*d_heads), fence_stream()));
    }
    d_fence_out(s, "choice", d_choice, 2);
    d_fence_out(s, "alone", d_alone, 2 * lists);
    d_free(d_heads);
    d_free(d_lists);
}

STAGE_SIDE void run_neighbours(struct stage *s) {
    run_head(s, least_head_neighbours);
}

STAGE_SIDE void run_halves(struct stage *s) {
    run_head(s, least_head_halves);
}

STAGE_SIDE bool verdict_key(struct stage *s) {
    return heads_verdict_key(s, s->c->param) && heads_verdict_alone(s, s->c->param, false);
}

STAGE_SIDE bool verdict_list(struct stage *s) {
    return heads_verdict_list(s, s->c->param, UINT32_MAX) &&
           heads_verdict_alone(s, s->c->param, true);
}

/* Steps 4 and 5: whole runs. */

STAGE_SIDE void prepare_lists(struct stage *s) {
    heads_prepare(s, BLOCK_THREADS);
}

STAGE_SIDE void run_merge(struct stage *s,
                          void (*merge)(const uint32_t *, uint32_t *, size_t, cudaStream_t)) {
    uint32_t *d_lists = d_input(s, "lists", s->n), *d_runs = d_fence_keys(s, s->n);
    merge(d_lists, d_runs, s->n, fence_stream());
    d_fence_out(s, "runs", d_runs, s->n);
    d_free(d_lists);
}

STAGE_SIDE void run_tree(struct stage *s) {
    run_merge(s, merge_lists_tree);
}

STAGE_SIDE void run_reduce(struct stage *s) {
    run_merge(s, merge_lists_reduce);
}

/* The table. */

// clang-format off
static const struct stage_case head_cases[] = {
    CASE(33, UNIFORM, 128), CASE(700, UNIFORM, 128), CASE(1, UNIFORM, 1), CASE(64, REVERSED, 2),
    CASE(500, UNIFORM, 3), CASE(500, EXTREMES, 31), CASE(500, UNIFORM, 32), CASE(495, REVERSED, 33),
    CASE(500, SORTED, 96), CASE(508, REVERSED, 127), CASE(700, UNIFORM, 1000),
    CASE(TILE_ITEMS, UNIFORM, MOST_LISTS), CASE(500, MAX, 100), CASE(0, UNIFORM, 128)};
static const struct stage_case tie_cases[] = {
    CASE(33, EQUAL, 128), CASE(700, FEW, 128), CASE(1, UNIFORM, 1), CASE(64, EQUAL, 2),
    CASE(700, EXTREMES, 31), CASE(500, FEW, 33), CASE(500, MAX, 96), CASE(TILE_ITEMS, FEW, 127),
    CASE(TILE_ITEMS, EQUAL, 1000), CASE(TILE_ITEMS, FEW, MOST_LISTS), CASE(0, UNIFORM, 128)};
static const struct stage_case merge_cases[] = {
    CASE_KEYS(0, 5, UINT32_MAX, UINT32_MAX), CASE(33, UNIFORM, 0), CASE(1, UNIFORM, 0),
    CASE(31, FEW, 0), CASE(32, REVERSED, 0), CASE(BLOCK_THREADS - 1, UNIFORM, 0),
    CASE(BLOCK_THREADS, FEW, 0), CASE(BLOCK_THREADS + 1, MAX, 0),
    CASE(700, EXTREMES, 0), CASE(TILE_ITEMS - 1, FEW, 0), CASE(TILE_ITEMS, UNIFORM, 0),
    CASE(TILE_ITEMS + 1, REVERSED, 0), CASE(2 * TILE_ITEMS + 77, FEW, 0), CASE(0, UNIFORM, 0)};

#define A_TREE_OF_NEIGHBOURS \
    DEMAND_LEAST(COUNT_WAVEFRONTS, "keys", 28, "shared load wavefronts per key")
static const struct stage_row rows[] = {
    STAGE_AT("the least head, neighbours paired",
        "least_head_neighbours(d_tile, m = {n}, d_heads, lists = {param}, d_choice, stream)|"
        "d_tile=lists d_choice=choice",
        1, 20, head_cases, run_neighbours, verdict_key, prepare_heads,
        DEMANDS(DEMAND_THREADS(8), A_TREE_OF_NEIGHBOURS)),
    STAGE_AT("the least head, halves folded",
        "least_head_halves(d_tile, m = {n}, d_heads, lists = {param}, d_choice, stream)|d_tile=lists d_choice=choice",
        2, 20, head_cases, run_halves, verdict_key, prepare_heads, DEMANDS(DEMAND_THREADS(8), DEMAND_CONFLICTS(0.01))),
    STAGE_AT("the first list among equals",
        "least_head_halves(d_tile, m = {n}, d_heads, lists = {param}, d_choice, stream)|d_tile=lists d_choice=choice",
        3, 15, tie_cases, run_halves, verdict_list, prepare_heads, DEMANDS(DEMAND_THREADS(8))),
    STAGE_AT("runs, merged by the tree",
        "merge_lists_tree(d_lists, d_runs, n = {n}, stream)|d_lists=lists d_runs=runs",
        4, 25, merge_cases, run_tree, heads_verdict_runs, prepare_lists,
        DEMANDS(DEMAND_THREADS(8), DEMAND_BLOCKS(2), DEMAND_ATOMICS(0), DEMAND_CONFLICTS(0.01),
                DEMAND_SHARED_STORES(7))),
    STAGE_AT("runs, merged by shuffles",
        "merge_lists_reduce(d_lists, d_runs, n = {n}, stream)|d_lists=lists d_runs=runs",
        5, 20, merge_cases, run_reduce, heads_verdict_runs, prepare_lists,
        DEMANDS(DEMAND_THREADS(5), DEMAND_BLOCKS(2), DEMAND_ATOMICS(0), DEMAND_BARRIERS(2.5))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
