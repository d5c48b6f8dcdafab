/**
 * @file
 * @brief Archives and repositories (unpacked.h). What they take is no part of the grader: learners do without.
 */
#include "grader/grade/judge/unpacked.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* With what it prints on standard error, since a result may go to standard output. */
static bool runs(const char *const *argv) {
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(2, 1);
        unsetenv("MAKEFLAGS");
        unsetenv("MAKELEVEL");
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0;
}

static _Noreturn void give_up(const char *submission, const char *why) {
    fprintf(stderr,
            "grade: %s is an archive or a repository, and %s. Give the folder that it unpacks to\n",
            submission, why);
    exit(2);
}

/* It lies beside the grader. Only what is missing is built. */
static void make_program(const char *submission, const char *device, char program[PATH_MOST]) {
    char grader[PATH_MOST], dev[32];
    ssize_t length = readlink("/proc/self/exe", grader, sizeof(grader) - 1);
    grader[length > 0 ? length : 0] = 0;
    snprintf(program, PATH_MOST, "%.*s/unpack", (int)(strrchr(grader, '/') - grader), grader);
    snprintf(dev, sizeof(dev), "DEV=%.20s", device);
    const char *packages[] = {"sh", "common/build/deps.sh", "class", NULL};
    const char *make[] = {"make", "-s", "--no-print-directory", dev, "unpack-program", NULL};
    if (access("grader/class/class.mk", F_OK))
        give_up(submission, "a handout of the kit does not read these");
    if (!runs(packages)) give_up(submission, "that takes the packages named above");
    if (!runs(make) || access(program, X_OK))
        give_up(submission, "the program that reads these does not build");
}

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* What unpack says of a lab: where the copy lies, where it lay, or why it was not taken. */
static void take_over(struct build *b, const json_t *taken, const char *folder,
                      const char *submission) {
    const char *from;
    const json_t *lab = json_object_get(json_object_get(taken, "labs"), b->lab->name);
    b->also = (int)json_integer_value(json_object_get(lab, "also"));
    if (text_in(lab, "refused")[0]) {
        b->verdict = VERDICT_REFUSED;
        snprintf(b->message, sizeof(b->message), "%s", text_in(lab, "refused"));
    } else if (text_in(lab, "file")[0]) {
        snprintf(b->source, sizeof(b->source), "%.3400s/%.600s", folder, text_in(lab, "file"));
        from = text_in(lab, "from");
        snprintf(b->shown, sizeof(b->shown), "%.3400s/%.600s", submission,
                 strncmp(from, "./", 2) != 0 ? from : from + 2);
    }
}

static void say_commit(const char *submission, time_t committed) {
    char when[40];
    if (!committed) return;
    strftime(when, sizeof(when), "%Y-%m-%d %H:%M", localtime(&committed));
    fprintf(stderr, "grade: %s is a repository: its last commit counts, of %s\n", submission, when);
}

bool unpacked_sources(const struct workspace *workspace, const char *submission,
                      struct build *builds, size_t n, char *why, size_t size) {
    char program[PATH_MOST], folder[PATH_MOST], list[PATH_MOST + 16];
    make_program(submission, workspace->device, program);
    snprintf(folder, sizeof(folder), "%.4000s/unpacked", workspace->path);
    snprintf(list, sizeof(list), "%s/taken.json", folder);
    const char *unpack[] = {program, submission, folder, NULL};
    json_t *taken = runs(unpack) ? json_load_file(list, 0, NULL) : NULL;
    if (!taken) give_up(submission, "it cannot be read");
    say_commit(submission, (time_t)json_integer_value(json_object_get(taken, "committed")));
    if (text_in(taken, "refused")[0])
        snprintf(why, size, "%.200s is refused: %s", submission, text_in(taken, "refused"));
    for (size_t i = 0; i < n; i++) take_over(&builds[i], taken, folder, submission);
    bool any = json_object_size(json_object_get(taken, "labs")) > 0;
    json_decref(taken);
    return any;
}
