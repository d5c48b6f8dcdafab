/**
 * @file
 * @brief Pairs two lists (match.h).
 */
#include "grader/class/match.h"
#include "grader/class/class.h"

#include <stdlib.h>

static bool is_free(const struct match *m, size_t line, size_t student, int rule) {
    return m->student_of[line] == MATCH_NOBODY && m->line_of[student] == MATCH_NOBODY &&
           m->fits(m->context, line, student, rule);
}

static size_t lines_for(const struct match *m, size_t student, int rule) {
    size_t n = 0;
    for (size_t i = 0; i < m->n_lines; i++) n += is_free(m, i, student, rule);
    return n;
}

/* All that are the same student's belong to the line. */
static void take(struct match *m, size_t line, size_t student, int rule) {
    m->student_of[line] = (int)student;
    for (size_t k = student + 1; m->same && k < m->n_students; k++)
        if (m->line_of[k] == MATCH_NOBODY && m->fits(m->context, line, k, rule))
            m->line_of[k] = (int)line;
    m->line_of[student] = (int)line;
}

static void match_by(struct match *m, int rule) {
    for (size_t i = 0; i < m->n_lines; i++) {
        size_t found = 0;
        int n = 0;
        for (size_t k = 0; k < m->n_students; k++) {
            if (!is_free(m, i, k, rule) || (n && m->same && m->same(m->context, found, k)))
                continue;
            if (!n++) found = k;
        }
        if (n > 1) m->doubtful[i] = n;
        if (n == 1 && lines_for(m, found, rule) == 1) take(m, i, found, rule);
    }
}

void match_make(struct match *m) {
    m->student_of = class_alloc(m->n_lines, sizeof(*m->student_of));
    m->doubtful = class_alloc(m->n_lines, sizeof(*m->doubtful));
    m->line_of = class_alloc(m->n_students, sizeof(*m->line_of));
    for (size_t i = 0; i < m->n_lines; i++) m->student_of[i] = MATCH_NOBODY;
    for (size_t i = 0; i < m->n_students; i++) m->line_of[i] = MATCH_NOBODY;
    for (int rule = 0; rule < m->n_rules; rule++) match_by(m, rule);
}

void match_free(struct match *m) {
    free(m->student_of);
    free(m->line_of);
    free(m->doubtful);
}
