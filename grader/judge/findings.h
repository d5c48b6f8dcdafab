/**
 * @file
 * @brief What the CPU runtime's checkers found in a run of the child.
 */
#ifndef SORTLAB_FINDINGS_H
#define SORTLAB_FINDINGS_H

#include "grader/judge/result.h"

/**
 * Reads a report of the runtime (SIMT_REPORT).
 * @param text what the first finding says that is more than INFO, in a sentence
 * @return VERDICT_OK where there is none or where there is no report, as after a crash
 */
enum verdict findings_read(const char *path, enum failure_kind *kind, char *text, size_t size);

#endif
