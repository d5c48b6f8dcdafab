/**
 * @file
 * @brief The external sort from end to end (see external.h).
 */
#include "grader/sort/external/external.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/sort/spill.h"
#include "common/timer.h"
#include "grader/sort/external/external_state.h"
#include "grader/sort/external/parallel_for.h"
#include "grader/sort/external/progress.h"
#include "grader/sort/external/source.h"

enum {
    PROGRAM_BYTES = 1 << 20, /**< code that has not run yet, tables, and buffers of files */
};

size_t external_least_bytes(void) {
    return (size_t)16 << 20;
}

void words_to_keys(uint32_t *words, size_t n, enum key_type type) {
    if (type == KEY_I32)
        for (size_t i = 0; i < n; i++) words[i] = key_to_i32(words[i]);
    if (type == KEY_F32)
        for (size_t i = 0; i < n; i++) words[i] = key_to_f32(words[i]);
}

/*
 * Memory
 */

/** Bytes that the process has had in memory at most. */
static size_t peak_bytes(void) {
    char line[128];
    size_t kib = 0;
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof(line), status))
        if (sscanf(line, "VmHWM: %zu kB", &kib) == 1) break;
    if (status) fclose(status);
    return kib > 0 ? kib << 10 : (size_t)8 << 20;
}

/** What the budget leaves after the program itself and its threads is one array, taken once. */
static bool take_memory(struct external *r) {
    char text[160];
    const struct external_job *job = r->job;
    r->workers = worker_count(job->workers);
    // of a small budget threads' own memory has no more than a quarter
    size_t most = job->host_bytes / 4 / RESERVE, others = READERS + WRITERS + 2;
    if (most < others + 1) most = others + 1;
    if ((size_t)r->workers + others > most) r->workers = (int)(most - others);
    size_t used = peak_bytes() + PROGRAM_BYTES + job->engine->host_bytes +
                  ((size_t)r->workers + others) * RESERVE;
    if (job->host_bytes < external_least_bytes() ||
        job->host_bytes < used + external_least_bytes() / 4) {
        snprintf(text, sizeof(text),
                 "%zu bytes of host memory are too few: the program needs %zu itself. %s",
                 job->host_bytes, used, "Give 16M or more");
        return external_fail_of_request(r, text);
    }
    size_t bytes = (job->host_bytes - used) / DISK_LINE * DISK_LINE;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return external_fail(r, "the host gives no %zu bytes. Lower the budget of host memory",
                             bytes);
    madvise(memory, bytes, MADV_HUGEPAGE); // 4 KB at a time it would take a while
    r->memory = memory;
    r->words = bytes / sizeof(*r->memory);
    return true;
}

/*
 * From end to end
 */

/** A file of runs that nobody else can see, and that is gone with this program. */
static bool open_nameless(struct external *r) {
    struct data_error error;
    r->runs_fd = spill_file(r->job->folder, &error);
    return r->runs_fd >= 0 || external_fail_of_request(r, error.text);
}

/** A folder of runs, and those that are there already, if they are of this input. */
static bool open_kept(struct external *r) {
    char text[240];
    struct data_error error;
    uint64_t identity;
    if (!source_identity(r->source, &identity, &error) ||
        !journal_open(&r->journal, r->job->keep, r->job->sink.path, identity, r->came.key, &r->runs,
                      &error))
        return external_fail_of_request(r, error.text);
    r->came.key = r->journal.secret;
    r->runs_fd = r->journal.runs_fd;
    disk_go_direct(r->runs_fd);
    if (r->journal.other_input) {
        snprintf(text, sizeof(text), "the runs that were kept in '%.160s' are of another input. %s",
                 r->job->keep, "The sort begins again");
        r->job->note(text);
    }
    return r->journal.k == 0 || take_up_runs(r, r->journal.k);
}

static bool set_up(struct external *r) {
    struct data_error error;
    if (!take_memory(r)) return false;
    r->source = source_open(&r->job->source, r->job->type, &error);
    if (!r->source) return external_fail_of_request(r, error.text);
    if (r->job->keep) return open_kept(r);
    if (!open_nameless(r)) return false;
    disk_go_direct(r->runs_fd);
    return true;
}

/** Runs stay where they can be of use: not after a success, and not of an input that is wrong. */
static void give_back(struct external *r, bool ok) {
    bool keeps = !ok && r->journal.k > 0 && !r->in_is_bad;
    r->report->kept = keeps ? r->journal.k : 0;
    for (size_t i = 0; i < r->k; i++) free(r->runs[i].firsts);
    free(r->runs);
    if (r->journal.fd < 0 && r->runs_fd >= 0) close(r->runs_fd);
    journal_close(&r->journal, keeps);
    source_close(r->source);
    if (r->memory) munmap(r->memory, r->words * sizeof(*r->memory));
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
}

/** Does a step and notes its time. */
static bool timed(struct external *r, bool (*step)(struct external *), double *ms) {
    double began = timer_now_ms();
    bool ok = step(r);
    *ms = timer_now_ms() - began;
    return ok;
}

static void start(struct external *r) {
    pthread_condattr_t attr;
    pthread_mutex_init(&r->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&r->changed, &attr);
    pthread_condattr_destroy(&attr);
    r->came = check_multiset_start(check_secret());
    r->progress = progress_start(r->job->shows_progress);
}

bool external_sort(const struct external_job *job, struct external_report *report) {
    struct external r = {.job = job,
                         .report = report,
                         .runs_fd = -1,
                         .journal = {.folder_fd = -1, .fd = -1, .runs_fd = -1}};
    *report = (struct external_report){0};
    start(&r);
    bool ok = timed(&r, set_up, &report->take_up_ms) && timed(&r, spill_all, &report->spill_ms) &&
              timed(&r, merge_all, &report->merge_ms);
    progress_end(r.progress);
    if (ok) job->sink.commit(job->sink.context);
    report->n = r.came.n;
    report->runs = r.k;
    give_back(&r, ok);
    return ok;
}
