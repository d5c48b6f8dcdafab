/**
 * @file
 * @brief Does the compiler make the same machine code of a mutant as of the solution?
 */
#ifndef SORTLAB_MACHINE_H
#define SORTLAB_MACHINE_H

#include "grader/selftest/mutants/mutant.h"

/**
 * Compiles both as the grader would (grader/grade/child.mk), takes out what a debugger needs, and compares.
 * @param folder to work in; it exists
 */
bool machine_code_same(const struct mutant *m, const char *device, const char *folder);

#endif
