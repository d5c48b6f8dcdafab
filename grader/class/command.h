/**
 * @file
 * @brief Small commands, and what they print.
 */
#ifndef SORTLAB_CLASS_COMMAND_H
#define SORTLAB_CLASS_COMMAND_H

#include <stddef.h>

/** Runs it with no input; the front of what it prints is kept. Its exit status, 127 where it is not there. */
int command_run(const char *const *argv, char *printed, size_t size);

#endif
