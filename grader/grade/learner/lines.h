/**
 * @file
 * @brief A failure as a compiler would say it, "file:line: error: words", for an editor's list of errors.
 */
#ifndef SORTLAB_LINES_H
#define SORTLAB_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/result.h"

/**
 * Of stage i the line where the failure is, with what is wrong; then, as notes, other lines that it names, the call of
 * the smallest input, the advice and how to run it again; then what the compiler warned of. What fails as a stage
 * before it of the lab says just that. Nothing where the stage has not failed, and nothing for a second time of what
 * ends a whole lab.
 */
void lines_print(FILE *out, const struct result *result, size_t i, const struct build *b);

#endif
