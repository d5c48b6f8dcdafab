/**
 * @file
 * @brief grades.csv: nbgrader's columns, then one a stage. By RFC 4180, and no cell is a formula.
 */
#include "grader/class/csv.h"
#include "grader/class/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void cells(FILE *out, const char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (i) fputc(',', out);
        csv_put(out, texts[i], ',');
    }
}

static void head(FILE *out, const struct class *c, const struct class_row *blank) {
    fputs("assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,"
          "late_submission_penalty,score,max_score",
          out);
    for (size_t l = 0; l < c->n_labs; l++) {
        json_t *stage;
        size_t i;
        json_array_foreach(json_object_get(blank[l].result, "stages"), i, stage)
            fprintf(out, ",%s/%d", blank[l].lab->name,
                    (int)json_integer_value(json_object_get(stage, "stage")));
    }
    fputs("\r\n", out);
}

/* What the grader could not find out is no zero: the cell is empty. */
static void line(FILE *out, const struct class *c, const struct outcome *o) {
    const struct class_student *s = o->student;
    char due[32], when[32];
    const char *texts[] = {c->terms->assignment,
                           s->due ? time_text(s->due, due) : c->terms->due,
                           time_text(s->submitted, when),
                           s->id,
                           s->last_name,
                           s->first_name,
                           s->email};
    json_t *stage;
    size_t i;
    cells(out, texts, sizeof(texts) / sizeof(*texts));
    if (o->graded)
        fprintf(out, ",%d,%d,%d,%d", o->score.raw, o->score.penalty, o->score.score, o->score.max);
    else
        fprintf(out, ",,,,%d", o->score.max);
    json_array_foreach(o->stages, i, stage) {
        const char *verdict = json_string_value(json_object_get(stage, "verdict"));
        fputc(',', out);
        if (!verdict || strcmp(verdict, "IE") != 0)
            fprintf(out, "%d", (int)json_integer_value(json_object_get(stage, "points")));
    }
    fputs("\r\n", out);
}

void grades_write(const struct class *c, const struct outcome *outcomes,
                  const struct class_row *blank) {
    char *text, path[CLASS_PATH];
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out) class_stop("there is no memory for grades.csv");
    head(out, c, blank);
    for (size_t i = 0; i < c->n_students; i++) line(out, c, &outcomes[i]);
    if (fclose(out)) class_stop("there is no memory for grades.csv");
    class_path(c, "grades.csv", path);
    if (!class_write(path, text, n)) class_stop("%s cannot be written", path);
    free(text);
}
