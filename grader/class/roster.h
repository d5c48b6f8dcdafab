/**
 * @file
 * @brief Who the students are: the roster, its groups, and names that are hidden.
 */
#ifndef SORTLAB_CLASS_ROSTER_H
#define SORTLAB_CLASS_ROSTER_H

#include "grader/class/class.h"

/**
 * Gives each line of the roster its entry: by the column `entry`, or else by the student's id, e-mail address or
 * name. Adds students who handed in nothing, and remarks on entries that belong to nobody. Without a roster it
 * does nothing. Ends the program with a sentence, file and line, where the roster cannot be read.
 */
void roster_read(struct class *c);

/** All members of a group get what was handed in last for it: by one of them, or as the group's own entry. */
void roster_share(struct class *c);

/**
 * With ANONYMOUS=1: names of students become ids that only OUT/identities.json explains; grades.csv keeps them. An id
 * stays the same from run to run on the same OUT.
 */
void roster_hide(struct class *c);

/** A sentence for whoever runs it; it stands on the page of the class, too. */
void roster_remark(struct class *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
