/**
 * @file
 * @brief The pipeline on more keys than the host is to hold: runs go to disk and come back merged.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/size_min.h"
#include "common/sort/spill.h"
#include "common/tile.h"
#include "common/timer.h"
#include "grader/sort/pipeline/job.h"
#include "labs/08_out_of_core/out_of_core.h"

enum { PIECE = 1 << 12 }; /**< keys that are mapped back and written at once */

/** Of the budget; the rest is for the program, its threads' stacks and the buffers of files. */
static size_t usable_bytes(const struct job *j) {
    return j->options->host_bytes / 2;
}

size_t gpu_sort_least_host_bytes(void) {
    return (size_t)1 << 20;
}

/*
 * What lab 08 calls
 */

/** Takes the sentence over that reading, writing or spilling left; no stage is to blame. */
static int file_error(struct job *j, const char *sentence) {
    if (!j->report->error[0]) j->report->of_request = true;
    pipeline_fail(j, "%s", sentence);
    return BROKEN;
}

/** The next run's keys, as words. */
static int read_run(void *job, uint32_t *keys, size_t capacity, size_t *n) {
    struct job *j = (struct job *)job;
    char error[640];
    *n = 0;
    if (j->report->error[0]) return BROKEN;
    pipeline_begin(j);
    if (!j->files->read(j->files->context, keys, capacity, n, error)) return file_error(j, error);
    pipeline_end(j, GPU_SORT_READ, *n, *n > 0);
    j->report->began = true;
    j->keys = keys;
    j->n = *n;
    j->sent = 0;
    j->report->n += *n;
    j->came = check_multiset_start(j->whole.key);
    if (j->report->n > UINT32_MAX) {
        snprintf(error, sizeof(error), "there are more than %" PRIu32 " keys. Sort fewer",
                 UINT32_MAX);
        return file_error(j, error);
    }
    pipeline_map_words(j, keys, *n);
    return 0;
}

static int spill_run(void *job, const uint32_t *keys, size_t n) {
    struct job *j = (struct job *)job;
    struct data_error error;
    if (j->report->error[0]) return BROKEN;
    pipeline_begin(j);
    pipeline_end(j, GPU_SORT_MERGE_CHUNKS, n, 1);
    if (!j->options->unchecked && (keys != j->keys || n != j->n)) {
        pipeline_fail(j, "lab 08 spilled %zu keys, and not the %zu that were read", n, j->n);
        return BROKEN;
    }
    if (!j->options->unchecked && !pipeline_check_array(j)) return BROKEN;
    j->whole.sum += j->came.sum;
    j->whole.n += j->came.n;
    pipeline_begin(j);
    if (!spill_append(j->spill, keys, n, &error)) return file_error(j, error.text);
    pipeline_end(j, GPU_SORT_SPILL, n, 1);
    return 0;
}

static int unspill_keys(void *job, size_t first, uint32_t *keys, size_t n) {
    struct job *j = (struct job *)job;
    struct data_error error;
    pipeline_begin(j);
    if (!spill_read(j->spill, first, keys, n, &error)) return file_error(j, error.text);
    pipeline_end(j, GPU_SORT_MERGE_SPILLED, 0, 0);
    return 0;
}

/** The next sorted words continue those before them. */
static bool check_piece(struct job *j, const uint32_t *keys, size_t n) {
    pipeline_begin(j);
    bool holds = check_sorted(keys, n, &j->note);
    if (holds && keys[0] < j->greatest) {
        snprintf(j->note.text, sizeof(j->note.text),
                 "not sorted: index %" PRIu64 " holds %" PRIu32 ", and before it stands %" PRIu32,
                 j->left.n, keys[0], j->greatest);
        holds = false;
    }
    j->greatest = keys[n - 1];
    check_multiset_add(&j->left, keys, n);
    return pipeline_judge(j, GPU_SORT_MERGE_SPILLED, holds);
}

