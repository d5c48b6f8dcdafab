/**
 * @file
 * @brief Text for other people's programs: UTF-8 without control bytes, whatever went in.
 */
#ifndef SORTLAB_CLEAN_TEXT_H
#define SORTLAB_CLEAN_TEXT_H

#include <stddef.h>

/**
 * Copies text; what is no UTF-8, a control character (line ends stay), no character of XML 1.0, or
 * turns the direction of writing becomes '?'. Never ends within a character.
 * @return the copy's length
 */
size_t clean_text(char *copy, size_t size, const char *text);

#endif
