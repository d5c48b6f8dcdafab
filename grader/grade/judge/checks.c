/**
 * @file
 * @brief The checks: what came out is right, and may still have been luck.
 */
#include "grader/grade/judge/attempt.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/sanitizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECKS_COST = 4 /* times the time of a run without them */ };

#define BY_LUCK "its answers are right, perhaps by luck. "

static void tell_finding(const struct attempt *a, enum failure_kind kind, const char *text) {
    attempt_fail(a, a->r->verdict, (struct failure){.kind = kind, .checked = true}, BY_LUCK "%s",
                 text);
}

/*
 * Kernels: by the runtime's checkers, or by NVIDIA's tools.
 */
static const char *tools_for(const struct attempt *a) {
    if (a->choice->tools) return a->choice->tools;
    return strcmp(a->device, "gpu") == 0 ? "memcheck,racecheck" : JUDGE_TOOLS;
}

/* A race or a stray access; a finding explains what else goes wrong in such a run. On a GPU the tools
 * may spoil the answers themselves, when several are at work at once, so that they count for nothing. */
static void judge_checked(const struct attempt *a, struct run *run) {
    char text[1000];
    enum failure_kind kind = FAILURE_NONE;
    a->r->verdict = findings_read(run->report, a->build->source, &kind, text, sizeof(text));
    if (a->r->verdict == VERDICT_OK) {
        if (run->order && attempt_judge(a, a->inputs, run)) attempt_judge_report(a, run);
        return;
    }
    tell_finding(a, kind, text);
}

/* What was not checked, and all that was said where somebody wants to read it. */
static void keep_words(const struct attempt *a, const struct run *run) {
    struct stage_result *r = a->r;
    findings_skipped(run->report, r->note, sizeof(r->note));
    if (run->process.end == PROCESS_TIMED_OUT && access(run->report, F_OK))
        snprintf(r->note, sizeof(r->note), "not checked: the tools were not done after %d s",
                 run->process.limit_s);
    if (a->choice->tools && run->process.printed) r->details = strdup(run->process.printed);
}

static void check_kernels(const struct attempt *a) {
    const char *tools = tools_for(a), *kept = getenv("SORTLAB_REPORT"); /* make profile reads it */
    struct run run = {.checked = true, .tools = a->choice->tools, .often = !a->choice->tools};
    const char *order = a->choice->order ? a->choice->order : "forward";
    char text[800] = "";
    if (!build_checked(a->build, a->device, tools, text, sizeof(text))) {
        attempt_judge_tools(a, "checkers", text);
        return;
    }
    snprintf(run.report, sizeof(run.report), kept ? "%s" : "%s.json",
             kept ? kept : a->build->checked);
    attempt_run_tool(a, &run, a->inputs, strcmp(a->device, "gpu") == 0 ? NULL : order, CHECKS_COST);
    judge_checked(a, &run);
    keep_words(a, &run);
    run_free(&run);
}

/*
 * Host code in C: the same, by the compiler's sanitizers.
 */
static bool handed_over(const struct records *outputs, const char *name, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (records_find(outputs, name, i)) return true;
    return false;
}

/* Nothing was found, and that counts when it has come to its end: a check that cannot run, or takes too long
 * or too much memory, is no fault of the learner's. */
static void judge_unfound(const struct attempt *a, struct run *run, const struct records *outputs) {
    const struct process *p = &run->process;
    bool began = records_find(outputs, RECORD_BEGIN, 0);
    const char *absent = began ? NULL : sanitizer_absent(p->printed);
    struct check_note note;
    if (p->end == PROCESS_TIMED_OUT) absent = "the sanitizer was not done in time";
    if (p->end == PROCESS_EXHAUSTED) absent = "the sanitizer needs more memory than there is";
    if (absent) snprintf(a->r->note, sizeof(a->r->note), "not checked: %s", absent);
    if (absent || records_find(outputs, RECORD_END, a->inputs->n - 1)) return;
    run_explain(run, &note);
    enum verdict verdict = began ? VERDICT_SUSPECT : VERDICT_INTERNAL;
    attempt_fail(a, verdict, (struct failure){.kind = failure_of(verdict, &note), .checked = true},
                 "its answers are right, but with checked accesses it does not end: %s", note.text);
}

