/**
 * @file
 * @brief What points come to under terms: each rule by an example that was worked out by hand.
 */
#include "grader/grade/policy/terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/tests/unit.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

/* Two labs: 20 + 30 points, which count once, and 40 + 10, which count three times. */
static struct terms two_labs(void) {
    struct terms t = {.n_labs = 2,
                      .hints = {1, 2, 4},
                      .late = {.free_days = 1, .percent_a_day = 10, .most_percent = 25}};
    strcpy(t.labs[0].name, "01_one");
    strcpy(t.labs[1].name, "02_two");
    for (int i = 0; i < 2; i++) t.labs[i].n_stages = 2;
    t.labs[0].weight_percent = 100;
    t.labs[1].weight_percent = 300;
    t.labs[0].stages[0].points = 20;
    t.labs[0].stages[1].points = 30;
    t.labs[1].stages[0].points = 40;
    t.labs[1].stages[1].points = 10;
    return t;
}

static const struct terms_outcome all_right[] = {
    {"01_one", 1, 1, 20}, {"01_one", 2, 2, 30}, {"02_two", 1, 1, 40}, {"02_two", 2, 1, 10}};

static struct terms_score score_of(const struct terms *t, const struct terms_outcome *o, size_t n,
                                   const struct terms_hints *h, size_t n_h, long long late) {
    struct terms_score score;
    terms_score(t, o, n, h, n_h, late, &score);
    CU_ASSERT_EQUAL(score.score, score.raw - score.penalty);
    CU_ASSERT_TRUE(score.score >= 0 && score.raw <= score.most);
    return score;
}

static void weights_multiply(void) {
    struct terms t = two_labs();
    struct terms_score s = score_of(&t, all_right, 4, NULL, 0, 0);
    CU_ASSERT_EQUAL(s.max, 200);
    CU_ASSERT_EQUAL(s.raw, 200);
    s = score_of(&t, all_right + 1, 2, NULL, 0, -5);
    CU_ASSERT_EQUAL(s.raw, 30 + 3 * 40);
    CU_ASSERT_EQUAL(s.labs[1].points, 40);
    CU_ASSERT_EQUAL(s.labs[1].max, 50);
}

static void only_what_counts_counts(void) {
    struct terms t = two_labs();
    const struct terms_outcome odd[] = {{"03_other", 1, 1, 20}, {"01_one", 3, 1, 20},
                                        {"01_one", 0, 1, 20},   {"01_one", 1, 1, 99},
                                        {"01_one", 1, 1, 20},   {"01_one", 2, 2, -7}};
    struct terms_score s = score_of(&t, odd, 6, NULL, 0, 0);
    CU_ASSERT_EQUAL(s.raw, 20);
}

static void hints_cost_no_more_than_their_step(void) {
    struct terms t = two_labs();
    struct terms_hints h[] = {{"01_one", 1, {1, 1, 0}}, {"02_two", 1, {1, 1, 1}}};
    struct terms_score s = score_of(&t, all_right, 4, h, 2, 0);
    CU_ASSERT_EQUAL(s.labs[0].hints, 3);
    CU_ASSERT_EQUAL(s.labs[1].hints, 7);
    CU_ASSERT_EQUAL(s.raw, 200 - 24);
    t.hints[2] = 500;
    CU_ASSERT_EQUAL(score_of(&t, all_right, 4, h, 2, 0).raw, 200 - 3 - 3 * 50);
    /* two hints of one step share what it earned */
    const struct terms_hints twice[] = {{"02_two", 1, {0, 0, 1}}, {"02_two", 1, {0, 0, 1}}};
    CU_ASSERT_EQUAL(score_of(&t, all_right, 4, twice, 2, 0).raw, 200 - 3 * 50);
    /* step 1 earned nothing, and step 2 does not pay for it */
    CU_ASSERT_EQUAL(score_of(&t, all_right + 1, 1, h, 1, 0).raw, 30);
}

static void days_that_have_begun_are_late(void) {
    static const struct {
        long long late;
        int days, penalty;
    } at[] = {{0, 0, 0},
              {1, 1, 0},
              {DAY, 1, 0},
              {DAY + 1, 2, 20},
              {2 * DAY, 2, 20},
              {2 * DAY + 1, 3, 40},
              {3 * DAY + 1, 4, 50},
              {99 * DAY, 99, 50},
              {1LL << 60, 100000, 50}};
    struct terms t = two_labs();
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct terms_score s = score_of(&t, all_right, 4, NULL, 0, at[i].late);
        CU_ASSERT_EQUAL(s.late.days, at[i].days);
        CU_ASSERT_EQUAL(s.penalty, at[i].penalty);
    }
}

