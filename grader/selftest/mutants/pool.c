/**
 * @file
 * @brief Processes of the grader, one a mutant: started, watched, read, and cleared away.
 */
#include "grader/selftest/mutants/pool.h"
#include "common/timer.h"
#include "grader/selftest/mutants/machine.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A grader has limits of its own for all that it does; one that is not done by then is broken. */
enum { GRADER_SECONDS = 3600, PATIENCE = 4, MOST_PATIENCE = 64 };

/* A place where one mutant after another is graded. */
struct slot {
    pid_t pid; /* 0: free */
    struct mutant *mutant;
    bool again;   /* it runs for the second time */
    int patience; /* times the limit that it has */
    double deadline_ms;
    const char *folder, *submission, *result, *log;
};

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    if (number != SIGALRM) interrupted = number;
}

/* SIGALRM only ends a wait, so that deadlines are looked at. */
static void catch_signals(void) {
    const struct sigaction action = {.sa_handler = on_signal};
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        sigaction(numbers[i], &action, NULL);
}

static bool open_slot(const struct pool *pool, struct slot *s, size_t number) {
    s->pid = 0;
    s->folder = text_format("%s/%zu", pool->folder, number);
    s->submission = text_format("%s/submission", s->folder);
    s->result = text_format("%s/result.json", s->folder);
    s->log = text_format("%s/log", s->folder);
    return mkdir(s->folder, 0755) == 0 && mkdir(s->submission, 0755) == 0;
}

/* The words of `make check LAB=03 KEYS="1 2"` behind the first two, as options of the grader. */
static size_t options_of(const char *command, const char **options, size_t most) {
    char *text = strdup(command), *at = text ? strstr(text, " LAB=") : NULL;
    size_t n = 0;
    while (at && n + 2 <= most) {
        char *name = at + 1, *value = strchr(name, '='), quote = ' ';
        if (!value) break;
        *value++ = 0;
        if (*value == '"') quote = *value++;
        at = strchr(value, quote);
        if (at) *at = 0;
        if (at && quote != ' ') at = at[1] ? at + 1 : NULL;
        for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
        options[n++] = text_format("--%s", name);
        options[n++] = value;
    }
    return n;
}

/* In the new process: it has a group of its own, so that an interrupt reaches it through us alone. */
static void become_grader(const struct pool *pool, const struct slot *s) {
    /* What was too slow once has to be again, though it takes a little less time. */
    const bool was_slow = s->again && s->mutant->verdict == VERDICT_HANG && pool->limit_s > 1;
    const char *limit =
        text_format("%d", was_slow ? pool->limit_s / 2 : pool->limit_s * s->patience);
    const char *argv[40] = {pool->grade, "--device",     pool->device,  "--folder",
                            s->folder,   "--submission", s->submission, "--limit",
                            limit,       "--result",     s->result};
    size_t n = 11;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int null = open("/dev/null", O_RDONLY), log = open(s->log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    if (s->again) {
        n += options_of(s->mutant->repeat, &argv[n], 20);
    } else {
        argv[n++] = "--lab";
        argv[n++] = s->mutant->of->lab;
        argv[n++] = "--until-fail";
        if (pool->explain) argv[n++] = "--explain";
    }
    execv(pool->grade, (char **)argv);
    fprintf(stderr, "%s cannot be started: %s\n", pool->grade, strerror(errno));
    _exit(127);
}

static const char *file_in(const struct slot *s) {
    return text_format("%s/%s", s->submission, s->mutant->of->file);
}

static void start_process(const struct pool *pool, struct slot *s) {
    s->deadline_ms = timer_now_ms() + GRADER_SECONDS * 1e3;
    unlink(s->result);
    s->pid = fork();
    if (s->pid == 0) become_grader(pool, s);
    if (s->pid > 0) return;
    s->pid = 0;
    s->mutant->verdict = VERDICT_INTERNAL;
    s->mutant->message = "no process can be started";
}

static void start(const struct pool *pool, struct slot *s, struct mutant *m) {
    s->mutant = m;
    m->explained = pool->explain;
    s->again = false;
    s->patience = 1;
    if (!text_write(file_in(s), m->source)) {
        m->message = text_format("its source cannot be written: %s", strerror(errno));
        m->verdict = VERDICT_INTERNAL;
        return;
    }
    start_process(pool, s);
}

static enum verdict verdict_named(const char *code) {
    for (int v = 0; v < VERDICTS; v++)
        if (code && strcmp(verdict_code(v), code) == 0) return v;
    return VERDICT_INTERNAL;
}

/* The first stage that is not OK decides; false when the result cannot be read. */
static bool read_result(const struct slot *s) {
    json_error_t error;
    json_t *root = json_load_file(s->result, 0, &error), *stage;
    struct mutant *m = s->mutant;
    size_t i;
    m->stage = m->step = 0;
    m->message = m->kind = "";
    m->repeat = NULL;
    m->verdict = json_array_size(json_object_get(root, "stages")) ? VERDICT_OK : VERDICT_INTERNAL;
    json_array_foreach(json_object_get(root, "stages"), i, stage) {
        m->verdict = verdict_named(json_string_value(json_object_get(stage, "verdict")));
        if (m->verdict == VERDICT_OK) continue;
        m->stage = (int)json_integer_value(json_object_get(stage, "stage"));
        m->step = (int)json_integer_value(json_object_get(stage, "step"));
        m->message = text_format("%s", json_string_value(json_object_get(stage, "message")));
        m->kind = text_format("%s", json_string_value(json_object_get(stage, "class")));
        m->repeat = text_format("%s", json_string_value(json_object_get(stage, "repeat")));
        break;
    }
    json_decref(root);
    return m->verdict != VERDICT_INTERNAL;
}

/* The grader itself failed: what it said last. */
static void blame_grader(const struct slot *s, int status) {
    struct text log = {.n = 0};
    const char *last = text_read(&log, s->log) && log.n ? log.lines[log.n - 1] : "nothing";
    s->mutant->verdict = VERDICT_INTERNAL;
    s->mutant->message =
        text_format("the grader ends with %s %d; it last said: %s",
                    WIFSIGNALED(status) ? "signal" : "exit code",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), last);
}

