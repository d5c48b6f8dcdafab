/**
 * @file
 * @brief What processes that still run have used, as the system tells it from outside.
 */
#ifndef SORTLAB_USAGE_H
#define SORTLAB_USAGE_H

#include <stdbool.h>
#include <sys/types.h>

/** Milliseconds of processor time of a process and all that come from it, those that it waited for included. */
long usage_cpu_ms(pid_t pid);

/** Whether a thread of a process, or of one that comes from it, works or would if the machine let it. */
bool usage_at_work(pid_t pid);

/** MiB that a process has in memory at this moment; 0 when it is gone. */
long usage_memory_mb(pid_t pid);

/** MiB that a process and all that come from it have together, what they share counted once. */
long usage_memory_all_mb(pid_t pid);

#endif
