/**
 * @file
 * @brief What a course comes to (course.h): each run's share of its points, times what its labs are worth.
 */
#include "grader/class/course/course.h"
#include "grader/class/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scaled to a sum, all runs have the same most, and what labs are worth is their part in the sum. */
static long long factor(const struct course *c, const struct course_run *r) {
    return c->terms.out_of ? r->worth : 1;
}

static void put_hundredths(FILE *out, long long value) {
    fprintf(out, value % 100 ? "%lld.%02lld" : "%lld", value / 100, value % 100);
}

/* "(200 * 80 + 100 * 50) / 300 = 70": a run a term. */
static void tell(const struct course *c, struct course_student *s, long long sum) {
    size_t n, terms = 0;
    FILE *out = open_memstream(&s->how, &n);
    if (!out) class_stop("there is no memory for the sums");
    if (c->terms.out_of) fputc('(', out);
    for (size_t i = 0; i < c->n_runs; i++) {
        if (s->dropped[i]) continue;
        if (terms++) fputs(" + ", out);
        if (c->terms.out_of) put_hundredths(out, c->runs[i].worth);
        fprintf(out, "%s%d", c->terms.out_of ? " * " : "", s->scores[i] > 0 ? s->scores[i] : 0);
    }
    if (c->terms.out_of) {
        fputs(") / ", out);
        put_hundredths(out, sum);
    }
    fprintf(out, " = %d", s->total);
    if (fclose(out)) class_stop("there is no memory for the sums");
}

static void drop(const struct course *c, struct course_student *s) {
    struct terms_share shares[COURSE_RUNS];
    for (size_t i = 0; i < c->n_runs; i++)
        shares[i] = (struct terms_share){.points = s->scores[i] > 0 ? s->scores[i] : 0,
                                         .max = c->runs[i].max,
                                         .worth = c->runs[i].worth,
                                         .bonus = c->runs[i].bonus};
    terms_drop(shares, c->n_runs, c->terms.drop_lowest);
    for (size_t i = 0; i < c->n_runs; i++) s->dropped[i] = shares[i].dropped;
}

/* Who is in no list of a run has handed in nothing there. */
static void add_up(const struct course *c, struct course_student *s) {
    long long points = 0, sum = 0, max = 0;
    s->how = strdup("");
    for (size_t i = 0; i < c->n_runs; i++)
        s->total = s->scores[i] == COURSE_OPEN ? COURSE_OPEN : s->total;
    if (s->total == COURSE_OPEN) return;
    drop(c, s);
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct course_run *r = &c->runs[i];
        if (s->dropped[i]) continue;
        if (s->scores[i] > 0) points += factor(c, r) * s->scores[i];
        if (r->bonus) continue;
        sum += factor(c, r);
        max += r->max;
    }
    bool scale = c->terms.out_of && sum;
    s->total = (int)(scale ? terms_scaled(points, sum, 1) : points);
    s->max = scale ? c->terms.out_of : (int)max;
    free(s->how);
    tell(c, s, sum);
}

/* Bonus on top of nothing, before any other lab is graded, counts by itself. */
void course_add_up(struct course *c) {
    bool on_top = true;
    for (size_t i = 0; i < c->n_runs; i++) on_top &= c->runs[i].bonus;
    for (size_t i = 0; i < c->n_runs && on_top; i++) c->runs[i].bonus = false;
    for (size_t i = 0; i < c->n_students; i++) add_up(c, &c->students[i]);
}

/*
 * course.csv, and the same for programs.
 */
static void put_score(FILE *out, int score) {
    fputc(',', out);
    if (score != COURSE_OPEN) fprintf(out, "%d", score > 0 ? score : 0);
}

static void put_student(FILE *out, const struct course *c, const struct course_student *s) {
    const char *const texts[] = {s->id, s->last_name, s->first_name, s->email};
    char name[1024];
    const char *comma = "";
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (i) fputc(',', out);
        csv_put(out, texts[i], ',');
    }
    for (size_t i = 0; i < c->n_runs; i++) put_score(out, s->scores[i]);
    fputc(',', out);
    for (size_t i = 0; i < c->n_runs; i++) {
        if (!s->dropped[i]) continue;
        fprintf(out, "%s%s", comma, course_run_name(c, &c->runs[i], name));
        comma = " ";
    }
    put_score(out, s->total);
    put_score(out, s->total == COURSE_OPEN ? COURSE_OPEN : s->max);
    fputc(',', out);
    csv_put(out, s->how, ',');
    fputs("\r\n", out);
}

/* The totals as a class run tells its scores, for what fills gradebooks. */
static json_t *total_object(const struct course_student *s) {
    bool graded = s->total != COURSE_OPEN, named = *s->first_name || *s->last_name;
    json_t *shown = named ? json_sprintf("%s%s%s", s->first_name,
                                         *s->first_name && *s->last_name ? " " : "", s->last_name)
                          : json_string(s->id);
    return json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:b, s:i, s:i}", "student", s->id,
                     "student_id", s->id, "shown", shown, "last_name", s->last_name, "first_name",
                     s->first_name, "email", s->email, "graded", graded, "score",
                     graded ? s->total : 0, "max", s->max);
}

static void write_json(const struct course *c) {
    struct class of = {.out = c->out};
    char path[CLASS_PATH];
    json_t *students = json_array();
    for (size_t i = 0; i < c->n_students; i++)
        json_array_append_new(students, total_object(&c->students[i]));
    json_t *root = json_pack("{s:i, s:s, s:o}", "version", 2, "assignment", c->terms.assignment,
                             "students", students);
    class_path(&of, "class.json", path);
    if (!root || !class_write_json(path, root)) class_stop("%s cannot be written", path);
    json_decref(root);
}

void course_write(const struct course *c) {
    struct class of = {.out = c->out};
    char *text, path[CLASS_PATH], name[1024];
    size_t n;
    FILE *out = open_memstream(&text, &n);
    if (!out) class_stop("there is no memory for course.csv");
    fputs("student_id,last_name,first_name,email", out);
    for (size_t i = 0; i < c->n_runs; i++)
        fprintf(out, ",%s", course_run_name(c, &c->runs[i], name));
    fputs(",dropped,total,max_total,how\r\n", out);
    for (size_t i = 0; i < c->n_students; i++) put_student(out, c, &c->students[i]);
    if (fclose(out)) class_stop("there is no memory for course.csv");
    class_path(&of, "course.csv", path);
    if (!class_write(path, text, n)) class_stop("%s cannot be written", path);
    free(text);
    write_json(c);
}
