/**
 * @file
 * @brief Locks a process in: limits, files, user, system calls, in the order in which that can be done.
 */
#include "grader/grade/sandbox/limits.h"
#include "grader/grade/sandbox/test_switches.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_OPEN = 256 };

static bool limit(int what, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit(what, &now)) return false;
    if (hard > now.rlim_max) hard = now.rlim_max;
    if (soft > hard) soft = hard;
    return setrlimit(what, &(struct rlimit){soft, hard}) == 0;
}

static bool limit_mb(int what, int mb) {
    rlim_t bytes = (rlim_t)mb << 20;
    return mb == 0 || limit(what, bytes, bytes);
}

static bool set_limits(const struct sandbox_limits *c) {
    rlim_t cpu = (rlim_t)c->cpu_s, tasks = (rlim_t)c->tasks;
    /* Not 0: a limit of 1 byte alone keeps the kernel from starting a program that takes the dump. */
    return limit(RLIMIT_CORE, 1, 1) && limit_mb(RLIMIT_AS, c->memory_mb) &&
           limit_mb(RLIMIT_FSIZE, c->file_mb) && (!cpu || limit(RLIMIT_CPU, cpu, cpu + 1)) &&
           (!tasks || limit(RLIMIT_NPROC, tasks, tasks)) &&
           (c->device || limit(RLIMIT_NOFILE, MOST_OPEN, MOST_OPEN));
}

/* With the user the capabilities go too. */
static bool change_user(int uid) {
    gid_t gid = (gid_t)uid;
    if (uid < 0) return true;
    return setgroups(0, NULL) == 0 && setresgid(gid, gid, gid) == 0 &&
           setresuid((uid_t)uid, (uid_t)uid, (uid_t)uid) == 0;
}

/* Where memory runs out for all, this process goes first, and not the grader or somebody else's. */
static void go_first(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (write(fd, "1000", 4) != 4) errno = 0; /* then it is the kernel's choice */
    close(fd);
}

bool limits_lock(const struct sandbox_limits *limits) {
    go_first();
    errno = EPERM;
    return set_limits(limits) &&
           (!limits->bare || defence_is_out("landlock") || limits_forbid_files(limits)) &&
           change_user(limits->uid) && prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
           (defence_is_out("seccomp") || limits_forbid_calls(limits));
}
