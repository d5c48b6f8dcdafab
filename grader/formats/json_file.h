/**
 * @file
 * @brief JSON files that nobody sees half written.
 */
#ifndef SORTLAB_JSON_FILE_H
#define SORTLAB_JSON_FILE_H

#include <jansson.h>
#include <stdbool.h>

/** Writes the file beside its name and renames it; false with errno set when it cannot. */
bool json_file_write(const char *path, const json_t *root);

#endif
