/**
 * @file
 * @brief Functions that call one another's, where a step or a lab wants its own way.
 */
#ifndef SORTLAB_SWAPS_H
#define SORTLAB_SWAPS_H

#include "grader/selftest/mutants/mutant.h"

/** Adds what is made of a solution when a function calls one of `other`, which may be the same, of its type. */
void swaps(struct mutants *all, const struct solution *of, const struct solution *other);

#endif
