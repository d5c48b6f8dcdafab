/**
 * @file
 * @brief Time of the largest case of a stage, yours and the reference's in turn (time.h).
 */
#include "grader/grade/report/profile/time.h"
#include "grader/shared/said.h"
#include "grader/shared/columns.h"
#include "grader/grade/judge/run.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 20, TIMES = 5, LEAST_KEYS = 100000 };
enum { HEADING = 61 };             /* columns, down to the end of "yours" */
static const double least_ms = 10; /* what is shorter says nothing */
static const double enough_ms = 400;

static int largest_case(const struct stage_row *row) {
    size_t best = 0;
    for (size_t i = 1; i < row->n_cases; i++)
        if (row->cases[i].n > row->cases[best].n) best = i;
    return (int)best + 1;
}

/* The child says how long the learner's code was at it; 0: it did not come back. */
static double run_ms(const struct build *build, int row, const struct stage_inputs *inputs) {
    struct run run = {0};
    struct process *process = &run.process;
    run_start(&run, build, row, inputs, NULL, (struct limits){.clock = LIMIT_SECONDS});
    process_wait(&process, 1);
    struct records outputs = records_map(run.out_fd);
    const struct record *end = records_find(&outputs, RECORD_END, 0);
    double ms = end && end->count == 1 ? *record_words(end) / 1e3 : 0;
    records_unmap(&outputs);
    run_free(&run);
    return ms;
}

/* The best of some, each beside the other, so that both have what the machine is like now. */
static void time_both(const struct build *builds[2], int row, const struct stage_inputs *inputs,
                      double ms[2]) {
    double spent = 0;
    for (int t = 0; t < TIMES && spent < enough_ms; t++)
        for (int i = 0; i < 2; i++) {
            double now = builds[i] ? run_ms(builds[i], row, inputs) : 0;
            if (now > 0 && (!ms[i] || now < ms[i])) ms[i] = now;
            spent += now;
        }
}

static void print_heads(const struct terminal *s, bool both) {
    const char *heading = said("  How fast it is, in Mkeys/s:"), *yours = said("yours");
    fputs(heading, s->out);
    terminal_cell(s, yours, columns_of(heading) - HEADING);
    fprintf(s->out, "%s\n", both ? said("  the reference") : "");
}

static bool print_stage(const struct terminal *s, const struct build *builds[2], int row,
                        bool first) {
    const struct stage_row *r = &builds[0]->lab->rows[row];
    const struct judge_choice choice = {.n = -1, .case_number = largest_case(r)};
    struct stage_inputs inputs;
    double ms[2] = {0, 0}, n = r->cases[choice.case_number - 1].n;
    if (n < LEAST_KEYS) return false;
    terminal_passing(s, "measuring how fast it is");
    if (stage_inputs_make(&inputs, r, &choice)) time_both(builds, row, &inputs, ms);
    stage_inputs_free(&inputs);
    terminal_passing(s, NULL);
    if (ms[0] < least_ms) return false;
    if (first) print_heads(s, builds[1]);
    fprintf(s->out, "  %d ", row + 1);
    terminal_cell(s, said(r->title), 34);
    fprintf(s->out, said(" %10.0f keys %9.1f"), n, n / 1e3 / ms[0]);
    if (ms[1]) fprintf(s->out, "  %13.1f", n / 1e3 / ms[1]);
    fputc('\n', s->out);
    return true;
}

void time_print(const struct terminal *s, const struct workspace *workspace, struct build *build) {
    struct workspace beside = {.device = workspace->device};
    static struct build reference;
    bool any = false;
    reference = (struct build){.lab = build->lab};
    snprintf(beside.path, sizeof(beside.path), "%.4000s/reference", workspace->path);
    if (access("solutions", R_OK) == 0 && mkdir(beside.path, 0755) == 0)
        build_all(&beside, "solutions", &reference, 1);
    const struct build *builds[2] = {build, reference.verdict == VERDICT_OK ? &reference : NULL};
    for (size_t row = 0; row < build->lab->n_rows; row++)
        any |= print_stage(s, builds, (int)row, !any);
}
