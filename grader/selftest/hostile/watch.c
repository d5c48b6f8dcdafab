/**
 * @file
 * @brief Runs the grader and watches it: how long, how large, and what it leaves behind.
 */
#include "common/timer.h"
#include "grader/selftest/hostile/hostile.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PRELOAD "build/cpu/descriptors.so" /* descriptors.c */

/* A number behind a name in /proc/PID/status; 0 when there is none. */
static long status_number(const char *pid, const char *name, int base) {
    char path[64], line[200];
    long value = 0;
    snprintf(path, sizeof(path), "/proc/%.20s/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file))
        if (strncmp(line, name, strlen(name)) == 0) value = strtol(line + strlen(name), NULL, base);
    if (file) fclose(file);
    return value;
}

/* Also one that was killed, and that the machine has not yet let die. */
static bool is_dead(const char *pid) {
    char path[64], text[512] = "";
    snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "r");
    size_t got = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file) fclose(file);
    const char *state = got ? strrchr(text, ')') : NULL;
    bool killed =
        (status_number(pid, "SigPnd:", 16) | status_number(pid, "ShdPnd:", 16)) >> (SIGKILL - 1) &
        1;
    return !state || strchr("ZX", state[2]) != NULL || killed;
}

/* Whoever has lost his parents becomes ours (prctl below); so whoever is ours now was left behind. */
static int end_what_is_left(void) {
    int found = 0;
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        if (e->d_name[0] < '0' || e->d_name[0] > '9' || is_dead(e->d_name)) continue;
        if (status_number(e->d_name, "PPid:", 10) != getpid()) continue;
        kill((pid_t)atoi(e->d_name), SIGKILL);
        found++;
    }
    if (proc) closedir(proc);
    return found;
}

static pid_t start(const char *const *argv, const char *out) {
    pid_t pid = fork();
    if (pid) return pid;
    int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    int null = open("/dev/null", O_RDONLY);
    dup2(null, 0);
    dup2(fd, 1);
    dup2(fd, 2);
    syscall(SYS_close_range, 3, ~0u, 0); /* what we were given by whoever started us */
    char *preload = realpath(PRELOAD, NULL);
    if (preload) setenv("LD_PRELOAD", preload, 1);
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

struct watched watch(const char *const *argv, const char *out, double most_s) {
    struct watched w = {0};
    char number[24];
    double began = timer_now_ms();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = start(argv, out);
    w.pid = pid;
    snprintf(number, sizeof(number), "%d", (int)pid);
    struct rusage used = {0};
    while (pid > 0 && wait4(pid, &w.status, WNOHANG, &used) == 0) {
        long peak = status_number(number, "VmHWM:", 10);
        if (peak > w.peak_kb) w.peak_kb = peak;
        w.overdue = (timer_now_ms() - began) / 1e3 > most_s;
        if (w.overdue) kill(pid, SIGKILL);
        usleep(5000);
    }
    w.seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    for (int round = 0, found = 1; round < 100 && found; round++) {
        usleep(1000);
        found = end_what_is_left();
        w.left += found;
    }
    return w;
}
