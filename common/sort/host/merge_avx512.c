/**
 * @file
 * @brief Two runs become one by vectors of 16 keys: AVX-512.
 */
#include "common/sort/host/merge_two.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LANES     16
#define TARGET    __attribute__((target("avx512f,popcnt,bmi2")))
#define MERGE_TWO merge_two_avx512

/** How many of the lowest and of the highest LANES keys came from a. */
struct taken {
    size_t low, high;
};

TARGET static inline __m512i reversed(const uint32_t *keys) {
    const __m512i back = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_epi32(back, _mm512_loadu_si512(keys));
}

/** What stands in x and y at the same place, in order: x becomes the lower, y the higher. */
TARGET static inline void compare(__m512i *x, __m512i *y) {
    __m512i lower = _mm512_min_epu32(*x, *y);
    *y = _mm512_max_epu32(*x, *y);
    *x = lower;
}

/**
 * Sorts two bitonic vectors at once, by strides of 8, 4, 2 and 1. Before each stride, keys that are to be
 * compared are brought to the same place of the two vectors, half of them from either.
 */
TARGET static inline void sort_bitonic(__m512i *low, __m512i *high) {
    __m512i x = _mm512_shuffle_i64x2(*low, *high, 0x44),
            y = _mm512_shuffle_i64x2(*low, *high, 0xee);
    compare(&x, &y);
    __m512i u = _mm512_shuffle_i64x2(x, y, 0x88), v = _mm512_shuffle_i64x2(x, y, 0xdd);
    compare(&u, &v);
    x = _mm512_unpacklo_epi64(u, v), y = _mm512_unpackhi_epi64(u, v);
    compare(&x, &y);
#define PS _mm512_castsi512_ps
    u = _mm512_castps_si512(_mm512_shuffle_ps(PS(x), PS(y), 0x88));
    v = _mm512_castps_si512(_mm512_shuffle_ps(PS(x), PS(y), 0xdd));
    compare(&u, &v);
    // lane by lane u has 0 4 2 6 and v has 1 5 3 7 of 8 keys; the lanes are low, high, low, high
    const __m512i even = _mm512_set_epi32(27, 11, 25, 9, 26, 10, 24, 8, 19, 3, 17, 1, 18, 2, 16, 0);
    const __m512i odd =
        _mm512_set_epi32(31, 15, 29, 13, 30, 14, 28, 12, 23, 7, 21, 5, 22, 6, 20, 4);
    *low = _mm512_permutex2var_epi32(u, even, v);
    *high = _mm512_permutex2var_epi32(u, odd, v);
}

/**
 * Of 16 keys of a and 16 of b that go the other way, the lower one at each place belongs to the lowest
 * 16 of all: key i of a meets key 15 - i of b, and one of them has 16 keys below it. What remains is
 * bitonic (Papaphilippou 2018). The highest are had alike, and of equal keys a's are the lower ones.
 */
TARGET static inline struct taken merge_ends(const uint32_t *a, const uint32_t *b, uint32_t *out,
                                             const uint32_t *a_end, const uint32_t *b_end,
                                             uint32_t *out_end) {
    __m512i a_low = _mm512_loadu_si512(a), b_low = reversed(b);
    __m512i a_high = _mm512_loadu_si512(a_end - LANES), b_high = reversed(b_end - LANES);
    struct taken taken = {(size_t)_mm_popcnt_u32(_mm512_cmple_epu32_mask(a_low, b_low)),
                          (size_t)_mm_popcnt_u32(_mm512_cmpgt_epu32_mask(a_high, b_high))};
    __m512i low = _mm512_min_epu32(a_low, b_low), high = _mm512_max_epu32(a_high, b_high);
    sort_bitonic(&low, &high);
    _mm512_storeu_si512(out, low);
    _mm512_storeu_si512(out_end - LANES, high);
    return taken;
}

#include "common/sort/host/merge_loop.h"
#endif