/* Over the limit, and that is not how it should end: it may just be a slow machine. */
static bool needs_time(const struct slot *s) {
    struct mutant judged = *s->mutant;
    decide(&judged);
    return judged.verdict == VERDICT_HANG && judged.fate >= FATE_SURVIVED &&
           s->patience < MOST_PATIENCE;
}

static void finish(const struct pool *pool, struct slot *s, int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    struct mutant *m = s->mutant;
    s->pid = 0;
    if (s->again) {
        m->not_again = code != 1;
    } else if (!read_result(s) || code != (m->verdict == VERDICT_OK ? 0 : 1)) {
        blame_grader(s, status);
    } else if (needs_time(s)) {
        s->patience *= PATIENCE;
        start_process(pool, s);
        return;
    } else if (pool->explain && m->repeat) {
        s->again = true;
        start_process(pool, s);
        return;
    }
    unlink(file_in(s));
}

static void wait_for_one(const struct pool *pool, struct slot *slots) {
    size_t n = pool->jobs;
    int status;
    alarm(1);
    pid_t pid = waitpid(-1, &status, 0);
    alarm(0);
    for (size_t i = 0; i < n; i++) {
        if (slots[i].pid && slots[i].pid == pid)
            finish(pool, &slots[i], status);
        else if (slots[i].pid && timer_now_ms() > slots[i].deadline_ms)
            kill(-slots[i].pid, SIGKILL);
    }
}

/* Asks all to end and tidy up, then makes them. */
static void stop_all(struct slot *slots, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (slots[i].pid) kill(-slots[i].pid, SIGTERM);
    for (size_t i = 0; i < n; i++) {
        for (int wait = 0; slots[i].pid && wait < 200; wait++) {
            if (waitpid(slots[i].pid, NULL, WNOHANG)) slots[i].pid = 0;
            usleep(10000);
        }
        if (slots[i].pid) kill(-slots[i].pid, SIGKILL);
    }
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    return remove(path) && errno != ENOENT;
}

/* A compiler that is still running may put a file back: twice is enough. */
static void remove_folder(const char *path) {
    for (int i = 0; i < 10 && nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); i++) usleep(100000);
}

static struct mutant *next_one(struct mutants *all, size_t *next) {
    while (*next < all->n && (!all->list[*next].chosen || all->list[*next].fate != FATE_NOT_RUN))
        ++*next;
    return *next < all->n ? &all->list[(*next)++] : NULL;
}

/* One that survives and of which nothing is said may be the solution, written differently. */
static void settle(const struct pool *pool, struct mutant *m) {
    decide(m);
    bool made = m->claim == CLAIM_NOTHING || m->claim == CLAIM_UNSEEN;
    if (m->fate == FATE_SURVIVED && made && machine_code_same(m, pool->device, pool->folder))
        m->fate = FATE_SAME_CODE;
}

static void run_all(const struct pool *pool, struct mutants *all, struct slot *slots,
                    void (*done)(const struct mutants *all)) {
    size_t next = 0, busy;
    do {
        busy = 0;
        for (size_t i = 0; i < pool->jobs; i++) {
            struct slot *s = &slots[i];
            if (!s->pid && s->mutant) {
                settle(pool, s->mutant);
                s->mutant = NULL;
                done(all);
            }
            struct mutant *m = s->pid ? NULL : next_one(all, &next);
            if (m) start(pool, s, m);
            busy += s->mutant != NULL;
        }
        if (busy) wait_for_one(pool, slots);
    } while (busy && !interrupted);
}

bool pool_run(const struct pool *pool, struct mutants *all,
              void (*done)(const struct mutants *all)) {
    struct slot *slots = must_have(pool->jobs, sizeof(*slots));
    catch_signals();
    bool opened = mkdir(pool->folder, 0755) == 0;
    for (size_t i = 0; i < pool->jobs && opened; i++) opened = open_slot(pool, &slots[i], i);
    if (opened)
        run_all(pool, all, slots, done);
    else
        fprintf(stderr, "mutants: no folder can be made in %s: %s\n", pool->folder,
                strerror(errno));
    stop_all(slots, pool->jobs);
    remove_folder(pool->folder);
    return opened && !interrupted;
}
