/** @file
 *  @brief Lab 07, the stages. */
#include "block_merge.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/watch_host.h"
#include "cuts.h"
#include "runs.h"

/* param: how many runs + how they are cut + whether memory is scarce, or the runs are all the same one
 * + so many workers, or sevenths of all keys for the rank. */
enum { RUNS = 0x1ffff, LENGTHS = 1 << 17, SCARCE = 1 << 21, WORKER = 1 << 22 };
enum { SAME = SCARCE, SEVENTH = WORKER };
enum { EVEN = DATA_SORTED * LENGTHS, RAGGED = DATA_ZIPF * LENGTHS, TWO = DATA_EQUAL * LENGTHS };
#define WORKERS_OF(s) ((s)->c->param / WORKER)

static uint32_t runs_of(const struct stage *s) {
    uint32_t k = s->c->param & RUNS;
    return k == 0 && s->n > 0 ? 1 : k;
}

STAGE_SIDE void prepare_runs(struct stage *s) {
    runs_prepare(s, runs_of(s), (enum data_dist)(s->c->param / LENGTHS & 15));
}

/* Steps 1, 2, 3 and 5: a merge; in 5 by so many workers. */

typedef int merge(const struct runs *, uint32_t *, uint32_t *);
static int workers;
STAGE_SIDE void run_merge(struct stage *s, merge *merge_runs) {
    if (s->c->param & SCARCE && guard_sanitized()) return; // a sanitizer has memory of its own
    const struct runs runs = runs_in(s, runs_of(s));
    uint32_t *out = fence_new(s->n), *from = fence_new(s->n), *alone = fence_new(s->n);
    workers = (int)WORKERS_OF(s);
    struct watch_host host = watch_host_start(s->c->param & SCARCE ? 768 << 10 : SIZE_MAX);
    int error = merge_runs(&runs, out, from) | merge_runs(&runs, alone, NULL);
    watch_host_out(s, &host, error);
    fence_out(s, "out", out, s->n);
    fence_out(s, "from", from, s->n);
    fence_out(s, "out without from", alone, s->n);
    runs_free(&runs);
}
// clang-format off
STAGE_SIDE void run_scan(struct stage *s) { run_merge(s, merge_runs_scan); }
STAGE_SIDE void run_heap(struct stage *s) { run_merge(s, merge_runs_heap); }
STAGE_SIDE void run_losertree(struct stage *s) { run_merge(s, merge_runs_losertree); }
STAGE_SIDE int merge_by_workers(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return merge_runs_parallel(runs, out, from, workers);
}
STAGE_SIDE void run_parallel(struct stage *s) { run_merge(s, merge_by_workers); }
// clang-format on

STAGE_SIDE bool verdict_merge(struct stage *s) {
    bool scarce = s->c->param & SCARCE && runs_of(s) > 1024; // few runs can do without
    const uint32_t *host = watch_host_got(s, scarce);
    if (!host || *host == ENOMEM) return host;
    const uint32_t *in = stage_in(s, "runs", SIZE_MAX), *out = fence_got(s, "out", s->n);
    const uint32_t *from = out ? fence_got(s, "from", s->n) : NULL;
    const uint32_t *alone = from ? fence_got(s, "out without from", s->n) : NULL;
    fence_want_lists("out", stage_in(s, "keys", s->n), s->n, s->n, 1);
    if (scarce && !alone) return stage_fail(s, "there was no memory, and yet it returned 0");
    return alone && fence_permutation(s, out, stage_in(s, "keys", s->n), s->n) &&
           check_sorted(out, s->n, &s->note) &&
           check_stable(out, from, s->n, in, runs_words(s->n, runs_of(s)), &s->note) &&
           fence_equal(s, "out without from", alone, out, s->n);
}

/* Step 4: cuts. */

// clang-format off
#define IS_SAME(s)  ((s)->c->param & SAME)
#define RANK_OF(s) ((uint64_t)(s)->n * (IS_SAME(s) ? runs_of(s) : 1) * ((s)->c->param / SEVENTH) / 7)
STAGE_SIDE void prepare_cuts(struct stage *s) { IS_SAME(s) ? cuts_prepare_same(s, runs_of(s)) : prepare_runs(s); }
STAGE_SIDE void run_cuts(struct stage *s) { cuts_run(s, runs_of(s), RANK_OF(s)); }
STAGE_SIDE bool verdict_cuts(struct stage *s) { return cuts_verdict(s, runs_of(s), IS_SAME(s), RANK_OF(s)); }

