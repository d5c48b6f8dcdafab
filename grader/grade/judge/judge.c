/**
 * @file
 * @brief One stage: a child for each order of threads, and a verdict on what each left behind.
 */
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/demands.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/pace.h"
#include "grader/grade/judge/printed.h"
#include "grader/grade/judge/run.h"
#include "grader/grade/judge/sanitizer.h"
#include "grader/grade/judge/suspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUICK_SECONDS = 3, MOST_ORDERS = 4 };
enum { ONCE = 1 }; /* cases for one run alone: reverse, since much is right by luck forward */
enum {
    CHECKS_COST = 4
}; /* so much more time and memory a run may take whose accesses are checked */
enum { COUNTS_COST = 20 }; /* and so much more time one whose accesses are counted */

/* Right in one order of threads is not right: CUDA promises none. */
static const char *const all_orders[MOST_ORDERS] = {"forward", "reverse", "random:1", "random:2"};

/*
 * Verdicts.
 */
const char *judge_lab_number(const struct stage_lab *lab, char number[8]) {
    size_t digits = strspn(lab->name, "0123456789");
    snprintf(number, 8, "%.*s", (int)(digits < 7 ? digits : 7), lab->name);
    return number;
}

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

/* Keys that are not the lab's own are written out; others come again by n and seed. */
static size_t repeat_keys(char *text, size_t size, const struct failure *f, bool drawn) {
    size_t used = 0;
    if (f->c.dist == DATA_LITERAL && !f->shrunk && !drawn) return 0;
    if (f->c.keys != f->keys || f->c.n == 0)
        return (size_t)snprintf(text, size, " N=%u SEED=%llu", f->c.n,
                                (unsigned long long)f->c.seed);
    for (uint32_t i = 0; i < f->c.n; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%u", i ? " " : " KEYS=\"", f->keys[i]);
    return used + (size_t)snprintf(text + used, size - used, "\" SEED=%llu",
                                   (unsigned long long)f->c.seed);
}

const char *judge_repeat_by(const char *device) {
    return strcmp(device, "gpu") ? "make check" : "make DEV=gpu check";
}

void judge_repeat(struct stage_result *r, const struct judge_choice *choice) {
    const struct failure *f = &r->failure;
    char number[8], *text = r->repeat;
    size_t size = sizeof r->repeat;
    size_t used = (size_t)snprintf(text, size, "%.4000s LAB=%s", choice->repeat_by,
                                   judge_lab_number(r->lab, number));
    if (verdict_is_of_build(r->verdict)) return;
    used += (size_t)snprintf(text + used, size - used, " STAGE=%d", r->number);
    if (f->case_number) {
        used += (size_t)snprintf(text + used, size - used, " CASE=%d", f->case_number);
        used += repeat_keys(text + used, size - used, f, choice->seeds);
    }
    if (f->order[0]) used += (size_t)snprintf(text + used, size - used, " ORDER=%s", f->order);
    if (choice->tools) snprintf(text + used, size - used, " TOOL=%s", choice->tools);
}

static void note_failure(struct stage_result *r, const struct plan *plan, uint32_t i,
                         const struct run *run, const struct check_note *note,
                         const struct judge_choice *choice) {
    struct failure *f = &r->failure;
    *f = (struct failure){.kind = failure_of(r->verdict, note),
                          .c = plan->cases[i],
                          /* what was printed adds up over all cases */
                          .case_number = r->verdict == VERDICT_FLOOD ? 0 : plan->numbers[i],
                          .checked = run->checked};
    if (run->order) snprintf(f->order, sizeof f->order, "%s", run->order);
    if (!choice->keys || f->c.n > FEW_KEYS) return;
    memcpy(f->keys, f->c.keys, f->c.n * sizeof *f->keys);
    f->c.keys = f->keys;
    f->shrunk = true;
}

/* A process that has used up its time or memory would use up as much again for each case behind. */
static bool ends_all(enum verdict v) {
    return v == VERDICT_HANG || v == VERDICT_WAITS || v == VERDICT_MEMORY;
}

