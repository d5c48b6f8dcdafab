/**
 * @file
 * @brief Partial points: by the cases that pass, if these are more than half.
 *
 * A file that does nothing is right for empty arrays, and for those that are in order already. Where the case fails by
 * which the method is known there are no more points than for another method.
 */
#include "grader/grade/judge/attempt.h"

#include <stdio.h>
#include <stdlib.h>

/* The stage is judged again without the cases that fail, until none of those that are left does. */
static enum verdict judge_rest(const struct attempt *a, struct judge_choice *rest) {
    const struct stage_result *r = a->r;
    struct stage_result part = *r;
    struct attempt again = *a;
    again.r = &part;
    again.choice = rest;
    while (attempt_is_of_case(part.verdict) && part.failed && !run_budget_is_spent()) {
        rest->without |= part.failed;
        part = (struct stage_result){.lab = r->lab, .row = r->row, .number = r->number};
        if ((size_t)__builtin_popcountll(rest->without) >= r->row->n_cases) break;
        attempt_orders(&again);
        free(part.printed);
        free(part.details);
    }
    return part.verdict;
}

void attempt_part(const struct attempt *a) {
    struct stage_result *r = a->r;
    struct judge_choice rest = *a->choice;
    int cases = (int)r->row->n_cases, half = r->row->points / 2;
    char text[200];
    if (!rest.partial || !attempt_is_whole(&rest) || !attempt_is_of_case(r->verdict)) return;
    enum verdict verdict = judge_rest(a, &rest);
    int passed = cases - __builtin_popcountll(rest.without);
    if (2 * passed > cases) r->points = verdict_points(verdict, r->row->points * passed / cases);
    int counted = attempt_counted_case(a);
    bool unknown = counted && rest.without >> (counted - 1) & 1;
    if (unknown && r->points > half) r->points = half;
    if (verdict != VERDICT_OK && verdict != VERDICT_COUNTS) return;
    snprintf(text, sizeof(text), "%d of its %d cases pass%s: %d of %d points", passed, cases,
             2 * passed <= cases         ? ", and points begin above one half"
             : verdict == VERDICT_COUNTS ? ", by another method, which halves the points"
             : unknown ? ", but the case that shows the method fails: half of the points at most"
                       : "",
             r->points, r->row->points);
    attempt_note(r, text);
}
