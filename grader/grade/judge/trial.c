/**
 * @file
 * @brief A stage on other inputs (see trial.h).
 */
#include "grader/grade/judge/trial.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/shown.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_SECONDS = 2, HANG_SECONDS = 1 };

bool trial_allowed(const struct trial *t) {
    return (*t->left)-- > 0;
}

static void run(struct run *run, const struct trial *t, const struct plan *plan) {
    struct process *process = &run->process;
    run->eager = t->eager;
    int seconds = t->seconds                   ? t->seconds
                  : t->verdict == VERDICT_HANG ? HANG_SECONDS
                                               : TRIAL_SECONDS;
    run_start(run, t->build, t->number, plan, t->order,
              (struct limits){.clock = seconds, .cpu = seconds});
    process_wait(&process, 1);
}

/* Arrays that are written past their ends, and inputs that are changed, are failures of their own. */
static int reason_of(enum failure_kind kind) {
    if (kind == FAILURE_OFF_BY_ONE || kind == FAILURE_BOUNDS) return 1;
    if (kind == FAILURE_INPUT || kind == FAILURE_LAUNCH || kind == FAILURE_MEMORY) return 2 + kind;
    return 0;
}

/* A crash that names no line may have got one from the checkers since. */
static bool at_another_line(const char *one, const char *other) {
    const int a = failure_line(one), b = failure_line(other);
    return a && b && a != b;
}

/* A smaller input that fails in another way would be another riddle. */
static bool is_same(const struct trial *t, enum verdict v, const struct check_note *note) {
    if (v != t->verdict) return false;
    if (v == VERDICT_CRASH && at_another_line(t->message, note->text)) return false;
    return (v != VERDICT_WRONG && v != VERDICT_CRASH) ||
           reason_of(failure_of(v, note)) == reason_of(t->kind);
}

void trial_run(const struct trial *t, const struct stage_case *cases, uint32_t n, enum came *came) {
    struct plan plan = {.in = {.fd = -1}};
    struct run trial = {0};
    memset(came, 0, n * sizeof *came);
    if (!trial_allowed(t) || !plan_make_of(&plan, t->row, cases, n)) {
        plan_free(&plan);
        return;
    }
    run(&trial, t, &plan);
    struct records outputs = run_outputs(&trial);
    for (uint32_t i = 0; i < n && records_find(&outputs, RECORD_BEGIN, i); i++) {
        struct check_note note;
        enum verdict v = run_judge(&trial, t->row, &plan, i, &outputs, &note);
        came[i] = v == VERDICT_OK ? CAME_RIGHT : is_same(t, v, &note) ? CAME_WRONG : CAME_UNKNOWN;
    }
    records_unmap(&outputs);
    run_free(&trial);
    plan_free(&plan);
}

int trial_first(const struct trial *t, const struct stage_case *cases, uint32_t n) {
    enum came came[PLAN_CASES];
    trial_run(t, cases, n, came);
    for (uint32_t i = 0; i < n; i++)
        if (came[i] == CAME_WRONG) return (int)i;
    return -1;
}

/* Nothing is known but that the answer is wrong. */
static bool is_without_cause(const struct failure *f) {
    return !f->cause[0] && (f->kind == FAILURE_VALUE || f->kind == FAILURE_UNWRITTEN ||
                            f->kind == FAILURE_UNSORTED || f->kind == FAILURE_LOST);
}

void trial_show(const struct trial *t, struct failure *f) {
    struct plan plan;
    struct run trial = {0};
    struct shown shown = {.type = KEY_U32};
    shown_listen(&shown);
    if (plan_make_of(&plan, t->row, &f->c, 1)) {
        shown.prepared = strlen(shown.lines);
        run(&trial, t, &plan);
        struct records outputs = run_outputs(&trial);
        run_verdict(t->row, &plan, 0, &outputs, NULL); /* it tells what was wanted */
        shown_write(&shown, t->row, &plan, &outputs, f->shown, sizeof f->shown);
        if (shown_is_narrow(&outputs) && is_without_cause(f)) f->kind = FAILURE_SHAPE;
        records_unmap(&outputs);
        run_free(&trial);
    }
    shown_listen(NULL);
    shown_free(&shown);
    plan_free(&plan);
}
