/**
 * @file
 * @brief Stages, failures and hints: where they stand in the state.
 */
#include "grader/grade/learner/record.h"
#include "grader/grade/judge/failure.h"

#include <string.h>
#include <time.h>

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_t *lab_of(const json_t *state, const char *lab) {
    return json_object_get(json_object_get(state, "labs"), lab);
}

/*
 * Stages.
 */
struct record_stage record_stage(const json_t *state, const char *lab, const char *title) {
    json_t *stage = json_object_get(json_object_get(lab_of(state, lab), "stages"), title);
    return (struct record_stage){text_of(stage, "verdict"), text_of(stage, "fingerprint"),
                                 text_of(stage, "checked"), text_of(stage, "solved")};
}

static bool is_right(const json_t *state, const struct stage_lab *lab, size_t row) {
    return strcmp(record_stage(state, lab->name, lab->rows[row].title).verdict, "OK") == 0;
}

bool record_holds(const json_t *state, const struct stage_lab *lab, size_t row,
                  const char *fingerprint) {
    struct record_stage stage = record_stage(state, lab->name, lab->rows[row].title);
    return strcmp(stage.verdict, "OK") == 0 && strcmp(stage.fingerprint, fingerprint) == 0;
}

bool record_all_hold(const json_t *state, const struct stage_lab *lab, const char *fingerprint) {
    size_t row = 0;
    while (row < lab->n_rows && record_holds(state, lab, row, fingerprint)) row++;
    return row == lab->n_rows;
}

size_t record_frontier(const json_t *state, const struct stage_lab *lab) {
    size_t row = 0;
    while (row < lab->n_rows && is_right(state, lab, row)) row++;
    return row;
}

int record_stage_points(const json_t *state, const struct stage_lab *lab, size_t row) {
    const struct stage_row *r = &lab->rows[row];
    return verdict_points(verdict_by_code(record_stage(state, lab->name, r->title).verdict),
                          r->points);
}

int record_points(const json_t *state, const struct stage_lab *lab) {
    int points = 0;
    for (size_t i = 0; i < lab->n_rows; i++) points += record_stage_points(state, lab, i);
    return points;
}

int record_max_points(const struct stage_lab *lab) {
    int points = 0;
    for (size_t i = 0; i < lab->n_rows; i++) points += lab->rows[i].points;
    return points;
}

/*
 * Results.
 */
struct results {
    const struct stage_result *results;
    size_t n;
    const char *fingerprint;
    char now[32];
};

static bool was_run(const struct stage_result *r) {
    return r->verdict > VERDICT_NONE_YET && r->verdict < VERDICT_COMPILE;
}

/*
 * How long a learner worked at each stage, and how many files of his were checked for it. Two checks with little time
 * between them are one sitting, and that time belongs to the first stage that was not solved before.
 */
enum { SITTING_S = 30 * 60 };

static time_t seconds_of(const char *text) {
    struct tm utc = {0};
    return strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc) ? timegm(&utc) : 0;
}

static void add(json_t *stage, const char *key, json_int_t more) {
    json_object_set_new(stage, key,
                        json_integer(json_integer_value(json_object_get(stage, key)) + more));
}

static void keep_effort(json_t *state, const struct results *all) {
    time_t now = seconds_of(all->now), gap = now - seconds_of(text_of(state, "checked"));
    json_object_set_new(state, "checked", json_string(all->now));
    for (size_t i = 0; i < all->n; i++) {
        const struct stage_result *r = &all->results[i];
        json_t *lab = state_object(state_object(state, "labs"), r->lab->name);
        json_t *stage = state_object(state_object(lab, "stages"), r->row->title);
        if (json_object_get(stage, "solved")) continue;
        json_object_set_new(stage, "step", json_integer(r->row->step));
        add(stage, "tries", strcmp(text_of(stage, "tried"), all->fingerprint) != 0);
        json_object_set_new(stage, "tried", json_string(all->fingerprint));
        if (gap > 0 && gap < SITTING_S) add(stage, "worked_s", gap);
        return;
    }
}

