/**
 * @file
 * @brief Intrinsics for dynamic programming (DPX): sums, minima and maxima of one, two or three numbers at once.
 *
 * A number is a word, signed or not, or there are two halves of a word. With `relu` no result is less than 0. Sums
 * wrap.
 */
#ifndef SIMT_DPX_H
#define SIMT_DPX_H

#include "simd.h"

namespace simt {

/** Applies f to each triple of lanes of type T; f's result is cut to the lane. */
template <class T, class F> inline unsigned int lanes(unsigned int a, unsigned int b, unsigned int c, F f) {
    const int bits = 8 * (int)sizeof(T);
    unsigned int result = 0;
    for (int i = 0; i < 32; i += bits)
        result |= ((unsigned int)f((T)(a >> i), (T)(b >> i), (T)(c >> i)) & ~0u >> (32 - bits)) << i;
    return result;
}

template <class T> inline T dpx_min(T x, T y) {
    return y < x ? y : x;
}
template <class T> inline T dpx_max(T x, T y) {
    return x < y ? y : x;
}
/** Both sums are of unsigned numbers, which wrap. */
template <class T> inline T dpx_add(T x, T y) {
    return (T)((unsigned int)x + (unsigned int)y);
}

} // namespace simt

/** Functions of words W and lanes T: `name` is s32, u32, s16x2 or u16x2. */
#define SIMT_DPX(end, W, T, name, expression)                                                      \
    inline W __##name##end(W a, W b, W c) {                                                        \
        return (W)simt::lanes<T>((unsigned int)a, (unsigned int)b, (unsigned int)c,                \
                                 [](T x, T y, T z) -> T { return expression; });                   \
    }
#define SIMT_DPX_TWO(end, W, T, name, expression)                                                  \
    inline W __##name##end(W a, W b) {                                                             \
        return (W)simt::lanes<T>((unsigned int)a, (unsigned int)b, 0,                              \
                                 [](T x, T y, T) -> T { return expression; });                     \
    }

#define SIMT_DPX_PLAIN(end, W, T)                                                                  \
    SIMT_DPX(end, W, T, vimax3_, simt::dpx_max(simt::dpx_max(x, y), z))                            \
    SIMT_DPX(end, W, T, vimin3_, simt::dpx_min(simt::dpx_min(x, y), z))                            \
    SIMT_DPX(end, W, T, viaddmax_, simt::dpx_max(simt::dpx_add(x, y), z))                          \
    SIMT_DPX(end, W, T, viaddmin_, simt::dpx_min(simt::dpx_add(x, y), z))

#define SIMT_DPX_RELU(end, W, T)                                                                   \
    SIMT_DPX(end##_relu, W, T, vimax3_, simt::dpx_max(simt::dpx_max(simt::dpx_max(x, y), z), (T)0)) \
    SIMT_DPX(end##_relu, W, T, vimin3_, simt::dpx_max(simt::dpx_min(simt::dpx_min(x, y), z), (T)0)) \
    SIMT_DPX(end##_relu, W, T, viaddmax_, simt::dpx_max(simt::dpx_max(simt::dpx_add(x, y), z), (T)0)) \
    SIMT_DPX(end##_relu, W, T, viaddmin_, simt::dpx_max(simt::dpx_min(simt::dpx_add(x, y), z), (T)0)) \
    SIMT_DPX_TWO(end##_relu, W, T, vimax_, simt::dpx_max(simt::dpx_max(x, y), (T)0))               \
    SIMT_DPX_TWO(end##_relu, W, T, vimin_, simt::dpx_max(simt::dpx_min(x, y), (T)0))

/** The smaller or larger of two; `*first` says whether it is a, as it is where both are equal. */
#define SIMT_DPX_WHICH(end, T)                                                                     \
    inline T __vibmax_##end(T a, T b, bool *first) {                                               \
        *first = a >= b;                                                                           \
        return *first ? a : b;                                                                     \
    }                                                                                              \
    inline T __vibmin_##end(T a, T b, bool *first) {                                               \
        *first = a <= b;                                                                           \
        return *first ? a : b;                                                                     \
    }
#define SIMT_DPX_WHICH_HALF(end, T, name, better)                                                  \
    inline unsigned int __##name##end(unsigned int a, unsigned int b, bool *high, bool *low) {     \
        *high = (T)(a >> 16) better(T)(b >> 16);                                                   \
        *low = (T)a better(T) b;                                                                   \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                       \
    }

SIMT_DPX_PLAIN(s32, int, int)
SIMT_DPX_PLAIN(u32, unsigned int, unsigned int)
SIMT_DPX_PLAIN(s16x2, unsigned int, int16_t)
SIMT_DPX_PLAIN(u16x2, unsigned int, uint16_t)
SIMT_DPX_RELU(s32, int, int)
SIMT_DPX_RELU(s16x2, unsigned int, int16_t)
SIMT_DPX_WHICH(s32, int)
SIMT_DPX_WHICH(u32, unsigned int)
SIMT_DPX_WHICH_HALF(s16x2, int16_t, vibmax_, >=)
SIMT_DPX_WHICH_HALF(u16x2, uint16_t, vibmax_, >=)
SIMT_DPX_WHICH_HALF(s16x2, int16_t, vibmin_, <=)
SIMT_DPX_WHICH_HALF(u16x2, uint16_t, vibmin_, <=)

#undef SIMT_DPX
#undef SIMT_DPX_TWO
#undef SIMT_DPX_PLAIN
#undef SIMT_DPX_RELU
#undef SIMT_DPX_WHICH
#undef SIMT_DPX_WHICH_HALF

#endif
