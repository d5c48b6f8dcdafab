/**
 * @file
 * @brief Lab 01: radix sort on one core, bit by bit and digit by digit.
 */
#include "serial_radix.h"

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    size_t next[2];
    size_t zeros = 0;
    for (size_t i = 0; i < n; i++) {
        if (!((in[i] >> bit) & 1)) {
            zeros++;
        }
    }
    next[0] = 0;
    next[1] = zeros;

    for (size_t i = 0; i < n; i++) {
        uint32_t key = in[i];
        int b = (key >> bit) & 1;
        out[next[b]] = key;
        next[b]++;
    }
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    for (int bit = 0; bit < KEY_BITS; bit++) {
        if (bit % 2 == 0)
            split_by_bit(keys, scratch, n, bit);
        else
            split_by_bit(scratch, keys, n, bit);
    }
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i++) keys[i] = keys[i] ^ 0x80000000;
}

void decode_ints(uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i++) keys[i] = keys[i] ^ 0x80000000;
}

void encode_floats(uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (keys[i] >> SIGN_BIT)
            keys[i] = ~keys[i];
        else
            keys[i] |= 1u << SIGN_BIT;
    }
}

void decode_floats(uint32_t *keys, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (keys[i] >> SIGN_BIT)
            keys[i] &= ~(1u << SIGN_BIT);
        else
            keys[i] = ~keys[i];
    }
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    size_t next[RADIX];
    for (int d = 0; d < RADIX; d++) next[d] = 0;
    for (size_t i = 0; i < n; i++) {
        next[digit_of(in[i], shift)]++;
    }

    size_t sum = 0;
    for (int d = 0; d < RADIX; d++) {
        size_t tmp = next[d];
        next[d] = sum;
        sum += tmp;
    }

    for (size_t i = 0; i < n; i++) {
        uint32_t d = digit_of(in[i], shift);
        out[next[d]++] = in[i];
    }
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    int pass = 0;
    for (int shift = 0; shift < KEY_BITS; shift += RADIX_BITS) {
        if (pass++ & 1)
            split_by_digit(scratch, keys, n, shift);
        else
            split_by_digit(keys, scratch, n, shift);
    }
}
