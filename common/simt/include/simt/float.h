/**
 * @file
 * @brief Floating-point intrinsics: bit casts, conversions, arithmetic of a given rounding, fast math.
 */
#ifndef SIMT_FLOAT_H
#define SIMT_FLOAT_H

#include <cmath>
#include <fenv.h>
#include <limits>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "bits.h"
#include "fast.h"

/*
 * Bits.
 */
inline int __float_as_int(float x) {
    return simt::bit_cast<int>(x);
}
inline unsigned int __float_as_uint(float x) {
    return simt::bit_cast<unsigned int>(x);
}
inline float __int_as_float(int x) {
    return simt::bit_cast<float>(x);
}
inline float __uint_as_float(unsigned int x) {
    return simt::bit_cast<float>(x);
}
inline long long __double_as_longlong(double x) {
    return simt::bit_cast<long long>(x);
}
inline double __longlong_as_double(long long x) {
    return simt::bit_cast<double>(x);
}
inline int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}
inline double __hiloint2double(int high, int low) {
    return simt::bit_cast<double>((uint64_t)(uint32_t)high << 32 | (uint32_t)low);
}

/*
 * From floats to integers: rounded by the name's ending, then clamped to what the integer holds.
 */
namespace simt {

/** What a NaN becomes: 0 between 32-bit types, else the integer's highest bit alone. */
template <class I, class F> constexpr I integer_of_nan() {
    return sizeof(I) == 4 && sizeof(F) == 4 ? 0 : (I)(1ull << (8 * sizeof(I) - 1));
}

template <class I, class F> inline I clamp_to(F x) {
    typedef std::numeric_limits<I> limits;
    if (x != x) return integer_of_nan<I, F>();
    if (x >= (F)limits::max()) return limits::max();
    if (x <= (F)limits::min()) return limits::min();
    return (I)x;
}

} // namespace simt

#define SIMT_TO_INTEGER(from, to, I)                                                               \
    inline I __##from##2##to##_rn(from x) {                                                        \
        return simt::clamp_to<I>(std::nearbyint(x));                                               \
    }                                                                                              \
    inline I __##from##2##to##_rz(from x) {                                                        \
        return simt::clamp_to<I>(std::trunc(x));                                                   \
    }                                                                                              \
    inline I __##from##2##to##_ru(from x) {                                                        \
        return simt::clamp_to<I>(std::ceil(x));                                                    \
    }                                                                                              \
    inline I __##from##2##to##_rd(from x) {                                                        \
        return simt::clamp_to<I>(std::floor(x));                                                   \
    }

SIMT_TO_INTEGER(float, int, int)
SIMT_TO_INTEGER(float, uint, unsigned int)
SIMT_TO_INTEGER(float, ll, long long)
SIMT_TO_INTEGER(float, ull, unsigned long long)
SIMT_TO_INTEGER(double, int, int)
SIMT_TO_INTEGER(double, uint, unsigned int)
SIMT_TO_INTEGER(double, ll, long long)
SIMT_TO_INTEGER(double, ull, unsigned long long)
#undef SIMT_TO_INTEGER

/*
 * Arithmetic and conversions in each of the four roundings. They are never fused into one another.
 */
#ifdef __x86_64__
#define SIMT_FLOAT_REGISTER "+x"
#else
#define SIMT_FLOAT_REGISTER "+w"
#endif

namespace simt {

/* The compiler knows nothing of a rounding mode: values that pass here stay on their side of it. */
inline float keep(float x) {
    __asm__ volatile("" : SIMT_FLOAT_REGISTER(x) : : "memory");
    return x;
}
inline double keep(double x) {
    __asm__ volatile("" : SIMT_FLOAT_REGISTER(x) : : "memory");
    return x;
}
template <class I> inline I keep(I x) {
    __asm__ volatile("" : "+r"(x) : : "memory");
    return x;
}

/** The result of f, which has to pass its operands through keep(), under a rounding mode. */
template <class F> inline auto rounded(int mode, F f) {
#ifdef __x86_64__ /* fesetround would change the x87 unit's mode too, which takes ten times as long */
    static_assert(FE_DOWNWARD == 0x400 && FE_UPWARD == 0x800, "a mode has the bits of the register");
    const unsigned before = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr((before & ~0x6000u) | (unsigned)mode << 3);
    auto result = keep(f());
    __builtin_ia32_ldmxcsr(before);
#else
    const int before = fegetround();
    fesetround(mode);
    auto result = keep(f());
    fesetround(before);
#endif
    return result;
}

} // namespace simt

#define SIMT_ROUNDED(R, name, parameters, expression)                                              \
    inline R name##_rn parameters {                                                                \
        return simt::keep((R)(expression));                                                        \
    }                                                                                              \
    inline R name##_rz parameters {                                                                \
        return simt::rounded(FE_TOWARDZERO, [=] { return (R)(expression); });                      \
    }                                                                                              \
    inline R name##_ru parameters {                                                                \
        return simt::rounded(FE_UPWARD, [=] { return (R)(expression); });                          \
    }                                                                                              \
    inline R name##_rd parameters {                                                                \
        return simt::rounded(FE_DOWNWARD, [=] { return (R)(expression); });                        \
    }

