/**
 * @file
 * @brief Who sends how many keys to whom: lab 14's splitting rule, without devices, threads or messages.
 *
 * Splitters are found digit by digit, from counts of all keys; the lower ranks give their ties first; rank p gets
 * the keys from place comm_begin(N, p) on (labs/14_many_gpus/many_gpus.h). All splitters share a pass over the keys.
 */
#ifndef SORTLAB_MODEL_EXCHANGE_H
#define SORTLAB_MODEL_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/data.h"

/** The keys of all ranks, one behind the other. */
struct dealt {
    int ranks;
    size_t n;
    uint32_t *keys;
    size_t *begin; /**< ranks + 1 offsets: rank r has the keys from begin[r] to begin[r + 1] */
};

/** How the keys lie on the ranks before. */
enum spread {
    SPREAD_PLACES, /**< rank r makes the r-th part of an array, as run-mpi does */
    SPREAD_RANGES, /**< each rank's keys are drawn from a range that no other one has */
    SPREAD_UNEVEN, /**< as SPREAD_PLACES, but ranks have very different numbers of keys, and some none */
    SPREADS
};

const char *spread_name(enum spread spread);

/** @return false without memory; otherwise dealt_free() gives it back */
bool dealt_make(struct dealt *d, int ranks, size_t n, enum data_dist dist, enum spread spread,
                uint64_t seed);
void dealt_free(struct dealt *d);

/** sent[r * ranks + p] keys go from rank r to rank p. */
struct exchange {
    int ranks;
    uint64_t keys;
    uint64_t *sent;
};

/** @return false without memory; otherwise exchange_free() gives it back */
bool exchange_find(struct exchange *x, const struct dealt *d);
void exchange_free(struct exchange *x);

/** Keys that rank r sends to others, and gets from them. */
uint64_t exchange_sent(const struct exchange *x, int r);
uint64_t exchange_came(const struct exchange *x, int r);
/** Keys that rank r has in the end, its own among them. */
uint64_t exchange_held(const struct exchange *x, int r);

#endif
