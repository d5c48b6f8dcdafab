/**
 * @file
 * @brief The SIMD intrinsics: four bytes or two halves of a word at once.
 */
#ifndef SIMT_SIMD_H
#define SIMT_SIMD_H

#include <stdint.h>

namespace simt {

/** Applies f to each pair of lanes of type T; f's result is cut to the lane. */
template <class T, class F> inline unsigned int lanes(unsigned int a, unsigned int b, F f) {
    const int bits = 8 * sizeof(T);
    const unsigned int all = (1u << bits) - 1;
    unsigned int result = 0;
    for (int i = 0; i < 32; i += bits)
        result |= ((unsigned int)f((T)(a >> i), (T)(b >> i)) & all) << i;
    return result;
}

/** The number of the type T that is nearest. */
template <class T> inline int limited(int x) {
    const int least = (T)-1 < 0 ? -(1 << (8 * (int)sizeof(T) - 1)) : 0;
    const int most = least + (1 << (8 * (int)sizeof(T))) - 1;
    return x < least ? least : x > most ? most : x;
}

/** The sum of the lanes. */
template <class T> inline unsigned int sum_of_lanes(unsigned int a) {
    unsigned int sum = 0;
    for (int i = 0; i < 32; i += 8 * (int)sizeof(T)) sum += (T)(a >> i);
    return sum;
}

} // namespace simt

#define SIMT_SIMD(name, T, expression)                                                             \
    inline unsigned int name(unsigned int a, unsigned int b) {                                     \
        return simt::lanes<T>(a, b, [](int x, int y) { return expression; });                      \
    }

#define SIMT_SIMD_ONE(name, T, expression)                                                         \
    inline unsigned int name(unsigned int a) {                                                     \
        return simt::lanes<T>(a, 0, [](int x, int) { return expression; });                        \
    }

#define SIMT_SIMD_SUM(name, difference, T)                                                         \
    inline unsigned int name(unsigned int a, unsigned int b) {                                     \
        return simt::sum_of_lanes<T>(difference(a, b));                                            \
    }

/** Both widths, where U and S are a lane's unsigned and signed type. */
#define SIMT_SIMD_WIDTH(width, U, S)                                                               \
    SIMT_SIMD(__vadd##width, U, x + y)                                                             \
    SIMT_SIMD(__vsub##width, U, x - y)                                                             \
    SIMT_SIMD(__vavgu##width, U, (x + y + 1) >> 1)                                                 \
    SIMT_SIMD(__vavgs##width, S, (x + y + (x + y >= 0)) >> 1)                                      \
    SIMT_SIMD(__vhaddu##width, U, (x + y) >> 1)                                                    \
    SIMT_SIMD(__vabsdiffu##width, U, x < y ? y - x : x - y)                                        \
    SIMT_SIMD(__vminu##width, U, x < y ? x : y)                                                    \
    SIMT_SIMD(__vmaxu##width, U, x < y ? y : x)                                                    \
    SIMT_SIMD(__vmins##width, S, x < y ? x : y)                                                    \
    SIMT_SIMD(__vmaxs##width, S, x < y ? y : x)                                                    \
    SIMT_SIMD(__vaddus##width, U, simt::limited<U>(x + y))                                         \
    SIMT_SIMD(__vsubus##width, U, simt::limited<U>(x - y))                                         \
    SIMT_SIMD(__vaddss##width, S, simt::limited<S>(x + y))                                         \
    SIMT_SIMD(__vsubss##width, S, simt::limited<S>(x - y))                                         \
    SIMT_SIMD(__vabsdiffs##width, S, x < y ? y - x : x - y)                                        \
    SIMT_SIMD_ONE(__vabs##width, S, x < 0 ? -x : x)                                                \
    SIMT_SIMD_ONE(__vneg##width, S, -x)                                                            \
    SIMT_SIMD_ONE(__vabsss##width, S, simt::limited<S>(x < 0 ? -x : x))                            \
    SIMT_SIMD_ONE(__vnegss##width, S, simt::limited<S>(-x))                                        \
    SIMT_SIMD_SUM(__vsadu##width, __vabsdiffu##width, U)                                           \
    SIMT_SIMD_SUM(__vsads##width, __vabsdiffs##width, U)                                           \
    SIMT_SIMD_COMPARE(eq##width, U, x == y)                                                        \
    SIMT_SIMD_COMPARE(ne##width, U, x != y)                                                        \
    SIMT_SIMD_COMPARE(ltu##width, U, x < y)                                                        \
    SIMT_SIMD_COMPARE(leu##width, U, x <= y)                                                       \
    SIMT_SIMD_COMPARE(gtu##width, U, x > y)                                                        \
    SIMT_SIMD_COMPARE(geu##width, U, x >= y)                                                       \
    SIMT_SIMD_COMPARE(lts##width, S, x < y)                                                        \
    SIMT_SIMD_COMPARE(les##width, S, x <= y)                                                       \
    SIMT_SIMD_COMPARE(gts##width, S, x > y)                                                        \
    SIMT_SIMD_COMPARE(ges##width, S, x >= y)

/** __vcmp gives all ones in a lane where it holds, __vset gives 1. */
#define SIMT_SIMD_COMPARE(name, T, condition)                                                      \
    SIMT_SIMD(__vcmp##name, T, (condition) ? -1 : 0)                                               \
    SIMT_SIMD(__vset##name, T, (condition) ? 1 : 0)

SIMT_SIMD_WIDTH(2, uint16_t, int16_t)
SIMT_SIMD_WIDTH(4, uint8_t, int8_t)

#undef SIMT_SIMD
#undef SIMT_SIMD_ONE
#undef SIMT_SIMD_SUM
#undef SIMT_SIMD_WIDTH
#undef SIMT_SIMD_COMPARE

#endif
