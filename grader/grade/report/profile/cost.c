/**
 * @file
 * @brief Counts: measured, added up, and those of the reference (cost.h).
 */
#include "grader/grade/report/profile/cost.h"
#include "grader/grade/judge/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN_KEYS = 2200, LIMIT_SECONDS = 60 };
enum { MOST_REQUESTS = 150000 }; /* what is counted within a fraction of a second */

/* The counts that go into a sum: those of all kinds of access. */
static void add(struct cost *cost, const json_t *metrics) {
    static const char *const kinds[] = {"ld", "st", "red", "atom"};
    const struct {
        const char *before, *after;
        double *sum;
    } counts[] = {
        {"l1tex__t_requests_pipe_lsu_mem_global_op_", ".sum", &cost->requests},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_", ".sum", &cost->sectors},
        {"ideal_sectors_global_", "", &cost->ideal},
        {"requests_shared_", "", &cost->shared},
        {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", ".sum", &cost->conflicts},
    };
    char name[100];
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
        for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
            snprintf(name, sizeof(name), "%s%s%s", counts[i].before, kinds[k], counts[i].after);
            *counts[i].sum += json_number_value(json_object_get(metrics, name));
        }
    cost->barriers += json_number_value(json_object_get(metrics, "barriers"));
    cost->atomics += json_number_value(json_object_get(metrics, "atomics"));
    cost->divergent += json_number_value(json_object_get(metrics, "divergent_branches"));
}

struct cost cost_of(const json_t *kernels, double keys) {
    struct cost cost = {.keys = keys};
    const json_t *kernel;
    size_t i;
    json_array_foreach(kernels, i, kernel) add(&cost, json_object_get(kernel, "metrics"));
    return cost;
}

/* Of keys in order, and of equal ones, there is often nothing to do. */
static bool is_plain(const struct stage_case *c) {
    return c->dist != DATA_SORTED && c->dist != DATA_EQUAL && c->dist != DATA_MAX &&
           c->dist != DATA_NEARLY && c->dist != DATA_LITERAL;
}

static int cost_case(const struct stage_row *row) {
    size_t best = 0;
    uint32_t most = 0;
    for (size_t i = 0; i < row->n_cases; i++) {
        const struct stage_case *c = &row->cases[i];
        if (c->once || !is_plain(c) || c->n > SHOWN_KEYS || c->n <= most) continue;
        best = i;
        most = c->n;
    }
    return (int)best + 1;
}

static json_t *run_counted(struct build *build, int row, const struct stage_inputs *inputs,
                           const char *order, char *text, size_t size) {
    struct run run = {.counted = true, .tools = "profile"};
    struct process *process = &run.process;
    struct check_note note;
    json_t *report = NULL;
    snprintf(run.report, sizeof(run.report), "%s.json", build->counted);
    unlink(run.report);
    run_start(&run, build, row, inputs, order, (struct limits){.clock = LIMIT_SECONDS});
    process_wait(&process, 1);
    struct records outputs = records_map(run.out_fd);
    if (run_judge(&run, &build->lab->rows[row], inputs, 0, &outputs, &note) == VERDICT_OK) {
        report = json_load_file(run.report, 0, NULL);
        snprintf(text, size, "%s", report ? "" : "the profiler left no report");
    } else {
        snprintf(text, size, "%s", note.text);
    }
    records_unmap(&outputs);
    run_free(&run);
    return report;
}

json_t *cost_measure(struct build *build, int row, const struct judge_choice *choice,
                     uint32_t *keys, char *text, size_t size) {
    const struct stage_row *r = &build->lab->rows[row];
    struct stage_inputs inputs;
    json_t *report = NULL;
    if (!build_counted(build, text, size)) return NULL;
    if (stage_inputs_make(&inputs, r, choice)) {
        *keys = inputs.cases[0].n;
        report =
            run_counted(build, row, &inputs, choice->order ? choice->order : "forward", text, size);
    } else {
        snprintf(text, size, "the stage has no case %d, or there is no memory for its input",
                 choice->case_number);
    }
    stage_inputs_free(&inputs);
    return report;
}

