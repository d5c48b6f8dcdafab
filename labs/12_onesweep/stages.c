/** @file
 *  @brief Lab 12, the stages. */
#define STAGE_TILE SWEEP_TILE
#include "onesweep.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"

/* param: the digit of a pass or the type of keys; and what is called. */
enum { TABLE = 0, SWEEP = 4, KEYS = 8, PAIRS = 12, CALLED = 12, LOW = 3 };
#define T(s)           ((enum key_type)((s)->c->param & LOW))
#define DIGIT(s, key)  ((key) >> RADIX_BITS * ((s)->c->param & LOW) & (RADIX - 1))
#define TABLE_WORDS(s) ((size_t)2 * RADIX * sweep_tiles((s)->n)) // a bin is two words

/** Judge: where the keys of each tile and digit start; freed with free(). */
STAGE_SIDE uint32_t *make_table(const struct stage *s, const uint32_t *keys) {
    uint32_t first[RADIX + 1] = {0};
    uint32_t *words = (uint32_t *)calloc(TABLE_WORDS(s) + 1, sizeof(*words));
    for (uint32_t i = 0; i < s->n; i++) first[DIGIT(s, keys[i]) + 1]++;
    for (uint32_t d = 0; d < RADIX; d++) first[d + 1] += first[d];
    for (uint32_t i = 0; words && i < s->n; first[DIGIT(s, keys[i])]++, i++)
        for (uint32_t d = 0; i % SWEEP_TILE == 0 && d < RADIX; d++)
            words[2 * (i / SWEEP_TILE * RADIX + d)] = first[d];
    return words;
}

STAGE_SIDE void run_table(struct stage *s) {
    uint32_t *d_keys = d_input(s, "keys", s->n), *d_table = d_fence_new(TABLE_WORDS(s));
    bin *d_sums = (bin *)cu_alloc(sweep_segments(s->n) * RADIX * sizeof(bin));
    start_tiles(d_keys, s->n, s->c->param & LOW, (bin *)d_table, d_sums, fence_stream());
    d_fence_out(s, "table", d_table, TABLE_WORDS(s));
    cu_free(d_sums), d_free(d_keys);
}

STAGE_SIDE bool verdict_table(struct stage *s) {
    const uint32_t *got = fence_got(s, "table", TABLE_WORDS(s));
    uint32_t *want = make_table(s, stage_in(s, "keys", s->n));
    size_t i = fence_wrong("table", got, want, (uint32_t)TABLE_WORDS(s));
    if (got && i < TABLE_WORDS(s))
        stage_fail(s, "tile %zu: the keys of digit %zu start at %u, not at %u", i / 2 / RADIX,
                   i / 2 % RADIX, got[i], want[i]);
    free(want);
    return got && i == TABLE_WORDS(s);
}

STAGE_SIDE void prepare_all(struct stage *s) {
    uint32_t *table = make_table(s, stage_in(s, "keys", s->n));
    uint32_t *values = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; i < s->n; i++) values[i] = i;
    stage_in_put(s, "table", table, TABLE_WORDS(s));
    stage_in_put(s, "values", values, s->n);
    free(values), free(table);
}

STAGE_SIDE void run_all(struct stage *s) {
    uint32_t n = s->n, low = s->c->param & LOW, called = s->c->param & CALLED;
    uint32_t *d_in = d_fence_input(s, "keys", n), *d_values = d_input(s, "values", n);
    uint32_t *d_out = d_fence_keys(s, n), *d_from = d_fence_keys(s, n);
    uint32_t *d_table = d_input_wide(s, "table", TABLE_WORDS(s)); // of 64 bits
    size_t bytes = onesweep_bytes(n, called == PAIRS);
    void *d_temp = cu_alloc(bytes);
    cudaStream_t to = fence_stream();             // as all that follows
    CU(cudaMemsetAsync(d_temp, 0xee, bytes, to)); // neither zeros nor anything that a tile tells
    if (called == TABLE) move_by_table(d_in, d_out, n, low, (bin *)d_table, to);
    if (called == SWEEP) sweep_digit(d_in, d_out, n, low, d_temp, to);
    if (called == KEYS) onesweep_keys(d_in, d_out, n, T(s), d_temp, bytes, to);
    if (called == PAIRS) onesweep_pairs(d_in, d_values, d_out, d_from, n, T(s), d_temp, bytes, to);
    d_fence_out(s, "out", d_out, n), d_fence_out(s, "from", d_from, n);
    d_fence_out(s, "in", d_in, n);
    cu_free(d_temp), d_free(d_values), cu_free(d_table);
}

/** Judge: the output is `want`, and nothing was written beside the input. */
STAGE_SIDE bool is_moved(struct stage *s, const uint32_t *want) {
    const uint32_t *got = fence_got(s, "out", s->n), *left = got ? fence_got(s, "in", s->n) : NULL;
    return left && fence_equal(s, "out", got, want, s->n);
}

STAGE_SIDE bool verdict_pass(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n);
    uint32_t *next = make_table(s, keys), *want = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; i < s->n; i++)
        want[next[2 * (i / SWEEP_TILE * RADIX + DIGIT(s, keys[i]))]++] = keys[i];
    bool ok = is_moved(s, want);
    return free(next), free(want), ok;
}

