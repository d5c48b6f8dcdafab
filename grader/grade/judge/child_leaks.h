/**
 * @file
 * @brief Tells on stderr of memory that is kept, for grader/grade/judge/sanitizer.c to read.
 */
#ifndef SORTLAB_CHILD_LEAKS_H
#define SORTLAB_CHILD_LEAKS_H

#include <stddef.h>

/** Before the learner's code is called. */
void child_leaks_start(void);

/** Behind it: of each piece of memory that was taken since and not freed, a line. */
void child_leaks_end(void);

#endif
