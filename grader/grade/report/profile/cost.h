/**
 * @file
 * @brief What one case of a stage costs, by the CPU runtime's profiler, and what the reference takes for it.
 *
 * A lab's costs.json holds the reference's counts, so that they are known where there are no solutions. It is
 * written by `make costs`:
 *
 *     {"one tile into one run": {"case": 11, "kernels": [{"name": ..., "metrics": {...}}]}, ...}
 */
#ifndef SORTLAB_COST_H
#define SORTLAB_COST_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/judge.h"

#include <jansson.h>

/** Counts of some kernels together. */
struct cost {
    double keys;                     /**< of the case; what a cost a key is a part of */
    double requests, sectors, ideal; /**< of global memory: of warps, of 32 bytes, the fewest */
    double shared, conflicts;        /**< requests to shared memory, and rounds that they lose */
    double barriers, atomics, divergent;
};

struct cost cost_of(const json_t *kernels, double keys);

/**
 * Runs the chosen case with every access counted.
 * @param keys of the case
 * @return the report (common/simt/report.schema.json); NULL with a sentence in `text`
 */
json_t *cost_measure(struct build *build, int row, const struct judge_choice *choice,
                     uint32_t *keys, char *text, size_t size);

/**
 * The reference's kernels, with their names and counts; NULL where they are not known.
 * @param own the case that a stage's cost is shown by: not too many keys to be counted at once, and in disorder
 */
json_t *cost_reference(const struct stage_lab *lab, int row, struct judge_choice *own);

/** `make costs`: writes labs/LAB/costs.json, or OUT; gives the program's exit code. */
int cost_write(struct build *build, const char *out);

#endif
