/**
 * @file
 * @brief How wide text is on a terminal (columns.h).
 */
#include "grader/shared/columns.h"

#include <stdint.h>

size_t columns_character(const char *text, int *columns) {
    static const struct {
        uint32_t from, to;
    } wide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
                {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}};
    const unsigned char *s = (const unsigned char *)text;
    const size_t n = *s < 0xC0 ? 1 : *s < 0xE0 ? 2 : *s < 0xF0 ? 3 : 4;
    uint32_t code = n == 1 ? *s : *s & (0x7Fu >> n);
    *columns = *s != 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80) return i;
        code = code << 6 | (s[i] & 0x3F);
    }
    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++)
        if (code >= wide[i].from && code <= wide[i].to) *columns = 2;
    if (code >= 0x20000) *columns = 2;
    return n;
}

int columns_of(const char *text) {
    int all = 0, columns;
    for (; *text; text += columns_character(text, &columns)) {
        columns_character(text, &columns);
        all += columns;
    }
    return all;
}
