/**
 * @file
 * @brief What common/build/hint.sh asks of a learner's state.
 */
#ifndef SORTLAB_FOR_HINTS_H
#define SORTLAB_FOR_HINTS_H

#include "grader/grade/learner/record.h"

/**
 * Prints the lab and the step that failed last, as "03_atomic_merge 3 race"; of this lab, or with NULL of all. Where
 * none has failed it is the first step that is not solved of a lab that is named; else nothing.
 * @return exit status
 */
int for_hints_failure(const char *state, const struct stage_lab *lab);

/** Prints what was shown so far for a step, by its name, a line each. */
int for_hints_shown(const char *state, const char *lab, const char *name);

#endif
