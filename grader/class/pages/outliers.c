/**
 * @file
 * @brief The class's page: students who do not go with the rest, and pairs whose files look alike.
 */
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Outliers. With fewer than LEAST students "the rest" says nothing.
 */
enum { LEAST = 8, MOST_LISTED = 20, EASY = 90, HARD = 30 };

static void outlier(struct html *h, const struct page_student *s, const char *why) {
    html_begin(h, "li", NULL);
    part_link(h, s);
    html_textf(h, ", %d %%: %s", page_score_percent(s), why);
    html_end(h);
}

/* By Tukey's rule: further than one and a half times the middle half is wide from that half. */
static const char *far_off(int score, const int *sorted, size_t n) {
    int low = part_quarter(sorted, n, 1), high = part_quarter(sorted, n, 3),
        reach = 3 * (high - low);
    if (2 * (low - score) > reach) return "far below the rest";
    if (2 * (score - high) > reach) return "far above the rest";
    return NULL;
}

/* Passes a stage that hardly anybody passes, and fails one that nearly everybody does. */
static bool is_uneven(const struct page_class *c, const struct page_student *s, char why[700]) {
    const struct page_column *hard = NULL, *easy = NULL;
    char hard_name[300], easy_name[300];
    for (size_t i = 0; i < s->n_stages; i++) {
        const struct page_column *one = &c->columns[s->stages[i].column];
        int share = page_percent(one->passed, one->tried);
        bool passed = page_stage_passed(&s->stages[i]);
        if (one->tried < LEAST) continue;
        if (passed && share <= HARD && !hard) hard = one;
        if (!passed && share >= EASY && !easy) easy = one;
    }
    if (!hard || !easy) return false;
    snprintf(why, 700, "passes %s (%d %% do), and fails %s (%d %% pass it)",
             part_stage_name(hard, hard_name), page_percent(hard->passed, hard->tried),
             part_stage_name(easy, easy_name), page_percent(easy->passed, easy->tried));
    return true;
}

void part_outliers(struct html *h, const struct page_class *c) {
    size_t n, found = 0;
    int *sorted = part_sorted_scores(c, &n);
    if (!sorted) return;
    part_begin(h, "outliers", "Outliers", "list");
    html_put(h, "p", "note",
             "Scores further from the middle half of all than one and a half times its width; and "
             "students who pass what at most 30 % pass, and fail what 90 % or more pass.");
    html_begin(h, "ul", NULL);
    for (size_t i = 0; n >= LEAST && i < c->n_students; i++) {
        const struct page_student *s = &c->students[i];
        const char *far = far_off(page_score_percent(s), sorted, n);
        char why[700];
        bool uneven = is_uneven(c, s, why);
        if (s->state != PAGE_GRADED || (!far && !uneven) || found++ >= MOST_LISTED) continue;
        outlier(h, s, far ? far : why);
    }
    if (n < LEAST) html_putf(h, "li", "note", "With fewer than %d students nobody is one.", LEAST);
    if (n >= LEAST && found == 0) html_put(h, "li", "note", "There are none.");
    if (found > MOST_LISTED) html_putf(h, "li", "note", "And %zu more.", found - MOST_LISTED);
    html_end(h);
    html_end(h);
    free(sorted);
}

/*
 * Pairs.
 */
static void name_cell(struct html *h, const struct page_class *c, const char *id) {
    const struct page_student *s = part_student(c, id);
    html_begin(h, "td", NULL);
    if (s)
        part_link(h, s);
    else
        html_text(h, id);
    html_end(h);
}

static int number_at(const json_t *array, size_t i) {
    return (int)json_integer_value(json_array_get(array, i));
}

enum { MOST_RUNS = 4 };

/* "21-110 is 21-106, ..." */
static void lines_cell(struct html *h, const json_t *runs) {
    size_t i, n = json_array_size(runs);
    json_t *run;
    html_begin(h, "td", "class", "lines", NULL);
    json_array_foreach(runs, i, run) {
        const json_t *a = json_object_get(run, "a"), *b = json_object_get(run, "b");
        if (i < MOST_RUNS)
            html_textf(h, "%s%d\u2013%d \u2194 %d\u2013%d", i ? ", " : "", number_at(a, 0),
                       number_at(a, 1), number_at(b, 0), number_at(b, 1));
    }
    if (n > MOST_RUNS) html_textf(h, " and %zu more", n - MOST_RUNS);
    html_end(h);
}

static void pair_row(struct html *h, const struct page_class *c, const json_t *pair) {
    const char *lab = "", *a = "", *b = "";
    int percent = 0, tokens = 0;
    char name[128];
    json_unpack((json_t *)pair, "{s?s, s?s, s?s, s?i, s?i}", "lab", &lab, "a", &a, "b", &b,
                "percent", &percent, "tokens", &tokens);
    html_begin(h, "tr", NULL);
    html_putf(h, "td", "number", "%d %%", percent);
    name_cell(h, c, a);
    name_cell(h, c, b);
    html_put(h, "td", NULL, page_lab_name(lab, name));
    html_putf(h, "td", "number", "%d", tokens);
    lines_cell(h, json_object_get(pair, "runs"));
    html_end(h);
}

static void pair_table(struct html *h, const struct page_class *c, const json_t *pairs) {
    static const char *const names[] = {"Alike", "Student", "and", "Lab", "Tokens", "Lines"};
    size_t i;
    json_t *pair;
    html_begin(h, "div", "class", "scroll tall", "tabindex", "0", "role", "region", "aria-label",
               "Pairs that look alike", NULL);
    html_begin(h, "table", NULL);
    html_begin(h, "thead", NULL);
    html_begin(h, "tr", NULL);
    for (i = 0; i < 6; i++) html_put(h, "th", i == 0 || i == 4 ? "number" : NULL, names[i]);
    html_end(h);
    html_end(h);
    html_begin(h, "tbody", NULL);
    json_array_foreach(pairs, i, pair) pair_row(h, c, pair);
    html_end(h);
    html_end(h);
    html_end(h);
}

void part_similar(struct html *h, const struct page_class *c) {
    const json_t *found = c->similarity, *pairs = json_object_get(found, "pairs");
    const char *skipped = json_string_value(json_object_get(found, "skipped"));
    size_t n = json_array_size(pairs),
           left_out = json_array_size(json_object_get(found, "left_out"));
    int all = (int)json_integer_value(json_object_get(found, "found"));
    part_begin(h, "similar", "Files that look alike", "list");
    html_begin(h, "p", "class", "note", NULL);
    if (!found || skipped)
        html_textf(h, "Nothing was compared%s%s.", skipped ? ": " : "", skipped ? skipped : "");
    else {
        html_textf(
            h,
            "%d files compared, the skeleton's own lines left out; names, numbers and blanks "
            "do not count. A pair is listed when %d %% or more of the shorter one's tokens "
            "stand in the other too, %d or more in a row. It is a reason to read both, and "
            "no proof.",
            (int)json_integer_value(json_object_get(found, "compared")),
            (int)json_integer_value(json_object_get(found, "threshold")),
            (int)json_integer_value(json_object_get(found, "run")));
        if (left_out)
            html_textf(h, " %zu with too little of their own, or odd, are left out.", left_out);
        if (all > (int)n) html_textf(h, " Of %d pairs these are the most alike.", all);
    }
    html_end(h);
    if (n) pair_table(h, c, pairs);
    if (found && !skipped && !n) html_put(h, "p", NULL, "No two are.");
    html_end(h);
}
