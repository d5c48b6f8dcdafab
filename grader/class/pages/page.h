/**
 * @file
 * @brief One page: data put into a template (common/web), which its script shows.
 */
#ifndef SORTLAB_PAGES_PAGE_H
#define SORTLAB_PAGES_PAGE_H

#include <jansson.h>
#include <stdbool.h>

/**
 * Puts data into common/web/NAME.html and writes the page beside its path, then renames it. Each member of the data
 * stands on its own line. All text in it is made safe first (safe.h), and may be bytes that are not UTF-8.
 * @param data an object; taken over
 * @return false with errno set when it cannot be written
 */
bool page_write(const char *name, json_t *data, const char *path);

#endif
