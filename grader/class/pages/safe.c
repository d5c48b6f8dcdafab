/**
 * @file
 * @brief Makes text fit to be shown (safe.h).
 */
#include "grader/class/pages/safe.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one character; returns its bytes, or 0 where there is no valid one. */
static size_t decode(const unsigned char *c, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *c < 0x80 ? 1 : *c >> 5 == 6 ? 2 : *c >> 4 == 14 ? 3 : *c >> 3 == 30 ? 4 : 0;
    if (n == 0) return 0;
    *code = n == 1 ? *c : *c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (c[i] >> 6 != 2) return 0;
        *code = *code << 6 | (c[i] & 0x3fu);
    }
    bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return *code < least[n] || *code > 0x10ffff || surrogate ? 0 : n;
}

/* From and to, both included. */
static const uint32_t unseen[][2] = {
    {0x00, 0x08},       {0x0b, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},     {0x34f, 0x34f},
    {0x61c, 0x61c},     {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f}, {0x200b, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},   {0xe000, 0xf8ff}, {0xfdd0, 0xfdef},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0xfffe, 0xffff},
    {0x1d173, 0x1d17a}, {0x1fffe, 0x1ffff}, {0xe0000, 0x10ffff}};

static bool is_shown(uint32_t code) {
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i][0] && code <= unseen[i][1]) return false;
    return (code & 0xfffe) != 0xfffe;
}

/* Of a pile of marks on one letter, which can grow over other lines, the first few are kept. */
static bool is_mark(uint32_t code) {
    return (code >= 0x300 && code <= 0x36f) || (code >= 0x483 && code <= 0x489) ||
           (code >= 0x1ab0 && code <= 0x1aff) || (code >= 0x1dc0 && code <= 0x1dff) ||
           (code >= 0x20d0 && code <= 0x20ff) || (code >= 0xfe20 && code <= 0xfe2f);
}

enum { MOST_MARKS = 2, LONGEST = 12, ENDING = 80 };

char *safe_text(const char *text, size_t most) {
    const unsigned char *c = (const unsigned char *)text, *end;
    size_t length = strlen(text), used = 0, marks = 0;
    end = c + (length < most ? length : most);
    char *safe = malloc((size_t)(end - c) * LONGEST + ENDING);
    if (!safe) return NULL;
    for (size_t n; c < end; c += n) {
        uint32_t code = 0;
        n = decode(c, &code);
        marks = n && is_mark(code) ? marks + 1 : 0;
        if (n && is_shown(code) && marks <= MOST_MARKS) {
            memcpy(safe + used, c, n);
            used += n;
            continue;
        }
        used += (size_t)(n > 1 ? sprintf(safe + used, "\\u{%x}", code)
                               : sprintf(safe + used, "\\x%02x", *c));
        n = n ? n : 1;
    }
    safe[used] = 0;
    size_t left = length - (size_t)(c - (const unsigned char *)text);
    if (left) snprintf(safe + used, ENDING, " ... and %zu bytes more", left);
    return safe;
}