/*
 * The reference's.
 */
static void path_of(const struct stage_lab *lab, char path[300]) {
    snprintf(path, 300, "labs/%.100s/costs.json", lab->name);
}

json_t *cost_reference(const struct stage_lab *lab, int row, struct judge_choice *own) {
    char path[300];
    path_of(lab, path);
    json_t *root = json_load_file(path, 0, NULL);
    json_t *stage = json_object_get(root, lab->rows[row].title);
    json_t *kernels = json_incref(json_object_get(stage, "kernels"));
    long long number = json_integer_value(json_object_get(stage, "case"));
    *own = (struct judge_choice){.case_number = cost_case(&lab->rows[row]), .n = -1};
    if (number > 0 && (size_t)number <= lab->rows[row].n_cases) {
        own->case_number = (int)number;
        own->n = json_integer_value(json_object_get(stage, "keys"));
    }
    json_decref(root);
    return kernels;
}

/* A kernel on a line, without what is zero, and without its lines, which are the solution's. */
static void put_kernel(FILE *out, json_t *kernel) {
    static const char *const kept[] = {"name", "launches", "grid", "block", "metrics"};
    const char *key;
    json_t *value, *metrics = json_object_get(kernel, "metrics"), *line = json_object();
    void *next;
    json_object_foreach_safe(metrics, next, key, value) if (json_number_value(value) == 0)
        json_object_del(metrics, key);
    for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
        if (json_object_get(kernel, kept[i]))
            json_object_set(line, kept[i], json_object_get(kernel, kept[i]));
    fputs("        ", out);
    json_dumpf(line, out, 0);
    json_decref(line);
}

/* Half as many keys where there is too much to count. */
static json_t *measure_shortly(struct build *build, int row, struct judge_choice *choice,
                               char *text, size_t size) {
    uint32_t keys;
    json_t *report = cost_measure(build, row, choice, &keys, text, size);
    struct cost cost = cost_of(json_object_get(report, "kernels"), keys);
    choice->n = keys;
    if (cost.requests + cost.shared <= MOST_REQUESTS) return report;
    choice->n /= 2;
    json_decref(report);
    return measure_shortly(build, row, choice, text, size);
}

/* False with a sentence on stderr. */
static bool put_stage(FILE *out, struct build *build, size_t row) {
    const struct stage_row *r = &build->lab->rows[row];
    struct judge_choice choice;
    char text[1200];
    json_decref(cost_reference(build->lab, (int)row, &choice)); /* the same case as the last time */
    json_t *report = measure_shortly(build, (int)row, &choice, text, sizeof(text)), *kernel;
    json_t *kernels = json_object_get(report, "kernels");
    size_t i;
    if (!report) fprintf(stderr, "costs: %s, stage %zu: %s\n", build->lab->name, row + 1, text);
    fprintf(out, "%s    \"%s\": {\"case\": %d, \"keys\": %lld, \"kernels\": [\n", row ? ",\n" : "",
            r->title, choice.case_number, choice.n);
    json_array_foreach(kernels, i, kernel) {
        if (i) fputs(",\n", out);
        put_kernel(out, kernel);
    }
    fputs("]}", out);
    json_decref(report);
    return report;
}

int cost_write(struct build *build, const char *out) {
    char path[300];
    path_of(build->lab, path);
    FILE *file = fopen(out ? out : path, "w");
    bool good = file;
    if (file) fputs("{\n", file);
    for (size_t row = 0; good && row < build->lab->n_rows; row++)
        good = put_stage(file, build, row);
    if (file) fputs("\n}\n", file);
    if (file && fclose(file) == 0) return good ? 0 : 1;
    fprintf(stderr, "costs: %s cannot be written: %s\n", out ? out : path, strerror(errno));
    return 2;
}
