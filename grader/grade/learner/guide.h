/**
 * @file
 * @brief Where a learner goes on: the file and line to open, its page, what to type.
 */
#ifndef SORTLAB_GUIDE_H
#define SORTLAB_GUIDE_H

#include "grader/shared/terminal.h"
#include "grader/grade/judge/build.h"

/** "03 atomic merge" */
const char *guide_name(const struct stage_lab *lab, char text[128]);

/** The first line of the step's TODO in a file; 0 when there is none. */
int guide_todo_line(const char *source, int step);

/** The line that a failure means: what the compiler or a checker names, else the step's TODO, else the function that
 * the stage calls; 0: none is known. */
int guide_line(const struct stage_result *r, const struct build *b);

/** Open this, read that, see it so, then type so; all: with what repeats it and the hint, where no table
 * has said them. */
void guide_print(const struct terminal *s, const struct stage_result *r, const struct build *b,
                 const char *device, bool all);

#endif
