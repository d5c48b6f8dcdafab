/**
 * @file
 * @brief Grades mutants, as many at once as there are cores, each by the grader that everybody uses.
 */
#ifndef SORTLAB_POOL_H
#define SORTLAB_POOL_H

#include "grader/selftest/mutants/mutant.h"

struct pool {
    const char *grade;  /**< the grader's program */
    const char *device; /**< "cpu" or "gpu" */
    const char *folder; /**< to work in; pool_run makes it and removes it */
    int limit_s;        /**< of processor time for a stage */
    size_t jobs;        /**< mutants at once */
    bool explain;       /**< failures are; and each is shown again by the command that is given */
};

/**
 * Runs the chosen mutants and decides their fates.
 * @param done called after each one
 * @return false when it was interrupted; nothing is left running and nothing is left lying
 */
bool pool_run(const struct pool *pool, struct mutants *all,
              void (*done)(const struct mutants *all));

#endif
