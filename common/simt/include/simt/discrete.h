/**
 * @file
 * @brief cuRAND: a distribution of whole numbers, as curandCreatePoissonDistribution makes it for kernels.
 */
#ifndef SIMT_DISCRETE_H
#define SIMT_DISCRETE_H

enum simt_discrete_way { SIMT_BY_BINS, SIMT_BY_SUMS, SIMT_BY_NORMAL };

/** With bins, number `shift + i` is chosen below own[i] in bin i, and otherwise `shift + other[i]`. With sums, own[i]
 *  is the probability of all numbers up to `shift + i`. */
struct simt_discrete {
    enum simt_discrete_way way;
    unsigned int shift, length;
    double *own;
    unsigned int *other;
    double mean, deviation;
};

#endif
