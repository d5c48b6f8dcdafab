/**
 * @file
 * @brief Reads what ncu counted: its CSV, a line a launch and metric.
 */
#include "grader/grade/gpu/gpucheck.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 8192, MOST_COLUMNS = 64 };

#define LD_ST(before, after) before "ld" after "," before "st" after
// clang-format off
const char ncu_metrics[] =
    LD_ST("l1tex__t_requests_pipe_lsu_mem_global_op_", ".sum") ","
    LD_ST("l1tex__t_sectors_pipe_lsu_mem_global_op_", ".sum") ","
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum,"
    LD_ST("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", ".sum") ","
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum,"
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,"
    LD_ST("smsp__inst_executed_op_shared_", ".sum") ","
    "smsp__thread_inst_executed_pipe_lsu_pred_on.sum,"
    "smsp__inst_executed_pipe_lsu.sum,smsp__inst_executed_pipe_lsu.max,"
    "launch__grid_size,launch__thread_count";
// clang-format on

/* The columns that are read. */
enum column { KERNEL, BLOCK, GRID, ID, METRIC, VALUE, COLUMNS };
static const char *const names[COLUMNS] = {"Kernel Name", "Block Size",  "Grid Size",
                                           "ID",          "Metric Name", "Metric Value"};

struct reading {
    json_t *report;
    int column[COLUMNS]; /* where each stands; -1: not seen */
    bool header;
    char trouble[400];
    char missing[300]; /* the last metric that ncu does not have */
};

/* Splits a line of quoted fields in place; a quote within is doubled. */
static int split(char *line, char **fields) {
    int n = 0;
    while (*line == '"' && n < MOST_COLUMNS) {
        char *to = fields[n++] = ++line;
        while (*line && (*line != '"' || line[1] == '"')) {
            if (*line == '"') line++;
            *to++ = *line++;
        }
        bool more = *line && line[1] == ',';
        *to = 0;
        if (!more) break;
        line += 2;
    }
    return n;
}

static bool read_header(struct reading *r, char **fields, int n) {
    for (int c = 0; c < COLUMNS; c++) {
        r->column[c] = -1;
        for (int i = 0; i < n; i++)
            if (strcmp(fields[i], names[c]) == 0) r->column[c] = i;
        if (r->column[c] < 0) return false;
    }
    return r->header = true;
}

/* "(256, 1, 1)" */
static json_t *triple(const char *text) {
    unsigned x = 1, y = 1, z = 1;
    sscanf(text, "(%u, %u, %u)", &x, &y, &z);
    return json_pack("[i,i,i]", (int)x, (int)y, (int)z);
}

static json_t *kernel_named(struct reading *r, const char *name, char **fields) {
    json_t *all = json_object_get(r->report, "kernels"), *kernel;
    size_t i;
    json_array_foreach(all, i, kernel) {
        if (strcmp(json_string_value(json_object_get(kernel, "name")), name) == 0) return kernel;
    }
    kernel = json_pack("{s:s, s:i, s:s, s:o, s:o, s:{}, s:[]}", "name", name, "launches", 0, "last",
                       "", "grid", triple(fields[r->column[GRID]]), "block",
                       triple(fields[r->column[BLOCK]]), "metrics", "lines");
    json_array_append_new(all, kernel);
    return kernel;
}

/* A new ID is a new launch. */
static void count_launch(json_t *kernel, const char *id) {
    if (strcmp(json_string_value(json_object_get(kernel, "last")), id) == 0) return;
    json_int_t launches = json_integer_value(json_object_get(kernel, "launches"));
    json_object_set_new(kernel, "launches", json_integer(launches + 1));
    json_object_set_new(kernel, "last", json_string(id));
}

/* "16,384" */
static double number(const char *text) {
    char digits[64];
    size_t n = 0;
    for (; *text && n + 1 < sizeof(digits); text++)
        if (*text != ',') digits[n++] = *text;
    digits[n] = 0;
    return strtod(digits, NULL);
}

static void add_metric(json_t *kernel, const char *name, double value) {
    json_t *metrics = json_object_get(kernel, "metrics");
    value += json_number_value(json_object_get(metrics, name));
    bool whole = value == (double)(json_int_t)value;
    json_object_set_new(metrics, name, whole ? json_integer((json_int_t)value) : json_real(value));
}

static void read_row(struct reading *r, char **fields, int n) {
    char name[300];
    for (int c = 0; c < COLUMNS; c++)
        if (r->column[c] >= n) return; /* cut off */
    const char *value = fields[r->column[VALUE]], *metric = fields[r->column[METRIC]];
    if (!*metric) return;
    place_kernel(fields[r->column[KERNEL]], name, sizeof(name));
    json_t *kernel = kernel_named(r, name, fields);
    count_launch(kernel, fields[r->column[ID]]);
    if (*value < '0' || *value > '9')
        snprintf(r->missing, sizeof(r->missing), "%s", metric);
    else
        add_metric(kernel, metric, number(value));
}

static void read_line(struct reading *r, char *line) {
    char *fields[MOST_COLUMNS];
    place_clean(line);
    if (strncmp(line, "==ERROR== ", 10) == 0) {
        if (!r->trouble[0] && !strstr(line, "application returned an error"))
            snprintf(r->trouble, sizeof(r->trouble), "%.390s", line + 10);
        return;
    }
    int n = split(line, fields);
    if (n == 0) return;
    if (r->header)
        read_row(r, fields, n);
    else
        read_header(r, fields, n);
}

static void judge(const struct reading *r) {
    if (strstr(r->trouble, "ERR_NVGPUCTRPERM"))
        report_skip(r->report, "profile",
                    "you may not read the GPU's counters on this machine (ERR_NVGPUCTRPERM). Its "
                    "administrator can");
    else if (r->trouble[0])
        report_skip(r->report, "profile", "ncu says: %s", r->trouble);
    if (r->missing[0])
        report_skip(r->report, "profile", "this GPU or version of ncu does not count %s",
                    r->missing);
}

void ncu_read(json_t *report, FILE *log) {
    struct reading r = {.report = report};
    char line[LINE_BYTES];
    json_t *kernel;
    size_t i;
    while (fgets(line, sizeof(line), log)) read_line(&r, line);
    json_array_foreach(json_object_get(report, "kernels"), i, kernel)
        json_object_del(kernel, "last");
    judge(&r);
}
