/**
 * @file
 * @brief What inline PTX becomes: floating point and conversions. Those that PTX calls approximate are computed to
 *        the last bit or so, and a GPU's last bits differ.
 */
#ifndef SIMT_PTX_FLOAT_H
#define SIMT_PTX_FLOAT_H

#include "ptx.h"

namespace simt {
namespace ptx {

/*
 * Comparisons: of numbers, in order or (with a u) where one is a NaN too.
 */
template <class T> inline T number(T x) {
    return x;
}
inline float number(f16 x) {
    return float16::to_float(x.v);
}
inline float number(bf16 x) {
    return bfloat16::to_float(x.v);
}
template <bool FTZ, class T> inline auto compared(T x) {
    auto value = number(x);
    if constexpr (FTZ && std::is_same<T, float>::value)
        if (std::fabs(value) < std::numeric_limits<float>::min()) value = 0;
    return value;
}
#define SIMT_PTX_COMPARE(name, expression)                                                         \
    template <bool FTZ, class T> inline bool compare_##name(T x, T y) {                            \
        const auto a = compared<FTZ>(x), b = compared<FTZ>(y);                                     \
        const bool nan = a != a || b != b;                                                         \
        (void)nan;                                                                                 \
        return expression;                                                                         \
    }
SIMT_PTX_COMPARE(eq, a == b)
SIMT_PTX_COMPARE(ne, !nan && a != b)
SIMT_PTX_COMPARE(lt, a < b)
SIMT_PTX_COMPARE(le, a <= b)
SIMT_PTX_COMPARE(gt, a > b)
SIMT_PTX_COMPARE(ge, a >= b)
SIMT_PTX_COMPARE(equ, nan || a == b)
SIMT_PTX_COMPARE(neu, nan || a != b)
SIMT_PTX_COMPARE(ltu, nan || a < b)
SIMT_PTX_COMPARE(leu, nan || a <= b)
SIMT_PTX_COMPARE(gtu, nan || a > b)
SIMT_PTX_COMPARE(geu, nan || a >= b)
SIMT_PTX_COMPARE(num, !nan)
SIMT_PTX_COMPARE(nan, nan)
#undef SIMT_PTX_COMPARE
/** What set writes: all bits, or 1.0. */
template <class T> inline T truth(bool p) {
    return std::is_integral<T>::value ? (T)(p ? -1 : 0) : (T)p;
}

/*
 * Arithmetic.
 */
/** Denormals become zero with .ftz, which instructions of f32 alone have. */
template <bool FTZ, class T> inline T flushed(T x) {
    if constexpr (FTZ && std::is_same<T, float>::value)
        return std::fabs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
    else
        return x;
}
/** A result: a NaN is that of a GPU; with .sat it lies in [0, 1]. */
template <bool FTZ, bool SAT> inline float done(float x) {
    if (SAT) return __saturatef(x);
    return x != x ? bit_cast<float>((uint32_t)0x7fffffff) : flushed<FTZ>(x);
}
template <bool FTZ, bool SAT> inline double done(double x) {
    return x != x ? bit_cast<double>((uint64_t)0x7fffffffffffffffull) : x;
}
template <bool SAT, class F> inline F small_done(uint32_t v) {
    if (SAT && (F::format::is_nan(v) || v & 0x8000)) v = 0;
    if (SAT && F::format::to_float(v) > 1) v = F::format::of_float(1);
    return F{(uint16_t)v};
}
constexpr int fenv_of(rounding r) {
    return r == rounding::zero   ? FE_TOWARDZERO
           : r == rounding::up   ? FE_UPWARD
           : r == rounding::down ? FE_DOWNWARD
                                 : FE_TONEAREST;
}
template <rounding R, class F> inline auto under(F f) {
    if constexpr (R == rounding::nearest)
        return keep(f());
    else
        return rounded(fenv_of(R), f);
}

template <class T> struct is_small : std::false_type {};
template <> struct is_small<f16> : std::true_type {};
template <> struct is_small<bf16> : std::true_type {};
template <class T> struct is_pair : std::false_type {};
template <> struct is_pair<f16x2> : std::true_type {};
template <> struct is_pair<bf16x2> : std::true_type {};

/** Of pairs, by their halves; of 16 bits, by `small`; else by `expression`. */
#define SIMT_PTX_FLOAT(name, expression, small)                                                    \
    template <rounding R, bool FTZ, bool SAT, class T> inline T name(T x, T y) {                   \
        if constexpr (is_pair<T>::value) {                                                         \
            return T{name<R, FTZ, SAT>(x.low, y.low), name<R, FTZ, SAT>(x.high, y.high)};          \
        } else if constexpr (is_small<T>::value) {                                                 \
            return small_done<SAT, T>(small<typename T::format>(x.v, y.v));                        \
        } else {                                                                                   \
            const T a = flushed<FTZ>(x), b = flushed<FTZ>(y);                                      \
            return done<FTZ, SAT>(under<R>([=] { return expression; }));                           \
        }                                                                                          \
    }
SIMT_PTX_FLOAT(fadd, keep(a) + keep(b), small_add)
SIMT_PTX_FLOAT(fsub, keep(a) - keep(b), small_sub)
SIMT_PTX_FLOAT(fmul, keep(a) * keep(b), small_mul)
SIMT_PTX_FLOAT(fdiv, keep(a) / keep(b), small_div)
#undef SIMT_PTX_FLOAT
template <rounding R, bool FTZ, bool SAT, class T> inline T fma_of(T x, T y, T z) {
    if constexpr (is_pair<T>::value) {
        return T{fma_of<R, FTZ, SAT>(x.low, y.low, z.low),
                 fma_of<R, FTZ, SAT>(x.high, y.high, z.high)};
    } else if constexpr (is_small<T>::value) {
        return small_done<SAT, T>(small_fma<typename T::format>(x.v, y.v, z.v));
    } else {
        const T a = flushed<FTZ>(x), b = flushed<FTZ>(y), c = flushed<FTZ>(z);
        return done<FTZ, SAT>(under<R>([=] { return std::fma(keep(a), keep(b), keep(c)); }));
    }
}
#define SIMT_PTX_FUNCTION(name, expression)                                                        \
    template <rounding R, bool FTZ, bool SAT, class T> inline T name(T x) {                        \
        if constexpr (is_pair<T>::value) {                                                         \
            return T{name<R, FTZ, SAT>(x.low), name<R, FTZ, SAT>(x.high)};                         \
        } else if constexpr (is_small<T>::value) {                                                 \
            const double a = number(x);                                                            \
            return small_done<SAT, T>(T::format::from(expression));                                \
        } else {                                                                                   \
            const T a = flushed<FTZ>(x);                                                           \
            return done<FTZ, SAT>((T)under<R>([=] { return (T)(expression); }));                   \
        }                                                                                          \
    }
SIMT_PTX_FUNCTION(reciprocal, 1 / keep(a))
SIMT_PTX_FUNCTION(root, std::sqrt(keep(a)))
SIMT_PTX_FUNCTION(root_reciprocal, 1 / std::sqrt((double)a))
SIMT_PTX_FUNCTION(exp2_of, std::exp2((double)a))
SIMT_PTX_FUNCTION(log2_of, std::log2((double)a))
SIMT_PTX_FUNCTION(sine, std::sin((double)a))
SIMT_PTX_FUNCTION(cosine, std::cos((double)a))
SIMT_PTX_FUNCTION(tanh_of, std::tanh((double)a))
SIMT_PTX_FUNCTION(fneg, -a)
SIMT_PTX_FUNCTION(fabs_of, std::fabs(a))
#undef SIMT_PTX_FUNCTION
/** b with a's sign. */
template <rounding R, bool FTZ, bool SAT, class T> inline T copy_sign(T a, T b) {
    return std::copysign(b, a);
}
template <bool MAX, bool NAN_WINS, bool FTZ, class T> inline T fminmax(T x, T y) {
    if constexpr (is_pair<T>::value) {
        return T{fminmax<MAX, NAN_WINS, FTZ>(x.low, y.low),
                 fminmax<MAX, NAN_WINS, FTZ>(x.high, y.high)};
    } else if constexpr (is_small<T>::value) {
        return T{(uint16_t)small_min<typename T::format>(x.v, y.v, MAX, NAN_WINS)};
    } else {
        const T a = flushed<FTZ>(x), b = flushed<FTZ>(y);
        if (a != a || b != b)
            return done<FTZ, false>(NAN_WINS || (a != a && b != b) ? a + b : a != a ? b : a);
        const bool first = a < b || (a == b && std::signbit(a));
        return first != MAX ? a : b;
    }
}
inline bool test_finite(double x) {
    return std::isfinite(x);
}
inline bool test_infinite(double x) {
    return std::isinf(x);
}
inline bool test_number(double x) {
    return x == x;
}
inline bool test_notanumber(double x) {
    return x != x;
}
template <class T> inline bool test_normal(T x) {
    return std::isnormal(x);
}
template <class T> inline bool test_subnormal(T x) {
    return std::fpclassify(x) == FP_SUBNORMAL;
}

/*
 * Conversions.
 */
template <rounding R, class T> inline T to_whole(T x) {
    return R == rounding::nearest ? std::nearbyint(x)
           : R == rounding::zero  ? std::trunc(x)
           : R == rounding::up    ? std::ceil(x)
                                  : std::floor(x);
}
/** A NaN becomes 0, or of 64 bits the highest one. */
template <class I, class T> inline I to_integer(T x) {
    if (sizeof(I) < 4) return x != x ? 0 : (I)half_integer<I>((float)x, rounding::zero);
    return clamp_to<I>(x);
}
template <class D, rounding R, bool WHOLE, bool FTZ, bool SAT, class S> inline D convert(S from) {
    if constexpr (std::is_integral<S>::value && std::is_integral<D>::value) {
        if (!SAT) return (D)from;
        __extension__ typedef __int128 wide_int;
        const wide_int most = std::numeric_limits<D>::max(), least = std::numeric_limits<D>::min(),
                       x = from;
        return (D)(x > most ? most : x < least ? least : x);
    } else if constexpr (std::is_integral<S>::value && is_small<D>::value) {
        return small_done<SAT, D>(D::format::from(integer_to_odd(from), R));
    } else if constexpr (std::is_integral<S>::value) {
        return done<false, SAT>(under<R>([=] { return (D)keep(from); }));
    } else if constexpr (std::is_integral<D>::value) {
        return to_integer<D>(to_whole<R>(flushed<FTZ>(number(from))));
    } else if constexpr (std::is_same<D, tf32>::value) {
        return tf32{tf32_of(from)};
    } else if constexpr (is_small<D>::value) {
        const double x = number(from);
        return small_done<SAT, D>(D::format::from(WHOLE ? to_whole<R>(x) : x, R));
    } else if constexpr (std::is_same<S, double>::value && std::is_same<D, float>::value) {
        return done<FTZ, SAT>(flushed<FTZ>(under<R>([=] { return (float)keep(from); })));
    } else {
        const D x = flushed<FTZ>((D)number(flushed<FTZ>(from)));
        return done<FTZ, SAT>(WHOLE ? to_whole<R>(x) : x);
    }
}
template <bool FTZ, bool SAT> inline e4m3x2 done(e4m3x2 x) {
    return x;
}
/** high and low as one register. */
template <class P> inline P pair(float high, float low) {
    if constexpr (std::is_same<P, e4m3x2>::value)
        return P{(uint16_t)(e4m3_of(low, true) | e4m3_of(high, true) << 8)};
    else if constexpr (std::is_same<P, e5m2x2>::value)
        return P{(uint16_t)(e5m2_of(low, true) | e5m2_of(high, true) << 8)};
    else
        return P{{(uint16_t) decltype(P::low)::format::of_float(low)},
                 {(uint16_t) decltype(P::low)::format::of_float(high)}};
}

} // namespace ptx
} // namespace simt

#endif
