/**
 * @file
 * @brief cuRAND in kernels: the generators XORWOW, Philox4_32_10, MRG32k3a and Sobol, and distributions made of them.
 *
 * Integers and uniform numbers have the bits that they have on a GPU, from the same seed, sequence and offset. A normal
 * float may differ in its last bits, since a GPU takes the sine and the logarithm approximately. A .cpp file has the
 * states, and may call the functions too.
 */
#ifndef SIMT_CURAND_KERNEL_H
#define SIMT_CURAND_KERNEL_H

/** Programs tell by this whether its names are known. */
#define CURAND_KERNEL_H_

#ifndef __cplusplus
#error "<curand_kernel.h>: the functions in it are C++. Include <curand.h>, or name the file .cu"
#endif

#include "cuda_runtime.h"
#include "curand.h"

#include "simt/discrete.h"
#include "simt/poisson.h"
#include "simt/random.h"
#include "simt/sobol.h"

/** Marsaglia's XORWOW: five words that are shifted and a counter. */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;

/** Philox: ten rounds over a counter, by a key. It gives four words at a time, and STATE of them are used. */
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/** L'Ecuyer's MRG32k3a: two recurrences of three numbers. */
struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/* 32 random bits. */
static inline unsigned int curand(curandStateXORWOW_t *state) {
    return simt_xorwow_next(state->v, &state->d);
}

static inline void simt_philox_output(curandStatePhilox4_32_10_t *state) {
    unsigned int words[4] = {state->ctr.x, state->ctr.y, state->ctr.z, state->ctr.w};
    simt_philox(words, state->key.x, state->key.y);
    state->output = make_uint4(words[0], words[1], words[2], words[3]);
}

/* Adds to the lower or the upper half of the counter; what overflows below goes on above. */
static inline void simt_philox_add(curandStatePhilox4_32_10_t *state, unsigned long long low, unsigned long long high) {
    unsigned long long below = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
    unsigned long long above = (unsigned long long)state->ctr.w << 32 | state->ctr.z;
    unsigned long long sum = below + low;
    above += high + (sum < below);
    state->ctr = make_uint4((unsigned int)sum, (unsigned int)(sum >> 32), (unsigned int)above,
                            (unsigned int)(above >> 32));
}

static inline unsigned int curand(curandStatePhilox4_32_10_t *state) {
    const uint4 o = state->output;
    const unsigned int words[4] = {o.x, o.y, o.z, o.w}, drawn = words[state->STATE++];
    if (state->STATE == 4) {
        state->STATE = 0;
        simt_philox_add(state, 1, 0);
        simt_philox_output(state);
    }
    return drawn;
}

/* Four times 32 bits. */
static inline uint4 curand4(curandStatePhilox4_32_10_t *state) {
    const uint4 a = state->output;
    simt_philox_add(state, 1, 0);
    simt_philox_output(state);
    const uint4 b = state->output;
    switch (state->STATE) {
    case 0: return a;
    case 1: return make_uint4(a.y, a.z, a.w, b.x);
    case 2: return make_uint4(a.z, a.w, b.x, b.y);
    default: return make_uint4(a.w, b.x, b.y, b.z);
    }
}

static inline unsigned int curand(curandStateMRG32k3a_t *state) {
    return (unsigned int)(simt_mrg_next(state->s1, state->s2) * SIMT_MRG_BITS);
}

/* Go n numbers, or n sequences, further. */
static inline void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    unsigned int v[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
    simt_xorwow_jump(v, n, 0);
    for (int i = 0; i < 5; i++) state->v[i] = v[i];
    state->d += 362437 * (unsigned int)n;
}
static inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
    unsigned int v[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
    simt_xorwow_jump(v, n, 1);
    for (int i = 0; i < 5; i++) state->v[i] = v[i];
}

static inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    state->STATE += (unsigned int)(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        state->STATE -= 4;
        n++;
    }
    simt_philox_add(state, n, 0);
    simt_philox_output(state);
}
static inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    simt_philox_add(state, 0, n);
    simt_philox_output(state);
}

