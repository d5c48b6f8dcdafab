/**
 * @file
 * @brief When a submission came, by a clock that its student does not set.
 */
#ifndef SORTLAB_CLASS_ARRIVAL_H
#define SORTLAB_CLASS_ARRIVAL_H

#include "grader/class/journal.h"

/**
 * Reads ARRIVALS: a CSV with the columns `entry` and `submitted`, and `commit` where it is a log of pushes, or
 * Moodle's grading worksheet. Of several lines for one entry the last time counts; of lines with a commit those
 * of the commit that is graded alone. Ends the program with a sentence where it cannot be read.
 */
void arrival_list(struct class *c);

/**
 * Chooses the time of each submission (enum clock). Dates of files are remembered in the journal when they are first
 * seen, so that copying a class changes none. A date before the course or in the future is remarked on, and where
 * a file says so the moment at which it was first seen counts.
 */
void arrival_settle(struct class *c, struct journal *j);

/** "its entry in SUBMISSIONS", and the like. */
const char *arrival_clock(enum clock clock);

#endif
