/**
 * @file
 * @brief Reads and applies OUT/adjust.csv (adjust.h).
 */
#include "grader/class/adjust.h"
#include "grader/class/csv.h"
#include "grader/class/names.h"
#include "grader/class/roster.h"
#include "grader/shared/lab_name.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STUDENT, LAB, STAGE, POINTS, COMMENT, BY, COLUMNS, MOST_POINTS = 9999 };
static const char *const columns[COLUMNS] = {"student_id", "lab",     "stage",
                                             "points",     "comment", "by"};

struct adjustment {
    const struct class_student *student;
    const struct class_lab *lab; /* NULL: the total */
    int stage, points, line;
    bool sign; /* it changes what was given */
    char *comment, *by;
};

struct adjustments {
    struct adjustment *all;
    size_t n;
    char path[CLASS_PATH];
};

/*
 * Reading.
 */
static const struct class_student *student_of(const struct class *c, const char *text) {
    for (size_t i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        if (strcmp(s->id, text) == 0 || strcmp(s->name, text) == 0) return s;
    }
    return NULL;
}

static const struct class_lab *lab_of(const struct class *c, const char *text) {
    for (size_t i = 0; i < c->n_labs; i++)
        if (lab_is(c->labs[i].name, text)) return &c->labs[i];
    return NULL;
}

static bool is_number(const char *text) {
    size_t n = strlen(text);
    return n > 0 && n < 5 && strspn(text, "0123456789") == n;
}

static void check_line(const struct csv *csv, const char *const *text) {
    bool sign = *text[POINTS] == '+' || *text[POINTS] == '-';
    errno = 0;
    if (!is_number(text[POINTS] + sign))
        class_stop("%s, line %d: points is '%.40s'. Write 20, +5 or -10", csv->path, csv->line,
                   text[POINTS]);
    if (!*text[LAB] != !*text[STAGE])
        class_stop("%s, line %d: a lab and a stage go together. Leave both empty for the total",
                   csv->path, csv->line);
    if (*text[STAGE] && !is_number(text[STAGE]))
        class_stop("%s, line %d: stage is '%.40s'. It has to be a number", csv->path, csv->line,
                   text[STAGE]);
}

static void take_line(struct class *c, struct adjustments *a, const struct csv *csv,
                      const int *place) {
    const char *text[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) text[i] = csv_cell(csv, place[i]);
    check_line(csv, text);
    const struct class_student *student = student_of(c, text[STUDENT]);
    const struct class_lab *lab = *text[LAB] ? lab_of(c, text[LAB]) : NULL;
    if (!student || (*text[LAB] && !lab)) {
        roster_remark(c, "adjust.csv, line %d: this run has no %s '%.60s'.", csv->line,
                      student ? "lab" : "student", student ? text[LAB] : text[STUDENT]);
        return;
    }
    if (!(a->all = realloc(a->all, (a->n + 1) * sizeof(*a->all))))
        class_stop("there is no memory for %s", csv->path);
    a->all[a->n++] = (struct adjustment){.student = student,
                                         .lab = lab,
                                         .stage = atoi(text[STAGE]),
                                         .points = atoi(text[POINTS]),
                                         .line = csv->line,
                                         .sign = !is_number(text[POINTS]),
                                         .comment = strdup(text[COMMENT]),
                                         .by = strdup(text[BY])};
}

void adjust_read(struct class *c) {
    struct adjustments *a = class_alloc(1, sizeof(*a));
    struct csv csv;
    int place[COLUMNS];
    c->adjustments = a;
    class_path(c, "adjust.csv", a->path);
    if (access(a->path, F_OK)) return;
    csv_open(&csv, a->path, "the list of changes");
    csv_next(&csv);
    for (int i = 0; i < COLUMNS; i++) place[i] = csv_column(&csv, columns[i]);
    errno = 0;
    if (place[STUDENT] < 0 || place[POINTS] < 0)
        class_stop("%s, line 1: there are no columns student_id and points. The first line has to "
                   "be like student_id,lab,stage,points,comment,by",
                   a->path);
    while (csv_next(&csv)) take_line(c, a, &csv, place);
    csv_close(&csv);
}

/*
 * Applying.
 */
static int changed(const struct adjustment *one, int points, int most) {
    int value = one->sign ? points + one->points : one->points;
    return value < 0 ? 0 : value > most ? most : value;
}

static int integer(const json_t *stage, const char *key) {
    return (int)json_integer_value(json_object_get(stage, key));
}

static void change_stage(const struct class *c, struct outcome *o, const struct adjustment *one) {
    json_t *stage;
    size_t i;
    json_array_foreach(o->stages, i, stage) {
        const char *lab = json_string_value(json_object_get(stage, "lab"));
        if (!lab || strcmp(lab, one->lab->name) != 0 || integer(stage, "stage") != one->stage)
            continue;
        int points = integer(stage, "points");
        json_t *copy = json_copy(stage); /* students whose files are the same share it */
        json_object_set_new(copy, "points",
                            json_integer(changed(one, points, integer(stage, "max_points"))));
        json_object_set_new(
            copy, "adjusted",
            json_pack("{s:i, s:s, s:s}", "from", points, "comment", one->comment, "by", one->by));
        json_array_set_new(o->stages, i, copy);
        return;
    }
    errno = 0;
    class_stop("%s, line %d: lab %s has no stage %d", c->adjustments->path, one->line,
               one->lab->name, one->stage);
}

void adjust_stages(const struct class *c, struct outcome *o) {
    for (size_t i = 0; i < c->adjustments->n; i++) {
        const struct adjustment *one = &c->adjustments->all[i];
        if (one->student == o->student && one->lab) change_stage(c, o, one);
    }
}

void adjust_total(const struct class *c, struct outcome *o) {
    for (size_t i = 0; i < c->adjustments->n; i++) {
        const struct adjustment *one = &c->adjustments->all[i];
        if (one->student != o->student || one->lab) continue;
        int score = changed(one, o->score.score, o->score.most);
        json_array_append_new(o->adjusted,
                              json_pack("{s:i, s:s, s:s}", "points", score - o->score.score,
                                        "comment", one->comment, "by", one->by));
        o->score.score = score;
    }
}
