/**
 * @file
 * @brief Lab 01 as somebody else would do it; for the tests of similarity.
 */
#include "serial_radix.h"

#include <string.h>

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    const uint32_t mask = (uint32_t)1 << bit;
    uint32_t *to = out;
    const uint32_t *end = in + n;
    for (const uint32_t *p = in; p != end; ++p)
        if ((*p & mask) == 0) *to++ = *p;
    for (const uint32_t *p = in; p != end; ++p)
        if (*p & mask) *to++ = *p;
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    uint32_t *from = keys, *to = scratch, *other;
    int bit = 0;
    while (bit != KEY_BITS) {
        split_by_bit(from, to, n, bit++);
        other = from;
        from = to;
        to = other;
    }
    if (from != keys) memcpy(keys, from, n * sizeof *keys);
}

enum { SIGN_BIT = KEY_BITS - 1 };

void encode_ints(uint32_t *keys, size_t n) {
    while (n-- > 0) keys[n] += 0x80000000u;
}

void decode_ints(uint32_t *keys, size_t n) {
    while (n-- > 0) keys[n] -= 0x80000000u;
}

void encode_floats(uint32_t *keys, size_t n) {
    for (uint32_t *k = keys; k < keys + n; k++) {
        int32_t spread = (int32_t)*k >> SIGN_BIT;
        *k ^= (uint32_t)spread | 0x80000000u;
    }
}

void decode_floats(uint32_t *keys, size_t n) {
    for (uint32_t *k = keys; k < keys + n; k++) {
        if (*k & 0x80000000u)
            *k &= 0x7fffffffu;
        else
            *k = ~*k;
    }
}

void split_by_digit(const uint32_t *in, uint32_t *out, size_t n, int shift) {
    size_t ends[RADIX + 1];
    memset(ends, 0, sizeof ends);
    for (const uint32_t *p = in; p < in + n; p++) {
        uint32_t d = digit_of(*p, shift);
        ends[d + 1] += 1;
    }
    for (unsigned d = 1; d <= RADIX; d++) ends[d] += ends[d - 1];
    size_t i = 0;
    while (i < n) {
        uint32_t key = in[i++];
        uint32_t d = digit_of(key, shift);
        out[ends[d]] = key;
        ends[d] += 1;
    }
}

void radix_sort_digits(uint32_t *keys, uint32_t *scratch, size_t n) {
    split_by_digit(keys, scratch, n, 0);
    split_by_digit(scratch, keys, n, RADIX_BITS);
    split_by_digit(keys, scratch, n, 2 * RADIX_BITS);
    split_by_digit(scratch, keys, n, 3 * RADIX_BITS);
}
