/**
 * @file
 * @brief The device engine's state, and one sort in it. Nobody else includes this.
 */
#ifndef SORTLAB_ROAD_CARD_STATE_H
#define SORTLAB_ROAD_CARD_STATE_H

#include "grader/sort/device/card_parts.h"

/** Events that take the time: the sort begins, the last key is in, all runs are there, a slice leaves. */
enum { BEGUN, LAST_IN, RUNS_READY, FIRST_OUT, MARKS };

struct card {
    struct card_options options;
    struct card_plan plan;
    struct card_report report;
    uint32_t *d_words;
    size_t *offsets; /**< pinned: of two slices, on their way to the card */
    cudaStream_t in, work, out;
    cudaEvent_t arrived[2], sorted[2], merged[2], left[2], marks[MARKS];
    struct card_mover *mover;
};

/** One sort. */
struct card_task {
    struct card *c;
    uint32_t *keys, *scratch, *out;       /**< as they come; runs that went back; sorted ones */
    size_t n, runs, begin[MOST_RUNS + 1]; /**< run r lies from begin[r] to begin[r + 1] */
    bool keys_pinned, scratch_pinned, out_pinned;
    char *error;
};

/** Puts a sentence into `error`; false. */
bool card_fail(char error[640], const char *sentence);

/** card_sort.c: all of it; back when the keys are sorted. */
bool card_sort_task(const struct card_task *t);

#endif
