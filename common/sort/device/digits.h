/**
 * @file
 * @brief A digit says which bucket of a partition a key belongs to. A rule says how it is found.
 *
 * The exact form takes bits of the key. The sampled form wants buckets of one size, whatever the keys are: as samplesort
 * does, it chooses the keys between two buckets from a sample. To find a key's bucket it looks its top bits up in a
 * table. So a digit never falls when the key grows, and that is all a sort needs.
 */
#ifndef SORTLAB_DEVICE_DIGITS_H
#define SORTLAB_DEVICE_DIGITS_H

#include <stdbool.h>

#include "common/sort/device/block_sums.h"

/** How a key becomes a digit. */
enum digit_kind {
    DIGIT_BITS,   /**< `n` bits above the lowest `shift` */
    DIGIT_EVEN,   /**< n stretches of equal length: (key - low) * factor / 2^32 */
    DIGIT_TABLE,  /**< table[(key - low) >> shift] */
    DIGIT_VALUES, /**< the same. Then one digit more if the key equals values[digit], two if it is greater */
};

/** A rule. The tables lie in shared memory where a kernel uses them. */
struct digit_rule {
    uint32_t kind, n, shift; /**< n: digits, but for DIGIT_BITS */
    uint32_t low, factor;
    uint32_t last; /**< entry of the table */
    const uint8_t *s_table;
    const uint32_t *s_values; /**< UINT32_MAX where a digit is no value's */
};

/** Bits of the keys, as a digit. */
struct digit {
    uint32_t shift, bits;
};

/** What is known of the keys of one digit, or of one bucket. */
struct digit_keys {
    uint32_t low;  /**< no key is less, unless it goes into the first bin */
    uint8_t shift; /**< of the finish: (key - low) >> shift is a key's bin */
    uint8_t left;  /**< the keys agree in all but so many low bits */
    uint8_t one;   /**< all are `low`: they are counted, and not written */
    uint8_t unused;
};

#ifdef __CUDACC__

/** The rule of some bits. */
static __host__ __device__ __forceinline__ struct digit_rule digit_bits(struct digit by) {
    const struct digit_rule rule = {DIGIT_BITS, by.bits, by.shift, 0, 0, 0, NULL, NULL};
    return rule;
}

/** The entry of a key in a table whose last one is `last`: keys outside of its range have the first or the last. */
static __device__ __forceinline__ uint32_t entry_of(uint32_t key, uint32_t low, uint32_t shift,
                                                    uint32_t last) {
    return min((max(key, low) - low) >> shift, last);
}

/** The digit of a key. `kind`, which is the rule's, is known when it is compiled. */
static __device__ __forceinline__ uint32_t find_digit(uint32_t key, enum digit_kind kind,
                                                      const struct digit_rule *rule) {
    if (kind == DIGIT_BITS) return digit_of(key, rule->shift, rule->n);
    if (kind == DIGIT_EVEN)
        return min(__umulhi(max(key, rule->low) - rule->low, rule->factor), rule->n - 1);
    uint32_t digit = rule->s_table[entry_of(key, rule->low, rule->shift, rule->last)];
    if (kind == DIGIT_TABLE) return digit;
    uint32_t value = rule->s_values[digit];
    return digit + (key == value && value != UINT32_MAX) + 2 * (key > value);
}

#endif
#endif
