/**
 * @file
 * @brief Jobs, done by the tasks of a Slurm job array, each of which does many.
 *
 * Tasks leave a file a job in OUT/.class/slurm/RUN/results, on a folder that all machines share; the process
 * that was started by hand gathers them and writes the journal. What Slurm says of its queue decides nothing
 * but when to submit again what has no file yet.
 */
#ifndef SORTLAB_CLASS_SLURM_H
#define SORTLAB_CLASS_SLURM_H

#include "grader/class/worker.h"

/** As workers_run: false when a signal ended it. */
bool slurm_run(const struct class *c, struct job *jobs, size_t n, job_done *done, void *context);

/** In a task: the jobs of `run` whose number leaves `index` when divided by `of`. */
int slurm_task(struct class *c, const char *run, int index, int of);

#endif
