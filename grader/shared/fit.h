/**
 * @file
 * @brief Which lab a file is for, by its path alone: one rule for folders, archives and repositories.
 */
#ifndef SORTLAB_FIT_H
#define SORTLAB_FIT_H

#include <stdbool.h>

enum { FIT_NONE = 1 << 20, FIT_ABOVE = 2 /* other folders that may lie above a lab's file */ };

/**
 * How well a file fits a lab, such as "03_atomic_merge": labs/NN_name/name.cu, NN_name/name.cu,
 * NN_name.cu, name.cu (or .c), below two other folders at most; then the least deep; then .cu.
 * @param path from the submission's top
 * @return from 1 on, and less is better; FIT_NONE: it is another file
 */
int fit_of(const char *path, const char *lab);

/** The same for .sortlab/progress.json, which says which hints were shown. */
int fit_progress(const char *path);

/** Whether a folder of that name is looked into: hidden ones are not, but for .sortlab. */
bool fit_enters(const char *folder);

/** The ending of an archive's name, such as ".tar.gz"; NULL: it has none. */
const char *fit_archive(const char *name);

#endif
