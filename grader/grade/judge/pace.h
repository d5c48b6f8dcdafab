/**
 * @file
 * @brief How slow this machine is: limits of time are for one that is not.
 */
#ifndef SORTLAB_GRADER_JUDGE_PACE_H
#define SORTLAB_GRADER_JUDGE_PACE_H

/**
 * What every limit of time is multiplied with here: 1, 4 on a machine that is several times slower than the one
 * that the limits were set on, 16 on one that is many times slower, such as one that is emulated.
 *
 * The steps are wide, so that one machine has the same factor in every run. Measured once, in processor time:
 * what else runs there does not count. Cost: some milliseconds.
 */
int pace_factor(void);

/** The factor of a machine that takes so many seconds of processor time for what is measured. */
int pace_factor_of(double seconds);

#endif
