/**
 * @file
 * @brief What processes have used, from /proc.
 */
#include "grader/judge/usage.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 13 };

struct one {
    pid_t pid, parent;
    long ticks;
    bool counts;
};

/* A process may call itself anything, so what counts stands behind the last parenthesis. */
static bool read_one(const char *pid, struct one *one) {
    char path[280], text[1024];
    long used[4];
    int parent;
    snprintf(path, sizeof path, "/proc/%.250s/stat", pid);
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[n] = 0;
    const char *rest = strrchr(text, ')');
    if (!rest || sscanf(rest, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld",
                        &parent, &used[0], &used[1], &used[2], &used[3]) != 5)
        return false;
    *one = (struct one){atoi(pid), parent, used[0] + used[1] + used[2] + used[3], false};
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

long usage_cpu_ms(pid_t pid) {
    struct one *all = calloc(MOST, sizeof *all);
    size_t n = all ? read_all(all) : 0;
    long ticks = 0;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < n; i++) {
            if (all[i].counts || (all[i].pid != pid && !come_from(all, n, all[i].parent))) continue;
            all[i].counts = more = true;
            ticks += all[i].ticks;
        }
    }
    free(all);
    return ticks * 1000 / sysconf(_SC_CLK_TCK);
}

long usage_memory_mb(pid_t pid) {
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    if (fscanf(file, "%*s %ld", &pages) != 1) pages = 0;
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) >> 10) >> 10;
}
