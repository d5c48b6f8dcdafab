/**
 * @file
 * @brief Puts data into a page's template (common/web), as JSON in a script that is none.
 */
#ifndef SORTLAB_FILL_H
#define SORTLAB_FILL_H

#include <stdbool.h>
#include <stdio.h>

/** A page that is being written: between page_open and page_close the members of one JSON object. */
struct page {
    FILE *out;
    char *text;       /**< the template, */
    const char *rest; /**< and what follows the data in it */
};

/** False with errno. */
bool page_open(struct page *p, const char *template, const char *path);
bool page_close(struct page *p);

/** A string of JSON. No '<' comes out, so that nothing in it ends the script. */
void fill_string(FILE *out, const char *text);
/** "name": "text", and a comma. */
void fill_pair(FILE *out, const char *name, const char *text);
/** Text that is JSON; it has '<', '>' and '&' only in strings, where they can be written otherwise. */
void fill_json(FILE *out, const char *json);
/** "language": "zh", and "words": each message of the catalogue with its translation; nothing in English. */
void fill_words(FILE *out);
/** "title": as on the lab's page, "03 · Merge by atomicMin"; its folder where there is none. */
void fill_title(FILE *out, const char *lab);

#endif
