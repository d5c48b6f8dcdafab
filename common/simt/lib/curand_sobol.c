/**
 * @file
 * @brief cuRAND's quasi-random numbers: Sobol sequences of up to 128 dimensions, with 32 and 64 bits.
 *
 * S. Joe and F. Kuo, Constructing Sobol sequences with better two-dimensional projections (2008): the direction numbers
 * of new-joe-kuo-6.21201. Each dimension has a primitive polynomial, in the order of degrees and coefficients.
 */
#include "curand_generator.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { DIMENSIONS = 128, MOST_DIMENSIONS = 20000 };

/* The first direction numbers of each dimension from the second on, as many as its polynomial has degrees. */
static const unsigned short first_numbers[] = {
    1, 1, 3, 1, 3, 1, 1, 1, 1, 1, 1, 3, 3, 1, 3, 5, 13, 1, 1, 5, 5, 17, 1, 1, 5, 5, 5, 1, 1, 7, 11, 19, 1, 1, 5, 1, 1,
    1, 1, 1, 3, 11, 1, 3, 5, 5, 31, 1, 3, 3, 9, 7, 49, 1, 1, 1, 15, 21, 21, 1, 3, 1, 13, 27, 49, 1, 1, 1, 15, 7, 5, 1,
    3, 1, 15, 13, 25, 1, 1, 5, 5, 19, 61, 1, 3, 7, 11, 23, 15, 103, 1, 3, 7, 13, 13, 15, 69, 1, 1, 3, 13, 7, 35, 63,
    1, 3, 5, 9, 1, 25, 53, 1, 3, 1, 13, 9, 35, 107, 1, 3, 1, 5, 27, 61, 31, 1, 1, 5, 11, 19, 41, 61, 1, 3, 5, 3, 3,
    13, 69, 1, 1, 7, 13, 1, 19, 1, 1, 3, 7, 5, 13, 19, 59, 1, 1, 3, 9, 25, 29, 41, 1, 3, 5, 13, 23, 1, 55, 1, 3, 7, 3,
    13, 59, 17, 1, 3, 1, 3, 5, 53, 69, 1, 1, 5, 5, 23, 33, 13, 1, 1, 7, 7, 1, 61, 123, 1, 1, 7, 9, 13, 61, 49, 1, 3,
    3, 5, 3, 55, 33, 1, 3, 1, 15, 31, 13, 49, 245, 1, 3, 5, 15, 31, 59, 63, 97, 1, 3, 1, 11, 11, 11, 77, 249, 1, 3, 1,
    11, 27, 43, 71, 9, 1, 1, 7, 15, 21, 11, 81, 45, 1, 3, 7, 3, 25, 31, 65, 79, 1, 3, 1, 1, 19, 11, 3, 205, 1, 1, 5,
    9, 19, 21, 29, 157, 1, 3, 7, 11, 1, 33, 89, 185, 1, 3, 3, 3, 15, 9, 79, 71, 1, 3, 7, 11, 15, 39, 119, 27, 1, 1, 3,
    1, 11, 31, 97, 225, 1, 1, 1, 3, 23, 43, 57, 177, 1, 3, 7, 7, 17, 17, 37, 71, 1, 3, 1, 5, 27, 63, 123, 213, 1, 1,
    3, 5, 11, 43, 53, 133, 1, 3, 5, 5, 29, 17, 47, 173, 479, 1, 3, 3, 11, 3, 1, 109, 9, 69, 1, 1, 1, 5, 17, 39, 23, 5,
    343, 1, 3, 1, 5, 25, 15, 31, 103, 499, 1, 1, 1, 11, 11, 17, 63, 105, 183, 1, 1, 5, 11, 9, 29, 97, 231, 363, 1, 1,
    5, 15, 19, 45, 41, 7, 383, 1, 3, 7, 7, 31, 19, 83, 137, 221, 1, 1, 1, 3, 23, 15, 111, 223, 83, 1, 1, 5, 13, 31,
    15, 55, 25, 161, 1, 1, 3, 13, 25, 47, 39, 87, 257, 1, 1, 1, 11, 21, 53, 125, 249, 293, 1, 1, 7, 11, 11, 7, 57, 79,
    323, 1, 1, 5, 5, 17, 13, 81, 3, 131, 1, 1, 7, 13, 23, 7, 65, 251, 475, 1, 3, 5, 1, 9, 43, 3, 149, 11, 1, 1, 3, 13,
    31, 13, 13, 255, 487, 1, 3, 3, 1, 5, 63, 89, 91, 127, 1, 1, 3, 3, 1, 19, 123, 127, 237, 1, 1, 5, 7, 23, 31, 37,
    243, 289, 1, 1, 5, 11, 17, 53, 117, 183, 491, 1, 1, 1, 5, 1, 13, 13, 209, 345, 1, 1, 3, 15, 1, 57, 115, 7, 33, 1,
    3, 1, 11, 7, 43, 81, 207, 175, 1, 3, 1, 1, 15, 27, 63, 255, 49, 1, 3, 5, 3, 27, 61, 105, 171, 305, 1, 1, 5, 3, 1,
    3, 57, 249, 149, 1, 1, 3, 5, 5, 57, 15, 13, 159, 1, 1, 1, 11, 7, 11, 105, 141, 225, 1, 3, 3, 5, 27, 59, 121, 101,
    271, 1, 3, 5, 9, 11, 49, 51, 59, 115, 1, 1, 7, 1, 23, 45, 125, 71, 419, 1, 1, 3, 5, 23, 5, 105, 109, 75, 1, 1, 7,
    15, 7, 11, 67, 121, 453, 1, 3, 7, 3, 9, 13, 31, 27, 449, 1, 3, 1, 15, 19, 39, 39, 89, 15, 1, 1, 1, 1, 1, 33, 73,
    145, 379, 1, 3, 1, 15, 15, 43, 29, 13, 483, 1, 1, 7, 3, 19, 27, 85, 131, 431, 1, 3, 3, 3, 5, 35, 23, 195, 349, 1,
    3, 3, 7, 9, 27, 39, 59, 297, 1, 1, 3, 9, 11, 17, 13, 241, 157, 1, 3, 7, 15, 25, 57, 33, 189, 213, 1, 1, 7, 1, 9,
    55, 73, 83, 217, 1, 3, 3, 13, 19, 27, 23, 113, 249, 1, 3, 5, 3, 23, 43, 3, 253, 479, 1, 1, 5, 5, 11, 5, 45, 117,
    217, 1, 3, 3, 7, 29, 37, 33, 123, 147, 1, 3, 1, 15, 5, 5, 37, 227, 223, 459, 1, 1, 7, 5, 5, 39, 63, 255, 135, 487,
    1, 3, 1, 7, 9, 7, 87, 249, 217, 599, 1, 1, 3, 13, 9, 47, 7, 225, 363, 247, 1, 3, 7, 13, 19, 13, 9, 67, 9, 737, 1,
    3, 5, 5, 19, 59, 7, 41, 319, 677, 1, 1, 5, 3, 31, 63, 15, 43, 207, 789, 1, 1, 7, 9, 13, 39, 3, 47, 497, 169, 1, 3,
    1, 7, 21, 17, 97, 19, 415, 905, 1, 3, 7, 1, 3, 31, 71, 111, 165, 127, 1, 1, 5, 11, 1, 61, 83, 119, 203, 847, 1, 3,
    3, 13, 9, 61, 19, 97, 47, 35, 1, 1, 7, 7, 15, 29, 63, 95, 417, 469, 1, 3, 1, 9, 25, 9, 71, 57, 213, 385, 1, 3, 5,
    13, 31, 47, 101, 57, 39, 341, 1, 1, 3, 3, 31, 57, 125, 173, 365, 551, 1, 3, 7, 1, 13, 57, 67, 157, 451, 707, 1, 1,
    1, 7, 21, 13, 105, 89, 429, 965, 1, 1, 5, 9, 17, 51, 45, 119, 157, 141, 1, 3, 7, 7, 13, 45, 91, 9, 129, 741, 1, 3,
    7, 1, 23, 57, 67, 141, 151, 571, 1, 1, 3, 11, 17, 47, 93, 107, 375, 157, 1, 3, 3, 5, 11, 21, 43, 51, 169, 915, 1,
    1, 5, 3, 15, 55, 101, 67, 455, 625, 1, 3, 5, 9, 1, 23, 29, 47, 345, 595, 1, 3, 7, 7, 5, 49, 29, 155, 323, 589, 1,
    3, 3, 7, 5, 41, 127, 61, 261, 717,
};

