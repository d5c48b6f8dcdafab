/**
 * @file
 * @brief Lab 01: radix sort on one core, bit by bit and digit by digit.
 */
#include "serial_radix.h"

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    // TODO 1: let next[0] and next[1] be the places where the 0-list and the 1-list begin in out.

    // TODO 1: give each key, from the first to the last, the next place of its list.
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    // TODO 2: split by every bit, the lowest one first, to and fro between keys and scratch.
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    // TODO 3: as unsigned words the negative half lies above the other; swap the halves.
}

void decode_ints(uint32_t *keys, size_t n) {
    // TODO 3: undo encode_ints.
}

void encode_floats(uint32_t *keys, size_t n) {
    // TODO 3: a float is a sign and a magnitude; negative ones must come first, and turned round.
}

void decode_floats(uint32_t *keys, size_t n) {
    // TODO 3: undo encode_floats; an encoded key shows in its top bit what it was.
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    // TODO 4: count: let next[d], of RADIX bins, be the number of keys whose digit is d.

    // TODO 4: offset: now let next[d] be the place where the keys with digit d begin in out.

    // TODO 4: rank and scatter: give each key, first to last, the next place of its digit.
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    // TODO 5: split by every digit, the lowest one first.
}
