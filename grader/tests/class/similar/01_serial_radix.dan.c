/**
 * @file
 * @brief Lab 01: radix sort on one core, bit by bit and digit by digit.
 */
#include "serial_radix.h"

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    size_t ones = 0;
    for (const uint32_t *k = in; k < in + n; k++) ones += *k >> bit & 1;
    size_t next[2] = {0, n - ones};

    uint32_t mask = 1u << bit;
    for (const uint32_t *k = in; k < in + n; k++) {
        size_t *place = (*k & mask) ? &next[1] : &next[0];
        out[*place] = *k;
        *place += 1;
    }
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    uint32_t *a = keys, *b = scratch;
    for (int bit = 0; bit < KEY_BITS; bit++) {
        split_by_bit(a, b, n, bit);
        uint32_t *t = a;
        a = b;
        b = t;
    }
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    const uint32_t top = 1u << SIGN_BIT;
    for (size_t i = n; i > 0; i--)
        keys[i - 1] = keys[i - 1] < top ? keys[i - 1] + top : keys[i - 1] - top;
}

void decode_ints(uint32_t *keys, size_t n) {
    const uint32_t top = 1u << SIGN_BIT;
    for (size_t i = 0; i != n; i++)
        if (keys[i] >= top)
            keys[i] -= top;
        else
            keys[i] += top;
}

void encode_floats(uint32_t *keys, size_t n) {
    const uint32_t top = 1u << SIGN_BIT;
    for (size_t i = 0; i < n; i++) {
        uint32_t k = keys[i];
        keys[i] = (k & top) == 0 ? k | top : UINT32_MAX - k;
    }
}

void decode_floats(uint32_t *keys, size_t n) {
    const uint32_t top = 1u << SIGN_BIT;
    for (size_t i = 0; i < n; i++) {
        uint32_t k = keys[i];
        keys[i] = (k & top) == 0 ? UINT32_MAX - k : k ^ top;
    }
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    size_t count[RADIX] = {0}, next[RADIX];
    for (const uint32_t *k = in; k < in + n; k++) count[digit_of(*k, shift)] += 1;

    next[0] = 0;
    for (int d = 1; d < RADIX; d++) next[d] = next[d - 1] + count[d - 1];

    for (const uint32_t *k = in; k < in + n; k++) {
        size_t *place = &next[digit_of(*k, shift)];
        out[(*place)++] = *k;
    }
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    uint32_t *a = keys, *b = scratch;
    for (int digit = 0; digit < KEY_BITS / RADIX_BITS; digit++) {
        split_by_digit(a, b, n, digit * RADIX_BITS);
        uint32_t *t = a;
        a = b;
        b = t;
    }
}
