/**
 * @file
 * @brief Functions of CUDA's mathematics that a host library lacks: inverse error functions, Bessel's, lengths.
 *
 * A result may differ from a GPU's in its last bits.
 */
#ifndef SIMT_SPECIAL_H
#define SIMT_SPECIAL_H

#include <cmath>

/** The x whose erfc(x) is y, for 0 < y <= 1. A first guess within 0.01, which Halley steps correct. */
inline double simt_inverse_erfc(double y) noexcept {
    double t = ::sqrt(-2 * ::log(y / 2));
    double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) *
               0.70710678118654752440;
    for (int step = 0; step < 4; step++) {
        double slope = 1.12837916709551257390 * ::exp(-x * x), error = ::erfc(x) - y;
        if (!(slope > 0)) break;
        x += error / (slope - x * error);
    }
    return x;
}
/** The x whose erf(x) is y, for y near 0, where 1 - y is not exact. */
inline double simt_inverse_erf(double y) noexcept {
    double x = y * 0.88622692545275801365;
    for (int step = 0; step < 5; step++) {
        double slope = 1.12837916709551257390 * ::exp(-x * x), error = ::erf(x) - y;
        x -= error / (slope + x * error);
    }
    return x;
}
inline double simt_erfcinv(double y) noexcept {
    if (!(y > 0) || !(y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
    if (y > 0.5 && y < 1.5) return simt_inverse_erf(1 - y);
    return y > 1 ? -simt_inverse_erfc(2 - y) : simt_inverse_erfc(y);
}
inline double simt_normcdfinv(double p) noexcept {
    return -1.41421356237309504880 * simt_erfcinv(2 * p);
}

#ifdef __CUDACC__
inline double erfcinv(double y) noexcept {
    return simt_erfcinv(y);
}
inline double erfinv(double y) noexcept {
    return ::fabs(y) < 0.5 ? simt_inverse_erf(y) : simt_erfcinv(1 - y);
}
inline double normcdfinv(double p) noexcept {
    return simt_normcdfinv(p);
}
/** exp(x * x) * erfc(x), by a series where exp would overflow. */
inline double erfcx(double x) noexcept {
    if (x < 25) return ::exp(x * x) * ::erfc(x);
    double square = x * x;
    return 0.56418958354775628695 / x * (1 - 0.5 / square * (1 - 1.5 / square * (1 - 2.5 / square)));
}
inline double rnorm3d(double x, double y, double z) noexcept {
    return 1 / ::hypot(::hypot(x, y), z);
}
inline double rnorm4d(double x, double y, double z, double w) noexcept {
    return 1 / ::hypot(::hypot(x, y), ::hypot(z, w));
}
/** The length of a vector of n numbers. */
inline double norm(int n, const double *x) noexcept {
    double length = 0;
    for (int i = 0; i < n; i++) length = ::hypot(length, x[i]);
    return length;
}
inline double rnorm(int n, const double *x) noexcept {
    return 1 / norm(n, x);
}
inline float normf(int n, const float *x) noexcept {
    double square = 0;
    for (int i = 0; i < n; i++) square += (double)x[i] * x[i];
    return (float)::sqrt(square);
}
inline float rnormf(int n, const float *x) noexcept {
    double square = 0;
    for (int i = 0; i < n; i++) square += (double)x[i] * x[i];
    return (float)(1 / ::sqrt(square));
}

#define SIMT_OF_DOUBLE(name)                                                                       \
    inline float name##f(float x) noexcept {                                                       \
        return (float)name((double)x);                                                             \
    }                                                                                              \
    inline float name(float x) noexcept {                                                          \
        return (float)name((double)x);                                                             \
    }
SIMT_OF_DOUBLE(erfcinv)
SIMT_OF_DOUBLE(erfinv)
SIMT_OF_DOUBLE(normcdfinv)
SIMT_OF_DOUBLE(erfcx)
#undef SIMT_OF_DOUBLE
#if defined __cpp_lib_math_special_functions || defined __STDCPP_MATH_SPEC_FUNCS__
inline double cyl_bessel_i0(double x) noexcept {
    return std::cyl_bessel_i(0, ::fabs(x));
}
inline double cyl_bessel_i1(double x) noexcept {
    return ::copysign(std::cyl_bessel_i(1, ::fabs(x)), x);
}
inline float cyl_bessel_i0f(float x) noexcept {
    return (float)cyl_bessel_i0((double)x);
}
inline float cyl_bessel_i1f(float x) noexcept {
    return (float)cyl_bessel_i1((double)x);
}
#endif
inline float rnorm3df(float x, float y, float z) noexcept {
    return (float)rnorm3d(x, y, z);
}
inline float rnorm4df(float x, float y, float z, float w) noexcept {
    return (float)rnorm4d(x, y, z, w);
}

#endif

#endif