static void hours_and_grace_and_the_end(void) {
    static const struct {
        long long late;
        int hours, percent;
        const char *words;
    } at[] = {
        {0, 0, 0, ""},
        {1, 0, 0, "Late by no more than 15 minutes, which costs nothing"},
        {15 * 60, 0, 0, "Late by no more than 15 minutes, which costs nothing"},
        {15 * 60 + 1, 1, 2, "1 hour late: 2 % less"},
        {HOUR, 1, 2, "1 hour late: 2 % less"},
        {HOUR + 1, 2, 4, "2 hours late: 4 % less"},
        {24 * HOUR, 24, 48, "24 hours late: 48 % less"},
        {25 * HOUR + 1, 26, 50, "26 hours late: 50 % less"},
        {3 * DAY, 72, 50, "72 hours late: 50 % less"},
        {3 * DAY + 1, 73, 100, "73 hours late: no points after 3 days"},
        {1LL << 60, 2400000, 100, "2400000 hours late: no points after 3 days"},
    };
    struct terms t = two_labs();
    t.late = (struct terms_late){
        .grace_minutes = 15, .percent_an_hour = 2, .most_percent = 50, .closes_days = 3};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct terms_score s = score_of(&t, all_right, 4, NULL, 0, at[i].late);
        char words[160];
        terms_late_words(&t.late, &s.late, words, sizeof words);
        CU_ASSERT_EQUAL(s.late.hours, at[i].hours);
        CU_ASSERT_EQUAL(s.penalty, 2 * at[i].percent);
        CU_ASSERT_STRING_EQUAL(words, at[i].words);
    }
    t.late.free_days = 1;
    CU_ASSERT_EQUAL(terms_late(&t.late, DAY).percent, 0);
    CU_ASSERT_EQUAL(terms_late(&t.late, DAY + 1).percent, 2);
}

static void a_penalty_is_rounded_down(void) {
    struct terms t = two_labs();
    const struct terms_outcome o[] = {{"01_one", 1, 1, 19}};
    CU_ASSERT_EQUAL(score_of(&t, o, 1, NULL, 0, DAY + 1).penalty, 1); /* 1.9 */
}

static void sums_are_scaled_to_the_nearest_point(void) {
    struct terms t = two_labs();
    const struct terms_outcome half[] = {{"01_one", 1, 1, 1}}, less[] = {{"02_two", 1, 1, 1}};
    t.out_of = 100;
    CU_ASSERT_EQUAL(score_of(&t, all_right, 4, NULL, 0, 0).raw, 100);
    CU_ASSERT_EQUAL(score_of(&t, half, 1, NULL, 0, 0).raw, 1); /* 0.5 */
    CU_ASSERT_EQUAL(score_of(&t, less, 1, NULL, 0, 0).raw, 2); /* 1.5 */
    t.out_of = 66;
    CU_ASSERT_EQUAL(score_of(&t, half, 1, NULL, 0, 0).raw, 0); /* 0.33 */
    t.labs[0].weight_percent = t.labs[1].weight_percent = 0;
    CU_ASSERT_EQUAL(score_of(&t, all_right, 4, NULL, 0, 0).max, 0);
}

static void weights_have_decimals(void) {
    struct terms t = two_labs();
    const struct terms_outcome odd[] = {{"01_one", 1, 1, 7}, {"02_two", 1, 1, 3}};
    t.labs[0].weight_percent = 25;
    t.labs[1].weight_percent = 150;
    struct terms_score s = score_of(&t, odd, 2, NULL, 0, 0);
    CU_ASSERT_EQUAL(s.max, 88);                                         /* 12.5 + 75 */
    CU_ASSERT_EQUAL(s.raw, 6);                                          /* 1.75 + 4.5 */
    CU_ASSERT_EQUAL(score_of(&t, odd, 1, NULL, 0, 0).raw, 2);           /* 1.75 */
    CU_ASSERT_EQUAL(score_of(&t, all_right, 4, NULL, 0, 0).raw, s.max); /* as much as there is */
}

static void bonus_counts_on_top(void) {
    struct terms t = two_labs();
    t.labs[1].bonus = true;
    struct terms_score s = score_of(&t, all_right, 4, NULL, 0, 0);
    CU_ASSERT_TRUE(s.raw == 200 && s.max == 50 && s.most == 200);
    t.out_of = 100;
    s = score_of(&t, all_right, 4, NULL, 0, 2 * DAY);
    CU_ASSERT_TRUE(s.raw == 400 && s.max == 100 && s.penalty == 40);
    t = two_labs();
    t.labs[0].stages[1].bonus = true;
    s = score_of(&t, all_right, 4, NULL, 0, 0);
    CU_ASSERT_TRUE(s.raw == 200 && s.max == 20 + 150 && s.labs[0].on_top == 30);
}

