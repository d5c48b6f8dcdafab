/**
 * @file
 * @brief Radix sort that goes over memory once or twice, and for the rest stays in the cache.
 *
 * Split by the lowest digit first, keys would cross the whole memory for every digit. So an array that no
 * cache holds is split by its top digit, until each part fits, and then the part by the digits that are
 * left, the lowest one first, where it is.
 *
 * A split in memory writes to 512 places at once. Written key by key, each of them is a cache line that has
 * to be fetched before it can be written. So keys are gathered, and go to memory as whole lines, past the
 * caches (Wassenberg 2011).
 */
#include "common/sort/host/radix_sort.h"

#include <stdbool.h>
#include <string.h>

#if defined(__SSE2__) && !defined(FAST_PLAIN)
#define FAST_STREAM
#include <emmintrin.h>
#endif

enum {
    DIGITS =
        4, /**< of 8, 8, 7 and, the top one, 9 bits: so parts of 2^26 keys are 1 MB, with scratch */
    TOP = DIGITS - 1, /**< the digit at the top */
    RADIX = 1 << 9,   /**< lists of a split, at most */
    CACHED = 3 << 16, /**< keys that are sorted in the cache: with as much scratch 1.5 MB */
    GATHERED = 32, /**< keys of a list that are gathered: two lines, as to write is a wrong guess */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE int shift_of(int digit) {
    return digit < TOP ? 8 * digit : 23;
}

ALWAYS_INLINE uint32_t radix_of(int digit) {
    return digit < TOP - 1 ? 1 << 8 : digit < TOP ? 1 << 7 : 1 << 9;
}

ALWAYS_INLINE uint32_t digit_of(uint32_t key, int digit) {
    return key >> shift_of(digit) & (radix_of(digit) - 1);
}

/*
 * In memory: by one digit, from keys of any type to codes
 */

/** Writes all GATHERED keys to where a line begins. */
ALWAYS_INLINE void write_lines(uint32_t *to, const uint32_t *keys) {
#ifdef FAST_STREAM
    for (int i = 0; i < GATHERED; i += 4)
        _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(keys + i)));
#else
    memcpy(to, keys, GATHERED * sizeof(*to));
#endif
}

/** Writes those from place `from` to before place `end`, which is not beyond the last line. */
static void write_some(uint32_t *out, const uint32_t *keys, size_t from, size_t end) {
    for (; from < end; from++) out[from] = keys[from % GATHERED];
}

/**
 * List d goes to where it begins: begin[d], and its next key to next[d]. Places are counted from where
 * out's first line begins.
 */
ALWAYS_INLINE void scatter_lines(const uint32_t *in, uint32_t *out, size_t n, enum key_type type,
                                 int digit, const size_t *begin, size_t *next) {
    _Alignas(64) uint32_t gathered[RADIX][GATHERED];
    for (size_t i = 0; i < n; i++) {
        uint32_t key = key_encode(in[i], type), d = digit_of(key, digit);
        size_t place = next[d]++, first = place - (GATHERED - 1);
        gathered[d][place % GATHERED] = key;
        if (place % GATHERED < GATHERED - 1) continue;
        if (first >= begin[d])
            write_lines(out + first, gathered[d]);
        else // another list ends in the same line
            write_some(out, gathered[d], begin[d], place + 1);
    }
    for (int d = 0; d < RADIX; d++) { // what has not filled its lines
        size_t first = next[d] - next[d] % GATHERED;
        write_some(out, gathered[d], first > begin[d] ? first : begin[d], next[d]);
    }
#ifdef FAST_STREAM
    _mm_sfence(); // what went past the caches is seen from here on
#endif
}

ALWAYS_INLINE void count_digit(const uint32_t *in, size_t n, enum key_type type, int digit,
                               size_t *count) {
    for (size_t i = 0; i < n; i++) count[digit_of(key_encode(in[i], type), digit)]++;
}

ALWAYS_INLINE bool split_by(const uint32_t *in, uint32_t *out, size_t n, enum key_type type,
                            int digit, size_t *end) {
    size_t begin[RADIX], before = (uintptr_t)out / sizeof(*out) % GATHERED, sum = before;
    memset(end, 0, RADIX * sizeof(*end));
    count_digit(in, n, type, digit, end);
    for (int d = 0; d < RADIX; d++) {
        if (end[d] == n) return false;
        begin[d] = sum;
        sum += end[d];
        end[d] = begin[d];
    }
    out = (uint32_t *)((uintptr_t)out - before * sizeof(*out));
    scatter_lines(in, out, n, type, digit, begin, end);
    for (int d = 0; d < RADIX; d++) end[d] -= before;
    return true;
}

