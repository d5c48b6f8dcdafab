/**
 * @file
 * @brief Words for bubblewrap and for the init process.
 */
#include "grader/grade/sandbox/command.h"
#include "grader/grade/sandbox/init.h"
#include "grader/grade/sandbox/test_switches.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void command_add(struct command *c, const char *format, ...) {
    char *word;
    va_list arguments;
    va_start(arguments, format);
    if (c->n < COMMAND_WORDS && vasprintf(&word, format, arguments) >= 0) c->words[c->n++] = word;
    va_end(arguments);
    c->words[c->n] = NULL;
}

/* Words with blanks between them, none of which has blanks in it. */
static void add_words(struct command *c, const char *words) {
    for (size_t length; *words; words += length + strspn(words + length, " ")) {
        length = strcspn(words, " ");
        command_add(c, "%.*s", (int)length, words);
    }
}

static void add_three(struct command *c, const char *option, const char *path) {
    command_add(c, "%s", option);
    command_add(c, "%s", path);
    command_add(c, "%s", path);
}

/* Where /lib and the like are links into /usr they stay links; else they are folders of their own. */
static void add_links(struct command *c) {
    static const char *const names[] = {"/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin"};
    char target[PATH_MAX];
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        ssize_t length = readlink(names[i], target, sizeof(target) - 1);
        if (length > 0) {
            command_add(c, "--symlink");
            command_add(c, "%.*s", (int)length, target);
            command_add(c, "%s", names[i]);
        } else if (access(names[i], F_OK) == 0) {
            add_three(c, "--ro-bind", names[i]);
        }
    }
}

/* The folders on the way there are bubblewrap's own to the last; other users have to get through. */
static void add_way(struct command *c, const struct mounts *v, size_t i) {
    const char *path = v->all[i].path;
    int length = (int)(strrchr(path, '/') - path);
    if (length == 0 || (i > 0 && strncmp(path, v->all[i - 1].path, (size_t)length + 1) == 0 &&
                        !strchr(v->all[i - 1].path + length + 1, '/')))
        return;
    add_words(c, "--perms 0755 --dir");
    command_add(c, "%.*s", length, path);
}

static void add_view(struct command *c, const struct mounts *v) {
    static const char *const options[] = {
        [MOUNT_READ] = "--ro-bind", [MOUNT_WRITE] = "--bind", [MOUNT_DEVICE] = "--dev-bind"};
    for (size_t i = 0; i < v->n; i++) {
        add_way(c, v, i);
        if (v->all[i].how != MOUNT_EMPTY) {
            add_three(c, options[v->all[i].how], v->all[i].path);
            continue;
        }
        add_words(c, "--size 4096 --tmpfs");
        command_add(c, "%s", v->all[i].path);
    }
}

static void add_bwrap(struct command *c, const struct command_plan *plan, const struct mounts *v,
                      bool device) {
    command_add(c, "%s", plan->bwrap);
    if (plan->kind == SANDBOX_ROOTLESS) add_words(c, "--unshare-user --uid 60100 --gid 60100");
    add_words(c, "--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try "
                 "--hostname sortlab --new-session --as-pid-1 --cap-drop ALL");
    if (!defence_is_out("network")) add_words(c, "--unshare-net");
    /* The init process makes another user of what it keeps, and ends it. */
    if (plan->kind == SANDBOX_ROOT)
        add_words(c, "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_KILL");
    command_add(c, "--info-fd");
    command_add(c, "%d", plan->info_fd);
    command_add(c, "--perms");
    command_add(c, "1777");
    command_add(c, "--size");
    command_add(c, "%lld", (long long)plan->tmp_mb << 20);
    add_words(c, "--tmpfs /tmp --size 65536 --tmpfs /dev");
    if (device) add_words(c, "--perms 1777 --size 67108864 --tmpfs /dev/shm");
    add_links(c);
    add_view(c, v);
    add_words(c, "--proc /proc --remount-ro /dev --remount-ro / --chdir");
    command_add(c, "%s", plan->kit);
}

static void add_number(struct command *c, const char *name, int number) {
    if (number) command_add(c, "%s=%d", name, number);
}

static void add_order(struct command *c, const struct sandbox_limits *limits,
                      const struct mounts *v, const char *tmp) {
    if (limits->uid >= 0) command_add(c, "uid=%d", limits->uid);
    add_number(c, "memory", limits->memory_mb);
    add_number(c, "file", limits->file_mb);
    add_number(c, "cpu", limits->cpu_s);
    add_number(c, "tasks", limits->tasks);
    if (limits->device) command_add(c, "device");
    if (limits->builds) command_add(c, "builds");
    if (limits->bare) {
        command_add(c, "bare");
        add_words(c, "read=/lib read=/lib64 read=/bin/sh read=/proc/self");
        command_add(c, "write=%s", tmp);
        for (size_t i = 0; i < v->n; i++)
            if (v->all[i].how != MOUNT_EMPTY)
                command_add(c, "%s=%s", v->all[i].how == MOUNT_READ ? "read" : "write",
                            v->all[i].path);
    }
    command_add(c, "--");
}

void command_line(struct command *c, const struct command_plan *plan,
                  const struct sandbox_view *view, const struct sandbox_limits *limits,
                  const char *tmp) {
    struct mounts v;
    mounts_fill(&v, view, plan->kit, plan->init);
    if (plan->kind != SANDBOX_REDUCED) add_bwrap(c, plan, &v, view->device);
    command_add(c, "%s", plan->init);
    add_order(c, limits, &v, tmp);
}

static void hand_on(struct command *c, const char *name) {
    const char *value = getenv(name);
    if (value) command_add(c, "%s=%s", name, value);
}

void command_environment(struct command *c, const struct sandbox_view *view, const char *tmp,
                         const char *const *given) {
    static const char *const of_builds[] = {"CC",        "CXX",  "SIMT_BUILD",
                                            "CUDA_HOME", "NVCC", "GPU_ARCH"};
    command_add(c, "PATH=" SANDBOX_PATH ":/usr/local/cuda/bin");
    add_words(c, "LC_ALL=C LANG=C");
    command_add(c, "HOME=%s", tmp);
    command_add(c, "TMPDIR=%s", tmp);
    if (view->device) hand_on(c, "LD_LIBRARY_PATH");
    if (view->device) command_add(c, "CUDA_CACHE_DISABLE=1");
    for (size_t i = 0; view->lab && i < sizeof(of_builds) / sizeof(*of_builds); i++)
        hand_on(c, of_builds[i]);
    for (char **own = environ; defence_is_out("environment") && *own; own++)
        command_add(c, "%s", *own);
    if (defences_out()) command_add(c, "SORTLAB_WITHOUT=%s", defences_out());
    bool reports = view->report && *view->report;
    for (; given && *given; given++)
        if (!reports || strncmp(*given, "SIMT_REPORT=", 12) != 0) command_add(c, "%s", *given);
    if (reports) command_add(c, "SIMT_REPORT=%s/" INIT_REPORT, tmp);
}
