/**
 * @file
 * @brief One run of a child (see run.h).
 */
#include "grader/grade/judge/run.h"
#include "grader/grade/judge/report_seal.h"
#include "grader/grade/judge/promises.h"
#include "grader/grade/judge/sanitizer.h"
#include "grader/grade/sandbox/test_switches.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

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
    if (!record) s->note.kind = CHECK_NO_OUTPUT;
    return NULL;
}

bool stage_fail(struct stage *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    s->note.kind = CHECK_OTHER;
    vsnprintf(s->note.text, sizeof(s->note.text), format, arguments);
    va_end(arguments);
    return false;
}

/*
 * The child.
 */
enum { OVERLAP = 4 }; /* blocks that are under way at once where accesses are checked */

bool run_streams_are_lazy(const char *order) {
    return order && strcmp(order, "reverse") == 0;
}

/* The program, and for gpucheck's runs what it starts. */
static void set_view(struct run *run, const struct build *build) {
    run->view = (struct sandbox_view){.shown = run->argv[0],
                                      .report = run->report,
                                      .device = build->device,
                                      .sparse = run->sanitized != NULL,
                                      .memory_mb = run->process.memory_mb};
    if (!run->checked || !build->device) return;
    snprintf(run->folder, sizeof(run->folder), "%.*s",
             (int)(strrchr(build->program, '/') - build->program), build->program);
    run->view.shown = run->folder;
    run->view.also = build->gpucheck;
}

/* The seal goes through a pipe that never blocks: with more than it holds it is damaged. Returns the end to
 * write to. */
