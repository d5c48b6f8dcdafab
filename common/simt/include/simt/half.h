/**
 * @file
 * @brief What half and bfloat16 have in common, as macros over a type T, its pair T2, its word in names, its format.
 *
 * Each operation is rounded once, to nearest even, as by a GPU; NaNs come out as 0x7fff. Functions such as hexp are
 * computed in double and rounded, which a GPU does by tables to the same precision. Nothing is fused: nvcc may make
 * one instruction of a product and a sum that stand as operators.
 */
#ifndef SIMT_HALF_H
#define SIMT_HALF_H

#include <type_traits>

#include "core.h"
#include "small_float.h"

namespace simt {

template <class T> struct half_of; /**< of __half and __half2: type, pair, format */
template <class T> using half_format = typename half_of<T>::format;

template <class T> inline T half_bits(uint32_t bits) {
    T x;
    x.__x = (unsigned short)bits;
    return x;
}
template <class T> inline float half_float(T x) {
    return half_format<T>::to_float(x.__x);
}
template <class T> inline T half_rounded(double x, rounding how = rounding::nearest) {
    return half_bits<T>(half_format<T>::from(x, how));
}
/** An integer as a double, its lost bits kept in the last one, so that it can be rounded again. */
template <class I> inline double integer_to_odd(I x) {
    uint64_t m = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    double value = m >> 53 ? 2048.0 * (double)(m >> 11 | !!(m & 2047)) : (double)m;
    return x < 0 ? -value : value;
}
template <class I> inline I half_integer(float x, rounding how) {
    if (x != x) return sizeof(I) < 8 ? 0 : (I)(1ull << 63);
    x = how == rounding::nearest ? std::nearbyint(x)
        : how == rounding::zero  ? std::trunc(x)
        : how == rounding::up    ? std::ceil(x)
                                 : std::floor(x);
    const I least = std::is_signed<I>::value ? (I)(1ull << (8 * sizeof(I) - 1)) : 0, most = ~least;
    return x >= (float)most ? most : x <= (float)least ? least : (I)x;
}
/** 1 for infinity, -1 for its negative, else 0. */
template <class T> inline int half_is_infinite(T x) {
    if ((x.__x & 0x7fff) != half_format<T>::infinity) return 0;
    return x.__x & 0x8000 ? -1 : 1;
}
template <class T> inline T half_sat(T x) {
    const float f = half_float(x);
    return f > 0 ? f < 1 ? x : half_rounded<T>(1) : half_bits<T>(0);
}
template <class T> inline T half_relu(T x) {
    return half_float(x) < 0 || x.__x == half_format<T>::sign ? half_bits<T>(0) : x;
}
/** Another type of 16 bits than T: __half and __nv_bfloat16 are made of each other by an explicit constructor. */
template <class O, class T, class = half_format<O>>
using other_half = std::enable_if_t<sizeof(O) == 2 && !std::is_same<O, T>::value>;
template <class T2, class F, class... A> inline T2 half_both(F f, A... a) {
    return T2(f(a.x...), f(a.y...));
}

} // namespace simt

