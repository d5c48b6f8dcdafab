/**
 * @file
 * @brief One attempt at a stage: what is judged and by what, from its runs up to a verdict.
 */
#ifndef SORTLAB_ATTEMPT_H
#define SORTLAB_ATTEMPT_H

#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/run.h"

struct attempt {
    struct stage_result *r; /**< what it comes to */
    struct build *build;
    const char *device;
    const struct judge_choice *choice;
    const struct stage_inputs *inputs; /**< the inputs */
    struct limits limits;              /**< of a run without tools */
};

/*
 * A run, and a verdict on it (attempt.c).
 */

/** Runs the inputs' cases in one child, and waits for its end; run_free follows. */
void attempt_run(const struct attempt *a, struct run *run, const struct stage_inputs *inputs,
                 const char *order);

/** The same of a program with a tool in it, which may take so many times the time, and more memory. */
void attempt_run_tool(const struct attempt *a, struct run *run, const struct stage_inputs *inputs,
                      const char *order, int times);

/** Judges all cases of a run; false, with the result filled, at the first that fails. */
bool attempt_judge(const struct attempt *a, const struct stage_inputs *inputs, struct run *run);

/** Fills the result with a failure that is not of one case, and with the command that shows it again. */
void attempt_fail(const struct attempt *a, enum verdict verdict, struct failure failure,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/** Judges the report of a run with tools: it counts only when the tools have written it. */
void attempt_judge_report(const struct attempt *a, const struct run *run);

/** It builds, but not with the `tools`, of which the compiler says `text`. */
void attempt_judge_tools(const struct attempt *a, const char *tools, const char *text);

/** Whether one case does this; all else is the stage's, and leaves no part of its points. */
bool attempt_is_of_case(enum verdict v);

/*
 * The parts of an attempt, in their order.
 */

/** Judges the stage on the inputs of the choice, in all orders of threads, with the two parts below. What is the
 *  grader's own fault is tried twice (orders.c). */
void attempt_orders(struct attempt *a);

/** Right answers may be luck: once more, with every access checked (checks.c). */
void attempt_check(const struct attempt *a);

/** Right answers may come by another method: once more, with what they cost counted, where the stage demands a
 *  method (method.c). */
void attempt_count(const struct attempt *a);

/** Whether a choice is of the stage as the lab has it: a part of the cases costs something else than all. */
bool attempt_is_whole(const struct judge_choice *choice);

/** The case, from 1, that shows by which method the stage is solved; 0: no method is demanded. */
int attempt_counted_case(const struct attempt *a);

/** A stage that fails gets a part of its points, by the cases that pass (partial.c). */
void attempt_part(const struct attempt *a);

/** Behind what else there is to say of it. */
void attempt_note(struct stage_result *r, const char *text);

#endif
