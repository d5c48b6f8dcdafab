/**
 * @file
 * @brief Runs a program under compute-sanitizer or ncu, whose text goes to a file of its own.
 */
#include "grader/gpucheck/gpucheck.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 256 };

/* Where a tool is: in PATH, or where the CUDA Toolkit puts it. False when it is nowhere. */
static bool find(const char *name, char *path, size_t size) {
    const char *home = getenv("CUDA_HOME"), *all = getenv("PATH");
    char places[8192];
    snprintf(places, sizeof places, "%s:%s/bin:/usr/local/cuda/bin", all ? all : "",
             home ? home : "/usr/local/cuda");
    for (char *rest = places, *place; (place = strsep(&rest, ":"));) {
        snprintf(path, size, "%s/%s", *place ? place : ".", name);
        if (access(path, X_OK) == 0) return true;
    }
    return false;
}

/* The exit code; 128 and the signal's number where that ended it. */
static int wait_for(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run(char *const *argv) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return 127;
    if (child == 0) {
        execvp(argv[0], argv);
        fprintf(stderr, "gpucheck: %s cannot be run: %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    return wait_for(child);
}

int run_alone(char *const *program) {
    return run(program);
}

/* Strings of the source are not written to; execvp's type is older than const. */
static void add_all(char **argv, size_t *n, const char *const *words) {
    for (; *words; words++) argv[(*n)++] = (char *)*words;
}

static void arguments(char **argv, const char *path, const char *tool, const char *log,
                      char *const *program) {
    const char *const sanitizer[] = {path,     "--tool",
                                     tool,     "--log-file",
                                     log,      "--show-backtrace",
                                     "device", "--strip-paths",
                                     "no",     "--print-limit",
                                     "1000",   "--require-cuda-init",
                                     "no",     NULL};
    const char *const ncu[] = {
        path,   "--csv",     "--print-units", "base",       "--clock-control",
        "none", "--metrics", ncu_metrics,     "--log-file", log,
        NULL};
    size_t n = 0;
    add_all(argv, &n, strcmp(tool, "profile") ? sanitizer : ncu);
    while (*program && n + 1 < MOST_ARGUMENTS) argv[n++] = *program++;
    argv[n] = NULL;
}

static FILE *open_log(char *name, size_t size) {
    const char *folder = getenv("TMPDIR");
    snprintf(name, size, "%s/gpucheck-XXXXXX", folder && *folder ? folder : "/tmp");
    int fd = mkstemp(name);
    return fd < 0 ? NULL : fdopen(fd, "r");
}

int run_under(json_t *report, const char *tool, char *const *program) {
    bool counts = !strcmp(tool, "profile");
    const char *name = counts ? "ncu" : "compute-sanitizer";
    char path[4096], log_name[4096], *argv[MOST_ARGUMENTS];
    if (!find(name, path, sizeof path)) {
        report_skip(report, tool, "%s is not installed; it comes with the CUDA Toolkit", name);
        return -1;
    }
    FILE *log = open_log(log_name, sizeof log_name);
    if (!log) {
        report_skip(report, tool, "no file can be made for what %s prints: %s", name,
                    strerror(errno));
        return -1;
    }
    arguments(argv, path, tool, log_name, program);
    int code = run(argv);
    (void)!freopen(log_name, "r", log); /* the tool may have put another file there */
    if (counts)
        ncu_read(report, log);
    else
        sanitizer_read(report, tool, log);
    fclose(log);
    unlink(log_name);
    return code;
}
