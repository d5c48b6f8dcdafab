/**
 * @file
 * @brief How long a sort of many keys takes on nodes with devices, step by step, and what binds it.
 *
 * The steps come one after another, as in lab 14; a step that several resources work on at once takes as long as
 * the slowest of them.
 */
#ifndef SORTLAB_MODEL_PLAN_H
#define SORTLAB_MODEL_PLAN_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAN_STEPS = 12, PLAN_RANKS = 1024 /**< of a communicator of lab 14 */ };

struct job {
    double keys;
    int nodes, gpus; /**< gpus of a node; each is a rank */
    bool
        on_devices; /**< keys are on the devices and stay there; else they lie in the hosts' memory */
    /** As grader/sort/ranks/slices.c does it, straight from device to device; else as lab 14 and run-mpi do it. */
    bool slices;
};

struct step {
    const char *what, *binds; /**< the resource that it waits for */
    double s;
};

struct plan {
    struct step steps[PLAN_STEPS];
    size_t n;
    double s;              /**< in all */
    const struct step *at; /**< the longest step */
    const char *held;      /**< where the keys are in between: "devices", "hosts", "disks" */
};

/** @param m machine.value */
void plan_make(struct plan *plan, const double *m, const struct job *job);

/** Its steps, one a line. */
void plan_print(const struct plan *plan, const struct job *job);

/** So many keys on 1 to 1,000 nodes: a table, for a terminal or, between bars, for a page. */
void plan_nodes(const double *m, double keys, int gpus, bool page);

/** Seconds for so many keys in the pinned memory of a node with one device of `device_gb`; 0: what there is. */
double plan_one_device(const double *m, double keys, double device_gb);

/** Seconds for so many keys on a node with four devices, or in its pinned memory. */
double plan_devices(const double *m, double keys, bool on_devices, bool slices);

/** What is to be held against a device yet, each with its prediction. */
void plan_waiting(const double *m);

#endif
