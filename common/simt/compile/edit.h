/**
 * @file
 * @brief Changes to the text that leave every line, and every column after them, where it was.
 *
 * Removed text is blanked in place. Inserted text is remembered and written at the end. A line marker and blanks behind
 * it bring the compiler back to the column, so its carets point at the right text.
 */
#ifndef SIMT_COMPILE_EDIT_H
#define SIMT_COMPILE_EDIT_H

#include <stdio.h>

#include "lexer.h"

/** Blanks the tokens first … last, and keeps the line ends between them. */
void drop(struct source *s, size_t first, size_t last);

/** Puts text before or behind token `i`; what is put at one place stands in the order of the calls. */
void put_before(struct source *s, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void put_behind(struct source *s, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Writes `text` in place of token `i`. */
void replace(struct source *s, size_t i, const char *text);

/** Writes the changed text. */
void write_source(struct source *s, FILE *out);

#endif
