/**
 * @file
 * @brief A case's inputs as the learner's code gets them: copies, which are compared afterwards.
 */
#ifndef SORTLAB_CHILD_INPUTS_H
#define SORTLAB_CHILD_INPUTS_H

#include "common/stage/stage.h"
#include "grader/grade/judge/records.h"

/** The case's copy of an input, made when it is asked for first. */
const uint32_t *child_input(const struct record *record);

/** At the end of a case: says which input has changed, and gives the copies back. */
void child_inputs_end(struct stage *s);

#endif
