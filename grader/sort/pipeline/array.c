/**
 * @file
 * @brief The pipeline on an array in host memory.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/timer.h"
#include "grader/sort/pipeline/job.h"
#include "labs/08_out_of_core/out_of_core.h"

/** Makes words in unsigned order of n keys. */
void pipeline_map_words(struct job *j, uint32_t *keys, size_t n) {
    pipeline_begin(j);
    for (size_t i = 0; i < n; i++) keys[i] = key_encode(keys[i], j->options->type);
    pipeline_end(j, GPU_SORT_MAP, n, 0);
}

/** The array is sorted and holds the keys that its chunks had. */
bool pipeline_check_array(struct job *j) {
    struct check_multiset got = check_multiset_start(j->came.key);
    pipeline_begin(j);
    bool holds = check_sorted(j->keys, j->n, &j->note);
    if (holds) {
        check_multiset_add(&got, j->keys, j->n);
        holds = check_multiset_equal(&got, &j->came);
        if (!holds)
            snprintf(j->note.text, sizeof(j->note.text),
                     "the array does not hold the keys of the chunks");
    }
    return pipeline_judge(j, GPU_SORT_MERGE_CHUNKS, holds);
}

/** After lab 08: what it returned is 0, or an error that the report already has. */
bool pipeline_finish(struct job *j, int error) {
    if (j->report->error[0]) return false;
    return error == 0 ||
           pipeline_fail(j, "lab 08 returned the error %d (%s)", error, strerror(error));
}

/** Whether a comes behind b when they are compared as what they are: a NaN is behind nothing. */
static bool is_behind(uint32_t a, uint32_t b, enum key_type type) {
    float x, y;
    memcpy(&x, &a, sizeof(x));
    memcpy(&y, &b, sizeof(y));
    return type == KEY_F32 ? x > y : type == KEY_I32 ? (int32_t)a > (int32_t)b : a > b;
}

static bool check_order(struct job *j) {
    for (size_t i = 1; i < j->n; i++)
        if (is_behind(j->keys[i - 1], j->keys[i], j->options->type)) {
            snprintf(j->note.text, sizeof(j->note.text),
                     "indices %zu and %zu hold the bits 0x%08" PRIx32 " and 0x%08" PRIx32
                     ", which are in the wrong order",
                     i - 1, i, j->keys[i - 1], j->keys[i]);
            return false;
        }
    return true;
}

static bool map_back(struct job *j) {
    pipeline_begin(j);
    for (size_t i = 0; i < j->n; i++) j->keys[i] = key_decode(j->keys[i], j->options->type);
    pipeline_end(j, GPU_SORT_MAP_BACK, j->n, 0);
    return j->options->unchecked || pipeline_judge(j, GPU_SORT_MAP_BACK, check_order(j));
}

static bool set_up(struct job *j) {
    pipeline_begin(j);
    bool ok = pipeline_plan(j, j->n, j->options->device_bytes);
    j->scratch = ok ? (uint32_t *)malloc((j->n + 1) * sizeof(*j->scratch)) : NULL; // never 0 bytes
    if (ok && !j->scratch)
        ok = pipeline_fail(j, "no host memory to sort %zu keys. Free some, or sort fewer", j->n);
    pipeline_end(j, GPU_SORT_SET_UP, 0, 0);
    return ok;
}

static bool sort_words(struct job *j) {
    const struct chunk_ops ops = pipeline_ops(j);
    pipeline_begin(j);
    if (!pipeline_finish(j, sort_array(j->keys, j->scratch, j->n, &ops))) return false;
    pipeline_begin(j);
    pipeline_end(j, GPU_SORT_MERGE_CHUNKS, j->n, 1);
    return j->options->unchecked || pipeline_check_array(j);
}

bool gpu_sort(uint32_t *keys, size_t n, const struct gpu_sort_options *options,
              struct gpu_sort_report *report) {
    struct job j = {.options = options, .report = report, .keys = keys, .n = n};
    double began = timer_now_ms();
    j.merging = GPU_SORT_MERGE_CHUNKS;
    j.came = check_multiset_start(check_secret());
    pipeline_report_start(&j);
    report->n = n;
    bool ok = set_up(&j);
    if (ok) {
        report->began = true;
        pipeline_map_words(&j, keys, n);
        ok = sort_words(&j) && map_back(&j);
    }
    free(j.scratch);
    report->ms = timer_now_ms() - began;
    return ok;
}
