/**
 * @file
 * @brief The arithmetic of tensor cores: one element of D = A B + C, with the bits that an H100 gives.
 *
 * Measured on an H100: the products of a block are exact. The products and the sum so far are cut to multiples of
 * 2^(e - 25), where e is the largest of their exponents. A product's exponent is the sum of its factors' exponents.
 * What these add up to is cut to a float. A block is 16 products of half or bfloat16, and 4 of tf32. Sums in half are
 * rounded to nearest at the end. A sum of 0 is +0, whatever it was made of (H200). Doubles are fused one after another,
 * and keep the sign of 0. Not measured are sums beyond the largest float.
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

/** Of a float, whose lowest bits a format does not have. Denormals have the format's least exponent. */
template <int FRACTION, int LEAST = -126> inline part part_of(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x), field = bits >> 23 & 0xff;
    uint32_t m = (bits & 0x7fffff) | (field ? 1u << 23 : 0);
    int exponent = (int)(field ? field : 1) - 127;
    m >>= 23 - FRACTION;
    if (exponent < LEAST) m = LEAST - exponent < 32 ? m >> (LEAST - exponent) : 0, exponent = LEAST;
    return {bits >> 31 ? -(int32_t)m : (int32_t)m, exponent};
}

/** m divided by 2^bits, cut towards zero. */
inline int32_t moved(int32_t m, int bits) {
    bits = bits > 30 ? 30 : bits;
    return (m + (m >> 31 & ((1 << bits) - 1))) >> bits;
}

/** m times 2^e, for e that a double has. */
inline double scaled(int64_t m, int e) {
    return (double)m * bit_cast<double>((uint64_t)(e + 1023) << 52);
}

/** A float of x, cut and not rounded. */
inline float cut(double x) {
    const float f = (float)x;
    if (std::fabs((double)f) <= std::fabs(x) || std::isinf(f)) return f;
    return bit_cast<float>(bit_cast<uint32_t>(f) - 1);
}

/** sum + the products of n pairs. Numbers have FRACTION bits; all are finite. */
template <int FRACTION>
SIMT_UNSEEN inline float block_sum(const part *a, const part *b, int n, float sum) {
    int32_t product[16], exponent[16]; /* n is at most 16 */
    const part c = part_of<23>(sum);
    int most = c.mantissa ? c.exponent : -1000;
    for (int i = 0; i < n; i++) {
        product[i] = a[i].mantissa * b[i].mantissa;
        exponent[i] = product[i] ? a[i].exponent + b[i].exponent : -1000;
        most = exponent[i] > most ? exponent[i] : most;
    }
    if (most == -1000) return 0;
    int64_t total = moved(c.mantissa * 4, most - c.exponent);
    for (int i = 0; i < n; i++)
        total += moved(product[i] * (1 << (25 - 2 * FRACTION)), most - exponent[i]);
    return cut(scaled(total, most - 25)) + 0.0f; /* -0 becomes +0 */
}

/** A sum as it is stored: a half may have become -0. */
template <class S> inline S stored(float sum) {
    const S s = S(sum);
    return (float)s == 0 ? S(0.0f) : s;
}

/** The float that a part was made of; of a NaN, the NaN of a GPU. */
template <int FRACTION> inline float whole(part p) {
    const bool minus = p.mantissa < 0;
    const float inf = bit_cast<float>((uint32_t)0x7f800000);
    if (p.exponent < 128) return (float)std::ldexp((double)p.mantissa, p.exponent - FRACTION);
    if ((minus ? -p.mantissa : p.mantissa) != 1 << FRACTION)
        return bit_cast<float>((uint32_t)0x7fffffff);
    return minus ? -inf : inf;
}

/** How each type of A and B is multiplied: what a factor is read as, and a sum of k products, in blocks of BLOCK. */
template <int FRACTION, int BLOCK, int LEAST> struct of_floats {
    typedef part factor;
    template <class T> static part read(T x) {
        return part_of<FRACTION, LEAST>((float)x);
    }
    template <class S> SIMT_UNSEEN static S dot(const part *a, const part *b, int k, S c) {
        float sum = (float)c;
        bool finite = std::isfinite(sum);
        for (int i = 0; i < k; i++) finite &= a[i].exponent < 128 && b[i].exponent < 128;
        if (!finite) {
            for (int i = 0; i < k; i++) sum += whole<FRACTION>(a[i]) * whole<FRACTION>(b[i]);
            return S(sum != sum ? bit_cast<float>((uint32_t)0x7fffffff) : sum);
        }
        for (int i = 0; i < k; i += BLOCK)
            sum = block_sum<FRACTION>(a + i, b + i, k - i < BLOCK ? k - i : BLOCK, sum);
        return stored<S>(sum);
    }
};
struct of_doubles {
    typedef double factor;
    static double read(double x) {
        return x;
    }
    static double dot(const double *a, const double *b, int k, double c) {
        for (int i = 0; i < k; i++) c = std::fma(a[i], b[i], c);
        return c;
    }
};
struct of_integers {
    typedef int factor;
    static int read(int x) {
        return x;
    }
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