/* What one case does; all else is the stage's, and leaves no part of its points. */
static bool is_of_case(enum verdict v) {
    return ends_all(v) || v == VERDICT_WRONG || v == VERDICT_NO_OUTPUT || v == VERDICT_CRASH ||
           v == VERDICT_EARLY_EXIT;
}

/* Which cases fail in this run. Of those behind a crash nothing is known. */
static void mark_failed(struct stage_result *r, const struct plan *plan, const struct run *run,
                        const struct records *outputs) {
    bool over = false;
    for (uint32_t i = 0; i < run_cases(run, plan); i++) {
        struct check_note note;
        enum verdict v = over ? r->verdict : run_judge(run, r->row, plan, i, outputs, &note);
        if (!is_of_case(v)) continue;
        r->failed |= (uint64_t)1 << (plan->numbers[i] - 1);
        if (over || records_find(outputs, RECORD_END, i)) continue;
        if (!ends_all(v)) return;
        over = true;
    }
}

/* All cases of one run; false with the result filled at the first that fails. */
static bool judge_run(struct stage_result *r, const struct plan *plan, struct run *run,
                      const struct judge_choice *choice) {
    struct records outputs = run_outputs(run);
    for (uint32_t i = 0; i < run_cases(run, plan) && r->verdict == VERDICT_OK; i++) {
        struct check_note note;
        char about[200];
        r->verdict = run_judge(run, r->row, plan, i, &outputs, &note);
        if (r->verdict == VERDICT_OK) continue;
        note_failure(r, plan, i, run, &note, choice);
        describe_case(about, sizeof about, &plan->cases[i], run);
        snprintf(r->message, sizeof r->message, "%s (%s)", note.text, about);
        judge_repeat(r, choice);
    }
    if (choice->partial && r->verdict != VERDICT_OK) mark_failed(r, plan, run, &outputs);
    if (choice->suspicious && !r->suspicion[0])
        suspect_run(run, &outputs, run_cases(run, plan), r->suspicion, sizeof r->suspicion);
    records_unmap(&outputs);
    return r->verdict == VERDICT_OK;
}

/* Which orders to run: the CPU runtime's, unless this is host code or a real device. */
static size_t choose_orders(const struct build *build, const char *device,
                            const struct judge_choice *choice, const struct plan *plan,
                            const char *orders[MOST_ORDERS]) {
    orders[0] = NULL;
    if (!build_has_kernels(build) || strcmp(device, "cpu")) return 1;
    if (choice->order || choice->quick || plan->often == 0) {
        orders[0] = choice->order ? choice->order : all_orders[plan->often == 0 ? ONCE : 0];
        return 1;
    }
    memcpy(orders, all_orders, sizeof all_orders);
    return MOST_ORDERS;
}

/*
 * The checks: what came out is right, and may still have been luck.
 */
static const char *tools_for(const char *device, const struct judge_choice *choice) {
    if (choice->tools) return choice->tools;
    return strcmp(device, "gpu") ? JUDGE_TOOLS : "memcheck,racecheck";
}

/* What the checkers say counts only when it is they who say it. */
static void judge_report(struct stage_result *r, const struct run *run,
                         const struct judge_choice *choice) {
    const char *fault = run_report_fault(run);
    if (!fault) return;
    r->verdict = VERDICT_SUSPECT;
    r->failure = (struct failure){.checked = run->checked};
    snprintf(r->message, sizeof r->message,
             "its answers are right, but it meddles with the checks: %s", fault);
    judge_repeat(r, choice);
}

/* It does not build with the checkers, or with the profiler. Where the machine is at fault another try may do. */
static void judge_tools(struct stage_result *r, struct build *build, const char *tools,
                        const char *text, const struct judge_choice *choice) {
    r->verdict = build->with_tools ? build->with_tools : VERDICT_INTERNAL;
    r->failure.kind = failure_of(r->verdict, &(struct check_note){0});
    snprintf(r->message, sizeof r->message, "it builds, but not with the %s: %s", tools, text);
    judge_repeat(r, choice);
}

#define BY_LUCK "its answers are right, perhaps by luck. "

