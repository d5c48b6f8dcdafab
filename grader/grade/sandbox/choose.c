/**
 * @file
 * @brief Which backend: each is tried by a process that tries to get out of it.
 */
#include "grader/grade/sandbox/test_switches.h"
#include "grader/grade/sandbox/backend.h"
#include "grader/grade/sandbox/cgroup.h"
#include "grader/grade/sandbox/command.h"
#include "grader/grade/sandbox/users.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/grade/sandbox/process.h"

enum { PROBE_SECONDS = 10 };

struct backend backend;

static const char *const names[SANDBOX_KINDS] = {"none", "reduced", "rootless", "root"};

enum sandbox_kind sandbox_kind(void) {
    return backend.kind;
}

const char *sandbox_name(enum sandbox_kind kind) {
    return names[kind];
}

const char *sandbox_lacks(void) {
    return backend.lacks;
}

static bool because(char *why, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, size, format, arguments);
    va_end(arguments);
    return false;
}

/*
 * The self-test.
 */

/* Somebody who listens, so that a connection would come about. */
static int listen_here(int *port) {
    struct sockaddr_in here = {.sin_family = AF_INET};
    socklen_t length = sizeof(here);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&here, length) || listen(fd, 1) ||
        getsockname(fd, (struct sockaddr *)&here, &length))
        *port = 9;
    else
        *port = ntohs(here.sin_port);
    return fd;
}

static void run_probe(struct process *p, const char *secret, int port) {
    const struct sandbox_view view = {.shown = backend.init, .device = backend.device};
    char me[16], at[16], name[16] = "";
    prctl(PR_GET_NAME, name);
    snprintf(me, sizeof(me), "%d", (int)getpid());
    snprintf(at, sizeof(at), "%d", port);
    const char *const argv[] = {backend.init, "probe", secret, me, at, name, NULL};
    *p = (struct process){
        .argv = argv, .in_fd = -1, .out_fd = -1, .limit_s = PROBE_SECONDS, .view = &view};
    process_start(p);
    process_wait(&p, 1);
}

/* Without Landlock files stay as open as their permissions are: to another user, for reading. */
static bool is_held(const char *printed) {
    if (defence_is_out("uid") || defence_is_out("seccomp") || defence_is_out("landlock"))
        return true;
    if (strcmp(printed, "held") == 0) return true;
    if (backend.kind != SANDBOX_REDUCED || limits_landlock_version()) return false;
    snprintf(backend.lacks, sizeof(backend.lacks),
             "this kernel has no Landlock, so files that others may read can be read");
    return strcmp(printed, "reads files") == 0;
}

