/**
 * @file
 * @brief Folders of one run: nobody else's while it lives, and removed even if it is killed.
 */
#ifndef SORTLAB_FOLDER_H
#define SORTLAB_FOLDER_H

#include <stdbool.h>

/** Removes it with all that is in it, whatever its permissions. False when something stays. */
bool folder_remove(const char *path);

/**
 * Makes a fresh folder in `parent` whose name begins with `prefix`, and locks it. Folders of that prefix
 * whose run has died are removed. Its path goes to `path`. Returns a descriptor that holds the lock, or -1
 * with errno.
 */
int folder_open(const char *parent, const char *prefix, char *path, unsigned long size);

#endif
