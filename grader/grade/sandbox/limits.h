/**
 * @file
 * @brief What one process is locked into: limits, another user, system calls and files that are refused.
 */
#ifndef SORTLAB_LIMITS_H
#define SORTLAB_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

enum { LIMITS_PATHS = 64 };

/** Numbers of 0 set no limit. */
struct sandbox_limits {
    int uid;       /**< to become, group included; -1: stay who it is */
    int memory_mb; /**< of address space */
    int file_mb;   /**< of the largest file */
    int cpu_s;     /**< of processor time */
    int tasks;     /**< processes and threads of the user */
    bool device;   /**< a GPU's driver needs more system calls */
    bool builds;   /**< a compiler: it has to make a program of a file */
    bool
        bare; /**< no namespaces around it: signals and groups are refused too, files by Landlock */
    /* What may be read and what may be written too; for Landlock. */
    const char *read[LIMITS_PATHS], *write[LIMITS_PATHS];
    size_t n_read, n_write;
};

/** What the init process says of the process that it kept, through a pipe that nobody else has. */
struct session_record {
    int status;         /**< as wait() gives it */
    int not_run;        /**< it could not be locked in or started: why, as errno */
    unsigned cpu_ms;    /**< of it and of all that it started */
    unsigned memory_mb; /**< the most that one of them had */
};

/** Locks the calling process in, for good. False with errno; what it says then must not run. */
bool limits_lock(const struct sandbox_limits *limits);

/** System calls that no lab needs are refused, for good. */
bool limits_forbid_calls(const struct sandbox_limits *limits);

/** Files other than those of its limits are refused, and the network too; nothing is done where the kernel cannot. */
bool limits_forbid_files(const struct sandbox_limits *limits);

/** What the kernel knows of Landlock; 0: nothing. */
int limits_landlock_version(void);

#endif
