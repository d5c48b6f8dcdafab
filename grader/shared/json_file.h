/**
 * @file
 * @brief Files that nobody sees half written.
 */
#ifndef SORTLAB_JSON_FILE_H
#define SORTLAB_JSON_FILE_H

#include <jansson.h>
#include <stdbool.h>

/** Writes the file beside its name and renames it; false with errno set when it cannot. */
bool json_file_write(const char *path, const json_t *root);
bool text_file_write(const char *path, const char *text);

/** The text of a JSON value, on one line or on many, with a line end; gives the value back. */
char *json_take_text(json_t *root, bool one_line);

/** The same for its owner's eyes only: what holds secrets or a whole class. */
bool json_file_write_private(const char *path, const json_t *root);

#endif
