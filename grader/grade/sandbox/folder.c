/**
 * @file
 * @brief Folders that are locked by flock(), so that a dead run's is told from a living one's.
 */
#include "grader/grade/sandbox/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)where;
    if (kind == FTW_DNR && chmod(path, 0700) == 0) /* somebody wanted to keep it */
        return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (remove(path) == 0) return 0;
    char *parent = strdup(path), *end = parent ? strrchr(parent, '/') : NULL;
    if (end) *end = 0;
    bool removed = end && chmod(parent, 0700) == 0 && remove(path) == 0;
    free(parent);
    return removed ? 0 : -1;
}

bool folder_remove(const char *path) {
    return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0 || access(path, F_OK) != 0;
}

static int lock(const char *path, int links, int how) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | links | O_CLOEXEC);
    if (fd < 0 || flock(fd, how) == 0) return fd;
    close(fd);
    return -1;
}

static void remove_dead(const char *parent, const char *prefix) {
    char path[8192];
    DIR *folder = opendir(parent);
    for (struct dirent *d; folder && (d = readdir(folder));) {
        if (strncmp(d->d_name, prefix, strlen(prefix)) != 0) continue;
        snprintf(path, sizeof(path), "%.4000s/%s", parent, d->d_name);
        int fd = lock(path, O_NOFOLLOW, LOCK_EX | LOCK_NB);
        if (fd >= 0) folder_remove(path);
        if (fd >= 0) close(fd);
    }
    if (folder) closedir(folder);
}

int folder_open(const char *parent, const char *prefix, char *path, unsigned long size) {
    /* While the parent is locked nobody takes a fresh folder for a dead run's. */
    int above = lock(parent, 0, LOCK_EX), fd = -1; /* which may be a link to a faster disk */
    if (above < 0) return -1;
    remove_dead(parent, prefix);
    snprintf(path, size, "%.4000s/%sXXXXXX", parent, prefix);
    if (mkdtemp(path)) fd = lock(path, O_NOFOLLOW, LOCK_EX);
    int error = errno;
    close(above);
    errno = error;
    return fd;
}