static inline void simt_mrg_skip(unsigned long long n, curandStateMRG32k3a_t *state, int power) {
    unsigned int s1[3], s2[3];
    for (int i = 0; i < 3; i++) s1[i] = state->s1[i], s2[i] = state->s2[i];
    simt_mrg_jump(s1, s2, n, power);
    for (int i = 0; i < 3; i++) state->s1[i] = s1[i], state->s2[i] = s2[i];
}
static inline void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
    simt_mrg_skip(n, state, 0);
}
static inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    simt_mrg_skip(n, state, 76);
}
static inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
    simt_mrg_skip(n, state, 127);
}

template <class State> static inline void simt_no_normals(State *state) {
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

/* Begin with a seed, at a place of a sequence. */
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                               curandStateXORWOW_t *state) {
    unsigned int v[5], d;
    simt_xorwow_seed(seed, v, &d);
    for (int i = 0; i < 5; i++) state->v[i] = v[i];
    state->d = d;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
    simt_no_normals(state);
}
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                               curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
    simt_no_normals(state);
}
static inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                               curandStateMRG32k3a_t *state) {
    unsigned int s1[3], s2[3];
    simt_mrg_seed(seed, s1, s2);
    for (int i = 0; i < 3; i++) state->s1[i] = s1[i], state->s2[i] = s2[i];
    skipahead_subsequence(sequence, state);
    skipahead(offset, state);
    simt_no_normals(state);
}

/* Uniform numbers, above 0 and up to 1. */
template <class State> static inline float curand_uniform(State *state) { return simt_uniform(curand(state)); }
static inline float curand_uniform(curandStateMRG32k3a_t *state) {
    return (float)(simt_mrg_next(state->s1, state->s2) * SIMT_MRG_UNIT);
}
template <class State> static inline double curand_uniform_double(State *state) {
    const unsigned int x = curand(state), y = curand(state);
    return simt_uniform_double(x, y);
}
static inline double curand_uniform_double(curandStateMRG32k3a_t *state) {
    return simt_mrg_next(state->s1, state->s2) * SIMT_MRG_UNIT;
}
static inline double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
    return (curand(state) + 1.0) * SIMT_UNIT_32;
}
static inline float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    const uint4 u = curand4(state);
    return make_float4(simt_uniform(u.x), simt_uniform(u.y), simt_uniform(u.z), simt_uniform(u.w));
}
static inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    const uint4 u = curand4(state);
    return make_double2(simt_uniform_double(u.x, u.y), simt_uniform_double(u.z, u.w));
}
static inline double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
    const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return (double4){a.x, a.y, b.x, b.y};
}

/* Normal numbers, mean 0 and deviation 1, made two at a time (Box and Muller). */
template <class State> static inline float2 curand_normal2(State *state) {
    const unsigned int x = curand(state), y = curand(state);
    float2 pair;
    simt_box_muller(x, y, &pair.x, &pair.y);
    return pair;
}
template <class State> static inline double2 curand_normal2_double(State *state) {
    const unsigned int a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    double2 pair;
    simt_box_muller_double(simt_uniform_double(a, b), simt_wide(c, d), &pair.x, &pair.y);
    return pair;
}
static inline double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
    const double u = curand_uniform_double(state), v = curand_uniform_double(state);
    double2 pair;
    simt_box_muller_double(u, v * 2, &pair.x, &pair.y);
    return pair;
}
template <class State> static inline float curand_normal(State *state) {
    if (state->boxmuller_flag == 1) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 pair = curand_normal2(state);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = 1;
    return pair.x;
}
template <class State> static inline double curand_normal_double(State *state) {
    if (state->boxmuller_flag_double == 1) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = 1;
    return pair.x;
}
static inline float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    const uint4 u = curand4(state);
    float4 four;
    simt_box_muller(u.x, u.y, &four.x, &four.y);
    simt_box_muller(u.z, u.w, &four.z, &four.w);
    return four;
}

/* Numbers whose logarithm is normal. */
template <class State> static inline float curand_log_normal(State *state, float mean, float deviation) {
    if (state->boxmuller_flag == 2) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 pair = curand_normal2(state);
    state->boxmuller_extra = expf(mean + deviation * pair.y);
    state->boxmuller_flag = 2;
    return expf(mean + deviation * pair.x);
}
template <class State> static inline double curand_log_normal_double(State *state, double mean, double deviation) {
    if (state->boxmuller_flag_double == 2) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = exp(mean + deviation * pair.y);
    state->boxmuller_flag_double = 2;
    return exp(mean + deviation * pair.x);
}
template <class State> static inline float2 curand_log_normal2(State *state, float mean, float deviation) {
    const float2 pair = curand_normal2(state);
    return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y));
}

