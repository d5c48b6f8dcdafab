/**
 * @file
 * @brief The arithmetic of tensor cores: one element of D = A B + C, with the bits that an H100 gives.
 *
 * Measured on an H100: the products of a block are exact. The products and the sum so far are cut to multiples of
 * 2^(e - 25), where e is the largest of their exponents. A product's exponent is the sum of its factors' exponents.
 * What these add up to is cut to a float. A block is 16 products of half or bfloat16, and 4 of tf32. Sums in half are
 * rounded to nearest at the end. Doubles are fused one after another. Not measured are denormal factors and sums
 * beyond the largest float.
 */
#ifndef SIMT_TENSOR_H
#define SIMT_TENSOR_H

#include "half.h"

namespace simt {
namespace tensor {

/** A number as a whole one times a power of two. */
struct part {
    int32_t mantissa, exponent;
};

/** Of a float, whose lowest bits a format does not have. A zero has no exponent. */
template <int FRACTION> inline part part_of(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x), field = bits >> 23 & 0xff;
    uint32_t m = (bits & 0x7fffff) | (field ? 1u << 23 : 0);
    m >>= 23 - FRACTION;
    return {bits >> 31 ? -(int32_t)m : (int32_t)m, (int32_t)(field ? field : 1) - 127};
}

inline int64_t moved(int64_t m, int bits) {
    if (bits >= 0) return bits < 40 ? m << bits : 0;
    if (bits < -62) return 0;
    return m < 0 ? -(-m >> -bits) : m >> -bits;
}

/** A float of x, cut and not rounded. */
inline float cut(double x) {
    const float f = (float)x;
    if (std::fabs((double)f) <= std::fabs(x) || std::isinf(f)) return f;
    return bit_cast<float>(bit_cast<uint32_t>(f) - 1);
}

/** sum + the products of n pairs. Numbers have FRACTION bits; all are finite. */
template <int FRACTION> inline float block_sum(const part *a, const part *b, int n, float sum) {
    const part c = part_of<23>(sum);
    int most = c.mantissa ? c.exponent : -1000;
    for (int i = 0; i < n; i++)
        if (a[i].mantissa && b[i].mantissa && a[i].exponent + b[i].exponent > most)
            most = a[i].exponent + b[i].exponent;
    if (most == -1000) return sum;
    int64_t total = moved(c.mantissa, c.exponent - most + 2);
    for (int i = 0; i < n; i++)
        total += moved((int64_t)a[i].mantissa * b[i].mantissa,
                       a[i].exponent + b[i].exponent - most + 25 - 2 * FRACTION);
    return cut(std::ldexp((double)total, most - 25));
}

/** How each type of A and B is multiplied: to sums of type S, in blocks of so many products. */
template <int FRACTION, int BLOCK> struct of_floats {
    template <class S> static S dot(const float *a, const float *b, int k, S c) {
        part pa[16], pb[16];
        float sum = (float)c, plain = sum;
        for (int i = 0; i < k; i++) plain += a[i] * b[i];
        if (!std::isfinite(plain)) return S(plain != plain ? bit_cast<float>((uint32_t)0x7fffffff) : plain);
        for (int i = 0; i < k; i++) pa[i] = part_of<FRACTION>(a[i]), pb[i] = part_of<FRACTION>(b[i]);
        for (int i = 0; i < k; i += BLOCK)
            sum = block_sum<FRACTION>(pa + i, pb + i, k - i < BLOCK ? k - i : BLOCK, sum);
        return S(sum);
    }
};
struct of_doubles {
    static double dot(const double *a, const double *b, int k, double c) {
        for (int i = 0; i < k; i++) c = std::fma(a[i], b[i], c);
        return c;
    }
};
struct of_integers {
    static int dot(const int *a, const int *b, int k, int c) {
        uint32_t sum = (uint32_t)c;
        for (int i = 0; i < k; i++) sum += (uint32_t)(a[i] * b[i]);
        return (int)sum;
    }
    static int dot_sat(const int *a, const int *b, int k, int c) {
        int64_t sum = c;
        for (int i = 0; i < k; i++) sum += a[i] * b[i];
        return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int)sum;
    }
};

} // namespace tensor
} // namespace simt

#endif
