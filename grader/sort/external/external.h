/**
 * @file
 * @brief The sort of files that the host's memory does not hold: sorted runs go to disk, and one
 *        merge brings them to OUT.
 *
 * IN -> words in unsigned order -> runs, sorted in memory by an engine -> the disk -> one merge, in the
 * order in which blocks will be wanted -> OUT. Reading, sorting and writing go on side by side in all
 * of it. This is lab 08's last step again, with the same promises and none of its patience.
 */
#ifndef SORTLAB_EXTERNAL_H
#define SORTLAB_EXTERNAL_H

#include "common/data.h"
#include "grader/sort/external/engine.h"

/** Where keys come from: a file, or a number of keys that are made. */
struct external_source {
    const char *path; /**< NULL: n keys are made by dist and seed */
    enum data_format format;
    uint64_t n, seed;
    enum data_dist dist;
};

/** Where they go to. */
struct external_sink {
    void *context;    /**< the first argument of all */
    const char *path; /**< for sentences */
    /**
     * Called once, before the first key. A file that takes words wherever it is written to, open and
     * empty, and then `write` is not called; -1: it takes keys one after another.
     */
    int (*open)(void *context);
    /** Takes the next n > 0 sorted keys. */
    bool (*write)(void *context, const uint32_t *keys, size_t n, struct data_error *error);
    /** All keys are there, and are right. */
    void (*commit)(void *context);
};

struct external_job {
    const struct sort_engine *engine;
    enum key_type type;
    size_t
        host_bytes; /**< of the whole process, whatever it holds; the pages of files do not count */
    int workers;    /**< threads that sort or merge; 0: one for each core */
    struct external_source source;
    struct external_sink sink;
    const char *folder; /**< where runs go; without a name, so that nothing stays of them */
    const char
        *keep; /**< or, unless NULL, in this folder, which is made and can be taken up later */
    int (*interruption)(void);          /**< the signal that came in the meantime; 0: none did */
    void (*note)(const char *sentence); /**< what is not wrong, but should be known */
    bool shows_progress;
};

/** How it went. */
struct external_report {
    uint64_t n;            /**< keys */
    size_t runs, taken_up; /**< runs, and how many of them an earlier call had left */
    size_t kept;           /**< runs that this call leaves for a later one */
    double take_up_ms, spill_ms, merge_ms;
    bool of_request; /**< the error lies in files, disks or limits, and not in what was computed */
    bool stopped;    /**< by a signal */
    char error[640]; /**< one sentence; "" when all went well, or when it was stopped */
};

/** Host memory without which nothing is sorted. */
size_t external_least_bytes(void);

/**
 * Sorts: u32 and i32 by value, f32 in IEEE 754's totalOrder. What is written ascends and holds the
 * keys that were read, or it is not committed.
 * @return false on error and when it was stopped
 */
bool external_sort(const struct external_job *job, struct external_report *report);

#endif
