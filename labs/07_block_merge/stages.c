/**
 * @file
 * @brief Lab 07, the stages.
 */
#include "block_merge.h"
#include "common/cases.h"
#include "common/runs.h"

/* param: how many runs + how they are cut + so many workers, or sevenths of n for the rank. */
enum {
    RUNS = 0xffffff,
    EVEN = DATA_SORTED << 24,
    RAGGED = DATA_ZIPF << 24,
    TWO = DATA_EQUAL << 24
};
enum { WORKER = 1 << 28, SEVENTH = 1 << 28 };

static uint32_t runs_of(const struct stage *s) {
    uint32_t k = s->c->param & RUNS;
    return k == 0 && s->n > 0 ? 1 : k;
}

STAGE_SIDE void prepare_runs(struct stage *s) {
    runs_prepare(s, runs_of(s), (enum data_dist)(s->c->param >> 24 & 15));
}

/* Steps 1, 2, 3 and 5: a merge; in 5 by so many workers. */

typedef int merge(const struct runs *, uint32_t *, uint32_t *);
static int workers;

STAGE_SIDE int merge_runs_by_workers(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return merge_runs_parallel(runs, out, from, workers);
}

STAGE_SIDE void run_merge(struct stage *s, merge *merge_runs) {
    size_t *offsets = runs_offsets(s, runs_of(s));
    struct runs runs = {stage_in(s, "keys", s->n), offsets, offsets + 1, runs_of(s)};
    uint32_t *out = fence_new(s->n), *from = fence_new(s->n), *alone = fence_new(s->n);
    workers = (int)(s->c->param / WORKER);
    uint32_t error = (uint32_t)(merge_runs(&runs, out, from) | merge_runs(&runs, alone, NULL));
    stage_out(s, "error", &error, 1);
    fence_out(s, "out", out, s->n);
    fence_out(s, "from", from, s->n);
    fence_out(s, "out without from", alone, s->n);
    free(offsets);
}
// clang-format off
STAGE_SIDE void run_scan(struct stage *s) { run_merge(s, merge_runs_scan); }
STAGE_SIDE void run_heap(struct stage *s) { run_merge(s, merge_runs_heap); }
STAGE_SIDE void run_losertree(struct stage *s) { run_merge(s, merge_runs_losertree); }
STAGE_SIDE void run_parallel(struct stage *s) { run_merge(s, merge_runs_by_workers); }
// clang-format on

STAGE_SIDE bool verdict_merge(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *error = stage_got(s, "error", 1);
    const uint32_t *out = error ? fence_got(s, "out", s->n) : NULL;
    const uint32_t *from = out ? fence_got(s, "from", s->n) : NULL;
    const uint32_t *alone = from ? fence_got(s, "out without from", s->n) : NULL;
    if (!alone) return false;
    if (*error) return stage_fail(s, "it returned error %u though nothing went wrong", *error);
    return fence_permutation(s, out, in, s->n) && check_sorted(out, s->n, &s->note) &&
           check_stable(out, from, in, s->n, &s->note) && check_equal(alone, out, s->n, &s->note);
}

/* Step 4: cuts, against a walk of the heads. */

STAGE_SIDE void run_cuts(struct stage *s) {
    uint32_t k = runs_of(s), *words = fence_new(k);
    size_t *offsets = runs_offsets(s, k), *cut = runs_offsets(s, k);
    struct runs runs = {stage_in(s, "keys", s->n), offsets, offsets + 1, k};
    cut_runs(&runs, (uint64_t)s->n * (s->c->param / SEVENTH) / 7, cut);
    for (uint32_t r = 0; r < k; r++) words[r] = (uint32_t)cut[r];
    fence_out(s, "cut", words, k);
    free(offsets);
    free(cut);
}

STAGE_SIDE bool verdict_cuts(struct stage *s) {
    uint32_t k = runs_of(s), lowest, *head = stage_in_copy(s, "offsets", k + 1);
    const uint32_t *keys = stage_in(s, "keys", s->n), *end = stage_in(s, "offsets", k + 1) + 1;
    uint64_t rank = (uint64_t)s->n * (s->c->param / SEVENTH) / 7;
    for (uint64_t place = 0; place < rank; place++, head[lowest]++) {
        lowest = k;
        for (uint32_t r = 0; r < k; r++)
            if (head[r] < end[r] && (lowest == k || keys[head[r]] < keys[head[lowest]])) lowest = r;
    }
    const uint32_t *cut = fence_got(s, "cut", k);
    bool right = cut && check_equal(cut, head, k, &s->note);
    free(head);
    return right;
}

// clang-format off
static const struct stage_case merge_cases[] = {
    CASE(0, UNIFORM, 0), CASE(0, UNIFORM, 3), CASE(1, MAX, 1), CASE(2, EQUAL, EVEN + 2),
    CASE(31, UNIFORM, 5), CASE(32, FEW, EVEN + 4), CASE(33, EXTREMES, RAGGED + 5),
    CASE(1000, UNIFORM, 1), CASE(1000, MAX, 7), CASE(1000, EQUAL, 8), CASE(1000, SORTED, EVEN + 10),
    CASE(4097, FEW, RAGGED + 33), CASE(5000, UNIFORM, RAGGED + 1024), CASE(5000, ZIPF, TWO + 1023),
    CASE(1000003, UNIFORM, 65536)}; // O(n log k) or a minute: the scan is spared this one
static const struct stage_case parallel_cases[] = {
    CASE(0, UNIFORM, 2 * WORKER), CASE(1, MAX, 1 + 2 * WORKER), CASE(5, UNIFORM, 3 + 7 * WORKER),
    CASE(33, MAX, RAGGED + 5 + 2 * WORKER), CASE(4097, FEW, RAGGED + 33 + 3 * WORKER),
    CASE(65537, UNIFORM, RAGGED + 1024 + 4 * WORKER), CASE(200000, ZIPF, TWO + 100 + 7 * WORKER)};
static const struct stage_case cut_cases[] = {
    CASE(0, UNIFORM, 3), CASE(1, MAX, 1 + 7 * SEVENTH), CASE(5, EQUAL, 5 + 4 * SEVENTH),
    CASE(33, EXTREMES, RAGGED + 5 + 3 * SEVENTH), CASE(1000, MAX, 7 + 2 * SEVENTH),
    CASE(1000, EQUAL, 8 + 5 * SEVENTH), CASE(1000, SORTED, EVEN + 10 + SEVENTH),
    CASE(4097, FEW, RAGGED + 33 + 6 * SEVENTH), CASE(5000, UNIFORM, 1024 + 7 * SEVENTH)};
#define STEP(run, verdict) STAGE_RUN(run), STAGE_VERDICT(verdict), STAGE_PREPARE(prepare_runs)
static const struct stage_row rows[] = {
    {"a linear scan of all heads", 1, 20, merge_cases, 14, STEP(run_scan, verdict_merge), 0},
    {"a heap of heads", 2, 20, STAGE_CASES(merge_cases), STEP(run_heap, verdict_merge), 10},
    {"a loser tree", 3, 25, STAGE_CASES(merge_cases), STEP(run_losertree, verdict_merge), 10},
    {"cuts at any rank", 4, 20, STAGE_CASES(cut_cases), STEP(run_cuts, verdict_cuts), 0},
    {"several threads", 5, 15, STAGE_CASES(parallel_cases), STEP(run_parallel, verdict_merge), 0},
};
// clang-format on

STAGE_TABLE(rows)
