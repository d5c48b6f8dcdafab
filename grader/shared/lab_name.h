/**
 * @file
 * @brief Labs by the names that people type: 3, 03 or 03_atomic_merge.
 */
#ifndef SORTLAB_LAB_NAME_H
#define SORTLAB_LAB_NAME_H

#include <stdbool.h>

/** Whether the lab of this name, such as "03_atomic_merge", is the one that is wanted. */
bool lab_is(const char *name, const char *wanted);

/** "03_atomic_merge" without its number. */
const char *lab_bare(const char *name);

#endif
