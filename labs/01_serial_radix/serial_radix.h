/**
 * @file
 * @brief Lab 01, the contract: radix sort on one core of the host.
 *
 * All arrays lie in host memory and hold n keys. n may be 0. Two arrays of one call never overlap.
 * A function works with its arguments and a few KB of stack. It takes no other memory, and it keeps
 * nothing in static variables. No function can fail.
 */
#ifndef SORTLAB_SERIAL_RADIX_H
#define SORTLAB_SERIAL_RADIX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KEY_BITS = 32,           /**< bits of a key */
    RADIX_BITS = 8,          /**< bits of a digit */
    RADIX = 1 << RADIX_BITS, /**< number of values that a digit can have */
};

/**
 * What a method costs, as bounds for each key. The loads and stores of the source count, before the
 * compiler improves it. Those of variables on the stack do not count. A correct stage outside of
 * its bounds keeps half of its points.
 */
enum {
    MOST_SPLIT_ACCESSES = 12, /**< steps 1 and 5: most loads and stores of a split */
    LEAST_BITS_STORES = 16,   /**< step 2: fewest stores of a sort by bits */
    MOST_DIGITS_STORES = 20,  /**< step 6: most stores of a sort by digits */
    MOST_COMPARISONS = 3, /**< steps 2 and 6: most comparisons of two keys in a sort */
};

/** The digit of a key, a number from 0 to RADIX - 1. Its lowest bit is bit `shift` of the key. */
static inline uint32_t digit_of(uint32_t key, int shift) {
    return key >> shift & (RADIX - 1);
}

/**
 * Step 1. Stable split by one bit. The keys of `in` whose bit is 0 come first in `out`, then the
 * keys whose bit is 1. Keys with the same bit keep the order that they have in `in`.
 * @param bit 0 (the lowest) to 31
 */
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit);

/**
 * Step 2. Sorts keys, ascending as unsigned numbers, by one split for each bit.
 * @param scratch n words with any content; undefined afterwards
 */
void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n);

/**
 * Step 3. encode_ints takes words that are int32 numbers. It replaces each word by an unsigned key,
 * in place, so that the keys have the order of the ints. The smallest int32 becomes 0. decode_ints
 * turns the keys back into the ints.
 */
void encode_ints(uint32_t *keys, size_t n);
void decode_ints(uint32_t *keys, size_t n);

/**
 * Step 4. The same for words that are float32 numbers. Their order is the total order of IEEE 754:
 * -NaN, -inf, ..., -0, +0, ..., +inf, +NaN. NaNs are ordered by their bits.
 */
void encode_floats(uint32_t *keys, size_t n);
void decode_floats(uint32_t *keys, size_t n);

/**
 * Step 5. Stable split into RADIX parts. The keys whose digit is 0 come first in `out`, then those
 * whose digit is 1, and so on. Keys with the same digit keep the order that they have in `in`.
 * @param shift the lowest bit of the digit: 0, 8, 16 or 24
 */
void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift);

/** Step 6. Sorts as radix_sort does, by one split for each digit. */
void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n);

#ifdef __cplusplus
}
#endif
#endif
