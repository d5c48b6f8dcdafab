/**
 * @file
 * @brief Reads the grades of a course's runs (course.h).
 */
#include "grader/class/course/course.h"
#include "grader/class/csv.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *course_run_name(const struct course *c, const struct course_run *r, char name[1024]) {
    size_t used = 0;
    name[0] = 0;
    for (size_t i = 0; i < c->terms.n_labs && used < 1024; i++)
        if (r->labs[i])
            used += (size_t)snprintf(name + used, 1024 - used, "%s%s", used ? "+" : "",
                                     c->terms.labs[i].name);
    return name;
}

/*
 * A run's labs: its columns are called LAB/STAGE.
 */
static void find_labs(struct course *c, struct course_run *r, const struct csv *csv) {
    bool any = false;
    errno = 0;
    for (int i = 0; i < csv->n; i++) {
        const char *slash = strchr(csv->cells[i], '/');
        size_t n = slash ? (size_t)(slash - csv->cells[i]) : 0, lab = 0;
        if (!n) continue;
        while (lab < c->terms.n_labs && (strncmp(c->terms.labs[lab].name, csv->cells[i], n) != 0 ||
                                         c->terms.labs[lab].name[n]))
            lab++;
        if (lab == c->terms.n_labs)
            class_stop("%s has grades of %.*s, and the rubric does not count that lab. Give the "
                       "RUBRIC of this run",
                       r->path, (int)n, csv->cells[i]);
        any = r->labs[lab] = true;
    }
    if (!any) class_stop("%s has no column of a stage. Run make grade-class again", r->path);
}

static void refuse_twice(const struct course *c, const struct course_run *r) {
    errno = 0;
    for (const struct course_run *other = c->runs; other < r; other++)
        for (size_t i = 0; i < c->terms.n_labs; i++)
            if (r->labs[i] && other->labs[i])
                class_stop("lab %s is graded in %s and in %s. Move one of these folders away",
                           c->terms.labs[i].name, other->path, r->path);
}

/* What it is worth in the sum, by the terms as the run had them. */
static void weigh(struct course *c, struct course_run *r) {
    static struct terms own;
    static struct terms_score nothing;
    own = c->terms;
    r->bonus = true;
    for (size_t i = 0; i < c->terms.n_labs; i++)
        if (r->labs[i]) r->bonus &= c->terms.labs[i].bonus;
    terms_keep(&own, r->labs);
    terms_score(&own, NULL, 0, NULL, 0, 0, &nothing);
    r->max = nothing.max;
    for (size_t i = 0; i < own.n_labs; i++)
        if (!own.labs[i].bonus)
            r->worth += (long long)own.labs[i].weight_percent * nothing.labs[i].max;
}

/*
 * Its students.
 */
static struct course_student *student_of(struct course *c, const char *id) {
    for (size_t i = 0; i < c->n_students; i++)
        if (strcmp(c->students[i].id, id) == 0) return &c->students[i];
    c->students = realloc(c->students, (c->n_students + 1) * sizeof(*c->students));
    if (!c->students) class_stop("there is no memory for the students");
    struct course_student *s = &c->students[c->n_students++];
    *s = (struct course_student){
        .id = strdup(id), .last_name = strdup(""), .first_name = strdup(""), .email = strdup("")};
    for (size_t i = 0; i < COURSE_RUNS; i++) s->scores[i] = COURSE_ABSENT;
    return s;
}

/* The first run that knows it says it. */
static void take_text(char **text, const char *found) {
    if (**text || !*found) return;
    free(*text);
    *text = strdup(found);
}

static int number_in(const struct csv *csv, int column) {
    const char *text = csv_cell(csv, column);
    size_t n = strlen(text);
    errno = 0;
    if (n == 0) return COURSE_OPEN;
    if (n > 9 || strspn(text, "0123456789") != n)
        class_stop("%s, line %d: '%.40s' is no number of points. Run make grade-class again",
                   csv->path, csv->line, text);
    return atoi(text);
}

enum { ID, LAST, FIRST, EMAIL, SCORE, MAX, COLUMNS };
static const char *const columns[COLUMNS] = {"student_id", "last_name", "first_name",
                                             "email",      "score",     "max_score"};

static void take_line(struct course *c, struct course_run *r, const struct csv *csv,
                      const int *place) {
    struct course_student *s = student_of(c, csv_cell(csv, place[ID]));
    int *score = &s->scores[r - c->runs];
    errno = 0;
    if (*score != COURSE_ABSENT)
        class_stop("%s, line %d: %s stands here a second time", r->path, csv->line, s->id);
    if (number_in(csv, place[MAX]) != r->max)
        class_stop("%s, line %d: max_score is %s, and by the rubric it is %d. Run make grade-class "
                   "with this RUBRIC again",
                   r->path, csv->line, csv_cell(csv, place[MAX]), r->max);
    take_text(&s->last_name, csv_cell(csv, place[LAST]));
    take_text(&s->first_name, csv_cell(csv, place[FIRST]));
    take_text(&s->email, csv_cell(csv, place[EMAIL]));
    *score = number_in(csv, place[SCORE]);
    r->n_students++;
    if (*score > 0) r->sum += *score;
}

static void read_run(struct course *c, struct course_run *r) {
    struct csv csv;
    int place[COLUMNS];
    csv_open(&csv, r->path, "the grades");
    csv_next(&csv);
    for (int i = 0; i < COLUMNS; i++) place[i] = csv_column(&csv, columns[i]);
    errno = 0;
    for (int i = 0; i < COLUMNS; i++)
        if (place[i] < 0)
            class_stop("%s has no column %s. Run make grade-class again", r->path, columns[i]);
    find_labs(c, r, &csv);
    refuse_twice(c, r);
    weigh(c, r);
    while (csv_next(&csv)) take_line(c, r, &csv, place);
    csv_close(&csv);
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const struct course_student *)a)->id, ((const struct course_student *)b)->id);
}

void course_read(struct course *c) {
    struct dirent **entries;
    int n = scandir(c->out, &entries, NULL, alphasort);
    if (n < 0) class_stop("OUT=%s cannot be read", c->out);
    for (int i = 0; i < n; i++) {
        struct course_run *r = &c->runs[c->n_runs];
        *r = (struct course_run){.worth = 0};
        snprintf(r->folder, sizeof(r->folder), "%s", entries[i]->d_name);
        snprintf(r->path, sizeof(r->path), "%.3000s/%.255s/grades.csv", c->out, entries[i]->d_name);
        bool run = r->folder[0] != '.' && access(r->path, F_OK) == 0;
        errno = 0;
        if (run && c->n_runs + 1 == COURSE_RUNS)
            class_stop("%s holds more runs than there can be labs", c->out);
        if (run) read_run(c, r);
        c->n_runs += run;
        free(entries[i]);
    }
    free(entries);
    errno = 0;
    if (!c->n_runs)
        class_stop("%s holds no class run. Grade one into a folder in it: make grade-class "
                   "SUBMISSIONS=dir LABS=03 OUT=%s/03",
                   c->out, c->out);
    qsort(c->students, c->n_students, sizeof(*c->students), by_id);
}
