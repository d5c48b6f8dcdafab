/**
 * @file
 * @brief One submission, read by a process that can do no harm and that may die of it.
 */
#include "grader/class/intake.h"
#include "grader/class/names.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534, MEMORY = 768 << 20, CPU_SECONDS = 30, CLOCK_SECONDS = 120 };
enum { ARCHIVE_BYTES = 64 << 20 };

/*
 * In the process that reads.
 */
static void set_limit(int resource, rlim_t most) {
    const struct rlimit limit = {most, most};
    setrlimit(resource, &limit);
}

static void limit_myself(void) {
    set_limit(RLIMIT_AS, MEMORY);
    set_limit(RLIMIT_CPU, CPU_SECONDS);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, ARCHIVE_BYTES);
    alarm(CLOCK_SECONDS);
    setlocale(LC_CTYPE, "C.UTF-8"); /* or names that are not ASCII are none at all */
}

/* Whatever an archive does to its reader, it does as nobody. */
static void become_nobody(void) {
    if (geteuid() == 0 && (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
                           setresuid(NOBODY, NOBODY, NOBODY)))
        _exit(3);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static bool read_archive(struct taking *t, int fd) {
    struct stat status;
    if (fd < 0) return take_refuse(t, "the archive cannot be read");
    if (fstat(fd, &status) || !S_ISREG(status.st_mode))
        return take_refuse(t, "it is neither a folder nor a plain file");
    if (status.st_size > ARCHIVE_BYTES)
        return take_refuse(t, "the archive is larger than %d MiB", ARCHIVE_BYTES >> 20);
    become_nobody();
    return take_archive(t, fd, status.st_size, false);
}

static int64_t date_of(int fd) {
    struct stat status;
    return fd >= 0 && fstat(fd, &status) == 0 ? status.st_mtime : 0;
}

static bool is_there(int folder, const char *name, mode_t type) {
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           (status.st_mode & S_IFMT) == type;
}

/* A repository, a folder of files, or one with the archive in it that was handed in. */
static bool read_folder(struct taking *t, int folder) {
    char archive[256];
    int repository =
        is_there(folder, ".git", S_IFDIR) ? take_open(folder, ".git", O_RDONLY | O_DIRECTORY)
        : is_there(folder, "objects", S_IFDIR) && is_there(folder, "HEAD", S_IFREG) ? folder
                                                                                    : -1;
    if (repository >= 0) return take_repository(t, repository);
    if (!take_folder(t, folder, archive)) return false;
    t->on_disk = !archive[0];
    if (t->on_disk) return true;
    int fd = take_open(folder, archive, O_RDONLY);
    t->inside = date_of(fd);
    return read_archive(t, fd);
}

/* As an LMS lays them there, whose dates they have. The last of a name is the newest, and the first that is
 * taken stays. */
static void read_parts(struct taking *t, int submissions) {
    t->on_disk = true;
    for (size_t i = t->n_parts; i-- > 0;) {
        struct name_said said = name_read(t->parts[i], 0);
        char *called = name_of_part(t->parts[i], &said);
        take_file(t, submissions, t->parts[i], called);
        free(called);
    }
}

static void read_submission(struct taking *t, int submissions, const char *entry) {
    if (t->parts) {
        read_parts(t, submissions);
        return;
    }
    if (is_there(submissions, entry, S_IFLNK)) {
        take_refuse(t, "it is a symbolic link");
        return;
    }
    int fd = take_open(submissions, entry, O_RDONLY);
    t->entered = date_of(fd);
    if (fd >= 0 && is_there(submissions, entry, S_IFDIR))
        read_folder(t, fd);
    else
        read_archive(t, fd);
}

/* What was taken, with the bytes behind it, in labs' order. */
static void hand_over(int fd, struct taking *t) {
    FILE *out = fdopen(fd, "w");
    if (!out) _exit(3);
    for (size_t i = 0; t->refused[0] && i <= TAKE_PROGRESS; i++) t->best[i] = (struct taken){0};
    fwrite(t, sizeof(*t), 1, out);
    for (size_t i = 0; i <= TAKE_PROGRESS; i++)
        if (t->best[i].bytes) fwrite(t->best[i].bytes, 1, t->best[i].size, out);
    _exit(fclose(out) ? 3 : 0);
}

/*
 * Around it.
 */
static bool read_whole(int fd, void *to, size_t n, off_t *at) {
    ssize_t got = pread(fd, to, n, *at);
    *at += got > 0 ? got : 0;
    return got == (ssize_t)n;
}

/* Nothing in it is believed but that it is bytes. */
static bool take_over(int fd, struct taking *t) {
    const struct class_lab *labs = t->labs;
    const char *scratch = t->scratch;
    size_t n_labs = t->n_labs;
    off_t at = 0;
    bool good = read_whole(fd, t, sizeof(*t), &at);
    t->labs = labs;
    t->n_labs = n_labs;
    t->scratch = scratch;
    t->refused[sizeof(t->refused) - 1] = t->commit[sizeof(t->commit) - 1] = 0;
    for (size_t i = 0; i <= TAKE_PROGRESS; i++) {
        struct taken *b = &t->best[i];
        bool taken = good && b->bytes;
        b->bytes = NULL;
        b->from[sizeof(b->from) - 1] = b->refused[sizeof(b->refused) - 1] = 0;
        if (!taken) continue;
        good = b->size <= CLASS_FILE_BYTES;
        if (good) b->bytes = class_alloc(b->size + 1, 1);
        good = good && (b->size == 0 || read_whole(fd, b->bytes, b->size, &at));
    }
    return good;
}

/* The process has limits that end it; that it is the clock's turn first is seen here. */
static int wait_for(pid_t pid) {
    int status = -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

void intake_one(int submissions, const char *entry, struct taking *t) {
    int fd = memfd_create("taken", MFD_CLOEXEC);
    if (fd < 0) class_stop("there is no memory for a submission");
    class_remove(t->scratch);
    pid_t pid = fork();
    if (pid < 0) class_stop("no process can be started to read a submission");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        limit_myself();
        read_submission(t, submissions, entry);
        hand_over(fd, t);
    }
    int status = wait_for(pid);
    class_remove(t->scratch);
    bool clock =
        WIFSIGNALED(status) &&
        (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
    if (status != 0 || !take_over(fd, t)) {
        for (size_t i = 0; i <= TAKE_PROGRESS; i++) {
            free(t->best[i].bytes);
            t->best[i] = (struct taken){0};
        }
        t->refused[0] = 0;
        take_refuse(t, "it cannot be read: its reader %s",
                    clock ? "was not done in time" : "came to grief over it");
    }
    close(fd);
}
