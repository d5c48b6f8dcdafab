/**
 * @file
 * @brief cuRAND: distributions of whole numbers, and Poisson numbers of the host API.
 *
 * A word of a generator chooses the number: by a histogram of bins of equal width, each with its own number and that of
 * a richer one (G. Marsaglia, W. Tsang, J. Wang, Fast generation of discrete random variables, 2004), or by a search in
 * the sums of the probabilities. Large means have normal numbers. Which of them, and the order of the bins, was read
 * from the numbers of cuRAND 10.4 on the host.
 */
#include "curand_generator.h"

#include "simt/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_BY_NORMAL = 2000, MOST_LAMBDA = 400000, LEAST_BY_SEARCH = 10, LEAST_BY_NORMAL_OF_SOBOL32 = 8001 };

static double probability(double lambda, double k) {
    return exp(-lambda + k * log(lambda) - lgamma(k + 1));
}

/* The numbers whose probability is one of the machine's, and these. False: there is no memory. */
static bool tabulate(double lambda, struct simt_discrete *d, double **p) {
    double first = floor(lambda), last = first;
    while (first > 0 && probability(lambda, first - 1) > 0) first--;
    while (probability(lambda, last + 1) > 0) last++;
    d->shift = (unsigned int)first;
    d->length = (unsigned int)(last - first) + 1;
    *p = malloc(d->length * sizeof(**p));
    for (unsigned int i = 0; *p && i < d->length; i++) (*p)[i] = probability(lambda, first + i);
    return *p != NULL;
}

/* Bins that have too little take the rest from the last number that has too much, again and again. */
static void fill_bins(struct simt_discrete *d, double *p) {
    const double width = 1.0 / d->length;
    bool *full = calloc(d->length, sizeof(*full));
    unsigned int donor = d->length;
    for (unsigned int i = 0; i < d->length; i++) d->own[i] = (i + 1) * width, d->other[i] = i;
    for (bool goes_on = full != NULL; goes_on;) {
        goes_on = false;
        for (unsigned int i = 0; i < d->length; i++) {
            if (full[i] || p[i] >= width) continue;
            while (donor > 0 && (full[donor - 1] || p[donor - 1] <= width)) donor--;
            if (!donor) break;
            d->own[i] = i * width + p[i];
            d->other[i] = donor - 1;
            p[donor - 1] -= width - p[i];
            full[i] = goes_on = true;
        }
    }
    free(full);
}

static void sum_up(struct simt_discrete *d, const double *p) {
    double sum = 0;
    for (unsigned int i = 0; i < d->length; i++) d->own[i] = sum += p[i];
}

/* Its tables are memory of the host's. False: there is no memory. */
static bool make(double lambda, enum simt_discrete_way way, struct simt_discrete *d) {
    double *p = NULL;
    *d = (struct simt_discrete){.way = way, .mean = lambda, .deviation = sqrt(lambda)};
    if (way == SIMT_BY_NORMAL) return true;
    if (!tabulate(lambda, d, &p)) return false;
    d->own = malloc(d->length * sizeof(*d->own));
    d->other = malloc(d->length * sizeof(*d->other));
    bool good = d->own && d->other;
    if (good && way == SIMT_BY_BINS) fill_bins(d, p);
    if (good && way == SIMT_BY_SUMS) sum_up(d, p);
    free(p);
    return good;
}

void simt_drop_discrete(struct simt_discrete *d) {
    if (d) free(d->own), free(d->other), free(d);
}

unsigned int simt_discrete_number(const struct simt_discrete *d, double u) {
    unsigned int low = 0, high = d->length - 1;
    if (d->way == SIMT_BY_BINS) {
        unsigned int bin = (unsigned int)(d->length * u);
        if (bin > high) bin = high; /* u is 1 */
        return d->shift + (u < d->own[bin] ? bin : d->other[bin]);
    }
    while (low < high) {
        unsigned int middle = (low + high) / 2;
        if (u <= d->own[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return d->shift + low;
}

/*
 * The host API.
 */
static enum simt_discrete_way way_of(const struct simt_generator *g, double lambda) {
    if (g->type == CURAND_RNG_QUASI_SOBOL32)
        return lambda < LEAST_BY_SEARCH                ? SIMT_BY_BINS
               : lambda < LEAST_BY_NORMAL_OF_SOBOL32   ? SIMT_BY_SUMS
                                                       : SIMT_BY_NORMAL;
    if (lambda >= LEAST_BY_NORMAL) return SIMT_BY_NORMAL;
    return g->type == CURAND_RNG_QUASI_SOBOL64 ? SIMT_BY_SUMS : SIMT_BY_BINS;
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t n, double lambda) {
    uintptr_t pc = LIBRARY_HERE;
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (!(lambda > 0 && lambda <= MOST_LAMBDA)) return CURAND_STATUS_OUT_OF_RANGE;
    struct simt_discrete *d = malloc(sizeof(*d));
    bool normal = way_of(generator, lambda) == SIMT_BY_NORMAL;
    if (!d || !make(lambda, way_of(generator, lambda), d)) {
        simt_drop_discrete(d);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    const struct filling f = {.what = normal ? NORMAL : BITS, .discrete = d, .out = out, .n = n};
    return simt_generate(generator, &f, sizeof(*out), "curandGeneratePoisson", pc);
}

/*
 * Distributions for kernels: the record and its tables are memory of the device.
 */
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
    struct simt_discrete d;
    if (!distribution) return CURAND_STATUS_NOT_INITIALIZED;
    if (cudaMemcpy(&d, distribution, sizeof(d), cudaMemcpyDeviceToHost)) return CURAND_STATUS_INTERNAL_ERROR;
    if (d.own) cudaFree(d.own);
    if (d.other) cudaFree(d.other);
    cudaFree(distribution);
    return CURAND_STATUS_SUCCESS;
}

static bool send(void **to, const void *from, size_t bytes) {
    *to = NULL;
    return !bytes || (simt_malloc(to, bytes) == cudaSuccess &&
                      cudaMemcpy(*to, from, bytes, cudaMemcpyHostToDevice) == cudaSuccess);
}

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *distribution) {
    struct simt_discrete d;
    void *own = NULL, *other = NULL, *record = NULL;
    if (!distribution) return CURAND_STATUS_INITIALIZATION_FAILED;
    if (!(lambda > 0 && lambda <= MOST_LAMBDA)) return CURAND_STATUS_OUT_OF_RANGE;
    bool good = make(lambda, lambda < LEAST_BY_NORMAL ? SIMT_BY_BINS : SIMT_BY_NORMAL, &d);
    if (good) good = send(&own, d.own, d.length * sizeof(*d.own)) && send(&other, d.other, d.length * sizeof(*d.other));
    free(d.own);
    free(d.other);
    d.own = own;
    d.other = other;
    if (good) good = send(&record, &d, sizeof(d));
    *distribution = record;
    return good ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
