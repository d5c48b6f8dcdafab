/**
 * @file
 * @brief Judges stages: makes inputs, has the child run, looks at the outputs when it is dead.
 */
#ifndef SORTLAB_JUDGE_H
#define SORTLAB_JUDGE_H

#include "grader/judge/build.h"
#include "grader/judge/result.h"

/** What to run; the zero of each field means "as the lab says". */
struct judge_choice {
    int case_number; /**< from 1; 0: all */
    long long n;     /**< -1: the case's own */
    uint64_t seed;   /**< 0: the case's own */
    int cpu_s; /**< seconds of processor time, and more of the clock's; 0: the stage's limit */
    const char *order; /**< SIMT_ORDER; NULL: forward, reverse and two random ones */
    const char
        *repeat_by; /**< "make check", "make grade SUBMISSION=dir": what a learner would type */
};

/**
 * Fills verdict, points, message and repeat of a stage. The child runs once for every order of
 * threads, each time over all cases; the first case that fails decides. Kernels on the CPU runtime
 * whose answers are right are run once more with every access checked.
 */
void judge_stage(struct stage_result *r, struct build *build, const char *device,
                 const struct judge_choice *choice);

/** The number in a lab's name, as LAB= takes it: "03". */
const char *judge_lab_number(const struct stage_lab *lab, char number[8]);

#endif
