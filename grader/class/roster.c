/**
 * @file
 * @brief The roster: a CSV whose first line names its columns, in any order (roster.h).
 *
 *     student_id,last_name,first_name,email,entry,group,due,submitted
 *
 * Only student_id must be there. `entry` names what the student handed in, `group` whom he or she worked with,
 * `due` is a student's own date, `submitted` the time that counts.
 */
#include "grader/class/roster.h"
#include "grader/class/csv.h"
#include "grader/class/match.h"
#include "grader/class/names.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID, LAST, FIRST, EMAIL, ENTRY, GROUP, DUE, SUBMITTED, COLUMNS };
static const char *const columns[COLUMNS] = {"student_id", "last_name", "first_name", "email",
                                             "entry",      "group",     "due",        "submitted"};

struct line {
    const char *text[COLUMNS];
    int number;
    int64_t due, submitted;
    char *keys
        [5]; /* by which an entry may be called: id, e-mail address, its front, and both orders of the name */
};

/* What two spellings of an entry's name have in common. */
struct spelling {
    char *key, *letters;
};

struct roster {
    const struct class *c;
    const char *path;
    struct line *lines;
    size_t n;
    struct spelling *spellings; /* one a student */
};

void roster_remark(struct class *c, const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    json_array_append_new(c->remarks, json_string(text));
}

/*
 * Reading.
 */
static char *joined(const char *a, const char *b) {
    char *text;
    if (asprintf(&text, "%s%s", a, b) < 0) class_stop("there is no memory for the roster");
    char *key = name_key(text, true);
    free(text);
    return key;
}

static void take_line(struct roster *r, const struct csv *csv, const int *place) {
    struct line *l = &r->lines[r->n++];
    *l = (struct line){.number = csv->line};
    for (int i = 0; i < COLUMNS; i++) l->text[i] = strdup(csv_cell(csv, place[i]));
    l->due = csv_time(csv, place[DUE], columns[DUE]);
    l->submitted = csv_time(csv, place[SUBMITTED], columns[SUBMITTED]);
    char *front = strndup(l->text[EMAIL], strcspn(l->text[EMAIL], "@"));
    l->keys[0] = name_key(l->text[ID], false);
    l->keys[1] = name_key(l->text[EMAIL], false);
    l->keys[2] = name_key(front, false);
    l->keys[3] = joined(l->text[FIRST], l->text[LAST]);
    l->keys[4] = joined(l->text[LAST], l->text[FIRST]);
    free(front);
    for (size_t i = 0; i + 1 < r->n; i++)
        if (strcmp(r->lines[i].text[ID], l->text[ID]) == 0 &&
            !(*r->lines[i].text[ENTRY] && *l->text[ENTRY]))
            class_stop("%s, line %d: student_id '%s' stands in line %d already", r->path, l->number,
                       l->text[ID], r->lines[i].number);
}

static void read_lines(struct roster *r) {
    struct csv csv;
    int place[COLUMNS];
    csv_open(&csv, r->path, "the roster");
    csv_next(&csv);
    for (int i = 0; i < COLUMNS; i++) place[i] = csv_column(&csv, columns[i]);
    errno = 0;
    if (place[ID] < 0)
        class_stop("%s, line 1: there is no column student_id. The first line has to be like "
                   "student_id,last_name,first_name,email",
                   r->path);
    while (csv_next(&csv)) {
        if (!*csv_cell(&csv, place[ID])) continue;
        if (!(r->lines = realloc(r->lines, (r->n + 1) * sizeof(*r->lines))))
            class_stop("there is no memory for the roster");
        take_line(r, &csv, place);
    }
    csv_close(&csv);
}

/*
 * Whose entry it is (match.h).
 */
enum { BY_ENTRY, BY_ID, BY_ADDRESS, BY_NAME, BY_NUMBER, RULES };

static bool is(const char *key, const char *other) {
    return *key && strcmp(key, other) == 0;
}

