/**
 * @file
 * @brief Runs of one attempt at a stage, and what each came to.
 */
#include "grader/grade/judge/attempt.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/suspect.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TOOLS_MEMORY = 4 /* times the memory of a run without tools */ };

/*
 * Runs.
 */
void attempt_run(const struct attempt *a, struct run *run, const struct stage_inputs *inputs,
                 const char *order) {
    struct process *process = &run->process;
    run_start(run, a->build, a->r->number - 1, inputs, order, a->limits);
    process_wait(&process, 1);
}

void attempt_run_tool(const struct attempt *a, struct run *run, const struct stage_inputs *inputs,
                      const char *order, int times) {
    struct attempt longer = *a;
    longer.limits.clock *= times;
    longer.limits.cpu *= times;
    longer.limits.memory_mb *= TOOLS_MEMORY;
    if (run->report[0]) unlink(run->report);
    attempt_run(&longer, run, inputs, order);
}

/*
 * Cases.
 */
static void describe_case(char *text, size_t size, const struct stage_case *c,
                          const struct run *run) {
    size_t used = 0;
    if (c->dist == DATA_LITERAL)
        used = (size_t)snprintf(text, size, "n = %u, keys of a worked example", c->n);
    else
        used = (size_t)snprintf(text, size, "n = %u, %s, seed %llu", c->n, data_dist_name(c->dist),
                                (unsigned long long)c->seed);
    if (run->order && used < size)
        snprintf(text + used, size - used, ", threads in %s order%s%s", run->order,
                 run_streams_are_lazy(run->order) ? ", streams as late as possible" : "",
                 run->checked ? ", every access checked" : "");
}

static void note_failure(const struct attempt *a, const struct stage_inputs *inputs, uint32_t i,
                         const struct run *run, const struct check_note *note) {
    struct stage_result *r = a->r;
    struct failure *f = &r->failure;
    *f = (struct failure){.kind = failure_of(r->verdict, note),
                          .c = inputs->cases[i],
                          /* what was printed adds up over all cases */
                          .case_number = r->verdict == VERDICT_FLOOD ? 0 : inputs->numbers[i],
                          .checked = run->checked};
    if (run->order) snprintf(f->order, sizeof(f->order), "%s", run->order);
    if (!a->choice->keys || f->c.n > FEW_KEYS) return;
    memcpy(f->keys, f->c.keys, f->c.n * sizeof(*f->keys));
    f->c.keys = f->keys;
    f->shrunk = true;
}

/* A process that has used up its time or memory would use up as much again for each case behind. */
static bool ends_all(enum verdict v) {
    return v == VERDICT_HANG || v == VERDICT_WAITS || v == VERDICT_MEMORY;
}

bool attempt_is_of_case(enum verdict v) {
    return ends_all(v) || v == VERDICT_WRONG || v == VERDICT_NO_OUTPUT || v == VERDICT_CRASH ||
           v == VERDICT_EARLY_EXIT;
}

/* Which cases fail in this run. Of those behind a crash nothing is known. */
static void mark_failed(struct stage_result *r, const struct stage_inputs *inputs,
                        const struct run *run, const struct records *outputs) {
    bool over = false;
    for (uint32_t i = 0; i < run_cases(run, inputs); i++) {
        struct check_note note;
        enum verdict v = over ? r->verdict : run_judge(run, r->row, inputs, i, outputs, &note);
        if (!attempt_is_of_case(v)) continue;
        r->failed |= (uint64_t)1 << (inputs->numbers[i] - 1);
        if (over || records_find(outputs, RECORD_END, i)) continue;
        if (!ends_all(v)) return;
        over = true;
    }
}

bool attempt_judge(const struct attempt *a, const struct stage_inputs *inputs, struct run *run) {
    struct stage_result *r = a->r;
    struct records outputs = run_outputs(run);
    for (uint32_t i = 0; i < run_cases(run, inputs) && r->verdict == VERDICT_OK; i++) {
        struct check_note note;
        char about[200];
        r->verdict = run_judge(run, r->row, inputs, i, &outputs, &note);
        if (r->verdict == VERDICT_OK) continue;
        note_failure(a, inputs, i, run, &note);
        describe_case(about, sizeof(about), &inputs->cases[i], run);
        snprintf(r->message, sizeof(r->message), "%s (%s)", note.text, about);
        judge_repeat(r, a->choice);
    }
    if (a->choice->partial && r->verdict != VERDICT_OK) mark_failed(r, inputs, run, &outputs);
    if (a->choice->suspicious && !r->suspicion[0])
        suspect_run(run, &outputs, run_cases(run, inputs), r->suspicion, sizeof(r->suspicion));
    records_unmap(&outputs);
    return r->verdict == VERDICT_OK;
}

/*
 * Failures of no case.
 */
void attempt_fail(const struct attempt *a, enum verdict verdict, struct failure failure,
                  const char *format, ...) {
    struct stage_result *r = a->r;
    va_list arguments;
    va_start(arguments, format);
    r->verdict = verdict;
    r->failure = failure;
    vsnprintf(r->message, sizeof(r->message), format, arguments);
    va_end(arguments);
    judge_repeat(r, a->choice);
}

void attempt_judge_report(const struct attempt *a, const struct run *run) {
    const char *fault = run_report_fault(run);
    if (fault)
        attempt_fail(a, VERDICT_SUSPECT, (struct failure){.checked = run->checked},
                     "its answers are right, but it interferes with the checks: %s", fault);
}

/* Where the machine is at fault another try may do. */
void attempt_judge_tools(const struct attempt *a, const char *tools, const char *text) {
    struct failure failure = a->r->failure;
    enum verdict verdict = a->build->with_tools ? a->build->with_tools : VERDICT_INTERNAL;
    failure.kind = failure_of(verdict, &(struct check_note){0});
    attempt_fail(a, verdict, failure, "it builds, but not with the %s: %s", tools, text);
}

void attempt_note(struct stage_result *r, const char *text) {
    size_t used = strlen(r->note);
    snprintf(r->note + used, sizeof(r->note) - used, "%s%s", used ? ". " : "", text);
}
