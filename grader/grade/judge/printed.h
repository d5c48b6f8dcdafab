/**
 * @file
 * @brief What a learner's program printed.
 */
#ifndef SORTLAB_PRINTED_H
#define SORTLAB_PRINTED_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/run.h"

/**
 * Counts the lines into r->printed_lines, and keeps the last 20 of them in r->printed where one case alone was run.
 * Lines of the CPU runtime, of CU() and of the C library are none of the learner's.
 */
void printed_keep(struct stage_result *r, const struct run *run, const struct judge_choice *choice);

#endif