static bool fits(const void *context, size_t line, size_t student, int rule) {
    const struct roster *r = context;
    const struct line *l = &r->lines[line];
    const struct class_student *s = &r->c->students[student];
    const struct spelling *spelling = &r->spellings[student];
    switch (rule) {
    case BY_ENTRY:
        return *l->text[ENTRY] && name_fits(s, l->text[ENTRY]);
    case BY_ID:
        return is(l->keys[0], spelling->key);
    case BY_ADDRESS:
        return is(l->keys[1], spelling->key) || is(l->keys[2], spelling->key);
    case BY_NUMBER: /* where names are known, another name is another person */
        return !*l->keys[3] && is(s->said.number, l->text[ID]);
    default:
        return is(l->keys[3], spelling->letters) || is(l->keys[4], spelling->letters);
    }
}

/*
 * What the roster says of a student.
 */
static char *full_name(const struct line *l) {
    const char *first = l->text[FIRST], *last = l->text[LAST];
    char *text;
    if (asprintf(&text, "%s%s%s", first, *first && *last ? " " : "", last) < 0) return NULL;
    return text;
}

static void describe(struct class_student *s, const struct line *l) {
    struct name_said whole = {.n = strlen(l->text[ID])};
    char *name = full_name(l);
    if (name && *name) {
        whole.n = strlen(name);
        s->shown = name_shown(name, &whole);
    } else if (!s->entry) {
        s->shown = name_shown(l->text[ID], &whole);
    }
    free(name);
    s->id = l->text[ID];
    name_of_file(l->text[ID], s->name);
    s->last_name = l->text[LAST];
    s->first_name = l->text[FIRST];
    s->email = l->text[EMAIL];
    s->group = l->text[GROUP];
    s->due = l->due;
    s->times.told = l->submitted;
    s->listed = true;
}

/* Somebody who has handed in nothing. */
static struct class_student *add(struct class *c) {
    struct class_student *s = realloc(c->students, (c->n_students + 1) * sizeof(*s));
    if (!s) class_stop("there is no memory for the roster");
    c->students = s;
    s += c->n_students++;
    *s = (struct class_student){.rows = class_alloc(c->n_labs, sizeof(*s->rows))};
    for (size_t l = 0; l < c->n_labs; l++) s->rows[l].lab = &c->labs[l];
    return s;
}

static void remark_line(struct class *c, const struct roster *r, const struct line *l,
                        int doubtful) {
    const char *entry = l->text[ENTRY];
    bool number = !entry[strspn(entry, "0123456789")]; // of an LMS, or nothing
    if (doubtful)
        roster_remark(
            c, "%s, line %d: %d entries fit %s. Name the one that counts in the column entry.",
            r->path, l->number, doubtful, l->text[ID]);
    else if (!number) // a participant who is absent is told anyway
        roster_remark(c,
                      "%s, line %d: SUBMISSIONS holds no entry '%.100s', or another line has it.",
                      r->path, l->number, l->text[ENTRY]);
}

static bool same(const void *context, size_t a, size_t b) {
    const struct roster *r = context;
    return name_same_student(&r->c->students[a], &r->c->students[b]);
}

static void spell(struct roster *r) {
    size_t n = r->c->n_students;
    r->spellings = class_alloc(n, sizeof(*r->spellings));
    for (size_t i = 0; i < n; i++)
        r->spellings[i] = (struct spelling){name_key(r->c->students[i].shown, false),
                                            name_key(r->c->students[i].shown, true)};
}

static void free_roster(struct roster *r, size_t n_students) {
    for (size_t i = 0; i < n_students; i++) {
        free(r->spellings[i].key);
        free(r->spellings[i].letters);
    }
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < 5; k++) free(r->lines[i].keys[k]);
    free(r->spellings);
    free(r->lines);
}

void roster_read(struct class *c) {
    struct roster r = {.c = c, .path = c->roster};
    size_t n = c->n_students;
    if (!c->roster) return;
    read_lines(&r);
    spell(&r);
    struct match m = {.n_lines = r.n,
                      .n_students = n,
                      .n_rules = RULES,
                      .fits = fits,
                      .same = same,
                      .context = &r};
    match_make(&m);
    for (size_t i = 0; i < r.n; i++) {
        bool found = m.student_of[i] != MATCH_NOBODY;
        if (!found) remark_line(c, &r, &r.lines[i], m.doubtful[i]);
        if (!found) describe(add(c), &r.lines[i]);
    }
    for (size_t k = 0; k < n; k++)
        if (m.line_of[k] != MATCH_NOBODY) describe(&c->students[k], &r.lines[m.line_of[k]]);
    match_free(&m);
    free_roster(&r, n);
}
