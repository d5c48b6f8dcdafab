/**
 * @file
 * @brief What the checkers found in a run of the child: the CPU runtime's, or gpucheck on a GPU.
 */
#ifndef SORTLAB_FINDINGS_H
#define SORTLAB_FINDINGS_H

#include "grader/grade/judge/result.h"

/**
 * Reads a report (common/simt/report.schema.json).
 * @param source the learner's file, by which a kernel's pointers get their names; NULL: none
 * @param text what the first finding says that is more than INFO, in a sentence
 * @return VERDICT_OK where there is none or where there is no report, as after a crash
 */
enum verdict findings_read(const char *path, const char *source, enum failure_kind *kind,
                           char *text, size_t size);

/** Where there is no error: what is allowed and may still be the cause of a wrong answer, in a sentence. */
enum failure_kind findings_hint(const char *path, char *text, size_t size);

/** Why some tool could not do its work; "" where all could. */
void findings_skipped(const char *path, char *text, size_t size);

#endif
