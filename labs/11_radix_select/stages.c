/** @file
 *  @brief Lab 11, the stages. */
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words_cu.h"
#include "common/stage/typed_keys.h"
#include "on_the_way.h"

STAGE_SIDE void run_digits(struct stage *s) {
    uint32_t *d_bins = d_fence_new(BIN_WORDS);
    uint64_t bins[SELECT_BINS];
    struct search search = on_the_way(s, select_shift(ROUND(s)) + SELECT_BITS), *d_search;
    search.keys = d_input(s, "keys", s->n);
    d_search = (struct search *)cu_upload(&search, sizeof(search));
    CU(cudaMemsetAsync(d_bins, 0, BIN_WORDS * 4, fence_stream()));
    count_digits(d_search, s->n, KEY_U32, ROUND(s), (void *)d_bins, fence_stream());
    if (TIMES(s) > 1) cu_download(bins, d_bins, sizeof(bins));
    for (int b = 0; TIMES(s) > 1 && b < SELECT_BINS; b++) bins[b] *= TIMES(s);
    if (TIMES(s) > 1) cu_send(d_bins, bins, sizeof(bins));
    if (SECOND(s)) pick_digit(d_search, ROUND(s), (void *)d_bins, fence_stream());
    d_fence_out(s, "bins", d_bins, BIN_WORDS);
    cu_download(&search, d_search, sizeof(search));
    stage_out(s, "found", &search.found, 1);
    stage_out(s, "k", (const uint32_t *)&search.k, 2);
}

// clang-format off
STAGE_SIDE bool verdict_digits(struct stage *s) {
    const uint32_t *bins = fence_got(s, "bins", BIN_WORDS), *keys = stage_in(s, "keys", s->n);
    const uint32_t *got = stage_got(s, "found", 1), *words = got ? stage_got(s, "k", 2) : NULL;
    int shift = select_shift(ROUND(s));
    const struct search start = on_the_way(s, shift + SELECT_BITS), end = on_the_way(s, shift);
    uint32_t want[BIN_WORDS] = {0}, digit, found = start.found >> shift;
    for (size_t i = 0; i < s->n && !SECOND(s); i++)
        if ((digit = -found + (keys[i] >> shift)) < SELECT_BINS) want[2 * digit]++;
    if (!words || !bins) return false;
    stage_want("bins", want, BIN_WORDS);
    for (int b = 0; b < BIN_WORDS; b++)
        if (bins[b] != want[b]) return stage_fail(s, "bin %d is %u not %u", b / 2, bins[b], want[b]);
    unsigned long long k = words[0] | (unsigned long long)words[1] << 32;
    return !SECOND(s) || (*got == end.found && k == end.k) ||
           stage_fail(s, "found is 0x%08x and k %llu; they should be 0x%08x and %llu", *got, k, end.found, end.k);
}
// clang-format on

STAGE_SIDE void run_narrow(struct stage *s) { // what is below the chosen key; with space for 3/4
    uint32_t capacity = s->n - s->n / 4, *d_out = d_fence_new(2 + capacity);
    uint32_t bound = key_encode(chosen(s), TYPE(s));
    const struct search from = {d_input(s, "keys", s->n), s->n, 0, bound}, *d_from;
    d_from = (const struct search *)cu_upload(&from, sizeof(from));
    CU(cudaMemsetAsync(d_out, 0, 8, fence_stream()));
    narrow(d_from, s->n, TYPE(s), &d_from->found, d_out + 2, capacity, (void *)d_out, fence_stream());
    d_fence_out(s, "out", d_out, 2 + capacity);
}

STAGE_SIDE bool verdict_narrow(struct stage *s) {
    uint32_t capacity = s->n - s->n / 4, below = 0, bound = key_encode(chosen(s), TYPE(s));
    const uint32_t *got = fence_got(s, "out", 2 + capacity), *keys = stage_in(s, "keys", s->n);
    for (size_t i = 0; i < s->n; i++) below += bound > key_encode(keys[i], TYPE(s));
    if (got && got[0] != below)
        return stage_fail(s, "%u keys are below the bound, and %u were taken", below, got[0]);
    return got && (below > capacity || typed_part(s, got + 2, 0, below, TYPE(s)));
}

STAGE_SIDE void run_select(struct stage *s) { // key number NUMBER, or so many
    uint32_t n = (uint32_t)size_min(NUMBER(s), SECOND(s) ? s->n : 1), *d_out = d_fence_keys(s, n);
    size_t bytes = select_bytes(s->n);
    (SECOND(s) ? select_smallest : select_kth)(d_input(s, "keys", s->n), s->n, NUMBER(s), TYPE(s),
                                               d_out, cu_alloc(bytes), bytes, fence_stream());
    d_fence_out(s, "out", d_out, n);
}

STAGE_SIDE bool verdict_select(struct stage *s) {
    uint32_t n = (uint32_t)size_min(NUMBER(s), SECOND(s) ? s->n : 1);
    const uint32_t *got = fence_got(s, "out", n);
    stage_tell("k  %u", NUMBER(s));
    return got && typed_part(s, got, NUMBER(s) - n, n, TYPE(s));
}

