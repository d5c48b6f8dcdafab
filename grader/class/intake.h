/**
 * @file
 * @brief SUBMISSIONS as it lies there, made into students: for each lab the bytes of one file.
 */
#ifndef SORTLAB_CLASS_INTAKE_H
#define SORTLAB_CLASS_INTAKE_H

#include "grader/class/take.h"

/**
 * One submission, in a process of its own, which is ended when it needs too much.
 * @param submissions descriptor of the folder
 * @param t is filled; each best[].bytes is to be freed
 */
void intake_one(int submissions, const char *entry, struct taking *t);

/** Every submission of the class: its students, by name, their rows and the copies to grade. */
void intake_all(struct class *c);

#endif
