/**
 * @file
 * @brief Two runs become one by pairs of vectors of 8 keys: AVX2.
 */
#include "common/sort/host/merge_two.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LANES     16
#define TARGET    __attribute__((target("avx2,popcnt,bmi2")))
#define MERGE_TWO merge_two_avx2

/** 16 keys: the first 8 and the last 8. */
struct keys {
    __m256i x, y;
};

/** How many of the lowest and of the highest LANES keys came from a. */
struct taken {
    size_t low, high;
};

TARGET static inline struct keys loaded(const uint32_t *keys) {
    return (struct keys){_mm256_loadu_si256((const __m256i *)keys),
                         _mm256_loadu_si256((const __m256i *)(keys + 8))};
}

TARGET static inline struct keys reversed(const uint32_t *keys) {
    const __m256i back = _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    struct keys k = loaded(keys);
    return (struct keys){_mm256_permutevar8x32_epi32(k.y, back),
                         _mm256_permutevar8x32_epi32(k.x, back)};
}

TARGET static inline struct keys lower(struct keys a, struct keys b) {
    return (struct keys){_mm256_min_epu32(a.x, b.x), _mm256_min_epu32(a.y, b.y)};
}

TARGET static inline struct keys higher(struct keys a, struct keys b) {
    return (struct keys){_mm256_max_epu32(a.x, b.x), _mm256_max_epu32(a.y, b.y)};
}

/** At how many places a and b have the same key. */
TARGET static inline size_t equal(struct keys a, struct keys b) {
    __m256 x = _mm256_castsi256_ps(_mm256_cmpeq_epi32(a.x, b.x));
    __m256 y = _mm256_castsi256_ps(_mm256_cmpeq_epi32(a.y, b.y));
    return (size_t)_mm_popcnt_u32((unsigned)(_mm256_movemask_ps(x) | _mm256_movemask_ps(y) << 8));
}

/** What stands in x and y at the same place, in order. */
TARGET static inline struct keys compared(__m256i x, __m256i y) {
    return (struct keys){_mm256_min_epu32(x, y), _mm256_max_epu32(x, y)};
}

/**
 * Sorts 16 bitonic keys, by strides of 8, 4, 2 and 1, and stores them. Before each stride, keys that are
 * to be compared are brought to the same place of the two vectors.
 */
TARGET static inline void store_sorted(struct keys k, uint32_t *out) {
    k = compared(k.x, k.y);
    k = compared(_mm256_permute2x128_si256(k.x, k.y, 0x20),
                 _mm256_permute2x128_si256(k.x, k.y, 0x31));
    k = compared(_mm256_unpacklo_epi64(k.x, k.y), _mm256_unpackhi_epi64(k.x, k.y));
    __m256 x = _mm256_castsi256_ps(k.x), y = _mm256_castsi256_ps(k.y);
    k = compared(_mm256_castps_si256(_mm256_shuffle_ps(x, y, 0x88)),
                 _mm256_castps_si256(_mm256_shuffle_ps(x, y, 0xdd)));
    // of the first 8 keys x now begins with 0 4 2 6 and y with 1 5 3 7; then come the others alike
    __m256i even = _mm256_unpacklo_epi32(k.x, k.y), odd = _mm256_unpackhi_epi32(k.x, k.y);
    x = _mm256_castsi256_ps(_mm256_unpacklo_epi64(even, odd));
    y = _mm256_castsi256_ps(_mm256_unpackhi_epi64(even, odd));
    _mm256_storeu_ps((float *)out, _mm256_permute2f128_ps(x, y, 0x20));
    _mm256_storeu_ps((float *)(out + 8), _mm256_permute2f128_ps(x, y, 0x31));
}

/**
 * Of 16 keys of a and 16 of b that go the other way, the lower one at each place belongs to the lowest
 * 16 of all: key i of a meets key 15 - i of b, and one of them has 16 keys below it. What remains is
 * bitonic (Papaphilippou 2018). The highest are had alike, and of equal keys a's are the lower ones.
 */
TARGET static inline struct taken merge_ends(const uint32_t *a, const uint32_t *b, uint32_t *out,
                                             const uint32_t *a_end, const uint32_t *b_end,
                                             uint32_t *out_end) {
    struct keys a_low = loaded(a), a_high = loaded(a_end - LANES), b_high = reversed(b_end - LANES);
    struct keys low = lower(a_low, reversed(b)), high = higher(a_high, b_high);
    store_sorted(low, out);
    store_sorted(high, out_end - LANES);
    return (struct taken){equal(low, a_low), LANES - equal(high, b_high)};
}

#include "common/sort/host/merge_loop.h"
#endif
