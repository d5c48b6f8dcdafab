/**
 * @file
 * @brief One stage: a child for each order of threads, and a verdict on what each left behind.
 */
#include "grader/judge/judge.h"
#include "grader/judge/findings.h"
#include "grader/judge/plan.h"
#include "grader/judge/process.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 10, MOST_ORDERS = 4, SETTINGS = 5 };
enum { CHECKS_COST = 4 };    /* so much longer a run may take whose accesses are checked */
enum { CLOCK_PER_CPU = 30 }; /* as slow as a machine may be that is busy otherwise */

/* Right in one order of threads is not right: CUDA promises none. */
static const char *const all_orders[MOST_ORDERS] = {"forward", "reverse", "random:1", "random:2"};

/* In one of them a stream's work waits for whoever waits for it, and in the others it does not. So by
 * the order alone a run can be repeated. */
static bool streams_are_lazy(const char *order) {
    return order && !strcmp(order, "reverse");
}

/*
 * What a stage's verdict may call.
 */
const uint32_t *stage_got(struct stage *s, const char *name, size_t count) {
    const struct record *record = records_find(&s->out->records, name, s->out->of_case);
    if (record && record->count == count) return record_words(record);
    if (!record)
        stage_fail(s, "the stage handed over no \"%s\"", name);
    else
        stage_fail(s, "\"%s\" has %llu words instead of %zu", name,
                   (unsigned long long)record->count, count);
    return NULL;
}

bool stage_fail(struct stage *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->note.text, sizeof s->note.text, format, arguments);
    va_end(arguments);
    return false;
}

/*
 * One run of the child.
 */
struct run {
    const char *order; /* NULL: the device's own */
    bool checked;      /* every access is */
    char report[PATH_MOST + 64];
    char setting[SETTINGS][PATH_MOST + 128];
    const char *environment[SETTINGS + 1];
    char number[16];
    const char *argv[3];
    int out_fd;
    struct process process;
};

/* Seconds by the clock, and of processor time; 0: no limit of these. */
struct limits {
    int clock, cpu;
};

static void start_run(struct run *run, const struct build *build, int row, const struct plan *plan,
                      const char *order, struct limits limits) {
    run->order = order;
    run->out_fd = memfd_create("outputs", MFD_CLOEXEC);
    snprintf(run->setting[0], sizeof run->setting[0], "SIMT_ORDER=%s", order ? order : "forward");
    snprintf(run->setting[1], sizeof run->setting[1], "SIMT_WATCHDOG=%d", limits.clock / 2);
    snprintf(run->setting[2], sizeof run->setting[2], "SIMT_THREADS=1"); /* the same each time */
    snprintf(run->setting[3], sizeof run->setting[3], "SIMT_STREAMS=%s",
             streams_are_lazy(order) ? "lazy" : "eager");
    snprintf(run->setting[4], sizeof run->setting[4], "SIMT_REPORT=%s", run->report);
    for (int i = 0; i < SETTINGS; i++) run->environment[i] = run->setting[i];
    run->environment[SETTINGS] = NULL;
    snprintf(run->number, sizeof run->number, "%d", row);
    run->argv[0] = run->checked ? build->checked : build->program;
    run->argv[1] = run->number;
    run->argv[2] = NULL;
    run->process = (struct process){.argv = run->argv,
                                    .environment = run->environment,
                                    .in_fd = plan->in.fd,
                                    .out_fd = run->out_fd,
                                    .limit_s = limits.clock,
                                    .cpu_s = limits.cpu};
    process_start(&run->process);
}

static void free_run(struct run *run) {
    process_free(&run->process);
    close(run->out_fd);
}

/* The last line that the child printed, fit to be shown; "" when there is none. */
static const char *last_words(const struct process *p, char *text, size_t size) {
    size_t end = p->n_printed;
    while (end && isspace((unsigned char)p->printed[end - 1])) end--;
    size_t start = end;
    while (start && p->printed[start - 1] != '\n') start--;
    if (end - start >= size) end = start + size - 1;
    for (size_t i = start; i < end; i++) {
        unsigned char c = (unsigned char)p->printed[i];
        text[i - start] = c >= ' ' && c < 127 ? (char)c : '?';
    }
    text[end - start] = 0;
    return text;
}

/* A line of the CPU runtime says more than the CUDA error that follows it. */
static const char *runtime_words(const struct process *p, char *text, size_t size) {
    const char *line = strstr(p->printed, "simt: ");
    if (!line) return last_words(p, text, size);
    struct process only = {.printed = (char *)line + 6, .n_printed = strcspn(line + 6, "\n")};
    return last_words(&only, text, size);
}

