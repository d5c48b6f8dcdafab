/**
 * @file
 * @brief The solutions' processor time (see reference.h), a file a lab in FOLDER.
 */
#include "grader/class/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_S = 10 };      /* of processor time: less keeps nobody waiting */
enum { PLAIN_BUDGET = 20 }; /* times, without terms: as the rubric says */

static int times_of(const struct class *c) {
    return c->terms ? c->terms->limits.budget : PLAIN_BUDGET;
}

/* By the kit and the terms, as units are named. */
static void name_file(const struct class *c, const struct class_lab *lab, char path[CLASS_PATH]) {
    char all[400], kit[CLASS_HASH], name[CLASS_HASH];
    kit_hash(lab->name, kit);
    snprintf(all, sizeof(all), "reference 1\n%s\n%s\n%s\n", kit, c->terms_hash, c->device);
    class_hash(all, strlen(all), name);
    snprintf(path, CLASS_PATH, "%.3000s/reference-%.30s-%.16s", c->folder, lab->name, name);
}

static double read_file(const char *path) {
    double seconds = 0;
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf", &seconds) != 1) seconds = 0;
    if (file) fclose(file);
    return seconds;
}

static bool has_solution(const char *lab) {
    char path[300];
    static const char *const endings[] = {"c", "cu"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof(path), "solutions/%.200s.%s", lab, endings[i]);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

static void keep(void *context, struct job *job, const struct grading *g) {
    const struct class *c = context;
    char path[CLASS_PATH], text[40];
    double seconds = g->result ? g->worked_s : 0;
    ((struct class_lab *)job->row->lab)->reference_s = seconds;
    if (!g->result) return; // then there is no budget, and the next run tries again
    name_file(c, job->row->lab, path);
    int n = snprintf(text, sizeof(text), "%.3f\n", seconds);
    class_write(path, text,
                (size_t)n); // a folder that takes no file costs a measurement, and no grade
    printf("  measured: the solution of %s takes %.1f s of processor time\n", job->row->lab->name,
           seconds);
}

bool reference_measure(struct class *c) {
    struct class_row *rows = class_alloc(c->n_labs, sizeof(*rows));
    struct job *jobs = class_alloc(c->n_labs, sizeof(*jobs));
    char path[CLASS_PATH];
    size_t n = 0;
    for (size_t i = 0; i < c->n_labs && times_of(c); i++) {
        struct class_lab *lab = &c->labs[i];
        name_file(c, lab, path);
        lab->reference_s = read_file(path);
        if (lab->reference_s > 0 || !has_solution(lab->name)) continue;
        rows[n].lab = lab;
        jobs[n] = (struct job){.unit = "reference", .row = &rows[n], .folder = "solutions"};
        n++;
    }
    bool done = n == 0 || workers_run(c, jobs, n, keep, c);
    free(jobs);
    free(rows);
    return done;
}

void reference_budgets(const struct class *c, struct job *jobs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double seconds = jobs[i].row->lab->reference_s * times_of(c);
        if (seconds > 0) jobs[i].budget_s = (int)seconds + 1;
    }
}

static double reference_of(const struct class *c, const struct class_lab *lab) {
    char path[CLASS_PATH];
    name_file(c, lab, path);
    return lab->reference_s > 0 ? lab->reference_s : read_file(path);
}

void reference_compare(struct class *c, struct journal *j) {
    for (size_t l = 0; l < c->n_labs && times_of(c); l++) {
        double reference = reference_of(c, &c->labs[l]);
        for (size_t i = 0; i < c->n_students && reference > 0; i++) {
            struct class_row *row = &c->students[i].rows[l];
            struct grading g;
            json_decref(journal_find(j, row->unit, &g));
            int times = row->content[0] ? (int)(g.worked_s / reference) : 0;
            row->times = times >= REFERENCE_DEAR && g.worked_s >= LEAST_S ? times : 0;
        }
    }
}
