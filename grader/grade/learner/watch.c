/**
 * @file
 * @brief Looks at the learner's files ten times a second: what the system tells by itself it does not
 * tell everywhere, and a few dozen files cost nothing.
 */
#include "grader/grade/learner/watch.h"
#include "grader/shared/said.h"
#include "common/hash64.h"
#include "grader/grade/learner/fingerprint.h"

#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS_A_SECOND = 10, FILES = 512 };

struct seen {
    char path[300];
    uint64_t stamp;
    const struct stage_lab *lab;
};

struct watch {
    const struct course *course;
    const struct stage_lab *only;
    struct seen files[FILES];
    size_t n;
    pid_t checking; /* 0: nothing is being checked */
    uint64_t kit;   /* what this program was built from */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    interrupted = number;
}

/* Another file under the name, another size or time: another stamp. */
static uint64_t stamp_of(const char *path) {
    struct stat s;
    if (stat(path, &s)) return 0;
    uint64_t time = (uint64_t)s.st_mtim.tv_sec * 1000000000u + (uint64_t)s.st_mtim.tv_nsec;
    return mix64(mix64(time) + mix64(s.st_ino) + (uint64_t)s.st_size) | 1;
}

static void add_files(struct watch *w, const struct stage_lab *lab, const char *ending) {
    char pattern[300];
    glob_t found;
    snprintf(pattern, sizeof(pattern), "%.100s/%.100s/*.%s", w->course->submission, lab->name,
             ending);
    if (glob(pattern, 0, NULL, &found)) return;
    for (size_t i = 0; i < found.gl_pathc && w->n < FILES; i++) {
        struct seen *f = &w->files[w->n++];
        snprintf(f->path, sizeof(f->path), "%s", found.gl_pathv[i]);
        f->stamp = stamp_of(f->path);
        f->lab = lab;
    }
    globfree(&found);
}

static void look_for_files(struct watch *w) {
    static const char *const endings[] = {"cu", "c", "h"};
    w->n = 0;
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        for (size_t i = 0; i < 3 && (!w->only || lab == w->only); i++)
            add_files(w, lab, endings[i]);
}

static void wait_a_little(void) {
    const struct timespec pause = {0, 1000000000 / LOOKS_A_SECOND};
    nanosleep(&pause, NULL);
}

/* A file that was saved, and is whole: editors empty or remove it first. NULL: none. */
static struct seen *saved_file(struct watch *w) {
    for (size_t i = 0; i < w->n; i++) {
        struct seen *f = &w->files[i];
        uint64_t stamp = stamp_of(f->path);
        while (stamp != f->stamp && !interrupted) {
            struct stat s;
            wait_a_little();
            uint64_t next = stamp_of(f->path);
            bool whole = next && stat(f->path, &s) == 0 && s.st_size > 0;
            if (next == stamp && !whole) break;
            if (next == stamp) {
                f->stamp = stamp;
                return f;
            }
            stamp = next;
        }
    }
    return NULL;
}

/*
 * A check is a process of its own, so that the next save can end it.
 */
static void stop_check(struct watch *w) {
    if (w->checking <= 0) return;
    kill(w->checking, SIGTERM);
    while (waitpid(w->checking, NULL, 0) < 0 && errno == EINTR) {
    }
    terminal_passing(&w->course->screen, NULL);
    w->checking = 0;
}

/* An update came while the watch was on: what judges is built anew, and then it judges. */
static _Noreturn void check_with_new_kit(const struct course *c, const struct stage_lab *lab) {
    char build[100], program[300];
    snprintf(build, sizeof(build), "make -s --no-print-directory grade-program DEV=%s",
             strcmp(c->device, "gpu") != 0 ? "cpu" : "gpu");
    snprintf(program, sizeof(program), "%.280s/grade", c->folder);
    fputs(said("the kit has changed, and is built\n"), c->screen.out);
    fflush(NULL);
    const char *words[12] = {program,   "--device",   c->device, "--folder",
                             c->folder, "--progress", c->state,  "check"};
    int n = 8;
    if (c->lines) words[n++] = "--lines=gcc";
    if (lab) words[n++] = "--lab", words[n++] = lab->name;
    if (system(build) == 0) execv(program, (char **)words);
    exit(2);
}

static void start_check(struct watch *w, const struct stage_lab *lab) {
    fflush(NULL);
    w->checking = fork();
    if (w->checking == 0 && fingerprint_kit() != w->kit) check_with_new_kit(w->course, lab);
    if (w->checking == 0) exit(course_check(w->course, lab));
    if (w->checking < 0) perror("watch: no process can be started");
}

static void say_time(const struct watch *w, const char *what) {
    const struct terminal *s = &w->course->screen;
    char clock[16];
    time_t now = time(NULL);
    strftime(clock, sizeof(clock), "%H:%M:%S", localtime(&now));
    fprintf(s->out, "\n%s%s  %s%s\n", terminal_tone(s, TONE_FAINT), clock, what,
            terminal_tone(s, TONE_PLAIN));
    fflush(s->out);
}

static void finish_check(struct watch *w) {
    if (w->checking <= 0 || waitpid(w->checking, NULL, WNOHANG) != w->checking) return;
    w->checking = 0;
    say_time(w, said("waiting for the next save (Ctrl-C ends it)"));
}

/*
 * Ctrl-C is for the watch alone: make, which started it, would call it an error. So the watch takes the
 * terminal to itself, as a shell's job does, and hands it back.
 */
static pid_t take_terminal(void) {
    pid_t before = tcgetpgrp(STDIN_FILENO);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGTSTP, SIG_IGN); /* whoever waits for the watch would not stop with it */
    if (before < 0 || before != getpgrp() || before == getpid() || setpgid(0, 0)) return -1;
    return tcsetpgrp(STDIN_FILENO, getpgrp()) ? -1 : before;
}

static void look_and_check(struct watch *w) {
    struct seen *saved = saved_file(w);
    if (saved && !interrupted) {
        stop_check(w);
        say_time(w, saved->path);
        start_check(w, saved->lab);
    }
    finish_check(w);
    wait_a_little();
}

int watch_labs(const struct course *course, const struct stage_lab *only) {
    struct watch *w = calloc(1, sizeof(*w));
    const struct sigaction note = {.sa_handler = on_interrupt};
    if (!w) return 2;
    *w = (struct watch){.course = course, .only = only, .kit = fingerprint_kit()};
    sigaction(SIGINT, &note, NULL);
    sigaction(SIGTERM, &note, NULL);
    pid_t terminal = take_terminal();
    look_for_files(w);
    start_check(w, only);
    while (!interrupted) look_and_check(w);
    stop_check(w);
    say_time(w, said("the watch is over"));
    if (terminal > 0) tcsetpgrp(STDIN_FILENO, terminal);
    free(w);
    return 0;
}
