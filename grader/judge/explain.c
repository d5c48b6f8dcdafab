/**
 * @file
 * @brief A failure, looked at more closely (judge.h).
 */
#include "grader/judge/failure.h"
#include "grader/judge/findings.h"
#include "grader/judge/judge.h"
#include "grader/judge/sanitizer.h"
#include "grader/judge/trial.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_TRIALS = 40, PATIENCE_HANGS = 4 };

/* Failures that an input may be to blame for. */
static bool has_input(const struct stage_result *r) {
    enum verdict v = r->verdict;
    return r->failure.case_number > 0 && !r->failure.checked &&
           (v == VERDICT_WRONG || v == VERDICT_NO_OUTPUT || v == VERDICT_CRASH ||
            v == VERDICT_HANG);
}

static enum came try(struct trial t, const struct failure *f) {
    enum came came;
    trial_run(&t, &f->c, 1, &came);
    return came;
}

/* A failure that another order of threads, or streams that wait for nobody, do not show. */
static enum failure_kind compare_orders(const struct trial *t, const struct failure *f) {
    static const char *const orders[] = {"forward", "reverse", "random:1", "random:2", "random:3"};
    struct trial other = *t;
    other.eager = true;
    if (!t->order) return FAILURE_NONE;
    if (run_streams_are_lazy(t->order) && try(other, f) == CAME_RIGHT) return FAILURE_STREAM;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        other.order = orders[i];
        if (try(other, f) == CAME_RIGHT) return FAILURE_ORDER;
    }
    return FAILURE_NONE;
}

/* Host code in C has no order of threads; its program with a sanitizer was built where there is something to find. */
static bool prepare_check(const struct trial *t, struct build *build, struct run *run) {
    char ignored[800];
    bool host = !build_has_kernels(build);
    if (host) run->sanitized = build->threads[0] ? build->threads : build->checked;
    if (host) return run->sanitized[0];
    return t->order && build_checked(build, "cpu", JUDGE_TOOLS, ignored, sizeof ignored);
}

/* What the checkers say of one case; FAILURE_NONE: nothing. The sentence goes to `text`. */
static enum failure_kind check_accesses(const struct trial *t, struct build *build,
                                        const struct stage_case *c, char *text, size_t size) {
    struct run run = {.checked = true, .eager = t->eager};
    struct process *process = &run.process;
    struct plan plan;
    enum failure_kind kind = FAILURE_NONE;
    if (!prepare_check(t, build, &run)) return FAILURE_NONE;
    snprintf(run.report, sizeof run.report, "%s.json", build->checked);
    unlink(run.report);
    if (plan_make_of(&plan, t->row, c, 1)) {
        run_start(&run, build, t->number, &plan, run.sanitized ? NULL : t->order,
                  (struct limits){.clock = 10, .cpu = 10});
        process_wait(&process, 1);
        if (run.sanitized)
            sanitizer_read(run.process.printed, build->copy, &kind, text, size);
        else
            findings_read(run.report, &kind, text, size);
        run_free(&run);
    }
    plan_free(&plan);
    return kind;
}

/* A race of two blocks is what becomes of all blocks doing the first one's work. */
static enum failure_kind kind_of_finding(const struct trial *t, const struct failure *f,
                                         enum failure_kind seen, const char *text) {
    if (seen != FAILURE_RACE || !strstr(text, " of block ")) return seen;
    return trial_compare(t, f) == FAILURE_BLOCK ? FAILURE_BLOCK : seen;
}

/* What says most comes first: what the checkers saw, then the one thing without which all is well. */
static enum failure_kind find_kind(struct stage_result *r, const struct trial *t,
                                   const struct failure *whole, struct build *build) {
    struct failure *f = &r->failure;
    char text[800] = "";
    bool sure =
        f->kind == FAILURE_UNSTABLE || f->kind == FAILURE_OFF_BY_ONE || f->kind == FAILURE_LAUNCH;
    if (sure) return f->kind;
    enum failure_kind seen = check_accesses(t, build, &f->c, text, sizeof text);
    if (seen && (r->verdict != VERDICT_HANG || seen == FAILURE_DIVERGENT)) {
        size_t used = strlen(r->message);
        if (!strstr(r->message, text)) { /* it may have been told already */
            snprintf(r->message + used, sizeof r->message - used, ". %s", text);
            snprintf(f->cause, sizeof f->cause, "%s", text);
        }
        return kind_of_finding(t, f, seen, text);
    }
    if (r->verdict == VERDICT_HANG) return f->kind;
    enum failure_kind kind = compare_orders(t, f);
    if (!kind) kind = trial_compare(t, f);
    if (!kind && f->c.n == 0) kind = trial_compare(t, whole); /* no keys show nothing of keys */
    return kind ? kind : f->kind;
}

/* The answers are right, and the checkers saw something: the smallest case in which they see it. */
static void shrink_checked(struct stage_result *r, struct trial *t, struct build *build) {
    static const uint32_t sizes[] = {0, 1, 2, 3, 4, 8, 16, 33, 64, 65, 129, 300, 1000, 2048, 2049};
    char text[1000];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < t->row->n_cases; k++) {
            struct stage_case c = t->row->cases[k];
            if (c.dist == DATA_LITERAL || c.n < sizes[i]) continue;
            if (!trial_allowed(t)) return;
            c.n = sizes[i];
            c.seed = c.seed ? c.seed : PLAN_SEED;
            enum failure_kind kind = check_accesses(t, build, &c, text, sizeof text);
            if (kind != r->failure.kind) continue;
            r->failure.c = c;
            r->failure.case_number = (int)k + 1;
            r->failure.shrunk = true;
            return;
        }
}

void judge_explain(struct stage_result *r, struct build *build, const struct judge_choice *choice) {
    struct failure *f = &r->failure, whole = *f;
    int trials = r->verdict == VERDICT_HANG ? PATIENCE_HANGS : PATIENCE_TRIALS;
    if (f->checked && !f->case_number) {
        struct trial t = {.row = r->row,
                          .number = r->number - 1,
                          .order = choice->order ? choice->order : "forward",
                          .left = &trials};
        shrink_checked(r, &t, build);
        judge_repeat(r, choice);
        return;
    }
    if (!has_input(r)) return;
    struct trial t = {.build = build,
                      .row = r->row,
                      .number = r->number - 1,
                      .order = f->order[0] ? f->order : NULL,
                      .verdict = r->verdict,
                      .left = &trials};
    if (!trial_shrink(&t, f)) {
        f->kind = FAILURE_STATE;
        f->case_number = 0;
        judge_repeat(r, choice);
        return;
    }
    trials += PATIENCE_HANGS;
    f->kind = find_kind(r, &t, &whole, build);
    trial_show(&t, f);
    judge_repeat(r, choice);
}
