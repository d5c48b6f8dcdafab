/**
 * @file
 * @brief What is said of a stage wherever somebody else's program shows it: clean text, and of a hidden
 *        stage nothing but whether it passes.
 */
#ifndef SORTLAB_STAGE_TEXT_H
#define SORTLAB_STAGE_TEXT_H

#include "grader/grade/judge/result.h"

enum stage_status {
    STAGE_PASSED,
    STAGE_FAILED,
    STAGE_BROKEN, /**< the grader's own fault */
    STAGE_CUT,    /**< not graded: the grader has not come to it */
    STAGE_LEFT    /**< not graded: nobody wanted it, since a stage before it failed */
};

enum { STAGE_NAME_SIZE = 101, STAGE_TEXT_SIZE = 3000 };

struct stage_text {
    enum stage_status status;
    char lab[64];    /**< "03_atomic_merge" */
    char number[24]; /**< "03.2": unique */
    char
        name[STAGE_NAME_SIZE]; /**< "03.2 the first list among equals": unique, at most 100 bytes */
    int points, max_points;
    const char *verdict;        /**< "wrong answer"; of a hidden stage "failed" */
    char message[1300];         /**< what broke; "" when all is well or hidden */
    char text[STAGE_TEXT_SIZE]; /**< all there is to say, in lines; "" when there is nothing */
};

/** Of stage i; finished: the grader is through with all. */
void stage_text_of(struct stage_text *stage, const struct result *result, size_t i, bool finished);

/** Of all: the points; or that the grader did not finish, and so this is no grade. */
void stage_text_all(char *text, size_t size, const struct result *result, bool finished);

/** Whether a stage shows the grader's own fault. */
bool stage_text_broken(const struct result *result);

#endif