/** The keys, in the order of their type; and values tell where they were. */
STAGE_SIDE bool verdict_sort(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *got = fence_got(s, "out", s->n), *from = NULL;
    uint32_t *keys = stage_in_copy(s, "keys", s->n), pairs = (s->c->param & CALLED) == PAIRS;
    stage_type(T(s));
    for (uint32_t i = 0; got && i < s->n; i++) keys[i] = key_encode(got[i], T(s));
    bool ok = got && check_sorted(keys, s->n, &s->note) && fence_permutation(s, got, in, s->n);
    free(keys);
    if (ok && pairs) from = fence_got(s, "from", s->n);
    return ok && (!pairs || (from && check_stable(got, from, s->n, in, s->n, &s->note))) &&
           is_moved(s, got);
}

// clang-format off
enum { TILE = SWEEP_TILE, WARP = 32 * SWEEP_ITEMS, U = KEYS + KEY_U32, I = KEYS + KEY_I32, F = KEYS + KEY_F32 };
enum { PU = PAIRS + KEY_U32, PI = PAIRS + KEY_I32, PF = PAIRS + KEY_F32 };
static const struct stage_case table_cases[] = {
    CASE(33, UNIFORM, 0), CASE(0, UNIFORM, 0), CASE(1, MAX, 3), CASE(TILE + 1, FEW, 1),
    CASE(2 * TILE - 1, UNIFORM, 2), CASE(SEGMENT_TILES * TILE, ZIPF, 0), CASE(SEGMENT_TILES * TILE + 5, FEW, 2),
    CASE((SEGMENT_TILES + 1) * TILE + 5, UNIFORM, 3)};
#define PASS_CASES(by) { \
    CASE(33, UNIFORM, by), CASE_KEYS(by, 0x302, 0x101, 0x202, 0x001), CASE(1, MAX, by + 3), CASE(0, UNIFORM, by), \
    CASE(WARP + 1, FEW, by), CASE(TILE, UNIFORM, by + 1), CASE(TILE + 31, EXTREMES, by + 3), \
    CASE(TILE - 1, EQUAL, by + 2), CASE(3 * TILE + 77, FEW, by + 3), CASE(8 * TILE, ZIPF, by + 1)}
static const struct stage_case by_table_cases[] = PASS_CASES(TABLE), sweep_cases[] = PASS_CASES(SWEEP);
static const struct stage_case key_cases[] = {
    CASE(33, UNIFORM, U), CASE(TILE + 1, UNIFORM, I), CASE(700, FLOATS, F), CASE(0, UNIFORM, U), CASE(1, MAX, I),
    CASE(900, MAX, U), CASE(TILE - 1, EXTREMES, I), CASE(TILE + 33, FLOATS, F), CASE(WARP, EQUAL, F),
    CASE(2 * TILE, SORTED, U), CASE(3 * TILE + 5, EXTREMES, U), CASE_ONCE(40 * TILE + 1, UNIFORM, U)};
static const struct stage_case pair_cases[] = {
    CASE(33, FEW, PU), CASE(31, UNIFORM, PI), CASE(0, FEW, PU), CASE(1, MAX, PF), CASE(TILE + 1, FEW, PF),
    CASE(TILE - 33, EQUAL, PU), CASE(2 * TILE + 31, EXTREMES, PI), CASE(3 * TILE, UNIFORM, PU)};
static const struct stage_row rows[] = {
    STAGE_AT("where each digit of each tile starts",
        "start_tiles(d_keys, n = {n}, digit = {param%4}, d_table, d_sums, stream)|d_keys=keys d_table=table:u64",
        1, 25, table_cases, run_table, verdict_table, NULL,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.2))),
    STAGE_AT("a pass by table",
        "move_by_table(d_in, d_out, n = {n}, digit = {param%4}, d_table, stream)|d_in=keys d_out=out",
        2, 25, by_table_cases, run_all, verdict_pass, prepare_all,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.2), DEMAND_WRITTEN(0.25))),
    STAGE_AT("a pass with look-back",
        "sweep_digit(d_in, d_out, n = {n}, digit = {param%4}, d_temp, stream)|d_in=keys d_out=out",
        3, 25, sweep_cases, run_all, verdict_pass, prepare_all,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.36), DEMAND_WRITTEN(0.27))),
    STAGE_AT("keys of all types",
        "onesweep_keys(d_in, d_out, n = {n}, {type}, d_temp, temp_bytes, stream)|d_in=keys:type d_out=out:type",
        4, 15, key_cases, run_all, verdict_sort, prepare_all,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(1.88), DEMAND_WRITTEN(0.91))),
    STAGE_AT("pairs of keys and values",
        "onesweep_pairs(d_keys_in, d_values_in, d_keys_out, d_values_out, n = {n}, {type}, ...)|"
        "d_keys_in=keys:type d_values_in=values d_keys_out=out:type d_values_out=from",
        5, 10, pair_cases, run_all, verdict_sort, prepare_all,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(2.47), DEMAND_WRITTEN(2.6))),
};
// clang-format on
STAGE_TABLE(rows, STAGE_ASYNC)