static void tell_finding(struct stage_result *r, enum failure_kind kind, const char *text,
                         const struct judge_choice *choice) {
    r->failure = (struct failure){.kind = kind, .checked = true};
    snprintf(r->message, sizeof r->message, BY_LUCK "%s", text);
    judge_repeat(r, choice);
}

/* A race or a stray access; a finding explains what else goes wrong in such a run. On a GPU the tools
 * may spoil the answers themselves, when several are at work at once, so that they count for nothing. */
static void judge_checked(struct stage_result *r, const struct build *build,
                          const struct plan *plan, struct run *run,
                          const struct judge_choice *choice) {
    char text[1000];
    enum failure_kind kind = FAILURE_NONE;
    r->verdict = findings_read(run->report, build->source, &kind, text, sizeof text);
    if (r->verdict == VERDICT_OK) {
        if (run->order && judge_run(r, plan, run, choice)) judge_report(r, run, choice);
        return;
    }
    tell_finding(r, kind, text, choice);
}

/* What was not checked, and all that was said where somebody wants to read it. */
static void keep_words(struct stage_result *r, const struct run *run,
                       const struct judge_choice *choice) {
    findings_skipped(run->report, r->note, sizeof r->note);
    if (run->process.end == PROCESS_TIMED_OUT && access(run->report, F_OK))
        snprintf(r->note, sizeof r->note, "not checked: the tools were not done after %d s",
                 run->process.limit_s);
    if (choice->tools && run->process.printed) r->details = strdup(run->process.printed);
}

static void run_checked(struct stage_result *r, struct build *build, const char *device,
                        const struct judge_choice *choice, const struct plan *plan,
                        struct limits limits) {
    bool gpu = !strcmp(device, "gpu");
    const char *tools = tools_for(device, choice);
    struct run run = {.checked = true, .tools = choice->tools, .often = !choice->tools};
    struct process *process = &run.process;
    char text[800] = "";
    if (!build_checked(build, device, tools, text, sizeof text)) {
        judge_tools(r, build, "checkers", text, choice);
        return;
    }
    const char *kept = getenv("SORTLAB_REPORT"); /* make profile reads it */
    snprintf(run.report, sizeof run.report, kept ? "%s" : "%s.json", kept ? kept : build->checked);
    unlink(run.report);
    limits.clock *= CHECKS_COST;
    limits.cpu *= CHECKS_COST;
    limits.memory_mb *= CHECKS_COST;
    run_start(&run, build, r->number - 1, plan,
              gpu             ? NULL
              : choice->order ? choice->order
                              : "forward",
              limits);
    process_wait(&process, 1);
    judge_checked(r, build, plan, &run, choice);
    keep_words(r, &run, choice);
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
static void judge_unfound(struct stage_result *r, struct run *run, uint32_t n,
                          const struct records *outputs, const struct judge_choice *choice) {
    const struct process *p = &run->process;
    bool began = records_find(outputs, RECORD_BEGIN, 0);
    const char *absent = began ? NULL : sanitizer_absent(p->printed);
    struct check_note note;
    if (p->end == PROCESS_TIMED_OUT) absent = "the sanitizer was not done in time";
    if (p->end == PROCESS_EXHAUSTED) absent = "the sanitizer needs more memory than there is";
    if (absent) snprintf(r->note, sizeof r->note, "not checked: %s", absent);
    if (absent || records_find(outputs, RECORD_END, n - 1)) return;
    run_explain(run, &note);
    r->verdict = began ? VERDICT_SUSPECT : VERDICT_INTERNAL;
    r->failure = (struct failure){.kind = failure_of(r->verdict, &note), .checked = true};
    snprintf(r->message, sizeof r->message,
             "its answers are right, but where accesses are checked it has no end: %s", note.text);
    judge_repeat(r, choice);
}

/* False: it starts no threads. */
static bool run_sanitized(struct stage_result *r, struct build *build, const char *sanitizer,
                          const struct judge_choice *choice, const struct plan *plan,
                          struct limits limits) {
    struct run run = {.checked = true};
    struct process *process = &run.process;
    char text[1000] = "";
    if (!build_sanitized(build, sanitizer, text, sizeof text)) {
        const char *absent = sanitizer_absent(text);
        if (absent) return snprintf(r->note, sizeof r->note, "not checked: %s", absent), false;
        return judge_tools(r, build, "checkers", text, choice), false;
    }
    run.sanitized = *sanitizer == 't' ? build->threads : build->checked;
    limits.clock *= CHECKS_COST;
    limits.cpu *= CHECKS_COST;
    limits.memory_mb *= CHECKS_COST;
    run_start(&run, build, r->number - 1, plan, NULL, limits);
    process_wait(&process, 1);
    struct records outputs = run_outputs(&run);
    enum failure_kind kind = FAILURE_NONE;
    r->verdict = sanitizer_read(run.process.printed, build->copy, &kind, text, sizeof text);
    if (r->verdict == VERDICT_OK)
        judge_unfound(r, &run, plan->n, &outputs, choice);
    else
        tell_finding(r, kind, text, choice);
    bool threads = handed_over(&outputs, RECORD_THREADS, plan->n);
    records_unmap(&outputs);
    if (choice->tools && run.process.printed) {
        free(r->details);
        r->details = strdup(run.process.printed);
    }
    run_free(&run);
    return threads;
}

static void run_host_checked(struct stage_result *r, struct build *build,
                             const struct judge_choice *choice, const struct plan *plan,
                             struct limits limits) {
    const char *tools = choice->tools ? choice->tools : JUDGE_TOOLS;
    bool threads = strstr(tools, "racecheck");
    if (threads || strstr(tools, "memcheck"))
        threads &= run_sanitized(r, build, "address", choice, plan, limits);
    if (threads && r->verdict == VERDICT_OK)
        run_sanitized(r, build, "thread", choice, plan, limits);
}

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
        snprintf(wrong->message + used, sizeof wrong->message - used, ". %s",
                 said + strlen(BY_LUCK));
}

