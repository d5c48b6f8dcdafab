/**
 * @file
 * @brief The class's page: students who do not go with the rest.
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
