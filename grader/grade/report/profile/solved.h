/**
 * @file
 * @brief A lab that is solved: what it costs beside the reference, and what to read next.
 */
#ifndef SORTLAB_SOLVED_H
#define SORTLAB_SOLVED_H

#include "grader/shared/terminal.h"
#include "grader/grade/judge/build.h"

/**
 * Prints it, in about a second: of kernels the counts of a case a stage, on the CPU runtime; of host code the
 * time of its largest cases, beside that of the reference in this run where there are solutions.
 */
void solved_print(const struct terminal *s, const struct workspace *workspace, struct build *build);

#endif
