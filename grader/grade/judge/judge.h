/**
 * @file
 * @brief Judges stages: makes inputs, has the child run, looks at the outputs when it is dead.
 */
#ifndef SORTLAB_JUDGE_H
#define SORTLAB_JUDGE_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/result.h"

enum {
    JUDGE_SECONDS = 10
}; /**< that a stage may take, where neither its table nor a choice says another */

/** What to run; the zero of each field means "as the lab says". */
struct judge_choice {
    int case_number; /**< from 1; 0: all */
    long long n;     /**< -1: the case's own */
    uint64_t seed;   /**< 0: the case's own */
    const uint64_t
        *seeds;       /**< of each case, in the table's order; 0: its own; NULL: all their own */
    uint64_t without; /**< bit i: not case i + 1 */
    const uint32_t *keys; /**< these and no others; NULL: the case's own */
    uint32_t n_keys;
    bool quick;   /**< small cases alone, in one order, with no access checked */
    bool ranks;   /**< keys from 1 on, in the same order: small numbers, for pictures */
    int budget_s; /**< of processor time for all stages of a lab together; 0: none */
    bool serial;  /**< one process at a time, and steady messages: for who grades many at once */
    int cpu_s;    /**< seconds of processor time, and more of the clock's; 0: the stage's limit */
    int memory_mb, output_mb; /**< MiB that it may have, and print; 0: the usual */
    int clock_s;     /**< seconds of the clock, whatever cpu_s is; 0: as cpu_s or the stage says */
    bool partial;    /**< a stage that fails has a part of its points, by the cases that pass */
    bool suspicious; /**< note what a person should look at */
    const char *order; /**< SIMT_ORDER; NULL: forward, reverse and two random ones */
    const char
        *tools; /**< check with these, and show all they say; NULL: the device's usual ones */
    const char
        *repeat_by; /**< "make check", "make grade SUBMISSION=dir": what a learner would type */
};

/**
 * Fills verdict, points, message and repeat of a stage. The child runs once for every order of
 * threads, each time over all cases; the first case that fails decides. Kernels on the CPU runtime
 * whose answers are right are run once more with every access checked.
 */
void judge_stage(struct stage_result *r, struct build *build, const char *device,
                 const struct judge_choice *choice);

/**
 * Looks closer at a failure: r->failure becomes the smallest input that was found to show it, and of
 * the kind that it is; r->repeat shows just that. Takes a second or a few. Failures of which no input
 * is to blame stay as they are.
 */
void judge_explain(struct stage_result *r, struct build *build, const struct judge_choice *choice);

/** What a learner types to have a stage checked on a device: the usual choice->repeat_by. */
const char *judge_repeat_by(const char *device);

/** Writes r->repeat: the command that shows r->failure again. */
void judge_repeat(struct stage_result *r, const struct judge_choice *choice);

#endif
