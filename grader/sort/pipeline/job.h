/**
 * @file
 * @brief One sort on its way, as the parts of the pipeline share it. Nobody else includes this.
 *
 * Between map and map back, keys are words in unsigned order. A function that returns false has left
 * a sentence in the report.
 */
#ifndef SORTLAB_PIPELINE_JOB_H
#define SORTLAB_PIPELINE_JOB_H

#include <cuda_runtime.h>

#include "common/check.h"
#include "common/merge.h"
#include "grader/sort/pipeline/pipeline.h"

enum { BROKEN = -1 }; /**< what a called function returns when the report already has the error */

struct job {
    const struct gpu_sort_options *options;
    struct gpu_sort_report *report;
    const struct gpu_sort_files *files; /**< NULL: an array is sorted */
    uint32_t *keys, *scratch; /**< the array that is being sorted, and a buffer of its size */
    size_t n;                 /**< its keys */
    size_t chunk;             /**< keys of a chunk; the last one may be shorter */
    int slots;                /**< chunks on their way at once */
    size_t sent, start;       /**< keys that went to the device; where the chunk at work begins */
    struct check_multiset came, left; /**< the keys that went into this array, and all that left */
    struct check_multiset whole;      /**< of all arrays */
    uint32_t greatest;                /**< of those that left */
    struct check_note note;
    enum gpu_sort_stage merging; /**< whose time a merge of runs takes */
    double began;                /**< when the work or the check that is going on began */
    struct spill *spill;
};

/* report.c: what is said about it */
void pipeline_report_start(struct job *j);
__attribute__((format(printf, 2, 3))) bool pipeline_fail(struct job *j, const char *format, ...);
void pipeline_begin(struct job *j);
void pipeline_end(struct job *j, enum gpu_sort_stage stage, size_t keys, size_t parts);
bool pipeline_judge(struct job *j, enum gpu_sort_stage stage, bool holds);

/* plan.c: which chunks, and whether all that can be had */
bool pipeline_plan(struct job *j, size_t n, size_t device_bytes);

/* device.c and host.c: a chunk on the device, and when it has come back (labs/08 calls them) */
void pipeline_sort_chunk(void *job, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                         cudaStream_t stream);
int pipeline_place_chunk(void *job, const uint32_t *chunk, uint32_t *run, size_t n);
int pipeline_merge_chunks(void *job, const struct runs *runs, uint32_t *out);
struct chunk_ops pipeline_ops(struct job *j);

/* array.c: the words of one array */
void pipeline_map_words(struct job *j, uint32_t *keys, size_t n);
bool pipeline_check_array(struct job *j);
bool pipeline_finish(struct job *j, int error);

#endif
