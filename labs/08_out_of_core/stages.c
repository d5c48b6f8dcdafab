/** @file
 *  @brief Lab 08, the stages. */
#include "out_of_core.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "chunk_order.h"
#include "record_files.h"

/* param: tiles of a chunk, or keys of a run + slots, or keys at hand + a flag + the call that fails. */
enum { SIZE = 0xffff, SLOT = 1 << 16, MERGING = 1 << 19, SCARCE = 1 << 20, FAIL = 1 << 21 };
#define SIZE_OF(s)  ((size_t)(s)->c->param & SIZE)
#define CHUNK_OF(s) (SIZE_OF(s) * TILE_ITEMS)
#define SLOTS_OF(s) ((int)((s)->c->param / SLOT & 7))
#define FAIL_OF(s)  ((s)->c->param / FAIL)

/* Step 1: plans for n keys and many budgets. */

enum { BUDGETS = 8, PLANS = BUDGETS * MOST_SLOTS, PAIR = 8 * TILE_ITEMS }; // bytes of a tile, twice
static const size_t budgets[BUDGETS] = {
    0, PAIR - 1, PAIR, 3 * PAIR - 1, 3 * PAIR, 301 * PAIR, (size_t)1 << 32, SIZE_MAX};

STAGE_SIDE void run_plan(struct stage *s) {
    uint32_t plans[PLANS];
    for (size_t i = 0; i < PLANS; i++)
        plans[i] = (uint32_t)plan_chunk(s->n, budgets[i % BUDGETS], 1 + i / BUDGETS);
    stage_out(s, "plans", plans, PLANS);
}

STAGE_SIDE bool verdict_plan(struct stage *s) {
    const uint32_t *plans = stage_got(s, "plans", PLANS);
    for (size_t i = 0; plans && i < PLANS; i++) {
        size_t bytes = budgets[i % BUDGETS], slots = 1 + i / BUDGETS, want = 0;
        while (want < s->n && (want / TILE_ITEMS + 1) * slots <= bytes / PAIR) want += TILE_ITEMS;
        if (plans[i] != want)
            return stage_fail(s, "%u keys, %zu bytes, %zu slots: chunks of %u keys, not of %zu",
                              s->n, bytes, slots, plans[i], want);
    }
    return plans;
}

/* Steps 2 to 4: chunks into runs, and into one. */

STAGE_SIDE void run_chunks(struct stage *s) {
    uint32_t *keys = fence_copy(s, "keys", s->n), *spare = fence_new(s->n);
    struct record *r = record_new(s, FAIL_OF(s), CHUNK_OF(s) * sizeof(*keys) * 2 * SLOTS_OF(s), s->n / CHUNK_OF(s));
    const struct chunk_ops ops = record_ops(r, CHUNK_OF(s), SLOTS_OF(s));
    r->array = keys;
    r->scratch = spare;
    record_out(s, r, s->c->param & MERGING ? sort_array(keys, spare, s->n, &ops)
                                           : sort_chunks(keys, s->n, &ops));
    fence_out(s, "keys", keys, s->n);
    fence_free(spare);
}

/* Steps 5 and 6: runs on disk, and their merge. */

STAGE_SIDE void run_spill(struct stage *s) {
    size_t words = 2 * SIZE_OF(s) + 1, n = 77;
    struct record *r = record_new(s, FAIL_OF(s), 1 << 30, words / TILE_ITEMS);
    const struct chunk_ops ops = record_ops(r, TILE_ITEMS, 2);
    const struct key_files files = record_key_files(r);
    record_files(r, s, words, false, SIZE_MAX);
    record_out(s, r, spill_runs(&files, r->room, words, &ops, &n));
    stage_out(s, "n", (uint32_t[]){(uint32_t)n}, 1);
}

STAGE_SIDE bool verdict_spill(struct stage *s) {
    const uint32_t *n = stage_got(s, "n", 1);
    if (!n || !record_verdict_files(s, SIZE_OF(s), 0, 0)) return false;
    return *n == s->n || FAIL_OF(s) > 0 || stage_fail(s, "n is %u, not %u", *n, s->n);
}

STAGE_SIDE void run_merge(struct stage *s) {
    size_t words = record_words(s, SIZE_OF(s), SLOTS_OF(s));
    struct record *r = record_new(s, FAIL_OF(s), 1 << 30, s->n / SIZE_OF(s));
    const struct chunk_ops ops = record_ops(r, TILE_ITEMS, 2);
    const struct key_files files = record_key_files(r);
    record_files(r, s, words, true, s->c->param & SCARCE ? SPARE_BYTES : SIZE_MAX);
    bool not_asked = record_has_too_much(r, s, SIZE_OF(s));
    record_out(s, r, not_asked ? ENOMEM : merge_spilled(&files, r->room, words, s->n, SIZE_OF(s), &ops));
}

// clang-format off
STAGE_SIDE bool verdict_chunks(struct stage *s) {
    return order_verdict(s, CHUNK_OF(s), SLOTS_OF(s), s->c->param & MERGING ? FAN_IN : 0);
}
STAGE_SIDE void prepare_runs(struct stage *s) { record_prepare_runs(s, SIZE_OF(s)); }
STAGE_SIDE bool verdict_merge(struct stage *s) {
    int error = record_no_memory(s, SIZE_OF(s), SLOTS_OF(s) == 0, s->c->param & SCARCE);
    return record_verdict_files(s, SIZE_OF(s), (size_t)SLOTS_OF(s), error);
}