/* Where a program reads beyond the dimensions that are there, it ends. */
static curandDirectionVectors32_t *vectors32;
static curandDirectionVectors64_t *vectors64;

/* x^degree + ... + 1, with the coefficients between: do its powers of x reach all polynomials of a lower degree? */
static bool is_primitive(int degree, unsigned coefficients) {
    unsigned polynomial = 1u << degree | coefficients << 1 | 1, power = 1, n = 0;
    do {
        power <<= 1;
        if (power >> degree & 1) power ^= polynomial;
        n++;
    } while (power != 1 && n < 1u << degree);
    return n == (1u << degree) - 1;
}

/* Direction numbers with their first bit at bit 63. */
static void make_vectors(uint64_t v[64], const unsigned short *first, int degree, unsigned coefficients) {
    for (int i = 0; i < 64; i++) {
        if (i < degree || !degree) {
            v[i] = (degree ? (uint64_t)first[i] : 1) << (63 - i);
            continue;
        }
        v[i] = v[i - degree] ^ v[i - degree] >> degree;
        for (int k = 1; k < degree; k++)
            if (coefficients >> (degree - 1 - k) & 1) v[i] ^= v[i - k];
    }
}

static void make_dimension(int d, const unsigned short *first, int degree, unsigned coefficients) {
    uint64_t v[64];
    make_vectors(v, first, degree, coefficients);
    for (int i = 0; i < 64; i++) vectors64[d][i] = v[i];
    for (int i = 0; i < 32; i++) vectors32[d][i] = (unsigned int)(v[i] >> 32);
}

