/**
 * @file
 * @brief Kinds of failure: what each is called, what it usually means, and how one is told from another.
 */
#ifndef SORTLAB_FAILURE_H
#define SORTLAB_FAILURE_H

#include "grader/grade/judge/result.h"

/** A short word for files ("sentinel"). */
const char *failure_name(enum failure_kind kind);

/** One sentence: what it usually comes from, and where to look. "" where the message says it all. */
const char *failure_advice(enum failure_kind kind);

/** The advice on a failure as it is shown: "" too where it speaks of a smallest input and none was looked for. */
const char *failure_advice_on(const struct failure *f);

/** The kind of what is known so far: a verdict, and the first invariant that broke. */
enum failure_kind failure_of(enum verdict verdict, const struct check_note *note);

/** The kind that the words of a finding or a crash tell; FAILURE_NONE: they tell of none. */
enum failure_kind failure_of_words(const char *text);

/** The line of the first "FILE.cu:LINE" or "FILE.c:LINE" in a text; 0: none is named. */
int failure_line(const char *text);

/** A sentence for frequent messages of compilers, linkers and CUDA; NULL when it is none of these. */
const char *failure_of_compiler(const char *message);

#endif
