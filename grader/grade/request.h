/**
 * @file
 * @brief What the grader is asked for, on its command line.
 */
#ifndef SORTLAB_REQUEST_H
#define SORTLAB_REQUEST_H

#include "grader/grade/judge/judge.h"

enum { REQUEST_WORDS = 4 };

struct request {
    const char *verb;                 /**< what to do: "grade" */
    const char *words[REQUEST_WORDS]; /**< and what with */
    int n_words;
    const char *submission; /**< where the learner's files are */
    const char *lab;        /**< this one alone; NULL: all */
    int stage;              /**< this one alone; 0: all */
    struct judge_choice choice;
    const char *device, *folder, *sandbox;
    bool until_fail, explain, explain_first;
    const char *lines; /**< not NULL: failures as a compiler would say them, and nothing else */
    /* Files to write; NULL: not this one. */
    const char *result, *instructor, *progress;
    const char *compare; /**< on a page beside the learner's files, those of this folder */
};

/**
 * Reads the options. What is wrong with one is said in a sentence, and the program ends with code 2.
 * @param help what --help says of the verbs
 */
struct request request_read(int argc, char **argv, const char *help);

/** Whether inputs and tools are the lab's own. */
bool request_is_usual(const struct request *q);

#endif
