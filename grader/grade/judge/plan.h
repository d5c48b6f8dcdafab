/**
 * @file
 * @brief What a stage will be run on: its cases, and all their inputs in one file that is sealed.
 */
#ifndef SORTLAB_PLAN_H
#define SORTLAB_PLAN_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/stage_bag.h"

enum { PLAN_CASES = 64, PLAN_SEED = 7 /**< where a case names none */ };

struct plan {
    struct stage_case cases[PLAN_CASES];
    int numbers[PLAN_CASES]; /**< of the cases in the stage's table, from 1, as CASE= takes them */
    uint32_t n;
    uint32_t
        often; /**< so many of them are for every order and for the checks; the rest are last */
    struct stage_bag in;
};

/** Makes the inputs; false when there is no memory for them, or no such case. */
bool plan_make(struct plan *plan, const struct stage_row *row, const struct judge_choice *choice);
/** The same for these cases, at most PLAN_CASES, as they are. */
bool plan_make_of(struct plan *plan, const struct stage_row *row, const struct stage_case *cases,
                  uint32_t n);
void plan_free(struct plan *plan);

#endif
