/**
 * @file
 * @brief What the grader and the keeper agree on.
 */
#ifndef SORTLAB_KEEPER_H
#define SORTLAB_KEEPER_H

#include "grader/grade/sandbox/cell.h"

enum {
    KEEPER_RECORD_FD = 6, /**< takes a struct cell_record */
    KEEPER_REPORT_FD = 7, /**< takes what the process left as KEEPER_REPORT */
    KEEPER_REPORT_BYTES = 64 << 20
};

/** In $TMPDIR of the process. */
#define KEEPER_REPORT "report.json"

/** `keeper probe FILE PID PORT NAME`, as the process that is kept: tries to get out, also at the grader, the
 *  process PID called NAME; says what of it works. */
int probe(char **argv);

#endif
