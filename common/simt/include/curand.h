/**
 * @file
 * @brief cuRAND's host API on the CPU: random numbers in device or host memory, in stream order.
 *
 * Each generator gives the numbers of NVIDIA's cuRAND 10.4, in the same order. Only normal numbers may differ from a
 * GPU's in their last bits. Link with -lcurand, which needs no other library.
 */
#ifndef SIMT_CURAND_H
#define SIMT_CURAND_H

/** Programs tell by this whether the names of cuRAND are known. */
#define CURAND_H_

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef enum curandDirectionVectorSet {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
    CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

#define CURAND_VERSION 10400

typedef struct simt_generator *curandGenerator_t;
typedef struct simt_discrete *curandDiscreteDistribution_t;

/** Make a generator of numbers in device or in host memory: XORWOW, Philox4_32_10, MRG32k3a, SOBOL32 or SOBOL64. Other
 * types: CURAND_STATUS_TYPE_ERROR, and a message. */
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type);
/** Waits for the device, and frees the generator. */
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int *version);
/** The stream of the numbers that follow. */
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
/** Begins anew with a seed; without a call it is 0. */
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
/** Goes to the number `offset`, counted from the first. */
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
/** BEST, DEFAULT and LEGACY are one order here. SEEDED: CURAND_STATUS_OUT_OF_RANGE, and a message. */
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
/** Accepted: there is nothing to prepare. */
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

/** The dimensions of Sobol numbers, at most 128 here: 1 without a call. An array of n numbers has n / dimensions of the
 * first one, as many of the second, and so on. Other n: CURAND_STATUS_LENGTH_NOT_MULTIPLE. */
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int n);
/** Give the direction vectors of 128 dimensions, in host memory. Scrambled: CURAND_STATUS_TYPE_ERROR, and a message. */
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set);

/** n numbers of 32 bits, or of 64 bits from SOBOL64. The other function: CURAND_STATUS_TYPE_ERROR. */
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *out, size_t n);
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *out, size_t n);
/** n numbers above 0 and up to 1. */
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t n);
/** n normal numbers, or numbers whose logarithm is normal. An odd n: CURAND_STATUS_LENGTH_NOT_MULTIPLE. */
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t n, float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t n, double mean,
                                          double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t n, float mean, float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out, size_t n, double mean,
                                             double deviation);

/** n Poisson numbers of mean lambda, above 0 and at most 400000. Other means: CURAND_STATUS_OUT_OF_RANGE. */
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t n, double lambda);
/** Makes, in device memory, what curand_discrete of <curand_kernel.h> draws from; and frees it. */
curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *distribution);
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution);

#ifdef __cplusplus
}
#endif

#endif
