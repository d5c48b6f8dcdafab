/**
 * @file
 * @brief Where in a submission each lab's file lies: in a folder, as one file, in an archive or a repository.
 */
#ifndef SORTLAB_FIND_H
#define SORTLAB_FIND_H

#include "grader/grade/judge/build.h"

/**
 * Fills source, shown, copy, also and linked of each build, by the rule of fit.h. What is in an archive
 * or a repository is copied to the workspace first, by the program `unpack` of class runs, which `make`
 * builds when it is wanted. If the submission as a whole is none, each build's verdict and message say
 * so, and the build's `whole` says it in a sentence. If it cannot be told what it holds, the program
 * ends with a sentence and code 2.
 */
void find_sources(const struct workspace *workspace, const char *submission, struct build *builds,
                  size_t n);

/** Whether the submission is one source file, and not this lab's. */
bool find_is_other(const char *submission, const char *lab);

/** "01_serial_radix.c or serial_radix.c": what a lab's file may be called. */
const char *find_names(const char *lab, char names[200]);

#endif
