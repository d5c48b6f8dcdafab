/**
 * @file
 * @brief Control groups (see cgroup.h). A run's folder is locked as long as the run lives.
 */
#include "grader/grade/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OURS "sortlab-grade-"

enum { PATH_BYTES = 1024, TRIES = 1000 };

/* The folders to make groups in: one of version 2, or of version 1 one for memory and one for pids. */
static struct tree {
    char above[PATH_BYTES], run[PATH_BYTES + 64];
    int lock;
    bool memory, pids, second; /* what it counts; whether it is of version 2 */
} trees[2];
static int n_trees;

/*
 * Small files.
 */
static bool put(const char *folder, const char *name, const char *text) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return written;
}

static bool put_number(const char *folder, const char *name, long long number) {
    char text[32];
    snprintf(text, sizeof(text), "%lld", number);
    return put(folder, name, text);
}

static const char *get(const char *folder, const char *name, char *text, size_t size) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, size - 1);
    if (fd >= 0) close(fd);
    text[got > 0 ? got : 0] = 0;
    return text;
}

/* A word of a list with blanks or commas between. */
static bool lists(const char *list, const char *word) {
    size_t length = strlen(word);
    for (; *list; list += strspn(list, " ,\n")) {
        size_t own = strcspn(list, " ,\n");
        if (own == length && strncmp(list, word, own) == 0) return true;
        list += own;
    }
    return false;
}

/*
 * Where groups can be made.
 */

/* The group of version 1 that this process is in; "/" when it is not said. */
static void own_group(const char *controller, char *path, size_t size) {
    char line[PATH_BYTES];
    FILE *file = fopen("/proc/self/cgroup", "re");
    snprintf(path, size, "/");
    while (file && fgets(line, sizeof(line), file)) {
        char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        group[strcspn(group, "\n")] = 0;
        if (lists(list + 1, controller)) snprintf(path, size, "%s", group);
    }
    if (file) fclose(file);
}

static void add_first(const char *mounted, const char *controller) {
    struct tree *t = &trees[n_trees];
    char group[PATH_BYTES / 2];
    if (n_trees == 2) return;
    own_group(controller, group, sizeof(group));
    snprintf(t->above, sizeof(t->above), "%.400s%s", mounted, strcmp(group, "/") != 0 ? group : "");
    /* In a container the group may have another name than /proc says. */
    if (access(t->above, W_OK)) snprintf(t->above, sizeof(t->above), "%.400s", mounted);
    t->memory = strcmp(controller, "memory") == 0;
    t->pids = !t->memory;
    n_trees += access(t->above, W_OK) == 0;
}

static void add_second(const char *mounted) {
    struct tree *t = &trees[n_trees];
    char handed_on[512];
    get(mounted, "cgroup.subtree_control", handed_on, sizeof(handed_on));
    if (n_trees == 2 || !lists(handed_on, "memory") || access(mounted, W_OK)) return;
    snprintf(t->above, sizeof(t->above), "%.400s", mounted);
    t->memory = t->second = true;
    t->pids = lists(handed_on, "pids");
    n_trees++;
}

static void find_trees(void) {
    char line[2 * PATH_BYTES], mounted[512], kind[64], options[512];
    FILE *file = fopen("/proc/self/mounts", "re");
    n_trees = 0;
    while (file && fgets(line, sizeof(line), file)) {
        if (sscanf(line, "%*s %511s %63s %511s", mounted, kind, options) != 3) continue;
        if (strcmp(kind, "cgroup2") == 0) add_second(mounted);
        if (strcmp(kind, "cgroup") != 0) continue;
        if (lists(options, "memory")) add_first(mounted, "memory");
        if (lists(options, "pids")) add_first(mounted, "pids");
    }
    if (file) fclose(file);
}

/*
 * Groups.
 */
static void kill_all(const char *group) {
    char list[1 << 14];
    get(group, "cgroup.procs", list, sizeof(list));
    for (char *at = list, *end; *at; at = end + strspn(end, "\n")) {
        long pid = strtol(at, &end, 10);
        if (end == at) return;
        if (pid > 0) kill((pid_t)pid, SIGKILL);
    }
}

/* Only an empty group can be removed, so that this is the proof. */
static bool end_group(const char *group) {
    for (int i = 0; i < TRIES; i++) {
        if (rmdir(group) == 0 || errno == ENOENT) return true;
        if (errno != EBUSY) return false;
        kill_all(group);
        usleep(1000);
    }
    return false;
}

