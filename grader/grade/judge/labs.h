/**
 * @file
 * @brief Labs by the names that people type: 3, 03 or 03_atomic_merge.
 */
#ifndef SORTLAB_LABS_H
#define SORTLAB_LABS_H

#include "common/stage/stage.h"

/** Whether a lab of this name is the one that is wanted. */
bool lab_is(const char *name, const char *wanted);

/** NULL: there is none. */
const struct stage_lab *lab_find(const char *wanted);

/** Ends the program with a sentence that names all labs, with what is to be said behind them. */
_Noreturn void lab_missing(const char *wanted, const char *remark);

/** The number in a lab's name, as LAB= takes it: "03". */
const char *lab_number(const struct stage_lab *lab, char number[8]);

#endif
