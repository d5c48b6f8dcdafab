/**
 * @file
 * @brief Runs a program under limits and keeps what it prints, cut to what can be read.
 */
#ifndef SORTLAB_PROCESS_H
#define SORTLAB_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/grade/sandbox/sandbox.h"

enum process_end {
    PROCESS_EXITED,
    PROCESS_SIGNALLED,
    PROCESS_TIMED_OUT,
    PROCESS_FLOODED,
    PROCESS_NOT_STARTED,
    PROCESS_EXHAUSTED, /**< it used up its memory */
    PROCESS_LEFT       /**< it is over, but something of it is not: the machine's fault, or ours */
};

struct process {
    /* What to run. */
    const char *const *argv;
    const char *const
        *environment;      /**< "NAME=value" beside the caller's own; NULL-terminated, or NULL */
    const char *directory; /**< to run in; NULL: the caller's */
    int in_fd, out_fd;     /**< become descriptors 3 and 4; -1: none */
    int note_fd;           /**< becomes descriptor 5; 0: none */
    int limit_s;           /**< seconds that all its threads may work together, or sleep */
    int cpu_s;             /**< of processor time, held by the system as well; 0: by that alone */
    int memory_mb; /**< MiB that it may have; 0: what the sandbox lets it, if anything does */
    int output_mb; /**< MiB that it may print; 0: 8 */
    const struct sandbox_view *view; /**< what it sees in the sandbox; NULL: it runs outside */
    /* How it ended. */
    enum process_end end;
    int code;     /**< exit status or signal */
    bool waiting; /**< timed out while it was asleep */
    char *
        printed; /**< stdout and stderr together, the middle cut out when long; freed by process_free */
    /* While it runs. */
    int pid, pipe;
    struct sandbox_session session;
    size_t n_printed;
    unsigned long long seen;
    int asleep; /* looks in a row that found nobody at work */
    double deadline_ms, next_look_ms, next_work_ms, asleep_ms;
};

/** Starts it; process_wait must follow. */
void process_start(struct process *p);

/** Waits for all of them, and ends whatever each left running. */
void process_wait(struct process *const *processes, size_t n);

void process_free(struct process *p);

#endif
