/** @file
 *  @brief Lab 09, the stages. */
#define STAGE_TILE TILE_ITEMS
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "primitives.h"

enum what { SUM, TILES, ALL, KEEP, BINS };
/** Scans are in place where `param` is 1. Temporary memory is just as much as there has to be. */
STAGE_SIDE void run(struct stage *s, enum what what, size_t words, size_t temp) {
    uint32_t *d_in = d_input(s, "keys", s->n), *d_out = d_fence_keys(s, words), n = s->n;
    uint32_t *d_room = (uint32_t *)cu_alloc(temp * sizeof(*d_room)), param = s->c->param;
    bool in_place = (what == TILES || what == ALL) && param;
    const uint32_t *d_from = in_place ? d_send(s, "keys", d_out, n) : d_in, *nothing = NULL;
    if (what == SUM) sum_all(d_in, n, d_out, d_room, fence_stream());
    if (what == TILES) scan_tiles(d_from, nothing, d_out, n, fence_stream());
    if (what == ALL) scan_all(d_from, d_out, n, d_room, fence_stream());
    if (what == KEEP) keep_from(d_in, n, param, d_out + 1, d_out, d_room, fence_stream());
    if (what >= BINS) histogram(d_in, n, param, what - BINS, d_out, fence_stream());
    d_fence_out(s, "out", d_out, words);
    cu_free(d_room);
    d_free(d_in);
}

STAGE_SIDE bool verdict_sum(struct stage *s) {
    const uint32_t *words = stage_in(s, "keys", s->n), *got = fence_got(s, "out", 1);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->n; i++) sum += words[i];
    stage_want("out", &sum, 1);
    return got && (*got == sum || stage_fail(s, "the sum given is %u, not %u", *got, sum));
}

/** Place i holds the sum of the words before it, back to a multiple of `length`. */
STAGE_SIDE bool scanned(struct stage *s, uint32_t length) {
    const uint32_t *words = stage_in(s, "keys", s->n), *got = fence_got(s, "out", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n);
    for (uint32_t k = 0; k < s->n; k++) want[k] = k % length == 0 ? 0 : want[k - 1] + words[k - 1];
    uint32_t i = fence_wrong("out", got, want, s->n);
    bool ok = got && (i == s->n || stage_fail(s, "place %u holds %u, not %u", i, got[i], want[i]));
    free(want);
    return ok;
}

// clang-format off
STAGE_SIDE bool verdict_tiles(struct stage *s) { return scanned(s, TILE_ITEMS); }
STAGE_SIDE bool verdict_all(struct stage *s) { return scanned(s, UINT32_MAX); }
// clang-format on

/** How many keys are kept, and behind that number these keys; freed with free(). */
STAGE_SIDE uint32_t *keys_kept(struct stage *s) {
    uint32_t *kept = (uint32_t *)calloc(s->n + 1, 4);
    const uint32_t *keys = stage_in(s, "keys", s->n);
    if (!kept) abort();
    for (uint32_t i = 0; i < s->n; i++)
        if (keys[i] >= s->c->param) kept[++*kept] = keys[i];
    return kept;
}

STAGE_SIDE void run_keep(struct stage *s) {
    uint32_t *kept = keys_kept(s);
    run(s, KEEP, *kept + 1, keep_words(s->n));
    free(kept);
}

STAGE_SIDE bool verdict_keep(struct stage *s) {
    uint32_t *want = keys_kept(s), kept = *want;
    const uint32_t *got = fence_got(s, "out", kept + 1);
    bool ok = fence_equal(s, "out", got, want, kept + 1);
    if (got && *got != kept) stage_fail(s, "%u keys are said to be kept, not %u", *got, kept);
    free(want);
    return ok;
}

STAGE_SIDE bool verdict_bins(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n), *got = fence_got(s, "out", DIGIT_BINS);
    uint32_t want[DIGIT_BINS] = {0};
    for (uint32_t i = 0; i < s->n; i++) want[keys[i] >> s->c->param & (DIGIT_BINS - 1)]++;
    return fence_equal(s, "out", got, want, DIGIT_BINS);
}

// clang-format off
#define RUN(name, what, words, temp) STAGE_SIDE void run_##name(struct stage *s) { run(s, what, words, temp); }
RUN(sum, SUM, 1, sums_words(s->n))
RUN(tiles, TILES, s->n, 0)
RUN(all, ALL, s->n, sums_words(s->n))
RUN(global, BINS + BINS_GLOBAL, DIGIT_BINS, 0)
RUN(block, BINS + BINS_OF_BLOCK, DIGIT_BINS, 0)
RUN(warp, BINS + BINS_OF_WARP, DIGIT_BINS, 0)

#define LEVELS CASE_ONCE(TILE_ITEMS * TILE_ITEMS + 5, UNIFORM, 0) // of sums: three
static const struct stage_case sum_cases[] = {
    CASE(33, UNIFORM, 0), CASE_KEYS(0, 5, 7), CASE(31, UNIFORM, 0), CASE(1, UNIFORM, 0), CASE(0, UNIFORM, 0),
    CASE(TILE_ITEMS - 1, MAX, 0), CASE(TILE_ITEMS + 1, EXTREMES, 0), CASE(5 * TILE_ITEMS + 77, UNIFORM, 0), LEVELS};