static void the_lowest_are_dropped(void) {
    struct terms t = two_labs();
    const struct terms_outcome o[] = {{"01_one", 1, 1, 20}, {"02_two", 1, 1, 25}};
    t.out_of = 100;
    t.drop_lowest = 1;
    struct terms_score s = score_of(&t, o, 2, NULL, 0, 0); /* 20 of 50, and 25 of 50 three times */
    CU_ASSERT_TRUE(s.labs[0].dropped && !s.labs[1].dropped && s.raw == 50 && s.max == 100);
    s = score_of(&t, o, 1, NULL, 0, 0);
    CU_ASSERT_TRUE(s.labs[1].dropped && s.raw == 40);
    CU_ASSERT_TRUE(score_of(&t, NULL, 0, NULL, 0, 0).labs[1].dropped); /* it is worth more */
    t.drop_lowest = 9;
    CU_ASSERT_EQUAL(score_of(&t, o, 1, NULL, 0, 0).raw, 40); /* one is left in any case */
    t.labs[0].bonus = true;
    CU_ASSERT_FALSE(score_of(&t, o, 1, NULL, 0, 0).labs[0].dropped);
}

static void times_are_read(void) {
    static const struct {
        const char *text;
        long long seconds; /* -1: is refused */
    } times[] = {{"1970-01-01T00:00:00Z", 0},
                 {"2026-12-01T23:59:00Z", 1796169540},
                 {"2026-12-02T00:59:00+01:00", 1796169540},
                 {"2026-12-01T18:29:00-05:30", 1796169540},
                 {"2028-02-29T00:00:00Z", 1835395200},
                 {"2027-02-29T00:00:00Z", -1},
                 {"2026-12-01T24:00:00Z", -1},
                 {"2026-12-01", -1},
                 {"2026-12-01T23:59:00", -1},
                 {"2026-12-01T23:59:00Zulu", -1},
                 {"2026-12-01T23:59:00+1:00", -1},
                 {"2026-13-01T23:59:00Z", -1},
                 {"1969-12-31T23:59:59Z", -1},
                 {"", -1}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        long long seconds = -1;
        bool read = terms_time(times[i].text, &seconds);
        CU_ASSERT_EQUAL(read, times[i].seconds >= 0);
        if (read) CU_ASSERT_EQUAL(seconds, times[i].seconds);
    }
}

/*
 * Files of students.
 */
static size_t hints_in(const char *text, struct terms_hints *hints) {
    char path[] = "/tmp/test_terms.XXXXXX";
    struct terms t = two_labs();
    size_t n = 77;
    int fd = mkstemp(path);
    CU_ASSERT_EQUAL(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    terms_hints_read(path, &t, hints, &n);
    unlink(path);
    return n;
}

static void hints_are_read_from_progress(void) {
    struct terms_hints h[TERMS_HINTS_MOST];
    CU_ASSERT_EQUAL(hints_in("{\"labs\": {\"02_two\": {\"hints\": {\"a\": {\"step\": 3, \"shown\": "
                             "{\"1\": \"\", \"race\": \"\", \"3\": \"\", \"22\": 1}}}}}}",
                             h),
                    1);
    CU_ASSERT_STRING_EQUAL(h[0].lab, "02_two");
    CU_ASSERT_EQUAL(h[0].step, 3);
    CU_ASSERT_TRUE(h[0].shown[0] == 1 && h[0].shown[1] == 0 && h[0].shown[2] == 1);
}

static void odd_progress_files_are_no_hints(void) {
    static const char *const odd[] = {
        "",
        "[]",
        "{\"labs\": 3}",
        "{\"labs\": {\"02_two\": []}}",
        "\xff\xfe",
        "{\"labs\": ",
        "{\"labs\": {\"02_two\": {\"hints\": {\"a\": {\"step\": -1, \"shown\": {\"1\": 1}}}}}}",
        "{\"labs\": {\"02_two\": {\"hints\": {\"a\": {\"step\": 1e99, \"shown\": {\"1\": 1}}}}}}"};
    struct terms_hints h[TERMS_HINTS_MOST];
    struct terms t = two_labs();
    size_t n = 77;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) CU_ASSERT_EQUAL(hints_in(odd[i], h), 0);
    terms_hints_read("/dev/zero", &t, h, &n);
    CU_ASSERT_EQUAL(n, 0);
    terms_hints_read("/nowhere", &t, h, &n);
    CU_ASSERT_EQUAL(n, 0);
}

static const struct unit_test tests[] = {
    {"weights multiply a lab's points", weights_multiply},
    {"only stages that the terms know count, once, and up to their points",
     only_what_counts_counts},
    {"hints cost no more than their step earned", hints_cost_no_more_than_their_step},
    {"a day that has begun is a day late, and free days are free", days_that_have_begun_are_late},
    {"an hour that has begun counts, after the grace, up to the day that all is over",
     hours_and_grace_and_the_end},
    {"a late penalty is rounded down", a_penalty_is_rounded_down},
    {"sums are scaled to the nearest point", sums_are_scaled_to_the_nearest_point},
    {"weights have decimals, and their sum is rounded once", weights_have_decimals},
    {"bonus labs and stages count on top", bonus_counts_on_top},
    {"the labs with the lowest share are dropped, never all, and no bonus", the_lowest_are_dropped},
    {"due times are read, with their zones, and others refused", times_are_read},
    {"hints that were shown are read from a progress file", hints_are_read_from_progress},
    {"a progress file that is none charges nothing", odd_progress_files_are_no_hints},
};

UNIT_MAIN("terms", tests)