/* A run's folder, with the groups of its launches. */
static void end_run(const char *run) {
    char group[2 * PATH_BYTES];
    DIR *folder = opendir(run);
    for (struct dirent *d; folder && (d = readdir(folder));) {
        snprintf(group, sizeof(group), "%s/%.200s", run, d->d_name);
        if (d->d_type == DT_DIR && d->d_name[0] != '.') end_group(group);
    }
    if (folder) closedir(folder);
    end_group(run);
}

/* One that nobody has locked is that of a run that was killed. */
static void remove_stale(const char *run) {
    int fd = open(run, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) end_run(run);
    if (fd >= 0) close(fd);
}

static void remove_all_stale(const struct tree *t) {
    char run[2 * PATH_BYTES];
    DIR *folder = opendir(t->above);
    for (struct dirent *d; folder && (d = readdir(folder));) {
        if (strncmp(d->d_name, OURS, strlen(OURS)) != 0) continue;
        snprintf(run, sizeof(run), "%s/%.200s", t->above, d->d_name);
        remove_stale(run);
    }
    if (folder) closedir(folder);
}

/* Graders in two containers may have one number, and see one tree: who comes second counts on. */
static bool make_run(struct tree *t) {
    for (int i = 0; i < TRIES; i++) {
        snprintf(t->run, sizeof(t->run), i ? "%s/" OURS "%d-%d" : "%s/" OURS "%d", t->above,
                 (int)getpid(), i);
        if (mkdir(t->run, 0755) == 0) return true;
        if (errno != EEXIST) break;
    }
    t->run[0] = 0;
    return false;
}

/* While the folder above is locked nobody takes a fresh one for a stale one. */
static bool open_run(struct tree *t) {
    int above = open(t->above, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (above < 0 || flock(above, LOCK_EX)) return false;
    remove_all_stale(t);
    bool made = make_run(t);
    t->lock = made ? open(t->run, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    made = t->lock >= 0 && flock(t->lock, LOCK_EX) == 0;
    if (made && t->second)
        made = put(t->run, "cgroup.subtree_control", t->pids ? "+memory +pids" : "+memory");
    close(above);
    return made;
}

bool cgroup_open(void) {
    find_trees();
    bool memory = false;
    for (int i = 0; i < n_trees; i++) memory |= trees[i].memory;
    for (int i = 0; i < n_trees && memory; i++)
        if (!open_run(&trees[i])) memory = false;
    if (!memory) cgroup_close();
    return memory;
}

void cgroup_close(void) {
    for (int i = 0; i < n_trees; i++) {
        if (trees[i].run[0]) end_run(trees[i].run);
        if (trees[i].lock > 0) close(trees[i].lock);
        trees[i] = (struct tree){.lock = 0};
    }
    n_trees = 0;
}

static const char *group_of(const struct tree *t, int slot, char *path, size_t size) {
    snprintf(path, size, "%s/%d", t->run, slot);
    return path;
}

static bool set(const struct tree *t, const char *group, int memory_mb, int tasks) {
    long long bytes = (long long)memory_mb << 20;
    bool done = true;
    if (t->memory && memory_mb) {
        done = put_number(group, t->second ? "memory.max" : "memory.limit_in_bytes", bytes);
        if (t->second)
            put_number(group, "memory.swap.max", 0); /* where there is swap */
        else
            put_number(group, "memory.memsw.limit_in_bytes", bytes);
    }
    if (t->pids && tasks) done = put_number(group, "pids.max", tasks) && done;
    return done;
}

bool cgroup_make(int slot, int memory_mb, int tasks) {
    char group[2 * PATH_BYTES];
    for (int i = 0; i < n_trees; i++) {
        group_of(&trees[i], slot, group, sizeof(group));
        if (mkdir(group, 0755) || !set(&trees[i], group, memory_mb, tasks)) return false;
    }
    return n_trees > 0;
}

bool cgroup_join(int slot) {
    char group[2 * PATH_BYTES];
    for (int i = 0; i < n_trees; i++)
        if (!put(group_of(&trees[i], slot, group, sizeof(group)), "cgroup.procs", "0"))
            return false;
    return true;
}

/* How often a process was killed because there was no memory left. */
static bool was_exhausted(const struct tree *t, const char *group) {
    char text[1024];
    get(group, t->second ? "memory.events" : "memory.oom_control", text, sizeof(text));
    const char *count = strstr(text, "oom_kill ");
    return count && atoi(count + strlen("oom_kill ")) > 0;
}

bool cgroup_remove(int slot, bool *exhausted) {
    char group[2 * PATH_BYTES];
    bool done = true;
    *exhausted = false;
    for (int i = 0; i < n_trees; i++) {
        group_of(&trees[i], slot, group, sizeof(group));
        if (trees[i].memory) *exhausted = was_exhausted(&trees[i], group);
        done = end_group(group) && done;
    }
    return done;
}
