/**
 * @file
 * @brief What is said of a stage wherever somebody else's program shows it: clean text, and of a hidden
 *        stage nothing but whether it passes.
 */
#ifndef SORTLAB_SAID_H
#define SORTLAB_SAID_H

#include "grader/grade/judge/result.h"

enum said_status {
    SAID_PASSED,
    SAID_FAILED,
    SAID_BROKEN, /**< the grader's own fault */
    SAID_CUT,    /**< not graded: the grader has not come to it */
    SAID_LEFT    /**< not graded: nobody wanted it, since a stage before it failed */
};

enum { SAID_NAME = 101, SAID_TEXT = 3000 };

struct said {
    enum said_status status;
    char lab[64];         /**< "03_atomic_merge" */
    char number[24];      /**< "03.2": unique */
    char name[SAID_NAME]; /**< "03.2 the first list among equals": unique, at most 100 bytes */
    int points, max_points;
    const char *verdict;  /**< "wrong answer"; of a hidden stage "failed" */
    char message[1300];   /**< what broke; "" when all is well or hidden */
    char text[SAID_TEXT]; /**< all there is to say, in lines; "" when there is nothing */
};

/** Of stage i; finished: the grader is through with all. */
void said_stage(struct said *said, const struct result *result, size_t i, bool finished);

/** Of all: the points; or that the grader did not finish, and so this is no grade. */
void said_all(char *text, size_t size, const struct result *result, bool finished);

/** Whether a stage shows the grader's own fault. */
bool said_broken(const struct result *result);

#endif
