/**
 * @file
 * @brief common/fence and common/runs: what a stage hands over, and what the judge makes of it.
 *
 * The bag of named arrays that judge and child share is a short list here.
 */
#include "common/stage/guard_words.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/runs.h"
#include "common/tests/unit.h"

enum { N = 10, MOST = 8192 };

static struct {
    const char *name;
    uint32_t words[MOST];
    size_t count;
} bag[6];

static uint32_t *find(const char *name, size_t *count) {
    for (size_t i = 0; i < 6; i++)
        if (bag[i].name && strcmp(bag[i].name, name) == 0)
            return *count = bag[i].count, bag[i].words;
    return NULL;
}

static void put(const char *name, const uint32_t *data, size_t count) {
    size_t i = 0;
    while (bag[i].name && strcmp(bag[i].name, name) != 0) i++;
    bag[i].name = name;
    bag[i].count = count;
    memcpy(bag[i].words, data, count * sizeof(*data));
}

const uint32_t *stage_in(const struct stage *s, const char *name, size_t count) {
    size_t held;
    const uint32_t *words = find(name, &held);
    (void)s;
    CU_ASSERT_FATAL(words && held == count);
    return words;
}

uint32_t *stage_in_copy(const struct stage *s, const char *name, size_t count) {
    uint32_t *copy = malloc(count * sizeof(*copy) + 1);
    return memcpy(copy, stage_in(s, name, count), count * sizeof(*copy));
}

void stage_in_put(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    (void)s;
    put(name, data, count);
}

void stage_out(struct stage *s, const char *name, const uint32_t *data, size_t count) {
    (void)s;
    put(name, data, count);
}

const uint32_t *stage_got(struct stage *s, const char *name, size_t count) {
    size_t held;
    const uint32_t *words = find(name, &held);
    if (words && held == count) return words;
    stage_fail(s, "%s is missing", name);
    return NULL;
}

/* Nobody listens here. */
bool stage_is_told(void) {
    return false;
}
void stage_want(const char *output, const uint32_t *words, size_t count) {
    (void)output, (void)words, (void)count;
}
void stage_tell(const char *format, ...) {
    (void)format;
}

bool stage_fail(struct stage *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(s->note.text, sizeof(s->note.text), format, args);
    va_end(args);
    return false;
}

/** A stage of n keys, 0 to n - 1. */
static struct stage begin(const struct stage_case *c) {
    uint32_t keys[MOST];
    memset(bag, 0, sizeof(bag));
    for (uint32_t i = 0; i < c->n; i++) keys[i] = i;
    put("keys", keys, c->n);
    return (struct stage){.c = c, .n = c->n};
}

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

static void runs_are_cut_and_sorted(void) {
    static const uint32_t sizes[][2] = {{0, 0}, {0, 3}, {1, 1}, {2, 5}, {1000, 1}, {3000, 40}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct stage_case c = {.n = sizes[i][0], .seed = i};
        uint32_t keys[MOST], k = sizes[i][1];
        struct stage s = begin(&c);
        data_fill(keys, s.n, DATA_UNIFORM, i);
        put("keys", keys, s.n);
        runs_prepare(&s, k, DATA_ZIPF);
        const struct runs runs = runs_in(&s, k);
        uint32_t n = 0, got[MOST];
        for (size_t r = 0; r < runs.k; n += (uint32_t)(runs.end[r] - runs.begin[r]), r++) {
            const uint32_t *run = runs.keys + runs.begin[r];
            size_t length = runs.end[r] - runs.begin[r];
            CU_ASSERT_TRUE(check_sorted(run, length, &s.note));
            CU_ASSERT(run[-1] == 0 && run[length] == 0);
            memcpy(got + n, run, length * sizeof(*run));
        }
        CU_ASSERT_TRUE(check_permutation(got, n, keys, s.n, &s.note));
        runs_free(&runs);
    }
}

static const struct unit_test tests[] = {
    {"what was written between the fences arrives", what_was_written_arrives},
    {"a write outside of an array is named, a tile of words to either side",
     writes_outside_are_named},
    {"an output that is missing, untouched or has a hole is named", missing_writes_are_named},
    {"the fences' word may be a key", fence_word_may_be_a_key},
    {"runs are cut and sorted, empty ones too, with a 0 to either side", runs_are_cut_and_sorted},
};

UNIT_MAIN("fence", tests)
