/**
 * @file
 * @brief Sorting by slices: what a rank writes on, and what is counted for the cuts.
 */
#ifndef SORTLAB_RANKS_SLICES_H
#define SORTLAB_RANKS_SLICES_H

#include "grader/sort/ranks/slice.h"
#include "grader/sort/ranks/ranks.h"
#include "labs/14_many_gpus/many_gpus.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_SLICED = 64 }; /**< ranks; beyond that there are more tables than it is worth */

/** The keys that a cut falls on: those with the prefix, among n keys from `start` on. */
struct cut_bucket {
    uint64_t start, n;
    uint32_t prefix;
};

/** A rank's small tables: on its device, and pinned on its host, so that copies are short and wait for none. */
struct scratch {
    uint64_t next[PARTS];                  /**< where the next key of each part belongs */
    uint64_t counts[MOST_SLICED * DIGITS]; /**< of parts; of each cut bucket's digits */
    struct cut_bucket cut_buckets[MOST_SLICED];
    uint32_t splitters[MOST_SLICED];  /**< for split_cut_bucket: keys, */
    uint64_t places[3 * MOST_SLICED]; /**< and where each class of them belongs */
};

/** What a rank knows of its keys, and of those of all ranks. */
struct global_state {
    const struct comm *comm;
    struct scratch *scratch, *d_scratch;
    cudaStream_t stream;
    uint64_t n_all;
    uint64_t parts[PARTS + 1]; /**< where each part of this rank's keys begins */
    uint64_t *all_parts;       /**< the same of every rank */
    struct splitter splitters[MOST_SLICED];
    uint64_t held[MOST_SLICED + 1]; /**< what each rank sorts begins at that place of the whole */
    size_t from[MOST_SLICED + 1];   /**< what goes to each rank to sort begins there */
    uint64_t *all_from;             /**< the same of every rank */
};

/* cuts.c */
/** Brings this rank's keys into parts, in the stream; where each begins is known when it comes back. */
void part_keys_here(struct global_state *g, const uint32_t *d_keys, uint32_t *d_parts, size_t n);
/**
 * Which keys each rank sorts, in all of `g`.
 * @param d_spare memory for as many keys as the rank's share, used for parts that have to be cut
 * @return 0, or the communicator's error
 */
int find_cuts(struct global_state *g, uint32_t *d_parts, uint32_t *d_spare, size_t n);

/**
 * As lab 14's part_keys, of a part that is cut.
 * @param k        splitters, less than MOST_SLICED, that ascend
 * @param d_places 2k + 1 places in d_to: where the keys of each class begin; overwritten
 */
void split_cut_bucket(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters, uint32_t k,
                      uint64_t *d_places, uint32_t *d_to, cudaStream_t stream);

/**
 * Of each of k cut buckets counts the digit above the lowest `shift` bits, where the prefix is what is above that.
 * @param[out] d_counts k times DIGITS
 */
void count_cut_buckets(const uint32_t *d_keys, const struct cut_bucket *d_cut_buckets, uint32_t k,
                       uint64_t most, int shift, uint64_t *d_counts, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