static int write_keys(void *job, const uint32_t *words, size_t n) {
    struct job *j = (struct job *)job;
    uint32_t keys[PIECE];
    char error[640];
    if (j->report->error[0]) return BROKEN;
    pipeline_begin(j);
    pipeline_end(j, GPU_SORT_MERGE_SPILLED, n, 1);
    if (!j->options->unchecked && !check_piece(j, words, n)) return BROKEN;
    for (size_t i = 0; i < n; i += PIECE) {
        size_t count = size_min(PIECE, n - i);
        pipeline_begin(j);
        for (size_t k = 0; k < count; k++) keys[k] = key_decode(words[i + k], j->options->type);
        pipeline_end(j, GPU_SORT_MAP_BACK, count, 0);
        if (!j->files->write(j->files->context, keys, count, error)) return file_error(j, error);
        pipeline_end(j, GPU_SORT_WRITE, count, 0);
    }
    return 0;
}

/*
 * The two passes
 */

/** All that was read has been written. */
static bool check_whole(struct job *j) {
    pipeline_begin(j);
    snprintf(j->note.text, sizeof(j->note.text), "the output does not hold the keys of the runs");
    return pipeline_judge(j, GPU_SORT_MERGE_SPILLED, check_multiset_equal(&j->left, &j->whole));
}

static bool sort_files(struct job *j, uint32_t *buffer, size_t words) {
    const struct chunk_ops ops = pipeline_ops(j);
    const struct key_files files = {j, read_run, spill_run, unspill_keys, write_keys};
    size_t n = 0;
    j->scratch = buffer + words / 2;
    j->merging = GPU_SORT_MERGE_CHUNKS;
    if (!pipeline_finish(j, spill_runs(&files, buffer, words, &ops, &n))) return false;
    if (n != j->report->n)
        return pipeline_fail(j, "lab 08 spilled %zu keys of %zu", n, j->report->n);
    size_t runs = (n + words / 2 - 1) / (words / 2);
    j->report->of_request = runs > words / 2;
    if (j->report->of_request)
        return pipeline_fail(j,
                             "%zu runs are too many to merge in %zu bytes. Give more host memory",
                             runs, j->options->host_bytes);
    j->merging = GPU_SORT_MERGE_SPILLED;
    return pipeline_finish(j, merge_spilled(&files, buffer, words, n, words / 2, &ops)) &&
           (j->options->unchecked || check_whole(j));
}

static bool set_up(struct job *j, uint32_t **buffer, size_t *words) {
    size_t bytes = usable_bytes(j), device = j->options->device_bytes;
    struct data_error error;
    pipeline_begin(j);
    if (j->options->host_bytes < gpu_sort_least_host_bytes())
        return pipeline_fail(j, "%zu bytes of host memory are too few. The least is %zu",
                             j->options->host_bytes, gpu_sort_least_host_bytes());
    // a chunk lies on the host too, pinned, and is to leave space for runs of several chunks
    if (device == 0 || device > bytes / 2) device = bytes / 2;
    if (!pipeline_plan(j, UINT32_MAX, device)) return false;
    *words = bytes / sizeof(**buffer) - (size_t)j->slots * j->chunk;
    *buffer = (uint32_t *)malloc(*words * sizeof(**buffer));
    if (!*buffer)
        return pipeline_fail(j, "the host gives no %zu bytes. Lower the budget of host memory",
                             bytes);
    j->spill = spill_open(j->files->spill_folder, &error);
    if (!j->spill) {
        file_error(j, error.text);
        return false;
    }
    pipeline_end(j, GPU_SORT_SET_UP, 0, 0);
    return true;
}

bool gpu_sort_files(const struct gpu_sort_files *files, const struct gpu_sort_options *options,
                    struct gpu_sort_report *report) {
    struct job j = {.options = options, .report = report, .files = files};
    double began = timer_now_ms();
    uint32_t *buffer = NULL;
    size_t words = 0;
    pipeline_report_start(&j);
    j.whole = j.left = check_multiset_start(check_secret());
    bool ok = set_up(&j, &buffer, &words) && sort_files(&j, buffer, words);
    if (j.spill) spill_close(j.spill);
    free(buffer);
    report->ms = timer_now_ms() - began;
    return ok;
}
