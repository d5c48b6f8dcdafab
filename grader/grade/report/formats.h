/**
 * @file
 * @brief The ways in which a result is written: one function each.
 */
#ifndef SORTLAB_FORMATS_H
#define SORTLAB_FORMATS_H

#include <stdio.h>

#include "grader/grade/judge/result.h"

/** For people: the line of stage i when it is graded, with what broke. */
void stage_table_row(FILE *out, const struct result *result, size_t i);

/** The same in a line alone, where a stage of the lab before it fails; false: none does, and nothing was written.
 *  Where both fail in one way and at one line the words are "as stage 1". */
bool stage_table_brief(FILE *out, const struct result *result, size_t i);

/** The smallest input that is known to fail, and what such a failure usually comes from. */
void stage_table_why(FILE *out, const struct stage_result *r, int indent);

/** What the program printed: the last lines where one case alone was run, else how many they are. */
void stage_table_printed(FILE *out, const struct stage_result *r, int indent);

/** Behind it, when the stage fails: how to see it again; in full also the smallest input that fails,
 *  what such a failure usually comes from, and where there is a hint. */
void stage_table_failure(FILE *out, const struct result *result, size_t i, bool in_full);

/** brief: stage_table_brief has left something out. */
void stage_table_end(FILE *out, const struct result *result, bool brief);

/**
 * The result as JSON. The file is written beside its name and renamed, so a reader never sees half.
 * @return false with errno set when it cannot be written
 */
bool json_write(const char *path, const struct result *result);

/*
 * For other systems (grader/grade/report/reports.h): the whole file, to be freed; NULL without memory.
 * Before it is finished each says that the grader failed.
 */
char *junit_text(const struct result *result, bool finished);
char *gradescope_text(const struct result *result, bool finished);
char *autolab_text(const struct result *result, bool finished);
char *classroom50_text(const struct result *result, bool finished);
char *prairielearn_text(const struct result *result, bool finished);
char *github_text(const struct result *result, bool finished);
char *submitty_text(const struct result *result, bool finished);

/** What the environment lacks for a file of Classroom 50, in a sentence; NULL: nothing. */
const char *classroom50_lacks(void);

#endif
