/**
 * @file
 * @brief Workers (see worker.h): each has a folder of its own to build in, and a clock.
 */
#include "grader/class/worker.h"
#include "common/timer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 2, GRACE = 200, FIRST_LOOK = 4, OVER_BUDGET = 3 };

struct worker {
    pid_t pid; /* 0: idle */
    struct job *job;
    double began_ms;
    bool killed;
    char place[CLASS_PATH], result[CLASS_PATH + 16], log[CLASS_PATH + 16], told[CLASS_PATH + 24];
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    if (number != SIGALRM && number != SIGCHLD) interrupted = number;
}

void workers_catch_signals(void) {
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCHLD};
    const struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        sigaction(numbers[i], &action, NULL);
}

bool workers_interrupted(void) {
    return interrupted;
}

/*
 * Places.
 */
/* "class-HOST-PID-NUMBER": of a run that was killed the places are still there. */
static void name_place(const struct class *c, long pid, int number, char *path, size_t size) {
    char host[64] = "here";
    gethostname(host, sizeof(host) - 1);
    snprintf(path, size, "%.3000s/class-%.60s-%ld-%d", c->folder, host, pid, number);
}

static void clear_old_places(const struct class *c) {
    char own[CLASS_PATH], path[CLASS_PATH];
    name_place(c, 0, 0, own, sizeof(own));
    size_t stem = strlen(own) - 3, base = strlen(c->folder) + 1; /* up to "0-0" */
    DIR *folder = opendir(c->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, own + base, stem - base) != 0) continue;
        long pid = strtol(entry->d_name + stem - base, NULL, 10);
        if (pid <= 0 || kill((pid_t)pid, 0) == 0 || errno != ESRCH) continue;
        snprintf(path, sizeof(path), "%.3000s/%.255s", c->folder, entry->d_name);
        class_remove(path);
    }
    if (folder) closedir(folder);
}

/* In a sandbox another user goes through it, and finds what was built: no result, nor what is for the instructor. */
static void open_place(const struct class *c, struct worker *w, int number) {
    char own[CLASS_PATH];
    name_place(c, getpid(), number, w->place, sizeof(w->place));
    snprintf(own, sizeof(own), "%.*s/own", CLASS_PATH - 8, w->place);
    snprintf(w->result, sizeof(w->result), "%s/result.json", own);
    snprintf(w->log, sizeof(w->log), "%s/log", own);
    snprintf(w->told, sizeof(w->told), "%s/instructor.json", own);
    if ((mkdir(w->place, 0711) && errno != EEXIST) || (mkdir(own, 0700) && errno != EEXIST))
        class_stop("no folder can be made in %s to build in", c->folder);
}

/*
 * One grading.
 */
