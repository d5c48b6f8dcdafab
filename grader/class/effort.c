/**
 * @file
 * @brief Tries, minutes and hints (see effort.h).
 */
#include "grader/class/effort.h"
#include "grader/class/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MINUTES = 60 * 1000, MOST_TRIES = 100000 };

/* One stage, with what each student who tried it came to. */
struct effort {
    int *tries, *minutes;
    int tried, solved, hints[TERMS_LEVELS];
};

/* A student wrote it: whatever it holds, what comes back lies from 0 to `most`. */
static int count_of(json_t *stage, const char *key, int per, int most) {
    json_int_t value = json_integer_value(json_object_get(stage, key)) / per;
    return value < 0 ? 0 : value > most ? most : (int)value;
}

static json_t *of_lab(json_t *progress, const char *lab, const char *kind) {
    return json_object_get(json_object_get(json_object_get(progress, "labs"), lab), kind);
}

/* Which levels of a step's hints were read. */
static void hints_of(json_t *progress, const char *lab, json_t *step, int levels[TERMS_LEVELS]) {
    const char *name;
    json_t *hint;
    memset(levels, 0, TERMS_LEVELS * sizeof(*levels));
    json_object_foreach(of_lab(progress, lab, "hints"), name, hint) {
        for (int i = 0; i < TERMS_LEVELS && json_equal(json_object_get(hint, "step"), step); i++)
            levels[i] |= json_object_get(json_object_get(hint, "shown"),
                                         (char[]){(char)('1' + i), 0}) != NULL;
    }
}

static void add_student(const char *who, const char *lab, json_t *stage, json_t *progress,
                        struct effort *e, FILE *csv) {
    const char *title = json_string_value(json_object_get(stage, "title"));
    json_t *own = json_object_get(of_lab(progress, lab, "stages"), title);
    int levels[TERMS_LEVELS], tries = count_of(own, "tries", 1, MOST_TRIES);
    const char *solved = json_string_value(json_object_get(own, "solved"));
    if (!json_is_object(own)) return;
    hints_of(progress, lab, json_object_get(stage, "step"), levels);
    e->tries[e->tried] = tries;
    e->minutes[e->tried] = count_of(own, "worked_s", 60, MOST_MINUTES);
    csv_put(csv, who, ',');
    fprintf(csv, ",%s,%lld,", lab, (long long)json_integer_value(json_object_get(stage, "stage")));
    csv_put(csv, title, ',');
    fprintf(csv, ",%d,%d,%s", tries, e->minutes[e->tried], solved ? "yes" : "no");
    for (int i = 0; i < TERMS_LEVELS; i++) {
        fprintf(csv, ",%d", levels[i]);
        e->hints[i] += levels[i];
    }
    fprintf(csv, "\n");
    e->tried++;
    e->solved += solved != NULL;
}

static int by_value(const void *x, const void *y) {
    return *(const int *)x - *(const int *)y;
}

/* Of n numbers the one that `quarters` quarters of all do not exceed. */
static int quarter(int *values, int n, int quarters) {
    qsort(values, (size_t)n, sizeof(*values), by_value);
    return n ? values[(n * quarters + 3) / 4 - 1] : 0;
}

static json_t *sum_up(const char *lab, json_t *stage, struct effort *e) {
    return json_pack(
        "{s:s, s:O, s:O, s:O, s:i, s:i, s:i, s:i, s:i, s:[i,i,i]}", "lab", lab, "stage",
        json_object_get(stage, "stage"), "step", json_object_get(stage, "step"), "title",
        json_object_get(stage, "title"), "tried", e->tried, "solved", e->solved, "tries",
        quarter(e->tries, e->tried, 2), "minutes", quarter(e->minutes, e->tried, 2), "most_minutes",
        quarter(e->minutes, e->tried, 3), "hints", e->hints[0], e->hints[1], e->hints[2]);
}

/* All stages of all labs, in their order. */
static size_t stages_of(const struct class *c, const struct class_row *blank, const char **labs,
                        json_t **stages) {
    size_t n = 0, i;
    json_t *stage;
    for (size_t l = 0; l < c->n_labs; l++)
        json_array_foreach(json_object_get(blank[l].result, "stages"), i, stage) {
            if (stages) labs[n] = blank[l].lab->name, stages[n] = stage;
            n++;
        }
    return n;
}

/* A member of a group who has another's submission has its progress as well; that counts once. */
static json_t *progress_of_student(const struct class_student *s) {
    return s->progress[0] && !s->by ? json_load_file(s->progress, 0, NULL) : NULL;
}

static int count_students(const struct class *c, const char **labs, json_t **stages, size_t n,
                          struct effort *e, FILE *csv) {
    int students = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        json_t *progress = progress_of_student(&c->students[i]);
        students += progress != NULL;
        for (size_t k = 0; progress && k < n; k++)
            add_student(c->anonymous ? c->students[i].name : c->students[i].id, labs[k], stages[k],
                        progress, &e[k], csv);
        json_decref(progress);
    }
    return students;
}

json_t *effort_write(const struct class *c, const struct class_row *blank) {
    char *text, path[CLASS_PATH];
    size_t size, n = stages_of(c, blank, NULL, NULL);
    const char **labs = class_alloc(n + 1, sizeof(*labs));
    json_t **stages = class_alloc(n + 1, sizeof(*stages)), *all = json_array();
    struct effort *e = class_alloc(n + 1, sizeof(*e));
    FILE *csv = open_memstream(&text, &size);
    if (!csv) class_stop("there is no memory for effort.csv");
    fputs("student_id,lab,stage,title,tries,minutes,solved,hints_1,hints_2,hints_3\n", csv);
    stages_of(c, blank, labs, stages);
    for (size_t k = 0; k < n; k++) {
        e[k].tries = class_alloc(c->n_students + 1, sizeof(int));
        e[k].minutes = class_alloc(c->n_students + 1, sizeof(int));
    }
    int students = count_students(c, labs, stages, n, e, csv);
    for (size_t k = 0; k < n; k++) {
        json_array_append_new(all, sum_up(labs[k], stages[k], &e[k]));
        free(e[k].tries);
        free(e[k].minutes);
    }
    class_path(c, "effort.csv", path);
    if (fclose(csv) || !class_write(path, text, size)) class_stop("%s cannot be written", path);
    free(text);
    free(labs);
    free(stages);
    free(e);
    return json_pack("{s:i, s:o}", "students", students, "stages", all);
}
