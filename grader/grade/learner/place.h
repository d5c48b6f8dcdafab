/**
 * @file
 * @brief A folder to build in that goes when the program does, interrupted or not.
 */
#ifndef SORTLAB_PLACE_H
#define SORTLAB_PLACE_H

#include "grader/grade/judge/build.h"

/** The program's one workplace, in `folder`; ends the program with a sentence when there is none. */
struct workplace *place_open(const char *folder, const char *device);

#endif
