/**
 * @file
 * @brief Units (see units.h): a lab, the bytes of its file, the terms, the sandbox and the kit.
 */
#include "grader/class/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void units_blank(const struct class *c, struct class_row *blank) {
    static const struct class_student nobody = {
        .name = "(nobody)", .shown = "(nobody)", .group = ""};
    for (size_t i = 0; i < c->n_labs; i++)
        blank[i] = (struct class_row){.student = &nobody, .lab = &c->labs[i]};
}

/* All rows of a lab, by what they hold: no file, a refused one and a refused submission are the same. */
static void name_row(const struct class *c, struct class_row *row, const char *kit) {
    char all[1024];
    int n = snprintf(all, sizeof(all), "unit 1\n%s\n%s\n%s\n%s\n%s\n%s\n", row->lab->name,
                     row->content, c->terms_hash, c->sandbox ? c->sandbox : "", c->device, kit);
    class_hash(all, (size_t)n, row->unit);
}

static void name_blank(struct class_row *row, const struct class_row *blank) {
    memcpy(row->unit, blank->unit, sizeof(row->unit));
}

static int by_content(const void *a, const void *b) {
    return strcmp((*(struct class_row *const *)a)->content,
                  (*(struct class_row *const *)b)->content);
}

/* Those of one group are one. */
static size_t parties(struct class_row *const *rows, size_t n) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const char *group = rows[i]->student->group;
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first &= !*group || strcmp(rows[k]->student->group, group) != 0;
        found += first;
    }
    return found;
}

/* How many hand in the same bytes. */
static void count_alike(const struct class *c, size_t lab) {
    struct class_row **rows = class_alloc(c->n_students, sizeof(struct class_row *));
    for (size_t i = 0; i < c->n_students; i++) rows[i] = &c->students[i].rows[lab];
    qsort(rows, c->n_students, sizeof(struct class_row *), by_content);
    for (size_t i = 0, end; i < c->n_students; i = end) {
        for (end = i + 1; end < c->n_students && !by_content(&rows[i], &rows[end]);) end++;
        size_t alike = rows[i]->content[0] ? parties(rows + i, end - i) : 0;
        for (size_t k = i; k < end; k++) rows[k]->alike = alike;
    }
    free(rows);
}

void units_alike(struct class *c) {
    for (size_t l = 0; l < c->n_labs; l++) count_alike(c, l);
}

/* Of a student of whom the best submission counts, all of them are graded. */
static struct class_row *row_of(const struct class_student *s, size_t try, size_t l) {
    return s->tries ? &s->tries[try].rows[l] : &s->rows[l];
}

static size_t tries_of(const struct class_student *s) {
    return s->tries ? s->n_tries : 1;
}

static void name_rows(const struct class *c, const struct class_student *s,
                      const struct class_row *blank, size_t l, const char *kit) {
    for (size_t t = 0; t < tries_of(s); t++) {
        struct class_row *row = row_of(s, t, l);
        if (row->content[0])
            name_row(c, row, kit);
        else
            name_blank(row, &blank[l]);
    }
    if (s->tries) name_blank(&s->rows[l], row_of(s, 0, l)); /* the newest, until all are graded */
}

void units_name(struct class *c, struct class_row *blank) {
    for (size_t l = 0; l < c->n_labs; l++) {
        char kit[CLASS_HASH];
        kit_hash(c->labs[l].name, kit);
        name_row(c, &blank[l], kit);
        for (size_t i = 0; i < c->n_students; i++) name_rows(c, &c->students[i], blank, l, kit);
    }
    units_alike(c);
}

static void add(const struct class *c, struct journal *j, const struct class_row *row,
                struct job *jobs, size_t *n) {
    struct grading g;
    for (size_t i = 0; i < *n; i++)
        if (strcmp(jobs[i].unit, row->unit) == 0) return;
    json_t *known = journal_find(j, row->unit, &g);
    json_decref(known);
    if (known) return;
    struct job *job = &jobs[(*n)++];
    char name[200];
    *job = (struct job){.unit = row->unit, .row = row};
    snprintf(name, sizeof(name), "sources/%s", row->content[0] ? row->content : "none");
    class_own_path(c, name, job->folder);
}

struct job *units_left(const struct class *c, struct journal *j, struct class_row *blank,
                       size_t *n) {
    size_t most = c->n_labs;
    for (size_t i = 0; i < c->n_students; i++) most += tries_of(&c->students[i]) * c->n_labs;
    struct job *jobs = class_alloc(most, sizeof(*jobs));
    *n = 0;
    for (size_t l = 0; l < c->n_labs; l++) add(c, j, &blank[l], jobs, n);
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t t = 0; t < tries_of(&c->students[i]); t++)
            for (size_t l = 0; l < c->n_labs; l++) {
                const struct class_row *row = row_of(&c->students[i], t, l);
                if (row->content[0]) add(c, j, row, jobs, n);
            }
    return jobs;
}

static void gather(struct journal *j, struct class_row *row) {
    struct grading g;
    row->result = journal_find(j, row->unit, &g);
    snprintf(row->fault, sizeof(row->fault), "%s",
             row->result  ? ""
             : g.fault[0] ? g.fault
                          : "it was not graded");
}

void units_gather(struct class *c, struct journal *j, struct class_row *blank) {
    for (size_t l = 0; l < c->n_labs; l++) gather(j, &blank[l]);
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t t = 0; t < tries_of(&c->students[i]); t++)
            for (size_t l = 0; l < c->n_labs; l++) gather(j, row_of(&c->students[i], t, l));
}