static void *reserve(size_t bytes_each) {
    char *all = mmap(NULL, MOST_DIMENSIONS * bytes_each, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED || mprotect(all, DIMENSIONS * bytes_each, PROT_READ | PROT_WRITE))
        simt_die("no memory for direction vectors");
    return all;
}

static void make_all(void) {
    const unsigned short *first = first_numbers;
    int d = 0;
    vectors32 = reserve(sizeof(*vectors32));
    vectors64 = reserve(sizeof(*vectors64));
    make_dimension(d++, NULL, 0, 0);
    for (int degree = 1; d < DIMENSIONS; degree++)
        for (unsigned coefficients = 0; d < DIMENSIONS && coefficients < 1u << (degree - 1); coefficients++) {
            if (!is_primitive(degree, coefficients)) continue;
            make_dimension(d++, first, degree, coefficients);
            first += degree;
        }
}

static void make_once(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_all);
}

static curandStatus_t refuse_scrambled(const char *name) {
    fprintf(stderr, "simt: %s: the CPU runtime has no scrambled Sobol numbers. Use those without a scramble\n", name);
    return CURAND_STATUS_TYPE_ERROR;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set) {
    if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) return refuse_scrambled("curandGetDirectionVectors32");
    if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 || !vectors) return CURAND_STATUS_OUT_OF_RANGE;
    make_once();
    *vectors = vectors32;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set) {
    if (set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) return refuse_scrambled("curandGetDirectionVectors64");
    if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 || !vectors) return CURAND_STATUS_OUT_OF_RANGE;
    make_once();
    *vectors = vectors64;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int n) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (!simt_is_sobol(generator)) return CURAND_STATUS_TYPE_ERROR;
    if (!n || n > MOST_DIMENSIONS) return CURAND_STATUS_OUT_OF_RANGE;
    if (n > DIMENSIONS) {
        fprintf(stderr, "simt: curandSetQuasiRandomGeneratorDimensions: the CPU runtime has %d dimensions. Use fewer, "
                        "or nvcc\n", DIMENSIONS);
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    generator->dimensions = n;
    return CURAND_STATUS_SUCCESS;
}

/*
 * Numbers.
 */
uint64_t simt_sobol_number(const unsigned long long v[64], uint64_t i) {
    uint64_t x = 0, gray = i ^ i >> 1;
    for (; gray; gray &= gray - 1) x ^= v[__builtin_ctzll(gray)];
    return x;
}

/* Where the normal distribution has the share p, by Newton's method from a start within some percent. */
static double normal_quantile(double p) {
    double low = p < 0.5 ? p : 1 - p, t = sqrt(-2 * log(low));
    double x = t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481));
    for (int i = 0; i < 4; i++) {
        double error = 0.5 * erfc(x * M_SQRT1_2) - low, slope = exp(-x * x / 2) * 0.39894228040143268;
        if (slope <= 0) break;
        double step = error / slope;
        x += step / (1 - step * x / 2);
    }
    return p < 0.5 ? -x : x;
}

static void put_number(const struct filling *f, size_t at, uint64_t x) {
    bool wide = f->generator->type == CURAND_RNG_QUASI_SOBOL64;
    unsigned int high = (unsigned int)(x >> 32);
    if (f->what == BITS && f->discrete) {
        double u = wide ? (double)(x >> 11) * 0x1p-53 + 0x1p-54 : ((double)high + 1) * 0x1p-32;
        ((unsigned int *)f->out)[at] = simt_discrete_number(f->discrete, u);
        return;
    }
    if (f->what == BITS) {
        if (f->is_double)
            ((unsigned long long *)f->out)[at] = x;
        else
            ((unsigned int *)f->out)[at] = high;
        return;
    }
    double share = wide ? (double)(x >> 11) * 0x1p-53 + 0x1p-54 : ((double)high + 1) * 0x1p-32;
    if (!f->is_double) share = (float)high * 0x1p-32f + 0x1p-33f;
    if (f->what != UNIFORM && (f->discrete || (f->is_double && !wide))) share = ((double)high + 0.5) * 0x1p-32;
    simt_put_number(f, at, f->what == UNIFORM ? share : normal_quantile(share));
}

void simt_sobol_fill(const struct filling *f) {
    make_once();
    size_t each = f->n / f->generator->dimensions;
    for (unsigned d = 0; d < f->generator->dimensions; d++) {
        uint64_t x = simt_sobol_number(vectors64[d], f->first);
        for (size_t i = 0; i < each; i++) {
            put_number(f, d * each + i, x);
            uint64_t number = f->first + i + 1;
            x ^= vectors64[d][number ? __builtin_ctzll(number) : 63];
        }
    }
}
