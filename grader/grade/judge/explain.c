/**
 * @file
 * @brief A failure, looked at more closely (judge.h).
 */
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/pace.h"
#include "grader/grade/judge/sanitizer.h"
#include "grader/shared/source.h"
#include "grader/grade/judge/retry_inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_RETRIES = 40, PATIENCE_HANGS = 4, CHECK_SECONDS = 10, HANG_SECONDS = 2 };

/* Failures that an input may be to blame for. */
static bool has_input(const struct stage_result *r) {
    enum verdict v = r->verdict;
    return r->failure.case_number > 0 && !r->failure.checked &&
           (v == VERDICT_WRONG || v == VERDICT_NO_OUTPUT || v == VERDICT_CRASH ||
            v == VERDICT_HANG);
}

static enum came try(struct retry t, const struct failure *f) {
    enum came came;
    retry_run(&t, &f->c, 1, &came);
    return came;
}

/* A failure that another order of threads, or streams that wait for nobody, do not show. */
static enum failure_kind compare_orders(const struct retry *t, const struct failure *f) {
    static const char *const orders[] = {"forward", "reverse", "random:1", "random:2", "random:3"};
    struct retry other = *t;
    other.eager = true;
    if (!t->order) return FAILURE_NONE;
    if (run_streams_are_lazy(t->order) && try(other, f) == CAME_RIGHT) return FAILURE_STREAM;
    for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
        other.order = orders[i];
        if (try(other, f) == CAME_RIGHT) return FAILURE_ORDER;
    }
    return FAILURE_NONE;
}

/* Host code in C has no order of threads, and a sanitizer. */
static bool prepare_check(const struct retry *t, struct build *build, struct run *run) {
    char ignored[800];
    if (t->verdict == VERDICT_HANG && !build_has_kernels(build))
        return false; /* they see no hang */
    if (!build_has_kernels(build)) {
        if (!build->threads[0] && !build_sanitized(build, "address", ignored, sizeof(ignored)))
            return false;
        run->sanitized = build->threads[0] ? build->threads : build->checked;
        return run->sanitized[0];
    }
    return t->order && build_checked(build, "cpu", JUDGE_TOOLS, ignored, sizeof(ignored));
}

/* What the checkers say of one case; FAILURE_NONE: nothing. The sentence goes to `text`. */
static enum failure_kind check_accesses(const struct retry *t, struct build *build,
                                        const struct stage_case *c, char *text, size_t size) {
    struct run run = {.checked = true, .eager = t->eager};
    struct process *process = &run.process;
    struct stage_inputs inputs;
    enum failure_kind kind = FAILURE_NONE;
    const int seconds = pace_factor() * (t->verdict == VERDICT_HANG ? HANG_SECONDS : CHECK_SECONDS);
    if (!prepare_check(t, build, &run)) return FAILURE_NONE;
    snprintf(run.report, sizeof(run.report), "%s.json", build->checked);
    unlink(run.report);
    if (stage_inputs_make_of(&inputs, t->row, c, 1)) {
        run_start(&run, build, t->number, &inputs, run.sanitized ? NULL : t->order,
                  (struct limits){.clock = seconds, .cpu = seconds});
        process_wait(&process, 1);
        if (run.sanitized)
            sanitizer_read(run.process.printed, build->copy, &kind, text, size);
        else
            findings_read(run.report, build->source, &kind, text, size);
        if (!kind && !run.sanitized) kind = findings_hint(run.report, text, size);
        run_free(&run);
    }
    stage_inputs_free(&inputs);
    return kind;
}

/* A race of two blocks is what becomes of all blocks doing the first one's work. */
static enum failure_kind kind_of_finding(const struct retry *t, const struct failure *f,
                                         enum failure_kind seen, const char *text) {
    if (seen != FAILURE_RACE || !strstr(text, " of block ")) return seen;
    return retry_compare(t, f) == FAILURE_BLOCK ? FAILURE_BLOCK : seen;
}