static inline double2 simt_log_pair(const double2 pair, double mean, double deviation) {
    return make_double2(exp(mean + deviation * pair.x), exp(mean + deviation * pair.y));
}
template <class State>
static inline double2 curand_log_normal2_double(State *state, double mean, double deviation) {
    return simt_log_pair(curand_normal2_double(state), mean, deviation);
}
static inline float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float deviation) {
    const float4 four = curand_normal4(state);
    return make_float4(expf(mean + deviation * four.x), expf(mean + deviation * four.y),
                       expf(mean + deviation * four.z), expf(mean + deviation * four.w));
}
static inline double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return (double4){a.x, a.y, b.x, b.y};
}
static inline double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double deviation) {
    const double4 four = curand_normal4_double(state);
    return (double4){exp(mean + deviation * four.x), exp(mean + deviation * four.y),
                     exp(mean + deviation * four.z), exp(mean + deviation * four.w)};
}

/* How often something happens that happens `lambda` times on average. A GPU takes roots and logarithms approximately,
 * so from 64 to 4000 one of many numbers may be another one there. */
template <class State> static inline unsigned int curand_poisson(State *state, double lambda) {
    if (lambda > 4000) return simt_poisson_by_normal(curand_normal_double(state), lambda);
    const auto draw = [state] { return curand_uniform(state); };
    return lambda < 64 ? simt_poisson_by_product((float)lambda, draw) : simt_poisson_by_gamma((float)lambda, draw);
}
static inline unsigned int curand_poisson(curandStateSobol32_t *state, double lambda) {
    return simt_poisson_of_sobol(state, lambda);
}
static inline unsigned int curand_poisson(curandStateScrambledSobol32_t *state, double lambda) {
    return simt_poisson_of_sobol(state, lambda);
}
static inline unsigned int curand_poisson(curandStateSobol64_t *state, double lambda) {
    return simt_poisson_of_sobol(state, lambda);
}
static inline unsigned int curand_poisson(curandStateScrambledSobol64_t *state, double lambda) {
    return simt_poisson_of_sobol(state, lambda);
}
/* Numbers of a distribution that the host has made (curandCreatePoissonDistribution). */
template <class Word>
static inline unsigned int simt_discrete_of(Word x, curandDiscreteDistribution_t distribution) {
    const double u = simt_discrete_share(x);
    unsigned int bin = (unsigned int)(distribution->length * u);
    if (bin == distribution->length) bin--; // u is 1
    return distribution->shift + (u < distribution->own[bin] ? bin : distribution->other[bin]);
}
static inline unsigned int simt_discrete_by_normal(double normal, curandDiscreteDistribution_t distribution) {
    return (unsigned int)(distribution->deviation * normal + distribution->mean + 0.5);
}
template <class State>
static inline unsigned int curand_discrete(State *state, curandDiscreteDistribution_t distribution) {
    if (distribution->way == SIMT_BY_BINS) return simt_discrete_of(curand(state), distribution);
    return simt_discrete_by_normal(curand_normal_double(state), distribution);
}
static inline uint4 curand_discrete4(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t distribution) {
    if (distribution->way == SIMT_BY_BINS) {
        const uint4 x = curand4(state);
        return make_uint4(simt_discrete_of(x.x, distribution), simt_discrete_of(x.y, distribution),
                          simt_discrete_of(x.z, distribution), simt_discrete_of(x.w, distribution));
    }
    const double4 n = curand_normal4_double(state);
    return make_uint4(simt_discrete_by_normal(n.x, distribution), simt_discrete_by_normal(n.y, distribution),
                      simt_discrete_by_normal(n.z, distribution), simt_discrete_by_normal(n.w, distribution));
}
static inline uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
    uint4 four;
    unsigned int *const out[] = {&four.x, &four.y, &four.z, &four.w};
    if (lambda > 4000) {
        const double4 n = curand_normal4_double(state);
        const double normal[] = {n.x, n.y, n.z, n.w};
        for (int i = 0; i < 4; i++) *out[i] = simt_poisson_by_normal(normal[i], lambda);
        return four;
    }
    for (int i = 0; i < 4; i++) *out[i] = curand_poisson(state, lambda);
    return four;
}

#endif