// clang-format off
#define DIGITS(second, ...) { \
    CASE(33, UNIFORM, WITH(0, second, 0)), CASE(5000, UNIFORM, WITH(7, second, 0)), \
    CASE(3000, FEW, WITH(5, second, 1)), CASE(1, UNIFORM, WITH(0, second, 1)), \
    CASE(700, MAX, WITH(0, second, 2)), CASE(SELECT_TILE, EXTREMES, WITH(9, second, 2)), \
    CASE(2 * SELECT_TILE + 1, EQUAL, WITH(1, second, 1)), __VA_ARGS__}
#define SELECTS(second) { \
    CASE(33, UNIFORM, WITH(17, second, KEY_U32)), CASE(1, UNIFORM, WITH(1, second, KEY_U32)), \
    CASE(700, MAX, WITH(700, second, KEY_U32)), CASE(3000, FEW, WITH(1500, second, KEY_I32)), \
    CASE(5000, FLOATS, WITH(2000, second, KEY_F32)), CASE(9000, EQUAL, WITH(5, second, KEY_U32)), \
    CASE(9001, ZIPF, WITH(10, second, KEY_U32)), CASE(20000, FEW, WITH(300, second, KEY_U32)), \
    CASE(65536, UNIFORM, WITH(100, second, KEY_I32)), CASE_ONCE(1100000, UNIFORM, WITH(20000, second, KEY_U32))}
static const struct stage_case count_cases[] = DIGITS(0, CASE(TWO_ROUNDS, UNIFORM, WITH(7, 0, 0)));
static const struct stage_case pick_cases[] =
    DIGITS(1, CASE(3000, FEW, MANY + WITH(5, 1, 1)), CASE(5000, UNIFORM, MANY + WITH(7, 1, 0)));
static const struct stage_case kth_cases[] = SELECTS(0), smallest_cases[] = SELECTS(1);
static const struct stage_case narrow_cases[] = {
    // the last one: below the bound in the second round alone
    CASE(40, UNIFORM, WITH(3, 0, KEY_U32)), CASE(5000, UNIFORM, WITH(11, 0, KEY_I32)),
    CASE(3000, FEW, WITH(5, 0, KEY_U32)), CASE(700, MAX, WITH(3, 0, KEY_U32)),
    CASE(2 * SELECT_TILE + 1, REVERSED, WITH(1500, 0, KEY_U32)), CASE(300, EXTREMES, WITH(1, 0, KEY_U32)),
    CASE(SELECT_TILE, FLOATS, WITH(17, 0, KEY_F32)), CASE(32, REVERSED, WITH(1, 0, KEY_U32)),
    CASE(32, REVERSED, WITH(7, 0, KEY_U32)), CASE(TWO_ROUNDS, UNIFORM, WITH(3, 0, KEY_U32)),
    CASE_ONCE(TWO_ROUNDS, REVERSED, WITH(TWO_ROUNDS - 100, 0, KEY_U32))};
static const struct stage_row rows[] = {
    STAGE_AT("digits counted",
        "count_digits(d_search, most = {n}, KEY_U32, round = {param%4}, d_bins, stream)|"
        "d_search->keys=keys d_bins=bins:u64",
        1, 20, count_cases, run_digits, verdict_digits, NULL,
        DEMANDS(DEMAND_THREADS(2000), DEMAND_BLOCKS(32), DEMAND_GLOBAL_ATOMICS(0.999))),
    STAGE_AT("the bin of the k-th key", "pick_digit(d_search, round = {param%4}, d_bins, stream)|d_search->keys=keys",
        2, 20, pick_cases, run_digits, verdict_digits, NULL, DEMANDS(DEMAND_THREADS(64))),
    STAGE_AT("keys below a bound",
        "narrow(d_from, most = {n}, {type}, d_bound, d_out, capacity, d_taken, stream)|d_from->keys=keys:type",
        3, 20, narrow_cases, run_narrow, verdict_narrow, NULL,
        DEMANDS(DEMAND_THREADS(2000), DEMAND_BLOCKS(32), DEMAND_GLOBAL_ATOMICS(0.05))),
    STAGE_AT("the k-th key",
        "select_kth(d_in, n = {n}, k, {type}, d_key, d_temp, temp_bytes, stream)|d_in=keys:type d_key=out:type",
        4, 15, kth_cases, run_select, verdict_select, NULL, DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2))),
    STAGE_AT("the k smallest, read once",
        "select_smallest(d_in, n = {n}, k, {type}, d_out, d_temp, temp_bytes, stream)|d_in=keys:type d_out=out:type",
        5, 25, smallest_cases, run_select, verdict_select, NULL,
        DEMANDS(DEMAND_THREADS(200), DEMAND_BLOCKS(2), DEMAND_READ(0.6))),
};
// clang-format on

STAGE_TABLE(rows, STAGE_ASYNC)
