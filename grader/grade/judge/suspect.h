/**
 * @file
 * @brief What a person should look at: signs of work that was not done where it should be, or of somebody who
 *        talks to the judge in a child's name. None of them is a proof, so points stay as they are. Names
 *        that no lab has a use for are refused before (grader/grade/child_names.sh).
 */
#ifndef SORTLAB_SUSPECT_H
#define SORTLAB_SUSPECT_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/run.h"

/**
 * Looks at the learner's object file for names of functions that do a lab's work. They are what nm prints as
 * "NAME TYPE", where an expression of grep -E in grader/grade/judge/suspect.txt fits it, or one in
 * labs/NAME/suspect.txt. It does so once for all stages of a build. One sentence; "" when there is nothing.
 */
const char *suspect_object(struct build *build);

/** Looks at what a run handed over and printed: outputs out of turn, or lines that look like the grader's. */
void suspect_run(const struct run *run, const struct records *outputs, uint32_t n_cases, char *text,
                 size_t size);

#endif