static int open_seal(struct run *run) {
    int ends[2];
    bool wanted = run->order && (run->checked || run->counted);
    run->seal_fd = 0;
    if (!wanted || pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return 0;
    run->seal_fd = ends[0];
    return ends[1];
}

const char *run_report_fault(const struct run *run) {
    if (defence_is_out("report")) return NULL;
    return run->seal_fd ? report_seal_fault(run->seal_fd, run->report) : NULL;
}

/*
 * Processor time of all runs together. Who has begun goes on to his own limit: what is left of a budget differs from
 * run to run, and what ends a run is what its student reads.
 */
static double budget_end_s; /* 0: there is no budget */

static double worked_s(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

void run_budget(int seconds) {
    budget_end_s = seconds ? worked_s() + seconds : 0;
}

bool run_budget_is_spent(void) {
    return budget_end_s > 0 && worked_s() >= budget_end_s;
}

uint32_t run_cases(const struct run *run, const struct stage_inputs *inputs) {
    return run->often ? inputs->often : inputs->n;
}

/* Adds NAME=value to what the child finds in its environment. */
__attribute__((format(printf, 2, 3))) static void set(struct run *run, const char *format, ...) {
    char *setting = run->setting[run->n_settings];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(setting, sizeof(run->setting[0]), format, arguments);
    va_end(arguments);
    run->environment[run->n_settings++] = setting;
    run->environment[run->n_settings] = NULL;
}

static void set_environment(struct run *run, const struct build *build, struct limits limits,
                            bool sealed) {
    static const char *const sanitizers[] = {SANITIZER_SETTINGS};
    int patience = (limits.cpu ? limits.cpu : limits.clock) / 4;
    int blocks = run->checked ? OVERLAP : 1;
    bool lazy = run_streams_are_lazy(run->order) && !run->eager;
    run->n_settings = 0;
    set(run, "SIMT_ORDER=%s", run->order ? run->order : "forward");
    /* It can name the line, the limit cannot. As many digits each time: they lie before the stack, and move it. */
    set(run, "SIMT_WATCHDOG=%05d", patience ? patience : 1);
    set(run, "SIMT_THREADS=1"); /* the same each time */
    set(run, "SIMT_STREAMS=%s", lazy ? "lazy" : "eager");
    set(run, "SIMT_REPORT=%s", run->report);
    set(run, "SIMT_TOOL=%s", run->tools ? run->tools : run->checked ? build->tools : "");
    set(run, "SIMT_JOURNAL=%s", sealed ? "5" : "");
    set(run, "SIMT_OVERLAP=%d", blocks);
    set(run, "SIMT_RESIDENT=%d", blocks);
    set(run, "SIMT_STEADY=%d", limits.steady);
    for (size_t i = 0; run->sanitized && i < sizeof(sanitizers) / sizeof(*sanitizers); i++)
        set(run, "%s", sanitizers[i]);
}

void run_prepare(struct run *run, const struct build *build, int row,
                 const struct stage_inputs *inputs, const char *order, struct limits limits,
                 bool sealed) {
    run->order = order;
    set_environment(run, build, limits, sealed);
    snprintf(run->number, sizeof(run->number), "%d", row);
    run->argv[0] = run->sanitized ? run->sanitized
                   : run->checked ? build->checked
                   : run->counted ? build->counted
                                  : build->program;
    run->argv[1] = run->number;
    snprintf(run->cases, sizeof(run->cases), "%u", run_cases(run, inputs));
    run->argv[2] = run->cases;
    run->argv[3] = run->pairs ? "pairs" : NULL;
    run->argv[4] = NULL;
}

void run_start(struct run *run, const struct build *build, int row,
               const struct stage_inputs *inputs, const char *order, struct limits limits) {
    run->order = order;
    run->out_fd = memfd_create("outputs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    int seal_end = open_seal(run);
    run_prepare(run, build, row, inputs, order, limits, seal_end > 0);
    run->process = (struct process){.argv = run->argv,
                                    .environment = run->environment,
                                    .in_fd = inputs->in.fd,
                                    .out_fd = run->out_fd,
                                    .note_fd = seal_end,
                                    .limit_s = limits.clock,
                                    .cpu_s = limits.cpu,
                                    .memory_mb = limits.memory_mb,
                                    .output_mb = limits.output_mb,
                                    .view = &run->view};
    set_view(run, build);
    process_start(&run->process);
    if (seal_end) close(seal_end);
}

void run_free(struct run *run) {
    process_free(&run->process);
    if (!defence_is_out("descriptors")) close(run->out_fd);
    if (run->seal_fd) close(run->seal_fd);
}

/* The last line that the child printed, fit to be shown, and no checker's; "" when there is none. */
static const char *last_words(const struct process *p, char *text, size_t size) {
    static const char checkers[] = "=========";
    size_t end = p->n_printed, start = end;
    do {
        end = start;
        while (end && isspace((unsigned char)p->printed[end - 1])) end--;
        start = end;
        while (start && p->printed[start - 1] != '\n') start--;
    } while (end - start >= strlen(checkers) &&
             strncmp(p->printed + start, checkers, strlen(checkers)) == 0);
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
        return "the system killed it, perhaps because memory ran out";
    case SIGXFSZ:
        return "it writes too much";
    default:
        return strsignal(number);
    }
}

/* It ended by itself; the runtime says it when threads wait for each other. */
static enum verdict explain_exit(const struct process *p, const char *words, char *text,
                                 size_t size) {
    bool hangs = strstr(p->printed, "nothing can move") || strstr(p->printed, "for a long time");
    if (p->code == 0 && !hangs) {
        snprintf(text, size,
                 "the program ends by itself (exit code 0) before the stage is over%s%s",
                 words[0] ? "; it last said: " : "", words);
        return VERDICT_EARLY_EXIT;
    }
    if (hangs)
        snprintf(text, size, "%s", words);
    else
        snprintf(text, size, "it stops with exit code %d%s%s", p->code, words[0] ? ": " : "",
                 words);
    return hangs ? VERDICT_HANG : VERDICT_CRASH;
}

/* "host code at FILE:LINE ...", of the submission's file, which stands in no folder; a stage's does. */
static bool names_submission(const char *words) {
    static const char start[] = "host code at ";
    const char *file = words + strlen(start);
    return strncmp(words, start, strlen(start)) == 0 && !memchr(file, '/', strcspn(file, ":"));
}

/* What to say of a child that did not come to the end of a case. */
static enum verdict explain_end(const struct process *p, char *text, size_t size) {
    char words[700];
    runtime_words(p, words, sizeof(words));
    const char *separator = words[0] ? "; it last said: " : "";
    switch (p->end) {
    case PROCESS_TIMED_OUT:
        if (p->code == SIGXCPU)
            snprintf(text, size, "it is not done after %d s of processor time", p->cpu_s);
        else
            snprintf(text, size, "it is not done after %d s%s%s%s", p->limit_s,
                     p->waiting ? ", and all its threads are asleep" : "", separator, words);
        return p->waiting ? VERDICT_WAITS : VERDICT_HANG;
    case PROCESS_FLOODED:
        snprintf(text, size, "it prints more than %d MB", p->output_mb ? p->output_mb : 8);
        return VERDICT_FLOOD;
    case PROCESS_SIGNALLED:
        if (names_submission(words)) separator = ". The ";
        snprintf(text, size, "it crashes: %s%s%s", signal_words(p->code), separator, words);
        return VERDICT_CRASH;
    case PROCESS_EXHAUSTED:
        snprintf(text, size, "it needs more than %d MB of memory",
                 p->view && p->view->memory_mb ? p->view->memory_mb : SANDBOX_RUN_MB);
        return VERDICT_MEMORY;
    case PROCESS_NOT_STARTED:
        snprintf(text, size, "the child cannot be started%s%s", separator, words);
        return VERDICT_INTERNAL;
    case PROCESS_LEFT:
        snprintf(text, size, "a part of it could not be ended");
        return VERDICT_INTERNAL;
    default:
        return explain_exit(p, words, text, size);
    }
}

/*
 * What came out.
 */

/* The child is dead; what it has started may not be, and may hold the file. Against a writer that has it in
 * its memory there is no seal; one that was just killed is gone as soon as the machine lets it die. */
static bool seal(int fd) {
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK;
    for (int i = 0; i < 5000; i++) {
        if (fcntl(fd, F_ADD_SEALS, seals) == 0) return true;
        if (errno != EBUSY) break;
        usleep(2000);
    }
    return (fcntl(fd, F_GET_SEALS) & seals) == seals;
}

static void damaged(struct run *run, enum verdict verdict, const char *how) {
    run->damage = how;
    run->damage_verdict = verdict;
}

struct records run_outputs(struct run *run) {
    run->damage = NULL;
    if (!defence_is_out("seal") && !seal(run->out_fd))
        damaged(
            run, VERDICT_SUSPECT,
            "its outputs cannot be sealed: the program prevents it, or a part of it still runs");
    struct records outputs = records_map(run->out_fd);
    if (!defence_is_out("records") && !records_few(&outputs))
        damaged(run, VERDICT_FLOOD, "it hands over more outputs than the judge can read");
    return outputs;
}

enum verdict run_explain(const struct run *run, struct check_note *note) {
    *note = (struct check_note){0};
    return explain_end(&run->process, note->text, sizeof(note->text));
}

/* It has changed its input: what it made of that says less. */
static bool input_changed(const struct records *outputs, uint32_t i, struct check_note *note) {
    const struct record *record = records_find(outputs, RECORD_INPUT, i);
    if (!record || record->count != sizeof(struct record_input) / sizeof(uint32_t)) return false;
    struct record_input changed;
    memcpy(&changed, record_words(record), sizeof(changed));
    changed.name[sizeof(changed.name) - 1] = 0;
    for (char *c = changed.name; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    note->kind = CHECK_INPUT;
    snprintf(note->text, sizeof(note->text),
             "the input was changed: index %u of %s was %u and is %u, and it has to stay as it was",
             changed.place, changed.name, changed.was, changed.is);
    return true;
}

/* Work in a wrong stream explains wrong answers; what else is broken counts where answers are right. */
static enum verdict break_promise(enum promise_kind promise, const char *text,
                                  struct check_note *note) {
    note->kind = promise == PROMISE_STATIC ? CHECK_SHARED : CHECK_OTHER;
    snprintf(note->text, sizeof(note->text), "%s", text);
    return promise == PROMISE_KEPT ? VERDICT_LEAK : VERDICT_PROMISE;
}

bool run_verdict(const struct stage_row *row, const struct stage_inputs *inputs, uint32_t i,
                 const struct records *outputs, struct check_note *note) {
    struct stage_bag in = {-1, i, inputs->in.records}, out = {-1, i, *outputs};
    struct stage s = {.c = &inputs->cases[i], .n = inputs->cases[i].n, .in = &in, .out = &out};
    const bool right = records_find(outputs, RECORD_END, i) && row->verdict(&s);
    if (note) *note = s.note;
    return right;
}

enum verdict run_judge(const struct run *run, const struct stage_row *row,
                       const struct stage_inputs *inputs, uint32_t i, const struct records *outputs,
                       struct check_note *note) {
    *note = (struct check_note){0};
    if (run->damage) {
        snprintf(note->text, sizeof(note->text), "%s", run->damage);
        return run->damage_verdict;
    }
    if (run->process.end == PROCESS_LEFT || !records_find(outputs, RECORD_END, i))
        return explain_end(&run->process, note->text, sizeof(note->text));
    char broken[sizeof(note->text)];
    enum promise_kind promise = promises_broken(outputs, i, broken, sizeof(broken));
    if (promise == PROMISE_ELSEWHERE) return break_promise(promise, broken, note);
    if (input_changed(outputs, i, note)) return VERDICT_WRONG;
    if (run_verdict(row, inputs, i, outputs, note))
        return promise ? break_promise(promise, broken, note) : VERDICT_OK;
    return note->kind == CHECK_NO_OUTPUT ? VERDICT_NO_OUTPUT : VERDICT_WRONG;
}
