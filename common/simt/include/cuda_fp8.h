/**
 * @file
 * @brief Numbers of eight bits: __nv_fp8_e4m3, __nv_fp8_e5m2, their groups of two and four, and their conversions.
 *
 * They have no arithmetic, on a GPU neither. Constructors clamp to the largest number.
 */
#include "cuda_bf16.h"

#ifndef SIMT_CUDA_FP8_H
#define SIMT_CUDA_FP8_H

#include "simt/quiet.h"
#ifdef __cplusplus

#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

/*
 * Conversions by name. Each rounds once, to nearest even.
 */
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                 __nv_fp8_interpretation_t kind) {
    bool finite = saturate == __NV_SATFINITE;
    return (__nv_fp8_storage_t)(kind == __NV_E4M3 ? simt::e4m3_of(x, finite)
                                                  : simt::e5m2_of(x, finite));
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
    return {(unsigned short)(kind == __NV_E4M3 ? simt::half_of_e4m3(x) : simt::half_of_e5m2(x))};
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                              __nv_fp8_interpretation_t kind) {
    return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
            __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

#define SIMT_FP8_CVT(name, from, x_of, from2, x, y)                                                \
    inline __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(from a, __nv_saturation_t saturate,         \
                                                       __nv_fp8_interpretation_t kind) {           \
        return __nv_cvt_double_to_fp8(x_of, saturate, kind);                                       \
    }                                                                                              \
    SIMT_FP8_CVT2(name##2, from2, x, y)
#define SIMT_FP8_CVT2(name, from, x, y)                                                            \
    inline __nv_fp8x2_storage_t __nv_cvt_##name##_to_fp8x2(from a, __nv_saturation_t saturate,     \
                                                           __nv_fp8_interpretation_t kind) {       \
        return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x, saturate, kind) |                  \
                                      __nv_cvt_double_to_fp8(y, saturate, kind) << 8);             \
    }
SIMT_FP8_CVT(float, float, a, float2, a.x, a.y)
SIMT_FP8_CVT2(double2, double2, a.x, a.y)
SIMT_FP8_CVT(halfraw, __half_raw, simt::float16::to_float(a.x), __half2_raw,
             simt::float16::to_float(a.x), simt::float16::to_float(a.y))
SIMT_FP8_CVT(bfloat16raw, __nv_bfloat16_raw, simt::bfloat16::to_float(a.x), __nv_bfloat162_raw,
             simt::bfloat16::to_float(a.x), simt::bfloat16::to_float(a.y))
#undef SIMT_FP8_CVT
#undef SIMT_FP8_CVT2

/*
 * Powers of two, as scales have them: eight bits of exponent, and 0xff is no number. They are rounded towards 0 or up.
 */
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw a, __nv_saturation_t saturate,
                                                       cudaRoundMode how) {
    const unsigned x = a.x & 0x7fffu, infinity = 0x7f80, half_of_least = 0x40;
    unsigned code = x >> 7;
    code += how == cudaRoundPosInf && x & 0x7f && x > half_of_least && x < infinity;
    if (saturate == __NV_SATFINITE && x <= infinity && code == 0xff) code--;
    return (__nv_fp8_storage_t)code;
}
inline __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate, cudaRoundMode how) {
    const simt::rounding way = how == cudaRoundPosInf ? simt::rounding::up : simt::rounding::zero;
    return __nv_cvt_bfloat16raw_to_e8m0({(unsigned short)simt::bfloat16::from(std::fabs(x), way)}, saturate, how);
}
inline __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate, cudaRoundMode how) {
    return __nv_cvt_double_to_e8m0(x, saturate, how);
}
#define SIMT_E8M0_PAIR(name, From, one)                                                            \
    inline __nv_fp8x2_storage_t __nv_cvt_##name##_to_e8m0x2(From a, __nv_saturation_t saturate,    \
                                                            cudaRoundMode how) {                   \
        const unsigned x = one(a.x, saturate, how), y = one(a.y, saturate, how);                   \
        return (__nv_fp8x2_storage_t)(x | y << 8);                                                 \
    }
