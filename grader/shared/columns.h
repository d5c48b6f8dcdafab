/**
 * @file
 * @brief How wide text is on a terminal: a character of Chinese takes two columns.
 */
#ifndef SORTLAB_COLUMNS_H
#define SORTLAB_COLUMNS_H

#include <stddef.h>

/** The bytes of the character at `text`, which is UTF-8, and how many columns it takes. */
size_t columns_character(const char *text, int *columns);

/** The columns of a text. */
int columns_of(const char *text);

#endif
