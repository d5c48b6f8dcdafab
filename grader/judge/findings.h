/**
 * @file
 * @brief What the CPU runtime's checkers found in a run of the child.
 */
#ifndef SORTLAB_FINDINGS_H
#define SORTLAB_FINDINGS_H

#include "grader/judge/result.h"

/**
 * Reads a report of the runtime (SIMT_REPORT).
 * @param text what the first finding that is an error says, in a sentence
 * @return VERDICT_OK where none is an error or where there is no report, as after a crash
 */
enum verdict findings_read(const char *path, char *text, size_t size);

#endif
