/**
 * @file
 * @brief How students got there: tries, minutes and hints of each stage, from the progress files that they hand in.
 *
 * These are the students' own files (grader/grade/learner/state.h). They say what next year's course should change, and
 * decide no grade but for the hints (terms.h).
 */
#ifndef SORTLAB_CLASS_EFFORT_H
#define SORTLAB_CLASS_EFFORT_H

#include "grader/class/class.h"

/**
 * Writes OUT/effort.csv, a line a student and stage, and sums it up.
 * @return for class.json: {"students": how many handed in such a file, "stages": [{"lab", "stage", "step", "title",
 *         "tried", "solved", "tries", "minutes", "most_minutes", "hints": [of level 1, 2, 3]}]}. tries and minutes are
 *         those of the median student; a quarter of the students needed most_minutes or more
 */
json_t *effort_write(const struct class *c, const struct class_row *blank);

#endif
