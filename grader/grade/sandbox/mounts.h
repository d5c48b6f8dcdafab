/**
 * @file
 * @brief Which files a process in the sandbox sees, for every backend the same.
 */
#ifndef SORTLAB_MOUNTS_H
#define SORTLAB_MOUNTS_H

#include "grader/grade/sandbox/sandbox.h"

enum { MOUNTS_PATHS = 96 };

enum mount_how {
    MOUNT_READ,
    MOUNT_WRITE,
    MOUNT_DEVICE,
    MOUNT_EMPTY /* a folder without what is in it */
};

struct mount {
    enum mount_how how;
    char *path; /**< the same inside and outside */
};

struct mounts {
    struct mount all[MOUNTS_PATHS];
    size_t n;
};

/** Everything that the process sees but its /tmp and /proc, in an order in which it can be mounted.
 *  `kit` is the kit's top folder, `init` the init process's program. */
void mounts_fill(struct mounts *v, const struct sandbox_view *wanted, const char *kit,
                 const char *init);

#endif
