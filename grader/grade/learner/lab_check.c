/**
 * @file
 * @brief One lab of a learner: known, built, quickly judged, wholly judged.
 */
#include "grader/grade/learner/lab_check.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/learner/record.h"

#include <stdlib.h>

static bool judge_row(struct lab_check *c, size_t row, bool quick) {
    struct judge_choice choice = {.n = -1, .repeat_by = judge_repeat_by(c->device), .quick = quick};
    struct stage_result *r = &c->results[row];
    c->heard(c->context, quick ? CHECK_SMALL : CHECK_ALL, row, row);
    judge_stage(r, &c->build, c->device, &choice);
    bool right = r->verdict == VERDICT_OK;
    if (quick && right) r->verdict = VERDICT_NONE_YET; /* not known yet */
    return right;
}

/* The first stage that fails at small inputs; n_rows: none. */
static size_t judge_quickly(struct lab_check *c) {
    size_t row = 0;
    while (row < c->lab->n_rows && judge_row(c, row, true)) row++;
    return row;
}

/* All inputs of the stages from `row` to before `end` that are not known to be right; the first that
 * fails, or end. */
static size_t judge_wholly(struct lab_check *c, const json_t *state, size_t row, size_t end) {
    while (row < end &&
           (record_holds(state, c->lab, row, c->fingerprint) || judge_row(c, row, false)))
        row++;
    return row;
}

/* The stage that fails, or n_rows. A file that does not build fails where the learner is. */
static size_t judge_lab(struct lab_check *c, const json_t *state) {
    size_t n = c->lab->n_rows, frontier = record_frontier(state, c->lab);
    if (c->build.verdict != VERDICT_OK) {
        size_t row = frontier < n ? frontier : 0;
        judge_row(c, row, true);
        return row;
    }
    size_t quick = judge_quickly(c);
    if (quick < frontier) return quick;
    if (quick > frontier) c->heard(c->context, CHECK_SMALL_RIGHT, quick - 1, frontier);
    size_t row = judge_wholly(c, state, frontier, quick); /* what is new */
    if (row < n) return row;
    row = judge_wholly(c, state, 0, frontier); /* what was right in an older file */
    return row < frontier ? row : n;
}

static void judge_and_keep(struct lab_check *c, const json_t *before) {
    size_t n = c->lab->n_rows;
    c->failed = judge_lab(c, before);
    record_results(c->state, c->results, n, c->fingerprint);
    json_t *state = state_read(c->state);
    if (c->failed < n) c->points = record_points(state, c->lab);
    json_decref(state);
}

bool lab_check(struct lab_check *c, const struct workspace *workspace, const char *submission,
               const char *source) {
    const struct stage_lab *lab = c->lab;
    json_t *state = state_read(c->state);
    fingerprint_of(lab->name, source, c->device, c->fingerprint);
    c->build = (struct build){.lab = lab};
    c->failed = lab->n_rows;
    c->points = record_max_points(lab);
    bool known = record_all_hold(state, lab, c->fingerprint);
    c->results = known ? NULL : calloc(lab->n_rows, sizeof(*c->results));
    for (size_t i = 0; c->results && i < lab->n_rows; i++)
        c->results[i] =
            (struct stage_result){.lab = lab, .row = &lab->rows[i], .number = (int)i + 1};
    if (c->results) {
        c->heard(c->context, CHECK_BUILDS, 0, 0);
        build_all(workspace, submission, &c->build, 1);
        judge_and_keep(c, state);
    }
    json_decref(state);
    return known || c->results;
}

void lab_check_explain(struct lab_check *c) {
    const struct judge_choice choice = {.n = -1, .repeat_by = judge_repeat_by(c->device)};
    judge_explain(&c->results[c->failed], &c->build, &choice);
    record_results(c->state, &c->results[c->failed], 1, c->fingerprint); /* now its kind is known */
}

void lab_check_free(struct lab_check *c) {
    free(c->results);
}
