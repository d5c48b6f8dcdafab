/**
 * @file
 * @brief Whether a stage's kernels cost what the method of the lab costs (common/stage/stage.h).
 */
#ifndef SORTLAB_DEMANDS_H
#define SORTLAB_DEMANDS_H

#include "common/stage/stage.h"

/**
 * Holds a profile (SIMT_REPORT) against demands.
 * @param keys of all cases together
 * @param text when one does not hold: which one, in a sentence
 * @return false also where the report cannot be read
 */
bool demands_hold(const char *report, const struct stage_demand *demands, double keys, char *text,
                  size_t size);

#endif
