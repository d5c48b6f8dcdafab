/**
 * @file
 * @brief Forgets one student's gradings (again.h).
 */
#include "grader/class/again.h"
#include "grader/class/names.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool is_called(const struct class_student *s, const char *text) {
    return strcmp(s->id, text) == 0 || strcmp(s->name, text) == 0 || strcmp(s->shown, text) == 0 ||
           (*s->email && strcmp(s->email, text) == 0) || (!s->by && name_fits(s, text));
}

static const struct class_student *find(const struct class *c) {
    const struct class_student *found = NULL;
    errno = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        if (!is_called(s, c->student)) continue;
        if (found)
            class_stop("STUDENT='%s' can be %s or %s. Write the student_id of grades.csv",
                       c->student, found->id, s->id);
        found = s;
    }
    if (!found)
        class_stop("STUDENT='%s' is nobody in %s. Write the name or the student_id of grades.csv",
                   c->student, c->submissions);
    return found;
}

void again_forget(const struct class *c, struct journal *j) {
    const struct class_student *s = find(c);
    size_t files = 0, others = 0;
    for (size_t t = 0; t < (s->tries ? s->n_tries : 1); t++)
        for (size_t l = 0; l < c->n_labs; l++) {
            const struct class_row *row = s->tries ? &s->tries[t].rows[l] : &s->rows[l];
            if (!row->content[0]) continue;
            journal_forget(j, row->unit);
            files++;
            if (row->alike > others + 1) others = row->alike - 1;
        }
    printf("  again: %s: %zu file%s", s->shown, files, files == 1 ? "" : "s");
    if (others) printf(". %zu with the same bytes get the same result", others);
    printf("\n");
}
