/**
 * @file
 * @brief Numbers of 8 and 16 bits: half, bfloat16, e4m3 and e5m2, and float rounded to fewer bits.
 *
 * A format is its number of exponent and fraction bits. Every value of a format is exact in double, and so is the sum
 * or product of two values. So an operation is done in double and rounded once. That is not enough for a fused
 * multiply-add, whose exact result may need more bits than double has: it is rounded to odd in double first. Then the
 * second rounding is right, as double has more than two bits beyond each format (Boldo and Melquiond, 2008).
 */
#ifndef SIMT_SMALL_FLOAT_H
#define SIMT_SMALL_FLOAT_H

#include <cmath>
#include <stdint.h>

#include "bits.h"

namespace simt {

enum class rounding { nearest, zero, up, down };

/** The format with this many bits of exponent and fraction; words hold its bits. */
template <int EXPONENT, int FRACTION> struct small_float {
    static constexpr int bias = (1 << (EXPONENT - 1)) - 1;
    static constexpr uint32_t sign = 1u << (EXPONENT + FRACTION);
    static constexpr uint32_t infinity = ((1u << EXPONENT) - 1) << FRACTION;
    static constexpr uint32_t nan = sign - 1; /**< what operations of a GPU give */

    static constexpr bool is_nan(uint32_t x) {
        return (x & (sign - 1)) > infinity;
    }

    /** The magnitude of x, rounded; what is too large has more than infinity's bits, up to 2^31. */
    static uint32_t magnitude(double x, rounding how) {
        const uint64_t bits = bit_cast<uint64_t>(x), abs = bits & ~(1ull << 63);
        if (!abs) return 0;
        int e = (int)(abs >> 52) - 1023;
        uint64_t m = (abs & ((1ull << 52) - 1)) | (e > -1023 ? 1ull << 52 : 0);
        const int least = 1 - bias, exponent = e < least ? least : e;
        if (exponent - least > 1 << EXPONENT) return 1u << 31;
        int shift = 52 - FRACTION + (exponent - e);
        if (shift > 60) shift = 60, m = 1;
        const uint64_t rest = m & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        uint64_t code = ((uint64_t)(exponent - least) << FRACTION) + (m >> shift);
        if (how == rounding::nearest)
            code += rest > half || (rest == half && code & 1);
        else if (how != rounding::zero)
            code += rest && (how == rounding::down) == (bits >> 63);
        return (uint32_t)code;
    }

    /** The bits of x. What is too large becomes infinity, or the largest number where the rounding wants it. */
    static uint32_t from(double x, rounding how = rounding::nearest) {
        if (x != x) return nan;
        const bool minus = bit_cast<uint64_t>(x) >> 63;
        uint32_t m = magnitude(x, how);
        if (std::isinf(x)) m = infinity;
        const bool towards_zero = how == rounding::zero || (how == rounding::up && minus) ||
                                  (how == rounding::down && !minus);
        if (m >= infinity) m = towards_zero && !std::isinf(x) ? infinity - 1 : infinity;
        return m | (minus ? sign : 0);
    }

    static double to_double(uint32_t x) {
        const uint32_t abs = x & (sign - 1);
        const int e = (int)(abs >> FRACTION);
        const uint32_t fraction = abs & ((1u << FRACTION) - 1);
        double value = e ? std::ldexp((double)(fraction | 1u << FRACTION), e - bias - FRACTION)
                         : std::ldexp((double)fraction, 1 - bias - FRACTION);
        if (abs == infinity) value = HUGE_VAL;
        if (abs > infinity) return bit_cast<double>((uint64_t)0x7ff8000000000000ull);
        return x & sign ? -value : value;
    }
};

/** a + b in double, with the last bit set where bits are lost. a and b are finite. */
inline double add_to_odd(double a, double b) {
    volatile double sum =
        a + b; /* volatile: no compiler may reorder what measures its own rounding */
    volatile double b_part = sum - a, a_part = sum - b_part;
    const double lost = (a - a_part) + (b - b_part);
    uint64_t bits = bit_cast<uint64_t>((double)sum);
    if (lost == 0 || bits & 1) return sum;
    bits += (lost > 0) == (sum > 0) ? 1 : -1;
    return bit_cast<double>(bits);
}

/** half: five bits of exponent, ten of fraction. */
struct float16 : small_float<5, 10> {
    static float to_float(uint32_t x) {
        uint32_t abs = x & 0x7fff, minus = (x & 0x8000) << 16;
        if (abs > infinity) return bit_cast<float>((uint32_t)0x7fffffff);
        if (abs == infinity) return bit_cast<float>(minus | 0x7f800000);
        const float power = bit_cast<float>((uint32_t)(254 - 15) << 23); /* 2^112 */
        return bit_cast<float>(minus | bit_cast<uint32_t>(bit_cast<float>(abs << 13) * power));
    }
    /** To nearest even. */
    static uint32_t of_float(float x) {
        const uint32_t bits = bit_cast<uint32_t>(x), abs = bits & 0x7fffffff;
        const uint32_t minus = bits >> 16 & 0x8000;
        if (abs > 0x7f800000) return nan;
        if (abs >= 0x477ff000) return minus | infinity;
        if (abs >= 0x38800000) /* normal: the bias differs by 112 */
            return minus | (abs - (112u << 23) + 0xfff + (abs >> 13 & 1)) >> 13;
        /* the sum has its last bit where a denormal half has it */
        const float half = 0.5f;
        float sum = bit_cast<float>(abs) + half;
        return minus | (bit_cast<uint32_t>(sum) - bit_cast<uint32_t>(half));
    }
};

/** bfloat16: the upper half of a float. */
struct bfloat16 : small_float<8, 7> {
    static float to_float(uint32_t x) {
        return is_nan(x) ? bit_cast<float>((uint32_t)0x7fffffff)
                         : bit_cast<float>((x & 0xffff) << 16);
    }
    static uint32_t of_float(float x) {
        const uint32_t bits = bit_cast<uint32_t>(x);
        if (x != x) return nan;
        return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    }
};

/* Arithmetic of 16 bits. In float the sum and the product of two halves may already be rounded: float has more than
 * twice a half's bits and two, so a second rounding changes nothing (Figueroa, 1995). bfloat16 has still fewer. */
template <class F> inline uint32_t small_add(uint32_t a, uint32_t b) {
    return F::of_float(F::to_float(a) + F::to_float(b));
}
template <class F> inline uint32_t small_sub(uint32_t a, uint32_t b) {
    return F::of_float(F::to_float(a) - F::to_float(b));
}
template <class F> inline uint32_t small_mul(uint32_t a, uint32_t b) {
    return F::from((double)F::to_float(a) * (double)F::to_float(b));
}
template <> inline uint32_t small_mul<float16>(uint32_t a, uint32_t b) {
    return float16::of_float(float16::to_float(a) * float16::to_float(b));
}
template <class F> inline uint32_t small_div(uint32_t a, uint32_t b) {
    return F::from((double)F::to_float(a) / (double)F::to_float(b));
}
template <class F> inline uint32_t small_fma(uint32_t a, uint32_t b, uint32_t c) {
    const double product = (double)F::to_float(a) * (double)F::to_float(b);
    const double addend = F::to_float(c);
    if (!std::isfinite(product) || !std::isfinite(addend)) return F::from(product + addend);
    if (product == 0 && addend == 0) return F::from(product + addend); /* the sign of zero */
    return F::from(add_to_odd(product, addend));
}
/** Next to a NaN the other one wins; -0 is less than +0. */
template <class F> inline uint32_t small_min(uint32_t a, uint32_t b, bool want_max, bool keep_nan) {
    const bool a_nan = F::is_nan(a), b_nan = F::is_nan(b);
    if ((a_nan && b_nan) || (keep_nan && (a_nan || b_nan))) return F::nan;
    if (a_nan || b_nan) return a_nan ? b : a;
    auto key = [](uint32_t x) { return x & F::sign ? -(int)(x & (F::sign - 1)) - 1 : (int)x; };
    return (key(a) < key(b)) != want_max ? a : b;
}

/** The bits of a number of eight bits. With `finite`, what is too large becomes the largest number. */
inline uint32_t e5m2_of(double x, bool finite) {
    typedef small_float<5, 2> format;
    uint32_t code = format::from(x);
    if (finite && (code & 0x7f) == format::infinity) code -= 1;
    return code;
}
/** e4m3 has no infinity: 0x7f is its NaN, and 0x7e is 448. */
inline uint32_t e4m3_of(double x, bool finite) {
    if (x != x) return 0x7f;
    uint32_t code = std::isinf(x) ? 0x7f : small_float<4, 3>::magnitude(x, rounding::nearest);
    if (code >= 0x7f) code = finite ? 0x7e : 0x7f;
    return code | (std::signbit(x) ? 0x80 : 0);
}
inline uint32_t half_of_e5m2(uint32_t x) {
    return (x & 0x7f) > 0x7c ? 0x7fff : (x & 0xff) << 8;
}
inline uint32_t half_of_e4m3(uint32_t x) {
    if ((x & 0x7f) == 0x7f) return 0x7fff;
    const double value =
        std::ldexp((double)((x & 7) | (x & 0x78 ? 8 : 0)), (int)(x & 0x78 ? x >> 3 & 15 : 1) - 10);
    return float16::of_float((float)(x & 0x80 ? -value : value));
}

/** A float with ten bits of fraction, in a float: what tensor cores read. Ties go away from zero. */
inline float tf32_of(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x);
    if (x != x) return bit_cast<float>((uint32_t)0x7fffffff);
    if ((bits & 0x7f800000) == 0x7f800000) return x;
    return bit_cast<float>((bits + 0x1000) & 0xffffe000);
}

} // namespace simt

#endif
