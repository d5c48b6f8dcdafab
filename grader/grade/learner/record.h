/**
 * @file
 * @brief Stages, failures and hints in a learner's state.
 */
#ifndef SORTLAB_RECORD_H
#define SORTLAB_RECORD_H

#include "grader/grade/judge/result.h"
#include "grader/grade/learner/state.h"

/** What is known of a stage; the texts live as long as the state, and are "" where nothing is. */
struct record_stage {
    const char *verdict; /**< its code: "OK" */
    const char *fingerprint, *checked, *solved;
};

struct record_stage record_stage(const json_t *state, const char *lab, const char *title);

/** It was right, and nothing has changed since. */
bool record_holds(const json_t *state, const struct stage_lab *lab, size_t row,
                  const char *fingerprint);
bool record_all_hold(const json_t *state, const struct stage_lab *lab, const char *fingerprint);

/** The first stage that is not known to be right, from 0; n_rows when all are. */
size_t record_frontier(const json_t *state, const struct stage_lab *lab);

/** Of the stages that were right when they were last run. */
int record_points(const json_t *state, const struct stage_lab *lab);
int record_stage_points(const json_t *state, const struct stage_lab *lab, size_t row);
int record_max_points(const struct stage_lab *lab);

/**
 * Keeps what a lab's stages came to, and the first failure of them. Stages that were not run do not
 * change; nor do any when the file did not build.
 */
bool record_results(const char *path, const struct stage_result *results, size_t n,
                    const char *fingerprint);

/** What failed last; step 0: nothing that is not solved by now. */
struct record_failure {
    const char *lab, *stage;
    const char *class; /**< its kind: "race" */
    int step;
};

struct record_failure record_failure(const json_t *state);

/** The hints that were shown for a step, by its name: levels and classes, as the keys of an object, each
 * with the day on which it was first shown; NULL: none. */
json_t *record_hints(const json_t *state, const char *lab, const char *name);

/** Keeps that a hint was shown. */
bool record_hint_shown(const char *path, const char *lab, const char *name, int step,
                       const char *which);

#endif
