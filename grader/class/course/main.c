/**
 * @file
 * @brief Adds up a course: the runs in OUT, by the terms of one rubric.
 *
 *     course TERMS OUT      exit code 0; 1 where a student is not graded yet in some run
 */
#include "grader/class/course/course.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say_runs(const struct course *c) {
    char name[1024];
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct course_run *r = &c->runs[i];
        printf("  %s: %s, %zu students, mean %.1f of %d points%s\n", r->folder,
               course_run_name(c, r, name), r->n_students,
               r->n_students ? (double)r->sum / (double)r->n_students : 0.0, r->max,
               r->bonus ? ", on top" : "");
    }
}

/* A student who is missing in a list has no points there, and perhaps a name that is written otherwise. */
static void say_missing(const struct course *c) {
    char missing[1024] = "";
    for (size_t i = 0; i < c->terms.n_labs; i++) {
        bool graded = false;
        for (size_t k = 0; k < c->n_runs; k++) graded |= c->runs[k].labs[i];
        size_t used = strlen(missing);
        if (!graded)
            snprintf(missing + used, sizeof(missing) - used, "%s%.2s", used ? ", " : "",
                     c->terms.labs[i].name);
    }
    if (*missing) printf("  not graded yet: %s\n", missing);
    for (size_t i = 0; i < c->n_runs; i++)
        if (c->runs[i].n_students < c->n_students)
            printf("  look: %zu of %zu students are in no line of %s and have 0 points there. A "
                   "ROSTER lists all\n",
                   c->n_students - c->runs[i].n_students, c->n_students, c->runs[i].path);
}

static int say_end(const struct course *c) {
    size_t open = 0, most = 0;
    long long sum = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct course_student *s = &c->students[i];
        if (s->total == COURSE_OPEN)
            printf(
                "  no total yet: %s is not graded in some run. Type that make grade-class again\n",
                s->id);
        open += s->total == COURSE_OPEN;
        if (s->total != COURSE_OPEN) sum += s->total;
        if ((size_t)s->max > most) most = (size_t)s->max;
    }
    size_t added = c->n_students - open;
    printf("%zu student%s, %zu run%s, mean %.1f of %zu points: %s/course.csv\n", c->n_students,
           c->n_students == 1 ? "" : "s", c->n_runs, c->n_runs == 1 ? "" : "s",
           added ? (double)sum / (double)added : 0.0, most, c->out);
    return open ? 1 : 0;
}

int main(int argc, char **argv) {
    static struct course c;
    char error[1200];
    errno = 0;
    if (argc != 3 || !*argv[2])
        class_stop("say where the class runs are: make course-grades OUT=dir RUBRIC=file");
    c.out = argv[2];
    if (!terms_read(argv[1], &c.terms, error, sizeof(error))) class_stop("%s", error);
    course_read(&c);
    course_add_up(&c);
    course_write(&c);
    say_runs(&c);
    say_missing(&c);
    return say_end(&c);
}
