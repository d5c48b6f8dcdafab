/** @file
 *  @brief Lab 01, the stages. */
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "common/stage/guard_words.h"
#include "serial_radix.h"

enum { DIGIT = KEY_BITS }; /* Steps 1 and 5. param: the bit, or DIGIT + the digit's lowest bit. */

STAGE_SIDE void run_split(struct stage *s) {
    uint32_t *out = fence_new(s->n), param = s->c->param;
    (param < DIGIT ? split_by_bit : split_by_digit)(stage_in(s, "keys", s->n), out, s->n,
                                                    (int)(param % DIGIT));
    fence_out(s, "out", out, s->n);
}

/** Part by part, and in each part in the order of the input, which is what stable means. */
STAGE_SIDE bool verdict_split(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *out = fence_got(s, "out", s->n);
    uint32_t *want = stage_in_copy(s, "keys", s->n), shift = s->c->param % DIGIT, place = 0;
    uint32_t mask = s->c->param < DIGIT ? 1 : RADIX - 1;
    for (uint32_t part = 0; part <= mask; part++)
        for (const uint32_t *key = in; key < in + s->n; key++)
            if ((*key >> shift & mask) == part) want[place++] = *key;
    bool same = fence_equal(s, "out", out, want, s->n);
    if (out && !same) fence_permutation(s, out, in, s->n); // what is lost says more
    free(want);
    return same;
}

/* Steps 2 and 6: the whole sort. */

STAGE_SIDE void run_sort(struct stage *s, void (*sort)(uint32_t *, uint32_t *, size_t)) {
    uint32_t *keys = fence_copy(s, "keys", s->n), *spare = fence_copy(s, "keys", s->n);
    sort(keys, spare, s->n);
    fence_out(s, "keys", keys, s->n);
    fence_out(s, "scratch", spare, s->n);
}

// clang-format off
STAGE_SIDE void run_radix_sort(struct stage *s) { run_sort(s, radix_sort); }
STAGE_SIDE void run_radix_sort_digits(struct stage *s) { run_sort(s, radix_sort_digits); }
// clang-format on

STAGE_SIDE bool verdict_sort(struct stage *s) {
    const uint32_t *in = stage_in(s, "keys", s->n), *keys = fence_got(s, "keys", s->n);
    fence_want_lists("keys", in, s->n, s->n, 1);
    return keys && fence_got(s, "scratch", s->n) && check_sorted(keys, s->n, &s->note) &&
           check_permutation(keys, s->n, in, s->n, &s->note);
}

/* Steps 3 and 4: the maps of type `param`, there and back. */

STAGE_SIDE void run_maps(struct stage *s) {
    bool ints = s->c->param == KEY_I32;
    uint32_t *codes = fence_copy(s, "keys", s->n), *back = fence_new(s->n);
    (ints ? encode_ints : encode_floats)(codes, s->n); // in place, so the codes are kept:
    memcpy(back, codes, sizeof(*back) * s->n);
    (ints ? decode_ints : decode_floats)(back, s->n);
    fence_out(s, "encoded", codes, s->n);
    fence_out(s, "decoded", back, s->n);
}

STAGE_SIDE bool verdict_maps(struct stage *s) {
    const uint32_t *keys = stage_in(s, "keys", s->n);
    const uint32_t *codes = fence_got(s, "encoded", s->n), *back = fence_got(s, "decoded", s->n);
    const char *wrong = "index %u: 0x%08x was %s to 0x%08x, not 0x%08x";
    uint32_t *want = stage_in_copy(s, "keys", s->n), n = s->n;
    for (uint32_t k = 0; k < n; k++) want[k] = key_encode(keys[k], (enum key_type)s->c->param);
    uint32_t i = fence_wrong("encoded", codes, want, n), k = fence_wrong("decoded", back, keys, n);
    bool ok = codes && back && i == n && k == n;
    if (codes && back && i < n)
        stage_fail(s, wrong, i, keys[i], "encoded", codes[i], want[i]);
    else if (codes && back && k < n)
        stage_fail(s, wrong, k, want[k], "decoded", back[k], keys[k]);
    free(want);
    return ok;
}

/* The table. */

// clang-format off
static const struct stage_case bit_cases[] = {
    CASE_KEYS(0, 8, 4, 7), CASE_KEYS(1, 9, 7, 11, 4, 12, 15), CASE_KEYS(0, 7, 5, 6, 1, 0),
    CASE(0, UNIFORM, 0), CASE(1, UNIFORM, 31), CASE(2, UNIFORM, 7), CASE(31, EXTREMES, 31),
    CASE(32, REVERSED, 31), CASE(33, FEW, 16), CASE(1000, MAX, 31), CASE(65537, UNIFORM, 30)};
