/**
 * @file
 * @brief What the grader and the init process agree on.
 */
#ifndef SORTLAB_INIT_H
#define SORTLAB_INIT_H

#include "grader/grade/sandbox/limits.h"

enum {
    INIT_RECORD_FD = 6, /**< takes a struct session_record */
    INIT_REPORT_FD = 7, /**< takes what the process left as INIT_REPORT */
    INIT_REPORT_BYTES = 64 << 20
};

/** In $TMPDIR of the process. */
#define INIT_REPORT "report.json"

/** `init probe FILE PID PORT NAME`, as the process that is kept: tries to get out, also at the grader, the
 *  process PID called NAME; says what of it works. */
int probe(char **argv);

#endif