static void become_grade(const struct class *c, const struct worker *w) {
    char budget[32];
    const char *argv[32] = {c->grade,         "--device", c->device,
                            "--folder",       w->place,   "--submission",
                            w->job->folder,   "--lab",    w->job->row->lab->name,
                            "--result",       w->result,  "--serial",
                            "--explain=first"};
    size_t n = 13;
    int budget_s = w->job->dear ? w->job->budget_s : w->job->budget_s / FIRST_LOOK;
    if (budget_s) {
        snprintf(budget, sizeof(budget), "%d", budget_s);
        argv[n++] = "--budget";
        argv[n++] = budget;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (c->terms_copy[0]) {
        argv[n++] = "--terms";
        argv[n++] = c->terms_copy;
        argv[n++] = "--instructor";
        argv[n++] = w->told;
    }
    if (c->sandbox) {
        argv[n++] = "--sandbox";
        argv[n++] = c->sandbox;
    }
    int null = open("/dev/null", O_RDONLY), log = open(w->log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    for (int number = SIGHUP; number <= SIGTERM; number++) signal(number, SIG_DFL);
    execv(c->grade, (char **)argv);
    fprintf(stderr, "%s cannot be started: %s\n", c->grade, strerror(errno));
    _exit(127);
}

static void start(const struct class *c, struct worker *w, struct job *job) {
    unlink(w->result);
    unlink(w->told);
    mkdir(job->folder, 0755); /* the empty one */
    w->job = job;
    w->killed = false;
    w->began_ms = timer_now_ms();
    w->pid = fork();
    if (w->pid == 0) become_grade(c, w);
    if (w->pid < 0) class_stop("no process can be started");
}

/* The last line of what it printed, for a fault's sentence. */
static void last_line(const char *path, char *line, size_t size) {
    char text[600] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    off_t end = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
    ssize_t n = fd >= 0 ? pread(fd, text, sizeof(text) - 1, end > 599 ? end - 599 : 0) : 0;
    if (fd >= 0) close(fd);
    while (n > 0 && text[n - 1] == '\n') n--;
    text[n > 0 ? n : 0] = 0;
    const char *newline = strrchr(text, '\n');
    snprintf(line, size, "%s", newline ? newline + 1 : text);
    for (char *at = line; *at; at++)
        if (*at < ' ' || *at > '~') *at = '?';
}

static double worked_s(const struct rusage *used) {
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
           (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
}

static void judge_end(const struct class *c, struct worker *w, int status,
                      const struct rusage *used, struct grading *g) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    char line[300];
    *g = (struct grading){.tries = ++w->job->tries,
                          .seconds = (timer_now_ms() - w->began_ms) / 1e3,
                          .worked_s = worked_s(used)};
    if (code == 0 || code == 1 || code == OVER_BUDGET) {
        g->result = worker_read(c, w->result, w->job, g->fault);
        if (g->result) worker_add_signs(g->result, w->told);
        return;
    }
    last_line(w->log, line, sizeof(line));
    if (w->killed)
        snprintf(g->fault, sizeof(g->fault), "the grader was not done after %d s", c->limit_s);
    else
        snprintf(g->fault, sizeof(g->fault), "the grader ended with %s %d: %.250s",
                 code < 0 ? "signal" : "exit code", code < 0 ? WTERMSIG(status) : code, line);
}

/* A fault of a full disk is nobody's: the run stops here and goes on another time. */
static void check_disk(const struct class *c) {
    const char *const places[] = {c->out, c->folder};
    struct statvfs status;
    for (int i = 0; i < 2; i++) {
        errno = 0;
        if (statvfs(places[i], &status) || status.f_bavail >= 16) continue;
        errno = ENOSPC;
        class_stop("%s is full", places[i]);
    }
}

/* A part of its budget is what all get at first, so that one submission keeps nobody waiting. */
static bool is_put_off(struct job *job, int status) {
    bool first = !job->dear && WIFEXITED(status) && WEXITSTATUS(status) == OVER_BUDGET;
    if (first) job->dear = true;
    return first;
}

static void finish(const struct class *c, struct worker *w, int status, const struct rusage *used,
                   job_done *done, void *context) {
    struct grading g;
    w->pid = 0;
    if (interrupted || is_put_off(w->job, status)) return;
    judge_end(c, w, status, used, &g);
    if (!g.result) check_disk(c);
    if (g.result || w->job->tries >= TRIES) {
        w->job->done = true;
        done(context, w->job, &g);
    }
    json_decref(g.result);
}

static void wait_for_one(const struct class *c, struct worker *workers, job_done *done,
                         void *context) {
    int status;
    struct rusage used;
    alarm(1);
    pid_t pid = wait4(-1, &status, 0, &used);
    alarm(0);
    for (int i = 0; i < c->jobs; i++) {
        struct worker *w = &workers[i];
        if (w->pid && w->pid == pid) {
            finish(c, w, status, &used, done, context);
        } else if (w->pid && timer_now_ms() - w->began_ms > c->limit_s * 1e3) {
            w->killed = true;
            kill(-w->pid, SIGKILL);
        }
    }
}

/* Asks all to end and tidy up, then makes them. */
static void stop_all(struct worker *workers, int n) {
    for (int i = 0; i < n; i++)
        if (workers[i].pid) kill(-workers[i].pid, SIGTERM);
    for (int i = 0; i < n; i++) {
        for (int wait = 0; workers[i].pid && wait < GRACE; wait++) {
            if (waitpid(workers[i].pid, NULL, WNOHANG)) workers[i].pid = 0;
            usleep(10000);
        }
        if (workers[i].pid) kill(-workers[i].pid, SIGKILL);
    }
}

/* All jobs once, then those that were put off, and then those again that failed. */
static void run_all(const struct class *c, struct worker *workers, struct job *jobs, size_t n,
                    job_done *done, void *context) {
    for (int round = 0; round <= TRIES; round++) {
        size_t next = 0;
        int busy;
        do {
            busy = 0;
            for (int i = 0; i < c->jobs; i++) {
                while (!workers[i].pid && next < n && jobs[next].done) next++;
                if (!workers[i].pid && next < n && !interrupted)
                    start(c, &workers[i], &jobs[next++]);
                busy += workers[i].pid != 0;
            }
            if (busy && !interrupted) wait_for_one(c, workers, done, context);
        } while (busy && !interrupted);
    }
}

bool workers_run(const struct class *c, struct job *jobs, size_t n, job_done *done, void *context) {
    struct worker *workers = class_alloc((size_t)c->jobs, sizeof(*workers));
    clear_old_places(c);
    for (int i = 0; i < c->jobs; i++) open_place(c, &workers[i], i);
    run_all(c, workers, jobs, n, done, context);
    stop_all(workers, c->jobs);
    for (int i = 0; i < c->jobs; i++) class_remove(workers[i].place);
    free(workers);
    return !interrupted;
}