/*
 * What the words of a finding say beyond its kind.
 */
/* A race of two warps whose lines have a barrier of warps between them. */
static bool is_warp_barrier(const char *text, const struct build *build) {
    char place[160];
    snprintf(place, sizeof(place), "%.150s:", build->copy);
    const char *one = strstr(text, place), *other = one ? strstr(one + 1, place) : NULL;
    const char *by = strstr(text, "by thread "), *and = by ? strstr(by, "and thread ") : NULL;
    if (!other || !and) return false;
    int a = atoi(one + strlen(place)), b = atoi(other + strlen(place));
    return atoi(by + strlen("by thread ")) / 32 != atoi(and+strlen("and thread ")) / 32 &&
           source_fits(build->source, a < b ? a : b, a < b ? b : a, "*__syncwarp*");
}

/* Memory of as many bytes as there are keys, which no words take. */
static bool is_of_bytes(const char *text, uint32_t n) {
    const char *size = strstr(text, " allocation");
    while (size && (size = strstr(size, " of size ")))
        if ((uint32_t)atoi(size += strlen(" of size ")) == n && n % sizeof(uint32_t)) return true;
    return false;
}

static enum failure_kind kind_of_words(enum failure_kind kind, const char *text,
                                       const struct build *build, uint32_t n) {
    const enum failure_kind worded = failure_of_words(text);
    if (worded) return worded;
    if (kind == FAILURE_BARRIER && is_warp_barrier(text, build)) return FAILURE_WARP;
    if ((kind == FAILURE_BOUNDS || kind == FAILURE_OFF_BY_ONE) && is_of_bytes(text, n))
        return FAILURE_BYTES;
    return kind;
}

/* "while (s_flag == 0) ;" in the line that a hang names: nothing but a condition. */
static bool is_spin(const char *message, const struct build *build) {
    static const char *const loops[] = {"*while*(*);*", "*while*(*) ;*", "*while*(*)*{}*",
                                        "*while*(*)*{ }*"};
    const int line = failure_line(message);
    bool spins = false;
    for (size_t i = 0; i < sizeof(loops) / sizeof(*loops); i++)
        spins |= source_fits(build->source, line, line, loops[i]);
    return spins && build_has_kernels(build) &&
           !source_fits(build->source, line, line, "*}*while*");
}

/* What says most comes first: what the checkers saw, then the one thing without which all is well. */
static enum failure_kind find_kind(struct stage_result *r, const struct retry *t,
                                   const struct failure *whole, struct build *build) {
    struct failure *f = &r->failure;
    char text[800] = "";
    if (f->kind == FAILURE_UNSTABLE || f->kind == FAILURE_LAUNCH) return f->kind;
    enum failure_kind seen = check_accesses(t, build, &f->c, text, sizeof(text));
    if (seen && (r->verdict != VERDICT_HANG || seen == FAILURE_DIVERGENT)) {
        size_t used = strlen(r->message);
        if (!strstr(r->message, text)) { /* it may have been told already */
            snprintf(r->message + used, sizeof(r->message) - used, ". %s", text);
            snprintf(f->cause, sizeof(f->cause), "%s", text);
        }
        seen = kind_of_words(kind_of_finding(t, f, seen, text), text, build, f->c.n);
        bool next = strstr(text, " is 1 bytes after") || strstr(text, " is 4 bytes before");
        if (seen == FAILURE_BOUNDS && f->kind == FAILURE_OFF_BY_ONE && next) return f->kind;
        return seen == FAILURE_OFF_BY_ONE && whole->kind == FAILURE_BOUNDS ? FAILURE_BOUNDS : seen;
    }
    if (f->kind == FAILURE_OFF_BY_ONE) return whole->kind;
    if (r->verdict == VERDICT_HANG && f->kind == FAILURE_HANG && is_spin(r->message, build))
        return FAILURE_SPIN;
    if (r->verdict == VERDICT_HANG) return f->kind;
    enum failure_kind kind = compare_orders(t, f);
    if (!kind) kind = retry_compare(t, f);
    if (!kind && f->c.n == 0) kind = retry_compare(t, whole); /* no keys show nothing of keys */
    return kind ? kind : f->kind;
}

