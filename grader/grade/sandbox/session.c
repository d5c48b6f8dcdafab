/**
 * @file
 * @brief One process in the sandbox, from its pipes to the proof that nothing of it is left.
 */
#include "grader/grade/sandbox/backend.h"
#include "grader/grade/sandbox/folder.h"
#include "grader/grade/sandbox/cgroup.h"
#include "grader/grade/sandbox/command.h"
#include "grader/grade/sandbox/init.h"
#include "grader/grade/sandbox/test_switches.h"
#include "grader/grade/sandbox/users.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    INFO_FD = 8,
    HELD_FD = 200,
    RUN_TMP_MB = 96, /* in /tmp */
    BUILD_TMP_MB = 512,
    TASKS = 64,
    PATIENCE_MS = 2000, /* for bubblewrap to say who is the first process */
};

/*
 * Before.
 */
static bool open_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

static void close_one(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* Other users find nothing in the workspace, and go through it to what they are shown. */
static bool give(const char *path, int uid) {
    return !backend.other_user || chown(path, (uid_t)uid, (gid_t)uid) == 0;
}

static bool make_tmp(struct sandbox_session *s) {
    snprintf(s->tmp, sizeof(s->tmp), "/tmp");
    if (backend.kind != SANDBOX_REDUCED) return true;
    snprintf(s->tmp, sizeof(s->tmp), "%.4000s/tmp-%d", backend.workspace, s->slot);
    return mkdir(s->tmp, 0700) == 0 && give(s->tmp, s->uid);
}

bool sandbox_counts_memory(void) {
    return backend.groups;
}

int sandbox_memory_mb(const struct sandbox_view *view) {
    if (view->memory_mb) return view->memory_mb;
    return view->lab ? SANDBOX_BUILD_MB : SANDBOX_RUN_MB;
}

bool sandbox_prepare(struct sandbox_session *s, const struct sandbox_view *view) {
    static int launches;
    bool reports = view->report && *view->report;
    int mb = defence_is_out("memory") ? 0 : sandbox_memory_mb(view);
    *s = (struct sandbox_session){.on = true, .slot = ++launches, .report = -1};
    s->record[0] = s->record[1] = -1;
    /* A file, which takes words when the grader is dead too: bubblewrap would leave its child to wait. */
    s->info = memfd_create("info", MFD_CLOEXEC);
    /* A user for each launch at a time, so that none has to do with another's processes or files. */
    s->uid = backend.other_user && !defence_is_out("uid") ? users_of(s->slot) : -1;
    if (reports) s->report = open(view->report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    return s->info >= 0 && open_pipe(s->record) && (!reports || s->report >= 0) && make_tmp(s) &&
           (!view->lab || give(view->shown, s->uid)) &&
           (!backend.groups || cgroup_make(s->slot, mb, defence_is_out("pids") ? 0 : TASKS));
}

/*
 * In the fork.
 */
static bool take(int fd, int as) {
    return fd < 0 || dup2(fd, as) == as;
}

/* How many processes and threads this user has, where the limit counts all of them. */
static int tasks_of_user(void) {
    int tasks = 0;
    struct stat status;
    char path[300];
    DIR *all = opendir("/proc");
    for (struct dirent *d; all && (d = readdir(all));) {
        snprintf(path, sizeof(path), "/proc/%s/task", d->d_name);
        if (d->d_name[0] < '1' || d->d_name[0] > '9' || stat(path, &status)) continue;
        if (status.st_uid == getuid()) tasks += (int)status.st_nlink - 2;
    }
    if (all) closedir(all);
    return tasks;
}

static struct sandbox_limits cell_of(const struct sandbox_session *s,
                                     const struct sandbox_view *view, int cpu_s) {
    struct sandbox_limits limits = {.uid = s->uid,
                                    .file_mb = SANDBOX_FILE_MB,
                                    .cpu_s = cpu_s,
                                    .device = view->device,
                                    .builds = view->lab != NULL,
                                    .bare = backend.kind == SANDBOX_REDUCED};
    /* Addresses are bounded further out than memory is counted: what fails then had too much before. */
    if (!view->device && !view->sparse && (view->lab || !backend.groups))
        limits.memory_mb = sandbox_memory_mb(view) * (view->lab ? 1 : 2);
    if (!backend.groups && !defence_is_out("pids")) limits.tasks = TASKS;
    if (limits.bare && s->uid < 0 && limits.tasks) limits.tasks += tasks_of_user();
    return limits;
}

void sandbox_close_descriptors(unsigned first, unsigned last) {
    if (syscall(436 /* close_range, which older libraries do not have */, first, last, 0) == 0)
        return;
    for (unsigned fd = first; fd <= last && fd < 1024; fd++) close((int)fd);
}

static void hold(int *fd) {
    if (*fd >= 0) *fd = fcntl(*fd, F_DUPFD_CLOEXEC, HELD_FD);
}

void sandbox_hold(struct sandbox_session *s) {
    hold(&s->record[1]);
    hold(&s->info);
    hold(&s->report);
}

void sandbox_exec(struct sandbox_session *s, const struct sandbox_view *view,
                  const char *const *argv, const char *const *environment, int cpu_s) {
    struct command line = {.n = 0}, variables = {.n = 0};
    struct sandbox_limits limits = cell_of(s, view, cpu_s);
    struct command_plan plan = {backend.kind,  backend.kit, backend.init,
                                backend.bwrap, INFO_FD,     view->lab ? BUILD_TMP_MB : RUN_TMP_MB};
    if (backend.groups && !cgroup_join(s->slot)) return;
    command_line(&line, &plan, view, &limits, s->tmp);
    for (; *argv; argv++) command_add(&line, "%s", *argv);
    command_environment(&variables, view, s->tmp, environment);
    bool taken = take(s->record[1], INIT_RECORD_FD) && take(s->report, INIT_REPORT_FD) &&
                 (backend.kind == SANDBOX_REDUCED || take(s->info, INFO_FD));
    sandbox_close_descriptors(INFO_FD + 1, ~0u);
    /* Between bubblewrap's first and second process no signal of death is handed on: the init process sees to it. */
    prctl(PR_SET_PDEATHSIG, 0);
    if (taken) execve(line.words[0], (char *const *)line.words, (char *const *)variables.words);
}

/*
 * In the grader.
 */
void sandbox_started(struct sandbox_session *s) {
    close_one(&s->record[1]);
}

/* The first process of the namespace, by its number out here: {"child-pid": 4711}. */
static void learn_inner(struct sandbox_session *s, int patience_ms) {
    char text[256];
    ssize_t got;
    if (s->inner > 0 || backend.kind == SANDBOX_REDUCED) return;
    for (; (got = pread(s->info, text, sizeof(text) - 1, 0)) <= 0 && patience_ms > 0; patience_ms--)
        usleep(1000);
    text[got > 0 ? got : 0] = 0;
    const char *number = strstr(text, "\"child-pid\":");
    if (number) s->inner = (pid_t)atoi(number + strlen("\"child-pid\":"));
}

void sandbox_kill(struct sandbox_session *s, pid_t pid) {
    /* With its first process a namespace ends; bubblewrap, out here, then has nobody to wait for. */
    learn_inner(s, PATIENCE_MS);
    if (s->inner > 0)
        kill(s->inner, SIGKILL);
    else
        kill(-pid, SIGKILL);
}

/* A process that ended while its children did not has left them to us. True when there are no more. */
static bool end_rest(struct sandbox_session *s, pid_t pid) {
    kill(-pid, SIGKILL);
    while (waitpid(-pid, NULL, 0) > 0 || errno == EINTR) {
    }
    if (s->inner > 0)
        while (waitpid(s->inner, NULL, 0) < 0 && errno == EINTR) {
        }
    bool in_group = kill(-pid, 0) == 0, has_inner = s->inner > 0 && kill(s->inner, 0) == 0;
    return !in_group && !has_inner;
}

static int take_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    return lchown(path, getuid(), getgid());
}

void sandbox_end(struct sandbox_session *s, const struct sandbox_view *view, pid_t pid) {
    if (!s->on) return;
    s->on = false;
    learn_inner(s, 0);
    if (s->inner > 0) kill(s->inner, SIGKILL);
    s->empty = end_rest(s, pid);
    if (backend.groups && !cgroup_remove(s->slot, &s->exhausted)) s->empty = false;
    s->said = read(s->record[0], &s->end, sizeof(s->end)) == sizeof(s->end);
    if (!backend.groups && !view->device && s->said)
        s->exhausted = (int)s->end.memory_mb > sandbox_memory_mb(view);
    if (backend.kind == SANDBOX_REDUCED) folder_remove(s->tmp);
    /* What was built is nobody's to change from now on. */
    if (view->lab && backend.other_user) nftw(view->shown, take_one, 16, FTW_PHYS);
    struct stat report;
    if (s->report >= 0 && fstat(s->report, &report) == 0 && report.st_size == 0)
        unlink(view->report); /* there is none */
    close_one(&s->info);
    close_one(&s->record[0]);
    close_one(&s->report);
}
