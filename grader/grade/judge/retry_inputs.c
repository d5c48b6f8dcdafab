/**
 * @file
 * @brief A stage on other inputs (see retry_inputs.h).
 */
#include "grader/grade/judge/retry_inputs.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/shown.h"

#include <stdlib.h>
#include <string.h>

enum { TRIAL_SECONDS = 2, HANG_SECONDS = 1 };

bool retry_allowed(const struct retry *t) {
    return (*t->left)-- > 0;
}

static void run(struct run *run, const struct retry *t, const struct stage_inputs *inputs) {
    struct process *process = &run->process;
    run->eager = t->eager;
    int seconds = t->seconds                   ? t->seconds
                  : t->verdict == VERDICT_HANG ? HANG_SECONDS
                                               : TRIAL_SECONDS;
    run_start(run, t->build, t->number, inputs, t->order,
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
static bool is_same(const struct retry *t, enum verdict v, const struct check_note *note) {
    if (v != t->verdict) return false;
    if (v == VERDICT_CRASH && at_another_line(t->message, note->text)) return false;
    return (v != VERDICT_WRONG && v != VERDICT_CRASH) ||
           reason_of(failure_of(v, note)) == reason_of(t->kind);
}

void retry_run(const struct retry *t, const struct stage_case *cases, uint32_t n, enum came *came) {
    struct stage_inputs inputs = {.in = {.fd = -1}};
    struct run retry = {0};
    memset(came, 0, n * sizeof(*came));
    if (!retry_allowed(t) || !stage_inputs_make_of(&inputs, t->row, cases, n)) {
        stage_inputs_free(&inputs);
        return;
    }
    run(&retry, t, &inputs);
    struct records outputs = run_outputs(&retry);
    for (uint32_t i = 0; i < n && records_find(&outputs, RECORD_BEGIN, i); i++) {
        struct check_note note;
        enum verdict v = run_judge(&retry, t->row, &inputs, i, &outputs, &note);
        came[i] = v == VERDICT_OK ? CAME_RIGHT : is_same(t, v, &note) ? CAME_WRONG : CAME_UNKNOWN;
    }
    records_unmap(&outputs);
    run_free(&retry);
    stage_inputs_free(&inputs);
}

int retry_first(const struct retry *t, const struct stage_case *cases, uint32_t n) {
    enum came came[STAGE_INPUTS_CASES];
    retry_run(t, cases, n, came);
    for (uint32_t i = 0; i < n; i++)
        if (came[i] == CAME_WRONG) return (int)i;
    return -1;
}

/* Nothing is known but that the answer is wrong. */
static bool is_without_cause(const struct failure *f) {
    return !f->cause[0] && (f->kind == FAILURE_VALUE || f->kind == FAILURE_UNWRITTEN ||
                            f->kind == FAILURE_UNSORTED || f->kind == FAILURE_LOST);
}

void retry_show(const struct retry *t, struct failure *f) {
    struct stage_inputs inputs;
    struct run retry = {0};
    struct shown shown = {.type = KEY_U32};
    shown_listen(&shown);
    if (stage_inputs_make_of(&inputs, t->row, &f->c, 1)) {
        shown.prepared = strlen(shown.lines);
        run(&retry, t, &inputs);
        struct records outputs = run_outputs(&retry);
        run_verdict(t->row, &inputs, 0, &outputs, NULL); /* it tells what was wanted */
        shown_write(&shown, t->row, &inputs, &outputs, f->shown, sizeof(f->shown));
        if (shown_is_narrow(&outputs) && is_without_cause(f)) f->kind = FAILURE_SHAPE;
        records_unmap(&outputs);
        run_free(&retry);
    }
    shown_listen(NULL);
    shown_free(&shown);
    stage_inputs_free(&inputs);
}