/* It takes very many keys, and they are equal; in a kernel lists and tiles take as many. */
static bool is_of_many(const struct failure *f, const struct build *build) {
    return f->kind == FAILURE_EQUAL_KEYS && f->c.n > UINT8_MAX && !build_has_kernels(build);
}

/* The answers are right, and the checkers saw something: the smallest case in which they see it. */
static void shrink_checked(struct stage_result *r, struct retry *t, struct build *build) {
    static const uint32_t sizes[] = {0, 1, 2, 3, 4, 8, 16, 33, 64, 65, 129, 300, 1000, 2048, 2049};
    char text[1000];
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        for (size_t k = 0; k < t->row->n_cases; k++) {
            struct stage_case c = t->row->cases[k];
            if (c.dist == DATA_LITERAL || c.n < sizes[i]) continue;
            if (!retry_allowed(t)) return;
            c.n = sizes[i];
            c.seed = c.seed ? c.seed : STAGE_INPUTS_SEED;
            enum failure_kind kind = check_accesses(t, build, &c, text, sizeof(text));
            if (kind != r->failure.kind) continue;
            r->failure.c = c;
            r->failure.case_number = (int)k + 1;
            r->failure.shrunk = true;
            return;
        }
}

/* Many keys that take long need not be a hang by themselves: they, or the whole case, need the stage's time. */
static bool hangs_alone(const struct retry *t, struct failure *f, const struct failure *whole,
                        const struct judge_choice *choice) {
    enum { SOON = 1000 };
    int runs = 2; /* of its own, whatever was tried before */
    struct retry patient = *t;
    patient.left = &runs;
    patient.seconds = choice->cpu_s
                          ? choice->cpu_s
                          : pace_factor() * (t->row->limit_s ? t->row->limit_s : JUDGE_SECONDS);
    if (t->verdict != VERDICT_HANG || f->c.n <= SOON || retry_first(&patient, &f->c, 1) == 0)
        return true;
    *f = *whole;
    return retry_first(&patient, &f->c, 1) == 0;
}

void judge_explain(struct stage_result *r, struct build *build, const struct judge_choice *choice) {
    struct failure *f = &r->failure, whole = *f;
    int retries = r->verdict == VERDICT_HANG ? PATIENCE_HANGS : PATIENCE_RETRIES;
    if (f->checked && !f->case_number) {
        struct retry t = {.row = r->row,
                          .number = r->number - 1,
                          .order = choice->order ? choice->order : "forward",
                          .left = &retries};
        shrink_checked(r, &t, build);
        f->kind = kind_of_words(f->kind, r->message, build, f->c.n);
        judge_repeat(r, choice);
        return;
    }
    if (!has_input(r)) return;
    struct retry t = {.build = build,
                      .row = r->row,
                      .number = r->number - 1,
                      .order = f->order[0] ? f->order : NULL,
                      .verdict = r->verdict,
                      .kind = f->kind,
                      .message = r->message,
                      .left = &retries};
    if (!retry_shrink(&t, f)) {
        f->kind = FAILURE_STATE;
        f->case_number = 0;
        judge_repeat(r, choice);
        return;
    }
    if (!hangs_alone(&t, f, &whole, choice)) {
        f->case_number = 0;
        judge_repeat(r, choice);
        return;
    }
    retries += PATIENCE_HANGS;
    f->kind = find_kind(r, &t, &whole, build);
    if (is_of_many(f, build)) f->kind = FAILURE_COUNTER;
    retry_show(&t, f);
    judge_repeat(r, choice);
}