/**
 * Splits by a digit; list d lies from end[d - 1] to before end[d]. False, with nothing written, where all
 * keys are in one list. A loop for each case, so that no key is asked what all of them share.
 */
static bool split(const uint32_t *in, uint32_t *out, size_t n, enum key_type type, int digit,
                  size_t *end) {
    if (type == KEY_U32 && digit == TOP) return split_by(in, out, n, KEY_U32, TOP, end);
    if (type == KEY_I32) return split_by(in, out, n, KEY_I32, digit, end);
    if (type == KEY_F32) return split_by(in, out, n, KEY_F32, digit, end);
    return split_by(in, out, n, KEY_U32, digit, end);
}

/*
 * In the cache: by all digits that are left
 */

/** Counts become places. False where all keys have one digit, and a split would change nothing. */
static bool place_lists(uint32_t *count, uint32_t radix, size_t n) {
    uint32_t before = 0;
    for (uint32_t d = 0; d < radix; d++) {
        uint32_t here = count[d];
        if (here == n) return false;
        count[d] = before;
        before += here;
    }
    return true;
}

/**
 * Sorts n codes by their lowest digits, to and fro between two arrays. Returns the one where they are in
 * the end. All digits are counted in one go.
 */
ALWAYS_INLINE uint32_t *sort_by(uint32_t *codes, uint32_t *spare, size_t n, int digits) {
    uint32_t next[DIGITS][RADIX] = {{0}};
    for (size_t i = 0; i < n; i++)
#pragma GCC unroll 4
        for (int digit = 0; digit < digits; digit++) next[digit][digit_of(codes[i], digit)]++;
#pragma GCC unroll 4
    for (int digit = 0; digit < digits; digit++) {
        if (!place_lists(next[digit], radix_of(digit), n)) continue;
        for (size_t i = 0; i < n; i++) spare[next[digit][digit_of(codes[i], digit)]++] = codes[i];
        uint32_t *there = spare;
        spare = codes;
        codes = there;
    }
    return codes;
}

/** A loop for each number of digits: a digit whose place is known is had by one instruction. */
static uint32_t *sort_cached(uint32_t *codes, uint32_t *spare, size_t n, int digits) {
    if (digits == 4) return sort_by(codes, spare, n, 4);
    if (digits == 3) return sort_by(codes, spare, n, 3);
    return sort_by(codes, spare, n, digits);
}

/** Codes become keys at their last place, which may be where they are. */
static void finish(uint32_t *keys, const uint32_t *codes, size_t n, enum key_type type) {
    if (type == KEY_U32 && codes != keys) memcpy(keys, codes, n * sizeof(*keys));
    if (type == KEY_I32)
        for (size_t i = 0; i < n; i++) keys[i] = key_to_i32(codes[i]);
    if (type == KEY_F32)
        for (size_t i = 0; i < n; i++) keys[i] = key_to_f32(codes[i]);
}

/** Sorts what is of type `from` by its lowest digits into keys of a type; spare has room for it too. */
static void sort_digits(uint32_t *in, uint32_t *spare, uint32_t *keys, size_t n, int digits,
                        enum key_type from, enum key_type type) {
    size_t end[RADIX];
    while (n > CACHED && digits > 0 && !split(in, spare, n, from, digits - 1, end)) digits--;
    if (n <= CACHED || digits == 0) {
        for (size_t i = 0; i < n && from != KEY_U32; i++) in[i] = key_encode(in[i], from);
        finish(keys, sort_cached(in, spare, n, digits), n, type);
        return;
    }
    for (size_t d = 0, begin = 0; d < RADIX; begin = end[d++])
        if (end[d] > begin)
            sort_digits(spare + begin, in + begin, keys + begin, end[d] - begin, digits - 1,
                        KEY_U32, type);
}

void fast_radix_sort(uint32_t *keys, uint32_t *scratch, size_t n, enum key_type type) {
    sort_digits(keys, scratch, keys, n, DIGITS, type, type);
}