/* Right answers are checked, and what the checks find comes before a promise that was broken; wrong ones too where tools were asked for, since a race may explain them. */
static void check(struct stage_result *r, struct build *build, const char *device,
                  const struct judge_choice *choice, const struct plan *plan,
                  struct limits limits) {
    struct stage_result wrong = *r;
    bool promise = r->verdict == VERDICT_PROMISE || r->verdict == VERDICT_LEAK;
    if (r->failure.kind == FAILURE_STATE)
        promise &= build_has_kernels(build); /* in C it explains the rest */
    if (choice->tools && !strcmp(choice->tools, "none")) return;
    if (plan->often == 0 && !choice->tools) return;
    if (r->verdict != VERDICT_OK && !promise && !choice->tools && !has_a_line(r, build)) return;
    if (build_has_kernels(build))
        run_checked(r, build, device, choice, plan, limits);
    else
        run_host_checked(r, build, choice, plan, limits);
    if (wrong.verdict == VERDICT_OK) return;
    if (promise && r->verdict != VERDICT_OK && r->verdict != VERDICT_LEAK) return;
    if (has_a_line(&wrong, build)) add_line(&wrong, r);
    if (choice->tools) wrong.details = r->details;
    *r = wrong;
}

/*
 * By which method, where that is the lesson. A part of the cases costs something else than all of them.
 */
static bool is_whole(const struct judge_choice *choice) {
    return !choice->case_number && !choice->order && choice->n < 0 && !choice->seed &&
           !choice->keys && !choice->quick;
}

/* To count takes long; one of a stage's cases says what its way costs: the one that is meant for it, or else the
 * last one with the most keys of those that are checked. */
static bool plan_counted(struct plan *counted, const struct stage_row *row,
                         const struct plan *plan) {
    uint32_t best = 0, k = 0;
    while (k < plan->n && !plan->cases[k].counted) k++;
    for (uint32_t i = 1; i < plan->often; i++)
        if (plan->cases[i].n >= plan->cases[best].n) best = i;
    if (k < plan->n) best = k;
    bool made = plan_make_of(counted, row, &plan->cases[best], 1);
    counted->numbers[0] = plan->numbers[best];
    return made;
}

