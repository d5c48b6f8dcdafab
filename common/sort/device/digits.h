/**
 * @file
 * @brief A digit says which bucket of a partition a key belongs to. A rule says how it is found.
 *
 * The exact form takes bits of the key. The sampled form wants buckets of one size, whatever the keys are: as
 * samplesort does, it chooses the keys between two buckets from a sample. To find a key's bucket it looks its top bits
 * up in a table. So a digit never falls when the key grows, and that is all a sort needs.
 */
#ifndef SORTLAB_DEVICE_DIGITS_H
#define SORTLAB_DEVICE_DIGITS_H

#include <stdbool.h>

#include "common/sort/device/steps.h"

/** How a key becomes a digit. */
enum digit_kind {
    DIGIT_BITS,  /**< n digits, a power of two: bits above the lowest `shift` */
    DIGIT_EVEN,  /**< n stretches of equal length: (key - low) * factor / 2^32 */
    DIGIT_TABLE, /**< table[entry_of(key)] */
    DIGIT_SHIFT, /**< the same, and an entry has 2^shift keys */
    DIGIT_VALUES, /**< as of a table. Then one digit more if the key equals values[digit], two if it is greater */
};

/** A rule. The tables lie in shared memory where a kernel uses them. */
struct digit_rule {
    uint32_t kind, n, shift; /**< n: digits */
    uint32_t low, range;     /**< of the sampled keys */
    uint32_t factor;         /**< of DIGIT_EVEN */
    uint32_t up, scale;      /**< of a table: see entry_of */
    const uint8_t *s_table;
    const uint32_t *s_values; /**< UINT32_MAX where a digit is no value's */
};

/** Bits of the keys, as a digit. */
struct digit {
    uint32_t shift, bits;
};

/** What is known of the keys of one digit, or of one bucket. */
struct digit_keys {
    uint32_t low;  /**< no key is less */
    uint8_t shift; /**< of the finish: (key - low) >> shift is a key's bin */
    uint8_t left;  /**< the keys agree in all but so many low bits */
    uint8_t one;   /**< all are `low`: they are counted, and not written */
    uint8_t unused;
};

#ifdef __CUDACC__

/** Shift to the bin of a key with so many low bits that differ. */
static __host__ __device__ __forceinline__ uint32_t finish_shift(uint32_t left) {
    return left > FINISH_BITS ? left - FINISH_BITS : 0;
}

/** The rule of some bits. */
static __host__ __device__ __forceinline__ struct digit_rule digit_bits(struct digit by) {
    const struct digit_rule rule = {DIGIT_BITS, 1u << by.bits, by.shift, 0, 0, 0, 0, 0, NULL, NULL};
    return rule;
}

/**
 * The entry of a key in the table. The range, shifted up to 32 bits, is cut in `scale` * 2^-32 parts of one length.
 * Keys outside of it have the first or the last entry.
 */
static __device__ __forceinline__ uint32_t entry_of(uint32_t key, const struct digit_rule *rule) {
    return __umulhi(min(max(key, rule->low) - rule->low, rule->range) << rule->up, rule->scale);
}

/** Sets a rule's range, and its table's entries: at most so many, and one a key where they suffice. */
static __device__ __forceinline__ void set_range(struct digit_rule *rule, uint32_t low,
                                                 uint32_t high, uint32_t entries) {
    rule->low = low, rule->range = high - low;
    rule->up = (uint32_t)__clz((int)(rule->range | 1));
    rule->scale = (uint32_t)(((place_t)entries << 32) / (((place_t)rule->range + 1) << rule->up));
}

/** The least key of an entry, which is not the first one; 33 bits. */
static __device__ __forceinline__ place_t entry_begin(uint32_t entry,
                                                      const struct digit_rule *rule) {
    place_t begin = (((place_t)entry << 32) + rule->scale - 1) / rule->scale;
    return min(rule->low + ((begin + (1u << rule->up) - 1) >> rule->up), (place_t)1 << 32);
}

/** The digit of a key. `kind`, which is the rule's, is known when it is compiled. */
static __device__ __forceinline__ uint32_t find_digit(uint32_t key, enum digit_kind kind,
                                                      const struct digit_rule *rule) {
    if (kind == DIGIT_BITS) return (key >> rule->shift) & (rule->n - 1);
    if (kind == DIGIT_EVEN)
        return min(__umulhi(max(key, rule->low) - rule->low, rule->factor), rule->n - 1);
    if (kind == DIGIT_SHIFT)
        return rule->s_table[min(max(key, rule->low) - rule->low, rule->range) >> rule->shift];
    uint32_t digit = rule->s_table[entry_of(key, rule)];
    if (kind == DIGIT_TABLE) return digit;
    uint32_t value = rule->s_values[digit];
    return digit + (key == value && value != UINT32_MAX) + 2 * (key > value);
}

#endif
#endif
