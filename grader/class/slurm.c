/**
 * @file
 * @brief The Slurm executor (see slurm.h): submits, polls, gathers, submits again what was lost.
 */
#include "grader/class/slurm.h"
#include "common/timer.h"
#include "grader/class/command.h"
#include "grader/shared/shell.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROUNDS = 3, MOST_TASKS = 200, JOBS_A_TASK = 8, FEW_TASKS = 4 };
enum { GATHER_MS = 300, ASK_MS = 2000, SILENT_MS = 600000 };

struct round {
    const struct class *c;
    struct job *jobs;
    size_t n, left;
    job_done *done;
    void *context;
    char folder[CLASS_PATH], id[64];
    double heard_ms; /* when Slurm last said something */
};

/*
 * Results.
 */
static struct job *job_of(const struct round *r, const char *unit, size_t length) {
    for (size_t i = 0; i < r->n; i++)
        if (!r->jobs[i].done && strlen(r->jobs[i].unit) == length &&
            strncmp(r->jobs[i].unit, unit, length) == 0)
            return &r->jobs[i];
    return NULL;
}

/* A task's file: {"result": ..., "fault": "", "tries": 1, "seconds": 2.5, "worked": 2.1}. */
static void take_result(struct round *r, const char *path, struct job *job) {
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    const char *fault = json_string_value(json_object_get(root, "fault"));
    struct grading g = {.result = json_object_get(root, "result"),
                        .tries = (int)json_integer_value(json_object_get(root, "tries")),
                        .seconds = json_number_value(json_object_get(root, "seconds")),
                        .worked_s = json_number_value(json_object_get(root, "worked"))};
    if (!json_is_object(g.result)) g.result = NULL;
    snprintf(g.fault, sizeof(g.fault), "%s", fault ? fault : "");
    if (root && (g.result || g.fault[0])) {
        job->done = true;
        r->left--;
        r->done(r->context, job, &g);
    }
    json_decref(root);
}

static void gather(struct round *r, const char *folder) {
    char results[CLASS_PATH], path[CLASS_PATH];
    snprintf(results, sizeof(results), "%.3900s/results", folder);
    DIR *dir = opendir(results);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *ending = strstr(entry->d_name, ".json");
        struct job *job = ending && !ending[5]
                              ? job_of(r, entry->d_name, (size_t)(ending - entry->d_name))
                              : NULL;
        snprintf(path, sizeof(path), "%.3800s/%.255s", results, entry->d_name);
        if (job) take_result(r, path, job);
    }
    if (dir) closedir(dir);
}

static void cancel(const char *id) {
    const char *argv[] = {"scancel", id, NULL};
    char printed[200];
    if (id[0]) command_run(argv, printed, sizeof(printed));
}

/* A run that was killed has left results, and tasks that may go on. */
static void gather_old(struct round *r) {
    char slurm[CLASS_PATH], folder[CLASS_PATH], path[CLASS_PATH + 8], id[64];
    class_own_path(r->c, "slurm", slurm);
    if (mkdir(slurm, 0755) && errno != EEXIST) class_stop("%s cannot be made", slurm);
    DIR *dir = opendir(slurm);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strncmp(entry->d_name, "run-", 4) != 0) continue;
        snprintf(folder, sizeof(folder), "%.3800s/%.200s", slurm, entry->d_name);
        snprintf(path, sizeof(path), "%s/id", folder);
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%60[0-9]", id) == 1) cancel(id);
        if (file) fclose(file);
        gather(r, folder);
        class_remove(folder);
    }
    if (dir) closedir(dir);
}

/*
 * Submitting.
 */
static void quote(FILE *out, const char *text) {
    char *word = shell_word(text);
    if (!word) class_stop("no memory for %s", text);
    fprintf(out, " %s", word);
    free(word);
}

static void option(FILE *out, const char *name, const char *value) {
    if (!value || !*value) return;
    fprintf(out, " %s", name);
    quote(out, value);
}

static FILE *create(const struct round *r, const char *name) {
    char path[CLASS_PATH + 64];
    snprintf(path, sizeof(path), "%s/%s", r->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) class_stop("%s cannot be written", path);
    return file;
}

static void finish(const struct round *r, FILE *file) {
    bool bad = ferror(file);
    if (fclose(file) || bad) class_stop("%s cannot be written", r->folder);
}

/* What is left to do, a job a line. */
static void write_list(const struct round *r) {
    FILE *list = create(r, "list");
    for (size_t i = 0; i < r->n; i++)
        if (!r->jobs[i].done)
            fprintf(list, "%s\t%s\t%d\t%s\n", r->jobs[i].unit, r->jobs[i].row->lab->name,
                    r->jobs[i].budget_s, r->jobs[i].folder);
    finish(r, list);
}

static void write_batch(const struct round *r, int tasks) {
    const struct class *c = r->c;
    char of[32], limit[32], self[CLASS_PATH] = "";
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    FILE *batch = create(r, "batch.sh");
    snprintf(of, sizeof(of), "%d", tasks);
    snprintf(limit, sizeof(limit), "%d", c->limit_s);
    fprintf(batch, "#!/bin/sh\n# Written by make grade-class EXECUTOR=slurm.\nexec");
    quote(batch, length > 0 ? self : "build/cpu/class");
    option(batch, "--task", r->folder);
    fputs(" --index \"$SLURM_ARRAY_TASK_ID\" --jobs 1", batch);
    option(batch, "--of", of);
    option(batch, "--limit", limit);
    option(batch, "--device", c->device);
    option(batch, "--folder", c->folder);
    option(batch, "--grade", c->grade);
    option(batch, "--sandbox", c->sandbox);
    option(batch, "--terms", c->terms_copy);
    fputc('\n', batch);
    finish(r, batch);
}