/* The case of the whole stage by which it is known what its way costs, by the same rule. */
static size_t counted_case(const struct stage_row *row) {
    size_t best = 0;
    for (size_t i = 0; i < row->n_cases; i++) {
        const struct stage_case *c = &row->cases[i], *b = &row->cases[best];
        if (c->counted) return i;
        if (!c->once && (b->once || c->n >= b->n)) best = i;
    }
    return best;
}

static bool has_demands(const struct stage_result *r, const char *device,
                        const struct judge_choice *choice) {
    return r->row->demands && is_whole(choice) && !choice->tools && !strcmp(device, "cpu");
}

static void judge_costs(struct stage_result *r, struct run *run, const struct plan *plan,
                        const struct judge_choice *choice) {
    char text[800];
    if (judge_run(r, plan, run, choice)) judge_report(r, run, choice);
    if (r->verdict != VERDICT_OK ||
        demands_hold(run->report, r->row->demands, plan->cases[0].n, text, sizeof text))
        return;
    r->verdict = VERDICT_COUNTS;
    r->failure = (struct failure){.kind = FAILURE_COUNTS};
    snprintf(r->message, sizeof r->message, "right, but %s", text);
    judge_repeat(r, choice);
}

static void run_counted(struct stage_result *r, struct build *build,
                        const struct judge_choice *choice, const struct plan *plan,
                        struct limits limits) {
    struct run run = {.counted = true, .tools = "profile"};
    struct process *process = &run.process;
    struct plan counted;
    char text[800] = "";
    if (!build_counted(build, text, sizeof text)) {
        judge_tools(r, build, "profiler", text, choice);
        return;
    }
    snprintf(run.report, sizeof run.report, "%s.json", build->counted);
    unlink(run.report);
    limits.clock *= COUNTS_COST;
    limits.cpu *= COUNTS_COST;
    limits.memory_mb *= CHECKS_COST;
    if (!plan_counted(&counted, r->row, plan)) {
        r->verdict = VERDICT_INTERNAL;
        snprintf(r->message, sizeof r->message, "there is no memory for a second input");
        plan_free(&counted);
        return;
    }
    run_start(&run, build, r->number - 1, &counted, "forward", limits);
    process_wait(&process, 1);
    judge_costs(r, &run, &counted, choice);
    run_free(&run);
    plan_free(&counted);
}

/* In the last order two calls are under way at once. What fails there and not alone is shared by the two. */
static void judge_pairs(struct stage_result *r, struct build *build, const struct run *pairs,
                        const struct judge_choice *choice, struct limits limits) {
    struct run run = {0};
    struct process *process = &run.process;
    struct plan alone = {.in = {.fd = -1}};
    struct stage_result again = {.lab = r->lab, .row = r->row, .number = r->number};
    bool shared = false;
    if (!pairs->pairs || r->verdict == VERDICT_OK || r->verdict == VERDICT_PROMISE) return;
    if (plan_make_of(&alone, r->row, &r->failure.c, 1)) {
        run_start(&run, build, r->number - 1, &alone, pairs->order, limits);
        process_wait(&process, 1);
        again.verdict = VERDICT_OK;
        shared = judge_run(&again, &alone, &run, choice);
        run_free(&run);
    }
    plan_free(&alone);
    if (!shared) return;
    size_t used = strlen(r->message);
    snprintf(
        r->message + used, sizeof r->message - used,
        ", while a call with another input was under way in another stream; alone it is right");
    r->failure.kind = FAILURE_STATE;
    r->failure.case_number = 0;
    judge_repeat(r, choice);
}

static bool in_pairs(size_t i, size_t n, const char *order, const struct plan *plan) {
    return order && plan->n > 1 && !strcmp(order, all_orders[MOST_ORDERS - 1]) && i + 1 == n;
}

