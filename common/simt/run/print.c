/**
 * @file
 * @brief printf in a kernel, which returns what CUDA's does; simtcc renames the calls (heap.syms, library.syms).
 *
 * CUDA's printf returns how many arguments it was given by its format, -1 for no format at all, and takes at most 32:
 * what the format says behind these is printed as it stands. A GPU keeps lines in a buffer of
 * cudaLimitPrintfFifoSize bytes and loses the oldest ones where it is too small. Here nothing is lost.
 */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 32 };

/* How many arguments the format takes. *end is where its conversions begin that are too many, or its end. */
static int count_arguments(const char *format, const char **end) {
    int n = 0;
    const char *p = format;
    *end = NULL;
    while ((p = strchr(p, '%')) != NULL) {
        const char *begin = p++;
        int here = 1;
        if (*p == '%') {
            p++;
            continue;
        }
        size_t modifiers = strspn(p, "-+ #0123456789.*hlqLjzt");
        for (size_t i = 0; i < modifiers; i++) here += p[i] == '*';
        p += modifiers;
        if (!*end && n + here > MOST_ARGUMENTS) *end = begin;
        n += here;
        if (*p) p++;
    }
    if (!*end) *end = format + strlen(format);
    return n;
}

static int print(const char *format, va_list arguments) {
    if (!simt_in_kernel()) return vprintf(format, arguments);
    if (!format) return -1;
    const char *end;
    int n = count_arguments(format, &end);
    if (!*end) {
        vprintf(format, arguments);
        return n;
    }
    char *first = strndup(format, (size_t)(end - format));
    if (first) vprintf(first, arguments);
    free(first);
    fputs(end, stdout);
    return MOST_ARGUMENTS;
}

int simt_any_printf(const char *format, ...);
int simt_any_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = print(format, arguments);
    va_end(arguments);
    return n;
}

/* What a system calls instead that checks its own calls. */
int simt_any_printf_chk(int flag, const char *format, ...);
int simt_any_printf_chk(int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int n = print(format, arguments);
    va_end(arguments);
    return n;
}
