/**
 * @file
 * @brief A submission that is a git repository: HEAD's tree, by `git archive`.
 *
 * The repository's configuration, hooks and attributes could run commands. So git works in an empty
 * repository of our own and borrows nothing but the objects; HEAD is read here.
 */
#include "grader/class/take.h"

#include <ctype.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OBJECTS = 200000, PACKED_REFS = 4 << 20 };

/* A small file of the repository; how much of it was read. */
static size_t read_text(int repository, const char *path, char *text, size_t size) {
    struct stat status;
    int fd = take_open(repository, path, O_RDONLY);
    ssize_t n = -1;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) n = read(fd, text, size - 1);
    if (fd >= 0) close(fd);
    text[n > 0 ? n : 0] = 0;
    return n > 0 ? (size_t)n : 0;
}

/* 40 or 64 hexadecimal digits at the front. */
static bool take_id(const char *text, char id[65]) {
    size_t n = strspn(text, "0123456789abcdef");
    if ((n != 40 && n != 64) || !(text[n] == 0 || isspace((unsigned char)text[n]))) return false;
    memcpy(id, text, n);
    id[n] = 0;
    return true;
}

static bool find_packed(int repository, const char *ref, char id[65]) {
    char *text = malloc(PACKED_REFS), *rest = text;
    bool found = false;
    if (text && read_text(repository, "packed-refs", text, PACKED_REFS))
        for (char *line; !found && (line = strsep(&rest, "\n"));) {
            size_t n = strcspn(line, " ");
            found = line[n] && strcmp(line + n + 1, ref) == 0 && take_id(line, id);
        }
    free(text);
    return found;
}

static bool find_head(struct taking *t, int repository, char id[65]) {
    char text[300], ref[300];
    if (!read_text(repository, "HEAD", text, sizeof(text)))
        return take_refuse(t, "the repository has no HEAD that can be read");
    if (take_id(text, id)) return true;
    if (sscanf(text, "ref: %250s", ref) != 1 || strncmp(ref, "refs/", 5) != 0)
        return take_refuse(t, "the repository's HEAD names no branch");
    if (read_text(repository, ref, text, sizeof(text)) && take_id(text, id)) return true;
    return find_packed(repository, ref, id) || take_refuse(t, "the repository has no commit yet");
}

static int objects_seen;

static int look_at_object(const char *path, const struct stat *status, int kind,
                          struct FTW *where) {
    const char *name = path + where->base;
    (void)status;
    if (++objects_seen > MOST_OBJECTS) return 3;
    if (kind == FTW_SL || kind == FTW_NS || kind == FTW_DNR) return 1;
    return strcmp(name, "alternates") == 0 || strcmp(name, "http-alternates") == 0 ? 2 : 0;
}

/* Objects of its own: no link, and no other repository's. */
static bool objects_are_own(struct taking *t, const char *objects) {
    objects_seen = 0;
    switch (nftw(objects, look_at_object, 8, FTW_PHYS)) {
    case 0:
        return true;
    case 2:
        return take_refuse(t, "the repository borrows objects of another one (alternates)");
    case 3:
        return take_refuse(t, "the repository holds more than %d objects", MOST_OBJECTS);
    default:
        return take_refuse(t,
                           "the repository has links among its objects, or none that can be read");
    }
}

/* git with that and nothing else in its environment; what it prints comes through the pipe. */
static pid_t start_git(const char *const *argv, const char *scratch, const char *objects, int out) {
    char folder[CLASS_PATH + 16], borrowed[CLASS_PATH + 32], path[600];
    const char *search = getenv("PATH");
    snprintf(folder, sizeof(folder), "GIT_DIR=%.4000s", scratch);
    snprintf(borrowed, sizeof(borrowed), "GIT_OBJECT_DIRECTORY=%.4000s", objects);
    snprintf(path, sizeof(path), "PATH=%.500s", search ? search : "/usr/bin:/bin");
    char *environment[] = {path,
                           folder,
                           objects ? borrowed : "LC_ALL=C",
                           "LC_ALL=C",
                           "HOME=/nonexistent",
                           "GIT_CONFIG_NOSYSTEM=1",
                           "GIT_ATTR_NOSYSTEM=1",
                           "GIT_CONFIG_GLOBAL=/dev/null",
                           "GIT_NO_REPLACE_OBJECTS=1",
                           "GIT_TERMINAL_PROMPT=0",
                           NULL};
    pid_t pid = fork();
    if (pid) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(out >= 0 ? out : null, 1);
    dup2(null, 2);
    execvpe("git", (char *const *)argv, environment);
    _exit(127);
}

static bool ends_well(pid_t pid) {
    int status;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool make_scratch(struct taking *t, const char *scratch, const char *id) {
    const char *format = strlen(id) == 64 ? "--object-format=sha256" : "--object-format=sha1";
    const char *argv[] = {"git", "init", "-q", "--bare", "--template=", format, NULL};
    return ends_well(start_git(argv, scratch, NULL, -1)) ||
           take_refuse(t, "git cannot be started. Is it installed?");
}

/* When the commit was made, by its own word. */
static int64_t commit_time(const char *scratch, const char *objects, const char *id) {
    const char *argv[] = {"git", "show", "-s", "--format=%ct", id, "--", NULL};
    char text[64] = "";
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return 0;
    pid_t pid = start_git(argv, scratch, objects, ends[1]);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof(text) - 1);
    close(ends[0]);
    return ends_well(pid) && n > 0 ? strtoll(text, NULL, 10) : 0;
}

static bool take_tree(struct taking *t, const char *scratch, const char *objects, const char *id) {
    const char *argv[] = {"git", "archive", "--format=tar", id, NULL};
    char refused[sizeof(t->refused)];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return take_refuse(t, "there is no pipe for git");
    pid_t pid = start_git(argv, scratch, objects, ends[1]);
    close(ends[1]);
    bool taken = take_archive(t, ends[0], 0, true);
    strcpy(refused, t->refused);
    close(ends[0]);
    if (ends_well(pid)) return taken;
    if (taken || strstr(refused, "damaged")) t->refused[0] = 0;
    return take_refuse(
        t, "the repository's last commit cannot be read: objects are missing or damaged");
}

bool take_repository(struct taking *t, int repository) {
    char id[65], link[64], objects[CLASS_PATH + 16];
    if (!find_head(t, repository, id)) return false;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", repository);
    ssize_t n = readlink(link, objects, CLASS_PATH - 1);
    if (n <= 0) return take_refuse(t, "the repository cannot be read");
    strcpy(objects + n, "/objects");
    if (!objects_are_own(t, objects)) return false;
    if (mkdir(t->scratch, 0700)) return take_refuse(t, "there is no memory for git");
    bool taken = make_scratch(t, t->scratch, id) && take_tree(t, t->scratch, objects, id);
    if (taken) t->committed = commit_time(t->scratch, objects, id);
    if (taken) strcpy(t->commit, id);
    return taken;
}
