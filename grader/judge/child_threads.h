/**
 * @file
 * @brief Tells whether there is anything that ThreadSanitizer could find.
 */
#ifndef SORTLAB_CHILD_THREADS_H
#define SORTLAB_CHILD_THREADS_H

#include <stdbool.h>

/** Since this was asked last. */
bool child_threads_started(void);

#endif
