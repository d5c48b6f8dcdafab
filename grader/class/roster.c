/**
 * @file
 * @brief The roster: a CSV whose first line names its columns, in any order.
 *
 *     student_id,last_name,first_name,email,due,submitted
 *
 * Only student_id must be there. `due` is a student's own date, `submitted` the time that counts.
 */
#include "grader/class/names.h"
#include "grader/class/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID, LAST, FIRST, EMAIL, DUE, SUBMITTED, COLUMNS, CELLS = 64 };
static const char *const columns[COLUMNS] = {"student_id", "last_name", "first_name",
                                             "email",      "due",       "submitted"};

struct roster {
    const char *path;
    char *at;
    int line;
    int place[COLUMNS]; /* -1: not there */
};

/* Takes the next cell, unquoted where it stands; *last tells that its line is over. */
static char *take_cell(struct roster *r, bool *last) {
    char *from = r->at, *to = from;
    bool quoted = *r->at == '"';
    if (quoted) r->at++;
    for (; *r->at; r->at++) {
        if (quoted && *r->at == '"' && r->at[1] == '"')
            r->at++;
        else if (quoted && *r->at == '"') {
            quoted = false;
            continue;
        } else if (!quoted && strchr(",\r\n", *r->at))
            break;
        r->line += *r->at == '\n';
        *to++ = *r->at;
    }
    errno = 0;
    if (quoted) class_stop("%s, line %d: a quoted cell has no end", r->path, r->line);
    *last = *r->at != ',';
    if (*r->at == '\r' && r->at[1] == '\n') r->at++;
    if (*r->at) r->at++;
    *to = 0;
    return from;
}

static int take_line(struct roster *r, char *cells[CELLS]) {
    int n = 0;
    bool last = *r->at == 0;
    if (!last) r->line++;
    while (!last) {
        char *cell = take_cell(r, &last);
        if (n < CELLS) cells[n++] = cell;
    }
    return n;
}

static void read_head(struct roster *r) {
    char *cells[CELLS];
    int n;
    if (!strncmp(r->at, "\xEF\xBB\xBF", 3)) r->at += 3; /* some spreadsheets write this first */
    n = take_line(r, cells);
    for (int i = 0; i < COLUMNS; i++) {
        r->place[i] = -1;
        for (int k = 0; k < n; k++)
            if (!strcmp(cells[k], columns[i])) r->place[i] = k;
    }
    errno = 0;
    if (r->place[ID] < 0)
        class_stop("%s, line 1: there is no column student_id; the first line has to be like "
                   "student_id,last_name,first_name,email",
                   r->path);
}

static int64_t time_of(const struct roster *r, const char *column, const char *text) {
    long long seconds = 0;
    errno = 0;
    if (*text && !terms_time(text, &seconds))
        class_stop("%s, line %d: %s is '%.40s'; write it like 2026-12-01T23:59:00Z", r->path,
                   r->line, column, text);
    return seconds;
}

static struct class_student *find(struct class *c, const char *name) {
    for (size_t i = 0; i < c->n_students; i++)
        if (!strcmp(c->students[i].name, name)) return &c->students[i];
    return NULL;
}

/* Somebody who has handed in nothing. */
static struct class_student *add(struct class *c, const char *name) {
    struct class_student *s = realloc(c->students, (c->n_students + 1) * sizeof *s);
    if (!s) class_stop("there is no memory for the roster");
    c->students = s;
    s += c->n_students++;
    *s = (struct class_student){.last_name = "", .first_name = "", .email = ""};
    snprintf(s->name, sizeof s->name, "%s", name);
    s->rows = class_room(c->n_labs, sizeof *s->rows);
    for (size_t l = 0; l < c->n_labs; l++) s->rows[l].lab = &c->labs[l];
    return s;
}

static void take_student(struct class *c, const struct roster *r, char *const *cells, int n) {
    const char *text[COLUMNS];
    char name[CLASS_NAME];
    for (int i = 0; i < COLUMNS; i++)
        text[i] = r->place[i] >= 0 && r->place[i] < n ? cells[r->place[i]] : "";
    if (!text[ID][0]) return;
    name_of(text[ID], strlen(text[ID]), name);
    struct class_student *s = find(c, name);
    if (!s) s = add(c, name);
    s->last_name = strdup(text[LAST]);
    s->first_name = strdup(text[FIRST]);
    s->email = strdup(text[EMAIL]);
    s->due = time_of(r, columns[DUE], text[DUE]);
    if (text[SUBMITTED][0]) s->submitted = time_of(r, columns[SUBMITTED], text[SUBMITTED]);
}

static char *read_all(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    ssize_t n = file ? getdelim(&text, &room, 0, file) : -1;
    if (file) fclose(file);
    if (n < 0) class_stop("the roster %s cannot be read", path);
    return text;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct class_student *)a)->name, ((const struct class_student *)b)->name);
}

void roster_read(struct class *c) {
    for (size_t i = 0; i < c->n_students; i++)
        c->students[i].last_name = c->students[i].first_name = c->students[i].email = "";
    if (c->roster) {
        char *text = read_all(c->roster), *cells[CELLS];
        struct roster r = {.path = c->roster, .at = text};
        read_head(&r);
        for (int n; (n = take_line(&r, cells)) > 0;) take_student(c, &r, cells, n);
        free(text);
    }
    qsort(c->students, c->n_students, sizeof *c->students, by_name);
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t l = 0; l < c->n_labs; l++) c->students[i].rows[l].student = &c->students[i];
}
