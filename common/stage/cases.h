/**
 * @file
 * @brief Short forms for the cases in a lab's stages.c, so that a table of them fits a screen.
 */
#ifndef SORTLAB_CASES_H
#define SORTLAB_CASES_H

#include "common/stage/stage.h"

/** n keys of a distribution, `CASE(33, FEW, 0)`, under the lab's own seed. */
#define CASE(n, DIST, param)                                                                       \
    { (n), DATA_##DIST, 0, (param), NULL, false, false }

/** The same, of so many keys that one order of threads has to do, with no check. */
#define CASE_ONCE(n, DIST, param)                                                                  \
    { (n), DATA_##DIST, 0, (param), NULL, true, false }

/** The same, and the case that a stage's demands are about. */
#define CASE_COUNTED(n, DIST, param)                                                               \
    { (n), DATA_##DIST, 0, (param), NULL, false, true }

/** Both: counted, which once is enough for, and neither checked nor run in every order. */
#define CASE_ONCE_COUNTED(n, DIST, param)                                                          \
    { (n), DATA_##DIST, 0, (param), NULL, true, true }

/** The keys themselves, one at least: `CASE_KEYS(0, 8, 4, 7)`. */
#define CASE_KEYS(param, ...)                                                                      \
    {                                                                                              \
        sizeof((uint32_t[]){__VA_ARGS__}) / 4, DATA_LITERAL, 0, (param),                           \
            (uint32_t[]){__VA_ARGS__}, false, false                                                \
    }

#endif
