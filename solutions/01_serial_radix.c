/**
 * @file
 * @brief Lab 01: radix sort on one core, bit by bit and digit by digit.
 */
#include "serial_radix.h"

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    //> TODO 1: declare next[2]. Set it to the indices in out where the 0-list and the 1-list begin.
    size_t next[2] = {0, 0};
    for (size_t i = 0; i < n; i++) next[1] += !(in[i] >> bit & 1); // after all zeros
    //<

    //> TODO 1: write each key, from the first to the last, to the next free index of its list.
    for (size_t i = 0; i < n; i++) out[next[in[i] >> bit & 1]++] = in[i];
    //<
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    //> TODO 2: split by every bit, the lowest one first, back and forth between keys and scratch.
    // Before each pass the keys are in order as far as their lower `bit` bits go. The pass orders
    // them by the next bit, and since it is stable, keys that tie there stay in that order.
    for (int bit = 0; bit < KEY_BITS; bit += 2) {
        split_by_bit(keys, scratch, n, bit);
        split_by_bit(scratch, keys, n, bit + 1);
    }
    //<
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    //> TODO 3: as unsigned words, negative ints are larger than the others. Make them smaller than
    //> the others, in the same order.
    for (size_t i = 0; i < n; i++) keys[i] ^= 1u << SIGN_BIT;
    //<
}

void decode_ints(uint32_t *keys, size_t n) {
    //> TODO 3: undo encode_ints.
    encode_ints(keys, n); // a second swap undoes the first
    //<
}

void encode_floats(uint32_t *keys, size_t n) {
    //> TODO 4: negative floats must come first. As words they are in reverse order, so reverse it.
    for (size_t i = 0; i < n; i++) {
        uint32_t negative = keys[i] >> SIGN_BIT;
        keys[i] ^= negative ? UINT32_MAX : 1u << SIGN_BIT;
    }
    //<
}

void decode_floats(uint32_t *keys, size_t n) {
    //> TODO 4: undo encode_floats. The top bit of an encoded key shows which sign it had.
    for (size_t i = 0; i < n; i++) {
        uint32_t positive = keys[i] >> SIGN_BIT;
        keys[i] ^= positive ? 1u << SIGN_BIT : UINT32_MAX;
    }
    //<
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    //> TODO 5: count: declare next[RADIX]. Set next[d], a bin, to the number of keys with digit d.
    size_t next[RADIX] = {0};
    for (size_t i = 0; i < n; i++) next[digit_of(in[i], shift)]++;
    //<

    //> TODO 5: offset: now set next[d] to the index in out where the keys with digit d begin.
    size_t before = 0; // keys whose digit is less than d
    for (int d = 0; d < RADIX; d++) {
        size_t count = next[d];
        next[d] = before;
        before += count;
    }
    //<

    //> TODO 5: rank and scatter: write each key, first to last, to the next index of its digit.
    for (size_t i = 0; i < n; i++) out[next[digit_of(in[i], shift)]++] = in[i];
    //<
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    //> TODO 6: split by every digit, the lowest one first.
    for (int shift = 0; shift < KEY_BITS; shift += 2 * RADIX_BITS) {
        split_by_digit(keys, scratch, n, shift);
        split_by_digit(scratch, keys, n, shift + RADIX_BITS);
    }
    //<
}
