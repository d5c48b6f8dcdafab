/**
 * @file
 * @brief cuRAND in kernels: Sobol numbers, by the direction vectors that curandGetDirectionVectors32 gives.
 */
#ifndef SIMT_SOBOL_H
#define SIMT_SOBOL_H

#include "../curand.h"
#include "random.h"
#include "special.h"

/** A sequence of one dimension: its next number, the count of it, and what all numbers are combined with. */
template <class Word, int BITS> struct simt_sobol {
    Word i, x, c;
    Word direction_vectors[BITS];
};
struct curandStateSobol32 : simt_sobol<unsigned int, 32> {};
struct curandStateSobol64 : simt_sobol<unsigned long long, 64> {};
struct curandStateScrambledSobol32 : simt_sobol<unsigned int, 32> {};
struct curandStateScrambledSobol64 : simt_sobol<unsigned long long, 64> {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class Word, int BITS>
static inline void simt_sobol_start(const Word *vectors, Word scramble, Word offset, simt_sobol<Word, BITS> *state) {
    state->c = scramble;
    state->x = scramble;
    state->i = offset;
    const Word gray = offset ^ offset >> 1;
    for (int k = 0; k < BITS; k++) {
        state->direction_vectors[k] = vectors[k];
        if (gray >> k & 1) state->x ^= vectors[k];
    }
}
/* Begin at the number `offset` of a dimension. */
static inline void curand_init(curandDirectionVectors32_t vectors, unsigned int offset, curandStateSobol32_t *state) {
    simt_sobol_start<unsigned int, 32>(vectors, 0, offset, state);
}
static inline void curand_init(curandDirectionVectors64_t vectors, unsigned long long offset,
                               curandStateSobol64_t *state) {
    simt_sobol_start<unsigned long long, 64>(vectors, 0, offset, state);
}
static inline void curand_init(curandDirectionVectors32_t vectors, unsigned int scramble, unsigned int offset,
                               curandStateScrambledSobol32_t *state) {
    simt_sobol_start<unsigned int, 32>(vectors, scramble, offset, state);
}
static inline void curand_init(curandDirectionVectors64_t vectors, unsigned long long scramble,
                               unsigned long long offset, curandStateScrambledSobol64_t *state) {
    simt_sobol_start<unsigned long long, 64>(vectors, scramble, offset, state);
}

/* The next number. Only one bit of the Gray code of the count changes. */
template <class Word, int BITS> static inline Word simt_sobol_next(simt_sobol<Word, BITS> *state) {
    const Word drawn = state->x, count = ++state->i;
    state->x ^= state->direction_vectors[count ? __builtin_ctzll(count) : BITS - 1];
    return drawn;
}
static inline unsigned int curand(curandStateSobol32_t *state) { return simt_sobol_next(state); }
static inline unsigned long long curand(curandStateSobol64_t *state) { return simt_sobol_next(state); }
static inline unsigned int curand(curandStateScrambledSobol32_t *state) { return simt_sobol_next(state); }
static inline unsigned long long curand(curandStateScrambledSobol64_t *state) { return simt_sobol_next(state); }

/* Goes n numbers further. */
template <class Word, int BITS> static inline void skipahead(Word n, simt_sobol<Word, BITS> *state) {
    state->i += n;
    state->x = state->c;
    const Word gray = state->i ^ state->i >> 1;
    for (int k = 0; k < BITS; k++)
        if (gray >> k & 1) state->x ^= state->direction_vectors[k];
}

/* Uniform numbers, above 0 and up to 1, and normal numbers. */
#define SIMT_SOBOL(State, high, share)                                                                     \
    static inline float curand_uniform(State *state) {                                                     \
        const auto x = curand(state);                                                                      \
        return (float)(unsigned int)(high) * (float)SIMT_UNIT_32 + (float)(SIMT_UNIT_32 / 2);                  \
    }                                                                                                      \
    static inline double curand_uniform_double(State *state) {                                             \
        const auto x = curand(state);                                                                      \
        return share;                                                                                      \
    }                                                                                                      \
    static inline float curand_normal(State *state) {                                                  \
        return (float)simt_normcdfinv((double)curand_uniform(state));                                  \
    }                                                                                                  \
    static inline double curand_normal_double(State *state) {                                          \
        return simt_normcdfinv(curand_uniform_double(state));                                          \
    }                                                                                                  \
    static inline float curand_log_normal(State *state, float mean, float deviation) {                     \
        return expf(mean + deviation * curand_normal(state));                                              \
    }                                                                                                      \
    static inline double curand_log_normal_double(State *state, double mean, double deviation) {           \
        return exp(mean + deviation * curand_normal_double(state));                                        \
    }
SIMT_SOBOL(curandStateSobol32_t, x, ((double)x + 1) * SIMT_UNIT_32)
SIMT_SOBOL(curandStateScrambledSobol32_t, x, ((double)x + 1) * SIMT_UNIT_32)
SIMT_SOBOL(curandStateSobol64_t, x >> 32, (double)(x >> 11) * SIMT_UNIT_53 + SIMT_UNIT_53 / 2)
SIMT_SOBOL(curandStateScrambledSobol64_t, x >> 32, (double)(x >> 11) * SIMT_UNIT_53 + SIMT_UNIT_53 / 2)
#undef SIMT_SOBOL

#endif
