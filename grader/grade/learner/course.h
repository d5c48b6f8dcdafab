/**
 * @file
 * @brief A learner's check: the labs in order, what is known left out, up to the first stage that fails.
 */
#ifndef SORTLAB_COURSE_H
#define SORTLAB_COURSE_H

#include "grader/shared/terminal.h"
#include "grader/grade/judge/build.h"

struct course {
    const char *submission, *device, *folder; /**< the learner's files; where to build */
    const char *state;                        /**< the state file */
    struct terminal screen;
    bool lines; /**< a failure is also said as a compiler would */
};

/**
 * Checks the labs in order, or one alone. A lab that was right and has not changed is not run again.
 * In any other the small cases of all stages go first, for a verdict at once.
 * @param only NULL: all
 * @return exit status: 0 all right, 1 something fails, 2 the grader's own fault
 */
int course_check(const struct course *course, const struct stage_lab *only);

/** The learner's file of a lab, "" where there is none. */
const char *course_source(const struct course *course, const struct stage_lab *lab,
                          char path[PATH_MOST]);

#endif