#define SIMT_ARITHMETIC(T, f, fma_name, rcp, root)                                                 \
    SIMT_ROUNDED(T, __##f##add, (T x, T y), simt::keep(x) + simt::keep(y))                         \
    SIMT_ROUNDED(T, __##f##sub, (T x, T y), simt::keep(x) - simt::keep(y))                         \
    SIMT_ROUNDED(T, __##f##mul, (T x, T y), simt::keep(x) * simt::keep(y))                         \
    SIMT_ROUNDED(T, __##f##div, (T x, T y), simt::keep(x) / simt::keep(y))                         \
    SIMT_ROUNDED(T, fma_name, (T x, T y, T z),                                                     \
                 std::fma(simt::keep(x), simt::keep(y), simt::keep(z)))                            \
    SIMT_ROUNDED(T, rcp, (T x), 1 / simt::keep(x))                                                 \
    SIMT_ROUNDED(T, root, (T x), std::sqrt(simt::keep(x)))

SIMT_ARITHMETIC(float, f, __fmaf, __frcp, __fsqrt)
SIMT_ARITHMETIC(double, d, __fma, __drcp, __dsqrt)

SIMT_ROUNDED(float, __int2float, (int x), simt::keep(x))
SIMT_ROUNDED(float, __uint2float, (unsigned int x), simt::keep(x))
SIMT_ROUNDED(float, __ll2float, (long long x), simt::keep(x))
SIMT_ROUNDED(float, __ull2float, (unsigned long long x), simt::keep(x))
SIMT_ROUNDED(float, __double2float, (double x), simt::keep(x))
SIMT_ROUNDED(double, __ll2double, (long long x), simt::keep(x))
SIMT_ROUNDED(double, __ull2double, (unsigned long long x), simt::keep(x))
#undef SIMT_ROUNDED
#undef SIMT_ARITHMETIC
#undef SIMT_FLOAT_REGISTER

inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned int x) {
    return x;
}
inline float __frsqrt_rn(float x) {
    return (float)(1 / std::sqrt((double)x));
}

/** To [0, 1]; NaN becomes 0. */
inline float __saturatef(float x) {
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/*
 * Fast math. Some C libraries declare functions of these names, and newer ones those further below:
 * so the linkage is C.
 */
extern "C" {
#define SIMT_FAST(name, function)                                                                  \
    inline float name(float x) noexcept {                                                          \
        return function(x);                                                                        \
    }
SIMT_FAST(__expf, simt::fast_exp)
SIMT_FAST(__logf, simt::fast_log)
SIMT_FAST(__log2f, log2f)
SIMT_FAST(__log10f, log10f)
SIMT_FAST(__sinf, sinf)
SIMT_FAST(__cosf, cosf)
SIMT_FAST(__tanf, tanf)
SIMT_FAST(__tanhf, tanhf)
#undef SIMT_FAST
inline float __exp10f(float x) noexcept {
    return (float)pow(10.0, x);
}
inline float __powf(float x, float y) noexcept {
    return powf(x, y);
}
inline void __sincosf(float x, float *sine, float *cosine) noexcept {
    *sine = sinf(x);
    *cosine = cosf(x);
}

/*
 * Functions that a host library lacks or may lack.
 */
inline double rsqrt(double x) noexcept {
    return 1 / sqrt(x);
}
/** sin(pi x) and cos(pi x), exact at multiples of a half. */
inline double sinpi(double x) noexcept {
    const double pi = 3.14159265358979323846;
    double r = remainder(x, 2);
    if (fabs(r) > 0.5) r = copysign(1, r) - r;
    return fabs(r) > 0.25 ? copysign(cos(pi * (0.5 - fabs(r))), r) : sin(pi * r);
}
inline double cospi(double x) noexcept {
    return sinpi(0.5 - fabs(remainder(x, 2)));
}
inline void sincospi(double x, double *sine, double *cosine) noexcept {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
inline double rcbrt(double x) noexcept {
    return 1 / cbrt(x);
}
inline double rhypot(double x, double y) noexcept {
    return 1 / hypot(x, y);
}
inline double norm3d(double x, double y, double z) noexcept {
    return hypot(hypot(x, y), z);
}
inline double norm4d(double x, double y, double z, double w) noexcept {
    return hypot(hypot(x, y), hypot(z, w));
}
inline double normcdf(double x) noexcept {
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

#define SIMT_OF_DOUBLE(name)                                                                       \
    inline float name##f(float x) noexcept {                                                       \
        return (float)name(x);                                                                     \
    }
SIMT_OF_DOUBLE(rsqrt)
SIMT_OF_DOUBLE(sinpi)
SIMT_OF_DOUBLE(cospi)
SIMT_OF_DOUBLE(rcbrt)
SIMT_OF_DOUBLE(normcdf)
#undef SIMT_OF_DOUBLE
inline void sincospif(float x, float *sine, float *cosine) noexcept {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline float rhypotf(float x, float y) noexcept {
    return (float)rhypot(x, y);
}
inline float norm3df(float x, float y, float z) noexcept {
    return (float)norm3d(x, y, z);
}
inline float norm4df(float x, float y, float z, float w) noexcept {
    return (float)norm4d(x, y, z, w);
}
} // extern "C"

inline float rsqrt(float x) {
    return rsqrtf(x);
}
inline float __fdividef(float x, float y) {
    return x / y;
}
inline float fdividef(float x, float y) {
    return x / y;
}

#include "special.h"

#endif
