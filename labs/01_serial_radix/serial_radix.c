/**
 * @file
 * @brief Lab 01: radix sort on one core, bit by bit and digit by digit.
 */
#include "serial_radix.h"

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    // TODO 1: declare next[2]. Set it to the indices in out where the 0-list and the 1-list begin.

    // TODO 1: write each key, from the first to the last, to the next free index of its list.
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    // TODO 2: split by every bit, the lowest one first, back and forth between keys and scratch.
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    // TODO 3: as unsigned words, negative ints are larger than the others. Make them smaller than
    // the others, in the same order.
}

void decode_ints(uint32_t *keys, size_t n) {
    // TODO 3: undo encode_ints.
}

void encode_floats(uint32_t *keys, size_t n) {
    // TODO 4: negative floats must come first. As words they are in reverse order, so reverse it.
}

void decode_floats(uint32_t *keys, size_t n) {
    // TODO 4: undo encode_floats. The top bit of an encoded key shows which sign it had.
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    // TODO 5: count: declare next[RADIX]. Set next[d], a bin, to the number of keys with digit d.

    // TODO 5: offset: now set next[d] to the index in out where the keys with digit d begin.

    // TODO 5: rank and scatter: write each key, first to last, to the next index of its digit.
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    // TODO 6: split by every digit, the lowest one first.
}
