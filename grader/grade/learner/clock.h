/**
 * @file
 * @brief An examination's time: when it began on this machine, and how long is left.
 */
#ifndef SORTLAB_CLOCK_H
#define SORTLAB_CLOCK_H

#include "grader/grade/learner/course.h"

/**
 * Says in a line how much of so many minutes is left since the first check, and keeps in the state when that was. A
 * learner can change the clock and the state, so this decides nothing.
 * @return exit status
 */
int clock_print(const struct course *course, const char *minutes);

#endif