/* The orders one after another, up to the first that fails: it decides in any case. */
static void run_in_turn(struct stage_result *r, struct build *build, const struct plan *plan,
                        const struct judge_choice *choice, const char *const *orders, size_t n,
                        struct limits limits) {
    r->verdict = VERDICT_OK;
    for (size_t i = 0; i < n && r->verdict == VERDICT_OK; i++) {
        struct run run = {.often = n > 1 && i != ONCE, .pairs = in_pairs(i, n, orders[i], plan)};
        struct process *process = &run.process;
        run_start(&run, build, r->number - 1, plan, orders[i], limits);
        process_wait(&process, 1);
        bool right = judge_run(r, plan, &run, choice);
        if (i == 0 || !right) printed_keep(r, &run, choice);
        judge_pairs(r, build, &run, choice, limits);
        run_free(&run);
    }
}

static void run_at_once(struct stage_result *r, struct build *build, const struct plan *plan,
                        const struct judge_choice *choice, const char *const *orders, size_t n,
                        struct limits limits) {
    struct run runs[MOST_ORDERS] = {0};
    struct process *processes[MOST_ORDERS] = {0};
    for (size_t i = 0; i < n; i++) {
        runs[i].often = n > 1 && i != ONCE;
        runs[i].pairs = in_pairs(i, n, orders[i], plan);
        run_start(&runs[i], build, r->number - 1, plan, orders[i], limits);
        processes[i] = &runs[i].process;
    }
    process_wait(processes, n);
    r->verdict = VERDICT_OK;
    size_t failed = 0;
    while (failed < n && judge_run(r, plan, &runs[failed], choice)) failed++;
    printed_keep(r, &runs[failed < n ? failed : 0], choice);
    if (failed < n) judge_pairs(r, build, &runs[failed], choice, limits);
    for (size_t i = 0; i < n; i++) run_free(&runs[i]);
}

static void run_and_judge(struct stage_result *r, struct build *build, const char *device,
                          const struct judge_choice *choice, const struct plan *plan) {
    const char *orders[MOST_ORDERS];
    size_t n = choose_orders(build, device, choice, plan, orders);
    int usual = r->row->limit_s ? r->row->limit_s : choice->quick ? QUICK_SECONDS : JUDGE_SECONDS;
    usual *= pace_factor();
    struct limits limits = {choice->cpu_s ? choice->cpu_s : usual, choice->cpu_s, choice->memory_mb,
                            choice->output_mb, choice->serial};
    if (choice->clock_s) limits.clock = choice->clock_s;
    if (!limits.cpu) limits.cpu = limits.clock;
    (choice->serial || choice->quick ? run_in_turn : run_at_once)(r, build, plan, choice, orders, n,
                                                                  limits);
    if (!choice->quick) check(r, build, device, choice, plan, limits);
    if (r->verdict == VERDICT_OK && has_demands(r, device, choice) &&
        !(choice->without >> counted_case(r->row) & 1))
        run_counted(r, build, choice, plan, limits);
}

/* There is no child to run. */
static void judge_unbuilt(struct stage_result *r, const struct build *build,
                          const struct judge_choice *choice) {
    const struct check_note none = {0};
    const char *help =
        build->verdict == VERDICT_COMPILE ? failure_of_compiler(build->message) : NULL;
    r->verdict = build->verdict;
    r->failure.kind = failure_of(r->verdict, &none);
    snprintf(r->message, sizeof r->message, "%s%s%s", help ? help : "",
             help ? " The compiler: " : "", build->message);
    judge_repeat(r, choice);
}

static void judge_once(struct stage_result *r, struct build *build, const char *device,
                       const struct judge_choice *choice) {
    struct plan plan;
    if (plan_make(&plan, r->row, choice)) {
        run_and_judge(r, build, device, choice, &plan);
    } else {
        r->verdict = VERDICT_INTERNAL;
        r->failure.kind = FAILURE_INTERNAL;
        snprintf(r->message, sizeof r->message,
                 "the stage has no case %d, or there is no memory for its inputs",
                 choice->case_number);
    }
    plan_free(&plan);
}

/* What is the grader's own fault may be gone at the second try, as a lack of memory for a moment. */
static void judge_twice(struct stage_result *r, struct build *build, const char *device,
                        const struct judge_choice *choice) {
    const struct stage_result fresh = *r;
    judge_once(r, build, device, choice);
    if (r->verdict != VERDICT_INTERNAL) return;
    free(r->printed);
    free(r->details);
    *r = fresh;
    judge_once(r, build, device, choice);
}

