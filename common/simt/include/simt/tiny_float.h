/**
 * @file
 * @brief The types of four and six bits: one text for their conversions by name and their groups of two and four.
 *
 * They have no infinity and no NaN: what is too large becomes the largest number, and so does a NaN.
 */
#ifndef SIMT_TINY_FLOAT_H
#define SIMT_TINY_FLOAT_H

#include "../cuda_fp8.h"

#ifdef __cplusplus

namespace simt {

/** The format with this many bits of exponent and fraction, where all exponents are those of numbers. */
template <int EXPONENT, int FRACTION> struct tiny_float {
    typedef small_float<EXPONENT, FRACTION> format;
    static constexpr uint32_t sign = format::sign, most = format::sign - 1;

    static uint32_t from(double x, cudaRoundMode how) {
        if (x != x) return most;
        const uint32_t m = format::magnitude(x, how == cudaRoundZero ? rounding::zero : rounding::nearest);
        return (m > most || std::isinf(x) ? most : m) | (std::signbit(x) ? sign : 0);
    }
    static float to_float(uint32_t x) {
        const int e = (int)((x & most) >> FRACTION);
        const uint32_t fraction = x & ((1u << FRACTION) - 1), one = 1u << FRACTION;
        const int power = (e ? e : 1) - format::bias - FRACTION;
        const float value = (float)std::ldexp((double)(e ? fraction | one : fraction), power);
        return x & sign ? -value : value;
    }
};

} // namespace simt

/** Conversions by name of fp4 or fp6 (`fp`), which the enum `Kind` tells apart. A pair has `second` bits for its first
 *  number. `from_double` and `to_float` have the kind as an argument, too. */
#define SIMT_TINY_CVT(fp, Kind, second, code_of, value_of)                                          \
    inline __nv_##fp##_storage_t __nv_cvt_double_to_##fp(double x, Kind kind, cudaRoundMode how) { \
        return (__nv_##fp##_storage_t)code_of(x, kind, how);                                   \
    }                                                                                              \
    inline __half_raw __nv_cvt_##fp##_to_halfraw(__nv_##fp##_storage_t x, Kind kind) {             \
        return {(unsigned short)simt::float16::of_float(value_of(x, kind))};                       \
    }                                                                                              \
    inline __half2_raw __nv_cvt_##fp##x2_to_halfraw2(__nv_##fp##x2_storage_t x, Kind kind) {       \
        const unsigned mask = (1u << (second)) - 1;                                                \
        return {__nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x & mask), kind).x,             \
                __nv_cvt_##fp##_to_halfraw((__nv_##fp##_storage_t)(x >> (second)), kind).x};       \
    }                                                                                              \
    SIMT_TINY_FROM(fp, Kind, second, float, float, a)                                              \
    SIMT_TINY_FROM(fp, Kind, second, halfraw, __half_raw, simt::float16::to_float(a.x))            \
    SIMT_TINY_FROM(fp, Kind, second, bfloat16raw, __nv_bfloat16_raw,                               \
                   simt::bfloat16::to_float(a.x))                                                  \
    SIMT_TINY_FROM2(fp, Kind, second, double2, double2, a.x, a.y)                                  \
    SIMT_TINY_FROM2(fp, Kind, second, float2, float2, a.x, a.y)                                    \
    SIMT_TINY_FROM2(fp, Kind, second, halfraw2, __half2_raw, simt::float16::to_float(a.x),         \
                    simt::float16::to_float(a.y))                                                  \
    SIMT_TINY_FROM2(fp, Kind, second, bfloat16raw2, __nv_bfloat162_raw,                            \
                    simt::bfloat16::to_float(a.x), simt::bfloat16::to_float(a.y))
#define SIMT_TINY_FROM(fp, Kind, second, name, From, x_of)                                         \
    inline __nv_##fp##_storage_t __nv_cvt_##name##_to_##fp(From a, Kind kind, cudaRoundMode how) { \
        return __nv_cvt_double_to_##fp((double)(x_of), kind, how);                                 \
    }
