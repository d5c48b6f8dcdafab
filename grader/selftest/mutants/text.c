/**
 * @file
 * @brief Reading, writing and comparing lines.
 */
#include "grader/selftest/mutants/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *must_have(size_t n, size_t item_bytes) {
    void *memory = calloc(n ? n : 1, item_bytes);
    if (memory) return memory;
    fputs("mutants: there is no memory\n", stderr);
    exit(2);
}

void text_split(struct text *t, const char *bytes) {
    char *rest = text_format("%s", bytes);
    size_t most = 1;
    for (const char *p = rest; *p; p++) most += *p == '\n';
    t->bytes = bytes;
    t->lines = must_have(most, sizeof(*t->lines));
    for (t->n = 0; *rest; t->n++) {
        t->lines[t->n] = rest;
        rest += strcspn(rest, "\n");
        if (*rest) *rest++ = 0;
    }
}

bool text_read(struct text *t, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t capacity = 0;
    char *bytes = NULL;
    ssize_t length = getdelim(&bytes, &capacity, 0, file);
    bool read = !ferror(file);
    fclose(file);
    text_split(t, length > 0 ? bytes : "");
    return read;
}

bool text_write(const char *path, const char *bytes) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    bool written = fputs(bytes, file) >= 0;
    return fclose(file) == 0 && written;
}

const char *code_of(const char *line, size_t *length) {
    line += strspn(line, " \t");
    size_t n = 0;
    for (char quote = 0; line[n]; n++) {
        if (quote && line[n] == '\\' && line[n + 1])
            n++;
        else if (quote || line[n] == '"' || line[n] == '\'')
            quote = line[n] == quote ? 0 : quote ? quote : line[n];
        else if (line[n] == '/' && line[n + 1] == '/')
            break;
    }
    while (n && (line[n - 1] == ' ' || line[n - 1] == '\t')) n--;
    *length = n;
    return line;
}

bool same_code(const char *a, const char *b) {
    size_t a_length, b_length;
    a = code_of(a, &a_length);
    b = code_of(b, &b_length);
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

char *text_line(const char *bytes, size_t line) {
    for (size_t i = 1; i < line && *bytes; i++) {
        bytes += strcspn(bytes, "\n");
        bytes += *bytes != 0;
    }
    return text_format("%.*s", (int)strcspn(bytes, "\n"), bytes);
}

char *text_format(const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length >= 0) return text;
    fputs("mutants: there is no memory\n", stderr);
    exit(2);
}
