/**
 * @file
 * @brief A submission that is a folder: walked without following anything that leads out of it.
 */
#include "grader/class/names.h"
#include "grader/class/take.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 5, MOST_ENTRIES = 20000 };

struct walk {
    struct taking *t;
    int top, seen, archives;
    char *archive;
};

/* What is in the folder, by name, so that each run sees it in one order. */
static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char **list(struct walk *w, int fd, size_t *n) {
    char **names = class_alloc(MOST_ENTRIES + 1, sizeof(*names));
    DIR *folder = fdopendir(fd);
    *n = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || ++w->seen > MOST_ENTRIES) continue;
        names[(*n)++] = strdup(name);
    }
    if (folder)
        closedir(folder);
    else
        close(fd);
    qsort(names, *n, sizeof(*names), by_name);
    return names;
}

/* Reads a plain file with one name, of 1 MB at most; NULL with the reason. */
static unsigned char *read_file(int fd, size_t *size, int64_t *changed, const char **why) {
    struct stat status;
    unsigned char *bytes = NULL;
    *why = "cannot be read";
    if (fstat(fd, &status)) return NULL;
    *why = !S_ISREG(status.st_mode)            ? "is not a plain file"
           : status.st_nlink != 1              ? "is a hard link to another file"
           : status.st_size > CLASS_FILE_BYTES ? "is longer than 1 MiB"
                                               : NULL;
    if (*why || !(bytes = malloc(CLASS_FILE_BYTES + 1))) return NULL;
    *size = 0;
    for (ssize_t got; (got = read(fd, bytes + *size, CLASS_FILE_BYTES + 1 - *size)) > 0;)
        *size += (size_t)got;
    *changed = status.st_mtime;
    if (*size <= CLASS_FILE_BYTES) return bytes;
    *why = "is longer than 1 MiB";
    free(bytes);
    return NULL;
}

void take_file(struct taking *t, int folder, const char *path, const char *called) {
    size_t which, size = 0;
    int fit;
    int64_t changed = 0;
    const char *why = "is a symbolic link";
    if (!take_wants(t, called, &which, &fit)) return;
    int fd = take_open(folder, path, O_RDONLY);
    if (fd < 0 && errno != ELOOP) why = errno == EXDEV ? "lies elsewhere" : "cannot be read";
    unsigned char *bytes = fd >= 0 ? read_file(fd, &size, &changed, &why) : NULL;
    if (fd >= 0) close(fd);
    if (bytes)
        take_keep(t, which, fit, called, bytes, size, changed);
    else
        take_refuse_file(t, which, fit, called, why);
}

static void walk_folder(struct walk *w, int fd, const char *path, int depth) {
    size_t n;
    char **names = list(w, fd, &n), below[512];
    for (size_t i = 0; i < n; i++) {
        struct stat status;
        const char *name = names[i];
        bool fits = snprintf(below, sizeof(below), "%s%s%s", path, *path ? "/" : "", name) <
                    (int)sizeof(below);
        bool there = fits && fstatat(w->top, below, &status, AT_SYMLINK_NOFOLLOW) == 0;
        if (there && S_ISDIR(status.st_mode) && fit_enters(name) && depth < DEEPEST) {
            int inside = take_open(w->top, below, O_RDONLY | O_DIRECTORY);
            if (inside >= 0) walk_folder(w, inside, below, depth + 1);
        } else if (there && !S_ISDIR(status.st_mode)) {
            take_file(w->t, w->top, below, below);
            if (depth == 0 && S_ISREG(status.st_mode) && name_is_archive(name) &&
                ++w->archives == 1)
                snprintf(w->archive, 256, "%.255s", name);
        }
        free(names[i]);
    }
    free(names);
}

bool take_folder(struct taking *t, int folder, char archive[256]) {
    struct walk w = {t, folder, 0, 0, archive};
    archive[0] = 0;
    int fd = take_open(folder, ".", O_RDONLY | O_DIRECTORY);
    if (fd < 0) return take_refuse(t, "the folder cannot be read");
    walk_folder(&w, fd, "", 0);
    for (size_t i = 0; i < t->n_labs; i++)
        if (t->best[i].fit) archive[0] = 0;
    if (w.seen > MOST_ENTRIES)
        return take_refuse(t, "the folder holds more than %d files", MOST_ENTRIES);
    if (archive[0] && w.archives > 1)
        return take_refuse(t, "the folder holds %d archives. Leave the one that counts",
                           w.archives);
    return true;
}
