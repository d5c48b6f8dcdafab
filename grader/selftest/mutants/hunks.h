/**
 * @file
 * @brief Changes to a solution, written as lines with -, + and blanks before them.
 */
#ifndef SORTLAB_HUNKS_H
#define SORTLAB_HUNKS_H

#include "grader/selftest/mutants/mutant.h"

/**
 * The solution's text with the hunks applied, which "@@" lines divide. The - and blank lines of each
 * have to stand in the solution in exactly one place; comments and empty lines do not count.
 * @param numbers    of the hunks' lines in the file `path`, for messages
 * @param[out] first the first line that differs, from 1
 * @return NULL after bank_error when a hunk has no place, or several
 */
const char *hunks_apply(const struct solution *of, const struct text *hunks, const size_t *numbers,
                        const char *path, size_t *first);

/** The + lines alone. */
const char *hunks_whole_file(const struct text *hunks);

#endif
