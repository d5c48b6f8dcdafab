/**
 * @file
 * @brief Mutants made by a program: one thing in the code of a solution changed at a time.
 */
#include "grader/mutants/mutant.h"

void generate(struct mutants *all, const struct solution *of) {
    (void)all;
    (void)of;
}
