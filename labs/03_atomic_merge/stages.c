/** @file
 *  @brief Lab 03, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "atomic_merge.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/list_heads.h"

enum { HEADS = BLOCK_THREADS + HEADS_SPARE };

/** Sorted lists, heads, and as many rounds as `param` says and as there are keys for. */
STAGE_SIDE void prepare(struct stage *s) {
    uint32_t rounds = heads_prepare(s, BLOCK_THREADS), most = s->c->param;
    if (rounds > most) rounds = most;
    stage_in_put(s, "rounds", &rounds, 1);
}

/* Steps 1 and 2: one choice. */

STAGE_SIDE void run_choice(struct stage *s) {
    uint32_t *d_lists = d_input(s, "lists", s->n), *d_heads = d_input(s, "heads", HEADS);
    uint32_t *d_choice = d_fence_new(2);
    guard_array(d_heads, BLOCK_THREADS * sizeof(*d_heads));
    choose_head(d_lists, s->n, d_heads, d_choice, fence_stream());
    d_fence_out(s, "choice", d_choice, 2);
    d_free(d_heads), d_free(d_lists);
}

STAGE_SIDE bool verdict_key(struct stage *s) {
    return heads_verdict_key(s, BLOCK_THREADS);
}

STAGE_SIDE bool verdict_list(struct stage *s) {
    return heads_verdict_list(s, BLOCK_THREADS, BLOCK_THREADS);
}

/* Step 3: some rounds. */

STAGE_SIDE void run_rounds(struct stage *s) {
    uint32_t rounds = *stage_in(s, "rounds", 1), *d_lists = d_input(s, "lists", s->n);
    uint32_t *d_heads = d_fence_send(s, "heads", HEADS), *d_run = d_fence_keys(s, rounds);
    guard_array(d_heads, BLOCK_THREADS * sizeof(*d_heads));
    merge_rounds(d_lists, s->n, d_heads, d_run, rounds, fence_stream());
    d_fence_out(s, "run", d_run, rounds), d_fence_out(s, "heads", d_heads, HEADS);
    d_free(d_lists);
}

/** Does the rounds over again: `want` becomes the run, and the heads stand where they do afterwards. */
STAGE_SIDE bool replay(struct stage *s, const uint32_t *run, uint32_t rounds, uint32_t *heads,
                       uint32_t *want) {
    const uint32_t *lists = stage_in(s, "lists", s->n);
    bool ok = true;
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t list = heads_choose(heads, BLOCK_THREADS, lists, s->n);
        want[i] = lists[heads[list]];
        heads[list] += BLOCK_THREADS;
        const char *wrong = run[i] == FENCE_WORD
                                ? "round %u wrote nothing; it was the turn of %u, head of list %u"
                                : "round %u was the turn of %u, head of list %u; it wrote %u";
        if (ok && run[i] != want[i]) ok = stage_fail(s, wrong, i, want[i], list, run[i]);
    }
    return ok;
}

STAGE_SIDE bool verdict_rounds(struct stage *s) {
    uint32_t rounds = *stage_in(s, "rounds", 1), want[HEADS], merged[TILE_ITEMS];
    const uint32_t *run = fence_got(s, "run", rounds);
    const uint32_t *heads = run ? fence_got(s, "heads", HEADS) : NULL;
    memcpy(want, stage_in(s, "heads", HEADS), sizeof(want));
    bool ok = heads && replay(s, run, rounds, want, merged);
    if (heads) stage_want("run", merged, rounds), stage_want("heads", want, HEADS);
    for (uint32_t t = 0; ok && t < HEADS; t++)
        if (heads[t] != want[t])
            ok = stage_fail(s, "after %u round%s the head of list %u is at place %u, not at %u",
                            rounds, rounds == 1 ? "" : "s", t, heads[t], want[t]);
    return ok;
}

/* Steps 4 and 5: whole runs. */

STAGE_SIDE void run_merge(struct stage *s) {
    uint32_t *d_lists = d_input(s, "lists", s->n), *d_runs = d_fence_keys(s, s->n);
    merge_lists_atomic(d_lists, d_runs, s->n, fence_stream());
    d_fence_out(s, "runs", d_runs, s->n);
    d_free(d_lists);
}

