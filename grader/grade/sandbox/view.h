/**
 * @file
 * @brief Which files a process in the sandbox sees, for every backend the same.
 */
#ifndef SORTLAB_VIEW_H
#define SORTLAB_VIEW_H

#include "grader/grade/sandbox/sandbox.h"

enum { VIEW_PATHS = 96 };

enum shown_how {
    SHOWN_READ,
    SHOWN_WRITE,
    SHOWN_DEVICE,
    SHOWN_EMPTY /* a folder without what is in it */
};

struct shown {
    enum shown_how how;
    char *path; /**< the same inside and outside */
};

struct view {
    struct shown all[VIEW_PATHS];
    size_t n;
};

/** Everything that the process sees but its /tmp and /proc, in an order in which it can be mounted.
 *  `kit` is the kit's top folder, `keeper` the keeper's program. */
void view_fill(struct view *v, const struct sandbox_view *wanted, const char *kit,
               const char *keeper);

#endif
