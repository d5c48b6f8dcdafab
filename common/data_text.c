/**
 * @file
 * @brief Keys as text (see data.h).
 */
#include "common/data.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static size_t whole_text(char *text, uint32_t magnitude, bool minus) {
    char digits[10];
    size_t first = sizeof(digits);
    do {
        digits[--first] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (minus) *text++ = '-';
    size_t count = sizeof(digits) - first;
    memcpy(text, digits + first, count);
    text[count] = '\0';
    return count + minus;
}

size_t data_key_text(char text[DATA_TEXT_BYTES], uint32_t bits, enum key_type type) {
    bool minus = type != KEY_U32 && bits & KEY_SIGN_BIT;
    if (type != KEY_F32) return whole_text(text, minus ? 0u - bits : bits, minus);
    if (isnan(float_of(bits))) return (size_t)sprintf(text, "%s", minus ? "-nan" : "nan");
    return (size_t)snprintf(text, DATA_TEXT_BYTES, "%.9g", (double)float_of(bits));
}

static enum data_parse parse_whole(const char *text, size_t length, bool with_sign,
                                   uint32_t *bits) {
    const char *end = text + length;
    bool minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    if (text == end) return DATA_NO_NUMBER;
    uint64_t magnitude = 0;
    for (; text < end; text++) {
        unsigned digit = (unsigned char)*text - (unsigned)'0';
        if (digit > 9) return DATA_NO_NUMBER;
        if (magnitude <= UINT32_MAX) magnitude = 10 * magnitude + digit; // else too big anyway
    }
    uint64_t greatest = with_sign ? (uint64_t)INT32_MAX + minus : minus ? 0 : UINT32_MAX;
    if (magnitude > greatest) return DATA_DOES_NOT_FIT;
    *bits = minus ? 0u - (uint32_t)magnitude : (uint32_t)magnitude;
    return DATA_PARSED;
}

static enum data_parse parse_float(const char *text, size_t length, uint32_t *bits) {
    char *end;
    errno = 0;
    float value = strtof(text, &end);
    if (length == 0 || end != text + length) return DATA_NO_NUMBER;
    if (errno == ERANGE && isinf(value)) return DATA_DOES_NOT_FIT;
    memcpy(bits, &value, sizeof(*bits));
    return DATA_PARSED;
}

enum data_parse data_key_parse(const char *text, size_t length, enum key_type type,
                               uint32_t *bits) {
    if (type == KEY_F32) return parse_float(text, length, bits);
    return parse_whole(text, length, type == KEY_I32, bits);
}