static const struct stage_case tile_cases[] = {
    CASE(33, FEW, 0), CASE_KEYS(0, 5, 7), CASE(1, UNIFORM, 1), CASE(31, MAX, 0), CASE(TILE_ITEMS - 1, UNIFORM, 1),
    CASE(TILE_ITEMS, UNIFORM, 0), CASE(0, UNIFORM, 1), CASE(TILE_ITEMS + 1, EXTREMES, 1),
    CASE(3 * TILE_ITEMS + 77, UNIFORM, 1)};
static const struct stage_case scan_cases[] = {
    CASE(TILE_ITEMS + 1, UNIFORM, 0), CASE(1, UNIFORM, 0), CASE(33, UNIFORM, 1), CASE(TILE_ITEMS, MAX, 0),
    CASE(0, UNIFORM, 0), CASE(5 * TILE_ITEMS + 77, UNIFORM, 1), LEVELS};
static const struct stage_case keep_cases[] = {
    CASE(33, UNIFORM, 1u << 31), CASE_KEYS(4, 3, 4, 9, 4, 1), CASE(31, MAX, UINT32_MAX),
    CASE(TILE_ITEMS - 1, UNIFORM, 0), CASE(TILE_ITEMS, FEW, UINT32_MAX), CASE(0, UNIFORM, 0),
    CASE(TILE_ITEMS + 1, EXTREMES, UINT32_MAX), CASE(4 * TILE_ITEMS + 77, UNIFORM, 3u << 30)};
static const struct stage_case bin_cases[] = {
    CASE(33, UNIFORM, 0), CASE_KEYS(24, UINT32_MAX, 0, UINT32_MAX), CASE(31, MAX, 8),
    CASE(TILE_ITEMS + 1, EXTREMES, 24), CASE(SHARE_ITEMS - 1, EQUAL, 3), CASE(0, UNIFORM, 0),
    CASE(SHARE_ITEMS, SORTED, 24), CASE(2 * SHARE_ITEMS + 1, UNIFORM, 16)};

static const struct stage_row rows[] = {
    STAGE_AT("a sum, by warps and blocks", "sum_all(d_in, n = {n}, d_sum, d_temp, stream)|d_in=keys d_sum=out",
        1, 15, sum_cases, run_sum, verdict_sum, NULL,
        DEMANDS(DEMAND_THREADS(100), DEMAND_BLOCKS(2), DEMAND_COALESCED, DEMAND_BARRIERS(0.0015),
                DEMAND_ATOMICS(0.001))),
    STAGE_AT("a tile scanned by a tree", "scan_tiles(d_in, NULL, d_out, n = {n}, stream)|d_in=keys d_out=out",
        2, 20, tile_cases, run_tiles, verdict_tiles, NULL,
        DEMANDS(DEMAND_THREADS(32), DEMAND_BLOCKS(2), DEMAND_SHARED_LOADS_MOST(0.4))),
    STAGE_AT("the scan without bank conflicts", "scan_tiles(d_in, NULL, d_out, n = {n}, stream)|d_in=keys d_out=out",
        3, 10, tile_cases, run_tiles, verdict_tiles, NULL,
        DEMANDS(DEMAND_THREADS(32), DEMAND_BLOCKS(2), DEMAND_COALESCED, DEMAND_CONFLICTS(0.1))),
    STAGE_AT("a scan over many blocks", "scan_all(d_in, d_out, n = {n}, d_temp, stream)|d_in=keys d_out=out",
        4, 15, scan_cases, run_all, verdict_all, NULL,
        DEMANDS(DEMAND_THREADS(32), DEMAND_BLOCKS(2), DEMAND_COALESCED, DEMAND_LOADS(0.07))),
    STAGE_AT("keys at or above a bound",
        "keep_from(d_keys, n = {n}, bound = {param}, d_out, d_count, d_temp, stream)|d_keys=keys d_count,d_out=out",
        5, 15, keep_cases, run_keep, verdict_keep, NULL, DEMANDS(DEMAND_THREADS(32), DEMAND_BLOCKS(2))),
    STAGE_AT("digits counted in global memory",
        "histogram(d_keys, n = {n}, shift = {param}, BINS_GLOBAL, d_bins, stream)|d_keys=keys d_bins=out",
        6, 5, bin_cases, run_global, verdict_bins, NULL,
        DEMANDS(DEMAND_THREADS(60), DEMAND_BLOCKS(1.5), DEMAND_LEAST_GLOBAL_ATOMICS(0.5))),
    STAGE_AT("digits counted by each block",
        "histogram(d_keys, n = {n}, shift = {param}, BINS_OF_BLOCK, d_bins, stream)|d_keys=keys d_bins=out",
        7, 10, bin_cases, run_block, verdict_bins, NULL,
        DEMANDS(DEMAND_THREADS(60), DEMAND_BLOCKS(1.5), DEMAND_COALESCED, DEMAND_SHARED_ATOMICS(0.02),
                DEMAND_GLOBAL_ATOMICS(0.06))),
    STAGE_AT("digits counted by each warp",
        "histogram(d_keys, n = {n}, shift = {param}, BINS_OF_WARP, d_bins, stream)|d_keys=keys d_bins=out",
        8, 10, bin_cases, run_warp, verdict_bins, NULL,
        DEMANDS(DEMAND_THREADS(60), DEMAND_BLOCKS(1.5), DEMAND_COALESCED, DEMAND_ATOMICS(0.002))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
