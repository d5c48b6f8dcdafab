/**
 * @file
 * @brief Tells whether there is anything that ThreadSanitizer could find.
 */
#ifndef SORTLAB_CHILD_THREADS_H
#define SORTLAB_CHILD_THREADS_H

#include <stdbool.h>

/** Since this was asked last. */
bool child_threads_started(void);

/** Whether the caller is inside pthread_create, which keeps memory of its own for the next thread. */
bool child_threads_starting(void);

#endif