namespace simt {
inline __nv_fp8_storage_t e8m0_of(unsigned short x, __nv_saturation_t saturate, cudaRoundMode how) {
    return __nv_cvt_bfloat16raw_to_e8m0({x}, saturate, how);
}
} // namespace simt
SIMT_E8M0_PAIR(bfloat162raw, __nv_bfloat162_raw, simt::e8m0_of)
SIMT_E8M0_PAIR(float2, float2, __nv_cvt_float_to_e8m0)
SIMT_E8M0_PAIR(double2, double2, __nv_cvt_double_to_e8m0)
#undef SIMT_E8M0_PAIR
inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
    return {(unsigned short)(x == 0xff ? 0x7fff : x ? x << 7 : 0x40)};
}
inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
    return {__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
            __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}

struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e8m0() = default;
    explicit __nv_fp8_e8m0(double x) : __x(__nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __nv_fp8_e8m0(float x) : __nv_fp8_e8m0((double)x) {}
    explicit __nv_fp8_e8m0(int x) : __nv_fp8_e8m0((double)x) {}
    explicit __nv_fp8_e8m0(unsigned x) : __nv_fp8_e8m0((double)x) {}
    explicit __nv_fp8_e8m0(const __half x) : __nv_fp8_e8m0((double)(float)x) {}
    explicit __nv_fp8_e8m0(const __nv_bfloat16 x)
        : __x(__nv_cvt_bfloat16raw_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit operator __nv_bfloat16() const { return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)); }
    explicit operator float() const { return (float)(__nv_bfloat16)*this; }
    explicit operator double() const { return (double)(float)*this; }
};
struct __attribute__((aligned(2))) __nv_fp8x2_e8m0 {
    __nv_fp8x2_storage_t __x;
    __nv_fp8x2_e8m0() = default;
    explicit __nv_fp8x2_e8m0(const float2 a) : __x(__nv_cvt_float2_to_e8m0x2(a, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __nv_fp8x2_e8m0(const double2 a) : __x(__nv_cvt_double2_to_e8m0x2(a, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit __nv_fp8x2_e8m0(const __nv_bfloat162 a)
        : __x(__nv_cvt_bfloat162raw_to_e8m0x2(a, __NV_SATFINITE, cudaRoundPosInf)) {}
    explicit operator __nv_bfloat162() const { return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x)); }
};

/*
 * The types.
 */
#define SIMT_FP8_FROM(T, from)                                                                     \
    explicit T(from x) : T((double)x) {}
#define SIMT_FP8_TO(to, how)                                                                       \
    explicit operator to() const {                                                                 \
        return how;                                                                                \
    }
#define SIMT_FP8(T, KIND)                                                                          \
    struct T {                                                                                     \
        __nv_fp8_storage_t __x;                                                                    \
        T() = default;                                                                             \
        explicit T(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, KIND)) {}             \
        SIMT_FP8_FROM(T, float)                                                                    \
        SIMT_FP8_FROM(T, short)                                                                    \
        SIMT_FP8_FROM(T, unsigned short)                                                           \
        SIMT_FP8_FROM(T, int)                                                                      \
        SIMT_FP8_FROM(T, unsigned)                                                                 \
        SIMT_FP8_FROM(T, long)                                                                     \
        SIMT_FP8_FROM(T, unsigned long)                                                            \
        SIMT_FP8_FROM(T, long long)                                                                \
        SIMT_FP8_FROM(T, unsigned long long)                                                       \
        explicit T(const __half x) : T((double)(float)x) {}                                        \
        explicit T(const __nv_bfloat16 x) : T((double)(float)x) {}                                 \
        SIMT_FP8_TO(__half, __half(__nv_cvt_fp8_to_halfraw(__x, KIND)))                            \
        SIMT_FP8_TO(float, (float)(__half) * this)                                                 \
        SIMT_FP8_TO(double, (double)(float)*this)                                                  \
        SIMT_FP8_TO(__nv_bfloat16, __nv_bfloat16((float)*this))                                    \
        SIMT_FP8_TO(bool, (__x & 0x7f) != 0)                                                       \
        SIMT_FP8_TO(int, __half2int_rz((__half) * this))                                           \
        SIMT_FP8_TO(unsigned, __half2uint_rz((__half) * this))                                     \
        SIMT_FP8_TO(char, (char)(__half) * this)                                                   \
        SIMT_FP8_TO(signed char, (signed char)(__half) * this)                                     \
        SIMT_FP8_TO(unsigned char, (unsigned char)(__half) * this)                                 \
        SIMT_FP8_TO(short, __half2short_rz((__half) * this))                                       \
        SIMT_FP8_TO(unsigned short, __half2ushort_rz((__half) * this))                             \
        SIMT_FP8_TO(long long, __half2ll_rz((__half) * this))                                      \
        SIMT_FP8_TO(unsigned long long, __half2ull_rz((__half) * this))                            \
    };
SIMT_FP8(__nv_fp8_e4m3, __NV_E4M3)
SIMT_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef SIMT_FP8_FROM
#undef SIMT_FP8

#define SIMT_FP8_X2(T, KIND)                                                                       \
    struct __attribute__((aligned(2))) T {                                                         \
        __nv_fp8x2_storage_t __x;                                                                  \
        T() = default;                                                                             \
        explicit T(const float2 a) : __x(__nv_cvt_float2_to_fp8x2(a, __NV_SATFINITE, KIND)) {}     \
        explicit T(const double2 a) : __x(__nv_cvt_double2_to_fp8x2(a, __NV_SATFINITE, KIND)) {}   \
        explicit T(const __half2 a) : __x(__nv_cvt_halfraw2_to_fp8x2(a, __NV_SATFINITE, KIND)) {}  \
        explicit T(const __nv_bfloat162 a)                                                         \
            : __x(__nv_cvt_bfloat16raw2_to_fp8x2(a, __NV_SATFINITE, KIND)) {}                      \
        SIMT_FP8_TO(__half2, __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KIND)))                       \
        SIMT_FP8_TO(float2, __half22float2((__half2) * this))                                      \
    };
