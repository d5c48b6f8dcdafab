/**
 * @file
 * @brief The labs that there are, by the names that people type (lab_name.h).
 */
#ifndef SORTLAB_LABS_H
#define SORTLAB_LABS_H

#include "common/stage/stage.h"
#include "grader/shared/lab_name.h"

/** NULL: there is none. */
const struct stage_lab *lab_find(const char *wanted);

/** Ends the program with a sentence that names all labs, with what is to be said behind them. */
_Noreturn void lab_missing(const char *wanted, const char *remark);

/** The number in a lab's name, as LAB= takes it: "03". */
const char *lab_number(const struct stage_lab *lab, char number[8]);

#endif