enum { ONE = SLOT, TWO = 2 * SLOT, THREE = 3 * SLOT, FOUR = 4 * SLOT, TILE = TILE_ITEMS };
static const struct stage_case plan_cases[] = {
    CASE(1, SORTED, 0), CASE(0, SORTED, 0), CASE(TILE, SORTED, 0), CASE(TILE + 1, SORTED, 0), CASE(1000000, SORTED, 0)};
static const struct stage_case turn_cases[] = {
    CASE(3 * TILE, UNIFORM, 1 + ONE), CASE(0, UNIFORM, 1 + ONE), CASE(1, MAX, 2 + ONE),
    CASE_COUNTED(5 * TILE + 33, EXTREMES, 2 + ONE), CASE(7 * TILE - 1, FEW, 7 + ONE),
    CASE(9 * TILE, UNIFORM, 2 + ONE + 4 * FAIL)};
static const struct stage_case overlap_cases[] = {
    CASE(5 * TILE, UNIFORM, 1 + TWO), CASE(9 * TILE + 1, EXTREMES, 2 + THREE), CASE(TILE, FEW, 1 + THREE),
    CASE(0, UNIFORM, 1 + THREE), CASE(1, MAX, 2 + FOUR), CASE(10 * TILE - 1, REVERSED, 1 + FOUR),
    CASE(9 * TILE, UNIFORM, 1 + THREE + 6 * FAIL)};
static const struct stage_case array_cases[] = {
    CASE(FAN_IN * TILE, UNIFORM, 1 + THREE + MERGING), CASE(0, UNIFORM, 1 + TWO + MERGING),
    CASE(TILE, MAX, 1 + TWO + MERGING), CASE(19 * TILE + 5, EXTREMES, 1 + THREE + MERGING),
    CASE(71 * TILE, FEW, 1 + TWO + MERGING), CASE(17 * TILE, REVERSED, 2 + FOUR + MERGING),
    CASE(19 * TILE, UNIFORM, 1 + TWO + MERGING + 18 * FAIL), CASE(19 * TILE, UNIFORM, 1 + TWO + MERGING + 22 * FAIL),
    CASE_ONCE(150 * TILE, UNIFORM, 1 + TWO + MERGING)};
static const struct stage_case spill_cases[] = {
    CASE(700, UNIFORM, 33), CASE(50000, EXTREMES, 20000), CASE(0, UNIFORM, 5000), CASE(1, MAX, 1),
    CASE(9000, FEW, 3000), CASE(9000, UNIFORM, 3000 + FAIL), CASE(9000, UNIFORM, 3000 + 5 * FAIL),
    CASE(9000, UNIFORM, 3000 + 8 * FAIL)};
static const struct stage_case merge_cases[] = {
    CASE(2000, UNIFORM, 700 + FOUR), CASE(0, UNIFORM, 100 + ONE), CASE(1, MAX, 1 + ONE), CASE(700, FEW, 33 + ONE),
    CASE_COUNTED(5000, EXTREMES, 1000 + 7 * SLOT), CASE(3000, SORTED, 100 + THREE), CASE(3000, REVERSED, 300 + FOUR),
    CASE(900, UNIFORM, 100), CASE(900, MAX, 100 + FOUR), CASE(700, EXTREMES, 1000 + FOUR),
    CASE(1000, UNIFORM, 2 + ONE), CASE(60000, SORTED, 1 + ONE + SCARCE), CASE(900, UNIFORM, 100 + FOUR + 5 * FAIL),
    CASE(900, UNIFORM, 100 + FOUR + 11 * FAIL), CASE(1000, UNIFORM, 2 + ONE + 501 * FAIL)};
static const struct stage_row rows[] = {
    STAGE("the plan of chunks", "plan_chunk(n = {n}, device_bytes, slots)|",
        1, 10, plan_cases, run_plan, verdict_plan, NULL),
    STAGE_AT("chunks one after another", "sort_chunks(keys, n = {n}, ops)|keys",
        2, 20, turn_cases, run_chunks, verdict_chunks, NULL, DEMANDS(DEMAND_PINNED)),
    STAGE("chunks that overlap", "sort_chunks(keys, n = {n}, ops)|keys",
        3, 20, overlap_cases, run_chunks, verdict_chunks, NULL),
    STAGE("chunks merged as they finish", "sort_array(keys, scratch, n = {n}, ops)|keys",
        4, 20, array_cases, run_chunks, verdict_chunks, NULL),
    STAGE("runs that are spilled", "spill_runs(files, room, words, ops, n)|",
        5, 10, spill_cases, run_spill, verdict_spill, NULL),
    STAGE_AT("a merge of spilled runs", "merge_spilled(files, room, words, n = {n}, run, ops)|",
        6, 20, merge_cases, run_merge, verdict_merge, prepare_runs, DEMANDS(DEMAND_MEMORY(1))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_NO_MEMORY | STAGE_NO_STATE, STAGE_GIVES_BACK | STAGE_NO_STATE)
