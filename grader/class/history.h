/**
 * @file
 * @brief Whose grade moved from one run to the next, and why: OUT/history.csv.
 *
 * OUT/.class/history.json holds each grade as the last run knew it, with all that can move it, and every move so far.
 * history.csv is made from it anew in each run, so a run that changes no grade adds nothing.
 */
#ifndef SORTLAB_CLASS_HISTORY_H
#define SORTLAB_CLASS_HISTORY_H

#include "grader/class/results.h"

/** Compares with the run before, and writes history.csv. Returns the moves for times.json, as pages show them. */
json_t *history_write(const struct class *c, const struct outcome *outcomes);

#endif
