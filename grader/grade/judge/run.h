/**
 * @file
 * @brief One run of a child over the cases of a stage, and what each case came to.
 */
#ifndef SORTLAB_RUN_H
#define SORTLAB_RUN_H

#include "grader/grade/judge/build.h"
#include "grader/grade/judge/stage_inputs.h"
#include "grader/grade/sandbox/process.h"

enum { RUN_SETTINGS = 16 /* at most */ };

/** Seconds that it may work or sleep, and of processor time; MiB of memory, and printed. 0: no limit of
 *  these, or the usual one. */
struct limits {
    int clock, cpu, memory_mb, output_mb;
    bool
        steady; /**< a message is the same in each run: no thread and line at which a loop was met */
};

struct run {
    const char *order;           /**< of threads; NULL: the device's own */
    bool checked;                /**< every access is */
    bool counted;                /**< every access is */
    const char *sanitized;       /**< the program, where it is host code built with a sanitizer */
    bool pairs;                  /**< two cases are under way at once, each in its own stream */
    bool eager;                  /**< streams are, whatever the order */
    bool often;                  /**< without the cases that are for one run alone */
    const char *tools;           /**< that check them; NULL: all that were built in */
    char report[PATH_MOST + 64]; /**< where the checkers write; "" when nothing is checked */
    int out_fd;
    int seal_fd;                 /**< what the checkers tell of their report; 0: nothing */
    const char *damage;          /**< to its outputs, in a sentence; NULL: none */
    enum verdict damage_verdict; /**< and what that comes to */
    struct process process;
    struct sandbox_view view;
    /* What the process is started with. */
    char setting[RUN_SETTINGS][PATH_MOST + 128];
    const char *environment[RUN_SETTINGS + 1];
    size_t n_settings;
    char number[16], cases[16];
    const char *argv[5];
    char folder[PATH_MOST]; /* on a GPU: of the child, which gpucheck starts */
};

/** In one of the orders a stream's work waits for whoever waits for it, and in the others it does not.
 *  So by the order alone a run can be repeated. */
bool run_streams_are_lazy(const char *order);

/** How many of the inputs' cases it is over: the first ones. */
uint32_t run_cases(const struct run *run, const struct stage_inputs *inputs);

/** Fills run->environment and run->argv, of a child that reports to descriptor 5 if `sealed` says so. */
void run_prepare(struct run *run, const struct build *build, int row,
                 const struct stage_inputs *inputs, const char *order, struct limits limits,
                 bool sealed);

/** Starts row `row` (from 0) of the lab; process_wait(&run->process) must follow, and run_free. */
void run_start(struct run *run, const struct build *build, int row,
               const struct stage_inputs *inputs, const char *order, struct limits limits);
/**
 * From here on all runs together, and what compilers take between them, may have so many seconds of
 * processor time; 0: as many as each run may.
 */
void run_budget(int seconds);

/** Whether these are used up. Who has begun before goes on to his own limit. */
bool run_budget_is_spent(void);

void run_free(struct run *run);

/** What is wrong with the report of a checked or counted run that is over, in a sentence; NULL: nothing. */
const char *run_report_fault(const struct run *run);

/** What it has handed over, which from here on nobody can change; or run->damage. records_unmap follows. */
struct records run_outputs(struct run *run);

/** How a child ended that did not come to the end of a case, in words. */
enum verdict run_explain(const struct run *run, struct check_note *note);

/** Whether the outputs of case i are right, by the stage's verdict; false, too, where it did not come to its
 *  end. note may be NULL. */
bool run_verdict(const struct stage_row *row, const struct stage_inputs *inputs, uint32_t i,
                 const struct records *outputs, struct check_note *note);

/** How case i of the inputs came out; when it is not right, *note says what broke. */
enum verdict run_judge(const struct run *run, const struct stage_row *row,
                       const struct stage_inputs *inputs, uint32_t i, const struct records *outputs,
                       struct check_note *note);

#endif
