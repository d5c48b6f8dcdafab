/**
 * @file
 * @brief One case of one stage with every access counted: as a table, and as a page beside the source.
 */
#ifndef SORTLAB_PROFILE_H
#define SORTLAB_PROFILE_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/stage_inputs.h"
#include "grader/grade/report/profile/cost.h"

/** What is wanted. */
struct profile_request {
    const char *pages;      /**< the folder for the page: build/profile */
    const char *submission; /**< whose code */
    const char *
        compare; /**< whose code beside it, line by line; NULL: of the reference the counts alone */
    const char *folder; /**< to build in */
    const struct stage_lab *lab;
    int stage; /**< from 1; 0: the first */
    struct judge_choice choice;
};

/** Prints the table, writes the page and says where it is; gives the program's exit code. */
int profile_stage(const struct profile_request *q);

/** One run: whose, and its counts. */
struct profiled {
    const char *who;
    struct build build; /**< build.source is "" where the source is not to be shown */
    json_t *kernels;    /**< NULL: not known */
    uint32_t keys;
};

/** table.c: the counts of kernels and lines, those of the other run beside them. */
void profile_print(const struct profiled *run, const struct profiled *other);

/** page.c: false with errno. */
bool profile_write_page(const char *path, const struct profile_request *q,
                        const struct profiled *run, const struct profiled *other);

#endif
