/**
 * @file
 * @brief One case of one stage, run with every access noted, as a page that shows it.
 */
#ifndef SORTLAB_TRACE_H
#define SORTLAB_TRACE_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/stage_inputs.h"

/** What is wanted. */
struct trace_request {
    const char *path;                 /**< of the page */
    const char *submission, *compare; /**< whose code, and whose beside it; compare may be NULL */
    const char *folder;               /**< to build in */
    const struct stage_lab *lab;
    int stage; /**< from 1; 0: the first */
    struct judge_choice choice;
};

/** Writes the page and says where it is; gives the program's exit code. */
int trace_stage(const struct trace_request *q);

/** One run: whose, what the judge says of it, and what was noted. */
struct traced {
    const char *who;          /**< "yours", "the solution" */
    char source[PATH_MOST];   /**< the file; "" when there is none */
    char path[PATH_MOST];     /**< as it was handed in */
    char *text;               /**< of that file */
    char *json;               /**< what the check build wrote; NULL: nothing */
    unsigned long long seen;  /**< accesses of the run, */
    unsigned long long shown; /**< and of them in the trace */
    bool right;
    char message[1200]; /**< what is wrong; "" when all is well */
};

/** page.c: the template with these two runs in it (other.json NULL: one); false with errno. */
bool trace_write_page(const struct trace_request *q, const struct stage_inputs *inputs,
                      const struct traced *run, const struct traced *other);

#endif
