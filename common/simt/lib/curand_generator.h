/**
 * @file
 * @brief A generator of cuRAND's host API, and what its kinds of numbers share.
 */
#ifndef SIMT_LIB_CURAND_GENERATOR_H
#define SIMT_LIB_CURAND_GENERATOR_H

#include "curand.h"

#include "library.h"

#include "simt/discrete.h"

/** Where a sequence is: its state, or how many words of it have been used. */
union place {
    unsigned int words[6];
    unsigned long long used;
};

struct simt_generator {
    curandRngType_t type;
    bool host, restarts; /**< restarts: the seed or the place is another than before */
    unsigned int dimensions; /**< of quasi-random numbers */
    cudaStream_t stream;
    unsigned long long seed, next; /**< number, as the program has asked for them */
    union place *places;          /**< of each sequence */
    float *second;                /**< of each, the other normal number of a pair of which one was used; or NAN */
};

enum what { BITS, UNIFORM, NORMAL, LOG_NORMAL };

/** A call that fills an array. */
struct filling {
    struct library_call call;
    struct simt_generator *generator;
    unsigned long long seed, first;
    enum what what;
    bool is_double, restarts; /**< is_double: numbers of 64 bits */
    void *out;
    size_t n;
    double mean, deviation;
    struct simt_discrete *discrete; /**< what the bits or the normal numbers become; NULL: they stay */
};

static inline bool simt_is_sobol(const struct simt_generator *g) {
    return g->type >= CURAND_RNG_QUASI_DEFAULT;
}

/** Stores a number, which is uniform, or normal with mean 0 and deviation 1. */
void simt_put_number(const struct filling *f, size_t i, double x);

/** curand.c: fills an array by a call of this name, and frees what `wanted` holds. */
curandStatus_t simt_generate(struct simt_generator *g, const struct filling *wanted, size_t item_bytes,
                             const char *name, uintptr_t pc);

/** curand_poisson.c: the number that `u`, above 0 and up to 1, chooses. */
unsigned int simt_discrete_number(const struct simt_discrete *d, double u);
void simt_drop_discrete(struct simt_discrete *d);

/** Number i of a Sobol sequence, by its direction vectors. */
uint64_t simt_sobol_number(const unsigned long long v[64], uint64_t i);

/** Fills an array with Sobol numbers: those of the first dimension, those of the second, and so on. */
void simt_sobol_fill(const struct filling *f);

#endif
