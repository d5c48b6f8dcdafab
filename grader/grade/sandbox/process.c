/**
 * @file
 * @brief Child processes: started, watched by the wall clock, ended with all that they started.
 */
#include "grader/grade/sandbox/process.h"
#include "common/timer.h"
#include "grader/grade/sandbox/usage.h"
#include "grader/grade/sandbox/test_switches.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KEEP = 32 << 10,  /* bytes of output that are kept, half from the front and half from the end */
    FLOOD_MB = 8,     /* of output that end the process, where nothing else is said */
    LOOK_MS = 20,     /* between two looks at memory, or at who is at work */
    ASLEEP_MS = 1000, /* behind the limit, and it waits for what does not come: */
    ASLEEP_LOOKS = 5, /* so many looks in a row have found nobody at work */
    STARVED = 100,    /* times the limit, and the machine will not let it work any more */
    OUTPUT_FILE = 512 << 20, /* the largest file, the output records included */
};

/* What a busy machine does not let work is not late: past its limit a process has worked for so long, or it
 * sleeps, which each look at it tells. */
static bool is_late(struct process *p) {
    double now = timer_now_ms();
    if (now < p->deadline_ms || now < p->next_work_ms || defence_is_out("clock")) return false;
    p->asleep = usage_at_work(p->pid) ? 0 : p->asleep + 1;
    if (p->asleep <= 1) p->asleep_ms = now;
    p->waiting = p->asleep >= ASLEEP_LOOKS && now - p->asleep_ms >= ASLEEP_MS;
    long most_ms =
        (p->cpu_s ? 2 * p->cpu_s : p->limit_s) * 1000L; /* the system holds each process */
    bool late = p->waiting || usage_cpu_ms(p->pid) >= most_ms ||
                now > p->deadline_ms + STARVED * 1e3 * p->limit_s;
    p->next_work_ms = now + LOOK_MS + 10 * (timer_now_ms() - now);
    return late;
}

/* Through high numbers first, so that 3 and 4 are not overwritten before they are copied. */
static void place_descriptors(const struct process *p, int write_end) {
    int null = open("/dev/null", O_RDONLY);
    int in = p->in_fd < 0 ? -1 : fcntl(p->in_fd, F_DUPFD, 100);
    int out = p->out_fd < 0 ? -1 : fcntl(p->out_fd, F_DUPFD, 100);
    int note = p->note_fd ? fcntl(p->note_fd, F_DUPFD, 100) : -1;
    int printed = fcntl(write_end, F_DUPFD, 100);
    dup2(null, 0);
    dup2(printed, 1);
    dup2(printed, 2);
    sandbox_close_descriptors(3, 99);
    if (in >= 0) dup2(in, 3);
    if (out >= 0) dup2(out, 4);
    if (note >= 0) dup2(note, 5);
}

static void become(struct process *p, int write_end, pid_t grader) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != grader) _exit(126); /* it died before that could be asked for */
    if (p->session.on) sandbox_hold(&p->session);
    place_descriptors(p, write_end);
    if (p->session.on) {
        sandbox_exec(&p->session, p->view, p->argv, p->environment, p->cpu_s);
        _exit(126);
    }
    sandbox_close_descriptors(p->note_fd ? 6 : p->in_fd < 0 ? 3 : 5, ~0u);
    const struct rlimit no_core = {0, 0}, file = {OUTPUT_FILE, OUTPUT_FILE};
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &file);
    const struct rlimit cpu = {(rlim_t)p->cpu_s, (rlim_t)p->cpu_s + 1};
    if (p->cpu_s) setrlimit(RLIMIT_CPU, &cpu);
    for (const char *const *e = p->environment; e && *e; e++) putenv((char *)*e);
    if (p->directory && chdir(p->directory)) _exit(126);
    personality(ADDR_NO_RANDOMIZE); // an address in a message is the same tomorrow
    execvp(p->argv[0], (char *const *)p->argv);
    _exit(127);
}

void process_start(struct process *p) {
    int ends[2];
    pid_t grader = getpid();
    p->end = PROCESS_NOT_STARTED;
    p->pid = p->pipe = -1;
    p->n_printed = 0;
    p->seen = 0;
    p->session.on = p->waiting = false;
    p->asleep = 0;
    p->next_look_ms = p->next_work_ms = 0;
    if (defence_is_out("clock")) p->cpu_s = 0;
    p->printed = calloc(1, KEEP + 64);
    if (!p->printed || pipe2(ends, O_CLOEXEC)) return;
    bool ready =
        !p->view || sandbox_kind() == SANDBOX_NONE || sandbox_prepare(&p->session, p->view);
    p->pid = ready ? fork() : -1;
    if (p->pid == 0) become(p, ends[1], grader);
    close(ends[1]);
    if (p->pid < 0) {
        close(ends[0]);
        sandbox_end(&p->session, p->view, 0);
        return;
    }
    setpgid(p->pid, p->pid); /* whichever of the two comes first */
    if (p->session.on) sandbox_started(&p->session);
    p->pipe = ends[0];
    p->deadline_ms = timer_now_ms() + p->limit_s * 1e3;
}

