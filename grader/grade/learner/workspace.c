/**
 * @file
 * @brief The workspace, and who removes it.
 */
#include "grader/grade/learner/workspace.h"
#include "grader/grade/sandbox/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct workspace workspace;

static void clean_up(void) {
    workspace_remove(&workspace);
}

static void on_interrupt(int signal_number) {
    sandbox_close();
    clean_up();
    _exit(128 + signal_number);
}

struct workspace *workspace_open(const char *folder, const char *device) {
    if (!workspace_make(&workspace, folder, device)) {
        fprintf(stderr, "grade: no folder can be made in %s: %s\n", folder, strerror(errno));
        exit(2);
    }
    atexit(clean_up);
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    signal(SIGHUP, on_interrupt);
    return &workspace;
}