/* The table. */

// clang-format off
static const struct stage_case choice_cases[] = {
    CASE(33, UNIFORM, 0), CASE(1, UNIFORM, 0), CASE(BLOCK_THREADS + 1, FEW, 0),
    CASE(700, UNIFORM, 0), CASE(TILE_ITEMS, FEW, 0), CASE(700, EXTREMES, 0),
    CASE(BLOCK_THREADS, REVERSED, 0), CASE(TILE_ITEMS - 1, EQUAL, 0), CASE(500, MAX, 0),
    CASE(0, UNIFORM, 0)};
static const struct stage_case round_cases[] = {
    CASE(33, UNIFORM, 1), CASE(700, UNIFORM, 1), CASE(700, FEW, 2), CASE(TILE_ITEMS, UNIFORM, 33),
    CASE(500, MAX, TILE_ITEMS), CASE(700, FEW, TILE_ITEMS), CASE(0, UNIFORM, 1)};
static const struct stage_case tile_cases[] = {
    CASE_KEYS(0, 5, UINT32_MAX, UINT32_MAX), CASE(33, UNIFORM, 0), CASE(1, UNIFORM, 0),
    CASE(31, FEW, 0), CASE(32, REVERSED, 0), CASE(BLOCK_THREADS - 1, UNIFORM, 0),
    CASE(BLOCK_THREADS, FEW, 0), CASE(BLOCK_THREADS + 1, MAX, 0),
    CASE(700, EXTREMES, 0), CASE(TILE_ITEMS - 1, FEW, 0), CASE(TILE_ITEMS, UNIFORM, 0)};
static const struct stage_case array_cases[] = {
    CASE(TILE_ITEMS + 1, UNIFORM, 0), CASE(TILE_ITEMS + BLOCK_THREADS + 33, EXTREMES, 0),
    CASE(2 * TILE_ITEMS + 77, FEW, 0), CASE(3 * TILE_ITEMS, REVERSED, 0), CASE(0, UNIFORM, 0)};

#define BIDS(at_least) DEMAND_LEAST("atomics", NULL, at_least, "atomics of a warp")
static const struct stage_row rows[] = {
    STAGE_AT("the least head", "choose_head(d_tile, m = {n}, d_heads, d_choice, stream)|d_tile=lists d_choice=choice",
        1, 20, choice_cases, run_choice, verdict_key, prepare, DEMANDS(DEMAND_THREADS(2), BIDS(2))),
    STAGE_AT("the first list among equals",
        "choose_head(d_tile, m = {n}, d_heads, d_choice, stream)|d_tile=lists d_choice=choice",
        2, 20, choice_cases, run_choice, verdict_list, prepare, DEMANDS(DEMAND_THREADS(2), BIDS(2))),
    STAGE_AT("rounds of the merge",
        "merge_rounds(d_tile, m = {n}, d_heads, d_run, rounds = {rounds}, stream)|"
        "d_tile=lists d_run=run d_heads=heads",
        3, 20, round_cases, run_rounds, verdict_rounds, prepare, DEMANDS(DEMAND_THREADS(2), BIDS(33))), // one a round
    STAGE_AT("one tile into one run",
        "merge_lists_atomic(d_lists, d_runs, n = {n}, stream)|d_lists=lists d_runs=runs",
        4, 25, tile_cases, run_merge, heads_verdict_runs, prepare,
        DEMANDS(DEMAND_THREADS(2), DEMAND_ATOMICS_FROM(0.9, 10), DEMAND_BARRIERS(4.5))),
    STAGE_AT("every tile into its run",
        "merge_lists_atomic(d_lists, d_runs, n = {n}, stream)|d_lists=lists d_runs=runs",
        5, 15, array_cases, run_merge, heads_verdict_runs, prepare,
        DEMANDS(DEMAND_THREADS(4), DEMAND_BLOCKS(2), DEMAND_ATOMICS_FROM(0.9, 10))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
