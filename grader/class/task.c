/**
 * @file
 * @brief A task of the job array: its share of the list, a file a job.
 */
#include "grader/class/slurm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *result_path(const char *run, const char *unit, char path[CLASS_PATH]) {
    snprintf(path, CLASS_PATH, "%.3800s/results/%.100s.json", run, unit);
    return path;
}

static void leave_result(void *context, struct job *job, const struct grading *g) {
    char path[CLASS_PATH];
    json_t *root = json_pack("{s:s, s:i, s:f, s:f}", "fault", g->fault, "tries", g->tries,
                             "seconds", g->seconds, "worked", g->worked_s);
    if (g->result) json_object_set(root, "result", g->result);
    if (!class_write_json(result_path(context, job->unit, path), root))
        class_stop("%s cannot be written", path);
    json_decref(root);
    printf("%s %s %.1f s %s\n", job->row->lab->name, job->unit, g->seconds, g->fault);
    fflush(stdout);
}

static void take_line(struct job *job, char *line) {
    struct class_row *row = class_alloc(1, sizeof(*row));
    struct class_lab *lab = class_alloc(1, sizeof(*lab));
    char *unit = strsep(&line, "\t"), *name = strsep(&line, "\t"), *budget = strsep(&line, "\t"),
         *folder = strsep(&line, "\n");
    errno = 0;
    if (!folder) class_stop("a line of the list is cut off");
    snprintf(lab->name, sizeof(lab->name), "%.60s", name);
    row->lab = lab;
    job->unit = strdup(unit);
    job->row = row;
    job->budget_s = atoi(budget);
    snprintf(job->folder, sizeof(job->folder), "%.4000s", folder);
}

int slurm_task(struct class *c, const char *run, int index, int of) {
    char path[CLASS_PATH], *line = NULL;
    size_t capacity = 0, n = 0;
    struct job *jobs = NULL;
    snprintf(path, sizeof(path), "%.3900s/list", run);
    FILE *list = fopen(path, "r");
    if (!list) class_stop("%s cannot be read. Is it on a folder that all machines share?", path);
    for (int i = 0; getline(&line, &capacity, list) > 0; i++) {
        if (i % of != index) continue;
        jobs = realloc(jobs, (n + 1) * sizeof(*jobs));
        if (!jobs) class_stop("there is no memory for the list");
        jobs[n] = (struct job){0};
        take_line(&jobs[n++], line);
    }
    fclose(list);
    c->out = run;
    workers_catch_signals();
    return workers_run(c, jobs, n, leave_result, (void *)run) ? 0 : 130;
}
