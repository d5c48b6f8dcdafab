/**
 * @file
 * @brief What processes have used, from /proc.
 */
#include "grader/grade/sandbox/usage.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 13 };

struct one {
    pid_t pid, parent, group;
    long ticks, pages; /* of processor time; in memory, shared ones among them */
    char state;
    bool counts;
};

/* A process may call itself anything, so what counts stands behind the last parenthesis. */
static bool read_one(const char *pid, struct one *one) {
    char path[280], text[1024];
    long used[4], pages;
    int parent, group;
    char state;
    snprintf(path, sizeof(path), "/proc/%.250s/stat", pid);
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
    if (file) fclose(file);
    text[n] = 0;
    const char *rest = strrchr(text, ')');
    if (!rest ||
        sscanf(rest,
               ") %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld "
               "%*d %*d %*d %*d %*u %*u %ld",
               &state, &parent, &group, &used[0], &used[1], &used[2], &used[3], &pages) != 8)
        return false;
    *one = (struct one){.pid = atoi(pid),
                        .parent = parent,
                        .group = group,
                        .ticks = used[0] + used[1] + used[2] + used[3],
                        .pages = pages,
                        .state = state};
    return true;
}

static size_t read_all(struct one *all) {
    size_t n = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *d; folder && n < MOST && (d = readdir(folder));)
        if (d->d_name[0] >= '1' && d->d_name[0] <= '9') n += read_one(d->d_name, &all[n]);
    if (folder) closedir(folder);
    return n;
}

static bool come_from(const struct one *all, size_t n, pid_t pid) {
    for (size_t i = 0; i < n; i++)
        if (all[i].pid == pid) return all[i].counts;
    return false;
}

/* All processes, those that come from this one marked; *n of them, to be freed. */
static struct one *family(pid_t pid, size_t *n) {
    struct one *all = calloc(MOST, sizeof(*all));
    *n = all ? read_all(all) : 0;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < *n; i++) {
            bool own = all[i].pid == pid || all[i].group == pid;
            if (all[i].counts || (!own && !come_from(all, *n, all[i].parent))) continue;
            all[i].counts = more = true;
        }
    }
    return all;
}

long usage_cpu_ms(pid_t pid) {
    size_t n;
    struct one *all = family(pid, &n);
    long ticks = 0;
    for (size_t i = 0; i < n; i++) ticks += all[i].counts ? all[i].ticks : 0;
    free(all);
    return ticks * 1000 / sysconf(_SC_CLK_TCK);
}

/* Running, about to run, or waiting for a disk: what a busy machine makes slow. */
static bool is_at_work(char state) {
    return state == 'R' || state == 'D';
}

static bool has_thread_at_work(pid_t pid) {
    char path[300];
    struct one thread;
    snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
    DIR *folder = opendir(path);
    bool found = false;
    for (struct dirent *d; folder && !found && (d = readdir(folder));) {
        snprintf(path, sizeof(path), "%d/task/%.200s", (int)pid, d->d_name);
        found = d->d_name[0] != '.' && read_one(path, &thread) && is_at_work(thread.state);
    }
    if (folder) closedir(folder);
    return found;
}

bool usage_at_work(pid_t pid) {
    size_t n;
    bool found = false;
    struct one *all = family(pid, &n);
    for (size_t i = 0; i < n && !found; i++)
        found = all[i].counts && (is_at_work(all[i].state) || has_thread_at_work(all[i].pid));
    free(all);
    return found;
}

/* A process's share of what it has together with others; otherwise what it says that it has. */
static long share_kb(const struct one *one, long kb_a_page) {
    char path[64], line[200];
    long kb = one->pages * kb_a_page;
    snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", (int)one->pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file))
        if (sscanf(line, "Pss: %ld", &kb) == 1) break;
    if (file) fclose(file);
    return kb;
}

long usage_memory_all_mb(pid_t pid) {
    size_t n;
    struct one *all = family(pid, &n);
    long kb_a_page = sysconf(_SC_PAGESIZE) >> 10, kb = 0;
    for (size_t i = 0; i < n; i++) kb += all[i].counts ? share_kb(&all[i], kb_a_page) : 0;
    free(all);
    return kb >> 10;
}

long usage_memory_mb(pid_t pid) {
    char path[64];
    long pages = 0;
    snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}
