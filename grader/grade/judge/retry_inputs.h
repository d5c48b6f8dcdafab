/**
 * @file
 * @brief A stage that fails, tried on other inputs: what shrinks a failure and finds its cause.
 */
#ifndef SORTLAB_RETRY_INPUTS_H
#define SORTLAB_RETRY_INPUTS_H

#include "grader/grade/judge/run.h"

struct retry {
    const struct build *build;
    const struct stage_row *row;
    int number;             /**< the row's, from 0 */
    const char *order;      /**< of threads; NULL on a device */
    bool eager;             /**< streams are, whatever the order */
    enum verdict verdict;   /**< what counts as the same failure, with the two behind it */
    enum failure_kind kind; /**< by its note alone */
    const char *message;    /**< of a crash: its line counts too */
    int seconds;            /**< that a hang takes; 0: few, since many are tried */
    int *left;              /**< how often may still be tried */
};

/** Whether anything may be tried yet; counts this time. */
bool retry_allowed(const struct retry *t);

enum came { CAME_UNKNOWN, CAME_RIGHT, CAME_WRONG };

/** Runs the cases, at most STAGE_INPUTS_CASES, in one child. Behind one that ends it the rest is unknown. */
void retry_run(const struct retry *t, const struct stage_case *cases, uint32_t n, enum came *came);

/** The first of the cases that fails, or -1. */
int retry_first(const struct retry *t, const struct stage_case *cases, uint32_t n);

/**
 * Makes a failure's case as small as it gets: fewer keys, then smaller ones. The keys of at most
 * FEW_KEYS are written out in f->keys. f->shrunk says whether anything came of it. False when the case
 * does not fail by itself: those before it have left something behind.
 */
bool retry_shrink(const struct retry *t, struct failure *f);

/** What the failing case has that others, which do not fail, have not; FAILURE_NONE: nothing that is
 *  looked for here. */
enum failure_kind retry_compare(const struct retry *t, const struct failure *f);

/** The failing case, as it can be worked by hand (shown.h): into f->shown. */
void retry_show(const struct retry *t, struct failure *f);

#endif
