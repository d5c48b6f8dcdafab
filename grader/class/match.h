/**
 * @file
 * @brief Who is who in two lists: lines that name people, and students.
 */
#ifndef SORTLAB_CLASS_MATCH_H
#define SORTLAB_CLASS_MATCH_H

#include <stdbool.h>
#include <stddef.h>

enum { MATCH_NOBODY = -1 };

/** Rules are tried one after the other. A line and a student belong together if by one rule each fits the
 * other alone. */
struct match {
    size_t n_lines, n_students;
    int n_rules;
    bool (*fits)(const void *context, size_t line, size_t student, int rule);
    bool (*same)(const void *context, size_t a,
                 size_t b); /**< two are one student's; NULL: never */
    const void *context;
    /* What comes out; owned by the caller. */
    int *student_of; /**< a line's student, or the first of them that are one's; MATCH_NOBODY */
    int *line_of;    /**< a student's line; MATCH_NOBODY */
    int *
        doubtful; /**< so many students fitted the line by one rule; 0 or 1: that is not why it has none */
};

void match_make(struct match *m);
void match_free(struct match *m);

#endif
