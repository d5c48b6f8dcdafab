/**
 * @file
 * @brief One case of one stage, laid out so that gdb can run it (make debug).
 */
#ifndef SORTLAB_DEBUG_H
#define SORTLAB_DEBUG_H

#include "grader/grade/judge/judge.h"

/** What is wanted. */
struct debug_request {
    const char *out;        /**< the folder that gets the files */
    const char *submission; /**< whose code */
    const char *folder;     /**< to build in */
    const struct stage_lab *lab;
    int stage; /**< from 1; 0: the first one that fails */
    struct judge_choice choice;
};

/**
 * Judges the stages that were asked for up to the first failure, says what failed, and writes three files to
 * `out`: `child`, the program; `inputs`, its case; `case.gdb`, which tells gdb how to run it. It takes as
 * long as the checks of these stages. If no stage fails, the case is the first one that was asked for.
 * @return the program's exit code: 0; 1 if the learner's file does not build; 2 with a sentence on stderr
 */
int debug_stage(const struct debug_request *wanted);

#endif