static void judge_sanitized(const struct attempt *a, struct run *run,
                            const struct records *outputs) {
    char text[1000] = "";
    enum failure_kind kind = FAILURE_NONE;
    a->r->verdict = sanitizer_read(run->process.printed, a->build->copy, &kind, text, sizeof(text));
    if (a->r->verdict == VERDICT_OK)
        judge_unfound(a, run, outputs);
    else
        tell_finding(a, kind, text);
    if (!a->choice->tools || !run->process.printed) return;
    free(a->r->details);
    a->r->details = strdup(run->process.printed);
}

/* False: it starts no threads. */
static bool run_sanitized(const struct attempt *a, const char *sanitizer) {
    struct run run = {.checked = true};
    char text[1000] = "";
    if (!build_sanitized(a->build, sanitizer, text, sizeof(text))) {
        const char *absent = sanitizer_absent(text);
        if (absent)
            snprintf(a->r->note, sizeof(a->r->note), "not checked: %s", absent);
        else
            attempt_judge_tools(a, "checkers", text);
        return false;
    }
    run.sanitized = *sanitizer == 't' ? a->build->threads : a->build->checked;
    attempt_run_tool(a, &run, a->inputs, NULL, CHECKS_COST);
    struct records outputs = run_outputs(&run);
    judge_sanitized(a, &run, &outputs);
    bool threads = handed_over(&outputs, RECORD_THREADS, a->inputs->n);
    records_unmap(&outputs);
    run_free(&run);
    return threads;
}

static void check_host_code(const struct attempt *a) {
    const char *tools = a->choice->tools ? a->choice->tools : JUDGE_TOOLS;
    bool threads = strstr(tools, "racecheck");
    if (threads || strstr(tools, "memcheck")) threads &= run_sanitized(a, "address");
    if (threads && a->r->verdict == VERDICT_OK) run_sanitized(a, "thread");
}

/*
 * Which of the two verdicts stands.
 */

/* A wrong answer, or a crash, of which the line is known where accesses are checked. */
static bool has_a_line(const struct stage_result *r, const struct build *build) {
    enum failure_kind kind = r->failure.kind;
    return kind == FAILURE_INPUT || kind == FAILURE_CUDA || kind == FAILURE_CRASH ||
           (!build_has_kernels(build) && (kind == FAILURE_BOUNDS || kind == FAILURE_OFF_BY_ONE));
}

/* What the checks said stands behind "by luck. ". */
static void add_line(struct stage_result *wrong, const struct stage_result *checked) {
    const char *said = strstr(checked->message, BY_LUCK);
    size_t used = strlen(wrong->message);
    if (said)
        snprintf(wrong->message + used, sizeof(wrong->message) - used, ". %s",
                 said + strlen(BY_LUCK));
}

/* Right answers are checked, and what the checks find comes before a promise that was broken. Wrong ones are
 * checked too where tools were asked for, since a race may explain them. */
void attempt_check(const struct attempt *a) {
    struct stage_result *r = a->r, wrong = *r;
    const char *tools = a->choice->tools;
    bool kernels = build_has_kernels(a->build);
    bool promise = r->verdict == VERDICT_PROMISE || r->verdict == VERDICT_LEAK;
    if (r->failure.kind == FAILURE_STATE) promise &= kernels; /* in C it explains the rest */
    if (tools ? strcmp(tools, "none") == 0 : a->inputs->often == 0) return;
    if (r->verdict != VERDICT_OK && !promise && !tools && !has_a_line(r, a->build)) return;
    (kernels ? check_kernels : check_host_code)(a);
    if (wrong.verdict == VERDICT_OK) return;
    if (promise && r->verdict != VERDICT_OK && r->verdict != VERDICT_LEAK) return;
    if (has_a_line(&wrong, a->build)) add_line(&wrong, r);
    if (tools) wrong.details = r->details;
    *r = wrong;
}
