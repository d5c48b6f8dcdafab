/**
 * @file
 * @brief Jobs, done by `grade` in so many processes at once.
 */
#ifndef SORTLAB_CLASS_WORKER_H
#define SORTLAB_CLASS_WORKER_H

#include "grader/class/units.h"

/** What a grading ended as: with a result, or with a fault when it failed twice. */
typedef void job_done(void *context, struct job *job, const struct grading *g);

/** False when a signal ended it; what was being graded then is graded again another time. */
bool workers_run(const struct class *c, struct job *jobs, size_t n, job_done *done, void *context);

/** True from the first SIGINT, SIGTERM or SIGHUP on, once the catching has begun. */
bool workers_interrupted(void);
void workers_catch_signals(void);

/** The result that a file holds, with nothing in it that differs from run to run; NULL with a fault. */
json_t *worker_read(const struct class *c, const char *path, const struct job *job,
                    char fault[CLASS_SAYS]);

/** Adds to hidden stages, as "sign", why a person should look at them: it stands in what grade told the
 *  instructor alone (under.h), and no student may read it. */
void worker_add_signs(json_t *result, const char *told);

#endif
