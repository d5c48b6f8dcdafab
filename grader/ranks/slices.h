/**
 * @file
 * @brief Sorting by slices: the tables that all ranks have of the whole, and what is counted for them.
 */
#ifndef SORTLAB_RANKS_SLICES_H
#define SORTLAB_RANKS_SLICES_H

#include "grader/ranks/ranks.h"
#include "labs/13_fast_sort/fast_sort.h"
#include "labs/14_many_gpus/many_gpus.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BINS = 1 << COUNT_BITS,
    PART_BITS = 7, /**< the parts that a rank's keys are brought into */
    PARTS = 1 << PART_BITS,
    SLICES = 32,                      /**< by SLICE_BITS bits (as_slice.h) */
    LOW_BITS = KEY_BITS - COUNT_BITS, /**< of a key, below its bin */
    LOW_DIGIT = 9,                    /**< most bits of them that are counted at once */
    LOW_COUNTS = 1 << LOW_DIGIT,
    MOST_SLICED = 64, /**< ranks; beyond that there are more tables than it is worth */
};

/** The keys that a cut falls on: those with the prefix, among n keys from `start` on. */
struct crowd {
    uint64_t start, n;
    uint32_t prefix;
};

/**
 * Of each of k crowds counts the digit of `bits` bits above the lowest `shift`, where the prefix is what is
 * above that.
 * @param[out] d_counts k times LOW_COUNTS
 */
void count_crowds(const uint32_t *d_keys, const struct crowd *d_crowds, uint32_t k, uint64_t most,
                  int shift, int bits, uint64_t *d_counts, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