/** The type itself, and its pair: members and conversions. */
#define SIMT_HALF_TYPE(T, T2, FORMAT)                                                              \
    struct T##_raw {                                                                               \
        unsigned short x;                                                                          \
    };                                                                                             \
    struct __attribute__((aligned(4))) T2##_raw {                                                  \
        unsigned short x, y;                                                                       \
    };                                                                                             \
    struct T;                                                                                      \
    struct T2;                                                                                     \
    namespace simt {                                                                               \
    template <> struct half_of<T> { typedef FORMAT format; };                                      \
    }                                                                                              \
    struct __attribute__((aligned(2), may_alias)) T {                                                         \
        unsigned short __x;                                                                        \
        T() = default;                                                                             \
        constexpr T(const T##_raw &raw) : __x(raw.x) {}                                            \
        T(float f) : __x((unsigned short)FORMAT::of_float(f)) {}                                   \
        T(double d) : __x((unsigned short)FORMAT::from(d)) {}                                      \
        template <class O, class = simt::other_half<O, T>>                                         \
        explicit T(O other) : T(simt::half_float(other)) {}                                        \
        T &operator=(const T##_raw &raw) {                                                         \
            __x = raw.x;                                                                           \
            return *this;                                                                          \
        }                                                                                          \
        T &operator=(float f) {                                                                    \
            return *this = T(f);                                                                   \
        }                                                                                          \
        T &operator=(double d) {                                                                   \
            return *this = T(d);                                                                   \
        }                                                                                          \
        operator T##_raw() const {                                                                 \
            return {__x};                                                                          \
        }                                                                                          \
        operator float() const {                                                                   \
            return FORMAT::to_float(__x);                                                          \
        }                                                                                          \
        SIMT_HALF_INTEGERS(T)                                                                      \
    };                                                                                             \
    struct __attribute__((aligned(4), may_alias)) T2 {                                                        \
        T x, y;                                                                                    \
        T2() = default;                                                                            \
        T2(const T &a, const T &b) : x(a), y(b) {}                                                 \
        T2(const T2##_raw &raw) : x(simt::half_bits<T>(raw.x)), y(simt::half_bits<T>(raw.y)) {}    \
        template <class R, class = std::enable_if_t<std::is_same<R, T2##_raw>::value>>             \
        T2 &operator=(const R &raw) {                                                              \
            return *this = T2(raw);                                                                \
        }                                                                                          \
        operator T2##_raw() const {                                                                \
            return {x.__x, y.__x};                                                                 \
        }                                                                                          \
    };

#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define SIMT_HALF_INTEGERS(T)
#else
#define SIMT_HALF_INTEGERS(T)                                                                      \
    SIMT_HALF_INTEGER(T, short)                                                                    \
    SIMT_HALF_INTEGER(T, unsigned short)                                                           \
    SIMT_HALF_INTEGER(T, int)                                                                      \
    SIMT_HALF_INTEGER(T, unsigned)                                                                 \
    SIMT_HALF_INTEGER(T, long)                                                                     \
    SIMT_HALF_INTEGER(T, unsigned long)                                                            \
    SIMT_HALF_INTEGER(T, long long)                                                                \
    SIMT_HALF_INTEGER(T, unsigned long long)                                                       \
    SIMT_HALF_TO(T, char)                                                                          \
    SIMT_HALF_TO(T, signed char)                                                                   \
    SIMT_HALF_TO(T, unsigned char)                                                                 \
    operator bool() const {                                                                        \
        return (__x & 0x7fff) != 0;                                                                \
    }
#endif
#define SIMT_HALF_TO(T, I)                                                                         \
    operator I() const {                                                                           \
        return simt::half_integer<I>(simt::half_float(*this), simt::rounding::zero);               \
    }
#define SIMT_HALF_INTEGER(T, I)                                                                    \
    T(I i) : T(simt::half_rounded<T>(simt::integer_to_odd(i))) {}                                  \
    T &operator=(I i) {                                                                            \
        return *this = T(i);                                                                       \
    }                                                                                              \
    SIMT_HALF_TO(T, I)

