/**
 * @file
 * @brief Runs that an earlier call has left are looked at, key by key, before anything is built on them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/data_error.h"
#include "common/sort/disk.h"
#include "common/size_min.h"
#include "grader/sort/external/external_state.h"
#include "grader/sort/external/progress.h"
#include "grader/sort/external/source.h"

struct verifying {
    struct run *runs;
    size_t k, piece; /**< keys that are read at once */
    atomic_size_t next, worker;
};

/** The run ascends, and holds the keys that it was made of. */
static bool is_whole(struct external *r, struct run *run, uint32_t *words, size_t piece) {
    struct check_multiset has = check_multiset_start(r->came.key);
    struct check_note note;
    uint32_t before = 0;
    size_t n, got;
    for (uint64_t done = 0; done < run->n && !r->stop; done += n) {
        n = size_min(piece, (size_t)(run->n - done));
        int number = disk_read(r->runs_fd, words, (size_t)run_bytes(n),
                               run->at + done * sizeof(*words), &got);
        if (number != 0 || got < n * sizeof(*words) || words[0] < before ||
            !check_sorted(words, n, &note) || !note_firsts(r, run, done, words, n))
            return false;
        before = words[n - 1];
        words_to_keys(words, n, r->job->type);
        check_multiset_add(&has, words, n);
        r->done += n;
    }
    return has.sum == run->sum;
}

static void verify(struct external *r, void *verifying) {
    struct verifying *v = verifying;
    uint32_t *words = r->memory + v->piece * v->worker++;
    for (size_t i; !r->stop && (i = v->next++) < v->k;)
        v->runs[i].ready = is_whole(r, &v->runs[i], words, v->piece);
}

/** Runs up to the first that is not whole are taken; what stands behind them is made anew. */
static bool take(struct external *r, struct verifying *v) {
    struct data_error error;
    char text[240];
    for (; r->k < v->k && v->runs[r->k].ready; r->k++) {
        const struct run *run = &v->runs[r->k];
        r->came.sum += run->sum;
        r->came.n += run->n;
        r->runs_end = run->at + run_bytes(run->n);
    }
    for (size_t i = r->k; i < v->k; i++) free(v->runs[i].firsts);
    r->done = r->came.n;
    r->report->taken_up = r->k;
    if (r->k > 0 && !source_go(r->source, v->runs[r->k - 1].end, &error))
        return external_fail_of_request(r, error.text);
    if (r->k == v->k) return true;
    snprintf(text, sizeof(text), "run %zu of %zu in '%.120s' is damaged. It and those behind it %s",
             r->k + 1, v->k, r->job->keep, "are sorted again");
    r->job->note(text);
    return journal_cut(&r->journal, r->k, &error) || external_fail_of_request(r, error.text);
}

bool take_up_runs(struct external *r, size_t k) {
    struct verifying v = {.runs = r->runs, .k = k};
    size_t threads = (size_t)r->workers + 1;
    v.piece = size_min(r->words / threads, 1 << 20) / GRAIN * GRAIN;
    uint64_t all = 0;
    for (size_t i = 0; i < k; i++) all += r->runs[i].n;
    r->expected = all;
    progress_phase(r->progress, "looking at kept runs", 0, 2 * all);
    bool ok = thread_pool_run(r, &(struct pool_task){verify, &v, (int)threads}, 1);
    if (ok) return take(r, &v);
    r->k = k; // all of them stay, for another time
    return false;
}
