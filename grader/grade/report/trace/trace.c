/**
 * @file
 * @brief Runs one case of a stage in a check build that notes every access, and writes the page.
 */
#include "grader/grade/report/trace/trace.h"
#include "grader/shared/terminal.h"
#include "grader/shared/source.h"
#include "grader/grade/sandbox/process.h"
#include "grader/shared/fill.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 60, PAGE_MOST = 900 << 10 /* bytes of one trace in a page */ };

/* Builds whose code it is; false with run->message. */
static bool build(struct build *b, const struct workspace *workspace, const struct trace_request *q,
                  const char *submission, struct traced *run) {
    char text[800] = "";
    *b = (struct build){.lab = q->lab};
    build_all(workspace, submission, b, 1);
    snprintf(run->source, sizeof(run->source), "%s", b->source);
    snprintf(run->path, sizeof(run->path), "%s", b->shown);
    snprintf(run->message, sizeof(run->message), "%s", b->message);
    if (b->verdict != VERDICT_OK) return false;
    if (build_checked(b, "cpu", JUDGE_TOOLS, text, sizeof(text))) return true;
    snprintf(run->message, sizeof(run->message), "it does not build with the checkers: %s", text);
    return false;
}

/* A number of the trace's first line; 0 when it is not there. */
static unsigned long long number_in(const char *json, const char *name) {
    const char *place = strstr(json, name);
    return place ? strtoull(place + strlen(name), NULL, 10) : 0;
}

/* The last line that it printed. */
static void last_line(const struct process *p, char *text, size_t size) {
    const char *line = strstr(p->printed, "simt: ");
    if (!line) {
        size_t end = p->n_printed;
        while (end && p->printed[end - 1] == '\n') end--;
        line = p->printed + end;
        while (line > p->printed && line[-1] != '\n') line--;
    }
    if (strncmp(line, "simt: ", 6) == 0) line += 6;
    snprintf(text, size, "%.*s", (int)strcspn(line, "\n"), line);
}

static void judge(const struct trace_request *q, const struct stage_inputs *inputs,
                  struct traced *run, const struct process *p, const struct records *outputs) {
    if (!records_find(outputs, RECORD_END, 0)) {
        char words[700];
        last_line(p, words, sizeof(words));
        snprintf(run->message, sizeof(run->message), "It stops before it is done: %s", words);
        return;
    }
    struct stage_bag in = {-1, 0, inputs->in.records}, out = {-1, 0, *outputs};
    struct stage s = {.c = &inputs->cases[0], .n = inputs->cases[0].n, .in = &in, .out = &out};
    run->right = q->lab->rows[q->stage - 1].verdict(&s);
    snprintf(run->message, sizeof(run->message), "%s", run->right ? "" : s.note.text);
}

/* The trace goes to a file beside the program, since the page is made of it afterwards. */
static void run_once(const struct trace_request *q, const struct build *b,
                     const struct stage_inputs *inputs, struct traced *run) {
    char path[PATH_MOST + 16], number[16], setting[3][PATH_MOST + 64];
    snprintf(path, sizeof(path), "%.4000s.trace", b->checked);
    snprintf(number, sizeof(number), "%d", q->stage - 1);
    snprintf(setting[0], sizeof(setting[0]), "SIMT_TRACE=%.4090s", path);
    snprintf(setting[1], sizeof(setting[1]), "SIMT_ORDER=%s",
             q->choice.order ? q->choice.order : "forward");
    snprintf(setting[2], sizeof(setting[2]), "SIMT_WATCHDOG=%d", LIMIT_SECONDS / 2);
    size_t length = strlen(b->source);
    bool host = length > 2 && strcmp(b->source + length - 2, ".c") == 0;
    const char *const environment[] = {host ? "SIMT_TRACE_HOST=1" : "SIMT_TRACE_HOST=",
                                       setting[0],
                                       setting[1],
                                       setting[2],
                                       "SIMT_TOOL=" JUDGE_TOOLS ",trace",
                                       "SIMT_THREADS=1",
                                       "SIMT_STREAMS=eager",
                                       "SIMT_REPORT=",
                                       NULL};
    const char *argv[] = {b->checked, number, NULL};
    struct process p = {.argv = argv,
                        .environment = environment,
                        .in_fd = inputs->in.fd,
                        .out_fd = memfd_create("outputs", MFD_CLOEXEC),
                        .limit_s = LIMIT_SECONDS};
    struct process *only = &p;
    unlink(path);
    process_start(&p);
    process_wait(&only, 1);
    struct records outputs = records_map(p.out_fd);
    judge(q, inputs, run, &p, &outputs);
    records_unmap(&outputs);
    run->json = source_read(path);
    run->text = source_read(run->source);
    if (run->json) run->seen = number_in(run->json, "\"seen\": ");
    if (run->json) run->shown = number_in(run->json, "\"accesses\": ");
    close(p.out_fd);
    process_free(&p);
}

