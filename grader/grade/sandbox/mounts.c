/**
 * @file
 * @brief What is shown: the toolkit, and nothing of solutions, verdicts or other submissions.
 */
#include "grader/grade/sandbox/mounts.h"
#include "grader/grade/sandbox/test_switches.h"

#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add(struct mounts *v, enum mount_how how, const char *format, ...) {
    char path[PATH_MAX], whole[PATH_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path, sizeof(path), format, arguments);
    va_end(arguments);
    if (v->n == MOUNTS_PATHS || access(path, F_OK)) return;
    /* Ours may be named as seen from here; the system's keep their names, which may be links. */
    const char *named = path[0] == '/' ? path : realpath(path, whole);
    if (named) v->all[v->n++] = (struct mount){how, strdup(named)};
}

/* What fits the pattern in this folder, of which the name is no pattern: it may be "kit [2]". */
static void add_pattern(struct mounts *v, enum mount_how how, const char *folder,
                        const char *pattern) {
    char whole[2 * PATH_MAX + 300];
    size_t n = 0;
    glob_t found;
    for (; *folder && n < 2 * PATH_MAX; whole[n++] = *folder++)
        if (strchr("*?[\\", *folder)) whole[n++] = '\\';
    snprintf(whole + n, sizeof(whole) - n, "%s", pattern);
    if (glob(whole, 0, NULL, &found)) return;
    for (size_t i = 0; i < found.gl_pathc; i++) add(v, how, "%s", found.gl_pathv[i]);
    globfree(&found);
}

/* A child needs libraries, and to say where in the source something happened: addr2line, by a shell. Each
 * path costs a launch 0.4 ms. */
static void add_few(struct mounts *v) {
    add(v, MOUNT_READ, "/usr/lib");
    add(v, MOUNT_READ, "/usr/lib64");
    add(v, MOUNT_READ, "/usr/bin/sh");
    add(v, MOUNT_READ, "/usr/bin/addr2line");
    if (access("/usr/local/lib/libstdc++.so", F_OK) &&
        access("/usr/local/lib64/libstdc++.so", F_OK))
        return;
    add(v, MOUNT_READ, "/usr/local/lib"); /* a compiler of one's own */
    add(v, MOUNT_READ, "/usr/local/lib64");
    add(v, MOUNT_READ, "/etc/ld.so.cache");
}

static void add_all(struct mounts *v, const char *kit) {
    add(v, MOUNT_READ, "/usr");
    add(v, MOUNT_READ, "/etc/alternatives");
    add(v, MOUNT_READ, "/etc/ld.so.cache");
    if (strncmp(kit, "/usr/", 5) == 0) add(v, MOUNT_EMPTY, "%s", kit);
}

/* A compiler of its own folder, /opt/gcc/bin/gcc, brings that along, unless the kit lies in it too. */
static void add_compiler(struct mounts *v, const char *name, const char *kit) {
    char path[PATH_MAX];
    const char *command = getenv(name);
    if (!command || *command != '/') return;
    snprintf(path, sizeof(path), "%.*s", (int)strcspn(command, " "), command);
    for (int up = 0; up < 2 && strchr(path, '/'); up++) *strrchr(path, '/') = 0;
    size_t length = strlen(path);
    if (length > 1 && strcmp(path, "/usr") != 0 && strncmp(path, kit, length) != 0)
        add(v, MOUNT_READ, "%s", path);
}

/* Headers and libraries of CUDA that do the whole work are left out. */
static void hide_libraries_of_sorts(struct mounts *v, const char *cuda) {
    static const char *const libraries[] = {
        "/targets/*/include/thrust", "/targets/*/include/cccl/thrust", "/targets/*/include/cub",
        "/targets/*/include/cccl/cub"};
    for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++)
        add_pattern(v, MOUNT_EMPTY, cuda, libraries[i]);
}

static void add_device(struct mounts *v, bool builds) {
    char cuda[PATH_MAX];
    const char *home = getenv("CUDA_HOME");
    if (!realpath(home && *home ? home : "/usr/local/cuda", cuda)) cuda[0] = 0;
    if (cuda[0] && strncmp(cuda, "/usr/", 5) != 0) add(v, MOUNT_READ, "%s", cuda);
    if (cuda[0] && builds) hide_libraries_of_sorts(v, cuda);
    add(v, MOUNT_READ, "/sys");
    add_pattern(v, MOUNT_DEVICE, "/dev", "/nvidia*");
}

/* The lab's contract and flags, but neither its stages nor anybody's solution. */
static void add_toolkit(struct mounts *v, const char *kit, const char *lab, const char *device) {
    static const char *const hidden[] = {"tests", "simt/tests", "web"};
    char pattern[300];
    add(v, MOUNT_READ, "%s/common", kit);
    for (int i = 0; i < 3; i++) add(v, MOUNT_EMPTY, "%s/common/%s", kit, hidden[i]);
    add(v, MOUNT_READ, "%s/grader/grade/child.mk", kit);
    add(v, MOUNT_READ, "%s/grader/grade/child_names.sh", kit);
    add(v, MOUNT_READ, "%s/grader/grade/child.syms", kit);
    add(v, MOUNT_READ, "%s/build/simt", kit);
    add(v, MOUNT_READ, "%s/build/%s/libchild.a", kit, device);
    add(v, MOUNT_READ, "%s/build/%s/child.names", kit, device);
    add(v, MOUNT_READ, "%s/build/%s/child/%s.o", kit, device, lab);
    add(v, MOUNT_READ, "%s/labs/%s/lab.mk", kit, lab);
    snprintf(pattern, sizeof(pattern), "/labs/%.200s/*.h", lab);
    add_pattern(v, MOUNT_READ, kit, pattern);
}

void mounts_fill(struct mounts *v, const struct sandbox_view *wanted, const char *kit,
                 const char *init) {
    bool builds = wanted->lab != NULL;
    v->n = 0;
    if (builds || wanted->device)
        add_all(v, kit);
    else
        add_few(v);
    add(v, MOUNT_DEVICE, "/dev/null");
    if (!builds) add(v, MOUNT_DEVICE, "/dev/urandom");
    if (wanted->device) add_device(v, builds);
    if (defence_is_out("mounts")) add(v, MOUNT_READ, "%s/solutions", kit);
    if (builds) add_compiler(v, "CC", kit);
    if (builds) add_compiler(v, "CXX", kit);
    if (builds) add_toolkit(v, kit, wanted->lab, wanted->device ? "gpu" : "cpu");
    add(v, MOUNT_READ, "%s", init);
    if (wanted->also) add(v, MOUNT_READ, "%s", wanted->also);
    add(v, builds ? MOUNT_WRITE : MOUNT_READ, "%s", wanted->shown);
}
