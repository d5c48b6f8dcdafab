/**
 * @file
 * @brief Lab 01, the contract: radix sort on one core of the host.
 *
 * All arrays lie in host memory and hold n keys, where n may be 0. Two arrays of one call never
 * overlap. Nothing here needs memory beyond its arguments and a few KB of stack: a call takes none,
 * and keeps nothing in static variables. Nothing fails.
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
    RADIX = 1 << RADIX_BITS, /**< digits there are */
};

/**
 * What a method costs, counted for each key. Loads and stores of memory count as the code is written, those of
 * the stack do not. A stage that is right and outside of these bounds keeps half of its points.
 */
enum {
    MOST_SPLIT_ACCESSES = 12, /**< steps 1 and 4: loads and stores of a split */
    LEAST_BITS_STORES = 16,   /**< step 2: stores of a sort, by a split for each bit */
    MOST_DIGITS_STORES = 20,  /**< step 5: stores of a sort, by a split for each digit */
    MOST_COMPARISONS = 3, /**< steps 2 and 5: comparisons of two keys; a radix sort needs none */
};

/** The digit of a key whose lowest bit is bit `shift` of the key: 0 to RADIX - 1. */
static inline uint32_t digit_of(uint32_t key, int shift) {
    return key >> shift & (RADIX - 1);
}

/**
 * Step 1. Stable split: the keys of `in` whose bit is 0, and behind them those whose bit is 1; on
 * either side the keys keep the order in which they stood.
 * @param bit 0 (lowest) to 31
 */
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit);

/**
 * Step 2. Sorts keys, ascending as unsigned numbers, by one split for each bit.
 * @param scratch n words of any content; undefined afterwards
 */
void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n);

/**
 * Step 3. In place, the bits of an int32 to the unsigned key that stands at the same place in the
 * order, and back. The least int32 becomes 0.
 */
void encode_ints(uint32_t *keys, size_t n);
void decode_ints(uint32_t *keys, size_t n);

/**
 * Step 3. The same for the bits of a float32, in the total order of IEEE 754: -NaN, -inf, ..., -0,
 * +0, ..., +inf, +NaN, and NaNs among themselves by their bits.
 */
void encode_floats(uint32_t *keys, size_t n);
void decode_floats(uint32_t *keys, size_t n);

/**
 * Step 4. Stable split into RADIX parts: the keys whose digit is 0, behind them those whose digit
 * is 1, and so on; within a part the keys keep the order in which they stood.
 * @param shift where the digit begins: 0, 8, 16 or 24
 */
void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift);

/** Step 5. Sorts as radix_sort does, by one split for each digit. */
void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n);

#ifdef __cplusplus
}
#endif
#endif
