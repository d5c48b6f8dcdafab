/**
 * @file
 * @brief A class's terms: read, cut down to the labs that were asked for, copied for those who grade.
 */
#ifndef SORTLAB_CLASS_TERMS_OF_H
#define SORTLAB_CLASS_TERMS_OF_H

#include "grader/class/class.h"

/** Fills the class's labs, terms, terms_hash and terms_copy, and what the terms say of the run where
 *  nothing else was asked for. Ends the program with a sentence where the terms cannot be read. */
void terms_of_class(struct class *c);

/** The terms without what grade does not look at: when that changes, nothing has to be graded anew. */
json_t *terms_that_grade(const char *path);

/** Fills c->weakest: the sandbox that was asked for, or the weakest that the terms allow. */
void terms_weakest(struct class *c);

#endif
