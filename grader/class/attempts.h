/**
 * @file
 * @brief Several submissions of one student: the last one counts, or the best (rubric: attempts).
 *
 * One student's are entries of an LMS with one number and one name, folders attempt-1, attempt-2 in an entry, and the
 * entries of all lines that a student has in the roster.
 */
#ifndef SORTLAB_CLASS_ATTEMPTS_H
#define SORTLAB_CLASS_ATTEMPTS_H

#include "grader/class/results.h"

/** Makes one student of them, with the newest submission. Where the best one counts, the others stay in `tries`. */
void attempts_settle(struct class *c);

/** When all are graded: each student gets the best of his or her tries. */
void attempts_choose(struct class *c, const struct class_row *blank);

/** All that was handed in, and when. */
void attempts_hand_on(const struct class *c, const struct class_student *from,
                      struct class_student *to);

#endif
