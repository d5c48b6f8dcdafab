/**
 * @file
 * @brief A learner's lab, checked: what is known is left out, and the small cases of all stages go first.
 */
#ifndef SORTLAB_LAB_CHECK_H
#define SORTLAB_LAB_CHECK_H

#include "grader/grade/judge/build.h"
#include "grader/grade/learner/fingerprint.h"

/** How far a check is. */
enum check_step {
    CHECK_BUILDS,
    CHECK_SMALL,       /**< a stage runs on small inputs */
    CHECK_SMALL_RIGHT, /**< all stages up to this one are right on small inputs, which is new */
    CHECK_ALL          /**< a stage runs on all inputs */
};

/** Called at each step, so that the first words come early: the stage, from 0, and the first that is new. */
typedef void check_heard(void *context, enum check_step step, size_t row, size_t frontier);

struct lab_check {
    const struct stage_lab *lab;
    const char *device, *state; /**< where kernels run; the state file */
    check_heard *heard;
    void *context;
    /* What it comes to. */
    struct build build;
    struct stage_result
        *results;  /**< a stage each; NULL: nothing was run, since all is known to be right */
    size_t failed; /**< the stage that fails, from 0; n_rows: none */
    int points;
    char fingerprint[FINGERPRINT];
};

/**
 * Judges the lab of which the fields above are set, and keeps what it comes to in the state.
 * @param source the learner's file, "": there is none
 * @return false when there is no memory
 */
bool lab_check(struct lab_check *check, const struct workspace *workspace, const char *submission,
               const char *source);

/** Looks for the smallest input that fails, and for the cause, for a second or a few; keeps its kind. */
void lab_check_explain(struct lab_check *check);

void lab_check_free(struct lab_check *check);

#endif