/* Keeps the front, then the end: half of the buffer each. */
static void keep(struct process *p, const char *data, size_t bytes) {
    p->seen += bytes;
    size_t left = KEEP - p->n_printed;
    if (bytes > left) {
        size_t drop = bytes - left;
        if (drop > KEEP / 2) drop = KEEP / 2;
        memmove(p->printed + KEEP / 2, p->printed + KEEP / 2 + drop,
                p->n_printed - KEEP / 2 - drop);
        p->n_printed -= drop;
        if (bytes > KEEP - p->n_printed) {
            data += bytes - (KEEP - p->n_printed);
            bytes = KEEP - p->n_printed;
        }
    }
    memcpy(p->printed + p->n_printed, data, bytes);
    p->n_printed += bytes;
    p->printed[p->n_printed] = 0;
}

/* Takes what there is to read; true when there will be no more. */
static bool take_output(struct process *p) {
    char buffer[8192];
    ssize_t got = read(p->pipe, buffer, sizeof(buffer));
    if (got > 0) keep(p, buffer, (size_t)got);
    return got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN);
}

static bool is_flood(const struct process *p) {
    unsigned long long most = (unsigned long long)(p->output_mb ? p->output_mb : FLOOD_MB) << 20;
    return p->seen > most && !defence_is_out("flood");
}

/* Where control groups count memory that is left to them: between two looks much can be had. Without them the
 * sandbox holds each process alone, and here all that it has started are added up, which takes a while. */
static bool is_exhausted(struct process *p) {
    double now = timer_now_ms();
    if (!p->session.on) return p->memory_mb && usage_memory_mb(p->pid) > p->memory_mb;
    if (sandbox_counts_memory() || now < p->next_look_ms || defence_is_out("memory")) return false;
    bool exhausted = usage_memory_all_mb(p->pid) > sandbox_memory_mb(p->view);
    p->next_look_ms = now + LOOK_MS + 10 * (timer_now_ms() - now);
    return exhausted;
}

static void kill_all(struct process *p) {
    if (p->session.on)
        sandbox_kill(&p->session, p->pid);
    else
        kill(-p->pid, SIGKILL);
}

/* By us, for what it did. */
static bool was_ended(const struct process *p) {
    return p->end == PROCESS_TIMED_OUT || p->end == PROCESS_FLOODED || p->end == PROCESS_EXHAUSTED;
}

/* By what the system says of the process itself, or by what we did to it. */
static void judge_end(struct process *p, int status, bool over_time) {
    bool ours = was_ended(p);
    p->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (p->cpu_s && WIFSIGNALED(status) && (p->code == SIGXCPU || over_time)) {
        p->end = PROCESS_TIMED_OUT;
        p->code = SIGXCPU;
    } else if (!ours) {
        p->end = WIFSIGNALED(status) ? PROCESS_SIGNALLED : PROCESS_EXITED;
    }
}

/* In the sandbox the init process's record says how it ended, not what bubblewrap makes of that. */
static void judge_session(struct process *p) {
    const struct sandbox_session *s = &p->session;
    bool ours = was_ended(p);
    if (!s->empty)
        p->end = PROCESS_LEFT;
    else if (s->exhausted && !(s->said && WIFEXITED(s->end.status) && !WEXITSTATUS(s->end.status)))
        p->end = PROCESS_EXHAUSTED;
    else if (s->said && !s->end.not_run)
        judge_end(p, s->end.status, s->end.cpu_ms >= p->cpu_s * 1000u);
    else if (!ours)
        p->end = PROCESS_NOT_STARTED;
}

/* It has ended and is reaped: so does what it left, before anybody looks at what came out. */
static void finish(struct process *p, int status, bool over_time) {
    struct pollfd ready = {p->pipe, POLLIN, 0};
    if (p->session.on) {
        sandbox_end(&p->session, p->view, p->pid);
        judge_session(p);
    } else {
        judge_end(p, status, over_time);
        kill(-p->pid, SIGKILL); /* what it left in the background */
    }
    while (poll(&ready, 1, 0) > 0 && !is_flood(p) && !take_output(p)) {
    }
}

/* One look at a process; true when it has ended and is reaped. */
static bool look(struct process *p) {
    struct pollfd ready = {p->pipe, POLLIN, 0};
    for (int i = 0; i < 64 && poll(&ready, 1, 0) > 0 && !is_flood(p); i++)
        if (take_output(p)) break;
    int status;
    struct rusage used;
    if (wait4(p->pid, &status, WNOHANG, &used) == p->pid) {
        finish(p, status, p->cpu_s && used.ru_utime.tv_sec + used.ru_stime.tv_sec >= p->cpu_s);
        return true;
    }
    if (was_ended(p)) return false;
    bool late = is_late(p), flood = is_flood(p), exhausted = is_exhausted(p);
    if (!late && !flood && !exhausted) return false;
    p->end = flood ? PROCESS_FLOODED : exhausted ? PROCESS_EXHAUSTED : PROCESS_TIMED_OUT;
    kill_all(p);
    return false;
}

void process_wait(struct process *const *processes, size_t n) {
    size_t left = 0;
    for (size_t i = 0; i < n; i++) left += processes[i]->pid > 0;
    while (left > 0) {
        struct pollfd fds[64];
        nfds_t n_fds = 0;
        for (size_t i = 0; i < n; i++) {
            struct process *p = processes[i];
            if (p->pid <= 0) continue;
            if (look(p)) {
                close(p->pipe);
                p->pid = -1;
                left--;
            } else if (n_fds < 64) {
                fds[n_fds++] = (struct pollfd){p->pipe, POLLIN, 0};
            }
        }
        if (n_fds && poll(fds, n_fds, 2) > 0 && !(fds[0].revents & POLLIN))
            usleep(1000); /* closed, not ended */
    }
}

void process_free(struct process *p) {
    free(p->printed);
    p->printed = NULL;
}