static bool holds(enum sandbox_kind kind, char *why, size_t size) {
    char secret[PATH_MAX + 16];
    struct process p;
    int port, listener = listen_here(&port);
    snprintf(secret, sizeof(secret), "%.4000s/secret", backend.workspace);
    close(open(secret, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    backend.kind = kind;
    run_probe(&p, secret, port);
    bool ran = p.end == PROCESS_EXITED && p.code == 0 && p.session.empty;
    bool held = ran && is_held(p.printed ? p.printed : "");
    if (!held)
        because(why, size, ran ? "what runs in it %.*s" : "%.*s",
                (int)strcspn(p.printed ? p.printed : "", "\n"), p.printed ? p.printed : "");
    process_free(&p);
    unlink(secret);
    if (listener >= 0) close(listener);
    return held;
}

/*
 * The choice.
 */
static bool find_bwrap(char *why, size_t size) {
    static const char *const places[] = {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        snprintf(backend.bwrap, sizeof(backend.bwrap), "%s", places[i]);
        if (access(places[i], X_OK) == 0) return true;
    }
    return because(why, size, "bubblewrap is not installed. Type: sh common/build/deps.sh sandbox");
}

/* Another user compiles: what is shown has to be open to that one. */
static bool is_open(char *why, size_t size) {
    static const char *const some[] = {"common", "common/stage/stage.h", "common/simt",
                                       "grader/grade/child.mk"};
    struct stat status;
    char path[PATH_MAX + 32];
    for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++) {
        snprintf(path, sizeof(path), "%.4000s/%s", backend.kit, some[i]);
        if (stat(path, &status) || status.st_mode & S_IROTH) continue;
        return because(why, size,
                       "%s is closed to other users, and another user compiles. Type: chmod -R "
                       "o+rX common grader labs build",
                       some[i]);
    }
    return true;
}

/* Without namespaces that user goes the whole way to what is built; with them bubblewrap makes one. */
static bool is_reached(const char *path, char *why, size_t size) {
    struct stat status;
    for (const char *end = path; *end;) {
        char way[PATH_MAX];
        end += 1 + strcspn(end + 1, "/");
        snprintf(way, sizeof(way), "%.*s", (int)(end - path), path);
        if (stat(way, &status) == 0 && !(status.st_mode & S_IXOTH))
            return because(
                why, size,
                "%s is closed to other users, and another user compiles. Type: chmod o+x %s", way,
                way);
    }
    return true;
}

static bool try(enum sandbox_kind kind, char *why, size_t size) {
    char said[300] = "";
    bool root = getuid() == 0;
    backend.lacks[0] = 0;
    if (kind == SANDBOX_NONE) return backend.kind = kind, true;
    if (kind == SANDBOX_ROOT && !root)
        return because(why, size, "the grader is not run by root. Use rootless");
    if (kind == SANDBOX_REDUCED && backend.device)
        return because(why, size,
                       "CUDA does not start in it. Install bubblewrap, for root or rootless");
    if (kind != SANDBOX_REDUCED && !find_bwrap(why, size)) return false;
    backend.other_user = root && kind != SANDBOX_ROOTLESS;
    if (backend.other_user && !is_open(why, size)) return false;
    if (backend.other_user && kind == SANDBOX_REDUCED &&
        !(is_reached(backend.kit, why, size) && is_reached(backend.workspace, why, size)))
        return false;
    if (backend.other_user) users_take();
    backend.groups = root && cgroup_open();
    if (kind == SANDBOX_ROOTLESS && root && !backend.groups)
        return because(why, size,
                       "no control group is there to limit root's processes. Use root or reduced");
    if (holds(kind, said, sizeof(said))) return true;
    if (backend.groups) cgroup_close();
    backend.groups = false;
    backend.kind = SANDBOX_NONE;
    const char *remedy =
        kind == SANDBOX_REDUCED
            ? "The kernel has to allow seccomp, and the kit's folder has to be "
              "open to other users (chmod o+rx)"
            : "The kernel has to allow namespaces (in a container: --privileged, or a "
              "profile that lets unshare and mount through), and bubblewrap has to "
              "be 0.8 or newer";
    return because(why, size, "it does not hold here%s%s. %s", said[0] ? ": " : "", said, remedy);
}

/* Where this program and the kit are. */
static bool find_places(const char *workspace) {
    ssize_t length = readlink("/proc/self/exe", backend.init, sizeof(backend.init) - 16);
    if (length <= 0 || !realpath(workspace, backend.workspace) ||
        !getcwd(backend.kit, sizeof(backend.kit)))
        return false;
    backend.init[length] = 0;
    strcpy(strrchr(backend.init, '/'), "/init");
    return true;
}

/* A compiler that only our own PATH leads to, such as a module's, is named by its path from here on. */
static void name_compiler(const char *variable, const char *usual) {
    const char *given = getenv(variable), *command = given && *given ? given : usual;
    size_t length = strcspn(command, " ");
    if (memchr(command, '/', length)) return;
    for (const char *end, *folder = getenv("PATH"); folder && *folder;
         folder = *end ? end + 1 : end) {
        char found[PATH_MAX];
        end = folder + strcspn(folder, ":");
        snprintf(found, sizeof(found), "%.*s/%.*s", (int)(end - folder), folder, (int)length,
                 command);
        if (access(found, X_OK)) continue;
        snprintf(found, sizeof(found), ":%.*s:", (int)(end - folder), folder);
        if (strstr(":" SANDBOX_PATH ":", found)) return;
        snprintf(found, sizeof(found), "%.*s/%s", (int)(end - folder), folder, command);
        setenv(variable, found, 1);
        return;
    }
}

static int kind_of(const char *name) {
    for (int i = 0; i < SANDBOX_KINDS; i++)
        if (strcmp(name, names[i]) == 0) return i;
    return -1;
}

bool sandbox_choose(const char *name, const char *workspace, bool device, char *message,
                    size_t size) {
    bool held = strcmp(name, "held") == 0, automatic = held || strcmp(name, "auto") == 0;
    int kind = defence_is_out("sandbox") ? SANDBOX_NONE : automatic ? SANDBOX_ROOT : kind_of(name);
    char why[700] = "";
    if (kind < 0)
        return because(message, size,
                       "--sandbox is '%s'. It can be auto, held, root, rootless, reduced or none",
                       name);
    if (!find_places(workspace))
        return because(message, size, "the grader's own path cannot be found: %s", strerror(errno));
    backend.device = device;
    if (kind != SANDBOX_NONE) {
        prctl(PR_SET_CHILD_SUBREAPER, 1); /* what loses its parent in there comes to us */
        chmod(backend.workspace, 0711);   /* other users go through, and find nothing */
        name_compiler("CC", "cc");
        name_compiler("CXX", "g++");
    }
    char passed_over[sizeof(backend.lacks)] = "";
    while (!try((enum sandbox_kind)kind, why, sizeof(why))) {
        if (!automatic)
            return because(message, size, "the sandbox '%s' cannot be used: %s", name, why);
        if (!passed_over[0] && (kind != SANDBOX_ROOT || getuid() == 0))
            because(passed_over, sizeof(passed_over), "the sandbox '%s' cannot be used: %s",
                    names[kind], why);
        kind--;
    }
    if (held && backend.kind == SANDBOX_NONE)
        return because(message, size, "no sandbox holds here, and this grading wants one%s%s",
                       passed_over[0] ? ": " : "", passed_over);
    if (!backend.lacks[0]) strcpy(backend.lacks, passed_over);
    return true;
}

void sandbox_close(void) {
    if (backend.groups) cgroup_close();
    users_give_back();
    backend.groups = false;
    backend.kind = SANDBOX_NONE;
}
