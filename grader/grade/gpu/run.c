/**
 * @file
 * @brief Runs a program under compute-sanitizer or ncu, whose text goes to a file of its own.
 */
#include "grader/grade/gpu/gpucheck.h"

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
    snprintf(places, sizeof(places), "%s:%s/bin:/usr/local/cuda/bin", all ? all : "",
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
    add_all(argv, &n, strcmp(tool, "profile") != 0 ? sanitizer : ncu);
    while (*program && n + 1 < MOST_ARGUMENTS) argv[n++] = *program++;
    argv[n] = NULL;
}

/* The tool's text goes to a file of its own, in a folder of its own: some do not write over a file. */
static bool make_log(char *folder, char *log, size_t size) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, size, "%s/gpucheck-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) return false;
    snprintf(log, size, "%.4000s/log", folder);
    return true;
}

static void read_log(json_t *report, const char *tool, const char *path) {
    FILE *log = fopen(path, "r");
    if (!log) {
        report_skip(report, tool, "it has written nothing of what it found");
        return;
    }
    if (strcmp(tool, "profile") != 0)
        sanitizer_read(report, tool, log);
    else
        ncu_read(report, log);
    fclose(log);
}

int run_under(json_t *report, const char *tool, char *const *program) {
    const char *name = strcmp(tool, "profile") != 0 ? "compute-sanitizer" : "ncu";
    char path[4096], folder[4096], log[4096], *argv[MOST_ARGUMENTS];
    if (!find(name, path, sizeof(path))) {
        report_skip(report, tool, "%s is not installed. It comes with the CUDA Toolkit", name);
        return -1;
    }
    if (!make_log(folder, log, sizeof(log))) {
        report_skip(report, tool, "no folder can be made for what %s prints: %s", name,
                    strerror(errno));
        return -1;
    }
    arguments(argv, path, tool, log, program);
    int code = run(argv);
    read_log(report, tool, log);
    unlink(log);
    rmdir(folder);
    return code;
}