/* Nothing of it is run any more, so that one submission cannot hold up all others. */
static bool is_over_budget(struct stage_result *r, struct build *build,
                           const struct judge_choice *choice) {
    if (!build->begun) run_budget(choice->budget_s);
    build->begun = true;
    if (!choice->budget_s || !run_budget_is_spent()) return false;
    r->verdict = VERDICT_HANG;
    r->failure.kind = FAILURE_HANG;
    snprintf(r->message, sizeof r->message,
             "it was not run: the lab may work for %d s of processor time, and the stages before "
             "this one have used them up",
             choice->budget_s);
    judge_repeat(r, choice);
    return true;
}

/* The stage is judged again without the cases that fail, until none of those that are left does. */
static enum verdict judge_rest(const struct stage_result *r, struct build *build,
                               const char *device, struct judge_choice *rest) {
    struct stage_result part = *r;
    while (is_of_case(part.verdict) && part.failed && !run_budget_is_spent()) {
        rest->without |= part.failed;
        part = (struct stage_result){.lab = r->lab, .row = r->row, .number = r->number};
        if ((size_t)__builtin_popcountll(rest->without) >= r->row->n_cases) break;
        judge_twice(&part, build, device, rest);
        free(part.printed);
        free(part.details);
    }
    return part.verdict;
}

/* Behind what else there is to say of it. */
static void add_note(struct stage_result *r, const char *text) {
    size_t used = strlen(r->note);
    snprintf(r->note + used, sizeof r->note - used, "%s%s", used ? ". " : "", text);
}

/* A part of the points, by the cases that pass, if these are more than half: a file that does nothing is right for
 * empty arrays, and for those that are in order already. Where the case fails by which the method is known there
 * are no more points than for another method. */
static void judge_part(struct stage_result *r, struct build *build, const char *device,
                       const struct judge_choice *choice) {
    struct judge_choice rest = *choice;
    int cases = (int)r->row->n_cases, half = r->row->points / 2;
    char text[200];
    if (!choice->partial || !is_whole(choice) || !is_of_case(r->verdict)) return;
    enum verdict verdict = judge_rest(r, build, device, &rest);
    int passed = cases - __builtin_popcountll(rest.without);
    if (2 * passed > cases) r->points = verdict_points(verdict, r->row->points * passed / cases);
    bool unknown = has_demands(r, device, choice) && (rest.without >> counted_case(r->row) & 1);
    if (unknown && r->points > half) r->points = half;
    if (verdict != VERDICT_OK && verdict != VERDICT_COUNTS) return;
    snprintf(text, sizeof text, "%d of its %d cases pass%s: %d of %d points", passed, cases,
             2 * passed <= cases         ? ", and points begin above the half"
             : verdict == VERDICT_COUNTS ? ", by another method, which halves the points"
             : unknown ? ", and not the one that shows by which method: half of the points at most"
                       : "",
             r->points, r->row->points);
    add_note(r, text);
}

void judge_stage(struct stage_result *r, struct build *build, const char *device,
                 const struct judge_choice *choice) {
    r->points = 0;
    if (build->verdict != VERDICT_OK) {
        judge_unbuilt(r, build, choice);
        return;
    }
    if (is_over_budget(r, build, choice)) return;
    judge_twice(r, build, device, choice);
    if (choice->suspicious && !r->suspicion[0])
        snprintf(r->suspicion, sizeof r->suspicion, "%s", suspect_object(build));
    r->points = verdict_points(r->verdict, r->row->points);
    judge_part(r, build, device, choice);
    if (r->verdict != VERDICT_OK && build->warnings[0]) add_note(r, build->warnings);
    if (r->verdict == VERDICT_OK && r->suspicion[0]) {
        r->verdict = VERDICT_SUSPECT;
        r->failure.kind = FAILURE_SUSPECT;
        snprintf(r->message, sizeof r->message, "its answers are right; %s", r->suspicion);
    }
}