static void keep_stage(json_t *stages, const struct stage_result *r, const struct results *all) {
    json_t *stage = state_object(stages, r->row->title);
    json_object_set_new(stage, "step", json_integer(r->row->step));
    json_object_set_new(stage, "points", json_integer(r->points));
    json_object_set_new(stage, "max_points", json_integer(r->row->points));
    json_object_set_new(stage, "verdict", json_string(verdict_code(r->verdict)));
    json_object_set_new(stage, "fingerprint", json_string(all->fingerprint));
    json_object_set_new(stage, "checked", json_string(all->now));
    if (r->verdict == VERDICT_OK && !json_object_get(stage, "solved"))
        json_object_set_new(stage, "solved", json_string(all->now));
}

/* A file that does not build fails where the learner is. */
static const struct stage_row *row_that_failed(const json_t *state, const struct stage_result *r) {
    size_t frontier = record_frontier(state, r->lab);
    return was_run(r) || frontier == r->lab->n_rows ? r->row : &r->lab->rows[frontier];
}

static void keep_failure(json_t *state, const struct stage_result *r, const struct results *all) {
    const struct stage_row *row = row_that_failed(state, r);
    json_t *failure = json_object();
    json_object_set_new(failure, "lab", json_string(r->lab->name));
    json_object_set_new(failure, "stage", json_string(row->title));
    json_object_set_new(failure, "step", json_integer(row->step));
    json_object_set_new(failure, "verdict", json_string(verdict_code(r->verdict)));
    json_object_set_new(failure, "class", json_string(failure_name(r->failure.kind)));
    json_object_set_new(failure, "when", json_string(all->now));
    json_object_set_new(state, "last_failure", failure);
}

static void forget_failure(json_t *state, const struct stage_result *r) {
    struct record_failure last = record_failure(state);
    if (strcmp(last.lab, r->lab->name) == 0 && strcmp(last.stage, r->row->title) == 0)
        json_object_del(state, "last_failure");
}

static void keep_results(json_t *state, void *context) {
    const struct results *all = context;
    const struct stage_result *failed = NULL;
    keep_effort(state, all);
    for (size_t i = 0; i < all->n; i++) {
        const struct stage_result *r = &all->results[i];
        json_t *lab = state_object(state_object(state, "labs"), r->lab->name);
        if (was_run(r)) keep_stage(state_object(lab, "stages"), r, all);
        if (r->verdict == VERDICT_OK) forget_failure(state, r);
        if (!failed && r->verdict > VERDICT_OK && r->verdict != VERDICT_INTERNAL) failed = r;
    }
    if (failed) keep_failure(state, failed, all);
}

bool record_results(const char *path, const struct stage_result *results, size_t n,
                    const char *fingerprint) {
    struct results all = {results, n, fingerprint, ""};
    state_now(all.now);
    return state_change(path, keep_results, &all);
}

struct record_failure record_failure(const json_t *state) {
    json_t *failure = json_object_get(state, "last_failure");
    return (struct record_failure){text_of(failure, "lab"), text_of(failure, "stage"),
                                   text_of(failure, "class"),
                                   (int)json_integer_value(json_object_get(failure, "step"))};
}

/*
 * Hints.
 */
json_t *record_hints(const json_t *state, const char *lab, const char *name) {
    json_t *hints = json_object_get(lab_of(state, lab), "hints");
    return json_object_get(json_object_get(hints, name), "shown");
}

struct shown {
    const char *lab, *name, *which;
    int step;
};

static void keep_hint(json_t *state, void *context) {
    const struct shown *shown = context;
    json_t *lab = state_object(state_object(state, "labs"), shown->lab);
    json_t *hint = state_object(state_object(lab, "hints"), shown->name);
    json_t *all = state_object(hint, "shown");
    char now[32];
    json_object_set_new(hint, "step", json_integer(shown->step));
    if (!json_object_get(all, shown->which))
        json_object_set_new(all, shown->which, json_string(state_now(now)));
}

bool record_hint_shown(const char *path, const char *lab, const char *name, int step,
                       const char *which) {
    struct shown shown = {lab, name, which, step};
    return state_change(path, keep_hint, &shown);
}
