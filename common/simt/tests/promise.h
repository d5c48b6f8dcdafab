/**
 * @file
 * @brief A test of a .cu program: one line a promise, `ok - what it promises`.
 */
#ifndef SORTLAB_PROMISE_H
#define SORTLAB_PROMISE_H

#include <stdio.h>

static int promises_broken;

static inline void promise(const char *text, bool kept) {
    printf("%s - %s\n", kept ? "ok" : "not ok", text);
    fflush(stdout);
    promises_broken += !kept;
}

#endif
