/**
 * @file
 * @brief What became of the mutants, for people and for programs.
 */
#ifndef SORTLAB_REPORT_H
#define SORTLAB_REPORT_H

#include <stdio.h>

#include "grader/selftest/mutants/mutant.h"

/** The lines of those that are done and that nobody is to be waited for before, each once. */
void report_lines(FILE *out, const struct mutants *all);

/** How many are done, over itself again and again; for a terminal. */
void report_progress(FILE *out, const struct mutants *all);

/** What each lab adds up to, and all of them. */
void report_sums(FILE *out, const struct mutants *all);

/** A mutant in full: what it changes, what the grader says, what was expected. Of a generated one
 *  that survives, the entry that the bank would need. */
void report_one(FILE *out, const struct mutant *m);

/** Chosen mutants with a fate from FATE_SURVIVED on. */
size_t report_errors(const struct mutants *all);

/** The table as Markdown, and as JSON; false with errno when the file cannot be written. */
bool report_markdown(const char *path, const struct mutants *all);
bool report_json(const char *path, const struct mutants *all);

#endif