static bool fits(const struct traced *run) {
    return run->shown == run->seen && strlen(run->json) <= PAGE_MOST;
}

/* Its beginning at least. */
static bool begins(const struct traced *run) {
    return strlen(run->json) <= PAGE_MOST;
}

static void free_traced(struct traced *run) {
    free(run->json);
    free(run->text);
    run->json = run->text = NULL;
}

/* Halves n until all of the run fits into a page; 0 when nothing does, or where fewer keys are as much work. */
static uint32_t find_n(const struct trace_request *q, const struct build *b,
                       const struct stage_inputs *inputs, unsigned long long seen) {
    struct judge_choice choice = q->choice;
    bool good = false, less = true;
    for (choice.n = inputs->cases[0].n / 2; choice.n > 0 && less; choice.n /= 2) {
        struct stage_inputs smaller;
        struct traced run = {.who = ""};
        snprintf(run.source, sizeof(run.source), "%s", b->source);
        if (stage_inputs_make(&smaller, &q->lab->rows[q->stage - 1], &choice)) {
            run_once(q, b, &smaller, &run);
            good = run.json && fits(&run);
            less = run.seen < seen - seen / 10;
            seen = run.seen;
        }
        free_traced(&run);
        stage_inputs_free(&smaller);
        if (good) break;
    }
    return good ? (uint32_t)choice.n : 0;
}

/* What a page cannot hold is left out, and said. */
static void tell_too_large(const struct trace_request *q, const struct build *b,
                           const struct stage_inputs *inputs, const struct traced *run) {
    uint32_t n = find_n(q, b, inputs, run->seen);
    terminal_print(stdout, "  this run has %llu reads and writes. A page shows the first %llu.\n",
                   run->seen, run->shown);
    if (n)
        terminal_print(stdout, "  With N=%u all of it fits.\n", n);
    else
        terminal_print(stdout, "  It is as long with fewer keys.\n");
}

static int say(const struct trace_request *q, const struct traced *run) {
    const struct terminal people = terminal_of(stdout);
    char text[1200];
    snprintf(text, sizeof(text), "%s: %s", run->path, run->message);
    if (!run->right) terminal_wrapped(&people, text, 2);
    printf("%s\n", q->path);
    return 0;
}

/* Both runs, and the page. What the other one cannot give is left out. */
static int trace_plan(const struct trace_request *q, const struct stage_inputs *inputs,
                      const struct workspace workspaces[2]) {
    static struct traced run, other;
    static struct build mine, theirs;
    bool own = q->compare && strcmp(q->compare, q->submission) == 0;
    run = (struct traced){.who = own ? "the solution" : "yours"};
    other = (struct traced){.who = "the solution"};
    if (!build(&mine, &workspaces[0], q, q->submission, &run)) {
        terminal_print(stderr, "make trace: %s\n", run.message);
        return 1;
    }
    run_once(q, &mine, inputs, &run);
    if (!run.json || !run.text) {
        terminal_print(stderr, "make trace: %s: the run left no trace. %s\n", run.path,
                       run.message);
        return 1;
    }
    if (!begins(&run)) {
        terminal_print(stderr,
                       "make trace: this run is too varied for a page. Choose a smaller N\n");
        return 1;
    }
    if (!fits(&run)) tell_too_large(q, &mine, inputs, &run);
    if (q->compare && !own && build(&theirs, &workspaces[1], q, q->compare, &other))
        run_once(q, &theirs, inputs, &other);
    if (other.json && !begins(&other)) free_traced(&other);
    if (trace_write_page(q, inputs, &run, &other)) return say(q, &run);
    terminal_print(stderr, "make trace: %s cannot be written: %s\n", q->path, strerror(errno));
    return 2;
}

int trace_stage(const struct trace_request *wanted) {
    struct trace_request q = *wanted;
    struct workspace workspaces[2];
    struct stage_inputs inputs;
    if (q.stage == 0) q.stage = 1;
    if (q.choice.case_number == 0) q.choice.case_number = 1;
    if ((size_t)q.stage > q.lab->n_rows ||
        (size_t)q.choice.case_number > q.lab->rows[q.stage - 1].n_cases) {
        terminal_print(stderr, "make trace: lab %s has no STAGE=%d with a CASE=%d\n", q.lab->name,
                       q.stage, q.choice.case_number);
        return 2;
    }
    if (!stage_inputs_make(&inputs, &q.lab->rows[q.stage - 1], &q.choice) ||
        !workspace_make(&workspaces[0], q.folder, "cpu") ||
        !workspace_make(&workspaces[1], q.folder, "cpu")) {
        terminal_print(stderr, "make trace: no folder can be made in %s, or no memory\n", q.folder);
        return 2;
    }
    int code = trace_plan(&q, &inputs, workspaces);
    workspace_remove(&workspaces[0]);
    workspace_remove(&workspaces[1]);
    stage_inputs_free(&inputs);
    return code;
}
