/**
 * @file
 * @brief Whether the checkers' report is the one that they wrote (common/simt/check/report_seal.c).
 */
#ifndef SORTLAB_REPORT_SEAL_H
#define SORTLAB_REPORT_SEAL_H

/**
 * Reads the seal of a run that is over.
 * @param fd its pipe's end for reading
 * @return what is wrong with the report at `path`, in a sentence; NULL: it is the checkers' own, and whole
 */
const char *report_seal_fault(int fd, const char *path);

#endif
