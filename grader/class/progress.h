/**
 * @file
 * @brief How far a class run is: a bar on a terminal, lines in a file.
 */
#ifndef SORTLAB_CLASS_PROGRESS_H
#define SORTLAB_CLASS_PROGRESS_H

#include "grader/class/units.h"
#include "grader/shared/terminal.h"

struct progress {
    struct terminal screen;
    size_t done, all;
    double began_ms;
};

struct progress progress_of(FILE *out, size_t all);

/** One more is done; what it came to stands in a file, and on a terminal only when it went wrong. */
void progress_step(struct progress *p, const struct job *job, const struct grading *g);
void progress_end(struct progress *p);

#endif