static const char *signal_words(int number) {
    switch (number) {
    case SIGSEGV:
        return "it reads or writes memory that is not its own (segmentation fault)";
    case SIGBUS:
        return "it reads or writes past the end of a file or a mapping (bus error)";
    case SIGFPE:
        return "it divides an integer by zero";
    case SIGABRT:
        return "it aborts";
    case SIGILL:
        return "it runs an illegal instruction";
    case SIGKILL:
        return "the system killed it, perhaps for want of memory";
    case SIGXFSZ:
        return "it writes too much";
    default:
        return strsignal(number);
    }
}

/* What to say of a child that did not come to the end of a case. */
static enum verdict explain_end(const struct process *p, char *text, size_t size) {
    char words[700];
    runtime_words(p, words, sizeof words);
    const char *separator = words[0] ? "; it last said: " : "";
    switch (p->end) {
    case PROCESS_TIMED_OUT:
        if (p->code == SIGXCPU)
            snprintf(text, size, "it is not done after %d s of processor time", p->cpu_s);
        else
            snprintf(text, size, "it is not done after %d s%s%s", p->limit_s, separator, words);
        return VERDICT_HANG;
    case PROCESS_FLOODED:
        snprintf(text, size, "it prints more than 8 MB");
        return VERDICT_FLOOD;
    case PROCESS_SIGNALLED:
        snprintf(text, size, "it crashes: %s%s%s", signal_words(p->code), separator, words);
        return VERDICT_CRASH;
    case PROCESS_NOT_STARTED:
        snprintf(text, size, "the child cannot be started");
        return VERDICT_INTERNAL;
    default:
        break;
    }
    bool hangs = strstr(p->printed, "nothing can move") || strstr(p->printed, "for a long time");
    if (p->code == 0 && !hangs) {
        snprintf(text, size,
                 "the program ends by itself (exit code 0) before the stage is over%s%s", separator,
                 words);
        return VERDICT_EARLY_EXIT;
    }
    snprintf(text, size, "it stops with exit code %d%s%s", p->code, words[0] ? ": " : "", words);
    return hangs ? VERDICT_HANG : VERDICT_CRASH;
}

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
                 streams_are_lazy(run->order) ? ", streams as late as possible" : "",
                 run->checked ? ", every access checked" : "");
}

static void describe_repeat(struct stage_result *r, const struct judge_choice *choice,
                            int case_number, const struct stage_case *c, const struct run *run) {
    char number[8];
    size_t used = (size_t)snprintf(r->repeat, sizeof r->repeat, "%.100s LAB=%s STAGE=%d CASE=%d",
                                   choice->repeat_by, judge_lab_number(r->lab, number), r->number,
                                   case_number);
    if (c->dist != DATA_LITERAL)
        used += (size_t)snprintf(r->repeat + used, sizeof r->repeat - used, " N=%u SEED=%llu", c->n,
                                 (unsigned long long)c->seed);
    if (run->order) snprintf(r->repeat + used, sizeof r->repeat - used, " ORDER=%s", run->order);
}

/* The verdict on one case of one run, and its message. */
static enum verdict judge_case(const struct stage_row *row, const struct plan *plan, uint32_t i,
                               const struct run *run, const struct records *outputs, char *text,
                               size_t size) {
    if (!records_find(outputs, RECORD_END, i)) return explain_end(&run->process, text, size);
    struct stage_bag in = {-1, i, plan->in.records}, out = {-1, i, *outputs};
    struct stage s = {.c = &plan->cases[i], .n = plan->cases[i].n, .in = &in, .out = &out};
    if (row->verdict(&s)) return VERDICT_OK;
    snprintf(text, size, "%s", s.note.text);
    return strstr(text, "handed over no") ? VERDICT_NO_OUTPUT : VERDICT_WRONG;
}

/* All cases of one run; false with the result filled at the first that fails. */
static bool judge_run(struct stage_result *r, const struct plan *plan, const struct run *run,
                      const struct judge_choice *choice) {
    struct records outputs = records_map(run->out_fd);
    for (uint32_t i = 0; i < plan->n && r->verdict == VERDICT_OK; i++) {
        char text[800], about[200];
        r->verdict = judge_case(r->row, plan, i, run, &outputs, text, sizeof text);
        if (r->verdict == VERDICT_OK) continue;
        describe_case(about, sizeof about, &plan->cases[i], run);
        snprintf(r->message, sizeof r->message, "%s (%s)", text, about);
        describe_repeat(r, choice, plan->numbers[i], &plan->cases[i], run);
    }
    records_unmap(&outputs);
    return r->verdict == VERDICT_OK;
}