static const struct stage_case merge_cases[] = {
    CASE(0, UNIFORM, 0), CASE(0, UNIFORM, 3), CASE(1, MAX, 1), CASE(2, EQUAL, EVEN + 2), CASE(31, UNIFORM, 5),
    CASE(32, FEW, EVEN + 4), CASE(33, EXTREMES, RAGGED + 5), CASE(1000, UNIFORM, 1), CASE(1000, MAX, 7),
    CASE(1000, EQUAL, 8), CASE(1000, SORTED, EVEN + 10), CASE(4097, FEW, RAGGED + 33),
    CASE(5000, UNIFORM, RAGGED + 1024), CASE(5000, ZIPF, TWO + 1023), CASE(1000, UNIFORM, 65536 + SCARCE),
    CASE(1000003, UNIFORM, 65536), CASE_COUNTED(32768, UNIFORM, 1024)}; // O(n k) takes a minute
static const struct stage_case parallel_cases[] = {
    CASE(0, UNIFORM, 2 * WORKER), CASE(1, MAX, 1 + 2 * WORKER), CASE(5, UNIFORM, 3 + 7 * WORKER),
    CASE(33, MAX, RAGGED + 5 + 2 * WORKER), CASE(4097, FEW, RAGGED + 33 + 3 * WORKER),
    CASE(65537, UNIFORM, RAGGED + 1024 + 4 * WORKER), CASE(400000, ZIPF, TWO + 100 + 7 * WORKER),
    CASE(5000, UNIFORM, RAGGED + 33 + MAX_WORKERS * WORKER), CASE(1000, FEW, 65536 + SCARCE + WORKER),
    CASE(4097, FEW, 33 + SCARCE + 3 * WORKER), CASE(1000, FEW, 40000 + SCARCE + 2 * WORKER)};
static const struct stage_case cut_cases[] = {
    // the last one: 2^32 keys and more lie before the cuts
    CASE(0, UNIFORM, 3), CASE(1, MAX, 1 + 7 * SEVENTH), CASE(5, EQUAL, 5 + 4 * SEVENTH),
    CASE(33, EXTREMES, RAGGED + 5 + 3 * SEVENTH), CASE(1000, MAX, 7 + 3 * SEVENTH),
    CASE(1000, EQUAL, 8 + 5 * SEVENTH), CASE(1000, SORTED, EVEN + 10 + SEVENTH),
    CASE(4097, FEW, RAGGED + 33 + 6 * SEVENTH), CASE(5000, UNIFORM, 1024 + 7 * SEVENTH),
    CASE_COUNTED(1000000, UNIFORM, 33 + 4 * SEVENTH), CASE(4000000, SORTED, SAME + 2001 + 4 * SEVENTH)};
#define STEP(run, verdict) STAGE_RUN(run), STAGE_VERDICT(verdict), STAGE_PREPARE(prepare_runs)
// It merges twice.
#define TREE(comparisons)  DEMANDS(DEMAND_HOST(1, STAGE_NO_BOUND), DEMAND_COMPARISONS(2 * (comparisons)))
static const struct stage_row rows[] = {
    {"a linear scan of all heads", "merge_runs_scan(runs, out, from)|out from",
        1, 20, merge_cases, 15, STEP(run_scan, verdict_merge), 0, NULL},
    {"a heap of heads", "merge_runs_heap(runs, out, from)|out from",
        2, 20, STAGE_CASES(merge_cases), STEP(run_heap, verdict_merge), 10, TREE(MOST_HEAP_COMPARISONS)},
    {"a loser tree", "merge_runs_losertree(runs, out, from)|out from",
        3, 25, STAGE_CASES(merge_cases), STEP(run_losertree, verdict_merge), 10, TREE(MOST_TREE_COMPARISONS)},
    STAGE_AT("cuts at any rank", "cut_runs(runs, rank, cut)|cut",
        4, 20, cut_cases, run_cuts, verdict_cuts, prepare_cuts, DEMANDS(DEMAND_HOST(1e-5, MOST_CUT_ACCESSES))),
    STAGE_AT("several threads", "merge_runs_parallel(runs, out, from, workers)|out from",
        5, 15, parallel_cases, run_parallel, verdict_merge, prepare_runs,
        DEMANDS(DEMAND_SHARE(MOST_SHARE_PERCENT / 100.0), DEMAND_HOST_THREADS(LEAST_WORKERS))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_GIVES_BACK | STAGE_NO_STATE)
