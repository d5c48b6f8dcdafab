/**
 * @file
 * @brief How fast a lab's largest cases are, beside the reference's.
 */
#ifndef SORTLAB_TIME_H
#define SORTLAB_TIME_H

#include "grader/shared/terminal.h"
#include "grader/grade/judge/build.h"

/** Prints the stages that have a case which takes long enough to be measured; else nothing. */
void time_print(const struct terminal *s, const struct workspace *workspace, struct build *build);

#endif
