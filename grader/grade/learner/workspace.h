/**
 * @file
 * @brief A folder to build in that goes when the program does, interrupted or not.
 */
#ifndef SORTLAB_WORKSPACE_H
#define SORTLAB_WORKSPACE_H

#include "grader/grade/judge/build.h"

/** The program's one workspace, in `folder`; ends the program with a sentence when there is none. */
struct workspace *workspace_open(const char *folder, const char *device);

#endif
