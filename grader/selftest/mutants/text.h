/**
 * @file
 * @brief Files as lines, and what in a line is code.
 */
#ifndef SORTLAB_MUTANT_TEXT_H
#define SORTLAB_MUTANT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    const char *bytes; /**< the file as it is */
    char **lines;      /**< without their ends */
    size_t n;
};

/** A text of these bytes. */
void text_split(struct text *t, const char *bytes);

/** False with errno set. */
bool text_read(struct text *t, const char *path);
bool text_write(const char *path, const char *bytes);

/** A line's code: where it begins, and how long it is without blanks around it and without a // comment. */
const char *code_of(const char *line, size_t *length);
bool same_code(const char *a, const char *b);

/** Line number `line` of many, from 1, as a text of its own. */
char *text_line(const char *bytes, size_t line);

/** As printf, into memory of its own; stops the program when there is none. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** A block of zeros; stops the program when there is none. */
void *must_have(size_t n, size_t item_bytes);

#endif