/** Conversions by name. */
#define SIMT_HALF_ROUNDINGS(name, result, from, expression)                                        \
    SIMT_HALF_ROUNDING(name##_rn, result, from, expression, nearest)                               \
    SIMT_HALF_ROUNDING(name##_rz, result, from, expression, zero)                                  \
    SIMT_HALF_ROUNDING(name##_ru, result, from, expression, up)                                    \
    SIMT_HALF_ROUNDING(name##_rd, result, from, expression, down)
#define SIMT_HALF_ROUNDING(name, result, from, expression, way)                                    \
    inline result name(from a) {                                                                   \
        constexpr simt::rounding how = simt::rounding::way;                                        \
        return expression;                                                                         \
    }
#define SIMT_HALF_CONVERT(T, N, name, I)                                                           \
    SIMT_HALF_ROUNDINGS(__##N##2##name, I, T, simt::half_integer<I>(simt::half_float(a), how))     \
    SIMT_HALF_ROUNDINGS(__##name##2##N, T, I, simt::half_rounded<T>(simt::integer_to_odd(a), how))
#define SIMT_HALF(result, name, parameters, expression)                                            \
    inline result name parameters {                                                                \
        return expression;                                                                         \
    }
#define SIMT_HALF_CONVERSIONS(T, T2, N)                                                            \
    SIMT_HALF_CONVERT(T, N, int, int)                                                              \
    SIMT_HALF_CONVERT(T, N, uint, unsigned)                                                        \
    SIMT_HALF_CONVERT(T, N, short, short)                                                          \
    SIMT_HALF_CONVERT(T, N, ushort, unsigned short)                                                \
    SIMT_HALF_CONVERT(T, N, ll, long long)                                                         \
    SIMT_HALF_CONVERT(T, N, ull, unsigned long long)                                               \
    SIMT_HALF_ROUNDINGS(__float2##N, T, float, simt::half_rounded<T>(a, how))                      \
    SIMT_HALF(                                                                                     \
        signed char, __##N##2char_rz, (T a),                                                       \
        (signed char)simt::half_integer<signed char>(simt::half_float(a), simt::rounding::zero))   \
    SIMT_HALF(unsigned char, __##N##2uchar_rz, (T a),                                              \
              simt::half_integer<unsigned char>(simt::half_float(a), simt::rounding::zero))        \
    SIMT_HALF(T, __float2##N, (float a), T(a))                                                     \
    SIMT_HALF(T, __double2##N, (double a), T(a))                                                   \
    SIMT_HALF(float, __##N##2float, (T a), simt::half_float(a))                                    \
    SIMT_HALF(short, __##N##_as_short, (T a), (short)a.__x)                                        \
    SIMT_HALF(unsigned short, __##N##_as_ushort, (T a), a.__x)                                     \
    SIMT_HALF(T, __short_as_##N, (short a), simt::half_bits<T>((unsigned short)a))                 \
    SIMT_HALF(T, __ushort_as_##N, (unsigned short a), simt::half_bits<T>(a))                       \
    SIMT_HALF(T2, __float2##N##2_rn, (float a), T2(T(a), T(a)))                                    \
    SIMT_HALF(T2, __floats2##N##2_rn, (float a, float b), T2(T(a), T(b)))                          \
    SIMT_HALF(T2, __float22##N##2_rn, (float2 a), T2(T(a.x), T(a.y)))                              \
    SIMT_HALF(float2, __##N##22float2, (T2 a),                                                     \
              (float2{simt::half_float(a.x), simt::half_float(a.y)}))                              \
    SIMT_HALF(T2, __halves2##N##2, (T a, T b), T2(a, b))                                           \
    SIMT_HALF(T2, __##N##2##N##2, (T a), T2(a, a))                                                 \
    SIMT_HALF(T2, make_##N##2, (T a, T b), T2(a, b))                                               \
    SIMT_HALF(float, __low2float, (T2 a), simt::half_float(a.x))                                   \
    SIMT_HALF(float, __high2float, (T2 a), simt::half_float(a.y))                                  \
    SIMT_HALF(T, __low2##N, (T2 a), a.x)                                                           \
    SIMT_HALF(T, __high2##N, (T2 a), a.y)                                                          \
    SIMT_HALF(T2, __low2##N##2, (T2 a), T2(a.x, a.x))                                              \
    SIMT_HALF(T2, __high2##N##2, (T2 a), T2(a.y, a.y))                                             \
    SIMT_HALF(T2, __lowhigh2highlow, (T2 a), T2(a.y, a.x))                                         \
    SIMT_HALF(T2, __lows2##N##2, (T2 a, T2 b), T2(a.x, b.x))                                       \
    SIMT_HALF(T2, __highs2##N##2, (T2 a, T2 b), T2(a.y, b.y))

/** A function of one, two or three values, and with a 2 at its end the same of pairs. */
#define SIMT_HALF_1(T, T2, name, name2, expression)                                                \
    SIMT_HALF(T, name, (T a), expression)                                                          \
    SIMT_HALF(T2, name2, (T2 a), T2(name(a.x), name(a.y)))
#define SIMT_HALF_2(T, T2, name, name2, expression)                                                \
    SIMT_HALF(T, name, (T a, T b), expression)                                                     \
    SIMT_HALF(T2, name2, (T2 a, T2 b), T2(name(a.x, b.x), name(a.y, b.y)))
#define SIMT_HALF_3(T, T2, name, name2, expression)                                                \
    SIMT_HALF(T, name, (T a, T b, T c), expression)                                                \
    SIMT_HALF(T2, name2, (T2 a, T2 b, T2 c), T2(name(a.x, b.x, c.x), name(a.y, b.y, c.y)))
#define SIMT_HALF_OP(T, T2, op)                                                                    \
    SIMT_HALF_2(T, T2, __h##op, __h##op##2,                                                        \
                simt::half_bits<T>(simt::small_##op<simt::half_format<T>>(a.__x, b.__x)))          \
    SIMT_HALF_2(T, T2, __h##op##_rn, __h##op##2_rn, __h##op(a, b))                                 \
    SIMT_HALF_2(T, T2, __h##op##_sat, __h##op##2_sat, simt::half_sat(__h##op(a, b)))
#define SIMT_HALF_MINMAX(T, T2, name, want_max, keep_nan)                                          \
    SIMT_HALF_2(T, T2, __h##name, __h##name##2_of,                                                 \
                simt::half_bits<T>(                                                                \
                    simt::small_min<simt::half_format<T>>(a.__x, b.__x, want_max, keep_nan)))
#define SIMT_HALF_ARITHMETIC(T, T2)                                                                \
    SIMT_HALF_OP(T, T2, add)                                                                       \
    SIMT_HALF_OP(T, T2, sub)                                                                       \
    SIMT_HALF_OP(T, T2, mul)                                                                       \
    SIMT_HALF(T, __hdiv, (T a, T b),                                                               \
              simt::half_bits<T>(simt::small_div<simt::half_format<T>>(a.__x, b.__x)))             \
    SIMT_HALF(T2, __h2div, (T2 a, T2 b), T2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)))                   \
    SIMT_HALF_3(T, T2, __hfma, __hfma2,                                                            \
                simt::half_bits<T>(simt::small_fma<simt::half_format<T>>(a.__x, b.__x, c.__x)))    \
    SIMT_HALF_3(T, T2, __hfma_sat, __hfma2_sat, simt::half_sat(__hfma(a, b, c)))                   \
    SIMT_HALF_3(T, T2, __hfma_relu, __hfma2_relu, simt::half_relu(__hfma(a, b, c)))                \
    SIMT_HALF(T2, __hcmadd, (T2 a, T2 b, T2 c),                                                    \
              T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),                                  \
                 __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))))                                         \
    SIMT_HALF_MINMAX(T, T2, max, true, false)                                                      \
    SIMT_HALF_MINMAX(T, T2, min, false, false)                                                     \
    SIMT_HALF_MINMAX(T, T2, max_nan, true, true)                                                   \
    SIMT_HALF_MINMAX(T, T2, min_nan, false, true)                                                  \
    SIMT_HALF(T2, __hmax2, (T2 a, T2 b), __hmax2_of(a, b))                                         \
    SIMT_HALF(T2, __hmin2, (T2 a, T2 b), __hmin2_of(a, b))                                         \
    SIMT_HALF(T2, __hmax2_nan, (T2 a, T2 b), __hmax_nan2_of(a, b))                                 \
    SIMT_HALF(T2, __hmin2_nan, (T2 a, T2 b), __hmin_nan2_of(a, b))
#define SIMT_HALF_SIGNS(T, T2)                                                                     \
    SIMT_HALF_1(T, T2, __hneg, __hneg2, simt::half_bits<T>(__hisnan(a) ? 0x7fff : a.__x ^ 0x8000)) \
    SIMT_HALF_1(T, T2, __habs, __habs2, simt::half_bits<T>(__hisnan(a) ? 0x7fff : a.__x & 0x7fff))

/** Comparisons; those with a u also hold where a value is a NaN. */
#define SIMT_HALF_COMPARE(T, T2, name, expression)                                                 \
    SIMT_HALF_COMPARE_OF(T, T2, name, expression)                                                  \
    SIMT_HALF_COMPARE_OF(T, T2, name##u, (x != x || y != y || expression))
#define SIMT_HALF_COMPARE_OF(T, T2, name, expression)                                              \
    inline bool __h##name(T a, T b) {                                                              \
        const float x = simt::half_float(a), y = simt::half_float(b);                              \
        return expression;                                                                         \
    }                                                                                              \
    SIMT_HALF(T2, __h##name##2, (T2 a, T2 b),                                                      \
              T2(T((float)__h##name(a.x, b.x)), T((float)__h##name(a.y, b.y))))                    \
    SIMT_HALF(unsigned, __h##name##2_mask, (T2 a, T2 b),                                           \
              (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0))       \
    SIMT_HALF(bool, __hb##name##2, (T2 a, T2 b), __h##name(a.x, b.x) && __h##name(a.y, b.y))
#define SIMT_HALF_COMPARISONS(T, T2)                                                               \
    SIMT_HALF(bool, __hisnan, (T a), simt::half_format<T>::is_nan(a.__x))                          \
    SIMT_HALF(int, __hisinf, (T a), simt::half_is_infinite(a))                                     \
    SIMT_HALF(T2, __hisnan2, (T2 a), T2(T((float)__hisnan(a.x)), T((float)__hisnan(a.y))))         \
    SIMT_HALF_COMPARE(T, T2, eq, x == y)                                                           \
    SIMT_HALF_COMPARE(T, T2, ne, (x < y || x > y))                                                 \
    SIMT_HALF_COMPARE(T, T2, le, x <= y)                                                           \
    SIMT_HALF_COMPARE(T, T2, ge, x >= y)                                                           \
    SIMT_HALF_COMPARE(T, T2, lt, x < y)                                                            \
    SIMT_HALF_COMPARE(T, T2, gt, x > y)

#define SIMT_HALF_FUNCTION(T, T2, name, expression)                                                \
    inline T h##name(T a) {                                                                        \
        const double x = simt::half_float(a);                                                      \
        return simt::half_rounded<T>(expression);                                                  \
    }                                                                                              \
    SIMT_HALF(T2, h2##name, (T2 a), T2(h##name(a.x), h##name(a.y)))
#define SIMT_HALF_FUNCTIONS(T, T2)                                                                 \
    SIMT_HALF_FUNCTION(T, T2, sqrt, std::sqrt(x))                                                  \
    SIMT_HALF_FUNCTION(T, T2, rsqrt, 1 / std::sqrt(x))                                             \
    SIMT_HALF_FUNCTION(T, T2, rcp, 1 / x)                                                          \
    SIMT_HALF_FUNCTION(T, T2, log, std::log(x))                                                    \
    SIMT_HALF_FUNCTION(T, T2, log2, std::log2(x))                                                  \
    SIMT_HALF_FUNCTION(T, T2, log10, std::log10(x))                                                \
    SIMT_HALF_FUNCTION(T, T2, exp, std::exp(x))                                                    \
    SIMT_HALF_FUNCTION(T, T2, exp2, std::exp2(x))                                                  \
    SIMT_HALF_FUNCTION(T, T2, exp10, std::pow(10.0, x))                                            \
    SIMT_HALF_FUNCTION(T, T2, sin, std::sin(x))                                                    \
    SIMT_HALF_FUNCTION(T, T2, cos, std::cos(x))                                                    \
    SIMT_HALF_FUNCTION(T, T2, tanh, std::tanh(x))                                                  \
    SIMT_HALF_FUNCTION(T, T2, tanh_approx, std::tanh(x))                                           \
    SIMT_HALF_FUNCTION(T, T2, rint, std::nearbyint(x))                                             \
    SIMT_HALF_FUNCTION(T, T2, ceil, std::ceil(x))                                                  \
    SIMT_HALF_FUNCTION(T, T2, floor, std::floor(x))                                                \
    SIMT_HALF_FUNCTION(T, T2, trunc, std::trunc(x))

#define SIMT_HALF_OPERATOR(T, op, f)                                                               \
    SIMT_HALF(T, operator op, (const T &a, const T &b), f(a, b))                                   \
    SIMT_HALF(T &, operator op##=, (T & a, const T &b), a = f(a, b))
#define SIMT_HALF_OPERATORS(T, T2, div, prefix, suffix)                                            \
    SIMT_HALF_OPERATOR(T, +, __hadd##suffix)                                                       \
    SIMT_HALF_OPERATOR(T, -, __hsub##suffix)                                                       \
    SIMT_HALF_OPERATOR(T, *, __hmul##suffix)                                                       \
    SIMT_HALF_OPERATOR(T, /, div)                                                                  \
    SIMT_HALF(T, operator+, (const T &a), a)                                                       \
    SIMT_HALF(T, operator-, (const T &a), __hneg##suffix(a))                                       \
    SIMT_HALF(T &, operator++, (T & a), a = __hadd##suffix(a, simt_one(a)))                        \
    SIMT_HALF(T &, operator--, (T & a), a = __hsub##suffix(a, simt_one(a)))                        \
    inline T operator++(T &a, int) {                                                               \
        T old = a;                                                                                 \
        ++a;                                                                                       \
        return old;                                                                                \
    }                                                                                              \
    inline T operator--(T &a, int) {                                                               \
        T old = a;                                                                                 \
        --a;                                                                                       \
        return old;                                                                                \
    }                                                                                              \
    SIMT_HALF(bool, operator==, (const T &a, const T &b), prefix##eq##suffix(a, b))                \
    SIMT_HALF(bool, operator!=, (const T &a, const T &b), prefix##neu##suffix(a, b))               \
    SIMT_HALF(bool, operator<, (const T &a, const T &b), prefix##lt##suffix(a, b))                 \
    SIMT_HALF(bool, operator>, (const T &a, const T &b), prefix##gt##suffix(a, b))                 \
    SIMT_HALF(bool, operator<=, (const T &a, const T &b), prefix##le##suffix(a, b))                \
    SIMT_HALF(bool, operator>=, (const T &a, const T &b), prefix##ge##suffix(a, b))
#define SIMT_HALF_ONE(T, T2)                                                                       \
    SIMT_HALF(T, simt_one, (const T &), T(1.0f))                                                   \
    SIMT_HALF(T2, simt_one, (const T2 &), T2(T(1.0f), T(1.0f)))

/** atomicAdd of a number, and of a pair: each of its halves is added at once. */
#define SIMT_HALF_ATOMICS(T, T2, f, f2)                                                            \
    static SIMT_INLINE T atomicAdd(T *p, T v) {                                                    \
        simt_begin_atomic(SIMT_ATOMIC_SUM);                                                        \
        unsigned short old = simt::atomic_update((unsigned short *)p, [v](unsigned short now) {    \
            return f(simt::half_bits<T>(now), v).__x;                                              \
        });                                                                                        \
        return simt::half_bits<T>(old);                                                            \
    }                                                                                              \
    static SIMT_INLINE T2 atomicAdd(T2 *p, T2 v) {                                                 \
        simt_begin_atomic(SIMT_ATOMIC_SUM);                                                        \
        unsigned old = simt::atomic_update((unsigned *)p, [v](unsigned now) {                      \
            return simt::bit_cast<unsigned>(f2(simt::bit_cast<T2>(now), v));                       \
        });                                                                                        \
        return simt::bit_cast<T2>(old);                                                            \
    }

#endif
