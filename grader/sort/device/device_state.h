/**
 * @file
 * @brief The device engine's state, and one sort in it. Nobody else includes this.
 */
#ifndef SORTLAB_DEVICE_STATE_H
#define SORTLAB_DEVICE_STATE_H

#include "grader/sort/device/device_parts.h"

/** Events that take the time: the sort begins, the last key is in, all runs are there, a slice leaves. */
enum { BEGUN, LAST_IN, RUNS_READY, FIRST_OUT, MARKS };

struct device {
    struct device_options options;
    struct device_layout plan;
    struct device_report report;
    uint32_t *d_words;
    size_t *offsets; /**< pinned: of two slices, on their way to the device */
    cudaStream_t in, work, out;
    cudaEvent_t arrived[2], sorted[2], merged[2], left[2], marks[MARKS];
    struct copier *mover;
};

/** One sort. */
struct device_task {
    struct device *c;
    uint32_t *keys, *scratch, *out;       /**< as they come; runs that went back; sorted ones */
    size_t n, runs, begin[MOST_RUNS + 1]; /**< run r lies from begin[r] to begin[r + 1] */
    bool keys_pinned, scratch_pinned, out_pinned;
    char *error;
};

/** Puts a sentence into `error`; false. */
bool device_fail(char error[640], const char *sentence);

/** device_sort.c: all of it; back when the keys are sorted. */
bool device_sort_task(const struct device_task *t);

#endif
