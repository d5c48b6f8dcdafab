/**
 * @file
 * @brief common/fence: what a stage hands over, and what the judge makes of it.
 */
#include "common/stage/guard_words.h"

#include "common/tests/bag.h"
#include "common/tests/unit.h"

enum { N = 10 };

static const struct stage_case ten = {.n = N};

static void what_was_written_arrives(void) {
    struct stage s = begin(&ten);
    fence_out(&s, "out", fence_copy(&s, "keys", N), N);
    const uint32_t *out = fence_got(&s, "out", N);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_TRUE(check_equal(out, stage_in(&s, "keys", N), N, &s.note));
    CU_ASSERT_TRUE(fence_permutation(&s, out, stage_in(&s, "keys", N), N));
    fence_out(&s, "out", fence_new(0), 0);
    CU_ASSERT_PTR_NOT_NULL(fence_got(&s, "out", 0));
}

static void expect_spoilt(ptrdiff_t at, const char *note) {
    struct stage s = begin(&ten);
    uint32_t *array = fence_copy(&s, "keys", N);
    array[at] = 1;
    fence_out(&s, "out", array, N);
    CU_ASSERT_PTR_NULL(fence_got(&s, "out", N));
    CU_ASSERT_STRING_EQUAL(s.note.text, note);
}

static void writes_outside_are_named(void) {
    expect_spoilt(-1, "out: word 1 before its start was written to");
    expect_spoilt(-FENCE_WORDS, "out: word 2048 before its start was written to");
    expect_spoilt(N, "out: word 1 past its end was written to");
    expect_spoilt(N + FENCE_WORDS - 1, "out: word 2048 past its end was written to");
}

static void missing_writes_are_named(void) {
    struct stage s = begin(&ten);
    CU_ASSERT_PTR_NULL(fence_got(&s, "out", N));
    CU_ASSERT_STRING_EQUAL(s.note.text, "out is missing");
    fence_out(&s, "out", fence_new(N), N);
    CU_ASSERT_PTR_NULL(fence_got(&s, "out", N));
    CU_ASSERT_STRING_EQUAL(s.note.text, "out: nothing was written to it");
    uint32_t *array = fence_copy(&s, "keys", N);
    array[7] = FENCE_WORD;
    fence_out(&s, "out", array, N);
    const uint32_t *out = fence_got(&s, "out", N);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_FALSE(fence_permutation(&s, out, stage_in(&s, "keys", N), N));
    CU_ASSERT_STRING_EQUAL(s.note.text, "index 7 was never written to");
}

static void fence_word_may_be_a_key(void) {
    struct stage s = begin(&ten);
    uint32_t keys[] = {FENCE_WORD, 1}, *array = fence_new(2);
    array[1] = 1;
    fence_out(&s, "out", array, 2);
    const uint32_t *out = fence_got(&s, "out", 2);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_TRUE(fence_permutation(&s, out, keys, 2));
}

static const struct unit_test tests[] = {
    {"what was written between the fences arrives", what_was_written_arrives},
    {"a write outside of an array is named, a tile of words to either side",
     writes_outside_are_named},
    {"an output that is missing, untouched or has a hole is named", missing_writes_are_named},
    {"the fences' word may be a key", fence_word_may_be_a_key},
};

UNIT_MAIN("fence", tests)