SIMT_FP8_X2(__nv_fp8x2_e4m3, __NV_E4M3)
SIMT_FP8_X2(__nv_fp8x2_e5m2, __NV_E5M2)
#undef SIMT_FP8_X2

#define SIMT_FP8_X4(T, T2)                                                                         \
    struct __attribute__((aligned(4))) T {                                                         \
        __nv_fp8x4_storage_t __x;                                                                  \
        T() = default;                                                                             \
        template <class P> void set(P low, P high) {                                               \
            __x = T2(low).__x | (__nv_fp8x4_storage_t)T2(high).__x << 16;                          \
        }                                                                                          \
        explicit T(const float4 a) {                                                               \
            set(float2{a.x, a.y}, float2{a.z, a.w});                                               \
        }                                                                                          \
        explicit T(const double4 a) {                                                              \
            set(double2{a.x, a.y}, double2{a.z, a.w});                                             \
        }                                                                                          \
        explicit T(const __half2 low, const __half2 high) {                                        \
            set(low, high);                                                                        \
        }                                                                                          \
        explicit T(const __nv_bfloat162 low, const __nv_bfloat162 high) {                          \
            set(low, high);                                                                        \
        }                                                                                          \
        explicit operator float4() const {                                                         \
            T2 low, high;                                                                          \
            low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);     \
            float2 a = (float2)low, b = (float2)high;                                              \
            return float4{a.x, a.y, b.x, b.y};                                                     \
        }                                                                                          \
    };
SIMT_FP8_X4(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3)
SIMT_FP8_X4(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2)
#undef SIMT_FP8_X4
#undef SIMT_FP8_TO

#include "simt/loud.h"
#endif
#endif
