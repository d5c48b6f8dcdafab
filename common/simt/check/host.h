/**
 * @file
 * @brief What the functions that a checked program calls (calls.c) tell the tools.
 */
#ifndef SIMT_CHECK_HOST_H
#define SIMT_CHECK_HOST_H

#include "check.h"

/** Takes note of an error; gives it back. `kernel`: of a launch, or NULL. */
cudaError_t check_call(cudaError_t error, const char *name, const char *kernel);

/** This was allocated by the call that is under way. */
void check_taken(const void *memory);

#endif
