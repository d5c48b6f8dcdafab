/**
 * @file
 * @brief The result model: what the grader found, from which every format is written.
 */
#ifndef SORTLAB_RESULT_H
#define SORTLAB_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/stage.h"

enum verdict {
    VERDICT_NONE_YET, /**< not graded */
    VERDICT_OK,
    VERDICT_WRONG,      /**< an output breaks an invariant */
    VERDICT_NO_OUTPUT,  /**< the stage ended, but an output is missing or has another length */
    VERDICT_RACE,       /**< right, but two threads touch a word and nothing orders them */
    VERDICT_BOUNDS,     /**< right, but a kernel touches memory that is nobody's */
    VERDICT_CRASH,      /**< a signal, or an error exit */
    VERDICT_EARLY_EXIT, /**< the process ended by itself before the stage was over */
    VERDICT_HANG,       /**< over the time limit, or nothing could move */
    VERDICT_FLOOD,      /**< printed more than anybody can read */
    VERDICT_COMPILE,    /**< does not compile */
    VERDICT_LINK,       /**< compiles, but a function of the contract is missing */
    VERDICT_MISSING,    /**< the submission has no such file */
    VERDICT_INTERNAL,   /**< the grader's own fault */
    VERDICTS
};

/** The short code for files ("WA") and the words for people ("wrong answer"). */
const char *verdict_code(enum verdict v);
const char *verdict_words(enum verdict v);

struct stage_result {
    const struct stage_lab *lab;
    const struct stage_row *row;
    int number; /**< of the stage in its lab, from 1 */
    enum verdict verdict;
    int points;
    char message[1200]; /**< what broke first and where; "" when all is well */
    char repeat[240];   /**< the command that shows it again */
};

struct result {
    const char *submission; /**< as it was named */
    struct stage_result *stages;
    size_t n;
    int points, max_points;
};

#endif
