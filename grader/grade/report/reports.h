/**
 * @file
 * @brief Files for other systems, by `--format NAME=PATH`: whole and valid at every moment.
 *
 * Each is written before anything is built, and says then that the grader failed; after each stage it is
 * replaced by one that knows that stage too, and at the end by one that says that it is the end. So
 * whoever finds the file, after whatever end of the grader, finds a true one.
 */
#ifndef SORTLAB_REPORTS_H
#define SORTLAB_REPORTS_H

#include "grader/grade/judge/result.h"

/** Takes NAME=PATH, and keeps the text; stops with exit code 2 and a sentence when it is none. */
void reports_add(const char *text);

/** The same for a list with blanks before each NAME, which is taken to pieces; a path may have blanks, too. */
void reports_add_all(char *text);

/** Writes all that were asked for; stops with exit code 2 and a sentence when one cannot be written. */
void reports_write(const struct result *result, bool finished);

#endif