/* Which orders to run: the CPU runtime's, unless this is host code or a real device. */
static size_t choose_orders(const struct build *build, const char *device,
                            const struct judge_choice *choice, const char *orders[MOST_ORDERS]) {
    size_t length = strlen(build->source);
    bool kernels = length > 3 && !strcmp(build->source + length - 3, ".cu");
    orders[0] = NULL;
    if (!kernels || strcmp(device, "cpu")) return 1;
    if (choice->order) {
        orders[0] = choice->order;
        return 1;
    }
    memcpy(orders, all_orders, sizeof all_orders);
    return MOST_ORDERS;
}

/*
 * The checks: what came out is right, and may still have been luck.
 */

/* A race or a stray access; a finding explains what else goes wrong in such a run. */
static void judge_checked(struct stage_result *r, const struct plan *plan, const struct run *run,
                          const struct judge_choice *choice) {
    char text[1000], number[8];
    r->verdict = findings_read(run->report, text, sizeof text);
    if (r->verdict == VERDICT_OK) {
        judge_run(r, plan, run, choice);
        return;
    }
    snprintf(r->message, sizeof r->message, "its answers are right, perhaps by luck. %s", text);
    snprintf(r->repeat, sizeof r->repeat, "%.100s LAB=%s STAGE=%d", choice->repeat_by,
             judge_lab_number(r->lab, number), r->number);
}

static void run_checked(struct stage_result *r, struct build *build,
                        const struct judge_choice *choice, const struct plan *plan,
                        struct limits limits) {
    struct run run = {.checked = true};
    struct process *process = &run.process;
    char text[800] = "";
    if (!build_checked(build, text, sizeof text)) {
        r->verdict = VERDICT_INTERNAL;
        snprintf(r->message, sizeof r->message, "it does not build with the checkers: %s", text);
        return;
    }
    snprintf(run.report, sizeof run.report, "%s.json", build->checked);
    unlink(run.report);
    limits.clock *= CHECKS_COST;
    limits.cpu *= CHECKS_COST;
    start_run(&run, build, r->number - 1, plan, choice->order ? choice->order : "forward", limits);
    process_wait(&process, 1);
    judge_checked(r, plan, &run, choice);
    free_run(&run);
}

static void run_and_judge(struct stage_result *r, struct build *build, const char *device,
                          const struct judge_choice *choice, const struct plan *plan) {
    const char *orders[MOST_ORDERS];
    struct run runs[MOST_ORDERS] = {0};
    struct process *processes[MOST_ORDERS];
    size_t n = choose_orders(build, device, choice, orders);
    struct limits limits = {r->row->limit_s ? r->row->limit_s : LIMIT_SECONDS, choice->cpu_s};
    if (limits.cpu) limits.clock = CLOCK_PER_CPU * limits.cpu;
    for (size_t i = 0; i < n; i++) {
        start_run(&runs[i], build, r->number - 1, plan, orders[i], limits);
        processes[i] = &runs[i].process;
    }
    process_wait(processes, n);
    r->verdict = VERDICT_OK;
    for (size_t i = 0; i < n && judge_run(r, plan, &runs[i], choice); i++) {
    }
    for (size_t i = 0; i < n; i++) free_run(&runs[i]);
    if (r->verdict == VERDICT_OK && orders[0]) run_checked(r, build, choice, plan, limits);
}

void judge_stage(struct stage_result *r, struct build *build, const char *device,
                 const struct judge_choice *choice) {
    char number[8];
    r->points = 0;
    if (build->verdict != VERDICT_OK) {
        r->verdict = build->verdict;
        snprintf(r->message, sizeof r->message, "%s", build->message);
        snprintf(r->repeat, sizeof r->repeat, "%.100s LAB=%s", choice->repeat_by,
                 judge_lab_number(r->lab, number));
        return;
    }
    struct plan plan;
    if (plan_make(&plan, r->row, choice)) {
        run_and_judge(r, build, device, choice, &plan);
    } else {
        r->verdict = VERDICT_INTERNAL;
        snprintf(r->message, sizeof r->message,
                 "the stage has no case %d, or there is no memory for its inputs",
                 choice->case_number);
    }
    plan_free(&plan);
    if (r->verdict == VERDICT_OK) r->points = r->row->points;
}
