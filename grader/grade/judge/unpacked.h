/**
 * @file
 * @brief A submission that is an archive or a repository, read by the program that reads a class's.
 */
#ifndef SORTLAB_UNPACKED_H
#define SORTLAB_UNPACKED_H

#include "grader/grade/judge/build.h"

/**
 * Has `unpack` copy the labs' files to the workspace, and fills builds like find_sources. Ends the
 * program with code 2 where unpack cannot be built, which is said by whoever finds out why.
 * @param why gets the sentence if the submission is refused as a whole
 * @return whether there is a file of any lab
 */
bool unpacked_sources(const struct workspace *workspace, const char *submission,
                      struct build *builds, size_t n, char *why, size_t size);

#endif
