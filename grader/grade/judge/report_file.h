/**
 * @file
 * @brief The checkers' and the profiler's report, as far as it can be believed to be one.
 */
#ifndef SORTLAB_REPORT_FILE_H
#define SORTLAB_REPORT_FILE_H

#include <jansson.h>

/**
 * Reads a report. It was written by a process that holds the learner's code, and a small file can become
 * a lot of JSON, so a long one is not looked at: 1,024 findings, which are all that are kept, have room.
 * @return NULL where there is none, or none that can be read
 */
json_t *report_load(const char *path);

#endif
