/**
 * @file
 * @brief Makes text fit to be shown (safe.h).
 */
#include "grader/class/pages/safe.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Letters, digits, signs and blanks are shown. Whatever controls, hides, or is not assigned is not. */
static bool is_shown(utf8proc_int32_t code) {
    if (code == '\n' || code == '\t') return true;
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return false;
    default:
        return !utf8proc_get_property(code)->ignorable;
    }
}

/* Of a pile of marks on one letter, which can grow over other lines, the first few are kept. */
static bool is_mark(utf8proc_int32_t code) {
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

enum { MOST_MARKS = 2, LONGEST = 12, ENDING = 80 };

char *safe_text(const char *text, size_t most) {
    size_t length = strlen(text), end = length < most ? length : most, used = 0, marks = 0, at = 0;
    char *safe = malloc(end * LONGEST + ENDING);
    if (!safe) return NULL;
    while (at < end) {
        utf8proc_int32_t code = -1;
        const unsigned char *c = (const unsigned char *)text + at;
        utf8proc_ssize_t n = utf8proc_iterate(c, (utf8proc_ssize_t)(length - at), &code);
        marks = n > 0 && is_mark(code) ? marks + 1 : 0;
        if (n > 0 && is_shown(code) && marks <= MOST_MARKS) {
            memcpy(safe + used, c, (size_t)n);
            used += (size_t)n;
        } else if (n > 1) {
            used += (size_t)sprintf(safe + used, "\\u{%x}", (unsigned)code);
        } else {
            used += (size_t)sprintf(safe + used, "\\x%02x", *c);
        }
        at += n > 0 ? (size_t)n : 1;
    }
    safe[used] = 0;
    if (length > at) snprintf(safe + used, ENDING, " ... and %zu bytes more", length - at);
    return safe;
}