static const struct stage_case sort_cases[] = {
    CASE_KEYS(0, 8, 4, 7), CASE_KEYS(0, 9, 7, 11, 4, 12, 15), CASE_KEYS(0, 7, 5, 6, 1, 0),
    CASE(0, UNIFORM, 0), CASE(1, MAX, 0), CASE(2, REVERSED, 0), CASE(31, UNIFORM, 0),
    CASE(32, EXTREMES, 0), CASE(33, FEW, 0), CASE(255, SORTED, 0), CASE(257, ORGAN, 0),
    CASE(1000, EQUAL, 0), CASE(1000, MAX, 0), CASE(4095, NEARLY, 0), CASE(4097, ZIPF, 0),
    CASE(65537, EXTREMES, 0), CASE_COUNTED(20000, UNIFORM, 0),
    CASE(2200000, UNIFORM, 0), // 8.8 MB: more than a stack; and keys with an idle digit:
    CASE_KEYS(0, 1, 2, 1, 1), CASE_KEYS(0, 5, 1 << 30, 1, 1 << 30 | 1)};
static const struct stage_case int_cases[] = {
    CASE_KEYS(KEY_I32, 0x80000000u, UINT32_MAX, 0, 1, 0x7fffffff), CASE(0, UNIFORM, KEY_I32),
    CASE(1000, EXTREMES, KEY_I32), CASE(1000, UNIFORM, KEY_I32)};
static const struct stage_case float_cases[] = {
    CASE_KEYS(KEY_F32, 0x80000000u, 0, 0xbf800000u, 0x3f800000), CASE(0, FLOATS, KEY_F32),
    CASE(1000, FLOATS, KEY_F32), CASE(1000, UNIFORM, KEY_F32)};
static const struct stage_case digit_cases[] = {
    CASE_KEYS(DIGIT, 8, 4, 7), CASE_KEYS(DIGIT + 8, 0x0201, 0x0102, 0x0200, 0x0101),
    CASE(0, UNIFORM, DIGIT), CASE(1, MAX, DIGIT + 24), CASE(255, UNIFORM, DIGIT + 8),
    CASE(256, FEW, DIGIT + 16), CASE(257, EXTREMES, DIGIT + 24), CASE(10007, ZIPF, DIGIT)};

/* Of the sorts only their splits are counted, so that a split that costs too much costs points once. */
#define SPLIT                     DEMANDS(DEMAND_HOST(1, MOST_SPLIT_ACCESSES))
#define SPLITS(at_least, at_most) DEMANDS(DEMAND_HOST_STORES(at_least, at_most), DEMAND_COMPARISONS(MOST_COMPARISONS))
static const struct stage_row rows[] = {
    STAGE_AT("a stable split by one bit", "split_by_bit(in, out, n = {n}, bit = {param})|in=keys out",
        1, 20, bit_cases, run_split, verdict_split, NULL, SPLIT),
    STAGE_AT("a sort by 32 splits", "radix_sort(keys, scratch, n = {n})|keys",
        2, 25, sort_cases, run_radix_sort, verdict_sort, NULL, SPLITS(LEAST_BITS_STORES, STAGE_NO_BOUND)),
    STAGE("int32 in unsigned order, and back",
        "encode_ints(keys, n = {n}), decode_ints(keys, n = {n})|keys:i32 encoded:hex decoded:i32",
        3, 8, int_cases, run_maps, verdict_maps, NULL),
    STAGE("float32 in unsigned order, and back",
        "encode_floats(keys, n = {n}), decode_floats(keys, n = {n})|keys:f32 encoded:hex decoded:f32",
        4, 12, float_cases, run_maps, verdict_maps, NULL),
    STAGE_AT("a stable split by one digit", "split_by_digit(in, out, n = {n}, shift = {param%32})|in=keys out",
        5, 20, digit_cases, run_split, verdict_split, NULL, SPLIT),
    STAGE_AT("a sort by 4 splits", "radix_sort_digits(keys, scratch, n = {n})|keys",
        6, 15, sort_cases, run_radix_sort_digits, verdict_sort, NULL, SPLITS(1, MOST_DIGITS_STORES)),
};
// clang-format on

STAGE_TABLE(rows, STAGE_GIVES_BACK | STAGE_NO_MEMORY | STAGE_NO_STATE)
