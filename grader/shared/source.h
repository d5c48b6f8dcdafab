/**
 * @file
 * @brief A file's text: the learner's source, by which messages are made, and templates of pages.
 */
#ifndef SORTLAB_SOURCE_H
#define SORTLAB_SOURCE_H

#include <stdbool.h>

/** A whole file, to be freed; NULL when it cannot be read. What stands behind a zero byte is not seen. */
char *source_read(const char *path);

/** Whether one of the lines from..to, counted from 1, fits a pattern of fnmatch; false, too, without the file. */
bool source_fits(const char *path, int from, int to, const char *pattern);

#endif
