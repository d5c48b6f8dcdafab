/**
 * @file
 * @brief What a stage will be run on: its cases, and all their inputs in one file that is sealed.
 */
#ifndef SORTLAB_STAGE_INPUTS_H
#define SORTLAB_STAGE_INPUTS_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/stage_bag.h"

enum { STAGE_INPUTS_CASES = 64, STAGE_INPUTS_SEED = 7 /**< where a case names none */ };

struct stage_inputs {
    struct stage_case cases[STAGE_INPUTS_CASES];
    int numbers
        [STAGE_INPUTS_CASES]; /**< of the cases in the stage's table, from 1, as CASE= takes them */
    uint32_t n;
    uint32_t
        often; /**< so many of them are for every order and for the checks; the rest are last */
    struct stage_bag in;
};

/** Makes the inputs; false when there is no memory for them, or no such case. */
bool stage_inputs_make(struct stage_inputs *inputs, const struct stage_row *row,
                       const struct judge_choice *choice);
/** The same for these cases, at most STAGE_INPUTS_CASES, as they are. */
bool stage_inputs_make_of(struct stage_inputs *inputs, const struct stage_row *row,
                          const struct stage_case *cases, uint32_t n);
void stage_inputs_free(struct stage_inputs *inputs);

#endif
