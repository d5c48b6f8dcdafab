/**
 * @file
 * @brief What the solutions take to be graded: the measure of what a submission may take.
 */
#ifndef SORTLAB_CLASS_REFERENCE_H
#define SORTLAB_CLASS_REFERENCE_H

#include "grader/class/worker.h"

/** From so many times the solution's processor time on a submission stands out. */
enum { REFERENCE_DEAR = 4 };

/**
 * Fills reference_s of the class's labs. A machine grades each solution once, as submissions are graded, and
 * keeps in FOLDER what that took. Without a budget, or where the kit has no solutions, nothing is measured.
 * @return false when a signal ended it
 */
bool reference_measure(struct class *c);

/** Gives each job its budget. */
void reference_budgets(const struct class *c, struct job *jobs, size_t n);

/** Fills `times` of all rows, from REFERENCE_DEAR on. */
void reference_compare(struct class *c, struct journal *j);

#endif
