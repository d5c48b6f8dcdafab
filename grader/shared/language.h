/**
 * @file
 * @brief The language of pages and hints: WORDS, or what the locale says.
 */
#ifndef SORTLAB_LANGUAGE_H
#define SORTLAB_LANGUAGE_H

#include <stddef.h>

enum { LANGUAGE_LETTERS = 2 };

/**
 * The reader's language, as two letters: WORDS, or else LC_ALL, LC_MESSAGES or LANG. Only a language that has pages in
 * docs/ counts.
 * @return "" for English
 */
const char *language(void);

/**
 * Where a page of the kit is in the reader's language.
 * @param path  of the English page, such as labs/03_atomic_merge/README.md
 * @param where gets the translation's path, or the English one with a note behind it that there is no other
 */
void language_page(const char *path, char *where, size_t size);

#endif
