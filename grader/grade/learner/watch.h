/**
 * @file
 * @brief Checks again at every save, until it is interrupted.
 */
#ifndef SORTLAB_LEARNER_WATCH_H
#define SORTLAB_LEARNER_WATCH_H

#include "grader/grade/learner/course.h"

/** Watches one lab's files, or those of all labs (only NULL); returns the exit status. */
int watch_labs(const struct course *course, const struct stage_lab *only);

#endif
