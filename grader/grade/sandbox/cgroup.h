/**
 * @file
 * @brief Control groups, version 1 or 2: memory and processes are counted for all of a launch together.
 */
#ifndef SORTLAB_CGROUP_H
#define SORTLAB_CGROUP_H

#include <stdbool.h>

/**
 * Makes the folder that the groups of this run lie in, and removes those of runs that were killed. False
 * where the machine does not let us; limits of single processes are all there is then.
 */
bool cgroup_open(void);
void cgroup_close(void);

/** A group for launch `slot`; false when it cannot be made. */
bool cgroup_make(int slot, int memory_mb, int tasks);
/** The calling process goes into it, and all that it starts. */
bool cgroup_join(int slot);
/** Ends what is left in it and removes it. False when something does not end. *exhausted: its memory was. */
bool cgroup_remove(int slot, bool *exhausted);

#endif
