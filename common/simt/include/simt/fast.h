/**
 * @file
 * @brief __expf and __logf: approximations without branches, tables and calls, so loops over threads become vectors.
 *
 * Both are within 2 units in the last place, and a GPU's are not better. A result is the same in each thread, however
 * the compiler arranges the code around it.
 */
#ifndef SIMT_FAST_H
#define SIMT_FAST_H

#include <limits>

#include "bits.h"

namespace simt {

/** 2 to the power n, from -126 to 127. */
inline float power_of_two(int n) {
    return bit_cast<float>((n + 127) << 23);
}

/** e to the power x: 2 to the power n times a series for the rest, which lies within half of log 2. */
inline float fast_exp(float x) {
    const float round = 12582912.0f; // to an integer, since nothing behind the point has room beside 1.5 * 2^23
    x = x > 89.0f ? 89.0f : x;       // all beyond gives infinity or 0
    x = x < -104.5f ? -104.5f : x;
    const float shifted = x * 1.44269504f + round, n = shifted - round;
    const int whole = bit_cast<int>(shifted) - bit_cast<int>(round), half = whole >> 1;
    const float r = x - n * 0.693145752f - n * 1.42860677e-6f; // log 2: the first part times n is exact
    float p = 1.0f / 5040 * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = r + r * r * p;
    return (1.0f + p) * power_of_two(half) * power_of_two(whole - half);
}

/** log x = e log 2 + log m with m between the roots of 1/2 and 2, by the series of the inverse hyperbolic tangent. */
inline float fast_log(float x) {
    const bool tiny = x < 1.17549435e-38f;
    const int bits = bit_cast<int>(tiny ? x * 33554432.0f : x), root = 0x3f3504f3; // the root of 1/2
    const int e = (bits - root) >> 23;
    const float m = bit_cast<float>((int)((unsigned)bits - ((unsigned)e << 23))), f = m - 1.0f;
    const float s = f / (2.0f + f), z = s * s, k = (float)(tiny ? e - 25 : e);
    float p = 2.0f / 9 * z + 2.0f / 7;
    p = p * z + 2.0f / 5;
    p = p * z + 2.0f / 3;
    const float square = 0.5f * f * f;
    const float rest = square - s * (square + z * p); // log(1 + f) = f - rest
    float result = k * 0.693145752f - (rest - k * 1.42860677e-6f - f);
    result = x == 0.0f ? -std::numeric_limits<float>::infinity() : result;
    result = x < 0.0f ? std::numeric_limits<float>::quiet_NaN() : result;
    return x < std::numeric_limits<float>::infinity() ? result : x; // infinity, or not a number
}

} // namespace simt

#endif
