/**
 * @file
 * @brief Wrong submissions that nobody has written: drawn by a seed, to measure the bank itself.
 */
#ifndef SORTLAB_UNSEEN_H
#define SORTLAB_UNSEEN_H

#include "grader/selftest/mutants/mutant.h"

/** From what it is drawn: the solutions that are in the list, the bank's FOLDER, and a seed. */
struct unseen *unseen_open(const struct mutants *all, const char *folder, uint64_t seed);

/**
 * Adds up to n more to the list. Which ones, and in what order, depends on the seed alone; none is in the bank, and
 * none comes twice.
 */
void unseen_draw(struct unseen *u, struct mutants *all, size_t n);

/** How many were run that compile, and to other machine code than the solution. */
size_t unseen_counted(const struct mutants *all);

#endif
