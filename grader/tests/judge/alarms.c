/**
 * @file
 * @brief Runs right answers under many orders of threads, with every access checked: no tool may say a word.
 *
 *     build/cpu/tests/alarms SUBMISSION SEEDS [FIRST] [LAB]
 *
 * Each seed runs one case of every stage that has kernels, in the order random:SEED; with the next seed comes
 * the stage's next case. Large cases are cut. With every other seed streams do their work when somebody waits,
 * in any order: who measures what is done by then may say it is wrong, so that findings alone count.
 */
#include "grader/grade/judge/build.h"
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/run.h"
#include "grader/grade/learner/workspace.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_LABS = 64, MOST_KEYS = 2100, SECONDS = 120 };

static struct { long runs, keys, alarms; } total;

static bool is_lazy(unsigned long seed) {
    return seed % 2 == 0;
}

static void run_child(struct run *run, const struct build *build, size_t row,
                      const struct stage_inputs *inputs, unsigned long seed) {
    char order[64], streams[32], report[PATH_MOST + 128], number[16];
    struct process *process = &run->process;
    snprintf(order, sizeof order, "SIMT_ORDER=random:%lu", seed);
    snprintf(streams, sizeof streams, "SIMT_STREAMS=%s", is_lazy(seed) ? "lazy" : "eager");
    snprintf(report, sizeof report, "SIMT_REPORT=%s", run->report);
    snprintf(number, sizeof number, "%zu", row);
    const char *environment[] = {order, streams, report, "SIMT_THREADS=1", NULL};
    const char *argv[] = {build->checked, number, NULL};
    run->order = order + strlen("SIMT_ORDER=");
    run->checked = true;
    run->out_fd = memfd_create("outputs", MFD_CLOEXEC);
    *process = (struct process){.argv = argv,
                                .environment = environment,
                                .in_fd = inputs->in.fd,
                                .out_fd = run->out_fd,
                                .limit_s = SECONDS};
    process_start(process);
    process_wait(&process, 1);
    run->order = NULL;
}

/* Findings that are more than INFO; -1 where there is no report. */
static long count_findings(const char *path, char *text, size_t size) {
    json_t *report = json_load_file(path, 0, NULL), *finding;
    long n = report ? 0 : -1;
    size_t i;
    text[0] = 0;
    json_array_foreach(json_object_get(report, "findings"), i, finding) {
        const char *rank = json_string_value(json_object_get(finding, "severity"));
        if (rank && !strcmp(rank, "INFO")) continue;
        if (n++ == 0)
            snprintf(text, size, "%s", json_string_value(json_object_get(finding, "message")));
    }
    json_decref(report);
    return n;
}

static void look_at(const struct run *run, const struct build *build, size_t row,
                    const struct stage_inputs *inputs, unsigned long seed) {
    char text[1000];
    struct check_note note = {0};
    struct records outputs = records_map(run->out_fd);
    enum verdict verdict = run_judge(run, &build->lab->rows[row], inputs, 0, &outputs, &note);
    long found = count_findings(run->report, text, sizeof text);
    records_unmap(&outputs);
    total.runs++;
    total.keys += inputs->cases[0].n;
    bool right = verdict == VERDICT_OK || (is_lazy(seed) && verdict == VERDICT_WRONG);
    if (right && found == 0) return;
    total.alarms++;
    printf("%s stage %zu case %d n %u random:%lu: %s %s\n", build->lab->name, row + 1,
           inputs->numbers[0], inputs->cases[0].n, seed, right ? "right," : note.text,
           found < 0 ? "(no report)" : text);
}

static void run_stage(const struct build *build, size_t row, unsigned long seed) {
    const struct stage_row *stage = &build->lab->rows[row];
    size_t number = seed % stage->n_cases;
    struct judge_choice choice = {.case_number = (int)number + 1, .n = -1, .seed = seed};
    struct run run = {0};
    struct stage_inputs inputs;
    if (stage->cases[number].n > MOST_KEYS) choice.n = (long long)(MOST_KEYS - seed % 128);
    snprintf(run.report, sizeof run.report, "%s.json", build->checked);
    unlink(run.report);
    if (stage_inputs_make(&inputs, stage, &choice)) {
        run_child(&run, build, row, &inputs, seed);
        look_at(&run, build, row, &inputs, seed);
        run_free(&run);
    }
    stage_inputs_free(&inputs);
}

/* The labs with kernels, whose checked children are built. */
static size_t build_labs(struct build *builds, const char *submission, const char *wanted) {
    char text[800];
    size_t n = 0, kept = 0;
    for (const struct stage_lab *lab = stage_labs(); lab && n < MOST_LABS; lab = lab->next)
        if (!wanted || !strncmp(lab->name, wanted, strlen(wanted))) builds[n++].lab = lab;
    build_all(workspace_open("build/cpu", "cpu"), submission, builds, n);
    for (size_t i = 0; i < n; i++) {
        if (!build_has_kernels(&builds[i])) continue;
        if (!build_checked(&builds[i], "cpu", JUDGE_TOOLS, text, sizeof text)) {
            fprintf(stderr, "alarms: %s does not build: %s\n", builds[i].lab->name, text);
            exit(2);
        }
        if (kept != i) builds[kept] = builds[i];
        kept++;
    }
    return kept;
}

int main(int argc, char **argv) {
    static struct build builds[MOST_LABS];
    if (argc < 3) {
        fputs("usage: alarms SUBMISSION SEEDS [FIRST] [LAB]\n", stderr);
        return 2;
    }
    unsigned long seeds = strtoul(argv[2], NULL, 10),
                  first = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    size_t n = build_labs(builds, argv[1], argc > 4 ? argv[4] : NULL), stages = 0;
    for (unsigned long seed = first; seed < first + seeds; seed++)
        for (size_t i = 0; i < n; i++)
            for (size_t row = 0; row < builds[i].lab->n_rows; row++)
                run_stage(&builds[i], row, seed);
    for (size_t i = 0; i < n; i++) stages += builds[i].lab->n_rows;
    printf("%ld runs: %lu orders of %zu stages, %ld keys; %ld with a finding\n", total.runs, seeds,
           stages, total.keys, total.alarms);
    return total.alarms != 0;
}
