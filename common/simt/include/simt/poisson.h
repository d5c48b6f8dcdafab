/**
 * @file
 * @brief cuRAND: Poisson numbers, for kernels.
 *
 * Small ones by products of uniform numbers: D. Knuth, The Art of Computer Programming, volume 2. Those of Sobol
 * numbers by the sum of the probabilities: G. Fishman, Discrete-Event Simulation (2001). The others by rejection: a
 * curve that is easy to invert stands for the distribution, and a second number decides.
 */
#ifndef SIMT_POISSON_H
#define SIMT_POISSON_H

#include "random.h"
#include "sobol.h"

/** Each uniform number is a step of the events' process. */
template <class Draw> static inline unsigned int simt_poisson_by_product(float lambda, Draw draw) {
    unsigned int k = 0;
    float p = expf(lambda);
    do {
        k++;
        p *= draw();
    } while (p > 1.0f);
    return k - 1;
}

/** The curve for a gamma distribution of shape `a`: the square of a logistic curve. */
struct simt_gamma_curve {
    float a, slope, shift;
};
static inline simt_gamma_curve simt_gamma_of(float a) {
    const float slope = 1.0f / sqrtf(a - 0.12400979329415655f), shift = 1.0f / sqrtf(a - 1.97381164089999420f);
    return {a, 1.43248035075540910f * slope + 0.00025361074907033f,
            0.21096734870196546f * shift + 0.94201734077887530f};
}
static inline float simt_gamma_share(float a, float x) {
    const simt_gamma_curve c = simt_gamma_of(a);
    const float root = 1.0f + expf(c.slope * (a - x) - c.shift);
    return 1.0f / (root * root);
}
static inline float simt_gamma_inverse(float a, float share) {
    const simt_gamma_curve c = simt_gamma_of(a);
    const float t = c.shift + logf(1.0f / sqrtf(share) - 1.0f);
    return -t * (1.0f / c.slope) + a;
}

/** ln((a - 1)!), from 9 on by Stirling's series with coefficients of the book Computer Approximations (1968). */
static inline double simt_log_factorial_before(int a) {
    const double small[] = {0, 0, 0.6931471805599453094, 1.791759469228055001, 3.178053830347945620,
                            4.787491742782045994, 6.579251212010100995, 8.525161361065414300, 10.60460290274525023};
    if (a <= 8) return small[a >= 1 ? a - 1 : 8];
    const double n = (double)(float)a, s = 1.0 / n, t = s * s;
    const double series[] = {0.83645878922e-3,       -0.5951896861197e-3,     0.793650576493454e-3,
                             -0.277777777777735865004e-2, 0.833333333333331018375e-1};
    double sum = -0.1633436431e-2;
    for (double c : series) sum = sum * t + c;
    sum = sum * s + 0.918938533204672;
    const double half = 0.5 * log(n) * (n - 0.5);
    return (half - n) + (half + sum);
}

template <class Draw> static inline unsigned int simt_poisson_by_gamma(float lambda, Draw draw) {
    const float log_lambda = logf(lambda);
    for (;;) {
        const float x = floorf(simt_gamma_inverse(lambda, draw())), z = draw();
        const float width = (simt_gamma_share(lambda, x + 1.0f) - simt_gamma_share(lambda, x)) * 1.3f;
        const float p = expf(-lambda + x * log_lambda - (float)simt_log_factorial_before((int)(1.0f + x)));
        if (z * width < p && width >= 1e-20) return (unsigned int)x;
    }
}

static inline unsigned int simt_poisson_by_normal(double normal, double lambda) {
    return (unsigned int)(sqrt(lambda) * normal + lambda + 0.5);
}

/** The first k whose distribution is not below `u`, which is between 0 and 1. */
static inline unsigned int simt_poisson_by_sum(double u, double lambda) {
    const double most = 500; // of lambda at a time, so that its power of e stays a number
    double p = 1, sum = 1, taken = 0;
    unsigned int k = 0;
    do {
        const double scale = lambda > taken + most ? exp(-most) : exp(taken - lambda);
        p *= scale;
        sum *= scale;
        taken += most;
        while (u > sum) {
            k++;
            p *= lambda / (double)k;
            sum += p;
        }
    } while (taken < lambda);
    return k;
}
static inline double simt_open_share(unsigned int x) {
    return (double)x * SIMT_UNIT_32 + SIMT_UNIT_32 / 2;
}
static inline double simt_open_share(unsigned long long x) {
    return (double)(x >> 11) * SIMT_UNIT_53 + SIMT_UNIT_53 / 4;
}
/** The uniform number by which a distribution chooses. */
static inline double simt_discrete_share(unsigned int x) {
    return ((double)x + 1) * SIMT_UNIT_32;
}
static inline double simt_discrete_share(unsigned long long x) {
    return (double)(x >> 11) * SIMT_UNIT_53 + SIMT_UNIT_53 / 2;
}
template <class State> static inline unsigned int simt_poisson_of_sobol(State *state, double lambda) {
    if (lambda < 1000) return simt_poisson_by_sum(simt_open_share(curand(state)), lambda);
    return simt_poisson_by_normal(curand_normal_double(state), lambda);
}

#endif
