/**
 * @file
 * @brief The map of the course: labs, steps, points, and where the learner is.
 */
#ifndef SORTLAB_MAP_H
#define SORTLAB_MAP_H

#include "grader/grade/learner/course.h"

/** Prints it; returns the exit status. */
int map_print(const struct course *course);

#endif