#define SIMT_TINY_FROM2(fp, Kind, second, name, From, x_of, y_of)                                  \
    inline __nv_##fp##x2_storage_t __nv_cvt_##name##_to_##fp##x2(From a, Kind kind,                \
                                                                 cudaRoundMode how) {              \
        const unsigned x = __nv_cvt_double_to_##fp(x_of, kind, how);                               \
        const unsigned y = __nv_cvt_double_to_##fp(y_of, kind, how);                               \
        return (__nv_##fp##x2_storage_t)(x | y << (second));                                       \
    }

/** The types T, T2 and T4 of one kind; `mask` has all bits of a number but its sign. */
#define SIMT_TINY_TYPES(fp, T, T2, T4, KIND, second, mask)                                         \
    struct T {                                                                                     \
        __nv_##fp##_storage_t __x;                                                                 \
        T() = default;                                                                             \
        explicit T(double x) : __x(__nv_cvt_double_to_##fp(x, KIND, cudaRoundNearest)) {}          \
        explicit T(const __half x) : T((double)(float)x) {}                                        \
        explicit T(const __nv_bfloat16 x) : T((double)(float)x) {}                                 \
        template <class N, class = decltype(+N()), class = decltype(1 / (double)N())>              \
        explicit T(N x) : T((double)(float)x) {}                                                   \
        explicit operator __half() const { return __half(__nv_cvt_##fp##_to_halfraw(__x, KIND)); } \
        explicit operator float() const { return (float)(__half)*this; }                           \
        explicit operator double() const { return (double)(float)*this; }                          \
        explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)*this); }            \
        explicit operator bool() const { return (__x & (mask)) != 0; }                             \
        explicit operator char() const { return (char)(float)*this; }                              \
        explicit operator signed char() const { return (signed char)(float)*this; }                \
        explicit operator unsigned char() const { return (unsigned char)not_below_0(); }           \
        explicit operator short() const { return (short)(float)*this; }                            \
        explicit operator unsigned short() const { return (unsigned short)not_below_0(); }         \
        explicit operator int() const { return (int)(float)*this; }                                \
        explicit operator unsigned() const { return (unsigned)not_below_0(); }                     \
        explicit operator long() const { return (long)(float)*this; }                              \
        explicit operator unsigned long() const { return (unsigned long)not_below_0(); }           \
        explicit operator long long() const { return (long long)(float)*this; }                    \
        explicit operator unsigned long long() const { return (unsigned long long)not_below_0(); } \
                                                                                                   \
      private:                                                                                     \
        float not_below_0() const { return (float)*this < 0 ? 0 : (float)*this; }                  \
    };                                                                                             \
    struct __attribute__((aligned(sizeof(__nv_##fp##x2_storage_t)))) T2 {                          \
        __nv_##fp##x2_storage_t __x;                                                               \
        T2() = default;                                                                            \
        explicit T2(const float2 a) : __x(__nv_cvt_float2_to_##fp##x2(a, KIND, cudaRoundNearest)) {} \
        explicit T2(const double2 a) : __x(__nv_cvt_double2_to_##fp##x2(a, KIND, cudaRoundNearest)) {} \
        explicit T2(const __half2 a) : __x(__nv_cvt_halfraw2_to_##fp##x2(a, KIND, cudaRoundNearest)) {} \
        explicit T2(const __nv_bfloat162 a)                                                        \
            : __x(__nv_cvt_bfloat16raw2_to_##fp##x2(a, KIND, cudaRoundNearest)) {}                 \
        explicit operator __half2() const { return __half2(__nv_cvt_##fp##x2_to_halfraw2(__x, KIND)); } \
        explicit operator float2() const { return __half22float2((__half2)*this); }                \
    };                                                                                             \
    struct __attribute__((aligned(sizeof(__nv_##fp##x4_storage_t)))) T4 {                          \
        __nv_##fp##x4_storage_t __x;                                                               \
        T4() = default;                                                                            \
        explicit T4(const float4 a) { set(float2{a.x, a.y}, float2{a.z, a.w}); }                   \
        explicit T4(const double4 a) { set(double2{a.x, a.y}, double2{a.z, a.w}); }                \
        explicit T4(const __half2 low, const __half2 high) { set(low, high); }                     \
        explicit T4(const __nv_bfloat162 low, const __nv_bfloat162 high) { set(low, high); }       \
        explicit operator float4() const {                                                         \
            T2 low, high;                                                                          \
            low.__x = (__nv_##fp##x2_storage_t)__x;                                                \
            high.__x = (__nv_##fp##x2_storage_t)(__x >> 2 * (second));                             \
            const float2 a = (float2)low, b = (float2)high;                                        \
            return float4{a.x, a.y, b.x, b.y};                                                     \
        }                                                                                          \
                                                                                                   \
      private:                                                                                     \
        template <class P> void set(P low, P high) {                                               \
            __x = (__nv_##fp##x4_storage_t)(T2(low).__x | (unsigned)T2(high).__x << 2 * (second)); \
        }                                                                                          \
    };

#endif
#endif
