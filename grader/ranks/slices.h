/**
 * @file
 * @brief Sorting by slices: what a rank writes on, and what is counted for the cuts.
 */
#ifndef SORTLAB_RANKS_SLICES_H
#define SORTLAB_RANKS_SLICES_H

#include "grader/ranks/slice.h"
#include "grader/ranks/ranks.h"
#include "labs/14_many_gpus/many_gpus.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_SLICED = 64 }; /**< ranks; beyond that there are more tables than it is worth */

/** The keys that a cut falls on: those with the prefix, among n keys from `start` on. */
struct crowd {
    uint64_t start, n;
    uint32_t prefix;
};

/** A rank's small tables: on its device, and pinned on its host, so that copies are short and wait for none. */
struct desk {
    uint64_t next[PARTS];                  /**< where the next key of each part belongs */
    uint64_t counts[MOST_SLICED * DIGITS]; /**< of parts; of each crowd's digits */
    struct crowd crowds[MOST_SLICED];
    uint32_t splitters[MOST_SLICED];  /**< for part_keys: keys, */
    uint64_t places[3 * MOST_SLICED]; /**< and where each class of them belongs */
};

/**
 * Of each of k crowds counts the digit above the lowest `shift` bits, where the prefix is what is above that.
 * @param[out] d_counts k times DIGITS
 */
void count_crowds(const uint32_t *d_keys, const struct crowd *d_crowds, uint32_t k, uint64_t most,
                  int shift, uint64_t *d_counts, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
