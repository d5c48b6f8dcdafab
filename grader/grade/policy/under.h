/**
 * @file
 * @brief One submission under terms: which labs, points and limits, what is hidden, and what the instructor
 *        alone is told. Without terms the labs say all of that themselves, and nothing here does anything.
 */
#ifndef SORTLAB_UNDER_H
#define SORTLAB_UNDER_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/policy/terms.h"
#include "grader/grade/sandbox/sandbox.h"

/** Reads the terms; ends the program with a sentence and exit code 2 when they are none. */
void under_terms(const char *path);

/** NULL without terms. */
const struct terms *under(void);

/** Whether a sandbox is as strong as the terms want it at least. */
bool under_will_do(enum sandbox_kind kind);

/** Whether the lab counts. */
bool under_counts(const struct stage_lab *lab);

/** The lab's row i, with the points that it has under the terms. */
const struct stage_row *under_row(const struct stage_lab *lab, size_t i);

/** What a stage is run on: `asked`, with the limits and the hidden seeds of the terms in it. */
struct judge_choice under_choice(const struct stage_result *r, const struct build *build,
                                 const struct judge_choice *asked);

/**
 * Keeps for the instructor what a stage came to, and leaves of a hidden one no more than whether it passes.
 * To be called once for each stage, when it is judged and before anybody is told.
 */
void under_tell(struct stage_result *r, const struct judge_choice *choice);

/** Writes what was kept, for its owner's eyes; false with errno. */
bool under_write(const char *path, const struct result *result);

#endif