static void open_round(struct round *r, int number) {
    char name[80], path[CLASS_PATH + 16];
    snprintf(name, sizeof(name), "slurm/run-%ld-%d", (long)getpid(), number);
    class_own_path(r->c, name, r->folder);
    snprintf(path, sizeof(path), "%s/results", r->folder);
    if (mkdir(r->folder, 0755) || mkdir(path, 0755)) class_stop("%s cannot be made", r->folder);
}

/* To Slurm a % in a name begins a number of its own, as %a is the task's; two of them are one. */
static void name_log(const char *folder, char *log, size_t size) {
    size_t used = (size_t)snprintf(log, size, "--output=");
    for (; *folder && used + 20 < size; folder++) {
        log[used++] = *folder;
        if (*folder == '%') log[used++] = '%';
    }
    snprintf(log + used, size - used, "/task-%%a.log");
}

static void submit(struct round *r) {
    const struct terms_executor *e = r->c->terms ? &r->c->terms->executor : NULL;
    size_t least = r->left < FEW_TASKS ? r->left : FEW_TASKS, wish = r->left / JOBS_A_TASK;
    int tasks = (int)(wish < least ? least : wish > MOST_TASKS ? MOST_TASKS : wish);
    char array[64], log[2 * CLASS_PATH + 32], batch[CLASS_PATH + 32], minutes[32], gpus[32];
    char kit[CLASS_PATH] = "", printed[600];
    write_list(r);
    write_batch(r, tasks);
    snprintf(array, sizeof(array), "--array=0-%d", tasks - 1);
    name_log(r->folder, log, sizeof(log));
    snprintf(batch, sizeof(batch), "%s/batch.sh", r->folder);
    snprintf(minutes, sizeof(minutes), "--time=%d", e && e->minutes ? e->minutes : 60);
    snprintf(gpus, sizeof(gpus), "--gres=gpu:%d", e ? e->gpus : 0);
    const char *argv[16] = {"sbatch",
                            "--parsable",
                            "--job-name=sortlab",
                            "--no-requeue",
                            "--cpus-per-task=1",
                            array,
                            log,
                            minutes,
                            "--chdir",
                            getcwd(kit, sizeof(kit))};
    size_t n = 10;
    if (r->c->partition) argv[n++] = "--partition", argv[n++] = r->c->partition;
    if (e && e->gpus) argv[n++] = gpus;
    argv[n++] = batch;
    errno = 0;
    if (command_run(argv, printed, sizeof(printed)) || sscanf(printed, "%60[0-9]", r->id) != 1)
        class_stop("sbatch takes no job: %.*s", (int)strcspn(printed, "\n"),
                   printed[0] ? printed : "it cannot be started. Is Slurm installed here?");
    FILE *id = create(r, "id");
    fputs(r->id, id);
    finish(r, id);
    r->heard_ms = timer_now_ms();
}

/*
 * Waiting.
 */
/* False when none of its tasks is in the queue; a controller that does not answer has said nothing. */
static bool is_queued(struct round *r) {
    const char *ask[] = {"squeue", "--noheader", "--array", "--jobs", r->id, "--format=%T", NULL};
    const char *ping[] = {"scontrol", "ping", NULL};
    char printed[4000];
    bool known = command_run(ask, printed, sizeof(printed)) == 0;
    if (known) r->heard_ms = timer_now_ms();
    if (known) return printed[0] != 0;
    if (strstr(printed, "Invalid job id") ||
        (command_run(ping, printed, sizeof(printed)) == 0 && strstr(printed, "UP"))) {
        r->heard_ms = timer_now_ms();
        return false;
    }
    errno = 0;
    if (timer_now_ms() - r->heard_ms > SILENT_MS)
        class_stop("Slurm's controller has not answered for %d minutes. All grades so far are "
                   "kept, and the same command continues from there",
                   SILENT_MS / 60000);
    return true;
}

/* Until all is there, or Slurm has twice known nothing of what is not. */
static void wait_for(struct round *r) {
    double asked = timer_now_ms();
    for (int gone = 0; r->left && gone < 2 && !workers_interrupted();) {
        usleep(GATHER_MS * 1000);
        gather(r, r->folder);
        if (timer_now_ms() - asked < ASK_MS) continue;
        gone = is_queued(r) ? 0 : gone + 1;
        asked = timer_now_ms();
    }
    gather(r, r->folder);
}

/* Slurm has lost them again and again: nobody's zero. */
static void give_up(struct round *r) {
    struct grading g = {.tries = ROUNDS};
    snprintf(g.fault, sizeof(g.fault), "Slurm lost its task %d times", ROUNDS);
    for (size_t i = 0; i < r->n; i++) {
        if (r->jobs[i].done) continue;
        r->jobs[i].done = true;
        r->done(r->context, &r->jobs[i], &g);
    }
}

bool slurm_run(const struct class *c, struct job *jobs, size_t n, job_done *done, void *context) {
    struct round r = {.c = c, .jobs = jobs, .n = n, .left = n, .done = done, .context = context};
    for (size_t i = 0; i < n; i++) mkdir(jobs[i].folder, 0755); /* the empty one */
    gather_old(&r);
    for (int round = 0; round < ROUNDS && r.left && !workers_interrupted(); round++) {
        open_round(&r, round);
        submit(&r);
        wait_for(&r);
        cancel(r.id);
        if (r.left && !workers_interrupted())
            fprintf(stderr, "class: Slurm job %s lost %zu of its gradings%s\n", r.id, r.left,
                    round + 1 < ROUNDS ? ". They are submitted again" : "");
        class_remove(r.folder);
    }
    if (workers_interrupted()) return false;
    give_up(&r);
    return true;
}
