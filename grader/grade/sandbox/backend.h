/**
 * @file
 * @brief The backend in use, as the sandbox's own parts see it.
 */
#ifndef SORTLAB_BACKEND_H
#define SORTLAB_BACKEND_H

#include "grader/grade/sandbox/sandbox.h"

struct backend {
    enum sandbox_kind kind;
    bool device, groups; /* a GPU is used; control groups can be had */
    bool other_user;     /* root: who is kept becomes another user */
    char kit[4096], init[4096], bwrap[4096], workspace[4096];
    char lacks[900];
};

extern struct backend backend;

#endif
