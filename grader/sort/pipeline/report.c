/**
 * @file
 * @brief The pipeline's report: a row a stage, the time it took, what its check said.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/timer.h"
#include "grader/sort/pipeline/job.h"

static const struct gpu_sort_row blank_rows[GPU_SORT_STAGES] = {
    [GPU_SORT_SET_UP] = {.name = "set up", .part = ""},
    [GPU_SORT_READ] = {.name = "read", .part = "run"},
    [GPU_SORT_MAP] = {.name = "map keys", .part = ""},
    [GPU_SORT_UPLOAD] = {.name = "upload", .part = "chunk"},
    [GPU_SORT_LISTS] = {.name = "sort lists", .part = "list"},
    [GPU_SORT_TILES] = {.name = "merge lists", .part = "run"},
    [GPU_SORT_DOWNLOAD] = {.name = "download", .part = "chunk"},
    [GPU_SORT_MERGE_RUNS] = {.name = "merge runs", .part = "chunk"},
    [GPU_SORT_MERGE_CHUNKS] = {.name = "merge chunks", .part = "array"},
    [GPU_SORT_SPILL] = {.name = "spill", .part = "run"},
    [GPU_SORT_MERGE_SPILLED] = {.name = "merge spilled", .part = "piece"},
    [GPU_SORT_MAP_BACK] = {.name = "map back", .part = ""},
    [GPU_SORT_WRITE] = {.name = "write", .part = ""},
};

void pipeline_report_start(struct job *j) {
    static const enum gpu_sort_stage of_files[] = {GPU_SORT_READ, GPU_SORT_SPILL,
                                                   GPU_SORT_MERGE_SPILLED, GPU_SORT_WRITE};
    struct gpu_sort_row *rows = j->report->rows;
    memset(j->report, 0, sizeof(*j->report));
    memcpy(rows, blank_rows, sizeof(blank_rows));
    if (j->options->block != GPU_SORT_RADIX) {
        rows[GPU_SORT_LISTS].name = NULL;
        rows[GPU_SORT_TILES].name = "sort tiles";
    }
    for (size_t i = 0; !j->files && i < sizeof(of_files) / sizeof(of_files[0]); i++)
        rows[of_files[i]].name = NULL;
    if (j->files) rows[GPU_SORT_MERGE_CHUNKS].part = "run";
}

bool pipeline_fail(struct job *j, const char *format, ...) {
    va_list args;
    if (j->report->error[0]) return false; // the first error is the cause of the others
    va_start(args, format);
    vsnprintf(j->report->error, sizeof(j->report->error), format, args);
    va_end(args);
    return false;
}

void pipeline_begin(struct job *j) {
    j->began = timer_now_ms();
}

/** Ends the work on some keys, of which it made so many parts. */
void pipeline_end(struct job *j, enum gpu_sort_stage stage, size_t keys, size_t parts) {
    struct gpu_sort_row *row = &j->report->rows[stage];
    double now = timer_now_ms();
    row->ms += now - j->began;
    row->keys += keys;
    row->n_parts += parts;
    j->began = now;
}

/** Ends a check. Where the invariant is broken, j->note says how: that goes into the error. */
bool pipeline_judge(struct job *j, enum gpu_sort_stage stage, bool holds) {
    struct gpu_sort_row *row = &j->report->rows[stage];
    double ms = timer_now_ms() - j->began;
    j->began += ms;
    row->check_ms += ms;
    j->report->check_ms += ms;
    row->verdict = holds ? GPU_SORT_HOLDS : GPU_SORT_BROKEN;
    if (holds) return true;
    char where[64] = "";
    if (stage < GPU_SORT_MERGE_CHUNKS && j->n > j->chunk)
        snprintf(where, sizeof(where), ", in the chunk from key %zu on", j->start);
    return pipeline_fail(j, "stage '%s' broke the sort%s: %s%s", row->name, where, j->note.text,
                         j->options->type == KEY_U32 ? ""
                                                     : " (keys shown as words in unsigned order)");
}
