/**
 * @file
 * @brief What the parts of the external sort share. Nobody else includes this.
 */
#ifndef SORTLAB_EXTERNAL_STATE_H
#define SORTLAB_EXTERNAL_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "common/check.h"
#include "common/sort/disk.h"
#include "grader/sort/external/external.h"
#include "grader/sort/external/journal.h"

enum {
    GRAIN = 1 << 14,     /**< keys: the first word of each grain of a run is kept in memory */
    READERS = 2,         /**< threads that read runs: the disk always has a next request */
    WRITERS = 2,         /**< threads that write OUT */
    RESERVE = 640 << 10, /**< bytes of a thread: its stack, and what it allocates and keeps */
};

/** A sorted run on disk. */
struct run {
    uint64_t n, sum;       /**< keys, and what check_multiset makes of them */
    struct data_place end; /**< where in IN the next run begins */
    uint64_t at;           /**< where in the file of runs they stand */
    uint32_t *firsts;      /**< word 0, GRAIN, 2 GRAIN, ...; malloc'ed */
    bool ready;            /**< it is on disk */
};

/** Bytes that n keys take in the file of runs. */
static inline uint64_t run_bytes(uint64_t n) {
    return disk_lines(n * sizeof(uint32_t));
}

/** One external sort. */
struct external {
    const struct external_job *job;
    struct external_report *report;
    pthread_mutex_t lock;   /**< of all that follows */
    pthread_cond_t changed; /**< something of it */
    atomic_bool stop;       /**< an error, or a signal: whoever sees it ends */
    int at_work;            /**< threads */
    bool in_is_bad;         /**< what was sorted so far is of no use to a later call */
    int workers;
    uint32_t *memory; /**< words that the budget leaves */
    size_t words;
    struct source *source;
    struct journal journal; /**< of runs that are to outlive the program */
    int runs_fd;
    uint64_t runs_end; /**< bytes of the file of runs that are taken */
    struct run *runs;
    size_t k;                   /**< of them */
    struct check_multiset came; /**< keys that were read */
    _Atomic uint64_t done;      /**< keys that were spilled, and then keys that were written */
    _Atomic uint64_t expected;  /**< keys of IN, as far as one can know; 0: nobody does */
    struct progress *progress;
};

/** Says what went wrong, unless something did before; everybody ends. Returns false. */
__attribute__((format(printf, 2, 3))) bool external_fail(struct external *r, const char *format,
                                                         ...);

/** The same, of files, disks and limits. */
bool external_fail_of_request(struct external *r, const char *sentence);

/** "cannot DOING 'PATH': ..." */
bool external_fail_system(struct external *r, const char *doing, const char *path, int number);

/** A task, and how many threads do it. */
struct pool_task {
    void (*work)(struct external *r, void *context);
    void *context;
    int threads;
};

/**
 * Lets threads do their tasks, and meanwhile shows progress and listens to signals; back when all have
 * ended. False when the work has to stop.
 */
bool thread_pool_run(struct external *r, const struct pool_task *tasks, size_t n);

/** Waits until something has changed. The lock is held. False when the work has to stop. */
bool thread_pool_wait(struct external *r);

/* spill_runs.c, verify_runs.c, merge_blocks.c */
bool spill_all(struct external *r);
bool take_up_runs(struct external *r, size_t k);
bool merge_all(struct external *r);

/** Which words begin the grains of a run, of which so many are done and the next n come; multiples of GRAIN. */
bool note_firsts(struct external *r, struct run *run, uint64_t done, const uint32_t *words,
                 size_t n);

/** The words of a type become keys as they stand in files, in place. */
void words_to_keys(uint32_t *words, size_t n, enum key_type type);

#endif
