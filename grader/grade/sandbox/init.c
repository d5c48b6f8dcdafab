/**
 * @file
 * @brief The init process: stands between the grader and a process that it does not trust, locks that in, and
 *        says how it ended.
 *
 *     init uid=60100 memory=2048 ... [read=PATH ...] [write=PATH ...] -- PROGRAM ARGUMENTS...
 *
 * In namespaces it is the first process, so that all others end with it. Of the process that it keeps it
 * is another user where the grader is root, and cannot be looked into or signalled anyway. Descriptor 6
 * takes its record, 7 what the process left in $TMPDIR/report.json; neither is handed on.
 */
#include "grader/grade/sandbox/init.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *value_of(const char *word, const char *name) {
    size_t length = strlen(name);
    return strncmp(word, name, length) != 0 || word[length] != '=' ? NULL : word + length + 1;
}

static bool read_word(struct sandbox_limits *c, const char *word) {
    const struct {
        const char *name;
        int *number;
    } numbers[] = {{"uid", &c->uid},
                   {"memory", &c->memory_mb},
                   {"file", &c->file_mb},
                   {"cpu", &c->cpu_s},
                   {"tasks", &c->tasks}};
    const char *value;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        if ((value = value_of(word, numbers[i].name)))
            return *numbers[i].number = atoi(value), true;
    if ((value = value_of(word, "read")) && c->n_read < LIMITS_PATHS)
        return c->read[c->n_read++] = value, true;
    if ((value = value_of(word, "write")) && c->n_write < LIMITS_PATHS)
        return c->write[c->n_write++] = value, true;
    if (strcmp(word, "device") == 0) return c->device = true;
    if (strcmp(word, "builds") == 0) return c->builds = true;
    if (strcmp(word, "bare") == 0) return c->bare = true;
    return false;
}

static char **read_order(struct sandbox_limits *limits, char **words) {
    *limits = (struct sandbox_limits){.uid = -1};
    for (; *words && strcmp(*words, "--") != 0; words++)
        if (!read_word(limits, *words)) return NULL;
    return *words && words[1] ? words + 1 : NULL;
}

/* Of what a dead grader left nothing stays: the first process takes a namespace with it, any other its group. */
static _Noreturn void end_all(const struct sandbox_limits *limits) {
    if (limits->bare) kill(0, SIGKILL);
    _exit(1);
}

static sigset_t child_signal; /* read from a descriptor here, beside others */

/* `trouble` closes by itself when the program runs; otherwise it says why it does not. */
static _Noreturn void become(const struct sandbox_limits *limits, char **program, int trouble) {
    sigprocmask(SIG_UNBLOCK, &child_signal, NULL);
    personality(ADDR_NO_RANDOMIZE); // an address in a message is the same tomorrow
    bool locked = limits_lock(limits);
    if (locked) execvp(program[0], program);
    int why = errno;
    fprintf(stderr, "init: %s cannot be %s: %s\n", program[0], locked ? "run" : "locked in",
            strerror(why));
    _exit(write(trouble, &why, sizeof(why)) == sizeof(why) ? 126 : 127);
}

static pid_t start(const struct sandbox_limits *limits, char **program,
                   struct session_record *record) {
    int trouble[2];
    if (pipe2(trouble, O_CLOEXEC)) return -1;
    pid_t child = fork();
    if (child == 0) become(limits, program, trouble[1]);
    close(trouble[1]);
    if (read(trouble[0], &record->not_run, sizeof(int)) != sizeof(int)) record->not_run = 0;
    close(trouble[0]);
    return child;
}

/* Reaps all that have ended; true when the child is one of them. */
static bool has_ended(pid_t child, int *status) {
    int its;
    bool is_child = false;
    for (pid_t ended; (ended = waitpid(-1, &its, WNOHANG)) > 0;)
        if (ended == child) *status = its, is_child = true;
    return is_child;
}

/* Waits for it, then ends and reaps whatever it left: in namespaces all others, else all that are in
 * the group when the grader ends that. Only the grader reads the record: when nobody can any more it has died,
 * which no signal would tell from within a namespace that bubblewrap is still making. */
static void wait_for(pid_t child, const struct sandbox_limits *limits,
                     struct session_record *record) {
    struct rusage used;
    int status = 0;
    char drained[sizeof(struct signalfd_siginfo)];
    struct pollfd both[] = {{signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK), POLLIN, 0},
                            {INIT_RECORD_FD, 0, 0}};
    while (!has_ended(child, &status)) {
        poll(both, 2, -1);
        if (both[1].revents) end_all(limits);
        while (read(both[0].fd, drained, sizeof(drained)) > 0) {
        }
    }
    record->status = status;
    if (!limits->bare) {
        kill(-1, SIGKILL);
        while (wait(NULL) > 0 || errno == EINTR) {
        }
    }
    getrusage(RUSAGE_CHILDREN, &used);
    record->cpu_ms = (unsigned)((used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                                (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000);
    record->memory_mb = (unsigned)(used.ru_maxrss >> 10);
}

/* What the dead process left, if it is a plain file. */
static void hand_over(void) {
    char path[4096], bytes[1 << 16];
    const char *folder = getenv("TMPDIR");
    struct stat status;
    ssize_t got = 0;
    snprintf(path, sizeof(path), "%.4000s/%s", folder ? folder : "/tmp", INIT_REPORT);
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool plain = from >= 0 && fstat(from, &status) == 0 && S_ISREG(status.st_mode);
    for (long left = INIT_REPORT_BYTES; plain && left > 0; left -= got > 0 ? got : 0) {
        got = read(from, bytes, sizeof(bytes));
        if (got <= 0 || write(INIT_REPORT_FD, bytes, (size_t)got) != got) break;
    }
    if (from >= 0) close(from);
}

int main(int argc, char **argv) {
    struct sandbox_limits limits;
    struct session_record record = {0};
    char **program = read_order(&limits, argc > 0 ? argv + 1 : argv);
    if (argc == 6 && strcmp(argv[1], "probe") == 0) return probe(argv + 2);
    if (!program) return fputs("init: a part of the grader. It is not run by hand\n", stderr), 2;
    fcntl(INIT_RECORD_FD, F_SETFD, FD_CLOEXEC);
    fcntl(INIT_REPORT_FD, F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_DUMPABLE, 0); /* nobody of the same user looks into it */
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_signal, NULL);
    pid_t child = start(&limits, program, &record);
    if (child < 0) return 126;
    wait_for(child, &limits, &record);
    hand_over();
    bool said = write(INIT_RECORD_FD, &record, sizeof(record)) == sizeof(record);
    return said ? 0 : 1;
}
