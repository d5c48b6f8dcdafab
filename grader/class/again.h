/**
 * @file
 * @brief One student is graded again: STUDENT=name.
 */
#ifndef SORTLAB_CLASS_AGAIN_H
#define SORTLAB_CLASS_AGAIN_H

#include "grader/class/journal.h"

/** Forgets what the student's files came to. Ends the program with a sentence where nobody, or more than one, is called
 *  so. */
void again_forget(const struct class *c, struct journal *j);

#endif
