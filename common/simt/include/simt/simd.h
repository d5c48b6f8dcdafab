/**
 * @file
 * @brief The commonest SIMD intrinsics: four bytes or two halves of a word at once.
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

} // namespace simt

#define SIMT_SIMD(name, T, expression)                                                             \
    inline unsigned int name(unsigned int a, unsigned int b) {                                     \
        return simt::lanes<T>(a, b, [](int x, int y) { return expression; });                      \
    }

/** Both widths, where U and S are a lane's unsigned and signed type. */
#define SIMT_SIMD_WIDTH(width, U, S)                                                               \
    SIMT_SIMD(__vadd##width, U, x + y)                                                             \
    SIMT_SIMD(__vsub##width, U, x - y)                                                             \
    SIMT_SIMD(__vavgu##width, U, (x + y + 1) >> 1)                                                 \
    SIMT_SIMD(__vhaddu##width, U, (x + y) >> 1)                                                    \
    SIMT_SIMD(__vabsdiffu##width, U, x < y ? y - x : x - y)                                        \
    SIMT_SIMD(__vminu##width, U, x < y ? x : y)                                                    \
    SIMT_SIMD(__vmaxu##width, U, x < y ? y : x)                                                    \
    SIMT_SIMD(__vmins##width, S, x < y ? x : y)                                                    \
    SIMT_SIMD(__vmaxs##width, S, x < y ? y : x)                                                    \
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
#undef SIMT_SIMD_WIDTH
#undef SIMT_SIMD_COMPARE

#endif
