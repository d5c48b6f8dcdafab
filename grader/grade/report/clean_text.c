/**
 * @file
 * @brief A learner's compiler errors may hold any byte; a file that others parse may not.
 */
#include "grader/grade/report/clean_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The bytes of the character at s, and its code; 0 when there is none in UTF-8's shortest form. */
static size_t decode(const unsigned char *s, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
    if (n == 0) return 0;
    *code = n == 1 ? *s : *s & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (s[i] >> 6 != 2) return 0;
        *code = *code << 6 | (s[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code >= least[n] && *code <= 0x10FFFF && !surrogate ? n : 0;
}

static bool is_shown(uint32_t code) {
    bool control = (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0);
    bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !control && !direction && (code & 0xFFFE) != 0xFFFE;
}

size_t clean_text(char *copy, size_t size, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    size_t used = 0;
    while (*s) {
        uint32_t code = 0;
        size_t n = decode(s, &code);
        bool good = n && is_shown(code);
        if (used + (good ? n : 1) >= size) break;
        if (good) memcpy(copy + used, s, n);
        if (!good) copy[used] = '?';
        used += good ? n : 1;
        s += n ? n : 1;
    }
    copy[used] = 0;
    return used;
}
